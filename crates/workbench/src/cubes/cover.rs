//! Whether the tasks leave nothing out and count nothing twice.

use std::collections::BTreeSet;

use jigsat_cnf::{Lit, Variable};
use jigsat_kit::{Beginning, Error};
use jigsat_solve::{
    Error as SolveError, Limits,
    cubes::{Cover, cover, overlap},
};

use super::part::order;
use crate::{
    Board, Purpose,
    puzzle_formula::{AtomId, Known, PuzzleFormula},
};

/// The cubes of a puzzle. Each begins with the literals of a beginning.
pub struct Cubes<'c> {
    pub beginnings: &'c [Beginning<AtomId>],
    /// The cubes that are tasks.
    pub live: Vec<Vec<Known>>,
    /// The cubes that propagation refutes.
    pub refuted: Vec<Vec<Known>>,
}

/// How it was proved.
pub struct Shown {
    pub steps: u64,
    /// Whether the formula leaves out what the givens rule out.
    pub is_pruned: bool,
}

/// Whether beginnings name only symmetries of the puzzle, the right number of them, and such as keep what they are
/// claimed to keep.
pub fn suit(board: &dyn Board, beginnings: &[Beginning<AtomId>]) -> bool {
    let order = order(board);
    beginnings.iter().all(|beginning| {
        let Beginning { literals, images, stabilizer } = beginning;
        let is_kept = |&number: &usize| {
            literals.is_empty() || board.image_of(literals, number).as_ref() == Some(literals)
        };
        let is_set = |numbers: &[usize]| {
            let different: BTreeSet<usize> =
                numbers.iter().copied().filter(|&number| number < order).collect();
            different.len() == numbers.len() && different.contains(&0)
        };
        // The size of an orbit is the number of symmetries divided by the number of those that keep one member.
        is_set(images)
            && is_set(stabilizer)
            && images.len() * stabilizer.len() == order
            && stabilizer.iter().all(is_kept)
    })
}

/// Proves that the cubes and their images under the symmetries have all solutions, and that no solution lies in two of
/// them. Returns the limit that was reached, if one was.
///
/// The formula is an unpruned one if propagation suffices there: the code that prunes should not be trusted unchecked.
pub fn check(board: &dyn Board, encoding: &str, cubes: &Cubes<'_>, limits: &Limits) -> Result<Shown, Error> {
    if !suit(board, cubes.beginnings) {
        return Err(wrong("the symmetries of a part of the search are not as expected"));
    }
    for is_pruned in [false, true] {
        limits.check()?;
        let options = board.formula_options().build(is_pruned, limits).in_full();
        let formula = board.encode(Purpose::Puzzle, encoding, &options)?;
        match check_in(board, &*formula, cubes, limits)? {
            Cover::Proven { steps } => return Ok(Shown { steps, is_pruned }),
            Cover::Stopped(stop) => return Err(stop.into()),
            Cover::Open => {}
        }
    }
    Err(wrong("it is not shown that the tasks leave nothing out"))
}

fn wrong(message: impl Into<String>) -> Error {
    SolveError::Proof(message.into()).into()
}

/// The same for one formula. Facts about the cubes of a beginning also hold for their images, so images are checked
/// only for the beginnings.
fn check_in(
    board: &dyn Board,
    formula: &dyn PuzzleFormula,
    cubes: &Cubes<'_>,
    limits: &Limits,
) -> Result<Cover, Error> {
    let known = |literals: &[Known]| -> Option<Vec<Lit>> {
        let is_of_atoms = literals.iter().all(|literal| matches!(literal.variable, Variable::Atom(_)));
        let lits = || literals.iter().map(|&literal| formula.lit(literal)).collect();
        if is_of_atoms { lits() } else { None }
    };
    let live: Option<Vec<Vec<Lit>>> = cubes.live.iter().map(|literals| known(literals)).collect();
    let refuted: Option<Vec<Vec<Lit>>> = cubes.refuted.iter().map(|literals| known(literals)).collect();
    let (Some(mut live), Some(refuted)) = (live, refuted) else { return Ok(Cover::Open) };
    for beginning in cubes.beginnings {
        for &number in beginning.images.iter().filter(|&&number| number != 0) {
            let image = board.image_of(&beginning.literals, number);
            let Some(image) = image.as_deref().and_then(known) else { return Ok(Cover::Open) };
            live.push(image);
        }
    }
    if let Some((one, other)) = overlap(formula.cnf(), &live)? {
        return Err(wrong(format!("a solution may lie in two cubes, {} and {}", one + 1, other + 1)));
    }
    Ok(cover(formula.cnf(), &live, &refuted, limits)?)
}
