//! The facts that explanations of tiling need.

use std::collections::BTreeSet;

use jigsat_cnf::{Arg, Formula, GroupRef, Literal, Variable, enumerated, pos};
use jigsat_grid::Cell;
use jigsat_kit::{Explanation, Unit, cells_of_atoms, holding};
use jigsat_solve::GIVEN;

use super::TilingFamily;
use crate::{Atom, Encoding, Solution, Tiling, encode::kind_name};

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

    fn words(&self, puzzle: &Tiling, atom: Atom, holds: bool) -> Option<String> {
        let Atom::Place(placement) = atom else { return None };
        let all = puzzle.placements();
        let cells = all.cells(placement).iter().map(|&cell| puzzle.cell_name(cell as usize));
        let piece = kind_name(puzzle, all.kind(placement));
        let lies = if holds { "lies" } else { "does not lie" };
        Some(format!("{piece} {lies} on {}", enumerated(&cells.collect::<Vec<_>>(), "and")))
    }

    fn unit(&self, puzzle: &Tiling, formula: &Formula<Atom>, group: GroupRef<'_, Atom>) -> Option<Unit> {
        let piece = |broken: &str| {
            let lit = group.constraints().next()?.lits.first()?;
            let Variable::Atom(Atom::Place(placement)) = formula.variable(lit.var()) else { return None };
            let name = format!("piece {}", kind_name(puzzle, puzzle.placements().kind(placement)));
            Some(Unit::Other { broken: format!("{name} {broken}"), name })
        };
        match (group.rule().name(), group.args()) {
            ("covered" | "free", &[Arg::Item(cell, _)]) => Some(Unit::Place(puzzle.cell_name(cell as usize))),
            ("somewhere", _) => piece("fits nowhere"),
            ("once", _) => piece("would lie in two places"),
            _ => None,
        }
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
