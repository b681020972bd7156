//! Looks up every name and option of a question once, before any puzzle is read.

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
        formula: FormulaOptions,
        search: SearchOptions,
        options: F::Options,
        unique: bool,
    ) -> Result<Self, Error> {
        let name = &family.info().name;
        if let Some(engine) = search.engine() {
            let own = family.engines().map_or(&[][..], |engines| engines.names());
            if !own.contains(&engine) && !GENERAL_ENGINES.contains(&engine) {
                let known = [own, GENERAL_ENGINES].concat().join(", ");
                return Err(Error::request(format!("there is no engine '{engine}'; {name} has: {known}")));
            }
        }
        let encoding = match formula.encoding.as_deref() {
            None | Some("auto") => None,
            Some(encoding) => Some(EncodingOf::<F>::named(encoding).ok_or_else(|| {
                let known = EncodingOf::<F>::names();
                Error::request(format!("there is no encoding '{encoding}'; {name} has: {known}"))
            })?),
        };
        let question = Question { encoding, formula, search, options, unique };
        family.suits(&question).map_err(Error::request)?;
        Ok(question)
    }
}
