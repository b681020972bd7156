//! One puzzle with a question about it: the input of verbs.

use std::sync::Arc;

use jigsat_kit::{AtomOf, EncodingOf, Error, Family, Goal, Options, Question};

use super::Atoms;
use crate::Ask;

/// The question, with its names looked up.
pub(crate) fn question<F: Family>(family: &F, ask: &Ask) -> Result<Question<F>, Error> {
    let options = F::Options::read(&ask.options)?;
    let (formula, search) = ask.shared();
    Question::new(family, formula, search, options, ask.unique)
}

/// Where a puzzle comes from.
#[derive(Clone)]
pub(crate) struct Origin {
    pub file: Arc<str>,
    pub title: Arc<str>,
    pub warnings: Vec<String>,
    /// Its number, from 1, if it is one of several that are asked about.
    pub index: Option<u64>,
}

impl Origin {
    pub fn new(file: &Arc<str>, title: &str, warnings: Vec<String>) -> Self {
        Origin { file: Arc::clone(file), title: title.into(), warnings, index: None }
    }

    /// That of a puzzle which a program makes.
    pub fn made() -> Self {
        Origin::new(&"-".into(), "", Vec::new())
    }

    /// That of the same puzzle as one of several.
    pub fn of_number(&self, index: u64) -> Self {
        Origin { index: Some(index), ..self.clone() }
    }

    /// That of another puzzle which is made from this one.
    pub fn of_other(&self) -> Self {
        Origin {
            file: Arc::clone(&self.file),
            title: Arc::clone(&self.title),
            warnings: Vec::new(),
            index: None,
        }
    }
}

/// One puzzle with one question.
pub(crate) struct Case<F: Family> {
    pub family: Arc<F>,
    pub puzzle: Arc<F::Puzzle>,
    pub origin: Arc<Origin>,
    pub question: Arc<Question<F>>,
    /// The numbers of its atoms.
    pub atoms: Arc<Atoms<AtomOf<F>>>,
}

impl<F: Family> Clone for Case<F> {
    fn clone(&self) -> Self {
        Case {
            family: Arc::clone(&self.family),
            puzzle: Arc::clone(&self.puzzle),
            origin: Arc::clone(&self.origin),
            question: Arc::clone(&self.question),
            atoms: Arc::clone(&self.atoms),
        }
    }
}

impl<F: Family> Case<F> {
    pub fn new(family: &Arc<F>, puzzle: F::Puzzle, origin: Origin, question: &Arc<Question<F>>) -> Self {
        let (family, question) = (Arc::clone(family), Arc::clone(question));
        Case { family, puzzle: Arc::new(puzzle), origin: Arc::new(origin), question, atoms: Arc::default() }
    }

    /// The encoding that was asked for, or the one that measured best.
    pub fn encoding(&self) -> EncodingOf<F> {
        self.question.encoding.unwrap_or_else(|| self.family.auto(&self.puzzle, Goal::One).encoding)
    }
}
