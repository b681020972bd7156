//! The facts that explanations of edge-matching need.

use std::collections::BTreeMap;

use jigsat_cnf::{Arg, Formula, GroupRef, Literal, enumerated, pos};
use jigsat_grid::{Cell, Direction};
use jigsat_kit::{Explanation, Unit, holding};

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

    /// The atoms of the lecture notes keep their names, to be compared with the notes.
    fn words(&self, puzzle: &EdgeMatching, atom: Atom, holds: bool) -> Option<String> {
        let lies = if holds { "lies" } else { "does not lie" };
        match atom {
            Atom::Holds { cell, kind } => Some(format!("piece {} {lies} in {cell}", kind + 1)),
            Atom::Placed { cell, kind, turn } => {
                Some(format!("piece {} {lies} {}", kind + 1, place(puzzle, cell, turn)))
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

    /// Where a piece does not lie is one sentence.
    fn words_of_all(&self, puzzle: &EdgeMatching, atoms: &[(Atom, bool)]) -> Option<Vec<String>> {
        let mut missing: BTreeMap<u16, Vec<String>> = BTreeMap::new();
        let mut told = Vec::new();
        for &(atom, holds) in atoms {
            match atom {
                Atom::Placed { cell, kind, turn } if !holds => {
                    missing.entry(kind).or_default().push(place(puzzle, cell, turn));
                }
                _ => told.push(self.words(puzzle, atom, holds)?),
            }
        }
        let lies_not = |(kind, places): (u16, Vec<_>)| {
            format!("piece {} does not lie {}", kind + 1, enumerated(&places, "or"))
        };
        told.extend(missing.into_iter().map(lies_not));
        Some(told)
    }

    fn unit(&self, _: &EdgeMatching, _: &Formula<Atom>, group: GroupRef<'_, Atom>) -> Option<Unit> {
        match (group.rule().name(), group.args()) {
            ("cell", &[Arg::Cell(row, col)]) => Some(Unit::Place(Cell::new(row, col).to_string())),
            _ => None,
        }
    }

    fn cells(&self, puzzle: &EdgeMatching, atom: Atom) -> Vec<Cell> {
        puzzle.cells_of(atom)
    }
}

/// 'in r1c2 turned by 90°'.
fn place(puzzle: &EdgeMatching, cell: Cell, turn: u8) -> String {
    match turn {
        _ if !puzzle.rotate => format!("in {cell}"),
        0 => format!("in {cell} unturned"),
        turns => format!("in {cell} turned by {}°", 90 * u16::from(turns)),
    }
}
