//! One solution after the other of any puzzle, without its types.

use jigsat_solve::{
    Answer, Count, Effort, End, Enumerator, Error, Growing, Limits, Provenance, Searched, Searcher, Solution,
};

use crate::Outcome;

/// Finds the solutions of a puzzle, each once.
pub trait Listing: Send {
    /// The next solution; [`Answer::Impossible`] says that there are no more. The limits are those of this one.
    ///
    /// # Errors
    ///
    /// A solver that fails, and a solution that the referee rejects: a bug.
    fn solve(&mut self, limits: &Limits) -> Result<Answer<Solution>, crate::Error>;

    /// Counts the solutions that were not found before, up to this many, without writing them down where that can be saved. It
    /// may stop at fewer, as if they were enough.
    ///
    /// # Errors
    ///
    /// As [`Listing::solve`].
    fn count(&mut self, at_most: u64, limits: &Limits) -> Result<Count, crate::Error> {
        one_by_one(at_most, &mut || self.solve(limits))
    }

    /// The engine, the solver and the encoding that search.
    fn by(&self) -> Provenance;

    /// The effort so far.
    fn effort(&self) -> Effort;

    /// Numbers of variables and clauses of the formula, if there is one.
    fn size(&self) -> Option<(usize, usize)>;
}

/// Counts solutions that are written down, up to this many.
fn one_by_one(
    at_most: u64,
    next: &mut dyn FnMut() -> Result<Answer<Solution>, crate::Error>,
) -> Result<Count, crate::Error> {
    let mut found = 0;
    while found < at_most {
        match next()? {
            Answer::Solved(_) | Answer::Refused { .. } => found += 1,
            Answer::Impossible(_) => return Ok(Count { found, first: found, end: End::All }),
            Answer::Unknown(stop) => return Ok(Count { found, first: found, end: End::Stopped(stop) }),
        }
    }
    Ok(Count { found, first: found, end: End::Enough })
}

/// Number of solutions that a solver finds before backtracking takes over. A board that has more has many.
const FEW: u64 = 32;

/// Number of conflicts for each of these solutions up to which backtracking takes over from a formula without graph constraints:
/// then what costs is to exclude what was found. Formulas whose solutions cost more, such as those of edge-matching, need a
/// solver's restarts.
const EASY: u64 = 16;

/// Number of projection variables up to which backtracking takes over: it looks at all of them before a choice.
const MOST_KEYS: usize = 5_000;

/// The formula of any puzzle, with the puzzle.
pub type AnyGrown<'p> = Box<dyn Growing + Send + 'p>;

/// Finds one solution after the other of a formula: by backtracking, or by a solver that excludes each solution that it
/// found.
pub enum Lister<'p> {
    /// Engine `backtrack`.
    Backtrack(Box<Enumerator<AnyGrown<'p>>>),
    /// Engines `sat` and `blocking`.
    Blocking(Box<Searcher<AnyGrown<'p>>>),
    /// A solver that finds this many solutions more, and then makes way for backtracking.
    Beginning(Option<Box<Searcher<AnyGrown<'p>>>>, u64),
}

/// The message if a solver is missing that has made way.
const MADE_WAY: &str = "backtracking has taken its place";

impl<'p> Lister<'p> {
    /// Lists with a solver; with backtracking after some solutions if that may be (`can_change`) and is faster.
    pub(crate) fn by_solver(session: Searcher<AnyGrown<'p>>, can_change: bool) -> Self {
        let changes = can_change && session.grown().cnf().projected_variables().count() <= MOST_KEYS;
        let session = Box::new(session);
        if changes { Lister::Beginning(Some(session), FEW) } else { Lister::Blocking(session) }
    }

    /// The next solution.
    ///
    /// # Errors
    ///
    /// As [`Session::solve`](jigsat_solve::Session::solve) and [`Enumeration::solve`](jigsat_solve::Enumeration::solve).
    pub fn solve(&mut self, limits: &Limits) -> Result<Answer<Solution>, Error> {
        self.change();
        match self {
            Lister::Backtrack(enumeration) => next(enumeration, limits),
            Lister::Blocking(session) => solve(session, limits),
            Lister::Beginning(session, left) => {
                let answer = solve(session.as_mut().expect(MADE_WAY), limits)?;
                *left -= u64::from(!matches!(answer, Answer::Unknown(_)));
                Ok(answer)
            }
        }
    }

    /// Lets backtracking take over if it is its turn and is faster.
    fn change(&mut self) {
        let is_easy = self.effort().conflicts <= EASY * FEW;
        if let Lister::Beginning(session, 0) = self {
            let session = session.take().expect(MADE_WAY);
            *self = if is_easy || session.grown().cnf().is_lazy() {
                Lister::Backtrack(Box::new(session.backtracking()))
            } else {
                Lister::Blocking(session)
            };
        }
    }

    /// The answer to a question, and if a second solution matters, that to a second one.
    ///
    /// # Errors
    ///
    /// As [`Lister::solve`].
    pub fn ask(&mut self, unique: bool, limits: &Limits) -> Result<Outcome<Solution>, Error> {
        let first = self.solve(limits)?;
        let second = match (&first, unique) {
            (Answer::Solved(_), true) => Some(self.solve(limits)?),
            _ => None,
        };
        let size = Some(self.size());
        Ok(Outcome { second, size, ..Outcome::new(first, self.by(), self.effort()) })
    }

    /// The engine, the solver and the encoding that search.
    #[must_use]
    pub fn by(&self) -> Provenance {
        match self.search() {
            Search::Backtrack(enumeration) => enumeration.by(),
            Search::Solver(session) => session.by(),
        }
    }

    /// The effort so far.
    #[must_use]
    pub fn effort(&self) -> Effort {
        match self.search() {
            Search::Backtrack(enumeration) => enumeration.effort(),
            Search::Solver(session) => session.effort(),
        }
    }

    /// Numbers of variables and clauses of the formula.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        match self.search() {
            Search::Backtrack(enumeration) => enumeration.cnf().size(),
            Search::Solver(session) => session.cnf().size(),
        }
    }

    fn search(&self) -> Search<'_, 'p> {
        match self {
            Lister::Backtrack(enumeration) => Search::Backtrack(&**enumeration),
            Lister::Blocking(session) => Search::Solver(&**session),
            Lister::Beginning(session, _) => Search::Solver(&**session.as_ref().expect(MADE_WAY)),
        }
    }
}

/// The next solution by backtracking.
fn next(enumeration: &mut Enumerator<AnyGrown<'_>>, limits: &Limits) -> Result<Answer<Solution>, Error> {
    let any: &mut Enumerator<dyn Growing + '_> = enumeration;
    let searched = any.search(limits)?;
    Ok(answer(searched, enumeration.grown_mut()))
}

fn solve(session: &mut Searcher<AnyGrown<'_>>, limits: &Limits) -> Result<Answer<Solution>, Error> {
    let any: &mut Searcher<dyn Growing + '_> = session;
    let searched = any.search(&[], limits)?;
    Ok(answer(searched, session.grown_mut()))
}

fn count(session: &mut Searcher<AnyGrown<'_>>, at_most: u64, limits: &Limits) -> Result<Count, crate::Error> {
    let any: &mut Searcher<dyn Growing + '_> = session;
    Ok(any.count(at_most, limits)?)
}

/// The result of a search, with the solution that the formula keeps.
fn answer(searched: Searched, grown: &mut AnyGrown<'_>) -> Answer<Solution> {
    match searched {
        Searched::Impossible(by) => Answer::Impossible(by),
        Searched::Unknown(stop) => Answer::Unknown(stop),
        Searched::Solved | Searched::Refused => {
            grown.take_answer().expect("the formula keeps what was found")
        }
    }
}

impl Listing for Enumerator<AnyGrown<'_>> {
    fn solve(&mut self, limits: &Limits) -> Result<Answer<Solution>, crate::Error> {
        Ok(next(self, limits)?)
    }

    fn count(&mut self, at_most: u64, limits: &Limits) -> Result<Count, crate::Error> {
        let any: &mut Enumerator<dyn Growing + '_> = self;
        Ok(any.count(at_most, limits)?)
    }

    fn by(&self) -> Provenance {
        let any: &Enumerator<dyn Growing + '_> = self;
        any.by()
    }

    fn effort(&self) -> Effort {
        let any: &Enumerator<dyn Growing + '_> = self;
        any.effort()
    }

    fn size(&self) -> Option<(usize, usize)> {
        let any: &Enumerator<dyn Growing + '_> = self;
        Some(any.cnf().size())
    }
}

/// What a [`Lister`] searches with.
enum Search<'s, 'p> {
    Backtrack(&'s Enumerator<dyn Growing + 'p>),
    Solver(&'s Searcher<dyn Growing + 'p>),
}

impl Listing for Lister<'_> {
    fn solve(&mut self, limits: &Limits) -> Result<Answer<Solution>, crate::Error> {
        Ok(Lister::solve(self, limits)?)
    }

    fn count(&mut self, at_most: u64, limits: &Limits) -> Result<Count, crate::Error> {
        self.change();
        match self {
            Lister::Backtrack(enumeration) => Listing::count(&mut **enumeration, at_most, limits),
            Lister::Blocking(session) => count(session, at_most, limits),
            Lister::Beginning(session, left) => {
                let session = session.as_mut().expect(MADE_WAY);
                let counted = count(session, at_most.min(*left), limits)?;
                *left -= counted.found;
                Ok(counted)
            }
        }
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
