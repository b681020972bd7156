//! One puzzle with a question about it: the input of verbs.

use std::sync::Arc;

use jigsat_kit::{AtomOf, EncodingOf, Error, Family, Goal, Options, Question};

use super::Atoms;
use crate::Ask;

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
    pub posed: Arc<Posed<F::Puzzle>>,
    pub question: Arc<Question<F>>,
    /// The numbers of its atoms.
    pub atoms: Arc<Atoms<AtomOf<F>>>,
    /// Its number, from 1, if it is one of several that are asked about.
    pub index: Option<u64>,
}

impl<F: Family> Clone for Case<F> {
    fn clone(&self) -> Self {
        Case {
            family: Arc::clone(&self.family),
            posed: Arc::clone(&self.posed),
            question: Arc::clone(&self.question),
            atoms: Arc::clone(&self.atoms),
            index: self.index,
        }
    }
}

impl<F: Family> Case<F> {
    pub fn new(family: Arc<F>, posed: Posed<F::Puzzle>, question: Arc<Question<F>>) -> Self {
        Case { family, posed: Arc::new(posed), question, atoms: Arc::default(), index: None }
    }

    /// A case of a puzzle that was made here.
    pub fn of_puzzle(family: &Arc<F>, puzzle: F::Puzzle, title: &str, question: Question<F>) -> Self {
        let board =
            Posed { puzzle: Arc::new(puzzle), file: "-".into(), title: title.into(), warnings: Vec::new() };
        Case::new(Arc::clone(family), board, Arc::new(question))
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &F::Puzzle {
        &self.posed.puzzle
    }

    /// The encoding that was asked for, or the one that measured best.
    pub fn encoding(&self) -> EncodingOf<F> {
        self.question.encoding.unwrap_or_else(|| self.family.auto(self.puzzle(), Goal::One).encoding)
    }
}
