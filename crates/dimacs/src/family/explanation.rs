//! The facts that explanations of formulas need.

use jigsat_cnf::{Literal, Var, Variable};
use jigsat_grid::Cell;
use jigsat_kit::{Blank, Blanks, Explanation};
use jigsat_solve::{Limits, Stop};

use super::DimacsFamily;
use crate::{Dimacs, Encoding, Solution, encode::literal, table::Table};

impl Explanation<DimacsFamily> for DimacsFamily {
    fn literals(&self, puzzle: &Dimacs, _: Encoding, solution: &Solution) -> Option<Vec<Literal<Var>>> {
        let literals = solution.literals(puzzle).ok()?;
        Some(literals.into_iter().map(literal).collect())
    }

    fn so_far(&self, puzzle: &Dimacs, known: &[Literal<Var>]) -> Option<Solution> {
        let mut values = vec![None; puzzle.shown().len()];
        for literal in known {
            let Variable::Atom(var) = literal.variable else { continue };
            if let Some(place) = puzzle.place_of(var) {
                values[place] = Some(!literal.negated);
            }
        }
        for (place, given) in puzzle.givens() {
            values[place].get_or_insert(given);
        }
        Some(Solution::of_values(puzzle, values))
    }

    fn words(&self, puzzle: &Dimacs, var: Var, holds: bool) -> Option<String> {
        Some(format!("{} is {holds}", puzzle.name_of(var)))
    }

    fn blanks(&self, puzzle: &Dimacs, limits: &Limits) -> Result<Vec<Blanks<Var>>, Stop> {
        let (table, interrupt) = (Table::of(puzzle), limits.interrupt());
        let givens = puzzle.givens();
        let mut places = Vec::with_capacity(puzzle.shown().len());
        for (place, &var) in puzzle.shown().iter().enumerate() {
            interrupt.step(1)?;
            if givens.contains_key(&place) {
                continue;
            }
            let at = table.middle(place);
            places.push(Blank { name: puzzle.name_of(var).into_owned(), at, atoms: vec![var] });
        }
        let kinds = (!places.is_empty()).then_some(Blanks { values: Vec::new(), places, givens: Vec::new() });
        Ok(kinds.into_iter().collect())
    }

    fn cells(&self, puzzle: &Dimacs, var: Var) -> Vec<Cell> {
        Table::of(puzzle).cell(puzzle, var).into_iter().collect()
    }

    fn cell_name(&self, puzzle: &Dimacs, cell: Cell) -> String {
        let place = Table::of(puzzle).place(cell);
        place.map_or_else(|| cell.to_string(), |place| puzzle.name_of(puzzle.shown()[place]).into_owned())
    }
}
