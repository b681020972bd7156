//! Questions to solvers: a random solution, and whether there is another one.

use jigsat_cnf::{Literal, neg, pos};
use jigsat_input::Source;
use jigsat_qprop::{Atom, Encoding, Over};
use jigsat_solve::{Answer, BuildOptions, Error, Limits, Session, Solver, Stop};
use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::Failed;
use crate::{Board, Givens, Page, Solution};

/// How many conflicts a question may cost, unless the limits say otherwise.
const CONFLICTS: u64 = 10_000;

/// A board with its rules written out.
pub(super) fn board(page: &std::sync::Arc<Page>, givens: &Givens, limits: &Limits) -> Result<Board, Failed> {
    let board = Board::within(page.clone(), givens.clone(), &Source::new("board", ""), limits);
    Ok(board.map_err(|error| Failed::Unfit(error.message().to_owned()))??)
}

/// A solution by lot.
pub(super) enum Drawn {
    Solution(Solution),
    /// There is none.
    None,
    /// It took too long to say.
    Unknown,
}

/// A solution by lot, without some asserts: the values that are drawn for all places are kept as far as they go together.
pub(super) fn random(
    board: &Board,
    without: &[&str],
    rng: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Drawn, Failed> {
    let dropped = without.iter().map(|&name| name.to_owned()).collect();
    let options = BuildOptions { dropped, limits: limits.clone(), ..BuildOptions::default() };
    let mut session = started(board, &options)?;
    let mut drawn: Vec<Literal<Atom>> = Vec::new();
    for layer in board.layers.iter().filter(|layer| layer.over != Over::Other) {
        for place in 0..layer.places {
            drawn.push(match layer.values.len() {
                0 if rng.random_bool(0.5) => pos(layer.atom(place, 0)),
                0 => neg(layer.atom(place, 0)),
                values => pos(layer.atom(place, rng.random_range(0..values))),
            });
        }
    }
    drawn.shuffle(rng);
    let limits = bounded(limits);
    loop {
        match session.solve_assuming(&drawn, &limits)? {
            Answer::Solved(solution) => return Ok(Drawn::Solution(solution.into_inner())),
            Answer::Refused { solution, .. } if !without.is_empty() => {
                return Ok(solution.map_or(Drawn::Unknown, Drawn::Solution));
            }
            Answer::Refused { violation, .. } => {
                return Err(Error::Refused { violation, by: session.by() }.into());
            }
            Answer::Unknown(Stop::Conflicts) => return Ok(Drawn::Unknown),
            Answer::Unknown(stop) => return Err(stop.into()),
            Answer::Impossible(_) => {
                let core = session.core();
                let Some(place) = drawn.iter().position(|literal| core.contains(literal)) else {
                    return Ok(Drawn::None);
                };
                drawn.swap_remove(place);
            }
        }
    }
}

/// So many other solutions are looked at.
const OTHERS: usize = 6;

/// Shows some solutions of a board other than this one, which it has, as long as they are wanted. Whether all that were shown
/// were wanted; not so where it took too long to say.
pub(super) fn others(
    board: &Board,
    solution: &Solution,
    limits: &Limits,
    mut is_wanted: impl FnMut(&Solution) -> bool,
) -> Result<bool, Failed> {
    let options = BuildOptions { prunes: true, limits: limits.clone(), ..BuildOptions::default() };
    let mut session = started(board, &options)?;
    let limits = bounded(limits);
    for _ in 0..=OTHERS {
        match session.solve(&limits)? {
            Answer::Solved(other) => {
                if *other != *solution && !is_wanted(&other) {
                    return Ok(false);
                }
            }
            Answer::Impossible(_) => return Ok(true),
            Answer::Unknown(Stop::Conflicts) => return Ok(false),
            Answer::Unknown(stop) => return Err(stop.into()),
            Answer::Refused { violation, .. } => {
                return Err(Error::Refused { violation, by: session.by() }.into());
            }
        }
    }
    Ok(true)
}

fn started<'b>(board: &'b Board, options: &BuildOptions) -> Result<Session<'b, Board>, Failed> {
    let session = Session::new(board, Encoding::Model, options, &Solver::default(), None);
    Ok(Error::unless_stopped(session)??)
}

fn bounded(limits: &Limits) -> Limits {
    Limits { conflicts: limits.conflicts.or(Some(CONFLICTS)), ..limits.clone() }
}
