//! New puzzles: a random loop, from whose numbers some are taken as long as it stays the only one.

mod draw_loop;
mod thin;

use jigsat_grid::Size;
use jigsat_solve::{Attempt, Error, Limits, Stop};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{Slitherlink, Solution};

/// What generating came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// A puzzle with exactly one solution.
    pub puzzle: Slitherlink,
    /// Its solution.
    pub solution: Solution,
    /// Why it has numbers that could be spared, if it may have.
    pub stopped: Option<Stop>,
}

/// So many loops are drawn until one is told by its numbers.
const TRIES: u32 = 1_000;

/// Makes a puzzle of that size, the same for the same seed. Numbers are taken away until `fewest` are left or none can be
/// spared. `Stopped` where a limit was reached before there was a puzzle, or where none of 1,000 loops is told by its numbers
/// ([`Stop::GaveUp`]).
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
