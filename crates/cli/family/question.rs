//! What is asked about a puzzle, and a session that answers it.

use jigsat_cnf::Choice;
use jigsat_solve::{Answer, Build, Error, Limits, Session};

use super::{Family, HowOf, Outcome, SolutionOf};
use crate::{
    args::{FormulaArgs, SearchArgs},
    exit::Failure,
    lister::{self, Lister},
};

/// What is asked about each puzzle.
pub struct Question<'a, F: Family> {
    /// The encoding, where one was asked for.
    pub how: Option<HowOf<F>>,
    pub formula: &'a FormulaArgs,
    pub search: &'a SearchArgs,
    #[allow(dead_code, reason = "for families whose options speak of more than reading")]
    pub options: &'a F::Options,
    /// Whether a second solution is to be looked for, too.
    pub unique: bool,
}

impl<'a, F: Family> Question<'a, F> {
    /// Checks the names of encoding and engine against the family's.
    pub fn new(
        formula: &'a FormulaArgs,
        search: &'a SearchArgs,
        options: &'a F::Options,
        unique: bool,
    ) -> Result<Self, Failure> {
        if let Some(engine) = search.engine()
            && !F::ENGINES.contains(&engine)
            && !lister::ENGINES.contains(&engine)
        {
            let known = [F::ENGINES, lister::ENGINES].concat().join(", ");
            return Err(Failure::usage(format!("there is no engine '{engine}'; {} has: {known}", F::NAME)));
        }
        let how = encoding::<F>(formula)?;
        Ok(Question { how, formula, search, options, unique })
    }

    /// Refuses an engine that can't find all solutions.
    pub fn needs_lister(&self, what: &str) -> Result<(), Failure> {
        match self.search.engine() {
            Some(engine) if !lister::ENGINES.contains(&engine) => {
                let listers = lister::ENGINES.join(", ");
                Err(Failure::usage(format!("{what} is for the engines {listers}, not '{engine}'")))
            }
            _ => Ok(()),
        }
    }

    /// Whether neither the formula nor the solver was asked to be of some kind.
    pub fn is_plain(&self) -> bool {
        self.formula.is_default() && self.search.solver().is_none() && self.search.seed.is_none()
    }
}

/// The encoding that was asked for, if one was.
pub fn encoding<F: Family>(formula: &FormulaArgs) -> Result<Option<HowOf<F>>, Failure> {
    match formula.encoding.as_deref() {
        None | Some("auto") => Ok(None),
        Some(name) => HowOf::<F>::named(name).map(Some).ok_or_else(|| {
            let known = HowOf::<F>::names();
            Failure::usage(format!("there is no encoding '{name}'; {} has: {known}", F::NAME))
        }),
    }
}

/// Asks a session, or an enumeration where engine `backtrack` was asked for.
pub fn ask_session<F: Family>(
    puzzle: &F::Puzzle,
    question: &Question<'_, F>,
    limits: &Limits,
) -> Result<Outcome<SolutionOf<F>>, Error> {
    let mut session = match question.search.engine() {
        Some("backtrack") => Lister::<F>::new(puzzle, question)?,
        _ => Lister::Blocking(Box::new(session::<F>(puzzle, question)?)),
    };
    let first = session.solve(limits)?;
    let second = match (&first, question.unique) {
        (Answer::Solved(_), true) => Some(session.solve(limits)?),
        _ => None,
    };
    Ok(Outcome {
        first,
        second,
        none_within: None,
        left_open: None,
        by: session.by(),
        effort: session.effort(),
        size: Some(session.size()),
    })
}

/// A session as the question asks for it, with what measured best where it leaves the choice.
pub fn session<'p, F: Family>(
    puzzle: &'p F::Puzzle,
    question: &Question<'_, F>,
) -> Result<Session<'p, F::Puzzle>, Error> {
    let (auto_how, auto_solver) = F::auto(puzzle);
    let recipe: Build = question.formula.recipe(question.formula.drop.is_empty());
    let solver = question.search.solver().unwrap_or(&auto_solver);
    Session::new(puzzle, question.how.unwrap_or(auto_how), &recipe, solver, question.search.seed)
}
