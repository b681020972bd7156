//! One solution after the other: by backtracking, or by a solver that excludes what it found.

use jigsat_cnf::Encoding;
use jigsat_solve::{Answer, By, Effort, Enumeration, Error, Limits, Session};

use crate::family::{self, AtomOf, Family, Question, SolutionOf};

/// The engines that find all solutions of any family's formulas.
pub const ENGINES: &[&str] = &["backtrack", "blocking", "sat"];

pub enum Lister<'p, F: Family> {
    /// Engine `backtrack`.
    Backtrack(Box<Enumeration<'p, F::Puzzle>>),
    /// Engines `sat` and `blocking`.
    Blocking(Box<Session<'p, F::Puzzle>>),
}

impl<'p, F: Family> Lister<'p, F> {
    /// By the engine that was asked for; or else by the family's choice, where no solver was named.
    pub fn new(puzzle: &'p F::Puzzle, question: &Question<'_, F>) -> Result<Self, Error> {
        let backtracks = match question.search.engine() {
            Some(engine) => engine == "backtrack",
            None => question.search.solver().is_none() && F::lists_by_backtracking(puzzle),
        };
        Ok(if backtracks {
            Lister::Backtrack(Box::new(enumeration::<F>(puzzle, question)?))
        } else {
            Lister::Blocking(Box::new(family::session::<F>(puzzle, question)?))
        })
    }

    /// The next solution.
    pub fn solve(&mut self, limits: &Limits) -> Result<Answer<SolutionOf<F>>, Error> {
        match self {
            Lister::Backtrack(enumeration) => enumeration.solve(limits),
            Lister::Blocking(session) => session.solve(limits),
        }
    }

    pub fn by(&self) -> By {
        match self {
            Lister::Backtrack(enumeration) => enumeration.by(),
            Lister::Blocking(session) => session.by(),
        }
    }

    pub fn effort(&self) -> Effort {
        match self {
            Lister::Backtrack(enumeration) => enumeration.effort(),
            Lister::Blocking(session) => session.effort(),
        }
    }

    /// The formula.
    pub fn encoding(&self) -> &Encoding<AtomOf<F>> {
        match self {
            Lister::Backtrack(enumeration) => enumeration.encoding(),
            Lister::Blocking(session) => session.encoding(),
        }
    }

    /// Variables and clauses of the formula.
    pub fn size(&self) -> (usize, usize) {
        let encoding = self.encoding();
        (encoding.variables() as usize, encoding.clauses().len())
    }
}

/// An enumeration as the question asks for it.
pub fn enumeration<'p, F: Family>(
    puzzle: &'p F::Puzzle,
    question: &Question<'_, F>,
) -> Result<Enumeration<'p, F::Puzzle>, Error> {
    let recipe = question.formula.recipe(question.formula.drop.is_empty());
    Enumeration::new(puzzle, question.how.unwrap_or_else(|| F::auto_for_backtracking(puzzle)), &recipe)
}
