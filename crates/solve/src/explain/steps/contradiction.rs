//! Explains step by step how a puzzle without a solution leads to a contradiction.

use jigsat_cnf::{Lit, Var};
use rustc_hash::FxHashSet;

use super::{Step, Stepper, Steps};
use crate::{
    BuildOptions, Error, Growing, Grown, Held, Limits, Puzzle, Solver, Stop,
    explain::{Blamed, Blamer, Reason, Scale},
};

/// The steps from the givens to a contradiction, only those that it needs.
pub struct Contradiction<G> {
    /// The formula, whose groups the reasons name.
    pub blame: Blamer<G>,
    /// Deductions that would hold if there were a solution.
    pub steps: Vec<Step>,
    /// The reasons that contradict each other after these steps.
    pub clash: Vec<Reason>,
    /// The limit because of which the clash may have more reasons than are needed.
    pub stopped: Option<Stop>,
}

impl<G> Contradiction<G> {
    /// Everything from the start on which the steps and the clash depend: these reasons contradict each
    /// other.
    #[must_use]
    pub fn roots(&self) -> Vec<Reason> {
        let deduced: FxHashSet<Lit> = self.steps.iter().flat_map(|step| &step.deduced).copied().collect();
        let all = self.steps.iter().flat_map(|step| &step.reasons).chain(&self.clash);
        let is_root = |reason: &Reason| !matches!(reason, Reason::Fact(lit) if deduced.contains(lit));
        let mut roots: Vec<Reason> = all.copied().filter(is_root).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }
}

impl<'p, P: Puzzle> Contradiction<Grown<'p, P>> {
    /// Deduces from the givens and `known` what each projection variable must be, the simplest first as
    /// [`Steps`] does. It stops when nothing is left for some constraint, or when nothing more is found; the
    /// clash is then what a solver blames. There must be no solution.
    ///
    /// # Errors
    ///
    /// As [`Steps::new`], and errors of the solver.
    pub fn new(
        puzzle: impl Into<Held<'p, P>>,
        encoding: P::Encoding,
        options: &BuildOptions,
        solver: &Solver,
        known: &[jigsat_cnf::Literal<P::Atom>],
        limits: &Limits,
    ) -> Result<Self, Error> {
        let mut steps = Steps::new(puzzle, encoding, options, solver, &[], known)?;
        let clash = steps.contradict(limits)?;
        Ok(clash.with(steps.blame))
    }
}

impl<G: Growing + ?Sized + 'static> Contradiction<Box<G>> {
    /// As [`Contradiction::new`], with a formula that holds for every board of its shape, and steps compared by this scale.
    ///
    /// # Errors
    ///
    /// As [`Contradiction::new`].
    pub fn boxed(
        grown: Box<G>,
        solver: &Solver,
        known: &[Lit],
        scale: Scale,
        limits: &Limits,
    ) -> Result<Self, Error> {
        let mut steps = Stepper::boxed(grown, solver, &[], known)?;
        steps.weigh_by(scale);
        let clash = steps.contradict(limits)?;
        Ok(clash.with(steps.blame))
    }
}

/// A [`Contradiction`] without the formula.
struct Clash {
    steps: Vec<Step>,
    reasons: Vec<Reason>,
    stopped: Option<Stop>,
}

impl Clash {
    fn with<G>(self, blame: Blamer<G>) -> Contradiction<G> {
        Contradiction { blame, steps: self.steps, clash: self.reasons, stopped: self.stopped }
    }
}

impl Stepper<dyn Growing + '_> {
    /// Deduces until there is a contradiction.
    fn contradict(&mut self, limits: &Limits) -> Result<Clash, Error> {
        self.blame.limit(limits);
        let keys = self.blame.cnf().projected_variables().map(Var::pos_lit);
        self.open = keys.filter(|lit| !self.facts.contains(lit) && !self.facts.contains(&!*lit)).collect();
        let mut told: Vec<Step> = Vec::new();
        loop {
            let (reasons, blamed) = match self.clash(limits)? {
                Some(reasons) => (self.blame.minimize(&[], reasons, limits)?, true),
                None => (Blamed::Nothing, false),
            };
            match reasons {
                Blamed::These { reasons, stopped } => {
                    return Ok(Clash { steps: needed(told, &reasons), reasons, stopped });
                }
                Blamed::Open(stop) => return Err(stop.into()),
                Blamed::Nothing if blamed => return Err(Stop::GaveUp.into()),
                Blamed::Nothing => {}
            }
            let mut step = self.best(limits)?;
            self.argue(&mut step, limits)?;
            self.learn(&step.deduced);
            told.push(step);
        }
    }

    /// The reasons that contradict each other by now: a constraint with nothing left; if nothing simpler follows, a
    /// conflict of unit propagation; if nothing follows at all, what a solver blames.
    fn clash(&mut self, limits: &Limits) -> Result<Option<Vec<Reason>>, Error> {
        if let Some(reasons) = self.ruled_out()?.clash()? {
            return Ok(Some(self.named(reasons)));
        }
        if self.best_single()?.is_some() {
            return Ok(None);
        }
        // Deductions by propagation before its conflict have fewer reasons than the conflict.
        let open = self.open.clone();
        let derived = self.derived()?;
        if !open.iter().any(|&lit| derived.reasons(lit).is_some())
            && let Some(conflict) = derived.conflict()
        {
            return Ok(Some(conflict.to_vec()));
        }
        if !self.derive(&open)?.is_empty() {
            return Ok(None);
        }
        let among = self.among();
        match self.blame.core(&[], &among, limits)? {
            Blamed::These { reasons, .. } => Ok(Some(reasons)),
            Blamed::Open(stop) => Err(stop.into()),
            Blamed::Nothing => Err(Stop::GaveUp.into()),
        }
    }
}

/// The steps on which a clash depends, each with only the deductions that are needed.
fn needed(steps: Vec<Step>, clash: &[Reason]) -> Vec<Step> {
    let facts = |reasons: &[Reason]| -> Vec<Lit> {
        let fact = |reason: &Reason| if let Reason::Fact(lit) = *reason { Some(lit) } else { None };
        reasons.iter().filter_map(fact).collect()
    };
    let mut wanted: FxHashSet<Lit> = facts(clash).into_iter().collect();
    let mut kept: Vec<Step> = Vec::new();
    for mut step in steps.into_iter().rev() {
        step.deduced.retain(|lit| wanted.contains(lit));
        if !step.deduced.is_empty() {
            wanted.extend(facts(&step.reasons));
            kept.push(step);
        }
    }
    kept.reverse();
    kept
}
