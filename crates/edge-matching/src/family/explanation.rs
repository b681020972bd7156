//! The facts that explanations of edge-matching need.

use jigsat_cnf::{Literal, pos};
use jigsat_grid::{Cell, Direction};
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

    /// The atoms of the lecture notes keep their names: whoever reads those compares them with the notes.
    fn words(&self, puzzle: &EdgeMatching, atom: Atom, holds: bool) -> Option<String> {
        let lies = if holds { "lies" } else { "does not lie" };
        match atom {
            Atom::Holds { cell, kind } => Some(format!("piece {} {lies} in {cell}", kind + 1)),
            Atom::Placed { cell, kind, turn } => {
                let turned = match turn {
                    _ if !puzzle.rotate => String::new(),
                    0 => " unturned".into(),
                    turns => format!(" turned by {}°", 90 * u16::from(turns)),
                };
                Some(format!("piece {} {lies} in {cell}{turned}", kind + 1))
            }
            Atom::Shows { seam, color } => {
                let has = if holds { "has" } else { "does not have" };
                let side = match seam.side {
                    Direction::Up => "upper",
                    Direction::Right => "right",
                    Direction::Down => "lower",
                    Direction::Left => "left",
                };
                Some(format!("the {side} edge of {} {has} colour {}", seam.cell, puzzle.colors.name(color)))
            }
            Atom::Located { .. } | Atom::Rotated { .. } | Atom::Marked { .. } => None,
        }
    }

    fn cells(&self, puzzle: &EdgeMatching, atom: Atom) -> Vec<Cell> {
        puzzle.cells_of(atom)
    }
}
