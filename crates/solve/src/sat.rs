use jigsat_cnf::{Lit, Var};

use crate::{Error, Limits, Stop};

/// The common interface of SAT solvers: incremental, and under assumptions.
///
/// rustsat's own traits are generic over clause types and so can't be `dyn`.
///
/// ```
/// use jigsat_cnf::Var;
/// use jigsat_solve::{Limits, Sat, Solver, Verdict};
///
/// let [a, b] = [0, 1].map(|var| Var::new(var).pos_lit());
/// let mut sat: Box<dyn Sat> = Solver::default().start()?;
/// sat.add(&[!a, b])?;
/// assert_eq!(sat.solve(&[a], &Limits::default())?, Verdict::Sat);
/// assert!(sat.value(b.var()));
/// // Under assumptions, which hold for one question: of three, these two are to blame.
/// let c = Var::new(2).pos_lit();
/// assert_eq!(sat.solve(&[c, a, !b], &Limits::default())?, Verdict::Unsat);
/// assert!(!sat.core().contains(&c));
/// # Ok::<(), jigsat_solve::Error>(())
/// ```
pub trait Sat: Send {
    /// Makes room for variables 0 to `count - 1`. Clauses may still mention later ones.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`], or [`Error::Backend`] if the solver fails.
    fn reserve(&mut self, count: u32) -> Result<(), Error>;

    /// Adds a clause for good; the empty clause makes the formula unsatisfiable.
    ///
    /// # Errors
    ///
    /// As [`Sat::reserve`].
    fn add(&mut self, clause: &[Lit]) -> Result<(), Error>;

    /// Looks for a model in which all assumptions are true, until a limit is reached. Conflicts are counted
    /// separately for each call.
    ///
    /// A deadline is overrun by a few milliseconds, and on large formulas by more if the solver checks it
    /// rarely: Glucose does so only when it restarts, after dozens of conflicts; CaDiCaL first ends its
    /// preprocessing.
    ///
    /// # Errors
    ///
    /// As [`Sat::reserve`], and [`Error::External`] if a program could not be run.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Verdict, Error>;

    /// The value of a variable in the model that the last [`Sat::solve`] found, whatever was added since. It
    /// is false for a variable that the solver did not know, or if there was no model.
    fn value(&self, var: Var) -> bool;

    /// Assumptions of the last [`Sat::solve`] that contradict the clauses, not necessarily minimal. Empty if
    /// it found the clauses alone unsatisfiable, or gave another answer. A solver program can't tell, so its
    /// core is all assumptions.
    fn core(&mut self) -> Vec<Lit>;

    /// The counters of the solver since it was made.
    fn stats(&self) -> SolverStats;

    /// Whether the solver was stopped in a way from which it can't recover (MiniSat and Glucose after an
    /// interrupt). From now on it answers [`Verdict::Stopped`], and you need a new one.
    fn spent(&self) -> bool {
        false
    }
}

/// The verdict of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model; ask [`Sat::value`].
    Sat,
    /// There is none under the assumptions; ask [`Sat::core`].
    Unsat,
    /// A limit was reached first.
    Stopped(Stop),
}

/// Counters of one solver since it was made; 0 if the solver has no such counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverStats {
    /// Conflicts met.
    pub conflicts: u64,
    /// Decisions made.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
}
