//! The first formula in a solver, with variables and clauses beside its own.

use jigsat_cnf::{Cnf, Lit, Var};

use crate::{Error, Growing, Limits, Sat, Solver, Verdict};

/// The first formula in a solver. Its own variables have even numbers there, others odd ones.
pub(super) struct Source<'m> {
    sat: Box<dyn Sat>,
    pub grown: &'m mut dyn Growing,
    /// Number of clauses of the formula that the solver has.
    loaded: usize,
    /// Number of other variables.
    others: u32,
}

/// The solver's literal for one of the formula's.
pub(super) fn own(lit: Lit) -> Lit {
    Lit::new(2 * lit.var().idx32(), lit.is_neg())
}

impl<'m> Source<'m> {
    pub fn new(grown: &'m mut dyn Growing, solver: &Solver) -> Result<Self, Error> {
        let mut source = Source { sat: solver.start()?, grown, loaded: 0, others: 0 };
        source.load()?;
        Ok(source)
    }

    pub fn cnf(&self) -> &Cnf {
        self.grown.cnf()
    }

    /// A new variable.
    pub fn other(&mut self) -> Lit {
        self.others += 1;
        Lit::positive(2 * self.others - 1)
    }

    /// Number of the solver's variables.
    pub fn variables(&self) -> u32 {
        2 * self.cnf().variables().max(self.others)
    }

    /// Adds a clause of the solver's literals.
    pub fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.sat.reserve(self.variables())?;
        self.sat.add(clause)
    }

    /// The values of the formula's variables in a model with these literals; `None` if there is none.
    pub fn model(&mut self, assumed: &[Lit], limits: &Limits) -> Result<Option<Vec<bool>>, Error> {
        loop {
            self.load()?;
            match self.sat.solve(assumed, limits)? {
                Verdict::Unsat => return Ok(None),
                Verdict::Stopped(stop) => return Err(stop.into()),
                Verdict::Sat => {}
            }
            let value = |var| self.sat.value(own(Lit::positive(var)).var());
            let values: Vec<bool> = (0..self.cnf().variables()).map(value).collect();
            let cuts =
                self.grown.cnf_mut().cut(&|lit| Some(values[lit.vidx()] != lit.is_neg()), &|_| true)?;
            if cuts == 0 && self.grown.judge(&values, true, limits)?.is_some() {
                return Ok(Some(values));
            }
        }
    }

    fn load(&mut self) -> Result<(), Error> {
        let cnf = self.grown.cnf();
        cnf.step(1)?;
        self.sat.reserve(2 * cnf.variables().max(self.others))?;
        let mut mapped = Vec::new();
        for clause in cnf.clauses().from(self.loaded) {
            cnf.interrupt().step(clause.len() + 1)?;
            mapped.clear();
            mapped.extend(clause.iter().map(|&lit| own(lit)));
            self.sat.add(&mapped)?;
            self.loaded += 1;
        }
        Ok(())
    }
}

/// The values of what is shown, by the values of the formula's variables; `of` chooses its literals.
pub(super) fn values_of(lits: impl Iterator<Item = Option<Lit>>, model: &[bool]) -> Vec<bool> {
    let value = |lit: Lit| model.get(Var::idx(lit.var())).is_some_and(|&value| value != lit.is_neg());
    lits.map(|lit| lit.is_some_and(value)).collect()
}
