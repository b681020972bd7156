//! How a puzzle falls into parts under its symmetries.

use jigsat_cnf::{Literal, Variable};
use jigsat_solve::Stop;

use super::CutPuzzle;
use crate::{
    args::Asked,
    family::{AtomOf, Entry, Family, SolutionOf},
};

/// Choices that stand for all their images under the symmetries of a puzzle. Symmetries are numbered: the identity is
/// 0, those of [`Family::symmetries`] follow from 1.
pub struct Beginning<A> {
    /// What is chosen.
    pub literals: Vec<Literal<A>>,
    /// For each image a symmetry that leads to it; the identity first.
    pub images: Vec<usize>,
    /// The symmetries that leave the choices as they are.
    pub stabilizer: Vec<usize>,
}

impl<A> Beginning<A> {
    /// The whole search, for a puzzle with so many symmetries besides the identity.
    pub fn whole(symmetries: usize) -> Vec<Self> {
        vec![Beginning { literals: Vec::new(), images: vec![0], stabilizer: (0..=symmetries).collect() }]
    }
}

/// What lies within a cube.
pub struct Within {
    pub count: u128,
    /// How many symmetries of the stabilizer keep each solution, added up.
    pub fixed: u128,
    /// Which engine counted.
    pub engine: &'static str,
    /// Why there may be more.
    pub stopped: Option<Stop>,
}

/// The puzzle that is cut into tasks, which may be another one than was read.
pub fn to_cut<F: Family>(entry: Entry<F::Puzzle>, asked: Asked) -> CutPuzzle<F::Puzzle> {
    let counted = if asked == Asked::Count { F::counted_as(&entry.puzzle) } else { None };
    let (puzzle, times) = counted.unwrap_or((entry.puzzle, 1));
    CutPuzzle { puzzle, times, title: entry.title }
}

/// Where a symmetry, by its number, takes literals; none where the family doesn't tell.
pub fn image_of<F: Family>(
    puzzle: &F::Puzzle,
    literals: &[Literal<AtomOf<F>>],
    number: usize,
) -> Option<Vec<Literal<AtomOf<F>>>> {
    if number == 0 {
        return Some(literals.to_vec());
    }
    let symmetries = F::symmetries(puzzle);
    let &symmetry = symmetries.get(number - 1)?;
    let image = |literal: &Literal<AtomOf<F>>| match literal.variable {
        Variable::Atom(atom) => {
            let variable = Variable::Atom(F::image_of_atom(puzzle, atom, symmetry)?);
            Some(Literal { variable, negated: literal.negated })
        }
        Variable::Aux(_) => None,
    };
    literals.iter().map(image).collect()
}

/// How many symmetries of a group, by their numbers, keep a solution.
pub fn fixed_by<F: Family>(
    puzzle: &F::Puzzle,
    symmetries: &[F::Symmetry],
    solution: &SolutionOf<F>,
    group: &[usize],
) -> u128 {
    if let [0] = group {
        return 1;
    }
    let itself = serde_json::to_vec(solution).ok();
    let keeps = |&&number: &&usize| match number.checked_sub(1).map(|place| symmetries.get(place)) {
        None => true,
        Some(None) => false,
        Some(Some(&symmetry)) => serde_json::to_vec(&F::image(puzzle, solution, symmetry)).ok() == itself,
    };
    group.iter().filter(keeps).count() as u128
}
