//! Sums, products and sequences, layer by layer: each layer takes one of its choices and goes from one state to
//! another; the last state decides.
//!
//! A new variable for each state of a layer that can be reached and that can lead to an accepting end, and clauses in
//! both directions, so that unit propagation finds everything that follows. C.-G. Quimper, T. Walsh: Global grammar
//! constraints, CP 2006; F. Bacchus: GAC via unit propagation, CP 2007.

use rustc_hash::FxHashMap;

use super::program::{Lit, Program};

/// A deterministic automaton without cycles.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layers {
    layers: Vec<Layer>,
    /// Whether each state of the last layer is accepting.
    accepted: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq)]
struct Layer {
    /// The literals of the choices, exactly one of which holds; a choice without a literal always does.
    choices: Vec<Option<Lit>>,
    /// The next state by state and choice.
    next: Vec<Vec<u32>>,
}

/// Maximum number of states in all layers together.
pub(super) const MAX_STATES: usize = 200_000;

impl Layers {
    /// Starts from the first state; `step` gives the next state for a state and the value of a choice, and `good` says
    /// whether a last state is accepting. `None` if there are too many states.
    pub fn new<S: Copy + Eq + std::hash::Hash, V: Copy>(
        start: S,
        choices: &[Vec<(Option<Lit>, V)>],
        step: impl Fn(S, V) -> S,
        good: impl Fn(S) -> bool,
    ) -> Option<Self> {
        let mut states = vec![start];
        let mut layers = Vec::with_capacity(choices.len());
        let mut total = 1;
        for choices in choices {
            let mut numbers: FxHashMap<S, u32> = FxHashMap::default();
            let mut found: Vec<S> = Vec::new();
            let mut next = Vec::with_capacity(states.len());
            for &state in &states {
                let row = choices.iter().map(|&(_, value)| {
                    let state = step(state, value);
                    *numbers.entry(state).or_insert_with(|| {
                        found.push(state);
                        found.len() as u32 - 1
                    })
                });
                next.push(row.collect());
                if total + found.len() > MAX_STATES {
                    return None;
                }
            }
            total += found.len();
            layers.push(Layer { choices: choices.iter().map(|&(lit, _)| lit).collect(), next });
            states = found;
        }
        Some(Layers { layers, accepted: states.into_iter().map(good).collect() })
    }

    /// The same with the other end states accepting.
    pub fn negated(mut self) -> Self {
        self.accepted.iter_mut().for_each(|good| *good = !*good);
        self
    }

    /// By layer, whether an accepting end can be reached from each state.
    fn alive(&self) -> Vec<Vec<bool>> {
        let mut alive = vec![self.accepted.clone()];
        for layer in self.layers.iter().rev() {
            let after = &alive[alive.len() - 1];
            let state = |next: &Vec<u32>| next.iter().any(|&next| after[next as usize]);
            let before: Vec<bool> = layer.next.iter().map(state).collect();
            alive.push(before);
        }
        alive.reverse();
        alive
    }

    /// Calls `each` with clauses that hold, with new variables for the states, if and only if the end is accepting.
    pub fn each_clause(&self, to: &mut Program, each: &mut dyn FnMut(&[Lit], &mut Program)) {
        let alive = self.alive();
        if !alive[0][0] {
            return each(&[], to);
        }
        let mut clause = Vec::new();
        let mut add = |lits: &mut dyn Iterator<Item = Lit>, to: &mut Program| {
            clause.clear();
            clause.extend(lits);
            each(&clause, to);
        };
        // The states of a layer that are there, with their literals; the first one is always there, without one.
        let mut here: Vec<(usize, Option<Lit>)> = vec![(0, None)];
        for (layer, alive) in self.layers.iter().zip(&alive[1..]) {
            let there: Vec<Option<Lit>> = alive.iter().map(|&alive| alive.then(|| to.aux())).collect();
            // What leads to each state: a state's literal and a choice.
            let mut before = vec![Vec::new(); there.len()];
            for &(number, lit) in &here {
                for (choice, (&chosen, &next)) in layer.choices.iter().zip(&layer.next[number]).enumerate() {
                    let premise = lit.into_iter().chain(chosen).map(|lit| lit ^ 1);
                    add(&mut premise.chain(there[next as usize]), to);
                    before[next as usize].push((lit, choice));
                }
            }
            for (before, &lit) in before.iter_mut().zip(&there) {
                let Some(lit) = lit else { continue };
                for (choice, &chosen) in layer.choices.iter().enumerate() {
                    let from = before.iter().filter(|&&(_, by)| by == choice).map(|&(from, _)| from);
                    if from.clone().all(|from| from.is_some()) {
                        let premise = [lit].into_iter().chain(chosen).map(|lit| lit ^ 1);
                        add(&mut premise.chain(from.flatten()), to);
                    }
                }
                before.dedup_by_key(|&mut (from, _)| from);
                if before.iter().all(|(from, _)| from.is_some()) {
                    add(&mut [lit ^ 1].into_iter().chain(before.iter().filter_map(|&(from, _)| from)), to);
                }
            }
            let is_there = |(number, lit): (usize, Option<Lit>)| lit.map(|lit| (number, Some(lit)));
            here = there.into_iter().enumerate().filter_map(is_there).collect();
        }
    }

    /// The same clauses.
    pub fn clauses(&self, to: &mut Program) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        self.each_clause(to, &mut |clause, _| clauses.push(clause.to_vec()));
        clauses
    }
}
