//! Bounds in normal form: each variable once. The encoders need that, as they take the terms of a sum from a map.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use crate::constraint::Bound;

/// Up to this many literals are compared in pairs, which takes less time than hashing.
const PAIRS: usize = 16;

/// A bound on a weighted sum in which no variable occurs twice and no weight is 0.
pub(super) struct Normal {
    pub bound: Bound,
    /// The variables have the order of their first occurrences.
    pub lits: Vec<Lit>,
    pub weights: Vec<u64>,
}

/// Whether no two literals have the same variable.
pub(super) fn are_distinct(lits: &[Lit]) -> bool {
    if lits.len() <= PAIRS {
        let occurs = |lit: &Lit, others: &[Lit]| others.iter().any(|other| other.var() == lit.var());
        return lits.iter().enumerate().all(|(place, lit)| !occurs(lit, &lits[..place]));
    }
    let mut seen: FxHashSet<Var> = FxHashSet::default();
    lits.iter().all(|lit| seen.insert(lit.var()))
}

/// Adds up the weights of equal literals. Of a literal and its negation exactly one is true, so the lesser of their
/// weights counts in any case: it is taken from both and from the bound.
pub(super) fn normal(bound: Bound, terms: impl IntoIterator<Item = (u64, Lit)>) -> Normal {
    let mut places: FxHashMap<Var, usize> = FxHashMap::default();
    // For each variable, the literal that came first, its weight, and the weight of its negation.
    let mut merged: Vec<(Lit, u64, u64)> = Vec::new();
    for (weight, lit) in terms {
        match places.entry(lit.var()) {
            Entry::Vacant(entry) => {
                entry.insert(merged.len());
                merged.push((lit, weight, 0));
            }
            Entry::Occupied(entry) => {
                let (first, own, opposite) = &mut merged[*entry.get()];
                *(if lit == *first { own } else { opposite }) += weight;
            }
        }
    }
    let mut always = 0;
    let (mut lits, mut weights) = (Vec::new(), Vec::new());
    for (first, own, opposite) in merged {
        always += own.min(opposite);
        if own != opposite {
            lits.push(if own > opposite { first } else { !first });
            weights.push(own.abs_diff(opposite));
        }
    }
    match bound {
        Bound::AtMost(k) if k >= always => Normal { bound: Bound::AtMost(k - always), lits, weights },
        Bound::Exactly(k) if k >= always => Normal { bound: Bound::Exactly(k - always), lits, weights },
        Bound::AtLeast(k) => Normal { bound: Bound::AtLeast(k.saturating_sub(always)), lits, weights },
        // What counts in any case is too much: nothing can be one or more.
        Bound::AtMost(_) | Bound::Exactly(_) => {
            Normal { bound: Bound::AtLeast(1), lits: Vec::new(), weights: Vec::new() }
        }
    }
}
