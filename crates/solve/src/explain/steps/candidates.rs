//! The deductions that seem worth minimising if nothing simple is left.

use jigsat_cnf::{Lit, Var, rarely};
use rustc_hash::FxHashSet;

use super::{PROMISING, Step, Stepper};
use crate::{
    Error, Growing, Limits, Stop,
    explain::{
        Blamed, Reason,
        derive::Derived,
        minimize::{Bar, Core, End},
    },
};

/// Minimising the reasons of all deductions takes at most so many conflicts. What is not minimal by then is given up, and if all are,
/// that which came furthest is taken as it is. More effort makes steps slower and arguments no easier: of 60 Sudokus of the forum's
/// hardest, 5,000 conflicts leave 417 steps without an argument, 1,000 leave 400.
const MOST_EFFORT: u64 = 1_000;

/// Reasons with so many clauses in all are minimised for fewer deductions, because loading the clauses takes long by itself.
const LARGE: usize = 500_000;

/// No fewer deductions than this are examined.
const LEAST_PROMISING: usize = 2;

/// An explanation with more reasons than the smallest, by this part of them, may have an easier argument.
const SLACK: usize = 4;

/// With more reasons than this, all arguments are long, and only the smallest explanation is looked for.
const SLACK_UP_TO: usize = 30;

/// The number of explanations whose arguments are compared.
const ARGUED: usize = 3;

impl Stepper<dyn Growing + '_> {
    /// The smallest of the explanations that seem worth the effort.
    pub(super) fn best_of_all(&mut self, limits: &Limits) -> Result<Step, Error> {
        let wanted = self.open.clone();
        let mut candidates = self.derive(&wanted)?;
        if candidates.is_empty() {
            candidates = self.cores(limits)?;
            self.add_left(&mut candidates);
        }
        rarely::sort_by_key(&mut candidates, |(lit, reasons)| (reasons.len(), *lit));
        if let Some((_, first)) = candidates.first() {
            let few = LARGE / self.clauses(first).max(1);
            candidates.truncate(few.clamp(LEAST_PROMISING, PROMISING));
        }
        let mut step = match self.best_within(&candidates, limits)? {
            Some(step) => step,
            None => self.furthest(&candidates).ok_or(Stop::GaveUp)?,
        };
        let others: Vec<Lit> = self.open.iter().copied().filter(|lit| *lit != step.deduced[0]).collect();
        step.deduced.extend(self.blame.followers(&step.reasons, &others, limits)?);
        Ok(step)
    }

    /// The explanation with the easiest argument among the smallest ones of some deductions; `None` if all are given up.
    fn best_within(&mut self, candidates: &[Explained], limits: &Limits) -> Result<Option<Step>, Error> {
        let mut smallest: Vec<Step> = Vec::new();
        let mut bar = Bar { conflicts: MOST_EFFORT, ..Bar::default() };
        for (lit, reasons) in candidates.iter().cloned() {
            let mut core = match self.begun.get(&lit) {
                Some((from, core)) if *from == reasons => core.clone(),
                _ => Core::of(reasons.clone()),
            };
            let mut stopped = None;
            if !core.is_minimal() {
                let (minimized, conflicts) =
                    self.blame.minimize_below(&[!lit], core, bar, &mut self.models, limits)?;
                bar.conflicts = bar.conflicts.saturating_sub(conflicts);
                core = minimized.core;
                let is_minimal = core.is_minimal();
                self.begun
                    .insert(lit, (if is_minimal { core.reasons.clone() } else { reasons }, core.clone()));
                match minimized.end {
                    End::Minimal => {
                        self.found.insert(lit, core.reasons.clone());
                    }
                    End::Bar => continue,
                    End::Limit(stop) => stopped = Some(stop),
                }
            }
            let (reasons, is_over) = (core.reasons, stopped.is_some_and(|stop| stop != Stop::Conflicts));
            if reasons.len() < bar.reasons {
                let slack = if reasons.len() > SLACK_UP_TO { 0 } else { reasons.len() / SLACK };
                bar.reasons = bar.reasons.min(reasons.len() + slack + 1);
                smallest.push(Step::new(vec![lit], reasons, false).until(stopped));
            }
            if is_over {
                break;
            }
        }
        smallest.retain(|step| step.reasons.len() < bar.reasons);
        rarely::sort_by_key(&mut smallest, |step| step.reasons.len());
        smallest.truncate(ARGUED);
        if smallest.len() < 2 {
            return Ok(smallest.pop());
        }
        for step in &mut smallest {
            self.argue(step, limits)?;
        }
        let cost = |step: &Step| {
            step.argument.as_ref().map_or(u64::MAX, |argument| self.scale.cost(self.blame.cnf(), argument))
        };
        Ok(smallest.into_iter().min_by_key(cost))
    }

    /// The deduction whose explanation came furthest, as far as it came.
    fn furthest(&self, candidates: &[Explained]) -> Option<Step> {
        let begun = candidates.iter().filter_map(|(lit, _)| Some((lit, &self.begun.get(lit)?.1.reasons)));
        let (&lit, reasons) = begun.min_by_key(|(_, reasons)| reasons.len())?;
        Some(Step { is_minimal: false, ..Step::new(vec![lit], reasons.clone(), false) })
    }

    /// The number of clauses of some reasons.
    fn clauses(&self, reasons: &[Reason]) -> usize {
        let e = self.blame.cnf();
        let of = |reason: &Reason| match reason {
            Reason::Group(group) => e.group_at(*group).clauses().len(),
            Reason::Fact(_) => 0,
        };
        reasons.iter().map(of).sum()
    }

    /// Keeps the reasons of a step for what follows from them, too, but not by its argument.
    pub(super) fn leave(&mut self, lits: &[Lit], reasons: &[Reason]) {
        for &lit in lits {
            let left = self.left.entry(lit).or_insert_with(|| reasons.to_vec());
            if reasons.len() < left.len() {
                *left = reasons.to_vec();
            }
        }
    }

    /// Adds the explanations that earlier steps left, where they have fewer reasons.
    fn add_left(&self, candidates: &mut Vec<Explained>) {
        if self.left.is_empty() {
            return;
        }
        let mut open: FxHashSet<Lit> = self.open.iter().copied().collect();
        for (lit, reasons) in &mut *candidates {
            open.remove(lit);
            if let Some(left) = self.left.get(lit).filter(|left| left.len() < reasons.len()) {
                reasons.clone_from(left);
            }
        }
        candidates.extend(open.into_iter().filter_map(|lit| Some((lit, self.left.get(&lit)?.clone()))));
    }

    /// What a solver needs to rule out the opposite of each open literal, as it finds it.
    fn cores(&mut self, limits: &Limits) -> Result<Vec<Explained>, Error> {
        let mut cores: Vec<Explained> = Vec::new();
        for lit in self.open.clone() {
            let core = match self.found.get(&lit) {
                Some(known) => known.clone(),
                None => match self.blame.core(&[!lit], &self.among(), limits)? {
                    Blamed::These { reasons, .. } => reasons,
                    Blamed::Open(stop) if cores.is_empty() => return Err(stop.into()),
                    Blamed::Open(_) => break,
                    Blamed::Nothing => continue,
                },
            };
            cores.push((lit, core));
        }
        Ok(cores)
    }

    /// The literals among these that unit propagation derives, with reasons: from what is known, or if that
    /// gives none, from what it refutes when each possibility is tried.
    pub(super) fn derive(&mut self, wanted: &[Lit]) -> Result<Vec<Explained>, Error> {
        loop {
            let derived = self.derived()?;
            let values = derived.values().to_vec();
            let found = those_of(wanted, &derived);
            if self.blame.notice(&[values])? {
                continue;
            }
            if !found.is_empty() {
                return Ok(found);
            }
            match self.try_all(wanted)? {
                Tried::Found(found) => return Ok(found),
                Tried::Learned => {}
                Tried::Nothing => return Ok(Vec::new()),
            }
        }
    }

    /// What follows from the known literals, and from what was found out earlier.
    pub(super) fn derived(&mut self) -> Result<Derived<'_>, Stop> {
        self.network.extend(self.blame.cnf())?;
        let facts = self.known.iter().map(|(&lit, &reason)| (lit, vec![reason]));
        let found = self.found.iter().map(|(&lit, reasons)| (lit, reasons.clone()));
        Derived::new(&self.network, self.blame.cnf(), facts.chain(found))
    }

    /// Tries each open projection variable with both values.
    fn try_all(&mut self, wanted: &[Lit]) -> Result<Tried, Error> {
        let keys: Vec<Lit> = self.blame.cnf().projected_variables().map(Var::pos_lit).collect();
        let mut derived = self.derived()?;
        let mut refuted: Vec<Explained> = Vec::new();
        let mut left: Vec<Vec<Option<bool>>> = Vec::new();
        for lit in keys {
            if derived.values()[lit.vidx()].is_some() {
                continue;
            }
            for assumed in [lit, !lit] {
                match derived.under(assumed)? {
                    Some(values) if assumed.is_pos() => left.push(values),
                    Some(_) => {}
                    None => refuted.extend(derived.refutation(assumed)?.map(|reasons| (!assumed, reasons))),
                }
            }
        }
        derived.learn(refuted.iter().cloned())?;
        let found = those_of(wanted, &derived);
        let learned = !refuted.is_empty();
        self.found.extend(refuted);
        if !found.is_empty() {
            return Ok(Tried::Found(found));
        }
        let noticed = !learned && self.blame.notice(&left)?;
        Ok(if learned || noticed { Tried::Learned } else { Tried::Nothing })
    }
}

/// A literal with reasons from which it follows.
type Explained = (Lit, Vec<Reason>);

/// The result of trying all possibilities.
enum Tried {
    /// Literals that were wanted.
    Found(Vec<Explained>),
    /// Other literals.
    Learned,
    Nothing,
}

fn those_of(wanted: &[Lit], derived: &Derived<'_>) -> Vec<Explained> {
    wanted.iter().filter_map(|&lit| Some((lit, derived.reasons(lit)?))).collect()
}
