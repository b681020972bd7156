//! The maximum number of matching edges, for boards that can't be completed: the frame and the hints are kept.

mod anneal;
mod encode;
mod search;

use std::fmt;

use jigsat_cnf::{Formula, Literal, Model, choice};
use jigsat_grid::Cell;
use jigsat_solve::{Puzzle, Violation};
use strum::{IntoStaticStr, VariantArray};

use crate::{EdgeMatching, Kinds, Seam, Solution, matched};
pub use search::{ImproveOptions, Improved, improve};

/// A puzzle whose touching edges need not agree.
#[derive(Clone, Debug)]
pub struct Best<'p> {
    puzzle: &'p EdgeMatching,
    kinds: Kinds,
}

impl<'p> Best<'p> {
    /// The puzzle, relaxed.
    #[must_use]
    pub fn new(puzzle: &'p EdgeMatching) -> Self {
        Best { puzzle, kinds: Kinds::of(puzzle) }
    }

    /// For each seam, the literal that says that its edges differ.
    #[must_use]
    pub fn differences(&self) -> Vec<Literal<BestAtom>> {
        encode::differences(self.puzzle)
    }
}

/// The variables. A kind of pieces is named by its first piece, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BestAtom {
    /// The cell holds a piece of the kind, turned this many times: `r1c2=3/1`.
    Placed {
        /// Where.
        cell: Cell,
        /// Which kind.
        kind: u16,
        /// By how many quarter turns, counter-clockwise, against the kind's first piece.
        turn: u8,
    },
    /// The cell holds a piece of the kind: `r1c2=3`.
    Holds {
        /// Where.
        cell: Cell,
        /// Which kind.
        kind: u16,
    },
    /// The seam's own cell shows this colour there: `r1c2.right=4`.
    Shows {
        /// Where.
        seam: Seam,
        /// Which colour.
        color: u16,
    },
    /// The edges at the seam agree: `r1c2.right agrees`.
    Agrees {
        /// Where.
        seam: Seam,
    },
}

/// The one encoding of a relaxed puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum BestEncoding {
    /// `two-level`, where only seams that agree bind both of their cells.
    Relaxed,
}

choice!(BestEncoding);

impl Puzzle for Best<'_> {
    type Atom = BestAtom;
    type Encoding = BestEncoding;
    type Solution = Solution;

    fn name(&self, atom: BestAtom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match atom {
            BestAtom::Placed { cell, kind, turn } => write!(f, "{cell}={}/{turn}", kind + 1),
            BestAtom::Holds { cell, kind } => write!(f, "{cell}={}", kind + 1),
            BestAtom::Shows { seam, color } => write!(f, "{seam}={}", self.puzzle.colors.name(color)),
            BestAtom::Agrees { seam } => write!(f, "{seam} agrees"),
        }
    }

    fn encode(&self, _encoding: BestEncoding, e: &mut Formula<BestAtom>) {
        e.draft(|e| encode::encode(self.puzzle, &self.kinds, e));
    }

    /// Reads the assembly; the referee counts the edges that agree.
    fn decode(&self, _encoding: BestEncoding, model: &Model<'_, BestAtom>) -> Result<Solution, Violation> {
        let placed = model.true_atoms().filter_map(|atom| match atom {
            BestAtom::Placed { cell, kind, turn } => {
                Some((cell, self.kinds.of_piece[usize::from(kind)].0, turn))
            }
            _ => None,
        });
        let board: Vec<(Cell, usize, u8)> = placed.collect();
        let solution = self.kinds.assign(self.puzzle, &board);
        let (count, edges) = matched(self.puzzle, &solution)?;
        Ok(Solution { matched: Some(count), edges: Some(edges), ..solution })
    }

    /// Every cell has a piece, no piece is used twice, the frame and the hints are kept, and the stated number of edges
    /// agree.
    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        let (count, edges) = matched(self.puzzle, solution)?;
        if solution.matched != Some(count) || solution.edges != Some(edges) {
            return Err(Violation::new(format!(
                "{count} of {edges} pairs of edges agree, but the solution states another number"
            )));
        }
        Ok(())
    }
}
