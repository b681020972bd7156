//! New puzzles: a random loop, from which numbers are removed as long as it stays the only solution.

mod draw_loop;
mod thin;

use jigsat_grid::Size;
use jigsat_solve::{Attempt, Error, Limits, Stop};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{Slitherlink, Solution};

/// The result of generating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// A puzzle with exactly one solution.
    pub puzzle: Slitherlink,
    /// Its solution.
    pub solution: Solution,
    /// Why some numbers may not be needed, if that is the case.
    pub stopped: Option<Stop>,
}

/// Maximum number of loops to draw until the numbers of one determine it.
const TRIES: u32 = 1_000;

/// Makes a puzzle of that size: the same for the same seed. Removes numbers until `fewest` are left or all are needed.
/// Returns `Stopped` if a limit was reached before there was a puzzle, or if the numbers of none of 1,000 loops
/// determine it ([`Stop::GaveUp`]).
///
/// # Errors
///
/// Those of the solver.
pub fn generate(size: Size, fewest: usize, seed: u64, limits: &Limits) -> Result<Attempt<Generated>, Error> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..TRIES {
        if let Some(stop) = limits.reached() {
            return Ok(Attempt::Stopped(stop));
        }
        let solution = draw_loop::draw_loop(size, &mut rng);
        match thin::thin(size, solution, fewest, &mut rng, limits)? {
            Attempt::Impossible(_) => {}
            made_or_stopped => return Ok(made_or_stopped),
        }
    }
    Ok(Attempt::Stopped(Stop::GaveUp))
}
