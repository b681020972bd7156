//! A smallest explanation, by implicit hitting sets.
//!
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva: Smallest MUS extraction with minimal hitting set
//! dualization, CP 2015.

use jigsat_cnf::{Bound, Flavours, Formula, Lit, Rule, Var};

use crate::{Error, Limits, Solver, Stop, Verdict};

use super::{Blamed, Blamer, Reason, blame::Growing};

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
        let (reasons, open) = match self.smaller(literals, among, minimal.len(), limits)? {
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
    ) -> Result<Result<Option<Vec<Reason>>, Stop>, Error> {
        let mut to_hit: Vec<Vec<Reason>> = Vec::new();
        let mut size = 1;
        loop {
            let hitting = loop {
                if size >= below {
                    return Ok(Ok(None));
                }
                match hitting_set(&to_hit, size, limits)? {
                    Hitting::Set(set) => break set,
                    Hitting::Stopped(stop) => return Ok(Err(stop)),
                    Hitting::None => size += 1,
                }
            };
            match self.ask(literals, &hitting, limits)? {
                Blamed::These { .. } => return Ok(Ok(Some(hitting))),
                Blamed::Open(stop) => return Ok(Err(stop)),
                Blamed::Nothing => match self.correction(literals, hitting, among, limits)? {
                    Ok(correction) => to_hit.push(correction),
                    Err(stop) => return Ok(Err(stop)),
                },
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
    ) -> Result<Result<Vec<Reason>, Stop>, Error> {
        let mut open: Vec<Reason> = among.iter().copied().filter(|reason| !kept.contains(reason)).collect();
        let mut correction = Vec::new();
        loop {
            // The last model shows all that can be added immediately.
            open.retain(|&reason| {
                let fulfilled = self.fulfils(reason);
                if fulfilled {
                    kept.push(reason);
                }
                !fulfilled
            });
            loop {
                let Some(reason) = open.pop() else { return Ok(Ok(correction)) };
                kept.push(reason);
                match self.ask(literals, &kept, limits)? {
                    Blamed::Nothing => break,
                    Blamed::Open(stop) => return Ok(Err(stop)),
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

const HIT: Rule = Rule::new("hit", "set {0} is hit");
const SIZE: Rule = Rule::new("size", "at most {0} are chosen");

/// The result of looking for a set of some size.
enum Hitting {
    Set(Vec<Reason>),
    None,
    Stopped(Stop),
}

/// This many reasons at most, at least one of each set.
fn hitting_set(sets: &[Vec<Reason>], size: usize, limits: &Limits) -> Result<Hitting, Error> {
    let mut e: Formula<Reason> = Formula::new(Flavours::default());
    for &reason in sets.iter().flatten() {
        e.declare_projected(reason);
    }
    for (number, set) in sets.iter().enumerate() {
        e.group(&HIT, (number,)).clause(set.iter().copied());
    }
    let atoms: Vec<(Reason, Var)> = e.atoms().collect();
    e.group(&SIZE, (size,)).count(Bound::AtMost(size as u64), atoms.iter().map(|&(reason, _)| reason));
    let mut sat = Solver::Batsat.start()?;
    sat.reserve(e.variables())?;
    for clause in e.clauses().iter() {
        sat.add(clause)?;
    }
    Ok(match sat.solve(&[], limits)? {
        Verdict::Sat => {
            let chosen = atoms.iter().filter(|&&(_, var)| sat.value(var));
            Hitting::Set(chosen.map(|&(reason, _)| reason).collect())
        }
        Verdict::Unsat => Hitting::None,
        Verdict::Stopped(stop) => Hitting::Stopped(stop),
    })
}
