//! A smallest explanation, by implicit hitting sets.
//!
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva: Smallest MUS extraction with minimal hitting set
//! dualization, CP 2015.

use jigsat_cnf::{Bound, Flavours, Formula, Lit, Rule, Var, neg};

use crate::{Error, Growing, Limits, Solver, Stop, Verdict};

use super::{Blamed, Blamer, Reason};

impl Blamer<dyn Growing + '_> {
    /// As few of these reasons as can rule out these literals together. If a limit was reached before it was
    /// known that fewer can't, the limit is returned as well.
    ///
    /// # Errors
    ///
    /// Errors of the solver.
    pub fn smallest(
        &mut self,
        literals: &[Lit],
        among: &[Reason],
        limits: &Limits,
    ) -> Result<(Blamed, Option<Stop>), Error> {
        let minimal = match self.minimal(literals, among, limits)? {
            Blamed::These { reasons, stopped: None } => reasons,
            other => return Ok((other, None)),
        };
        let smaller = self.smaller(literals, among, minimal.len(), limits);
        let (reasons, open) = match Error::unless_stopped(smaller)? {
            Ok(Some(reasons)) => (reasons, None),
            Ok(None) => (minimal, None),
            Err(stop) => (minimal, Some(stop)),
        };
        Ok((Blamed::These { reasons, stopped: None }, open))
    }

    /// The fewest reasons that rule out these literals together, if they are fewer than `below`.
    ///
    /// Every set of reasons that would free the literals if it were left out must have one of them; so a
    /// smallest set that hits all such sets is a lower bound, and an explanation as soon as it is one.
    pub(super) fn smaller(
        &mut self,
        literals: &[Lit],
        among: &[Reason],
        below: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<Reason>>, Error> {
        let mut to_hit: Vec<Vec<Reason>> = Vec::new();
        let mut size = 1;
        loop {
            let hitting = loop {
                if size >= below {
                    return Ok(None);
                }
                match hitting_set(&to_hit, &[], size, limits)? {
                    Some(set) => break set,
                    None => size += 1,
                }
            };
            match self.ask(literals, &hitting, limits)? {
                Blamed::These { .. } => return Ok(Some(hitting)),
                Blamed::Open(stop) => return Err(stop.into()),
                Blamed::Nothing => to_hit.push(self.correction(literals, hitting, among, limits)?),
            }
        }
    }

    /// The reasons that are left when as many as can be are added to these without ruling the literals out.
    fn correction(
        &mut self,
        literals: &[Lit],
        mut kept: Vec<Reason>,
        among: &[Reason],
        limits: &Limits,
    ) -> Result<Vec<Reason>, Error> {
        let mut open: Vec<Reason> = among.iter().copied().filter(|reason| !kept.contains(reason)).collect();
        let mut correction = Vec::new();
        loop {
            self.cnf().interrupt().step(open.len())?;
            // The last model shows all that can be added immediately.
            open.retain(|&reason| {
                let fulfilled = self.fulfils(reason);
                if fulfilled {
                    kept.push(reason);
                }
                !fulfilled
            });
            loop {
                let Some(reason) = open.pop() else { return Ok(correction) };
                kept.push(reason);
                match self.ask(literals, &kept, limits)? {
                    Blamed::Nothing => break,
                    Blamed::Open(stop) => return Err(stop.into()),
                    Blamed::These { .. } => {
                        kept.pop();
                        correction.push(reason);
                    }
                }
            }
        }
    }

    fn fulfils(&self, reason: Reason) -> bool {
        match reason {
            Reason::Fact(lit) => self.holds(lit),
            Reason::Group(group) => {
                let e = self.cnf();
                let mut clauses = e.group_at(group).clauses();
                clauses.all(|place| e.clauses()[place].iter().any(|&lit| self.holds(lit)))
            }
        }
    }
}

const OTHER: Rule = Rule::new("other", "not all of set {0} are chosen");
const HIT: Rule = Rule::new("hit", "set {0} is hit");
const SIZE: Rule = Rule::new("size", "at most {0} are chosen");

/// This many reasons at most, at least one of each set, not all of one of the others; `None` if there are none.
pub(super) fn hitting_set(
    sets: &[Vec<Reason>],
    others: &[Vec<Reason>],
    size: usize,
    limits: &Limits,
) -> Result<Option<Vec<Reason>>, Error> {
    let mut e: Formula<Reason> = Formula::new(Flavours::default());
    e.stop_when(limits.interrupt());
    for &reason in sets.iter().flatten() {
        e.declare_projected(reason);
    }
    for (number, set) in sets.iter().enumerate() {
        e.group(&HIT, (number,)).clause(set.iter().copied());
    }
    for (number, other) in others.iter().enumerate() {
        e.group(&OTHER, (number,)).clause(other.iter().map(|&reason| neg(reason)));
    }
    let atoms: Vec<(Reason, Var)> = e.atoms().collect();
    e.group(&SIZE, (size,)).count(Bound::AtMost(size as u64), atoms.iter().map(|&(reason, _)| reason));
    e.step(1)?;
    let mut sat = Solver::Batsat.start()?;
    sat.reserve(e.variables())?;
    for clause in e.clauses().iter() {
        sat.add(clause)?;
    }
    Ok(match sat.solve(&[], limits)? {
        Verdict::Sat => {
            let chosen = atoms.iter().filter(|&&(_, var)| sat.value(var));
            Some(chosen.map(|&(reason, _)| reason).collect())
        }
        Verdict::Unsat => None,
        Verdict::Stopped(stop) => return Err(stop.into()),
    })
}
