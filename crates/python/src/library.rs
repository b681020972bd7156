//! What the library has, as data, and requests that are not about one puzzle.

use jigsat_kit::{Error, Text, TextFile};
use jigsat_solve::Solver;
use jigsat_workbench::{
    AnyFamily, Asked, Context, Info, Request, Wants, answer, family, verbs::verb as verb_named,
};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    answer::Parts,
    error::{self, Failure},
};

/// The version of the library.
#[pyfunction]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The names of the families, and of the encodings of each.
#[pyfunction]
pub fn families() -> Vec<(String, Vec<&'static str>)> {
    let families = jigsat_workbench::families();
    families.map(|family| (family.info().name.to_string(), family.encodings())).collect()
}

/// The names of the solvers.
#[pyfunction]
pub fn solvers() -> Vec<String> {
    Solver::built_in().iter().map(ToString::to_string).collect()
}

/// Reads a request by the name of its verb from JSON.
///
/// # Errors
///
/// A verb that does not exist, and JSON that is not its request.
pub fn request(verb: &str, request: &str) -> PyResult<Request> {
    let entry =
        verb_named(verb).ok_or_else(|| PyValueError::new_err(format!("there is no verb '{verb}'")))?;
    (entry.read)(request).map_err(|misread| {
        let words = format!("{verb}: {}: {}", misread.path, misread.message);
        Python::attach(|py| error::exception(py, Failure::Error(Error::request(words))))
    })
}

/// The context of a request that is checked. Its answer has a picture, if it can have one.
///
/// # Errors
///
/// What can't be asked together.
pub fn checked(request: &Request, family: Option<&Info>, context: &Context) -> Result<Context, Error> {
    let wants = Wants { draws: true, ..context.wants.clone() };
    if request.check(family, &wants).is_ok() {
        return Ok(Context { wants, ..context.clone() });
    }
    request.check(family, &context.wants)?;
    Ok(context.clone())
}

/// The parts of the answer to a request that is not about one puzzle: about a family, about the name and the text of a puzzle, or
/// about neither.
#[pyfunction]
#[pyo3(signature = (verb, json, family_name, puzzle))]
pub fn ask(
    py: Python<'_>,
    verb: &str,
    json: &str,
    family_name: Option<String>,
    puzzle: Option<(String, String)>,
) -> PyResult<Parts> {
    let request = request(verb, json)?;
    Parts::beside(py, move |context, listener| {
        let family = match &family_name {
            Some(name) => {
                Some(family(name).ok_or_else(|| Error::request(format!("there is no family '{name}'")))?)
            }
            None => None,
        };
        let text = puzzle.map(|(name, text)| TextFile { name, text });
        let text = text.map(|TextFile { name, text }| Text::of_string(name, text));
        let mut asked = Asked { family, text, ..Asked::default() };
        asked.recognise(&request, context)?;
        let context = checked(&request, asked.family.map(AnyFamily::info), context)?;
        answer(&request, asked, &context, listener)
    })
}
