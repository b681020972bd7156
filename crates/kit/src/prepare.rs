//! Looks up every name and option of a question once, before any puzzle is read.

use std::sync::Arc;

use jigsat_cnf::Choice;

use crate::{EncodingOf, Error, Family, FormulaOptions, GENERAL_ENGINES, Question, SearchOptions};

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
        let name = &family.info().name;
        has_engine(name, family.engines().map_or(&[], |engines| engines.names()), &search)?;
        let encoding = match formula.encoding.as_deref() {
            None | Some("auto") => None,
            Some(encoding) => Some(
                EncodingOf::<F>::named(encoding)
                    .ok_or_else(|| no_encoding(name, encoding, &EncodingOf::<F>::names()))?,
            ),
        };
        let question = Question { encoding, formula, search, options, unique };
        family.suits(&question).map_err(Error::request)?;
        Ok(question)
    }
}

/// Rejects an engine that is neither a general one nor one of the family's own.
fn has_engine(family: &str, own: &[&str], search: &SearchOptions) -> Result<(), Error> {
    let Some(engine) = search.engine() else { return Ok(()) };
    if own.contains(&engine) || GENERAL_ENGINES.contains(&engine) {
        return Ok(());
    }
    let known = [own, GENERAL_ENGINES].concat().join(", ");
    Err(Error::request(format!("there is no engine '{engine}'; {family} has: {known}")))
}

fn no_encoding(family: &str, encoding: &str, known: &str) -> Error {
    Error::request(format!("there is no encoding '{encoding}'; {family} has: {known}"))
}
