//! The parts of a puzzle under its symmetries.

use std::sync::Arc;

use jigsat_cnf::{Literal, Variable};
use jigsat_kit::{AtomOf, Beginning, Family, Images, SolutionOf};

use super::Asked;

/// The puzzle whose solutions the tasks look for, which may differ from the one that was read.
pub struct CutPuzzle<P> {
    pub puzzle: Arc<P>,
    /// Number of solutions that each of its solutions represents.
    pub times: u128,
}

/// The puzzle that is cut into tasks.
pub fn to_cut<F: Family>(family: &F, puzzle: &Arc<F::Puzzle>, asked: Asked) -> CutPuzzle<F::Puzzle> {
    let cutting = family.cutting().filter(|_| asked == Asked::Count);
    match cutting.and_then(|cutting| cutting.counted_as(puzzle)) {
        Some((puzzle, times)) => CutPuzzle { puzzle: Arc::new(puzzle), times },
        None => CutPuzzle { puzzle: Arc::clone(puzzle), times: 1 },
    }
}

/// The number of symmetries of a puzzle, including the identity.
pub fn order<F: Family>(family: &F, puzzle: &F::Puzzle) -> usize {
    family.symmetry().map_or(1, |symmetry| symmetry.order(puzzle))
}

/// The beginnings of the search.
pub fn beginnings<F: Family>(family: &F, puzzle: &F::Puzzle) -> Vec<Beginning<AtomOf<F>>> {
    let own = family.cutting().and_then(|cutting| cutting.beginnings(puzzle));
    own.unwrap_or_else(|| Beginning::whole(order(family, puzzle)))
}

/// The images of literals under a symmetry, given by its number; `None` if the family doesn't know.
pub fn image_of<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    literals: &[Literal<AtomOf<F>>],
    number: usize,
) -> Option<Vec<Literal<AtomOf<F>>>> {
    if number == 0 {
        return Some(literals.to_vec());
    }
    let symmetry = family.symmetry()?;
    let image = |literal: &Literal<AtomOf<F>>| match literal.variable {
        Variable::Atom(atom) => {
            let variable = Variable::Atom(symmetry.image_of_atom(puzzle, atom, number)?);
            Some(Literal { variable, negated: literal.negated })
        }
        Variable::Aux(_) => None,
    };
    literals.iter().map(image).collect()
}

/// The number of symmetries of a group, given by their numbers, that keep a solution; `images` are those of the puzzle.
pub fn fixed_by<F: Family>(
    images: Option<&Images<'_, F>>,
    solution: &SolutionOf<F>,
    group: &[usize],
) -> u128 {
    let Some(image) = images.filter(|_| *group != [0]) else { return group.len() as u128 };
    let key = |solution: &SolutionOf<F>| serde_json::to_vec(solution).ok();
    let itself = key(solution);
    let keeps = |&&number: &&usize| number == 0 || key(&image(solution, number)) == itself;
    group.iter().filter(keeps).count() as u128
}
