//! The common part of MiniSat and Glucose: an interrupt from another thread stops them, and they stay
//! stopped.

use jigsat_cnf::{Lit, Var};
use rustsat::solvers::{GetInternalStats, Interrupt, SolveIncremental, SolveStats, SolverResult};

use crate::{Error, Limits, Sat, SolverStats, Stop, Verdict, error::backend_error, watch};

/// A solver of rustsat that [`Interruptible`] drives.
pub trait Backend: Default + Send + SolveIncremental + SolveStats + GetInternalStats + Interrupt {
    /// Its name on the command line.
    const NAME: &'static str;

    /// Bounds the conflicts of the next solve, counted from its start.
    fn limit_next(&mut self, conflicts: Option<u64>);
}

/// A budget that both solvers can add to their count of conflicts without overflow.
pub fn budget(conflicts: u64) -> i64 {
    i64::try_from(conflicts).unwrap_or(i64::MAX).min(i64::MAX / 2)
}

/// A MiniSat or a Glucose.
#[derive(Default)]
pub struct Interruptible<B> {
    solver: B,
    model: Vec<bool>,
    core: Vec<Lit>,
    spent: Option<Stop>,
}

impl<B: Backend> Interruptible<B> {
    /// rustsat forgets a model when a clause is added, and answers for positive literals only: its `lit_val` ignores
    /// the sign.
    fn copy_model(&mut self) -> Result<(), Error> {
        let Some(last) = self.solver.max_var() else { return Ok(()) };
        for index in 0..=last.idx32() {
            let value = self.solver.var_val(Var::new(index)).map_err(failed::<B>)?;
            self.model.push(value.to_bool_with_def(false));
        }
        Ok(())
    }
}

impl<B: Backend> Sat for Interruptible<B> {
    fn reserve(&mut self, count: u32) -> Result<(), Error> {
        match count.checked_sub(1) {
            Some(last) => self.solver.reserve(Var::new(last)).map_err(failed::<B>),
            None => Ok(()),
        }
    }

    fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.solver.add_clause_ref(clause).map_err(failed::<B>)
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Verdict, Error> {
        self.model.clear();
        self.core.clear();
        if let Some(stop) = self.spent.or_else(|| limits.reached()) {
            return Ok(Verdict::Stopped(stop));
        }
        self.solver.limit_next(limits.conflicts);
        let interrupter = self.solver.interrupter();
        let (result, fired) = watch::watched(limits, interrupter, || self.solver.solve_assumps(assumptions))
            .map_err(|error| no_watch::<B>(&error))?;
        self.spent = fired;
        match result.map_err(failed::<B>)? {
            SolverResult::Sat => {
                self.copy_model()?;
                Ok(Verdict::Sat)
            }
            SolverResult::Unsat => {
                let core = self.solver.core().map_err(failed::<B>)?;
                self.core.extend(core.into_iter().map(|lit| !lit));
                Ok(Verdict::Unsat)
            }
            SolverResult::Interrupted => Ok(Verdict::Stopped(fired.unwrap_or(Stop::Conflicts))),
        }
    }

    fn value(&self, var: Var) -> bool {
        self.model.get(var.idx()).is_some_and(|&value| value)
    }

    fn core(&mut self) -> Vec<Lit> {
        self.core.clone()
    }

    fn stats(&self) -> SolverStats {
        SolverStats {
            conflicts: self.solver.conflicts() as u64,
            decisions: self.solver.decisions() as u64,
            propagations: self.solver.propagations() as u64,
        }
    }

    fn spent(&self) -> bool {
        self.spent.is_some()
    }
}

// By value, so that it can be given to `map_err`, whose error type is not named here.
fn failed<B: Backend>(error: impl AsRef<dyn std::error::Error + Send + Sync>) -> Error {
    backend_error(B::NAME, error.as_ref())
}

/// The error of a thread that can't be started. That is a lack of memory: the stack of the thread is the
/// largest thing that is requested.
fn no_watch<B: Backend>(error: &std::io::Error) -> Error {
    match error.kind() {
        std::io::ErrorKind::WouldBlock | std::io::ErrorKind::OutOfMemory => {
            Error::OutOfMemory { solver: B::NAME.into() }
        }
        _ => Error::Backend {
            solver: B::NAME.into(),
            message: format!("cannot start a thread to watch its time: {error}"),
        },
    }
}

/// Facts about rustsat that this module works around. If one of these tests fails after an update, its
/// workaround can go.
#[cfg(test)]
pub mod facts {
    use rustsat::{
        solvers::{InterruptSolver, LimitConflicts},
        types::TernaryVal,
    };

    use super::{Backend, Lit, SolverResult, Var};

    /// Eight pigeons in seven holes, which takes at least a few hundred conflicts.
    fn pigeonhole<B: Backend>() -> B {
        let mut solver = B::default();
        let sits = |pigeon: u32, hole: u32| Var::new(7 * pigeon + hole).pos_lit();
        for pigeon in 0..8 {
            let somewhere: Vec<Lit> = (0..7).map(|hole| sits(pigeon, hole)).collect();
            solver.add_clause_ref(&somewhere).unwrap();
            for other in 0..pigeon {
                for hole in 0..7 {
                    solver.add_binary(!sits(pigeon, hole), !sits(other, hole)).unwrap();
                }
            }
        }
        solver
    }

    pub fn lit_val_ignores_the_sign<B: Backend>() {
        let mut solver = B::default();
        let lit = Var::new(0).pos_lit();
        solver.add_unit(lit).unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        assert_eq!(solver.lit_val(lit).unwrap(), TernaryVal::True);
        assert_eq!(solver.lit_val(!lit).unwrap(), TernaryVal::True);
    }

    pub fn interrupts_are_sticky<B: Backend>() {
        let mut solver: B = pigeonhole();
        solver.interrupter().interrupt();
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    }

    pub fn no_limit_on_conflicts_stops_at_once<B: Backend + LimitConflicts>() {
        let mut solver: B = pigeonhole();
        solver.limit_next(Some(100));
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        solver.limit_conflicts(None).unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        solver.limit_next(None);
        assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
    }
}
