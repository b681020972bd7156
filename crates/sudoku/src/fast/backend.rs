//! `BatSat` as a [`Sat`].

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};
use jigsat_cnf::{Lit, Var};
use jigsat_solve::{Error, Limits, Sat, SolverStats, Stop, Verdict};

/// An empty solver.
pub(super) fn start() -> Box<dyn Sat> {
    Box::new(Batsat { solver: batsat::Solver::new(SolverOpts::default(), Watch::default()), clause: vec![] })
}

struct Batsat {
    solver: batsat::Solver<Watch>,
    clause: Vec<batsat::Lit>,
}

impl Batsat {
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
        if count > 0 {
            self.solver.var_of_int(count - 1);
        }
        Ok(())
    }

    fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.translate(clause);
        self.solver.add_clause_reuse(&mut self.clause);
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Verdict, Error> {
        *self.solver.cb_mut() = Watch { limits: limits.clone(), ..Watch::default() };
        self.translate(assumptions);
        let answer = self.solver.solve_limited(&self.clause);
        Ok(if answer == lbool::TRUE {
            Verdict::Sat
        } else if answer == lbool::FALSE {
            Verdict::Unsat
        } else {
            Verdict::Stopped(self.solver.cb().stopped.get().unwrap_or(Stop::Conflicts))
        })
    }

    fn value(&self, var: Var) -> bool {
        self.solver.get_model().get(var.idx()) == Some(&lbool::TRUE)
    }

    fn core(&mut self) -> Vec<Lit> {
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

/// The limits of the solve under way.
#[derive(Default)]
struct Watch {
    limits: Limits,
    conflicts: u64,
    stopped: Cell<Option<Stop>>,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts += 1;
        }
    }

    fn stop(&self) -> bool {
        if self.stopped.get().is_none() {
            let used_up = self.limits.conflicts.is_some_and(|limit| self.conflicts >= limit);
            self.stopped.set(if used_up { Some(Stop::Conflicts) } else { self.limits.reached() });
        }
        self.stopped.get().is_some()
    }
}
