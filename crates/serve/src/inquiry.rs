//! A client's request: read from JSON with the place of any mistake, and restricted to what a server allows.

use jigsat_kit::TextFile;
use jigsat_workbench::{
    Pure,
    verbs::{Misread, verb as verb_named},
    worker::{Input, WorkerRequest},
};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::bounds::Bounds;

/// The body of `POST /api/VERB`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body<'b> {
    /// The family by its name; detected if left out.
    family: Option<String>,
    /// The text and the name of a puzzle; left out if the verb is not about a puzzle.
    puzzle: Option<TextFile>,
    /// The request.
    #[serde(borrow)]
    request: Option<&'b RawValue>,
    /// Whether each record comes with its words and its picture.
    #[serde(default)]
    pictures: bool,
}

/// A client's request.
#[derive(Debug)]
pub struct Inquiry {
    pub request: WorkerRequest,
    /// Whether each record comes with its words and its picture.
    pub pictures: bool,
}

/// Why a body is not a valid request.
#[derive(Debug, PartialEq, Eq)]
pub enum Wrong {
    /// There is no such verb.
    Verb(String),
    /// It is malformed at this place.
    Json { line: usize, column: usize, message: String },
    /// It asks for something that a server doesn't do.
    Refused(String),
}

impl Inquiry {
    pub fn read(name: &str, body: &[u8], bounds: &Bounds) -> Result<Self, Wrong> {
        let verb = verb_named(name).ok_or_else(|| Wrong::Verb(name.to_owned()))?;
        let Body { family, puzzle, request, pictures } =
            serde_json::from_slice::<Body<'_>>(body).map_err(|error| Wrong::json(&error))?;
        let json = request.map_or("{}", RawValue::get);
        let request = (verb.read)(json).map_err(|misread| Wrong::misread(misread, place(json, body)))?;
        let verb = Pure::within(request, bounds.time.as_secs_f64()).map_err(Wrong::Refused)?;
        let input = puzzle.map(|TextFile { name, text }| Input::Text { name, text });
        if input.is_none() && verb.request().ask().is_some() {
            return Err(Wrong::Refused(
                "there is no 'puzzle' in the request: {\"name\":…,\"text\":…}".into(),
            ));
        }
        let verb = verb.into_request();
        Ok(Inquiry { request: WorkerRequest::Answer { family, page: None, input, verb, pictures }, pictures })
    }
}

/// Where a part of a body begins: the lines before it, and the columns before it in its own line.
fn place(part: &str, body: &[u8]) -> (usize, usize) {
    let offset = (part.as_ptr() as usize).wrapping_sub(body.as_ptr() as usize);
    let Some(before) = body.get(..offset) else { return (0, 0) };
    let mut lines = before.split(|&byte| byte == b'\n');
    let last = lines.next_back().map_or(0, <[u8]>::len);
    (lines.count(), last)
}

impl Wrong {
    fn json(error: &serde_json::Error) -> Self {
        // The message ends with the place, too.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        Wrong::Json { line: error.line(), column: error.column(), message }
    }

    /// A mistake in JSON that begins at that place.
    fn misread(Misread { line, column, message, .. }: Misread, (lines, columns): (usize, usize)) -> Self {
        let column = if line == 1 { columns + column } else { column };
        Wrong::Json { line: lines + line, column, message }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const BOUNDS: Bounds = Bounds {
        jobs: 1,
        waiting: 1,
        time: Duration::from_secs(9),
        memory_bytes: 1 << 30,
        request_bytes: 1 << 20,
    };

    fn read(verb: &str, body: &str) -> Result<Inquiry, Wrong> {
        Inquiry::read(verb, body.as_bytes(), &BOUNDS)
    }

    #[test]
    fn mistakes_have_places() {
        let wrong =
            read("solve", "{\"puzzle\":{\"name\":\"p\",\"text\":\"t\"},\n \"request\":{\"askk\":{}}}")
                .unwrap_err();
        let Wrong::Json { line, column, message } = wrong else { panic!("{wrong:?}") };
        assert_eq!((line, column), (2, 18));
        assert!(message.starts_with("unknown field `askk`"), "{message}");
        assert!(matches!(read("solve", "{"), Err(Wrong::Json { line: 1, column: 1, .. })));
        assert_eq!(read("play", "{}").unwrap_err(), Wrong::Verb("play".into()));
        assert!(matches!(read("solve", "{}"), Err(Wrong::Refused(words)) if words.contains("no 'puzzle'")));
    }

    #[test]
    fn no_request_names_a_program_or_takes_all_processors() {
        let puzzle = "\"puzzle\":{\"name\":\"p\",\"text\":\"t\"}";
        for (verb, request) in [
            ("solve", "{\"ask\":{\"search\":{\"solver\":\"external:sh -c true\"}}}"),
            ("compare", "{\"solvers\":[\"external:true\"]}"),
            ("solve", "{\"portfolio\":4}"),
            ("count", "{\"jobs\":64}"),
        ] {
            let wrong = read(verb, &format!("{{{puzzle},\"request\":{request}}}")).unwrap_err();
            assert!(matches!(&wrong, Wrong::Refused(_)), "{verb} {request}: {wrong:?}");
        }
    }

    #[test]
    fn time_is_bounded_whatever_is_asked() {
        let puzzle = "\"puzzle\":{\"name\":\"p\",\"text\":\"t\"}";
        for (asked, given) in [("", 9.0), ("\"timeout_s\":4", 4.0), ("\"timeout_s\":400", 9.0)] {
            let body = format!("{{{puzzle},\"request\":{{\"ask\":{{\"search\":{{{asked}}}}}}}}}");
            let WorkerRequest::Answer { verb, .. } = read("count", &body).unwrap().request else { panic!() };
            assert_eq!(verb.ask().unwrap().search.timeout_s, Some(given));
        }
    }
}
