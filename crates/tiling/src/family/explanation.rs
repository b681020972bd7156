//! The facts that explanations of tiling need.

use std::collections::BTreeSet;

use jigsat_cnf::{Arg, Formula, GroupRef, Literal, pos};
use jigsat_grid::Cell;
use jigsat_kit::{Explanation, cells_of_atoms, holding};
use jigsat_solve::GIVEN;

use super::TilingFamily;
use crate::{Atom, Encoding, Solution, Tiling};

impl Explanation<TilingFamily> for TilingFamily {
    fn literals(
        &self,
        puzzle: &Tiling,
        _encoding: Encoding,
        solution: &Solution,
    ) -> Option<Vec<Literal<Atom>>> {
        let place = |placement| pos(Atom::Place(placement));
        Some(puzzle.find(solution).into_iter().map(place).collect())
    }

    fn so_far(&self, puzzle: &Tiling, known: &[Literal<Atom>]) -> Option<Solution> {
        let known = holding(known).filter_map(|atom| match atom {
            Atom::Place(placement) => Some(placement),
            Atom::Covers { .. } => None,
        });
        let all: BTreeSet<u32> = puzzle.given().iter().copied().chain(known).collect();
        (!all.is_empty()).then(|| puzzle.solution(all))
    }

    fn cells(&self, puzzle: &Tiling, atom: Atom) -> Vec<Cell> {
        puzzle.cells_of(atom).into_iter().map(|cell| puzzle.spot(cell)).collect()
    }

    fn cell_name(&self, puzzle: &Tiling, spot: Cell) -> String {
        let cell = puzzle.cells().find(|&cell| puzzle.spot(cell) == spot);
        cell.map_or_else(|| spot.to_string(), |cell| puzzle.cell_name(cell))
    }

    /// A constraint on a cell has it as an argument; one on a piece is about the whole board.
    fn cells_of_group(
        &self,
        puzzle: &Tiling,
        formula: &Formula<Atom>,
        group: GroupRef<'_, Atom>,
    ) -> Vec<Cell> {
        if group.rule().name() == GIVEN.name() {
            return cells_of_atoms::<TilingFamily>(|atom| self.cells(puzzle, atom), formula, group);
        }
        let cell = |arg: &Arg| match arg {
            Arg::Item(cell, _) => Some(puzzle.spot(*cell as usize)),
            _ => None,
        };
        group.args().iter().filter_map(cell).collect()
    }
}
