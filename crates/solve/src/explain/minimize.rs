//! Explanations from which nothing can be spared.
//!
//! Deletion from a core, and each smaller core on the way (clause-set refinement): A. Belov, I. Lynce,
//! J. Marques-Silva: Towards efficient MUS extraction, AI Communications 2012. Model rotation saves most questions.

use std::ops::Range;

use jigsat_cnf::{Atom, Formula, Lit, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Blame, Blamed, Reason};
use crate::{Error, Limits, Puzzle, Sat, Solver, Stop, Verdict};

impl<P: Puzzle> Blame<'_, P> {
    /// Leaves out reasons until none can be spared. They must rule the literals out together.
    pub(super) fn minimize(
        &self,
        literals: &[Lit],
        reasons: Vec<Reason>,
        limits: &Limits,
    ) -> Result<Blamed, Error> {
        let minimal = self.minimize_below(literals, reasons, usize::MAX, limits)?;
        Ok(minimal.expect("any number is below"))
    }

    // ANCHOR: minimize
    /// Leaves out one reason after the other; each that can go takes along what the next core does not need, and the model
    /// of each that can't shows others that can't. The reasons must rule the literals out together. None where the number
    /// needed is no longer `below`.
    pub(super) fn minimize_below(
        &self,
        literals: &[Lit],
        reasons: Vec<Reason>,
        below: usize,
        limits: &Limits,
    ) -> Result<Option<Blamed>, Error> {
        let mut part = Part::new(self.formula(), reasons.clone(), self.solver())?;
        let (mut open, mut needed) = (reasons, Vec::new());
        let mut stopped = None;
        while let Some(candidate) = open.pop() {
            if needed.len() >= below {
                return Ok(None);
            }
            let rest = [&open[..], &needed].concat();
            match part.ask(literals, &rest, limits)? {
                // Every core has those that are needed.
                Ok(Some(core)) => open.retain(|reason| core.contains(reason)),
                Ok(None) => {
                    needed.push(candidate);
                    for other in part.rotate(literals, candidate, &rest) {
                        if let Some(place) = open.iter().position(|&reason| reason == other) {
                            needed.push(open.remove(place));
                        }
                    }
                }
                Err(stop) => {
                    open.push(candidate);
                    stopped = Some(stop);
                    break;
                }
            }
        }
        let mut reasons = [open, needed].concat();
        reasons.sort_unstable();
        Ok(Some(Blamed::These { reasons, stopped }))
    }
    // ANCHOR_END: minimize

    /// Which of some literals follow from these reasons alone; those that were not looked at before a limit was
    /// reached don't count.
    pub(super) fn followers(
        &self,
        reasons: &[Reason],
        among: &[Lit],
        limits: &Limits,
    ) -> Result<Vec<Lit>, Error> {
        let mut part = Part::new(self.formula(), reasons.to_vec(), self.solver())?;
        let mut follow = Vec::new();
        // Nothing can be said of variables that no reason is about.
        for &lit in among {
            if !part.variables.contains_key(&lit.vidx32()) {
                continue;
            }
            match part.ask(&[!lit], reasons, limits)? {
                Ok(Some(_)) => follow.push(lit),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        Ok(follow)
    }
}

/// Some reasons alone in a solver of their own: that is much smaller than one with the whole formula.
struct Part {
    sat: Box<dyn Sat>,
    /// The solver's variables of the formula's.
    variables: FxHashMap<u32, u32>,
    /// The solver's literals that switch the reasons on.
    switches: FxHashMap<Reason, Lit>,
    /// The clauses of the reasons, without switches, and where each reason's are.
    clauses: Vec<(Reason, Vec<Lit>)>,
    of_reason: FxHashMap<Reason, Range<usize>>,
    /// By literal, as `Lit::lidx`: in which clauses it is.
    occurrences: Vec<Vec<u32>>,
}

impl Part {
    fn new<A: Atom>(e: &Formula<A>, reasons: Vec<Reason>, solver: &Solver) -> Result<Self, Error> {
        let mut part = Part {
            sat: solver.start()?,
            variables: FxHashMap::default(),
            switches: FxHashMap::default(),
            clauses: Vec::new(),
            of_reason: FxHashMap::default(),
            occurrences: Vec::new(),
        };
        let mut next = reasons.len() as u32;
        let mut inner = |variables: &mut FxHashMap<u32, u32>, lit: Lit| {
            let var = *variables.entry(lit.vidx32()).or_insert_with(|| {
                next += 1;
                next - 1
            });
            Lit::new(var, lit.is_neg())
        };
        for (number, reason) in (0..).zip(reasons) {
            let first = part.clauses.len();
            let switch = match reason {
                Reason::Fact(lit) => {
                    let fact = inner(&mut part.variables, lit);
                    part.clauses.push((reason, vec![fact]));
                    fact
                }
                Reason::Group(group) => {
                    for place in e.group_at(group).clauses() {
                        let lits = &e.clauses()[place];
                        let clause = lits.iter().map(|&lit| inner(&mut part.variables, lit)).collect();
                        part.clauses.push((reason, clause));
                    }
                    Lit::positive(number)
                }
            };
            part.switches.insert(reason, switch);
            part.of_reason.insert(reason, first..part.clauses.len());
        }
        part.sat.reserve(next)?;
        part.occurrences.resize(2 * next as usize, Vec::new());
        for (place, (reason, lits)) in part.clauses.iter().enumerate() {
            for lit in lits {
                part.occurrences[lit.lidx()].push(place as u32);
            }
            if let Reason::Group(_) = reason {
                let clause: Vec<Lit> =
                    std::iter::once(!part.switches[reason]).chain(lits.iter().copied()).collect();
                part.sat.add(&clause)?;
            }
        }
        Ok(part)
    }

    /// Which of these reasons rule the literals out, in their order, if they do.
    fn ask(
        &mut self,
        literals: &[Lit],
        reasons: &[Reason],
        limits: &Limits,
    ) -> Result<Result<Option<Vec<Reason>>, Stop>, Error> {
        let mut assumptions: Vec<Lit> = reasons.iter().map(|reason| self.switches[reason]).collect();
        // A variable that no reason is about is free.
        let known = |lit: &Lit| self.variables.get(&lit.vidx32()).map(|&var| Lit::new(var, lit.is_neg()));
        assumptions.extend(literals.iter().filter_map(known));
        Ok(match self.sat.solve(&assumptions, limits)? {
            Verdict::Sat => Ok(None),
            Verdict::Stopped(stop) => Err(stop),
            Verdict::Unsat => {
                let core = self.sat.core();
                let in_core = |reason: &&Reason| core.contains(&self.switches[*reason]);
                Ok(Some(reasons.iter().filter(in_core).copied().collect()))
            }
        })
    }

    /// After the solver found a model of some reasons and the literals, which one more reason contradicts: those of the reasons
    /// that also are contradicted alone by a model that differs in few variables. Each of them is needed.
    ///
    /// Recursive model rotation: A. Belov, J. Marques-Silva: Accelerating MUS extraction with recursive model rotation,
    /// FMCAD 2011.
    fn rotate(&self, literals: &[Lit], without: Reason, reasons: &[Reason]) -> Vec<Reason> {
        let variables = self.occurrences.len() / 2;
        let model: Vec<bool> = (0..variables as u32).map(|var| self.sat.value(Var::new(var))).collect();
        let fixed: FxHashSet<u32> =
            literals.iter().filter_map(|lit| self.variables.get(&lit.vidx32()).copied()).collect();
        let mut active: FxHashSet<Reason> = reasons.iter().copied().collect();
        active.insert(without);
        let mut found = FxHashSet::default();
        let mut to_do = vec![(without, model)];
        while let Some((broken, mut model)) = to_do.pop() {
            let holds = |model: &[bool], lit: Lit| model[lit.vidx()] != lit.is_neg();
            let is_broken =
                |model: &[bool], place: usize| !self.clauses[place].1.iter().any(|&lit| holds(model, lit));
            let Some(first) = self.of_reason[&broken].clone().find(|&place| is_broken(&model, place)) else {
                continue;
            };
            for &lit in self.clauses[first].1.iter().filter(|lit| !fixed.contains(&lit.vidx32())) {
                model[lit.vidx()] = lit.is_pos();
                let lost = self.occurrences[(!lit).lidx()].iter().map(|&place| place as usize);
                let mut others = lost
                    .filter(|&place| active.contains(&self.clauses[place].0) && is_broken(&model, place))
                    .map(|place| self.clauses[place].0);
                let other = others.next();
                let is_alone = other.is_some_and(|other| other != broken && others.all(|more| more == other));
                if is_alone
                    && !self.of_reason[&broken].clone().any(|place| is_broken(&model, place))
                    && let Some(other) = other.filter(|&other| other != without && found.insert(other))
                {
                    to_do.push((other, model.clone()));
                }
                model[lit.vidx()] = lit.is_neg();
            }
        }
        // In the order of the reasons, whatever the order of the search.
        reasons.iter().copied().filter(|reason| found.contains(reason)).collect()
    }
}
