use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::{Bound, Cnf, Lit, Stop};
use rustc_hash::FxHashMap;

/// Two cubes that may have a solution in common, by their places; `None` if all cubes exclude each other.
///
/// Cubes with a common beginning are compared at the first literals that differ. These must be opposites, or
/// the formula must state that at most one of them is true, or unit propagation must derive from one of them
/// and the literals before it that the other is false. That is enough for the cubes of
/// [`split`](super::split()), and errs on the safe side for others. Nothing of the search that made the cubes
/// is trusted.
///
/// # Errors
///
/// Why it was given up, by the limits of the formula.
pub fn overlap(e: &Cnf, cubes: &[Vec<Lit>]) -> Result<Option<(usize, usize)>, Stop> {
    let mut bounds: FxHashMap<Lit, Vec<u32>> = FxHashMap::default();
    for (number, constraint) in (0..).zip(e.constraints_from(0)) {
        if matches!(constraint.bound, Bound::AtMost(1) | Bound::Exactly(1)) && constraint.weights.is_none() {
            e.interrupt().step(constraint.lits.len())?;
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
    fn check(&self, depth: usize, alike: &[usize]) -> Result<Option<(usize, usize)>, Stop> {
        if alike.len() < 2 {
            return Ok(None);
        }
        let mut next: BTreeMap<Lit, Vec<usize>> = BTreeMap::new();
        for &cube in alike {
            match self.cubes[cube].get(depth) {
                Some(&lit) => next.entry(lit).or_default().push(cube),
                // It contains all of the others.
                None => return Ok(alike.iter().find(|&&other| other != cube).map(|&other| (cube, other))),
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
                if derived.is_none() {
                    derived = Some(self.derived(prefix, lit)?);
                }
                let derived = derived.as_ref().expect("it was just derived");
                if derived.as_ref().is_some_and(|derived| !derived.contains(&!other)) {
                    return Ok(Some((cube, other_cube)));
                }
            }
        }
        for cubes in next.values() {
            if let Some(found) = self.check(depth + 1, cubes)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn bounded(&self, lit: Lit, other: Lit) -> bool {
        let (Some(of_lit), Some(of_other)) = (self.bounds.get(&lit), self.bounds.get(&other)) else {
            return false;
        };
        of_lit.iter().any(|number| of_other.binary_search(number).is_ok())
    }

    /// The literals that follow from these by unit propagation; `None` if they contradict the formula.
    fn derived(&self, prefix: &[Lit], lit: Lit) -> Result<Option<BTreeSet<Lit>>, Stop> {
        let mut assumed = prefix.to_vec();
        assumed.push(lit);
        let result = self.formula.propagate(&assumed)?;
        let consistent = result.conflict.is_none() && result.contradicted.is_none();
        Ok(consistent.then(|| result.steps.into_iter().map(|(lit, _)| lit).collect()))
    }
}
