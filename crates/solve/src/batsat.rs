//! BatSat, a reimplementation of MiniSat in Rust (Masaki Hara and Simon Cruanes).

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};
use jigsat_cnf::{Lit, Var};

use crate::{Error, Limits, Sat, SolverStats, Stop, Verdict};

/// Number of calls between two checks of the clock. Checking before each decision would cost more than many
/// decisions.
const CALLS_BETWEEN_CLOCKS: u32 = 32;

/// BatSat as a [`Sat`]. It checks the stop flag and the conflicts before each decision.
pub struct Batsat {
    solver: batsat::Solver<Control>,
    clause: Vec<batsat::Lit>,
    answer: Option<Verdict>,
}

impl Default for Batsat {
    fn default() -> Self {
        let solver = batsat::Solver::new(SolverOpts::default(), Control::default());
        Self { solver, clause: Vec::new(), answer: None }
    }
}

impl Batsat {
    /// Puts `lits` in `self.clause`, with variables that the solver knows.
    fn translate(&mut self, lits: &[Lit]) {
        self.clause.clear();
        for lit in lits {
            let var = self.solver.var_of_int(lit.vidx32());
            self.clause.push(batsat::Lit::new(var, lit.is_pos()));
        }
    }
}

impl Sat for Batsat {
    fn reserve(&mut self, count: u32) -> Result<(), Error> {
        if let Some(last) = count.checked_sub(1) {
            self.solver.var_of_int(last);
        }
        Ok(())
    }

    fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.translate(clause);
        self.solver.add_clause_reuse(&mut self.clause);
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Verdict, Error> {
        self.answer = None;
        if let Some(stop) = limits.reached() {
            return Ok(Verdict::Stopped(stop));
        }
        *self.solver.cb_mut() = Control { limits: limits.clone(), ..Control::default() };
        self.translate(assumptions);
        let result = self.solver.solve_limited(&self.clause);
        let verdict = if result == lbool::TRUE {
            Verdict::Sat
        } else if result == lbool::FALSE {
            Verdict::Unsat
        } else {
            Verdict::Stopped(self.solver.cb().stopped.get().unwrap_or(Stop::Conflicts))
        };
        self.answer = Some(verdict);
        Ok(verdict)
    }

    fn value(&self, var: Var) -> bool {
        self.answer == Some(Verdict::Sat) && self.solver.get_model().get(var.idx()) == Some(&lbool::TRUE)
    }

    fn core(&mut self) -> Vec<Lit> {
        if self.answer != Some(Verdict::Unsat) {
            return Vec::new();
        }
        self.solver.unsat_core().iter().map(|lit| Lit::new(lit.var().idx(), lit.sign())).collect()
    }

    fn stats(&self) -> SolverStats {
        SolverStats {
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
        }
    }
}

/// The limits of the running solve.
#[derive(Default)]
struct Control {
    limits: Limits,
    conflicts: u64,
    calls: Cell<u32>,
    /// BatSat asks twice: the answer after a yes must be yes again.
    stopped: Cell<Option<Stop>>,
}

impl Callbacks for Control {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts += 1;
        }
    }

    fn stop(&self) -> bool {
        if self.stopped.get().is_none() {
            self.stopped.set(self.reached());
        }
        self.stopped.get().is_some()
    }
}

impl Control {
    fn reached(&self) -> Option<Stop> {
        if self.limits.conflicts.is_some_and(|limit| self.conflicts >= limit) {
            return Some(Stop::Conflicts);
        }
        let calls = self.calls.get();
        self.calls.set((calls + 1) % CALLS_BETWEEN_CLOCKS);
        if calls == 0 { self.limits.reached() } else { None }
    }
}
