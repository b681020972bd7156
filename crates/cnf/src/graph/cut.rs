//! Finds cuts. The same code handles complete models and partial assignments.

mod chains;
mod closed;
mod connected;
mod cycles;
mod matching;
mod pairs;
mod regions;

use rustsat::types::Lit;

use super::{Breach, Cut, GraphConstraint, Kind, Witness, constraint::Flood};
use crate::{Interrupt, Stop, rarely};

/// Appends clauses that every solution of the constraint satisfies and that are unit or falsified under these
/// values: no literal of such a clause is true, and at most one is open. If the values contradict the
/// constraint, all literals of the clauses are false.
///
/// If every element has a value and the ordinary clauses of the constraint are satisfied, there is a cut if
/// and only if the constraint is broken: one for each component, like subtour elimination (G. Dantzig, R.
/// Fulkerson, S. Johnson: Solution of a large-scale traveling-salesman problem, Operations Research 1954). If
/// some elements are open, the cuts don't include everything that follows.
///
/// # Errors
///
/// Why it was given up. Then nothing is appended.
pub fn cut(
    constraint: &GraphConstraint,
    value: &dyn Fn(Lit) -> Option<bool>,
    interrupt: &Interrupt,
    out: &mut Vec<Cut>,
) -> Result<(), Stop> {
    let condition = constraint.condition().map_or(State::On, |lit| State::of(value(lit)));
    if condition == State::Off {
        return Ok(());
    }
    interrupt.step(constraint.span())?;
    let state = |element| constraint.lit(element).map_or(State::On, |lit| State::of(value(lit)));
    let states: Vec<State> = (0..constraint.span() as u32).map(state).collect();
    let first = out.len();
    let mut view = View { constraint, states, interrupt, out };
    match constraint.kind() {
        Kind::Connected | Kind::ConnectedCover => connected::cut(&mut view),
        Kind::OneLoop => chains::cut_loop(&mut view),
        Kind::Regions(regions) => regions::cut(&mut view, regions),
        Kind::Pairs(pairs) => pairs::cut(&mut view, pairs),
        Kind::Paths(pairs) => chains::cut_paths(&mut view, pairs),
        Kind::Matching => matching::cut(&mut view),
        Kind::Acyclic => cycles::cut(&mut view),
        Kind::Closed => closed::cut(&mut view),
    }
    if let Some(stop) = interrupt.stopped() {
        out.truncate(first);
        return Err(stop);
    }
    let is_open = |lit: &Lit| value(*lit).is_none();
    let mut place = 0;
    out.retain(|cut| {
        place += 1;
        place <= first || cut.clause.iter().filter(|lit| is_open(lit)).count() < 2
    });
    let is_broken = |cut: &Cut| cut.clause.iter().all(|lit| !is_open(lit));
    if out[first..].iter().any(is_broken) {
        let mut place = 0;
        out.retain(|cut| {
            place += 1;
            place <= first || is_broken(cut)
        });
    }
    rarely::sort_by(&mut out[first..], |a, b| a.clause.len().cmp(&b.clause.len()).then_with(|| a.cmp(b)));
    let mut new = out.split_off(first);
    new.dedup_by(|a, b| a.clause == b.clause);
    out.append(&mut new);
    Ok(())
}

/// The state of an element under the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    On,
    Off,
    Open,
}

impl State {
    fn of(value: Option<bool>) -> Self {
        match value {
            Some(true) => State::On,
            Some(false) => State::Off,
            None => State::Open,
        }
    }
}

/// Connected sets, each from its first element on.
struct Components {
    elements: Vec<u32>,
    starts: Vec<u32>,
    /// By element: the number of its set, or `u32::MAX` if it is in none.
    set_of: Vec<u32>,
}

impl Components {
    fn len(&self) -> usize {
        self.starts.len()
    }

    fn set(&self, number: usize) -> &[u32] {
        let end = self.starts.get(number + 1).map_or(self.elements.len(), |&end| end as usize);
        &self.elements[self.starts[number] as usize..end]
    }

    fn sets(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|number| self.set(number))
    }
}

/// A constraint with the states of its elements, and the cuts that were found. A search that asks it for a part of the
/// graph gets next to nothing once the interrupt says to stop, so all searches end; then the cuts don't count.
struct View<'v> {
    constraint: &'v GraphConstraint,
    states: Vec<State>,
    interrupt: &'v Interrupt,
    out: &'v mut Vec<Cut>,
}

impl View<'_> {
    /// Counts a search of this many elements. Returns whether to search.
    fn searches(&self, elements: usize) -> bool {
        // Each also marks elements in a list of all.
        self.interrupt.step(elements + self.constraint.elements() / 16 + 1).is_ok()
    }

    /// As [`GraphConstraint::flood`].
    fn flood(&self, from: &[u32], open: impl Fn(u32) -> bool) -> Flood {
        if !self.searches(from.len()) {
            return self.constraint.flood(&[], |_| false);
        }
        let flood = self.constraint.flood(from, open);
        let _ = self.interrupt.step(flood.reached.len());
        flood
    }

    fn is_on(&self, element: u32) -> bool {
        self.states[element as usize] == State::On
    }

    fn is_off(&self, element: u32) -> bool {
        self.states[element as usize] == State::Off
    }

    fn is_open(&self, element: u32) -> bool {
        self.states[element as usize] == State::Open
    }

    fn nodes(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.constraint.nodes().len() as u32
    }

    /// The nodes among some elements.
    fn nodes_of<'s>(&self, elements: &'s [u32]) -> impl Iterator<Item = u32> + use<'s> {
        let nodes = self.constraint.nodes().len() as u32;
        elements.iter().copied().filter(move |&element| element < nodes)
    }

    /// The elements that can have neighbours, nodes first.
    fn elements(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.constraint.span() as u32
    }

    /// The connected sets of the elements that are chosen.
    fn components(&self, chosen: impl Fn(u32) -> bool) -> Components {
        let mut found = Components {
            elements: Vec::with_capacity(self.constraint.span()),
            starts: Vec::new(),
            set_of: vec![u32::MAX; self.constraint.span()],
        };
        if !self.searches(self.constraint.span()) {
            return found;
        }
        for start in self.elements() {
            if found.set_of[start as usize] != u32::MAX || !chosen(start) {
                continue;
            }
            let number = found.starts.len() as u32;
            let mut next = found.elements.len();
            found.starts.push(next as u32);
            found.set_of[start as usize] = number;
            found.elements.push(start);
            while let Some(&element) = found.elements.get(next) {
                next += 1;
                for &other in self.constraint.around(element) {
                    if found.set_of[other as usize] == u32::MAX && chosen(other) {
                        found.set_of[other as usize] = number;
                        found.elements.push(other);
                    }
                }
            }
        }
        found
    }

    /// The elements next to those of a flood but not in it, each once.
    fn border(&self, flood: &Flood) -> Vec<u32> {
        let mut border = Vec::new();
        if !self.searches(flood.reached.len()) {
            return border;
        }
        let mut seen = vec![false; self.constraint.elements()];
        for &other in flood.reached.iter().flat_map(|&element| self.constraint.around(element)) {
            if !flood.has(other) && !std::mem::replace(&mut seen[other as usize], true) {
                border.push(other);
            }
        }
        border
    }

    /// The part of a border that also touches what can be reached from `beyond`: a minimal separator.
    fn separator(&self, border: &[u32], beyond: u32) -> Vec<u32> {
        let mut is_border = vec![false; self.constraint.elements()];
        for &element in border {
            is_border[element as usize] = true;
        }
        let flood = self.flood(&[beyond], |element| !is_border[element as usize]);
        let touches = |element: &u32| self.constraint.around(*element).iter().any(|&other| flood.has(other));
        border.iter().copied().filter(touches).collect()
    }

    /// Keeps a cut. Elements that always hold need no premise.
    fn push(&mut self, breach: Breach, holding: Vec<u32>, lacking: Vec<u32>) {
        let witness = Witness { breach, holding, lacking };
        if let Some(clause) = self.constraint.clause(&witness) {
            self.out.push(Cut { clause, witness });
        }
    }
}
