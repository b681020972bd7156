//! CaDiCaL (Armin Biere, Tobias Faller, Katalin Fazekas, Mathias Fleury, Nils Froleyks and Florian Pollitt,
//! "CaDiCaL 2.0", CAV 2024).

use std::sync::{Arc, OnceLock};

use jigsat_cnf::{Lit, Var};
use rustsat::solvers::{
    ControlSignal, GetInternalStats, Solve, SolveIncremental, SolveStats, SolverResult, Terminate,
};
use rustsat_cadical::{CaDiCaL, Config, Limit};

use crate::{Error, Limits, Sat, SolverStats, Stop, Verdict, error::backend_error};

/// CaDiCaL as a [`Sat`]. It asks a callback about its limits while it searches, but not while it preprocesses
/// the formula before its first search, which takes about a second for a million clauses.
#[derive(Default)]
pub struct Cadical {
    solver: CaDiCaL<'static, 'static>,
    model: Vec<bool>,
    core: Vec<Lit>,
}

impl Cadical {
    /// CaDiCaL with its preset for formulas that have a model.
    pub fn for_models() -> Result<Self, Error> {
        let mut cadical = Cadical::default();
        cadical.solver.set_configuration(Config::Sat).map_err(failed)?;
        Ok(cadical)
    }

    /// The solver itself, for uses other than solving.
    pub fn inner(&mut self) -> &mut CaDiCaL<'static, 'static> {
        &mut self.solver
    }

    /// rustsat forgets a model when a clause is added.
    fn copy_model(&mut self) -> Result<(), Error> {
        let Some(last) = self.solver.max_var() else { return Ok(()) };
        for index in 0..=last.idx32() {
            let value = self.solver.var_val(Var::new(index)).map_err(failed)?;
            self.model.push(value.to_bool_with_def(false));
        }
        Ok(())
    }
}

impl Sat for Cadical {
    fn reserve(&mut self, count: u32) -> Result<(), Error> {
        match count.checked_sub(1) {
            Some(last) => self.solver.reserve(Var::new(last)).map_err(failed),
            None => Ok(()),
        }
    }

    fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.solver.add_clause_ref(clause).map_err(failed)
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Verdict, Error> {
        self.model.clear();
        self.core.clear();
        if let Some(stop) = limits.reached() {
            return Ok(Verdict::Stopped(stop));
        }
        // A budget beyond CaDiCaL's range is none: that many conflicts take months.
        let budget = limits.conflicts.and_then(|conflicts| i32::try_from(conflicts).ok()).unwrap_or(-1);
        self.solver.set_limit(Limit::Conflicts(budget)).map_err(failed)?;
        let fired = Arc::new(OnceLock::new());
        self.solver.attach_terminator({
            let (fired, limits) = (Arc::clone(&fired), limits.clone());
            move || match limits.reached() {
                None => ControlSignal::Continue,
                Some(stop) => {
                    fired.get_or_init(|| stop);
                    ControlSignal::Terminate
                }
            }
        });
        let result = self.solver.solve_assumps(assumptions);
        self.solver.detach_terminator();
        match result.map_err(failed)? {
            SolverResult::Sat => {
                self.copy_model()?;
                Ok(Verdict::Sat)
            }
            SolverResult::Unsat => {
                let core = self.solver.core().map_err(failed)?;
                self.core.extend(core.into_iter().map(|lit| !lit));
                Ok(Verdict::Unsat)
            }
            SolverResult::Interrupted => {
                Ok(Verdict::Stopped(fired.get().copied().unwrap_or(Stop::Conflicts)))
            }
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
}

// By value, so that it can be given to `map_err`, whose error type is not named here.
fn failed(error: impl AsRef<dyn std::error::Error + Send + Sync>) -> Error {
    backend_error("cadical", error.as_ref())
}
