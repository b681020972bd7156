//! Minimal explanations: no reason can be left out.
//!
//! Deletion from a core, which takes over each smaller core on the way (clause-set refinement): A. Belov, I.
//! Lynce, J. Marques-Silva: Towards efficient MUS extraction, AI Communications 2012.

use jigsat_cnf::{Cnf, Lit, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Blamed, Blamer, Reason,
    models::{Models, ToHit},
};
use crate::{Error, Growing, Limits, Sat, Solver, Stop, Verdict};

/// Minimum number of reasons for using earlier models; with fewer, asking the solver takes less time.
const MANY: usize = 50;

impl Blamer<dyn Growing + '_> {
    /// Leaves out reasons until all are needed. They must rule the literals out together.
    pub(super) fn minimize(
        &self,
        literals: &[Lit],
        reasons: Vec<Reason>,
        limits: &Limits,
    ) -> Result<Blamed, Error> {
        let (bar, mut models) = (Bar::default(), Models::default());
        let (minimized, _) = self.minimize_below(literals, Core::of(reasons), bar, &mut models, limits)?;
        let stopped = if let End::Limit(stop) = minimized.end { Some(stop) } else { None };
        Ok(Blamed::These { reasons: minimized.core.reasons, stopped })
    }

    // ANCHOR: minimize
    /// Leaves out one reason after the other. With each that can go, those go that the next core does not
    /// need. The reasons must rule the literals out together. Returns also how many conflicts it took.
    pub(super) fn minimize_below(
        &self,
        literals: &[Lit],
        Core { reasons, mut needed }: Core,
        bar: Bar,
        models: &mut Models,
        limits: &Limits,
    ) -> Result<(Minimized, u64), Error> {
        let is_worth_models = reasons.len() >= MANY;
        let known =
            if is_worth_models { models.broken(self.cnf(), literals, &reasons) } else { Ok(Vec::new()) };
        let begun = known
            .map_err(Error::from)
            .and_then(|known| Ok((ToHit::new(known), Part::new(self.cnf(), &reasons, self.solver())?)));
        let (mut to_hit, mut part) = match Error::unless_stopped(begun)? {
            Ok(begun) => begun,
            Err(stop) => {
                return Ok((Minimized { core: Core { reasons, needed }, end: End::Limit(stop) }, 0));
            }
        };
        part.assert(literals)?;
        let mut open = without(reasons, &needed);
        for &reason in &needed {
            to_hit.hit(reason);
            part.keep(reason)?;
        }
        let mut least = to_hit.least();
        let end = loop {
            // A reason is needed if an earlier model breaks it alone.
            while let Some(reason) = to_hit.single() {
                to_hit.hit(reason);
                open.retain(|&other| other != reason);
                needed.push(reason);
                part.keep(reason)?;
            }
            if needed.len().max(least) >= bar.reasons || part.conflicts() > bar.conflicts {
                break End::Bar;
            }
            let Some(candidate) = open.pop() else { break End::Minimal };
            let spare = bar.conflicts.saturating_sub(part.conflicts());
            let is_bar = bar.conflicts < u64::MAX && limits.conflicts.is_none_or(|most| spare < most);
            let conflicts = if is_bar { Some(spare) } else { limits.conflicts };
            let asked = part.ask(&[], &open, &Limits { conflicts, ..limits.clone() });
            match Error::unless_stopped(asked)? {
                Ok(Some(core)) => {
                    for reason in without(open, &core) {
                        part.drop(reason)?;
                    }
                    part.drop(candidate)?;
                    open = core;
                    to_hit.retain(&open.iter().copied().collect());
                    least = needed.len() + to_hit.least();
                }
                Ok(None) => {
                    if is_worth_models {
                        models.add(part.model(self.cnf().variables()));
                    }
                    to_hit.hit(candidate);
                    needed.push(candidate);
                    part.keep(candidate)?;
                }
                Err(stop) => {
                    open.push(candidate);
                    break if is_bar && stop == Stop::Conflicts { End::Bar } else { End::Limit(stop) };
                }
            }
        };
        let mut reasons = [&open[..], &needed].concat();
        reasons.sort_unstable();
        Ok((Minimized { core: Core { reasons, needed }, end }, part.conflicts()))
    }
    // ANCHOR_END: minimize

    /// The literals among these that follow from these reasons alone. Those that were not tried before a
    /// limit was reached don't count.
    pub(super) fn followers(
        &self,
        reasons: &[Reason],
        among: &[Lit],
        limits: &Limits,
    ) -> Result<Vec<Lit>, Error> {
        let Ok(mut part) = Error::unless_stopped(Part::new(self.cnf(), reasons, self.solver()))? else {
            return Ok(Vec::new());
        };
        for &reason in reasons {
            part.keep(reason)?;
        }
        // Nothing is known about variables that no reason is about.
        let mut open: Vec<Lit> = among.iter().copied().filter(|&lit| part.inner(lit).is_some()).collect();
        let mut follow = Vec::new();
        while let Some(lit) = open.pop() {
            match Error::unless_stopped(part.ask(&[!lit], &[], limits))? {
                Ok(Some(_)) => follow.push(lit),
                // The model shows others that don't follow.
                Ok(None) => open.retain(|&other| part.holds(other)),
                Err(_) => break,
            }
        }
        follow.reverse();
        Ok(follow)
    }
}

/// The reasons that are not among others, in their order.
fn without(reasons: Vec<Reason>, others: &[Reason]) -> Vec<Reason> {
    let others: FxHashSet<Reason> = others.iter().copied().collect();
    reasons.into_iter().filter(|reason| !others.contains(reason)).collect()
}

/// What another explanation took: one that takes as many reasons, or more conflicts, is given up.
#[derive(Clone, Copy)]
pub(super) struct Bar {
    pub reasons: usize,
    pub conflicts: u64,
}

impl Default for Bar {
    fn default() -> Self {
        Bar { reasons: usize::MAX, conflicts: u64::MAX }
    }
}

/// Reasons that rule literals out together, and those of them that are known to be needed.
#[derive(Clone, Debug)]
pub(super) struct Core {
    pub reasons: Vec<Reason>,
    needed: Vec<Reason>,
}

impl Core {
    /// A core of reasons about which nothing more is known.
    pub fn of(reasons: Vec<Reason>) -> Self {
        Core { reasons, needed: Vec::new() }
    }

    pub fn is_minimal(&self) -> bool {
        self.needed.len() == self.reasons.len()
    }
}

/// What is left of a core.
pub(super) struct Minimized {
    pub core: Core,
    pub end: End,
}

/// Why no more reasons were left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Each is needed.
    Minimal,
    /// The bar was reached.
    Bar,
    /// A limit was reached.
    Limit(Stop),
}

/// Some reasons alone in a solver of their own, which is much smaller than one with the whole formula.
struct Part {
    sat: Box<dyn Sat>,
    /// The solver's variables of the formula's.
    variables: FxHashMap<u32, u32>,
    /// The solver's literals that switch the reasons on.
    switches: FxHashMap<Reason, Lit>,
}

impl Part {
    fn new(e: &Cnf, reasons: &[Reason], solver: &Solver) -> Result<Self, Error> {
        let mut part =
            Part { sat: solver.start()?, variables: FxHashMap::default(), switches: FxHashMap::default() };
        let (mut clauses, mut ends): (Vec<Lit>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut next = reasons.len() as u32;
        let mut inner = |variables: &mut FxHashMap<u32, u32>, lit: Lit| {
            let var = *variables.entry(lit.vidx32()).or_insert_with(|| {
                next += 1;
                next - 1
            });
            Lit::new(var, lit.is_neg())
        };
        for (number, reason) in (0..).zip(reasons.iter().copied()) {
            let switch = match reason {
                Reason::Fact(lit) => inner(&mut part.variables, lit),
                Reason::Group(group) => {
                    for place in e.group_at(group).clauses() {
                        e.interrupt().step(1 + e.clauses()[place].len())?;
                        clauses.push(Lit::negative(number));
                        clauses.extend(e.clauses()[place].iter().map(|&lit| inner(&mut part.variables, lit)));
                        ends.push(clauses.len());
                    }
                    Lit::positive(number)
                }
            };
            part.switches.insert(reason, switch);
        }
        part.sat.reserve(next)?;
        let mut start = 0;
        for end in ends {
            part.sat.add(&clauses[start..end])?;
            start = end;
        }
        Ok(part)
    }

    /// The solver's literal for one of the formula's, if a reason is about it.
    fn inner(&self, lit: Lit) -> Option<Lit> {
        self.variables.get(&lit.vidx32()).map(|&var| Lit::new(var, lit.is_neg()))
    }

    /// Fixes literals for good.
    fn assert(&mut self, literals: &[Lit]) -> Result<(), Error> {
        for &lit in literals {
            if let Some(lit) = self.inner(lit) {
                self.sat.add(&[lit])?;
            }
        }
        Ok(())
    }

    /// Switches a reason on permanently. Its switch is then no longer an assumption, each of which costs the solver a
    /// level.
    fn keep(&mut self, reason: Reason) -> Result<(), Error> {
        self.sat.add(&[self.switches[&reason]])
    }

    /// Switches a reason off for good, if it has a switch of its own.
    fn drop(&mut self, reason: Reason) -> Result<(), Error> {
        match reason {
            Reason::Fact(_) => Ok(()),
            Reason::Group(_) => self.sat.add(&[!self.switches[&reason]]),
        }
    }

    /// How many conflicts the solver met so far; 0 if it does not count them.
    fn conflicts(&self) -> u64 {
        self.sat.stats().conflicts
    }

    /// Whether a literal is true in the last model.
    fn holds(&self, lit: Lit) -> bool {
        self.inner(lit).is_some_and(|lit| self.sat.value(lit.var()) != lit.is_neg())
    }

    /// The last model; variables that no reason is about are false.
    fn model(&self, variables: u32) -> Vec<bool> {
        let mut values = vec![false; variables as usize];
        for (&var, &inner) in &self.variables {
            values[var as usize] = self.sat.value(Var::new(inner));
        }
        values
    }

    /// The reasons among these that rule the literals out together with those that are kept, in their order, if they do.
    fn ask(
        &mut self,
        literals: &[Lit],
        reasons: &[Reason],
        limits: &Limits,
    ) -> Result<Option<Vec<Reason>>, Error> {
        let mut assumptions: Vec<Lit> = reasons.iter().map(|reason| self.switches[reason]).collect();
        // A variable that no reason is about is free.
        assumptions.extend(literals.iter().filter_map(|&lit| self.inner(lit)));
        match self.sat.solve(&assumptions, limits)? {
            Verdict::Sat => Ok(None),
            Verdict::Stopped(stop) => Err(stop.into()),
            Verdict::Unsat => {
                let core: FxHashSet<Lit> = self.sat.core().into_iter().collect();
                let in_core = |reason: &&Reason| core.contains(&self.switches[*reason]);
                Ok(Some(reasons.iter().filter(in_core).copied().collect()))
            }
        }
    }
}
