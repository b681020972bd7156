//! The facts that explanations of a genre need.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::{Arg, Formula, GroupRef, Literal, Var, Variable, neg, pos};
use jigsat_grid::Cell;
use jigsat_kit::{Blank, Blanks, Explanation, Subject, Unit, literal_name};
use jigsat_qprop::{Atom, Encoding, Layer, Over};
use jigsat_solve::{Limits, Stop};

use super::GenreFamily;
use crate::{Board, Solution, Value};

impl Explanation<GenreFamily> for GenreFamily {
    fn literals(
        &self,
        puzzle: &Board,
        _encoding: Encoding,
        solution: &Solution,
    ) -> Option<Vec<Literal<Atom>>> {
        let (holds, known) = solution.atoms(puzzle).ok()?;
        let mut literals = Vec::new();
        for layer in &puzzle.layers {
            for place in 0..layer.places {
                let atoms = (0..layer.values.len().max(1)).map(|value| layer.atom(place, value));
                for atom in atoms.filter(|atom| known[atom.0 as usize]) {
                    match holds[atom.0 as usize] {
                        true => literals.push(pos(atom)),
                        // The value of a place already says that it has none of the other values.
                        false if layer.values.is_empty() => literals.push(neg(atom)),
                        false => {}
                    }
                }
            }
        }
        Some(literals)
    }

    fn so_far(&self, puzzle: &Board, known: &[Literal<Atom>]) -> Option<Solution> {
        let mut solution = Solution::unknown(puzzle);
        for layer in &puzzle.layers {
            let mut values = vec![Value::Unknown; layer.places];
            for literal in known {
                let Variable::Atom(atom) = literal.variable else { continue };
                let Some((place, value)) = layer.place(atom) else { continue };
                match layer.values.get(value) {
                    Some(value) if !literal.negated => values[place] = Value::of(value),
                    Some(_) => {}
                    None => values[place] = Value::Number(i64::from(!literal.negated)),
                }
            }
            solution.set(puzzle, layer, values);
        }
        Some(solution)
    }

    fn words(&self, puzzle: &Board, atom: Atom, holds: bool) -> Option<String> {
        puzzle.model.words(atom, holds)
    }

    fn words_of_all(&self, puzzle: &Board, literals: &[(Atom, bool)]) -> Option<Vec<String>> {
        let name = |atom, holds: bool| literal_name(puzzle, if holds { pos(atom) } else { neg(atom) });
        Some(puzzle.model.words_of_all(literals, &name))
    }

    /// The rule that a function has one value is named after the function.
    fn unit(&self, puzzle: &Board, formula: &Formula<Atom>, group: GroupRef<'_, Atom>) -> Option<Unit> {
        let is_function = |layer: &&Layer| layer.name == group.rule().name() && !layer.values.is_empty();
        puzzle.layers.iter().find(is_function)?;
        let &lit = group.constraints().next()?.lits.first()?;
        let Variable::Atom(atom) = formula.variable(lit.var()) else { return None };
        self.placed(puzzle, atom).map(|[place, _]| Unit::Place(place))
    }

    /// A clue is a constraint with a technique, and a number or a word that one cell of the board has.
    fn subject(&self, puzzle: &Board, formula: &Formula<Atom>, group: GroupRef<'_, Atom>) -> Option<Subject> {
        if group.is_of_node() {
            return Some(Subject::Point);
        }
        if puzzle.model.is_about_runs(group.rule().name()) {
            return in_order(puzzle, formula, group).map(Subject::Runs);
        }
        let cell = group.args().iter().find_map(|arg| match *arg {
            Arg::Cell(row, col) => Some(Cell::new(row, col)),
            _ => None,
        })?;
        let rule = group.rule();
        rule.technique(true, false).filter(|_| rule.is_clue())?;
        let number = group.args().iter().find_map(|arg| match *arg {
            Arg::Number(number) => Some(number.to_string()),
            _ => None,
        });
        let givens = &puzzle.givens;
        let key = [givens.size.index(cell)];
        let mut known = givens.layers.keys().filter_map(|layer| Some((layer, givens.get(layer, &key)?)));
        let what = match number {
            Some(number) => known.find(|(_, value)| *value == number).map(|_| number),
            None => known.next().map(|(layer, value)| format!("{value} {layer}")),
        };
        Some(Subject::Clue(crate::draw::at(puzzle, givens.size.index(cell)), what?))
    }

    /// Values that the page has sentences for are told by those.
    fn placed(&self, puzzle: &Board, atom: Atom) -> Option<[String; 2]> {
        let (layer, _) = puzzle.place_of(atom)?;
        if layer.values.is_empty() || puzzle.model.words(atom, true).is_some() {
            return None;
        }
        let name = literal_name(puzzle, pos(atom));
        let (place, value) = name.split_once('=')?;
        Some([place.to_owned(), value.to_owned()])
    }

    fn blanks(&self, puzzle: &Board, limits: &Limits) -> Result<Vec<Blanks<Atom>>, Stop> {
        let on_board = puzzle.layers.iter().filter(|layer| layer.over != Over::Other);
        let of_layer = |layer: &Layer| {
            let blank = |place| {
                let atoms = (0..layer.values.len().max(1)).map(|value| layer.atom(place, value)).collect();
                let cells = places(puzzle, layer, place);
                let half = |of: fn(&Cell) -> u16| {
                    cells.iter().map(|cell| 2 * of(cell) + 1).sum::<u16>() / cells.len() as u16
                };
                let names: Vec<String> = cells.iter().map(|&cell| self.cell_name(puzzle, cell)).collect();
                Blank { name: names.join("-"), at: (half(|cell| cell.row), half(|cell| cell.col)), atoms }
            };
            let without = puzzle.model.without_value(&layer.name, limits)?;
            let places = (0..layer.places).filter(|place| !without.contains(place));
            // What is given is a fact of the formula, and its place is one of the layer.
            let places = places.map(blank).collect();
            Ok(Blanks { values: layer.values.clone(), places, givens: Vec::new() })
        };
        on_board.map(of_layer).collect()
    }

    fn cells(&self, puzzle: &Board, atom: Atom) -> Vec<Cell> {
        let Some((layer, place)) = puzzle.place_of(atom) else { return Vec::new() };
        places(puzzle, layer, place)
    }

    fn cell_name(&self, puzzle: &Board, cell: Cell) -> String {
        crate::draw::name(puzzle, cell)
    }
}

/// The cells of a picture that show a place of a layer: a border has two.
fn places(puzzle: &Board, layer: &Layer, place: usize) -> Vec<Cell> {
    let cells = match layer.over {
        Over::Edges => crate::givens::ends(puzzle.givens.size, place).to_vec(),
        _ => vec![place],
    };
    cells.into_iter().map(|cell| crate::draw::at(puzzle, cell)).collect()
}

/// The variables of a constraint in the order of the cells that they are about; `None` if two are about the same cell.
fn in_order(puzzle: &Board, formula: &Formula<Atom>, group: GroupRef<'_, Atom>) -> Option<Vec<Var>> {
    let clauses = formula.clauses();
    let all: BTreeSet<Var> = group.clauses().flat_map(|place| &clauses[place]).map(|lit| lit.var()).collect();
    let mut variables: BTreeMap<usize, Var> = BTreeMap::new();
    for var in all {
        let Variable::Atom(atom) = formula.variable(var) else { continue };
        let (_, place) = puzzle.place_of(atom)?;
        if *variables.entry(place).or_insert(var) != var {
            return None;
        }
    }
    Some(variables.into_values().collect())
}
