//! The searches of every family: a session with a solver, and backtracking.

use jigsat_cnf::Formula;
use jigsat_solve::{
    Answer, BuildOptions, Completion, Effort, Enumeration, Error, Held, Limits, Provenance, Puzzle, Session,
};

use crate::{AtomOf, Family, Goal, Outcome, Question, SolutionOf};

/// Finds the solutions of a puzzle, each once.
pub trait Listing<S>: Send {
    /// The next solution; [`Answer::Impossible`] says that there are no more. The limits are those of this one.
    ///
    /// # Errors
    ///
    /// A solver that fails, and a solution that the referee rejects: a bug.
    fn solve(&mut self, limits: &Limits) -> Result<Answer<S>, crate::Error>;

    /// The engine, the solver and the encoding that search.
    fn by(&self) -> Provenance;

    /// The effort so far.
    fn effort(&self) -> Effort;

    /// Numbers of variables and clauses of the formula, if there is one.
    fn size(&self) -> Option<(usize, usize)>;
}

/// The listing for a question: by the family's own engine if it has one for that, otherwise by its formula.
///
/// # Errors
///
/// As [`Lister::new`].
pub fn listing<'p, F: Family>(
    family: &F,
    puzzle: Held<'p, F::Puzzle>,
    question: &Question<F>,
    limits: &Limits,
) -> Result<Box<dyn Listing<SolutionOf<F>> + 'p>, crate::Error> {
    if let Some(engines) = family.engines()
        && let Some(own) = engines.list(puzzle.clone(), question, limits)?
    {
        return Ok(own);
    }
    Ok(Box::new(Lister::new(family, puzzle, question, limits)?))
}

impl<F: Family> Listing<SolutionOf<F>> for Lister<'_, F> {
    fn solve(&mut self, limits: &Limits) -> Result<Answer<SolutionOf<F>>, crate::Error> {
        Ok(Lister::solve(self, limits)?)
    }

    fn by(&self) -> Provenance {
        Lister::by(self)
    }

    fn effort(&self) -> Effort {
        Lister::effort(self)
    }

    fn size(&self) -> Option<(usize, usize)> {
        Some(Lister::size(self))
    }
}

/// Number of solutions that a solver finds before backtracking takes over, if the formula has graph constraints. A board that
/// has more has many.
const FEW: u64 = 32;

/// Number of projection variables up to which backtracking takes over: it looks at all of them before a choice.
const MOST_KEYS: usize = 5_000;

/// Finds one solution after the other: by backtracking, or by a solver that excludes each solution that it
/// found.
pub enum Lister<'p, F: Family> {
    /// Engine `backtrack`.
    Backtrack(Box<Enumeration<'p, F::Puzzle>>),
    /// Engines `sat` and `blocking`.
    Blocking(Box<Session<'p, F::Puzzle>>),
    /// A solver that finds this many solutions more, and then makes way for backtracking.
    Beginning(Option<Box<Session<'p, F::Puzzle>>>, u64),
}

/// The message if a solver is missing that has made way.
const MADE_WAY: &str = "backtracking has taken its place";

impl<'p, F: Family> Lister<'p, F> {
    /// Uses the engine that was asked for, or the family's choice if no solver was named.
    ///
    /// # Errors
    ///
    /// A formula that can't be built as asked or within the limits, a solver that can't be started.
    pub fn new(
        family: &F,
        puzzle: impl Into<Held<'p, F::Puzzle>>,
        question: &Question<F>,
        limits: &Limits,
    ) -> Result<Self, Error> {
        let puzzle = puzzle.into();
        if backtracks(family, &puzzle, question) {
            return Ok(Lister::Backtrack(Box::new(enumeration(family, puzzle, question, limits)?)));
        }
        let is_free = question.search.engine().is_none() && question.search.solver.is_none();
        let encoding = question.encoding.unwrap_or_else(|| family.auto(&puzzle, Goal::One).encoding);
        let merges = puzzle.completion(encoding).is_some_and(Completion::merges_solutions);
        let can_change = is_free && !merges;
        let session = Box::new(session(family, puzzle, question, limits)?);
        let formula = session.formula();
        let changes = can_change && formula.is_lazy() && formula.projected_variables().count() <= MOST_KEYS;
        Ok(if changes { Lister::Beginning(Some(session), FEW) } else { Lister::Blocking(session) })
    }

    /// The next solution.
    ///
    /// # Errors
    ///
    /// As [`Session::solve`] and [`Enumeration::solve`].
    pub fn solve(&mut self, limits: &Limits) -> Result<Answer<SolutionOf<F>>, Error> {
        match self {
            Lister::Backtrack(enumeration) => enumeration.solve(limits),
            Lister::Blocking(session) => session.solve(limits),
            Lister::Beginning(session, 0) => {
                let session = session.take().expect(MADE_WAY);
                *self = Lister::Backtrack(Box::new(session.backtracking()));
                self.solve(limits)
            }
            Lister::Beginning(session, left) => {
                let answer = session.as_mut().expect(MADE_WAY).solve(limits)?;
                *left -= u64::from(!matches!(answer, Answer::Unknown(_)));
                Ok(answer)
            }
        }
    }

    /// The engine, the solver and the encoding that search.
    #[must_use]
    pub fn by(&self) -> Provenance {
        match self {
            Lister::Backtrack(enumeration) => enumeration.by(),
            Lister::Blocking(session) => session.by(),
            Lister::Beginning(session, _) => session.as_ref().expect(MADE_WAY).by(),
        }
    }

    /// The effort so far.
    #[must_use]
    pub fn effort(&self) -> Effort {
        match self {
            Lister::Backtrack(enumeration) => enumeration.effort(),
            Lister::Blocking(session) => session.effort(),
            Lister::Beginning(session, _) => session.as_ref().expect(MADE_WAY).effort(),
        }
    }

    /// The formula.
    #[must_use]
    pub fn formula(&self) -> &Formula<AtomOf<F>> {
        match self {
            Lister::Backtrack(enumeration) => enumeration.formula(),
            Lister::Blocking(session) => session.formula(),
            Lister::Beginning(session, _) => session.as_ref().expect(MADE_WAY).formula(),
        }
    }

    /// Numbers of variables and clauses of the formula.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.formula().size()
    }
}

/// Whether all solutions are found by backtracking: by the engine that was asked for, or by the family's choice if no solver
/// was named.
pub(crate) fn backtracks<F: Family>(family: &F, puzzle: &F::Puzzle, question: &Question<F>) -> bool {
    match question.search.engine() {
        Some(engine) => engine == "backtrack",
        None => question.search.solver.is_none() && family.auto(puzzle, Goal::All).engine == "backtrack",
    }
}

/// An enumeration for a question.
///
/// # Errors
///
/// A formula that can't be built as asked or within the limits.
pub fn enumeration<'p, F: Family>(
    family: &F,
    puzzle: impl Into<Held<'p, F::Puzzle>>,
    question: &Question<F>,
    limits: &Limits,
) -> Result<Enumeration<'p, F::Puzzle>, Error> {
    let puzzle = puzzle.into();
    let options = question.formula.build(question.formula.drop.is_empty(), limits);
    let encoding = question.encoding.unwrap_or_else(|| family.auto(&puzzle, Goal::All).encoding);
    Enumeration::new(puzzle, encoding, &options)
}

/// A session for a question, with what measured best if the question leaves the choice.
///
/// # Errors
///
/// A formula that can't be built as asked or within the limits, a solver that can't be started.
pub fn session<'p, F: Family>(
    family: &F,
    puzzle: impl Into<Held<'p, F::Puzzle>>,
    question: &Question<F>,
    limits: &Limits,
) -> Result<Session<'p, F::Puzzle>, Error> {
    let puzzle = puzzle.into();
    let auto = family.auto(&puzzle, Goal::One);
    let options: BuildOptions = question.formula.build(question.formula.drop.is_empty(), limits);
    let solver = question.search.solver.as_ref().unwrap_or(&auto.solver);
    let encoding = question.encoding.unwrap_or(auto.encoding);
    Session::new(puzzle, encoding, &options, solver, question.search.seed)
}

/// Asks a session, or an enumeration if engine `backtrack` was asked for. Asks twice if a second solution
/// matters.
///
/// # Errors
///
/// As [`Lister::new`] and [`Lister::solve`].
pub fn ask_session<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    question: &Question<F>,
    limits: &Limits,
) -> Result<Outcome<SolutionOf<F>>, Error> {
    let mut lister = match question.search.engine() {
        Some("backtrack") => Lister::<F>::new(family, Held::Borrowed(puzzle), question, limits)?,
        _ => Lister::Blocking(Box::new(session(family, Held::Borrowed(puzzle), question, limits)?)),
    };
    let first = lister.solve(limits)?;
    let second = match (&first, question.unique) {
        (Answer::Solved(_), true) => Some(lister.solve(limits)?),
        _ => None,
    };
    let size = Some(lister.size());
    Ok(Outcome { second, size, ..Outcome::new(first, lister.by(), lister.effort()) })
}
