//! The facts that explanations of edge-matching need.

use jigsat_cnf::{Literal, pos};
use jigsat_grid::Cell;
use jigsat_kit::{Explanation, holding};

use super::EdgeMatchingFamily;
use crate::{Atom, EdgeMatching, Encoding, Kinds, Solution};

impl Explanation<EdgeMatchingFamily> for EdgeMatchingFamily {
    fn literals(
        &self,
        puzzle: &EdgeMatching,
        encoding: Encoding,
        solution: &Solution,
    ) -> Option<Vec<Literal<Atom>>> {
        if !matches!(encoding, Encoding::TwoLevel | Encoding::Counted | Encoding::Placement) {
            return None;
        }
        let kinds = Kinds::of(puzzle);
        let placed = solution.placements.iter().filter_map(|placement| {
            let &(kind, offset) = kinds.of_piece.get(placement.piece.checked_sub(1)?)?;
            let own = &kinds.all[kind];
            let turn = (placement.rotation + offset) % own.period;
            Some(pos(Atom::Placed { cell: placement.cell(), kind: own.pieces[0] as u16, turn }))
        });
        Some(placed.collect())
    }

    fn so_far(&self, puzzle: &EdgeMatching, known: &[Literal<Atom>]) -> Option<Solution> {
        let kinds = Kinds::of(puzzle);
        let placed = holding(known).filter_map(|atom| match atom {
            Atom::Placed { cell, kind, turn } => Some((cell, kinds.of_piece[usize::from(kind)].0, turn)),
            _ => None,
        });
        let board: Vec<_> = placed.collect();
        Some(kinds.assign(puzzle, &board))
    }

    fn cells(&self, puzzle: &EdgeMatching, atom: Atom) -> Vec<Cell> {
        puzzle.cells_of(atom)
    }
}
