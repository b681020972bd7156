//! Looks up every name and option of a question once, before any puzzle is read.

use std::sync::Arc;

use jigsat_cnf::Choice;

use crate::{EncodingOf, Error, Family, FormulaOptions, GENERAL_ENGINES, Info, Question, SearchOptions};

impl<F: Family> Question<F> {
    /// Looks up the names of encoding and engine, and asks the family whether the fields can be combined.
    ///
    /// # Errors
    ///
    /// A name that the family doesn't know, or options that exclude each other.
    pub fn new(
        family: &F,
        formula: Arc<FormulaOptions>,
        search: Arc<SearchOptions>,
        options: F::Options,
        unique: bool,
    ) -> Result<Self, Error> {
        let mut question = Question { encoding: None, formula, search, options, unique };
        let own = family.engines().map_or(&[] as &[_], |engines| engines.names());
        let encodings = EncodingOf::<F>::all_names();
        let place = looked_up(family.info(), own, &encodings, &question.formula, &question.search)?;
        question.encoding = place.map(|place| EncodingOf::<F>::ALL[place]);
        family.suits(&question).map_err(Error::request)?;
        Ok(question)
    }
}

/// The place of the encoding among the family's, if one was asked for.
///
/// # Errors
///
/// A name that no encoding has, and an engine that is neither a general one nor one of the family's own.
fn looked_up(
    family: &Info,
    own: &[&str],
    encodings: &[&str],
    formula: &FormulaOptions,
    search: &SearchOptions,
) -> Result<Option<usize>, Error> {
    let name = &family.name;
    if let Some(engine) = search.engine()
        && !own.contains(&engine)
        && !GENERAL_ENGINES.contains(&engine)
    {
        let known = [own, GENERAL_ENGINES].concat().join(", ");
        return Err(Error::request(format!("there is no engine '{engine}'; {name} has: {known}")));
    }
    let Some(encoding) = formula.encoding.as_deref().filter(|&encoding| encoding != "auto") else {
        return Ok(None);
    };
    let place = encodings.iter().position(|&known| known == encoding);
    let known = || encodings.join(", ");
    let none = || Error::request(format!("there is no encoding '{encoding}'; {name} has: {}", known()));
    place.map(Some).ok_or_else(none)
}
