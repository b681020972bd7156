use std::{
    ops::{Deref, DerefMut},
    time::Duration,
};

use jigsat_cnf::{Bound, Cnf, Formula, Interrupt, Lit, Literal, Rule, Var, rarely};
use web_time::Instant;

use crate::{
    Answer, BuildOptions, Count, Effort, End, Enumerator, Error, Growing, Grown, Held, Judged, Limits,
    Provenance, Puzzle, Searched, Solution, Solver, Stop,
    loaded::{Found, Loaded},
};

/// The rule of the groups that exclude the solutions that were found.
pub const ANOTHER: Rule = Rule::new("another", "a solution other than number {0}");

/// The formula of a puzzle in a solver, which answers questions and can be extended.
///
/// Every solution is decoded and passes the referee before you see it.
///
/// ```
/// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
/// # use colouring::Colouring;
/// use jigsat_cnf::pos;
/// use jigsat_solve::{Answer, BuildOptions, End, Limits, Session, Solver};
///
/// let triangle = Colouring::triangle(3);
/// let limits = Limits::default();
/// let mut session = Session::new(&triangle, (), &BuildOptions::default(), &Solver::default(), None)?;
/// // With node 0 of colour 2, and node 1 of colour 2 as well:
/// let answer = session.solve_assuming(&[pos((0, 2)), pos((1, 2))], &limits)?;
/// assert!(matches!(answer, Answer::Impossible(_)));
/// assert_eq!(session.core().len(), 2);
///
/// // Each solution is another one.
/// let first = session.solve(&limits)?.solution();
/// let second = session.solve(&limits)?.solution();
/// assert_ne!(first, second);
/// let others = session.count(u64::MAX, &limits)?;
/// assert_eq!((others.found + 2, others.end), (6, End::All));
/// # Ok::<(), jigsat_solve::Error>(())
/// ```
pub type Session<'p, P> = Searcher<Grown<'p, P>>;

/// The [`Session`] of any puzzle. What it does doesn't depend on the types of the puzzle, so it is compiled once for all of
/// them.
pub struct Searcher<G: ?Sized> {
    loaded: Loaded,
    /// Whether rules were dropped, so that the referee may rightly reject solutions.
    weakened: bool,
    /// The last model, by variable, while it is that of the answer.
    model: Option<Vec<bool>>,
    found: u64,
    grown: G,
}

impl<'p, P: Puzzle> Deref for Session<'p, P> {
    type Target = Searcher<dyn Growing + 'p>;

    fn deref(&self) -> &Self::Target {
        self
    }
}

impl<P: Puzzle> DerefMut for Session<'_, P> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self
    }
}

impl<G: Growing + ?Sized + 'static> Deref for Searcher<Box<G>> {
    type Target = Searcher<dyn Growing>;

    fn deref(&self) -> &Self::Target {
        self
    }
}

impl<G: Growing + ?Sized + 'static> DerefMut for Searcher<Box<G>> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self
    }
}

impl<G> Searcher<G> {
    /// Starts a solver for a formula that took this long to build. With a seed, variables and clauses are permuted.
    /// `weakened` says that rules were dropped, so that the referee may rightly reject solutions.
    ///
    /// # Errors
    ///
    /// Errors of [`Solver::start`].
    pub fn of(
        grown: G,
        weakened: bool,
        solver: &Solver,
        seed: Option<u64>,
        encoding: Duration,
    ) -> Result<Self, Error> {
        let loaded = Loaded::new(solver, seed, encoding)?;
        Ok(Searcher { loaded, weakened, model: None, found: 0, grown })
    }

    /// The formula with its puzzle.
    pub fn grown(&self) -> &G {
        &self.grown
    }

    /// The same, to take the solution that was found.
    pub fn grown_mut(&mut self) -> &mut G {
        &mut self.grown
    }
}

impl<G: Growing> Searcher<G> {
    /// Begins with [`Solver::Counting`] if that was measured to be faster for formulas like this one. If it is not done within a
    /// budget of conflicts, the solver goes on that was named.
    ///
    /// # Errors
    ///
    /// Errors of [`Solver::start`].
    pub fn begin_by_counting(mut self) -> Result<Self, Error> {
        self.loaded.begin_by_counting(self.grown.cnf())?;
        Ok(self)
    }

    /// Goes on by backtracking, among the solutions that were not found. That is faster if there are many.
    ///
    /// No model of the formula may stand for several solutions ([`Completion::merges_solutions`](crate::Completion::merges_solutions)).
    ///
    /// ```
    /// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
    /// # use colouring::Colouring;
    /// use jigsat_solve::{BuildOptions, Limits, Session, Solver};
    ///
    /// let (triangle, limits) = (Colouring::triangle(4), Limits::default());
    /// let mut session = Session::new(&triangle, (), &BuildOptions::default(), &Solver::default(), None)?;
    /// assert_eq!(session.count(10, &limits)?.found, 10);
    /// assert_eq!(session.backtracking().count(u64::MAX, &limits)?.found, 24 - 10);
    /// # Ok::<(), jigsat_solve::Error>(())
    /// ```
    #[must_use]
    pub fn backtracking(mut self) -> Enumerator<G> {
        self.grown.cnf_mut().stop_when(Interrupt::default());
        let any: &mut Searcher<dyn Growing + '_> = &mut self;
        any.exclude_last().expect("there are no limits");
        Enumerator::after(self.grown, self.weakened, self.loaded.solver, self.loaded.effort)
    }
}

impl<'p, P: Puzzle> Session<'p, P> {
    /// Builds the formula and starts a solver. With a seed, variables and clauses are permuted.
    ///
    /// # Errors
    ///
    /// [`Error::Build`] if the formula can't be built as asked, and errors of [`Solver::start`].
    pub fn new(
        puzzle: impl Into<Held<'p, P>>,
        encoding: P::Encoding,
        options: &BuildOptions,
        solver: &Solver,
        seed: Option<u64>,
    ) -> Result<Self, Error> {
        let started = Instant::now();
        let grown = Grown::new(puzzle, encoding, &solver.options(options))?;
        Searcher::of(grown, !options.dropped.is_empty(), solver, seed, started.elapsed())
    }

    /// Looks for a solution that was not found before.
    ///
    /// # Errors
    ///
    /// Errors of the solver; [`Error::Refused`] if the referee rejects a solution that a formula with all its
    /// rules allows, and [`Error::IdleCut`]: bugs of jigsat.
    pub fn solve(&mut self, limits: &Limits) -> Result<Answer<P::Solution>, Error> {
        self.solve_assuming(&[], limits)
    }

    /// Like [`Session::solve`], among the solutions in which these literals are true.
    ///
    /// # Errors
    ///
    /// As [`Session::solve`].
    pub fn solve_assuming(
        &mut self,
        assumptions: &[Literal<P::Atom>],
        limits: &Limits,
    ) -> Result<Answer<P::Solution>, Error> {
        let assumed: Vec<Lit> = assumptions.iter().map(|&literal| self.grown.formula.lit(literal)).collect();
        Ok(match self.search(&assumed, limits)? {
            Searched::Impossible(by) => Answer::Impossible(by),
            Searched::Unknown(stop) => Answer::Unknown(stop),
            Searched::Solved | Searched::Refused => {
                self.grown.take_judged().expect("the formula keeps what was found")
            }
        })
    }

    /// The projection variables that are true in the solution that was found last.
    #[must_use]
    pub fn true_projected(&self) -> Vec<Literal<P::Atom>> {
        self.true_keys().into_iter().map(|lit| self.grown.formula.literal(lit)).collect()
    }

    /// The candidates for which the puzzle added clauses to the formula, in their order: with them,
    /// [`Completion::refine`](crate::Completion::refine) makes the same formula again.
    #[must_use]
    pub fn cut(&self) -> &[P::Solution] {
        self.grown.cut()
    }

    /// Assumptions of the last question that contradict each other, if the answer was 'impossible'; empty if
    /// there is no solution at all.
    pub fn core(&mut self) -> Vec<Literal<P::Atom>> {
        let core = self.loaded.core();
        core.into_iter().map(|lit| self.grown.formula.literal(lit)).collect()
    }

    /// The formula, with the solutions found so far excluded.
    #[must_use]
    pub fn formula(&self) -> &Formula<P::Atom> {
        &self.grown.formula
    }

    /// The formula, to be extended, without limits unless you set some ([`Cnf::stop_when`]). The extension counts from the
    /// next question on.
    pub fn grow(&mut self) -> &mut Formula<P::Atom> {
        self.grown.formula.stop_when(Interrupt::default());
        &mut self.grown.formula
    }

    /// Excludes a solution and all that count as one with it ([`Puzzle::alike`]). The clauses are in the
    /// order of the solutions' JSON, not in the order in which the solver finds them, so everyone gets the
    /// same formula.
    ///
    /// ```
    /// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
    /// # use colouring::Colouring;
    /// use jigsat_solve::{Answer, BuildOptions, Excluded, Limits, Session, Solver};
    ///
    /// let (edge, limits) = (Colouring { nodes: 2, colours: 1, edges: vec![], given: vec![] }, Limits::default());
    /// let mut session = Session::new(&edge, (), &BuildOptions::default(), &Solver::default(), None)?;
    /// let first = session.solve(&limits)?.solution().expect("one colour for both nodes");
    /// assert!(matches!(session.exclude(&first, &limits)?, Excluded::All));
    /// assert!(matches!(session.solve(&limits)?, Answer::Impossible(_)), "it is unique");
    /// # Ok::<(), jigsat_solve::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Session::solve`].
    pub fn exclude(&mut self, solution: &P::Solution, limits: &Limits) -> Result<Excluded, Error> {
        let class: Vec<Solution> = self.grown.puzzle.alike(solution).into_iter().map(Solution::of).collect();
        self.exclude_class(&class, limits)
    }
}

impl Searcher<dyn Growing + '_> {
    /// Looks for a solution that was not found before, among those in which these literals are true.
    ///
    /// # Errors
    ///
    /// As [`Session::solve`].
    pub fn search(&mut self, assumed: &[Lit], limits: &Limits) -> Result<Searched, Error> {
        let started = Instant::now();
        self.grown.cnf_mut().stop_when(limits.interrupt());
        let found = match self.detour(assumed, limits) {
            Ok(Some(found)) => Ok(found),
            Ok(None) => {
                let found = self.exclude_last().map_err(Error::from);
                found.and_then(|()| self.search_on(assumed, limits))
            }
            Err(error) => Err(error),
        };
        let answer = Error::unless_stopped(found).map(|found| found.unwrap_or_else(Searched::Unknown));
        self.loaded.effort.solving += started.elapsed();
        answer
    }

    /// A solution that the formula leaves out, made from the last one by a detour; `None` if there is no such solution.
    fn detour(&mut self, assumed: &[Lit], limits: &Limits) -> Result<Option<Searched>, Error> {
        let last = self.model.as_ref().filter(|_| assumed.is_empty());
        let Some(values) = last.and_then(|last| self.cnf().detour(last)) else { return Ok(None) };
        match self.grown.referee(&values, limits) {
            Judged::Stopped(stop) => return Ok(Some(Searched::Unknown(stop))),
            Judged::Refused(violation) => return Err(Error::Refused { violation, by: self.by() }),
            Judged::Solution => {}
        }
        self.exclude_last()?;
        self.model = Some(values);
        Ok(Some(Searched::Solved))
    }

    fn search_on(&mut self, assumed: &[Lit], limits: &Limits) -> Result<Searched, Error> {
        let conflicts_at_start = self.loaded.effort.conflicts;
        loop {
            let found = self.loaded.model(self.grown.cnf_mut(), assumed, conflicts_at_start, limits)?;
            let values = match found {
                Found::Model(values) => values,
                Found::Nothing => return Ok(Searched::Impossible(self.by())),
            };
            let searched = match self.grown.judge(&values, self.weakened, limits)? {
                None => continue,
                // It was not refereed: the next search finds it again.
                Some(Judged::Stopped(stop)) => return Ok(Searched::Unknown(stop)),
                Some(Judged::Refused(violation)) if !self.weakened => {
                    return Err(Error::Refused { violation, by: self.by() });
                }
                Some(Judged::Refused(_)) => Searched::Refused,
                Some(Judged::Solution) => Searched::Solved,
            };
            self.model = Some(values);
            return Ok(searched);
        }
    }

    /// Counts the solutions that were not found before, up to this many, by excluding one after the other.
    ///
    /// # Errors
    ///
    /// As [`Session::solve`].
    pub fn count(&mut self, at_most: u64, limits: &Limits) -> Result<Count, Error> {
        let (mut found, mut first) = (0, 0);
        while found < at_most {
            match self.search(&[], limits)? {
                Searched::Solved | Searched::Refused => {
                    found += 1;
                    let values = self.model.as_deref();
                    first += u64::from(values.is_none_or(|values| self.grown.comes_first(values)));
                }
                Searched::Impossible(_) => return Ok(Count { found, first, end: End::All }),
                Searched::Unknown(stop) => return Ok(Count { found, first, end: End::Stopped(stop) }),
            }
        }
        Ok(Count { found, first, end: End::Enough })
    }

    /// The projection variables that are true in the solution that was found last.
    #[must_use]
    pub fn true_keys(&self) -> Vec<Lit> {
        let Some(model) = &self.model else { return Vec::new() };
        let holds = |var: &Var| model.get(var.idx()).is_some_and(|&value| value);
        self.cnf().projected_variables().filter(holds).map(Var::pos_lit).collect()
    }

    /// The formula, with the solutions found so far excluded.
    #[must_use]
    pub fn cnf(&self) -> &Cnf {
        self.grown.cnf()
    }

    /// The formula, to be extended, without limits unless you set some.
    pub fn cnf_mut(&mut self) -> &mut Cnf {
        self.grown.cnf_mut().stop_when(Interrupt::default());
        self.grown.cnf_mut()
    }

    /// The engine, the solver and the encoding that answer.
    #[must_use]
    pub fn by(&self) -> Provenance {
        Provenance {
            solver: Some(self.loaded.solver.to_string()),
            encoding: Some(self.grown.encoding().into()),
            ..Provenance::engine("sat")
        }
    }

    /// The cost so far.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.loaded.effort
    }

    /// Excludes the solution that was found last, unless it already is: one of the projection variables must
    /// have another value. After a limit, the next search tries again.
    fn exclude_last(&mut self) -> Result<(), Stop> {
        let Some(mut model) = self.model.take() else { return Ok(()) };
        self.grown.before_another(&model);
        if let Some(stop) = self.cnf().given_up() {
            self.model = Some(model);
            return Err(stop);
        }
        self.found += 1;
        let number = self.found as usize;
        let cnf = self.grown.cnf_mut();
        model.resize(cnf.variables() as usize, false);
        let implied = implied_by_true_projected(cnf, &model);
        let keys = cnf.projected_variables().filter(|var| !implied[var.idx()]);
        let differs: Vec<Lit> = keys.map(|var| var.lit(model[var.idx()])).collect();
        // Without limits in between: the group must get its one clause.
        let interrupt = cnf.interrupt().clone();
        cnf.stop_when(Interrupt::default());
        cnf.add_clause(&ANOTHER, (number,), &differs);
        cnf.stop_when(interrupt);
        Ok(())
    }

    /// Excludes solutions, in the order of their JSON; see [`Session::exclude`].
    ///
    /// # Errors
    ///
    /// As [`Session::solve`].
    pub fn exclude_class(&mut self, class: &[Solution], limits: &Limits) -> Result<Excluded, Error> {
        let mut class: Vec<String> =
            class.iter().map(|solution| solution.to_json().get().to_owned()).collect();
        // The order must not depend on which of them was found first.
        rarely::sort(&mut class);
        class.dedup();
        let mut models: Vec<Option<Vec<bool>>> = vec![None; class.len()];
        let found = self.found;
        if class.len() > 1 {
            self.grown.save();
        }
        let mut last = self.last_json();
        while models.contains(&None) {
            if last.is_none() {
                match self.search(&[], limits)? {
                    Searched::Solved => last = self.last_json(),
                    Searched::Unknown(stop) => return Ok(Excluded::Stopped(stop)),
                    Searched::Impossible(_) | Searched::Refused => return Ok(Excluded::Missing),
                }
            }
            let text = last.take();
            let Some(place) = class.iter().position(|member| Some(member) == text.as_ref()) else {
                return Ok(Excluded::Other);
            };
            models[place].clone_from(&self.model);
        }
        if models.len() > 1 {
            self.grown.restore();
            self.found = found;
            self.loaded.restart()?;
        }
        self.grown.cnf_mut().stop_when(limits.interrupt());
        let mut excluded = Excluded::All;
        for model in models {
            self.model = model;
            if let Err(stop) = self.exclude_last() {
                excluded = Excluded::Stopped(stop);
                break;
            }
        }
        Ok(excluded)
    }

    /// The solution that was found last, unless it is excluded.
    fn last_json(&mut self) -> Option<String> {
        let model = self.model.as_ref()?;
        self.grown.json().or_else(|| {
            // It was taken.
            self.grown.referee(model, &Limits::default());
            self.grown.json()
        })
    }
}

/// The variables that are false because a true projection variable is the one true literal of an 'at most one'. The
/// clause that excludes a model need not mention them, and gets shorter.
fn implied_by_true_projected(cnf: &Cnf, model: &[bool]) -> Vec<bool> {
    let mut is_key = vec![false; model.len()];
    for var in cnf.projected_variables() {
        is_key[var.idx()] = true;
    }
    let mut implied = vec![false; model.len()];
    for constraint in cnf.constraints_from(0) {
        let at_most_one = matches!(constraint.bound, Bound::AtMost(1) | Bound::Exactly(1));
        let true_key = |lit: &&Lit| lit.is_pos() && is_key[lit.vidx()] && model[lit.vidx()];
        if at_most_one && constraint.weights.is_none() && constraint.lits.iter().any(|lit| true_key(&lit)) {
            for lit in constraint.lits.iter().filter(|lit| lit.is_pos() && !model[lit.vidx()]) {
                implied[lit.vidx()] = true;
            }
        }
    }
    implied
}

/// The result of [`Session::exclude`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excluded {
    /// The solution and all that count as one with it are excluded.
    All,
    /// The formula has a solution that does not count as one with it.
    Other,
    /// The formula lacks one of the solutions that count as one.
    Missing,
    /// A limit was reached first.
    Stopped(Stop),
}
