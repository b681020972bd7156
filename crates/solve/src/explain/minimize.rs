//! Minimal explanations: no reason can be left out.
//!
//! Deletion from a core, which takes over each smaller core on the way (clause-set refinement): A. Belov, I.
//! Lynce, J. Marques-Silva: Towards efficient MUS extraction, AI Communications 2012.

use jigsat_cnf::{Atom, Formula, Lit};
use rustc_hash::FxHashMap;

use super::{Blame, Blamed, Reason};
use crate::{Error, Limits, Puzzle, Sat, Solver, Stop, Verdict};

impl<P: Puzzle> Blame<'_, P> {
    /// Leaves out reasons until all are needed. They must rule the literals out together.
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
    /// Leaves out one reason after the other. With each that can go, those go that the next core does not
    /// need. The reasons must rule the literals out together. `None` if at least `below` reasons are needed.
    pub(super) fn minimize_below(
        &self,
        literals: &[Lit],
        mut reasons: Vec<Reason>,
        below: usize,
        limits: &Limits,
    ) -> Result<Option<Blamed>, Error> {
        let mut part = Part::new(self.formula(), reasons.clone(), self.solver())?;
        let mut needed = 0;
        let mut stopped = None;
        while needed < reasons.len() {
            if needed >= below {
                return Ok(None);
            }
            let candidate = reasons.len() - 1 - needed;
            let mut rest = reasons.clone();
            rest.remove(candidate);
            match part.ask(literals, &rest, limits)? {
                // The needed ones are the last, and stay: every core has them.
                Ok(Some(core)) => reasons = core,
                Ok(None) => needed += 1,
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
        }
        reasons.sort_unstable();
        Ok(Some(Blamed::These { reasons, stopped }))
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

/// Some reasons alone in a solver of their own, which is much smaller than one with the whole formula.
struct Part {
    sat: Box<dyn Sat>,
    /// The solver's variables of the formula's.
    variables: FxHashMap<u32, u32>,
    /// The solver's literals that switch the reasons on.
    switches: FxHashMap<Reason, Lit>,
}

impl Part {
    fn new<A: Atom>(e: &Formula<A>, reasons: Vec<Reason>, solver: &Solver) -> Result<Self, Error> {
        let mut part =
            Part { sat: solver.start()?, variables: FxHashMap::default(), switches: FxHashMap::default() };
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let mut next = reasons.len() as u32;
        let mut inner = |variables: &mut FxHashMap<u32, u32>, lit: Lit| {
            let var = *variables.entry(lit.vidx32()).or_insert_with(|| {
                next += 1;
                next - 1
            });
            Lit::new(var, lit.is_neg())
        };
        for (number, reason) in (0..).zip(reasons) {
            let switch = match reason {
                Reason::Fact(lit) => inner(&mut part.variables, lit),
                Reason::Group(group) => {
                    for place in e.group_at(group).clauses() {
                        let mut clause = vec![Lit::negative(number)];
                        clause.extend(e.clauses()[place].iter().map(|&lit| inner(&mut part.variables, lit)));
                        clauses.push(clause);
                    }
                    Lit::positive(number)
                }
            };
            part.switches.insert(reason, switch);
        }
        part.sat.reserve(next)?;
        for clause in clauses {
            part.sat.add(&clause)?;
        }
        Ok(part)
    }

    /// The reasons among these that rule the literals out, in their order, if they do.
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
}
