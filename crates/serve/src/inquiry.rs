//! A client's request: read from JSON with the place of any mistake, and restricted to what a server allows.

use jigsat_kit::TextFile;
use jigsat_solve::Solver;
use jigsat_workbench::{
    Ask,
    answer::Verb,
    worker::{Input, WorkerRequest},
};
use serde::{Deserialize, de::DeserializeOwned};

use crate::Bounds;

/// The body of `POST /api/VERB`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body<R: Default> {
    /// The family by its name; detected if left out.
    family: Option<String>,
    /// The text and the name of a puzzle; left out if the verb is not about a puzzle.
    puzzle: Option<TextFile>,
    /// The request.
    #[serde(default)]
    request: R,
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
    pub fn read(verb: &str, body: &[u8], bounds: &Bounds) -> Result<Self, Wrong> {
        match verb {
            "families" => of(body, bounds, Verb::Families),
            "generate" => of(body, bounds, Verb::Generate),
            "show" => of(body, bounds, Verb::Show),
            "solve" => of(body, bounds, Verb::Solve),
            "count" => of(body, bounds, Verb::Count),
            "check" => of(body, bounds, Verb::Check),
            "list" => of(body, bounds, Verb::List),
            "explain" => of(body, bounds, Verb::Explain),
            "hint" => of(body, bounds, Verb::Hint),
            "right-so-far" => of(body, bounds, Verb::RightSoFar),
            "rate" => of(body, bounds, Verb::Rate),
            "encode" => of(body, bounds, Verb::Encode),
            "compare" => of(body, bounds, Verb::Compare),
            _ => Err(Wrong::Verb(verb.to_owned())),
        }
    }
}

fn of<R: DeserializeOwned + Default>(
    body: &[u8],
    bounds: &Bounds,
    verb: impl FnOnce(R) -> Verb,
) -> Result<Inquiry, Wrong> {
    let Body { family, puzzle, request, pictures } =
        serde_json::from_slice::<Body<R>>(body).map_err(|error| {
            // The message ends with the place, too.
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default().to_owned();
            Wrong::Json { line: error.line(), column: error.column(), message }
        })?;
    let mut verb = verb(request);
    hold(&mut verb, bounds).map_err(Wrong::Refused)?;
    let input = puzzle.map(|TextFile { name, text }| Input::Text { name, text });
    if input.is_none() && verb.ask().is_some() {
        return Err(Wrong::Refused("there is no 'puzzle' in the request: {\"name\":…,\"text\":…}".into()));
    }
    Ok(Inquiry { request: WorkerRequest::Answer { family, page: None, input, verb, pictures }, pictures })
}

/// Applies the bounds to a request; its time is the library's own limit, so that it ends with an answer.
fn hold(verb: &mut Verb, bounds: &Bounds) -> Result<(), String> {
    let most = bounds.time.as_secs_f64();
    let held =
        |timeout_s: &mut Option<f64>| *timeout_s = Some(timeout_s.map_or(most, |asked| asked.min(most)));
    match verb {
        Verb::Solve(request) if request.portfolio.is_some_and(|members| members > 1) => {
            return Err("a request is answered by one process with one thread: leave out 'portfolio'".into());
        }
        Verb::Count(request) if request.jobs.is_some_and(|jobs| jobs > 1) => {
            return Err("a request is answered by one process with one thread: leave out 'jobs'".into());
        }
        Verb::Generate(request) => held(&mut request.timeout_s),
        Verb::Compare(request) => {
            request.timeout_s = request.timeout_s.min(most);
            if let Some(program) = request.solvers.iter().find(|name| name.contains("external")) {
                return Err(no_program(program));
            }
        }
        _ => {}
    }
    if let Some(ask) = ask_of(verb) {
        held(&mut ask.search.timeout_s);
        if let Some(Solver::External(program)) = &ask.search.solver {
            return Err(no_program(program));
        }
    }
    Ok(())
}

fn no_program(name: &str) -> String {
    format!("a server runs no solver programs: '{name}'")
}

fn ask_of(verb: &mut Verb) -> Option<&mut Ask> {
    Some(match verb {
        Verb::Families(_) | Verb::Generate(_) | Verb::Compare(_) => return None,
        Verb::Show(request) => &mut request.ask,
        Verb::Solve(request) => &mut request.ask,
        Verb::Count(request) => &mut request.ask,
        Verb::Check(request) => &mut request.ask,
        Verb::List(request) => &mut request.ask,
        Verb::Explain(request) => &mut request.ask,
        Verb::Hint(request) => &mut request.ask,
        Verb::RightSoFar(request) => &mut request.ask,
        Verb::Rate(request) => &mut request.ask,
        Verb::Encode(request) => &mut request.ask,
    })
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
