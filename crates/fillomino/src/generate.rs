//! New puzzles: a random filled board, from which givens are removed as long as its solution stays unique.

mod blank;
mod fill;
mod thin;

use jigsat_grid::Size;
use jigsat_solve::{Attempt, Error, Limits, Stop};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{Fillomino, Solution, Variant, rules};

/// The puzzle to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The size of the board.
    pub size: Size,
    /// The largest group.
    pub most: u16,
    /// The groups that solutions may have.
    pub variant: Variant,
    /// The share of cells that end up empty, from 0 to 1, if uniqueness allows; `None` makes the puzzle minimal: no
    /// given can be removed.
    pub empty: Option<f64>,
    /// Required depth of nested guesses in [`rules::solve`], its measure of difficulty; `None` allows any.
    pub depth: Option<usize>,
}

/// The result of generating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// A puzzle with exactly one solution.
    pub puzzle: Fillomino,
    /// Its solution.
    pub solution: Solution,
    /// Why it has more givens than wanted, if it has.
    pub stopped: Option<Stop>,
}

/// Maximum number of boards to make until one has the wanted difficulty.
const TRIES: u64 = 200;

/// Maximum number of guesses for rating a board.
const GUESSES: u64 = 2_000;

/// Makes a puzzle: the same for the same seed. Returns `Stopped` if a limit came first, or if none of 200 boards had
/// the wanted difficulty ([`Stop::GaveUp`]); `Impossible` if no board of this size has groups that small.
///
/// In the challenging variant, one incremental solver checks uniqueness: the remaining givens are assumed, and if
/// nothing else fits them, the core says which of them suffice. In the basic variant, whose rules depend on the givens,
/// each check is a question of its own.
///
/// # Errors
///
/// Those of the solver.
pub fn generate(wanted: &Wanted, seed: u64, limits: &Limits) -> Result<Attempt<Generated>, Error> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..TRIES {
        let solution = match fill::fill(wanted.size, wanted.most, &mut rng, limits)? {
            Attempt::Success(solution) => solution,
            Attempt::Impossible(by) => return Ok(Attempt::Impossible(by)),
            Attempt::Stopped(stop) => return Ok(Attempt::Stopped(stop)),
        };
        let generated = thin::thin(wanted, solution, &mut rng, limits)?;
        let Some(depth) = wanted.depth else { return Ok(Attempt::Success(generated)) };
        let guessing = Limits { conflicts: Some(GUESSES), ..limits.clone() };
        let found = rules::solve(&generated.puzzle, &rules::Rules::default(), 1, &guessing);
        if found.depth == depth && found.stopped.is_none() {
            return Ok(Attempt::Success(generated));
        }
        if let Some(stop) = limits.reached() {
            return Ok(Attempt::Stopped(stop));
        }
    }
    Ok(Attempt::Stopped(Stop::GaveUp))
}
