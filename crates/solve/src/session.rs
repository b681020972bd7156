use jigsat_cnf::{Bound, Choice, Cnf, Formula, Interrupt, Lit, Literal, Model, Rule, Var};
use serde::Serialize;
use web_time::Instant;

use crate::{
    Answer, BuildOptions, Checked, Count, Effort, End, Error, Held, Limits, Provenance, Puzzle, Refined,
    Solver, Stop, build,
    loaded::{Found, Loaded},
    refine::refine,
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
pub struct Session<'p, P: Puzzle> {
    puzzle: Held<'p, P>,
    encoding: P::Encoding,
    formula: Formula<P::Atom>,
    loaded: Loaded,
    /// Whether rules were dropped, so that the referee may rightly reject solutions.
    weakened: bool,
    /// The last model, by variable, while it is that of the answer.
    model: Option<Vec<bool>>,
    found: u64,
    /// The candidates for which [`Puzzle::refine`] added clauses, in their order.
    cut: Vec<P::Solution>,
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
        let puzzle = puzzle.into();
        let formula = match solver {
            // It is started again for each question.
            Solver::External(_) => build(&*puzzle, encoding, &options.clone().in_full())?,
            _ => build(&*puzzle, encoding, options)?,
        };
        let loaded = Loaded::new(solver, seed, started.elapsed())?;
        let weakened = !options.dropped.is_empty();
        Ok(Session { puzzle, encoding, formula, loaded, weakened, model: None, found: 0, cut: Vec::new() })
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
        let started = Instant::now();
        let answer = self.search(assumptions, limits);
        self.loaded.effort.solving += started.elapsed();
        answer
    }

    fn search(
        &mut self,
        assumptions: &[Literal<P::Atom>],
        limits: &Limits,
    ) -> Result<Answer<P::Solution>, Error> {
        self.formula.stop_when(limits.interrupt());
        let found = self.exclude_last().map_err(Error::from);
        let found = found.and_then(|()| self.search_on(assumptions, limits));
        Ok(Error::unless_stopped(found)?.unwrap_or_else(Answer::Unknown))
    }

    fn search_on(
        &mut self,
        assumptions: &[Literal<P::Atom>],
        limits: &Limits,
    ) -> Result<Answer<P::Solution>, Error> {
        let assumed: Vec<Lit> = assumptions.iter().map(|&literal| self.formula.lit(literal)).collect();
        let conflicts_at_start = self.loaded.effort.conflicts;
        loop {
            let found = self.loaded.model(&mut self.formula, &assumed, conflicts_at_start, limits)?;
            let values = match found {
                Found::Model(values) => values,
                Found::Nothing => return Ok(Answer::Impossible(self.by())),
            };
            let candidate = self.puzzle.decode(self.encoding, &Model::new(&self.formula, &values));
            if let Ok(candidate) = &candidate {
                let (encoding, may_miss) = (self.encoding, self.weakened);
                let refined =
                    refine(&*self.puzzle, encoding, candidate, &values, may_miss, &mut self.formula)?;
                self.formula.step(1)?;
                if refined == Refined::Cut {
                    self.cut.push(candidate.clone());
                    continue;
                }
            }
            return match Checked::answer(&*self.puzzle, candidate, limits) {
                Answer::Refused { violation, .. } if !self.weakened => {
                    Err(Error::Refused { violation, by: self.by() })
                }
                // It was not refereed: the next search finds it again.
                Answer::Unknown(stop) => Ok(Answer::Unknown(stop)),
                answer => {
                    self.model = Some(values);
                    Ok(answer)
                }
            };
        }
    }

    /// Counts the solutions that were not found before, up to this many, by excluding one after the other.
    ///
    /// # Errors
    ///
    /// As [`Session::solve`].
    pub fn count(&mut self, at_most: u64, limits: &Limits) -> Result<Count, Error> {
        let mut found = 0;
        while found < at_most {
            match self.solve(limits)? {
                Answer::Solved(_) | Answer::Refused { .. } => found += 1,
                Answer::Impossible(_) => return Ok(Count { found, end: End::All }),
                Answer::Unknown(stop) => return Ok(Count { found, end: End::Stopped(stop) }),
            }
        }
        Ok(Count { found, end: End::Enough })
    }

    /// The projection variables that are true in the solution that was found last.
    #[must_use]
    pub fn true_projected(&self) -> Vec<Literal<P::Atom>> {
        let Some(model) = &self.model else { return Vec::new() };
        let holds = |(_, var): &(P::Atom, Var)| model.get(var.idx()).is_some_and(|&value| value);
        self.formula.projected().filter(holds).map(|(atom, _)| jigsat_cnf::pos(atom)).collect()
    }

    /// The candidates for which the puzzle added clauses to the formula, in their order: with them,
    /// [`Puzzle::refine`] makes the same formula again.
    #[must_use]
    pub fn cut(&self) -> &[P::Solution] {
        &self.cut
    }

    /// Assumptions of the last question that contradict each other, if the answer was 'impossible'; empty if
    /// there is no solution at all.
    pub fn core(&mut self) -> Vec<Literal<P::Atom>> {
        let core = self.loaded.core();
        core.into_iter().map(|lit| self.formula.literal(lit)).collect()
    }

    /// The formula, with the solutions found so far excluded.
    #[must_use]
    pub fn formula(&self) -> &Formula<P::Atom> {
        &self.formula
    }

    /// The formula, to be extended, without limits unless you set some ([`Cnf::stop_when`]). The extension counts from the
    /// next question on.
    pub fn grow(&mut self) -> &mut Formula<P::Atom> {
        self.formula.stop_when(Interrupt::default());
        &mut self.formula
    }

    /// The engine, the solver and the encoding that answer.
    #[must_use]
    pub fn by(&self) -> Provenance {
        Provenance {
            solver: Some(self.loaded.solver.to_string()),
            encoding: Some(self.encoding.name().into()),
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
        self.puzzle.before_another(self.encoding, &model, &mut self.formula);
        if let Some(stop) = self.formula.given_up() {
            self.model = Some(model);
            return Err(stop);
        }
        self.found += 1;
        model.resize(self.formula.variables() as usize, false);
        let implied = implied_by_true_projected(&self.formula, &model);
        let differs: Vec<Literal<P::Atom>> = self
            .formula
            .projected()
            .filter(|(_, var)| !implied[var.idx()])
            .map(|(_, var)| self.formula.literal(var.lit(model[var.idx()])))
            .collect();
        // Without limits in between: the group must get its one clause.
        let interrupt = self.formula.interrupt().clone();
        self.formula.stop_when(Interrupt::default());
        self.formula.group(&ANOTHER, (self.found as usize,)).clause(differs);
        self.formula.stop_when(interrupt);
        Ok(())
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
    pub fn exclude(
        &mut self,
        solution: &P::Solution,
        limits: &Limits,
    ) -> Result<Excluded<P::Solution>, Error> {
        let mut class: Vec<String> = self.puzzle.alike(solution).iter().map(json).collect();
        // The order must not depend on which of them was found first.
        class.sort_unstable();
        class.dedup();
        let mut models: Vec<Option<Vec<bool>>> = vec![None; class.len()];
        let (formula, known_cuts, found) = (self.formula.clone(), self.cut.len(), self.found);
        let mut last = self.last_solution();
        while models.contains(&None) {
            let solution = match last.take() {
                Some(solution) => solution,
                None => match self.solve(limits)? {
                    Answer::Solved(solution) => solution,
                    Answer::Unknown(stop) => return Ok(Excluded::Stopped(stop)),
                    Answer::Impossible(_) | Answer::Refused { .. } => return Ok(Excluded::Missing),
                },
            };
            let text = json(&solution);
            let Some(place) = class.iter().position(|member| *member == text) else {
                return Ok(Excluded::Other(solution.into_inner()));
            };
            models[place].clone_from(&self.model);
        }
        if models.len() > 1 {
            self.formula = formula;
            self.cut.truncate(known_cuts);
            self.found = found;
            self.loaded.restart()?;
        }
        self.formula.stop_when(limits.interrupt());
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
    fn last_solution(&self) -> Option<Checked<P::Solution>> {
        let model = Model::new(&self.formula, self.model.as_ref()?);
        let solution = self.puzzle.decode(self.encoding, &model).ok()?;
        Checked::by(&*self.puzzle, solution).ok()
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
pub enum Excluded<S> {
    /// The solution and all that count as one with it are excluded.
    All,
    /// The formula has this solution, which does not count as one with it.
    Other(S),
    /// The formula lacks one of the solutions that count as one.
    Missing,
    /// A limit was reached first.
    Stopped(Stop),
}

fn json(solution: &impl Serialize) -> String {
    serde_json::to_string(solution).expect("a solution has a JSON form")
}
