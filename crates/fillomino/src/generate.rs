//! New puzzles: a random filled board, from which givens are taken as long as it stays the only solution.

mod blank;
mod fill;
mod thin;

use jigsat_grid::Size;
use jigsat_solve::{Attempt, Error, Limits, Stop};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{Fillomino, Solution, Variant, rules};

/// What puzzle to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The size of the board.
    pub size: Size,
    /// The largest group.
    pub most: u16,
    /// Which groups solvers have to reckon with.
    pub variant: Variant,
    /// The share of cells that end up empty, from 0 to 1, if uniqueness allows; none makes the puzzle minimal: no given can be
    /// spared.
    pub empty: Option<f64>,
    /// How many guesses must rest on each other in [`rules::solve`], its measure of difficulty; none is any number.
    pub depth: Option<usize>,
}

/// What generating came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// A puzzle with exactly one solution.
    pub puzzle: Fillomino,
    /// Its solution.
    pub solution: Solution,
    /// Why it has more givens than it should have, if it has.
    pub stopped: Option<Stop>,
}

/// This many boards are made until one is as hard as wanted.
const TRIES: u64 = 200;

/// This many guesses are allowed for finding out how hard a board is.
const GUESSES: u64 = 2_000;

/// Makes a puzzle: the same for the same seed. `Stopped` where a limit came first, or where none of 200 boards was as
/// hard as wanted ([`Stop::GaveUp`]); `Impossible` where no board of the size has groups that small.
///
/// In the challenging variant, uniqueness is a question to one incremental solver: the givens that are left are assumed, and
/// if nothing else fits them, its core says which of them suffice. In the basic variant, where the rules themselves depend on
/// the givens, each is a question of its own.
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
