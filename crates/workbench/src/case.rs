//! One puzzle with a question about it: the input of verbs.

use std::sync::Arc;

use jigsat_cnf::{Choice, Formula};
use jigsat_kit::{AtomOf, EncodingOf, Error, Family, Goal, Options, Question};
use jigsat_solve::{Limits, Provenance};

use crate::{Ask, Context};

/// The question, with its names looked up.
pub(crate) fn question<F: Family>(family: &F, ask: &Ask) -> Result<Question<F>, Error> {
    let options = F::Options::read(&ask.options)?;
    Question::new(family, ask.formula.clone(), ask.search.clone(), options, ask.unique)
}

/// A puzzle and its origin.
pub(crate) struct Posed<P> {
    pub puzzle: Arc<P>,
    pub file: Arc<str>,
    pub title: Arc<str>,
    pub warnings: Vec<String>,
}

/// One puzzle with one question.
pub(crate) struct Case<F: Family> {
    pub family: Arc<F>,
    pub board: Arc<Posed<F::Puzzle>>,
    pub question: Arc<Question<F>>,
    /// Its number, from 1, if it is one of several that are asked about.
    pub index: Option<u64>,
}

impl<F: Family> Clone for Case<F> {
    fn clone(&self) -> Self {
        Case {
            family: Arc::clone(&self.family),
            board: Arc::clone(&self.board),
            question: Arc::clone(&self.question),
            index: self.index,
        }
    }
}

impl<F: Family> Case<F> {
    /// A case of a puzzle that was made here.
    pub fn of_puzzle(family: &Arc<F>, puzzle: F::Puzzle, title: &str, question: Question<F>) -> Self {
        let board =
            Posed { puzzle: Arc::new(puzzle), file: "-".into(), title: title.into(), warnings: Vec::new() };
        Case { family: Arc::clone(family), board: Arc::new(board), question: Arc::new(question), index: None }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &F::Puzzle {
        &self.board.puzzle
    }

    /// The encoding that was asked for, or the one that measured best.
    pub fn encoding(&self) -> EncodingOf<F> {
        self.question.encoding.unwrap_or_else(|| self.family.auto(self.puzzle(), Goal::One).encoding)
    }

    /// Whether a formula in that encoding is completed while solving, by the family or by cuts of graph constraints.
    pub fn is_lazy(&self, encoding: EncodingOf<F>, formula: &Formula<AtomOf<F>>) -> bool {
        formula.is_lazy() || is_lazy(&*self.family, encoding)
    }

    /// The provenance if no formula was built within the limits.
    pub fn builder(&self) -> Provenance {
        let solver = self.question.search.solver.as_ref().map(ToString::to_string);
        let encoding = Some(self.encoding().name().into());
        Provenance { engine: "sat".into(), stage: Some("encoding".into()), solver, encoding }
    }

    /// Rejects a question that is about another puzzle, too.
    pub fn one_puzzle(&self) -> Result<(), Error> {
        self.family.only_searched(&self.question).map_or(Ok(()), |why| Err(Error::request(why)))
    }

    /// The context of this question, starting now.
    pub fn asked(&self, context: &Context) -> Context {
        context.asked(&self.question.search)
    }

    /// The limits of a search that starts now.
    pub fn limits(&self, context: &Context) -> Limits {
        context.limits(&self.question.search)
    }

    /// The length of solutions that formulas of this puzzle are about, if they are about one length.
    pub fn length(&self) -> Option<u16> {
        self.family.horizon()?.length(self.puzzle())
    }
}

/// Whether the family completes formulas of that encoding while solving.
pub(crate) fn is_lazy<F: Family>(family: &F, encoding: EncodingOf<F>) -> bool {
    family.formulas().is_some_and(|formulas| formulas.is_lazy(encoding))
}
