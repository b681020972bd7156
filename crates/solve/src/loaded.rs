use std::time::Duration;

use jigsat_cnf::{Cnf, Lit, Var};

use crate::{
    Error, Limits, Permuted, Sat, Solver, Stop, Verdict,
    counting::Counting,
    simplify::{Gain, Merged, simplify},
};

/// The cost of a session so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Time for building the formula.
    pub encoding: Duration,
    /// Time for loading it into the solver, solving, decoding and the referee.
    pub solving: Duration,
    /// Number of conflicts in the solver.
    pub conflicts: u64,
    /// Number of literals that the solver propagated.
    pub propagations: u64,
}

/// Number of conflicts after which another solver goes on: the largest puzzles that counting solves sooner take fewer.
const BUDGET: u64 = 3_000;

/// A solver with the clauses of a formula.
pub(crate) struct Loaded {
    pub solver: Solver,
    seed: Option<u64>,
    sat: Box<dyn Sat>,
    /// The solver that goes on if this one is not done within a budget of conflicts, and what is left of that.
    next: Option<(Solver, u64)>,
    /// How many clauses of the formula are in the solver.
    clauses: usize,
    pub effort: Effort,
}

/// What a solver found.
pub(crate) enum Found {
    /// The value of each variable.
    Model(Vec<bool>),
    /// There is no model.
    Nothing,
}

impl Loaded {
    pub fn new(solver: &Solver, seed: Option<u64>, encoding: Duration) -> Result<Self, Error> {
        let effort = Effort { encoding, ..Effort::default() };
        Ok(Loaded { solver: solver.clone(), seed, sat: start(solver, seed)?, next: None, clauses: 0, effort })
    }

    /// Begins by counting if the formula suits that; within a budget, as it may take many more conflicts.
    pub fn begin_by_counting(&mut self, cnf: &Cnf) -> Result<(), Error> {
        if self.seed.is_none() && Counting::suits(cnf) {
            let solver = std::mem::replace(&mut self.solver, Solver::Counting);
            self.next = Some((solver, BUDGET));
            self.restart()?;
        }
        Ok(())
    }

    /// Starts a fresh solver.
    pub fn restart(&mut self) -> Result<(), Error> {
        self.sat = start(&self.solver, self.seed)?;
        self.clauses = 0;
        Ok(())
    }

    /// Assumptions of the last question that contradict each other.
    pub fn core(&mut self) -> Vec<Lit> {
        self.sat.core()
    }

    /// Looks for a model in which these literals are true and that satisfies the graph constraints. The formula must have
    /// these limits, too. The limit on conflicts counts from `conflicts_at_start`.
    pub fn model(
        &mut self,
        cnf: &mut Cnf,
        assumed: &[Lit],
        conflicts_at_start: u64,
        limits: &Limits,
    ) -> Result<Found, Error> {
        loop {
            self.load(cnf)?;
            let mut limits = limits.clone();
            if let Some(conflicts) = &mut limits.conflicts {
                *conflicts = conflicts.saturating_sub(self.effort.conflicts - conflicts_at_start);
            }
            let own = limits.conflicts;
            if let Some((_, budget)) = self.next {
                limits.conflicts = Some(own.unwrap_or(u64::MAX).min(budget));
            }
            let before = self.sat.stats();
            let verdict = self.sat.solve(assumed, &limits);
            let after = self.sat.stats();
            let conflicts = after.conflicts.saturating_sub(before.conflicts);
            self.effort.conflicts += conflicts;
            self.effort.propagations += after.propagations.saturating_sub(before.propagations);
            if let Some((_, budget)) = &mut self.next {
                *budget = budget.saturating_sub(conflicts);
            }
            match verdict? {
                Verdict::Stopped(Stop::Conflicts) if limits.conflicts != own => {
                    if let Some((solver, _)) = self.next.take() {
                        self.solver = solver;
                        self.restart()?;
                    }
                    continue;
                }
                Verdict::Unsat => return Ok(Found::Nothing),
                Verdict::Stopped(stop) => return Err(stop.into()),
                Verdict::Sat => {}
            }
            let values: Vec<bool> = (0..cnf.variables()).map(|var| self.sat.value(Var::new(var))).collect();
            let known = cnf.clauses().len();
            if cnf.cut(&|lit| Some(values[lit.vidx()] != lit.is_neg()), &|_| true)? == 0 {
                return Ok(Found::Model(values));
            }
            expect_excluded(cnf, &values, known)?;
        }
    }

    /// Loads the new clauses into the solver, or all into a fresh one if the old one is spent. After a limit, it
    /// continues next time.
    fn load(&mut self, cnf: &Cnf) -> Result<(), Error> {
        cnf.step(1)?;
        if self.sat.spent() {
            self.restart()?;
        }
        self.sat.reserve(cnf.variables())?;
        if self.clauses == 0 && self.solver == Solver::Counting && self.seed.is_none() {
            self.sat = Box::new(Counting::load(cnf)?);
            self.clauses = cnf.clauses().len();
        }
        if self.clauses == 0 && !self.solver.simplifies() {
            self.load_simplified(cnf)?;
        }
        for clause in cnf.clauses().from(self.clauses) {
            cnf.interrupt().step(clause.len() + 1)?;
            self.sat.add(clause)?;
            self.clauses += 1;
        }
        Ok(())
    }

    /// Loads the simplified formula into a fresh solver, if that pays; otherwise the literals that must hold, which make clauses
    /// shorter as they are loaded.
    fn load_simplified(&mut self, cnf: &Cnf) -> Result<(), Error> {
        match simplify(cnf)? {
            Gain::Smaller(simplified) => {
                let mut sat = start(&self.solver, self.seed)?;
                sat.reserve(cnf.variables())?;
                self.sat = Box::new(Merged::load(sat, simplified, cnf.interrupt())?);
                self.clauses = cnf.clauses().len();
            }
            Gain::Units(units) => {
                for unit in units {
                    self.sat.add(&[unit])?;
                }
            }
        }
        Ok(())
    }
}

/// Checks that a model breaks each clause from this one on, as it must break its cuts.
fn expect_excluded(cnf: &Cnf, values: &[bool], first: usize) -> Result<(), Error> {
    let is_true = |lit: &Lit| values.get(lit.vidx()).is_none_or(|&value| value != lit.is_neg());
    match cnf.clauses().from(first).position(|clause| clause.iter().any(is_true)) {
        None => Ok(()),
        Some(place) => {
            let rule = cnf.group_of(first + place).rule().name().to_owned();
            Err(Error::IdleCut { rule })
        }
    }
}

fn start(solver: &Solver, seed: Option<u64>) -> Result<Box<dyn Sat>, Error> {
    let sat = solver.start()?;
    Ok(match seed {
        Some(seed) => Box::new(Permuted::new(sat, seed)),
        None => sat,
    })
}
