mod candidates;
mod contradiction;
mod shorten;

use std::ops::{Deref, DerefMut};

use jigsat_cnf::{Bound, Cnf, CnfGroup, Lit, Literal};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{BuildOptions, Error, Growing, Grown, Held, Limits, Puzzle, Solver, Stop};

pub use contradiction::Contradiction;

use super::{
    Argument, Blame, Blamed, Blamer, How, Reason, Scale,
    argument::{self, Totals},
    blame::is_fact,
    derive::Network,
    minimize::Core,
    models::Models,
    singles::{self, Singles},
};

/// Number of the most promising deductions that are examined in full if nothing simple is left.
const PROMISING: usize = 6;

/// With more constraints than this, nothing is ruled out one by one.
const MOST_RULES: usize = 2_000;

/// A solution step by step, as you could find it. Each step has the smallest explanation that was found over
/// all open deductions, from what is known by then.
///
/// J. Espasa, I. Gent, R. Hoffmann, C. Jefferson, A. Lynch, A. Salamon, M. McIlree: Using small MUSes to
/// explain how to solve pen and paper puzzles, 2021. Steps in which one constraint leaves one possibility are
/// recognised without any search. Otherwise, unit propagation derives what follows, and what follows if each
/// possibility is tried. If that is nothing, cores of a solver are used. The deductions for which this finds
/// the fewest reasons are minimised, as far as a bounded effort goes.
///
/// ```
/// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
/// # use colouring::Colouring;
/// use jigsat_cnf::pos;
/// use jigsat_solve::{BuildOptions, Limits, Solver, explain::Steps};
///
/// // A path of three nodes and two colours: from the first one on, all is forced.
/// let path = Colouring { nodes: 3, colours: 2, edges: vec![(0, 1), (1, 2)], given: vec![(0, 1)] };
/// let goal = [(0, 1), (1, 0), (2, 1)].map(pos);
/// let mut steps = Steps::new(&path, (), &BuildOptions::default(), &Solver::default(), &goal, &[])?;
/// let mut order = Vec::new();
/// while let Some(step) = steps.next(&Limits::default())? {
///     let formula = steps.blame().formula();
///     order.extend(step.deduced.iter().map(|&lit| formula.literal(lit)));
/// }
/// assert_eq!(order, [pos((1, 0)), pos((2, 1))]);
/// # Ok::<(), jigsat_solve::Error>(())
/// ```
pub type Steps<'p, P> = Stepper<Grown<'p, P>>;

/// The [`Steps`] of any puzzle: compiled once for all of them, like [`Blamer`].
pub struct Stepper<G: ?Sized> {
    singles: Singles,
    totals: Totals,
    scale: Scale,
    /// Whether the constraints are those of places that take values.
    eliminates: bool,
    network: Network,
    /// The constraints except the givens, if they exist from the start.
    rules: Vec<Reason>,
    /// Number of groups that exist from the start; later ones complete a lazy encoding.
    base: usize,
    /// The known literals, and what an explanation calls them.
    known: FxHashMap<Lit, Reason>,
    facts: FxHashSet<Lit>,
    open: Vec<Lit>,
    /// Explanations that were found earlier and still hold, by what they explain, including literals that are
    /// not part of the goal.
    found: FxHashMap<Lit, Vec<Reason>>,
    /// Reasons of earlier steps from which these literals follow, too, but not by the steps' arguments.
    left: FxHashMap<Lit, Vec<Reason>>,
    /// The reasons with which the minimising of a literal's explanation began, and how far it has come.
    begun: FxHashMap<Lit, (Vec<Reason>, Core)>,
    /// What was found when these were minimised.
    models: Models,
    blame: Blamer<G>,
}

/// Some deductions with their common explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The literals that become known.
    pub deduced: Vec<Lit>,
    /// The reasons from which they follow.
    pub reasons: Vec<Reason>,
    /// Whether one constraint leaves one possibility, because the others are ruled out directly.
    pub is_single: bool,
    /// Whether it is proved that no open deduction has fewer reasons among the constraints that the formula
    /// has by now.
    pub is_smallest: bool,
    /// The limit because of which there may be more reasons than are needed.
    pub stopped: Option<Stop>,
    /// Whether every reason is known to be needed. A total has the reasons of its sum, some of which may follow from others.
    pub is_minimal: bool,
    /// How it follows; `None` if a limit was reached first.
    pub argument: Option<Argument>,
}

impl Step {
    /// A step with the limit that ended the search for fewer reasons, if one did.
    fn until(self, stopped: Option<Stop>) -> Self {
        Step { stopped, is_minimal: stopped.is_none(), ..self }
    }

    /// A step without an argument.
    fn new(deduced: Vec<Lit>, reasons: Vec<Reason>, is_single: bool) -> Self {
        Step {
            deduced,
            reasons,
            is_single,
            is_smallest: false,
            stopped: None,
            is_minimal: true,
            argument: None,
        }
    }
}

/// Whether a group states that one of some literals is true, or that at most one is.
fn allows_one(group: CnfGroup<'_>) -> bool {
    let mut constraints = group.constraints();
    constraints.next().is_some_and(|constraint| {
        constraint.weights.is_none() && matches!(constraint.bound, Bound::Exactly(1) | Bound::AtMost(1))
    }) && constraints.next().is_none()
}

impl<'p, P: Puzzle> Deref for Steps<'p, P> {
    type Target = Stepper<dyn Growing + 'p>;

    fn deref(&self) -> &Self::Target {
        self
    }
}

impl<P: Puzzle> DerefMut for Steps<'_, P> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self
    }
}

impl<G: Growing + ?Sized + 'static> Deref for Stepper<Box<G>> {
    type Target = Stepper<dyn Growing>;

    fn deref(&self) -> &Self::Target {
        self
    }
}

impl<G: Growing + ?Sized + 'static> DerefMut for Stepper<Box<G>> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self
    }
}

impl<'p, P: Puzzle> Steps<'p, P> {
    /// Starts from the givens and some more literals that are known.
    ///
    /// `goal` are the literals to be deduced; they must follow from the puzzle.
    ///
    /// # Errors
    ///
    /// As [`Blame::new`].
    pub fn new(
        puzzle: impl Into<Held<'p, P>>,
        encoding: P::Encoding,
        options: &BuildOptions,
        solver: &Solver,
        goal: &[Literal<P::Atom>],
        known: &[Literal<P::Atom>],
    ) -> Result<Self, Error> {
        let blame = Blame::new(puzzle, encoding, options, solver)?;
        let lits = |literals: &[Literal<P::Atom>]| -> Vec<Lit> {
            literals.iter().map(|&literal| blame.formula().lit(literal)).collect()
        };
        let (goal, known) = (lits(goal), lits(known));
        let start = Start::new(blame.formula(), &goal, &known)?;
        Ok(start.with(blame))
    }
}

impl<G: Growing + ?Sized + 'static> Stepper<Box<G>> {
    /// As [`Steps::new`], with a formula that holds for every board of its shape.
    ///
    /// # Errors
    ///
    /// Errors of the solver, and [`Error::Stopped`] if a limit was reached first.
    pub fn boxed(grown: Box<G>, solver: &Solver, goal: &[Lit], known: &[Lit]) -> Result<Self, Error> {
        let start = Start::new(grown.cnf(), goal, known)?;
        Ok(start.with(Blamer::boxed(grown, solver)?))
    }
}

impl<G> Stepper<G> {
    /// The blame, whose formula has the groups that the reasons name.
    #[must_use]
    pub fn blame(&self) -> &Blamer<G> {
        &self.blame
    }
}

/// What is known before the first step.
struct Start {
    singles: Singles,
    totals: Totals,
    eliminates: bool,
    base: usize,
    rules: Vec<Reason>,
    known: FxHashMap<Lit, Reason>,
    open: Vec<Lit>,
}

impl Start {
    fn with<G>(self, blame: Blamer<G>) -> Stepper<G> {
        let start = self;
        Stepper {
            singles: start.singles,
            totals: start.totals,
            scale: Scale::default(),
            eliminates: start.eliminates,
            network: Network::default(),
            base: start.base,
            rules: start.rules,
            facts: start.known.keys().copied().collect(),
            known: start.known,
            open: start.open,
            found: FxHashMap::default(),
            left: FxHashMap::default(),
            begun: FxHashMap::default(),
            models: Models::default(),
            blame,
        }
    }

    fn new(e: &Cnf, goal: &[Lit], known: &[Lit]) -> Result<Self, Error> {
        let mut known: FxHashMap<Lit, Reason> = known.iter().map(|&lit| (lit, Reason::Fact(lit))).collect();
        let mut rules = Vec::new();
        for group in e.groups() {
            if is_fact(e, group) {
                for place in group.clauses() {
                    known.insert(e.clauses()[place][0], Reason::Group(group.index()));
                }
            } else {
                rules.push(Reason::Group(group.index()));
            }
        }
        let open = goal.iter().copied().filter(|lit| !known.contains_key(lit)).collect();
        let totals = Totals::new(e, 0..e.group_count())?;
        let eliminates = totals.has_sums() || e.groups().all(|group| is_fact(e, group) || allows_one(group));
        let singles = Singles::new(e)?;
        Ok(Start { singles, totals, eliminates, base: e.group_count(), rules, known, open })
    }
}

impl Stepper<dyn Growing + '_> {
    /// The literals that are still to be deduced.
    #[must_use]
    pub fn open(&self) -> &[Lit] {
        &self.open
    }

    /// From now on, steps and arguments are compared by this scale.
    pub fn weigh_by(&mut self, scale: Scale) {
        // What is about several places is no value of a place.
        self.eliminates &= self.totals.has_sums() || scale.places.iter().all(Option::is_some);
        self.scale = scale;
    }

    /// Gives a step its argument, and leaves out what that does not give.
    fn argue(&self, step: &mut Step, limits: &Limits) -> Result<(), Error> {
        let is_done = step.argument.as_ref().is_some_and(|argument| argument.gives(&step.deduced));
        if is_done || step.stopped.is_some_and(|stop| stop != Stop::Conflicts) {
            return Ok(());
        }
        let of =
            |reasons: &[Reason]| Argument::of(self.blame.cnf(), &step.deduced, reasons, &self.scale, limits);
        // A filled place is looked up more easily than what it follows from.
        let filled = self.filled(&step.reasons);
        let mut argument = of(&[&step.reasons[..], &filled].concat());
        let is_search = |line: &&super::Line| matches!(line.how, How::Search(_));
        if !filled.is_empty()
            && argument.as_ref().is_ok_and(|(argument, _)| argument.all_lines().iter().any(is_search))
        {
            argument = of(&step.reasons);
        }
        if let Ok((argument, given)) = Error::unless_stopped(argument)? {
            // What is taken for granted is a reason, too, if the argument needs it.
            let used = self.named(argument.reasons());
            if used.iter().any(|reason| !step.reasons.contains(reason)) {
                step.reasons = used;
                step.is_minimal = false;
            }
            (step.argument, step.deduced) = (Some(argument), given);
        }
        Ok(())
    }

    /// The known values of places that some reasons are about.
    fn filled(&self, reasons: &[Reason]) -> Vec<Reason> {
        let e = self.blame.cnf();
        let groups = reasons.iter().filter_map(|reason| match reason {
            Reason::Group(group) => Some(*group),
            Reason::Fact(_) => None,
        });
        let groups: Vec<usize> = groups.collect();
        let places = self.scale.taken_for_granted(e, &groups);
        let values =
            places.iter().flat_map(|&group| e.group_at(group).constraints()).flat_map(|one| one.lits);
        let known = values.filter(|lit| self.facts.contains(lit)).map(|&lit| self.known[&lit]);
        known.filter(|reason| !reasons.contains(reason)).collect()
    }

    /// The next step; `None` if everything is known.
    ///
    /// # Errors
    ///
    /// Errors of the solver, and [`Error::Stopped`] if a limit was reached first.
    pub fn next(&mut self, limits: &Limits) -> Result<Option<Step>, Error> {
        if self.open.is_empty() {
            return Ok(None);
        }
        self.blame.limit(limits);
        let mut step = self.best(limits)?;
        let (deduced, reasons) = (step.deduced.clone(), step.reasons.clone());
        self.argue(&mut step, limits)?;
        self.shorten(&mut step, limits)?;
        self.leave(&deduced, &reasons);
        self.learn(&step.deduced);
        Ok(Some(step))
    }

    /// The smallest of all next steps; `None` if everything is known. It can take long, because it examines
    /// every open deduction.
    ///
    /// # Errors
    ///
    /// As [`Stepper::next`].
    pub fn next_smallest(&mut self, limits: &Limits) -> Result<Option<Step>, Error> {
        if self.open.is_empty() {
            return Ok(None);
        }
        self.blame.limit(limits);
        let step = self.best(limits)?;
        let mut step = self.shrink(step, &self.open.clone(), limits)?;
        self.argue(&mut step, limits)?;
        self.learn(&step.deduced);
        Ok(Some(step))
    }

    /// Like [`Steps::why`], with the fewest reasons.
    ///
    /// # Errors
    ///
    /// As [`Stepper::next`].
    pub fn smallest_why(&mut self, lit: Lit, limits: &Limits) -> Result<Step, Error> {
        let step = self.reasons_for(lit, limits)?;
        let mut step = self.shrink(step, &[lit], limits)?;
        self.argue(&mut step, limits)?;
        Ok(step)
    }

    /// Looks for smaller explanations of some literals than this one.
    fn shrink(&mut self, mut step: Step, lits: &[Lit], limits: &Limits) -> Result<Step, Error> {
        let among = self.among();
        for &lit in lits {
            match Error::unless_stopped(self.blame.smaller(&[!lit], &among, step.reasons.len(), limits))? {
                Ok(None) => {}
                Ok(Some(reasons)) => {
                    step = Step::new(vec![lit], reasons, false);
                }
                // It is an explanation, but possibly not the smallest.
                Err(_) => return Ok(step),
            }
        }
        step.is_smallest = true;
        if lits.len() > 1 {
            let others: Vec<Lit> = lits.iter().copied().filter(|lit| !step.deduced.contains(lit)).collect();
            step.deduced.extend(self.blame.followers(&step.reasons, &others, limits)?);
        }
        Ok(step)
    }

    fn best(&mut self, limits: &Limits) -> Result<Step, Error> {
        let Some(mut step) = self.best_single()? else {
            if let Some(step) = self.by_total()? {
                return Ok(step);
            }
            return match self.by_elimination(limits)? {
                Some(step) => Ok(step),
                None => self.best_of_all(limits),
            };
        };
        if let Blamed::These { reasons, stopped } =
            self.blame.minimize(&[!step.deduced[0]], step.reasons.clone(), limits)?
        {
            step = Step::new(step.deduced, reasons, true).until(stopped);
        }
        Ok(step)
    }

    /// Explains this literal from what is known now.
    ///
    /// # Errors
    ///
    /// As [`Stepper::next`].
    pub fn why(&mut self, lit: Lit, limits: &Limits) -> Result<Step, Error> {
        let mut step = self.reasons_for(lit, limits)?;
        self.argue(&mut step, limits)?;
        Ok(step)
    }

    fn reasons_for(&mut self, lit: Lit, limits: &Limits) -> Result<Step, Error> {
        self.blame.limit(limits);
        let price = |group: usize, demanded: &[Lit], reasons: &[Reason]| {
            self.scale.single(self.blame.cnf(), group, demanded, reasons)
        };
        if let Some((_, reasons)) = self.ruled_out()?.reasons(lit, &price)? {
            return Ok(Step::new(vec![lit], self.named(reasons), true));
        }
        let derived = self.derive(&[lit])?.pop();
        let blamed = if let Some((_, reasons)) = derived {
            self.blame.minimize(&[!lit], reasons, limits)?
        } else {
            let among = self.among();
            self.blame.minimal(&[!lit], &among, limits)?
        };
        match blamed {
            Blamed::These { reasons, stopped } => Ok(Step::new(vec![lit], reasons, false).until(stopped)),
            Blamed::Open(stop) => Err(stop.into()),
            Blamed::Nothing => Err(Stop::GaveUp.into()),
        }
    }

    /// Treats literals as known from now on.
    pub fn learn(&mut self, lits: &[Lit]) {
        for &lit in lits {
            self.known.entry(lit).or_insert(Reason::Fact(lit));
            self.facts.insert(lit);
            self.found.remove(&lit);
            self.left.remove(&lit);
        }
        self.open.retain(|lit| !lits.contains(lit));
    }

    /// What is ruled out directly by what is known.
    fn ruled_out(&self) -> Result<singles::After<'_>, Stop> {
        self.singles.after(&self.facts, self.blame.cnf().interrupt())
    }

    fn best_single(&self) -> Result<Option<Step>, Stop> {
        let mut best: Option<(u64, Lit, Vec<Reason>)> = None;
        let ruled_out = self.ruled_out()?;
        for &lit in &self.open {
            let price = |group: usize, demanded: &[Lit], reasons: &[Reason]| {
                self.scale.single(self.blame.cnf(), group, demanded, reasons)
            };
            let Some((cost, reasons)) = ruled_out.reasons(lit, &price)? else { continue };
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, lit, reasons));
            }
        }
        Ok(best.map(|(_, lit, reasons)| {
            let reasons = self.named(reasons);
            Step::new(vec![lit], reasons, true)
        }))
    }

    /// A step by a total, if there is one: what the sums within a house leave.
    fn by_total(&self) -> Result<Option<Step>, Stop> {
        let value = |lit: Lit| {
            let facts = &self.facts;
            facts.contains(&lit).then_some(true).or_else(|| facts.contains(&!lit).then_some(false))
        };
        let lines = self.totals.find(self.blame.cnf(), value)?;
        let wanted = lines.into_iter().filter(|line| line.gives.iter().all(|lit| self.open.contains(lit)));
        let fewest = wanted.min_by_key(|line| match &line.how {
            How::Sum { terms, .. } => terms.len() + line.premises.len(),
            _ => usize::MAX,
        });
        let step = |line: super::Line| {
            let How::Sum { terms, with } = line.how else { return None };
            let groups = terms.iter().map(|term| Reason::Group(term.group)).chain(with.map(Reason::Group));
            let reasons = groups.chain(line.premises.into_iter().map(Reason::Fact)).collect();
            let reasons = self.named(reasons);
            Some(Step { is_minimal: false, ..Step::new(line.gives, reasons, false) })
        };
        Ok(fewest.and_then(step))
    }

    /// A step by ruling out possibilities, one constraint after the other and in sets: naked pairs, X-wings, and what fits into
    /// a cage. Its argument is found first, from all constraints, because the fewest reasons lack most of those that make it
    /// easy. Only for boards on which each place takes a value, and sums.
    fn by_elimination(&self, limits: &Limits) -> Result<Option<Step>, Error> {
        if !self.eliminates || self.rules.len() > MOST_RULES || self.scale.places.is_empty() {
            return Ok(None);
        }
        let rules: Vec<usize> = self
            .rules
            .iter()
            .filter_map(|rule| if let Reason::Group(group) = rule { Some(*group) } else { None })
            .collect();
        let mut facts: Vec<Lit> = self.known.keys().copied().collect();
        facts.sort_unstable();
        let found = argument::forward(self.blame.cnf(), &self.open, &facts, &rules, &self.scale, limits);
        let found = match Error::unless_stopped(found)? {
            Ok(found) => found,
            // Others may need fewer.
            Err(Stop::Conflicts) => None,
            Err(stop) => return Err(stop.into()),
        };
        Ok(found.map(|(argument, deduced)| {
            let reasons = self.named(argument.reasons());
            Step { is_minimal: false, argument: Some(argument), ..Step::new(deduced, reasons, false) }
        }))
    }

    /// The facts under the names of explanations: givens are constraints of their own.
    fn named(&self, reasons: Vec<Reason>) -> Vec<Reason> {
        let name = |reason| match reason {
            Reason::Fact(lit) => self.known.get(&lit).copied().unwrap_or(reason),
            Reason::Group(_) => reason,
        };
        let mut named: Vec<Reason> = reasons.into_iter().map(name).collect();
        named.sort_unstable();
        named.dedup();
        named
    }

    fn among(&self) -> Vec<Reason> {
        let mut known: Vec<Reason> = self.known.values().copied().collect();
        known.sort_unstable();
        let added = (self.base..self.blame.cnf().group_count()).map(Reason::Group);
        self.rules.iter().copied().chain(added).chain(known).collect()
    }
}
