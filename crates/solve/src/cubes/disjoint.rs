use std::collections::BTreeMap;

use jigsat_cnf::{Bound, Cnf, Lit};
use rustc_hash::FxHashMap;

/// Two cubes that may have a solution in common, by their places; `None` if all cubes exclude each other.
///
/// Cubes with a common beginning are compared at the first literals that differ. These must be opposites, or
/// the formula must state that at most one of them is true, or unit propagation must derive from one of them
/// and the literals before it that the other is false. That is enough for the cubes of
/// [`split`](super::split()), and errs on the safe side for others. Nothing of the search that made the cubes
/// is trusted.
#[must_use]
pub fn overlap(e: &Cnf, cubes: &[Vec<Lit>]) -> Option<(usize, usize)> {
    let mut bounds: FxHashMap<Lit, Vec<u32>> = FxHashMap::default();
    for (number, constraint) in (0..).zip(e.constraints_from(0)) {
        if matches!(constraint.bound, Bound::AtMost(1) | Bound::Exactly(1)) && constraint.weights.is_none() {
            for &lit in constraint.lits {
                bounds.entry(lit).or_default().push(number);
            }
        }
    }
    let checker = Checker { formula: e, bounds, cubes };
    checker.check(0, &(0..cubes.len()).collect::<Vec<_>>())
}

struct Checker<'c> {
    formula: &'c Cnf,
    /// The constraints 'at most one' by their literals.
    bounds: FxHashMap<Lit, Vec<u32>>,
    cubes: &'c [Vec<Lit>],
}

impl Checker<'_> {
    /// Compares cubes that have their first `depth` literals in common.
    fn check(&self, depth: usize, alike: &[usize]) -> Option<(usize, usize)> {
        if alike.len() < 2 {
            return None;
        }
        let mut next: BTreeMap<Lit, Vec<usize>> = BTreeMap::new();
        for &cube in alike {
            match self.cubes[cube].get(depth) {
                Some(&lit) => next.entry(lit).or_default().push(cube),
                // It contains all of the others.
                None => return Some((cube, alike.iter().copied().find(|&other| other != cube)?)),
            }
        }
        let prefix = &self.cubes[alike[0]][..depth];
        let first: Vec<(Lit, usize)> = next.iter().map(|(&lit, cubes)| (lit, cubes[0])).collect();
        for (place, &(lit, cube)) in first.iter().enumerate() {
            let mut derived = None;
            for &(other, other_cube) in &first[place + 1..] {
                if other == !lit || self.bounded(lit, other) {
                    continue;
                }
                let derived = derived.get_or_insert_with(|| self.derived(prefix, lit));
                if derived.as_ref().is_some_and(|derived| !derived.contains(&!other)) {
                    return Some((cube, other_cube));
                }
            }
        }
        next.values().find_map(|cubes| self.check(depth + 1, cubes))
    }

    fn bounded(&self, lit: Lit, other: Lit) -> bool {
        let (Some(of_lit), Some(of_other)) = (self.bounds.get(&lit), self.bounds.get(&other)) else {
            return false;
        };
        of_lit.iter().any(|number| of_other.binary_search(number).is_ok())
    }

    /// The literals that follow from these by unit propagation; `None` if they contradict the formula.
    fn derived(&self, prefix: &[Lit], lit: Lit) -> Option<std::collections::BTreeSet<Lit>> {
        let mut assumed = prefix.to_vec();
        assumed.push(lit);
        let result = self.formula.propagate(&assumed);
        let consistent = result.conflict.is_none() && result.contradicted.is_none();
        consistent.then(|| result.steps.into_iter().map(|(lit, _)| lit).collect())
    }
}
