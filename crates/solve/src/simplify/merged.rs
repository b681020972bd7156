use jigsat_cnf::{Interrupt, Lit, Var};

use super::Simplified;
use crate::{Error, Limits, Sat, SolverStats, Verdict};

/// A solver that has a simplified formula: it knows one literal for all that are equal.
pub struct Merged {
    inner: Box<dyn Sat>,
    /// The literal that stands for each, by its index.
    stands: Vec<Lit>,
    /// Assumptions of the last question.
    assumed: Vec<Lit>,
}

impl Merged {
    /// Loads a simplified formula into a solver without clauses.
    ///
    /// # Errors
    ///
    /// As [`Sat::add`], and what the interrupt says.
    pub fn load(
        mut inner: Box<dyn Sat>,
        simplified: Simplified,
        interrupt: &Interrupt,
    ) -> Result<Merged, Error> {
        for clause in simplified.clauses.iter() {
            interrupt.step(clause.len() + 1)?;
            inner.add(clause)?;
        }
        Ok(Merged { inner, stands: simplified.stands, assumed: Vec::new() })
    }

    fn renamed(&self, lits: &[Lit]) -> Vec<Lit> {
        lits.iter().map(|&lit| self.lit(lit)).collect()
    }

    fn lit(&self, lit: Lit) -> Lit {
        self.stands.get(lit.lidx()).copied().unwrap_or(lit)
    }
}

impl Sat for Merged {
    fn reserve(&mut self, count: u32) -> Result<(), Error> {
        self.inner.reserve(count)
    }

    fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        let renamed = self.renamed(clause);
        self.inner.add(&renamed)
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Verdict, Error> {
        self.assumed = assumptions.to_vec();
        let renamed = self.renamed(assumptions);
        self.inner.solve(&renamed, limits)
    }

    fn value(&self, var: Var) -> bool {
        let lit = self.lit(var.pos_lit());
        self.inner.value(lit.var()) != lit.is_neg()
    }

    fn core(&mut self) -> Vec<Lit> {
        let core = self.inner.core();
        let assumed = |&lit: &Lit| self.assumed.iter().copied().find(|&assumed| self.lit(assumed) == lit);
        core.iter().filter_map(assumed).collect()
    }

    fn stats(&self) -> SolverStats {
        self.inner.stats()
    }

    fn spent(&self) -> bool {
        self.inner.spent()
    }
}
