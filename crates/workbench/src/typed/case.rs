//! One puzzle with a question about it: the input of verbs.

use std::{ops::Deref, sync::Arc};

use jigsat_kit::{AtomOf, EncodingOf, Error, Family, Goal, Options, Question};

use super::Atoms;
use crate::{Ask, Board};

/// The question, with its names looked up.
pub(crate) fn question<F: Family>(family: &F, ask: &Ask) -> Result<Arc<Question<F>>, Error> {
    let options = F::Options::read(&ask.options)?;
    let (formula, search) = ask.shared();
    Question::new(family, formula, search, options, ask.unique).map(Arc::new)
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
    pub fn new(file: &Arc<str>, title: &str, warnings: Vec<String>) -> Arc<Self> {
        Arc::new(Origin { file: Arc::clone(file), title: title.into(), warnings, index: None })
    }

    /// That of a puzzle which a program makes.
    pub fn made() -> Arc<Self> {
        Origin::new(&"-".into(), "", Vec::new())
    }

    /// That of the same puzzle as one of several.
    pub fn of_number(&self, index: u64) -> Arc<Self> {
        Arc::new(Origin { index: Some(index), ..self.clone() })
    }

    /// That of another puzzle which is made from this one.
    pub fn of_other(&self) -> Arc<Self> {
        let (file, title) = (Arc::clone(&self.file), Arc::clone(&self.title));
        Arc::new(Origin { file, title, warnings: Vec::new(), index: None })
    }
}

/// A puzzle with its family.
pub(crate) struct OfFamily<F: Family> {
    pub family: Arc<F>,
    pub puzzle: Arc<F::Puzzle>,
    /// The numbers of its atoms.
    pub atoms: Atoms<AtomOf<F>>,
}

/// One puzzle with one question.
pub(crate) struct Case<F: Family> {
    pub own: Arc<OfFamily<F>>,
    pub origin: Arc<Origin>,
    pub question: Arc<Question<F>>,
}

impl<F: Family> Deref for Case<F> {
    type Target = OfFamily<F>;

    fn deref(&self) -> &OfFamily<F> {
        &self.own
    }
}

impl<F: Family> Case<F> {
    /// A puzzle with a question, as a board.
    pub fn board(
        family: &Arc<F>,
        puzzle: F::Puzzle,
        origin: Arc<Origin>,
        question: &Arc<Question<F>>,
    ) -> Arc<dyn Board> {
        let (family, puzzle) = (Arc::clone(family), Arc::new(puzzle));
        let own = Arc::new(OfFamily { family, puzzle, atoms: Atoms::default() });
        Arc::new(Case { own, origin, question: Arc::clone(question) })
    }

    /// The same puzzle with another origin and question.
    pub fn again(&self, origin: Arc<Origin>, question: Arc<Question<F>>) -> Arc<dyn Board> {
        Arc::new(Case { own: Arc::clone(&self.own), origin, question })
    }

    /// The encoding that was asked for, or the one that measured best.
    pub fn encoding(&self) -> EncodingOf<F> {
        self.question.encoding.unwrap_or_else(|| self.family.auto(&self.puzzle, Goal::One).encoding)
    }
}
