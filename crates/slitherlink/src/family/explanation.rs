//! The facts that explanations of Slitherlink need.

use std::collections::BTreeMap;

use jigsat_cnf::{Arg, Formula, GroupRef, Literal, Variable, neg, pos, rarely};
use jigsat_grid::{Cell, Edge};
use jigsat_kit::{Blank, Blanks, Explanation, Subject, Unit, cells_of_atoms};
use jigsat_solve::{Limits, Stop};

use super::SlitherlinkFamily;
use crate::{Encoding, Slitherlink, Solution};

impl Explanation<SlitherlinkFamily> for SlitherlinkFamily {
    fn literals(&self, puzzle: &Slitherlink, _: Encoding, solution: &Solution) -> Option<Vec<Literal<Edge>>> {
        let literal = |edge| solution.get(edge).map(|on| if on { pos(edge) } else { neg(edge) });
        Some(puzzle.size.edges().filter_map(literal).collect())
    }

    fn so_far(&self, puzzle: &Slitherlink, known: &[Literal<Edge>]) -> Option<Solution> {
        let values: BTreeMap<Edge, bool> =
            rarely::map(known.iter().filter_map(|literal| match literal.variable {
                Variable::Atom(edge) => Some((edge, !literal.negated)),
                Variable::Aux(_) => None,
            }));
        Some(Solution::of(puzzle.size, |edge| values.get(&edge).copied()))
    }

    fn blanks(&self, puzzle: &Slitherlink, _limits: &Limits) -> Result<Vec<Blanks<Edge>>, Stop> {
        let blank = |edge: Edge| {
            let (down, right) = if edge.is_vertical { (1, 0) } else { (0, 1) };
            let at = (2 * edge.dot.row + down, 2 * edge.dot.col + right);
            Blank { name: puzzle.size.edge_name(edge), at, atoms: vec![edge] }
        };
        let places = puzzle.size.edges().map(blank).collect();
        Ok(vec![Blanks { values: Vec::new(), places, givens: Vec::new() }])
    }

    fn words(&self, puzzle: &Slitherlink, edge: Edge, holds: bool) -> Option<String> {
        Some(format!("{} line {}", if holds { "a" } else { "no" }, puzzle.size.edge_place(edge)))
    }

    fn noun(&self, puzzle: &Slitherlink, edge: Edge) -> Option<String> {
        Some(format!("the line {}", puzzle.size.edge_place(edge)))
    }

    fn unit(&self, puzzle: &Slitherlink, formula: &Formula<Edge>, group: GroupRef<'_, Edge>) -> Option<Unit> {
        match (group.rule().name(), group.args()) {
            ("number", &[Arg::Cell(row, col), Arg::Number(number)]) => {
                let name = format!("the {number} in {}", Cell::new(row, col));
                Some(Unit::Other { broken: format!("{name} can't be met"), name })
            }
            ("dot", _) => {
                let lits = group.constraints().next()?.lits;
                let mut edges = lits.iter().filter_map(|lit| match formula.variable(lit.var()) {
                    Variable::Atom(edge) => Some(edge),
                    Variable::Aux(_) => None,
                });
                let [one, other] = edges.next()?.ends();
                let dot = if edges.all(|edge| edge.ends().contains(&one)) { one } else { other };
                let name = puzzle.size.dot_name(dot);
                let broken = format!("a line ends or branches at {name}");
                Some(Unit::Other { broken, name })
            }
            _ => None,
        }
    }

    fn subject(&self, _: &Slitherlink, _: &Formula<Edge>, group: GroupRef<'_, Edge>) -> Option<Subject> {
        match (group.rule().name(), group.args()) {
            ("number", &[Arg::Cell(row, col), Arg::Number(number)]) => {
                Some(Subject::Clue(Cell::new(row, col), number.to_string()))
            }
            ("dot", _) => Some(Subject::Point),
            _ => None,
        }
    }

    fn edge(&self, _: &Slitherlink, edge: Edge) -> Option<Edge> {
        Some(edge)
    }

    fn cells(&self, puzzle: &Slitherlink, edge: Edge) -> Vec<Cell> {
        puzzle.size.cells_beside(edge).collect()
    }

    fn cells_of_group(
        &self,
        puzzle: &Slitherlink,
        formula: &Formula<Edge>,
        group: GroupRef<'_, Edge>,
    ) -> Vec<Cell> {
        match group.args() {
            &[Arg::Cell(row, col), ..] => vec![Cell::new(row, col)],
            _ => cells_of_atoms::<SlitherlinkFamily>(|edge| self.cells(puzzle, edge), formula, group),
        }
    }
}
