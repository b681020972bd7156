use jigsat_cnf::{Clauses, Lit, Var};
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::{Error, Limits, Sat, SolverStats, Stop, Verdict};

/// A solver that gets the formula in another order: variables are renamed, and clauses and their literals are
/// shuffled.
///
/// Solvers depend much on the order of their input, so the times over several seeds tell more than a single
/// time. The same seed gives the same order on every platform.
///
/// Between two solves, clauses are held back. At the next solve, the new variables are permuted among
/// themselves, and the clauses that were held back are shuffled. A variable that has a new name keeps it.
/// Signs and the order of the assumptions stay. [`Sat::solve`] reports errors of adding.
///
/// ```
/// use jigsat_cnf::Var;
/// use jigsat_solve::{Limits, Permuted, Sat, Solver, Verdict};
///
/// let [a, b] = [0, 1].map(|var| Var::new(var).pos_lit());
/// let mut sat = Permuted::new(Solver::Batsat.start()?, 7);
/// sat.add(&[a, b])?;
/// sat.add(&[!a])?;
/// assert_eq!(sat.solve(&[], &Limits::default())?, Verdict::Sat);
/// assert!(sat.value(b.var()) && !sat.value(a.var()));
/// # Ok::<(), jigsat_solve::Error>(())
/// ```
pub struct Permuted {
    inner: Box<dyn Sat>,
    rng: ChaCha8Rng,
    /// The inner solver's variable of each of ours.
    inward: Vec<u32>,
    /// Our variable of each of the inner solver's.
    outward: Vec<u32>,
    /// How many variables there are, with those not yet renamed.
    vars: u32,
    held_back: Clauses,
    /// Whether a limit was reached while clauses were handed over: the inner solver lacks the others.
    is_spent: bool,
}

impl Permuted {
    /// Puts the permutation of a seed in front of a solver without variables and clauses.
    #[must_use]
    pub fn new(inner: Box<dyn Sat>, seed: u64) -> Self {
        Self {
            inner,
            rng: ChaCha8Rng::seed_from_u64(seed),
            inward: Vec::new(),
            outward: Vec::new(),
            vars: 0,
            held_back: Clauses::default(),
            is_spent: false,
        }
    }

    fn meet(&mut self, lits: &[Lit]) {
        let met = lits.iter().map(|lit| lit.vidx32() + 1).max().unwrap_or(0);
        self.vars = self.vars.max(met);
    }

    fn rename(&self, lit: Lit) -> Lit {
        Lit::new(self.inward[lit.vidx()], lit.is_neg())
    }

    /// Gives the inner solver the clauses that were held back.
    fn hand_over(&mut self, limits: &Limits) -> Result<(), Error> {
        let interrupt = limits.interrupt();
        let named = self.inward.len();
        if named < self.vars as usize {
            self.inward.extend(named as u32..self.vars);
            self.inward[named..].shuffle(&mut self.rng);
            self.outward.resize(self.inward.len(), 0);
            for (ours, &theirs) in self.inward.iter().enumerate().skip(named) {
                self.outward[theirs as usize] = ours as u32;
            }
            self.inner.reserve(self.vars)?;
        }
        if self.is_spent {
            return Err(Stop::Interrupted.into());
        }
        // Until it has all.
        self.is_spent = true;
        let mut order: Vec<_> = (0..self.held_back.len()).collect();
        order.shuffle(&mut self.rng);
        let mut clause = Vec::new();
        for index in order {
            interrupt.step(self.held_back[index].len() + 1)?;
            clause.clear();
            clause.extend(self.held_back[index].iter().map(|&lit| self.rename(lit)));
            clause.shuffle(&mut self.rng);
            self.inner.add(&clause)?;
        }
        self.held_back.clear();
        self.is_spent = false;
        Ok(())
    }
}

impl Sat for Permuted {
    fn reserve(&mut self, count: u32) -> Result<(), Error> {
        self.vars = self.vars.max(count);
        Ok(())
    }

    fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.meet(clause);
        self.held_back.push(clause.iter().copied());
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Verdict, Error> {
        self.meet(assumptions);
        if let Err(stop) = Error::unless_stopped(self.hand_over(limits))? {
            return Ok(Verdict::Stopped(stop));
        }
        let assumptions: Vec<_> = assumptions.iter().map(|&lit| self.rename(lit)).collect();
        self.inner.solve(&assumptions, limits)
    }

    fn value(&self, var: Var) -> bool {
        self.inward.get(var.idx()).is_some_and(|&theirs| self.inner.value(Var::new(theirs)))
    }

    fn core(&mut self) -> Vec<Lit> {
        let core = self.inner.core();
        core.into_iter().map(|lit| Lit::new(self.outward[lit.vidx()], lit.is_neg())).collect()
    }

    fn stats(&self) -> SolverStats {
        self.inner.stats()
    }

    fn spent(&self) -> bool {
        self.is_spent || self.inner.spent()
    }
}

#[cfg(test)]
mod tests {
    use web_time::Instant;

    use super::*;
    use crate::Solver;

    /// A limit ends the transfer, and a part of a formula answers nothing.
    #[test]
    fn handing_over_stops() {
        let sat = Solver::Batsat.start().expect("it is built in");
        let mut permuted = Permuted::new(sat, 1);
        for index in 0..100_000 {
            let [a, b] = [index, index + 1].map(|var| Var::new(var).pos_lit());
            permuted.add(&[!a, b]).expect("there is memory");
        }
        let past = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!(permuted.solve(&[], &past).expect("no error"), Verdict::Stopped(Stop::Timeout));
        assert!(permuted.spent() && permuted.held_back.len() == 100_000);
        let later = permuted.solve(&[], &Limits::default()).expect("no error");
        assert!(matches!(later, Verdict::Stopped(_)));
    }
}
