//! Combinations: the values that places can have together, whichever of them has which. Two different digits that add up to 4 are
//! 1 and 3.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::{Cnf, Lit, Var, rarely};

use crate::{Error, Limits, Solver, Verdict};

/// The sets of values of some places that fit some constraints and premises, if they are this many at most, and no value
/// occurs twice in one of them.
///
/// `values` are the literals that say which value a place has, each with its value; `places` is the number of places.
///
/// # Errors
///
/// Errors of the solver, and [`Error::Stopped`] if a limit was reached first.
pub fn combinations(
    e: &Cnf,
    groups: &[usize],
    premises: &[Lit],
    values: &[(Lit, i64)],
    places: usize,
    most: usize,
    limits: &Limits,
) -> Result<Option<Vec<Vec<i64>>>, Error> {
    let mut sat = Solver::Batsat.start()?;
    let mut inner: BTreeMap<Var, Var> = BTreeMap::new();
    let mut to_inner = |lit: Lit| {
        let next = Var::new(inner.len() as u32);
        inner.entry(lit.var()).or_insert(next).lit(lit.is_neg())
    };
    for place in groups.iter().flat_map(|&group| e.group_at(group).clauses()) {
        e.interrupt().step(1 + e.clauses()[place].len())?;
        let clause: Vec<Lit> = e.clauses()[place].iter().map(|&lit| to_inner(lit)).collect();
        sat.add(&clause)?;
    }
    for &premise in premises {
        sat.add(&[to_inner(premise)])?;
    }
    let mut of_value: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
    for &(lit, value) in values {
        of_value.entry(value).or_default().push(to_inner(lit));
    }
    // A value is there if a place has it.
    let first = inner.len() as u32;
    let there: BTreeMap<i64, Var> = rarely::map(of_value.keys().copied().zip((first..).map(Var::new)));
    for (value, lits) in &of_value {
        for &lit in lits {
            sat.add(&[!lit, there[value].pos_lit()])?;
        }
    }
    let mut found: BTreeSet<Vec<i64>> = BTreeSet::new();
    loop {
        match sat.solve(&[], limits)? {
            Verdict::Unsat => return Ok(Some(found.into_iter().collect())),
            Verdict::Stopped(stop) => return Err(stop.into()),
            Verdict::Sat => {}
        }
        let is_there = |lits: &[Lit]| lits.iter().filter(|lit| sat.value(lit.var()) != lit.is_neg()).count();
        let counts: Vec<(i64, usize)> =
            of_value.iter().map(|(&value, lits)| (value, is_there(lits))).filter(|of| of.1 > 0).collect();
        if counts.len() != places || counts.iter().any(|&(_, count)| count > 1) || found.len() == most {
            return Ok(None);
        }
        let set: Vec<i64> = counts.into_iter().map(|(value, _)| value).collect();
        // Another one lacks one of these.
        let other: Vec<Lit> = set.iter().map(|value| there[value].neg_lit()).collect();
        sat.add(&other)?;
        found.insert(set);
    }
}

#[cfg(test)]
mod tests {
    use jigsat_cnf::{Bound, Flavours, Formula, Rule, neg, pos};

    use super::*;
    use crate::Stop;

    const PLACE: Rule = Rule::new("place", "{0} has one value");
    const TOTAL: Rule = Rule::new("total", "they add up to {0}");
    const DIFFER: Rule = Rule::new("differ", "they differ");

    /// The combinations of places with different values from 1 which add up to a total.
    fn found(
        places: usize,
        values: i64,
        total: u64,
        limits: &Limits,
    ) -> Result<Option<Vec<Vec<i64>>>, Error> {
        let mut e: Formula<(usize, i64)> = Formula::new(Flavours::default());
        let all = || (0..places).flat_map(|place| (1..=values).map(move |value| (place, value)));
        all().for_each(|atom| e.declare_projected(atom));
        for place in 0..places {
            e.group(&PLACE, (place,)).exactly_one((1..=values).map(|value| (place, value)));
        }
        e.group(&TOTAL, (total as usize,))
            .sum(Bound::Exactly(total), all().map(|(place, value)| (value as u32, (place, value))));
        let mut differ = e.group(&DIFFER, ());
        for (one, value) in all() {
            for other in one + 1..places {
                differ.clause([neg((one, value)), neg((other, value))]);
            }
        }
        let lits: Vec<(Lit, i64)> = all().map(|atom| (e.lit(pos(atom)), atom.1)).collect();
        let groups: Vec<usize> = (0..e.group_count()).collect();
        combinations(&e, &groups, &[], &lits, places, 4, limits)
    }

    /// As many different digits as places, by their total, compared with all of them written down.
    #[test]
    fn those_of_different_digits_with_a_sum() {
        for (places, total, expected) in [
            (2, 4, Some(vec![vec![1, 3]])),
            (2, 5, Some(vec![vec![1, 4], vec![2, 3]])),
            (3, 24, Some(vec![vec![7, 8, 9]])),
            (4, 11, Some(vec![vec![1, 2, 3, 5]])),
            (2, 1, Some(vec![])),
            (3, 15, None),
        ] {
            let found = found(places, 9, total, &Limits::default());
            assert_eq!(found.expect("no limit"), expected, "{places} places add up to {total}");
        }
    }

    /// Sixteen places that have all of sixteen values have no other combination, which no solver shows soon.
    #[test]
    fn limits_hold() {
        let limits = Limits { conflicts: Some(1_000), ..Limits::default() };
        let stopped = found(16, 16, 136, &limits).expect_err("it is left open").stopped();
        assert_eq!(stopped, Some(Stop::Conflicts));
    }
}
