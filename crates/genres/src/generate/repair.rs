//! Rooms and words by lot that have a solution: where they have none, those change that are to blame.

use jigsat_cnf::Variable;
use jigsat_qprop::{Atom, Encoding, Over};
use jigsat_solve::{
    BuildOptions, Error, Held, Limits, Solver,
    explain::{Blame, Blamed, Reason},
};
use rand::seq::IndexedRandom;

use super::{Failed, Maker, NOWHERE, plan::Step, rooms, unique, unique::Drawn};
use crate::{Board, Givens, Solution, givens::ends};

/// Number of attempts in a row without a solution after which boards are changed until they have one: most genres need fewer.
const PLAIN: u32 = 100;

impl Maker<'_> {
    /// A board with a random solution; `None` if none was found.
    pub(super) fn solved(&mut self, givens: &mut Givens) -> Result<Option<(Board, Solution)>, Failed> {
        let mut best: Option<(Givens, Vec<Vec<usize>>)> = None;
        for _ in 0..self.wanted.size.area() {
            let board = unique::board(self.page, givens, self.limits)?;
            match self.random(&board, Vec::new())? {
                Drawn::Solution(solution) => {
                    if self.unsolvable < PLAIN {
                        self.unsolvable = 0;
                    }
                    return Ok(Some((board, solution)));
                }
                Drawn::Unknown => break,
                // Another board of that size would be the same.
                Drawn::None if !self.steps.iter().any(Step::is_by_lot) => {
                    let message = format!("there is no {} board of {}", self.page.title(), self.wanted.size);
                    return Err(Failed::Unfit(message));
                }
                Drawn::None if self.unsolvable < PLAIN || !self.steps.iter().any(can_change) => {
                    self.unsolvable += 1;
                    return Ok(None);
                }
                Drawn::None => {}
            }
            let clashes = clashes(&board, self.limits)?;
            if clashes.is_empty() {
                break;
            }
            if best.as_ref().is_none_or(|(_, fewest)| clashes.len() <= fewest.len()) {
                best = Some((givens.clone(), clashes));
            }
            if let Some((before, clashes)) = &best {
                givens.clone_from(before);
                for cells in clashes {
                    if let Some(&near) = cells.choose(&mut self.rng) {
                        self.change_lot(givens, near);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Changes what was made by lot near a cell.
    fn change_lot(&mut self, givens: &mut Givens, near: usize) {
        let steps: Vec<&Step> = self.steps.iter().filter(|step| can_change(step)).collect();
        match steps.choose(&mut self.rng) {
            Some(Step::Scatter { layers, .. }) => {
                let removed =
                    layers.iter().filter_map(|layer| givens.layers.get_mut(layer)?.remove(&vec![near]));
                if removed.count() == 0
                    && let Some(layer) = self.one_of(layers)
                {
                    let word = self.word_of(layer);
                    givens.set(layer, vec![near], word, NOWHERE);
                }
            }
            Some(&&Step::Rooms { least, most }) => {
                let Some(rooms) = &givens.rooms else { return };
                let size = self.wanted.size;
                let mut around = vec![rooms[near]];
                for own in (0..size.area()).filter(|&cell| rooms[cell] == rooms[near]) {
                    around.extend(rooms::near(size, own).map(|cell| rooms[cell]));
                }
                let again: Vec<usize> =
                    (0..size.area()).filter(|&cell| around.contains(&rooms[cell])).collect();
                let divided = rooms::divide_again(size, rooms, &again, (least, most), &mut self.rng);
                givens.set_rooms(&divided);
            }
            _ => {}
        }
    }
}

/// Whether the result of a step can change a little.
fn can_change(step: &Step) -> bool {
    matches!(step, Step::Rooms { .. } | Step::Scatter { .. })
}

/// Sets of rules that leave no solution together, each without a rule of those before it: the cells that the rules of each are
/// about. None if the search took too long.
fn clashes(board: &Board, limits: &Limits) -> Result<Vec<Vec<usize>>, Failed> {
    let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
    let blame = Blame::new(Held::Borrowed(board), Encoding::Model, &options, &Solver::default());
    let mut blame = Error::unless_stopped(blame)??;
    let mut all = blame.all();
    let mut clashes = Vec::new();
    while let Blamed::These { reasons, .. } = blame.core(&[], &all, &unique::bounded(limits))? {
        all.retain(|reason| !reasons.contains(reason));
        let formula = blame.formula();
        let mut is_in = vec![false; board.givens.size.area()];
        for reason in reasons {
            let Reason::Group(group) = reason else { continue };
            let lits = formula.group_at(group).clauses().flat_map(|place| &formula.clauses()[place]);
            for cell in lits.filter_map(|lit| cell(board, formula.variable(lit.var()))) {
                is_in[cell] = true;
            }
        }
        // A constraint without literals may be about any cell.
        let is_any = !is_in.contains(&true);
        clashes.push((0..is_in.len()).filter(|&cell| is_any || is_in[cell]).collect());
    }
    Ok(clashes)
}

/// The cell that a variable is about; a border belongs to the first of its cells.
fn cell(board: &Board, variable: Variable<Atom>) -> Option<usize> {
    let Variable::Atom(atom) = variable else { return None };
    let (layer, place) = board.place_of(atom)?;
    Some(if layer.over == Over::Edges { ends(board.givens.size, place)[0] } else { place })
}
