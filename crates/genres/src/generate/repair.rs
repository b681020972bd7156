//! Rooms and words by lot that have a solution: where they have none, those change that are to blame.

use std::{collections::BTreeSet, sync::Arc};

use jigsat_cnf::{Var, Variable};
use jigsat_qprop::{Atom, Over};
use jigsat_solve::{
    Growing, Held, Limits, Solver,
    explain::{Blamed, Blamer, Reason},
};
use rand::seq::IndexedRandom;

use super::{Failed, Maker, NOWHERE, plan::Step, rooms, unique, unique::Drawn};
use crate::{Board, Givens, Solution, givens::ends};

/// Number of attempts without a solution after which boards are changed until they have one: most genres need fewer.
const PLAIN: u32 = 100;

impl Maker<'_> {
    /// A board with a random solution; `None` if none was found.
    pub(super) fn solved(&mut self, givens: &mut Givens) -> Result<Option<(Board, Solution)>, Failed> {
        let mut best: Option<(Givens, Vec<Vec<usize>>)> = None;
        for _ in 0..self.wanted.size.area() {
            let board = unique::board(self.page, givens, self.limits)?;
            match self.random(&board, Vec::new())? {
                Drawn::Solution(solution) => return Ok(Some((board, solution))),
                Drawn::Unknown => break,
                // Another board of that size would be the same.
                Drawn::None if !self.steps.iter().any(Step::is_by_lot) => {
                    let message = format!("there is no {} board of {}", self.page.title(), self.wanted.size);
                    return Err(Failed::Unfit(message));
                }
                Drawn::None if self.unsolvable < PLAIN => {
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
            let Some((before, clashes)) = best.clone() else { break };
            *givens = before;
            for cells in clashes {
                let Some(&near) = cells.choose(&mut self.rng) else { continue };
                if !self.change_lot(givens, near) {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    /// Changes what was made by lot near a cell. Returns whether the page makes something that can change.
    fn change_lot(&mut self, givens: &mut Givens, near: usize) -> bool {
        let can_change: Vec<&Step> = self
            .steps
            .iter()
            .filter(|step| matches!(step, Step::Rooms { .. } | Step::Scatter { .. }))
            .collect();
        let Some(&step) = can_change.choose(&mut self.rng) else { return false };
        match step {
            Step::Scatter { layers, .. } => {
                let removed =
                    layers.iter().filter_map(|layer| givens.layers.get_mut(layer)?.remove(&vec![near]));
                if removed.count() == 0
                    && let Some(layer) = self.one_of(layers)
                {
                    let word = self.word_of(layer);
                    givens.set(layer, vec![near], word, NOWHERE);
                }
            }
            &Step::Rooms { least, most } => {
                let Some(rooms) = &givens.rooms else { return false };
                let size = self.wanted.size;
                let own = (0..size.area()).filter(|&cell| rooms[cell] == rooms[near]);
                let around: BTreeSet<usize> = own
                    .flat_map(|cell| rooms::near(size, cell))
                    .chain([near])
                    .map(|cell| rooms[cell])
                    .collect();
                let again: Vec<usize> =
                    (0..size.area()).filter(|&cell| around.contains(&rooms[cell])).collect();
                let divided = rooms::divide_again(size, rooms, &again, (least, most), &mut self.rng);
                givens.set_rooms(&divided);
            }
            _ => return false,
        }
        true
    }
}

/// Sets of rules that leave no solution together, each without a rule of those before it: the cells that the rules of each are
/// about. None if the search took too long.
fn clashes(board: &Board, limits: &Limits) -> Result<Vec<Vec<usize>>, Failed> {
    let grown = unique::grown(Held::Shared(Arc::new(board.clone())), limits)?;
    let formula = grown.formula();
    let variables = (0..formula.variables()).map(|number| formula.variable(Var::new(number)));
    let cells: Vec<Option<usize>> = variables.map(|variable| cell(board, variable)).collect();
    let grown: Box<dyn Growing> = Box::new(grown);
    let mut blame = Blamer::boxed(grown, &Solver::default())?;
    let mut all = blame.all();
    let mut clashes = Vec::new();
    while let Blamed::These { reasons, .. } = blame.core(&[], &all, &unique::bounded(limits))? {
        all.retain(|reason| !reasons.contains(reason));
        let cnf = blame.grown().cnf();
        let mut clash = BTreeSet::new();
        for reason in reasons {
            let Reason::Group(group) = reason else { continue };
            let lits = cnf.group_at(group).clauses().flat_map(|place| &cnf.clauses()[place]);
            clash.extend(lits.filter_map(|lit| cells.get(lit.vidx()).copied().flatten()));
        }
        // A constraint without literals may be about any cell.
        let any = || (0..board.givens.size.area()).collect();
        clashes.push(if clash.is_empty() { any() } else { clash.into_iter().collect() });
    }
    Ok(clashes)
}

/// The cell that a variable is about; a border belongs to the first of its cells.
fn cell(board: &Board, variable: Variable<Atom>) -> Option<usize> {
    let Variable::Atom(atom) = variable else { return None };
    let (layer, place) = board.place_of(atom)?;
    Some(if layer.over == Over::Edges { ends(board.givens.size, place)[0] } else { place })
}
