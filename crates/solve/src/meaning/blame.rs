//! What forbids some values: constraints, and the values that they are about, of which none can be left out.

use jigsat_cnf::{Cnf, Lit, Var, rarely};
use rustc_hash::FxHashSet;

use super::shown::Shown;
use crate::{Error, Limits, Sat, Solver, Verdict};

/// Places of what is shown, with their values.
type Values = Vec<(usize, bool)>;

/// A formula whose groups can be switched on.
pub(super) struct Blame<'b> {
    cnf: &'b Cnf,
    sat: Box<dyn Sat>,
    /// The groups that have clauses.
    groups: Vec<usize>,
    shown: &'b Shown,
    limits: &'b Limits,
}

impl<'b> Blame<'b> {
    pub fn new(cnf: &'b Cnf, shown: &'b Shown, solver: &Solver, limits: &'b Limits) -> Result<Self, Error> {
        let mut sat = solver.start()?;
        sat.reserve(2 * cnf.variables().max(cnf.group_count() as u32))?;
        let mut clause = Vec::new();
        let mut groups = Vec::new();
        for group in cnf.groups().filter(|group| !group.clauses().is_empty()) {
            groups.push(group.index());
            for place in group.clauses() {
                cnf.interrupt().step(cnf.clauses()[place].len() + 1)?;
                clause.clear();
                clause.push(!selector(group.index()));
                clause.extend(cnf.clauses()[place].iter().map(|&lit| inner(lit)));
                sat.add(&clause)?;
            }
        }
        Ok(Blame { cnf, sat, groups, shown, limits })
    }

    /// The values and the groups that forbid them together, none of which can be left out: one group that forbids some
    /// of `all` by itself, first of all that at `likely`; if there is none, several. `core` has values that the formula
    /// can't have together.
    pub fn least(
        &mut self,
        core: &[(usize, bool)],
        all: &[(usize, bool)],
        likely: Option<usize>,
    ) -> Result<(Values, Vec<usize>), Error> {
        let every = self.groups.clone();
        let mut groups = self.core(&every, core)?.map_or(every, |(groups, _)| groups);
        // One constraint that forbids it alone says more than several that do so together.
        let alone = self.falsified(all);
        for group in likely.into_iter().chain(groups.clone()).chain(alone) {
            if let Some((_, values)) = self.core(&[group], all)? {
                return Ok((self.least_values(values, &[group])?, vec![group]));
            }
        }
        let mut needed = Vec::new();
        while let Some(group) = groups.pop() {
            let rest: Vec<usize> = needed.iter().chain(&groups).copied().collect();
            match self.core(&rest, core)? {
                Some((fewer, _)) => {
                    let fewer: FxHashSet<usize> = fewer.into_iter().collect();
                    groups.retain(|group| fewer.contains(group));
                }
                None => needed.push(group),
            }
        }
        needed.sort_unstable();
        Ok((self.least_values(core.to_vec(), &needed)?, needed))
    }

    /// The first group with a clause whose literals are all false with these values.
    fn falsified(&self, values: &[(usize, bool)]) -> Option<usize> {
        let lits = values.iter().filter_map(|&(place, value)| {
            let lit = self.shown.places[place][1]?;
            Some(if value { !lit } else { lit })
        });
        let is_false: FxHashSet<Lit> = lits.collect();
        let falsified = |clause: &[Lit]| clause.iter().all(|lit| is_false.contains(lit));
        let place = self.cnf.clauses().iter().position(falsified)?;
        Some(self.cnf.group_of(place).index())
    }

    /// Those of some values that the groups need to forbid them. Values that are false are left out first, because a
    /// sentence about those that are true says more.
    fn least_values(&mut self, values: Values, groups: &[usize]) -> Result<Values, Error> {
        let mut kept: Values = Vec::new();
        let mut open = self.core(groups, &values)?.map_or(values, |(_, values)| values);
        rarely::sort_by_key(&mut open, |&(_, value)| !value);
        while let Some(value) = open.pop() {
            let rest: Values = kept.iter().chain(&open).copied().collect();
            match self.core(groups, &rest)? {
                Some((_, fewer)) => open.retain(|value| fewer.contains(value)),
                None => kept.push(value),
            }
        }
        rarely::sort(&mut kept);
        Ok(kept)
    }

    /// Which of these groups and values the solver needs to refute them; `None` if they are possible together.
    fn core(
        &mut self,
        groups: &[usize],
        values: &[(usize, bool)],
    ) -> Result<Option<(Vec<usize>, Values)>, Error> {
        let lit = |&(place, value): &(usize, bool)| {
            self.shown.places[place][1].map(|lit| inner(if value { lit } else { !lit }))
        };
        let assumed: Vec<Lit> =
            groups.iter().map(|&group| selector(group)).chain(values.iter().filter_map(lit)).collect();
        match self.sat.solve(&assumed, self.limits)? {
            Verdict::Sat => Ok(None),
            Verdict::Stopped(stop) => Err(stop.into()),
            Verdict::Unsat => {
                let core: FxHashSet<Lit> = self.sat.core().into_iter().collect();
                let groups =
                    groups.iter().copied().filter(|&group| core.contains(&selector(group))).collect();
                let is_needed = |value: &&(usize, bool)| lit(value).is_some_and(|lit| core.contains(&lit));
                Ok(Some((groups, values.iter().filter(is_needed).copied().collect())))
            }
        }
    }
}

/// The solver's literal for one of the formula's: even variables.
fn inner(lit: Lit) -> Lit {
    Lit::new(2 * lit.var().idx32(), lit.is_neg())
}

/// The solver's literal that switches a group on: odd variables.
fn selector(group: usize) -> Lit {
    Var::new(2 * group as u32 + 1).pos_lit()
}
