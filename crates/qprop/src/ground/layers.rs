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

    /// Clauses that hold, with new variables for the states, if and only if the end is accepting.
    pub fn clauses(&self, to: &mut Program) -> Vec<Vec<Lit>> {
        let alive = self.alive();
        if !alive[0][0] {
            return vec![vec![]];
        }
        let mut clauses = Vec::new();
        // The literal of each state; `None` for the first one, which is always there.
        let mut here: Vec<Option<Lit>> = vec![None];
        let mut is_start = true;
        for (layer, alive) in self.layers.iter().zip(&alive[1..]) {
            let there: Vec<Option<Lit>> = alive.iter().map(|&alive| alive.then(|| to.aux())).collect();
            let present: Vec<usize> =
                (0..here.len()).filter(|&state| is_start || here[state].is_some()).collect();
            for &state in &present {
                for (&choice, &next) in layer.choices.iter().zip(&layer.next[state]) {
                    let premise = here[state].into_iter().chain(choice).map(|lit| lit ^ 1);
                    clauses.push(premise.chain(there[next as usize]).collect());
                }
            }
            for (number, &lit) in there.iter().enumerate() {
                let Some(lit) = lit else { continue };
                let leads = |state: usize, choice: usize| layer.next[state][choice] as usize == number;
                for (choice, &chosen) in layer.choices.iter().enumerate() {
                    let from =
                        present.iter().filter(|&&state| leads(state, choice)).map(|&state| here[state]);
                    let from: Vec<Option<Lit>> = from.collect();
                    if from.iter().any(Option::is_none) {
                        continue;
                    }
                    let premise = [lit ^ 1].into_iter().chain(chosen.map(|chosen| chosen ^ 1));
                    clauses.push(premise.chain(from.into_iter().flatten()).collect());
                }
                let any_choice = |&state: &usize| (0..layer.choices.len()).any(|choice| leads(state, choice));
                let from: Vec<Option<Lit>> =
                    present.iter().filter(|state| any_choice(state)).map(|&state| here[state]).collect();
                if from.iter().all(Option::is_some) {
                    clauses.push([lit ^ 1].into_iter().chain(from.into_iter().flatten()).collect());
                }
            }
            here = there;
            is_start = false;
        }
        clauses
    }
}
