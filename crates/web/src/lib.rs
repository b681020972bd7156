//! The library as a WebAssembly module: JavaScript asks in JSON and gets the records that the command prints.
//!
//! Nothing here knows files, threads or other processes: a request holds the puzzle's text and the texts it goes with.
//! A search can't be interrupted from outside; whoever wants that runs the module in a worker and ends the worker.

use std::sync::Arc;

use jigsat_input::Source;
use jigsat_kit::{Error, NoFiles, Text, TextFile};
use jigsat_workbench::{
    Ask, Context, CountRequest, ExplainRequest, SolveRequest, families, family, only, recognise,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

/// What is asked about a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The family by its name; recognised if left out.
    family: Option<String>,
    /// The text of one puzzle, and where it is from.
    puzzle: TextFile,
    /// What is asked.
    verb: Verb,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Verb {
    Solve(SolveRequest),
    Count(CountRequest),
    Explain(ExplainRequest),
    /// A picture of the puzzle, or of a solution of it in any form in which solutions are written.
    Draw {
        #[serde(default)]
        ask: Ask,
        solution: Option<String>,
    },
}

impl Verb {
    fn ask(&self) -> &Ask {
        match self {
            Verb::Solve(SolveRequest { ask, .. })
            | Verb::Count(CountRequest { ask, .. })
            | Verb::Explain(ExplainRequest { ask, .. })
            | Verb::Draw { ask, .. } => ask,
        }
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn complain(message: &str);
}

/// Says on the console what went wrong when the module breaks down; it can't be used after that.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| complain(&panic.to_string())));
}

/// The names of all families, as a JSON list.
#[wasm_bindgen]
pub fn family_names() -> String {
    json(&families().map(|family| &family.info().name).collect::<Vec<_>>())
}

/// Answers a request in JSON, `{"family":"sudoku","puzzle":{"name":…,"text":…},"verb":{"solve":{…}}}`: with the record,
/// or with SVG where a picture is asked for.
///
/// # Errors
///
/// Why there is no answer, in words.
#[wasm_bindgen]
pub fn answer(request: &str) -> Result<String, String> {
    let request = serde_json::from_str(request).map_err(|error| format!("the request: {error}"))?;
    answered(request).map_err(|error| error.to_string())
}

fn answered(request: Request) -> Result<String, Error> {
    let Request { family: name, puzzle: TextFile { name: file, text }, verb } = request;
    let text = Text::of_string(file, text);
    let family = match name {
        Some(name) => family(&name).ok_or_else(|| Error::Request(format!("there is no family '{name}'")))?,
        None => recognise(&text)?,
    };
    let instance = only(&*family.prepare(verb.ask())?, text, &NoFiles)?;
    let context = Context { files: Arc::new(NoFiles), ..Context::default() };
    Ok(match verb {
        Verb::Solve(request) => json(&instance.solve(&request, None, &context)?.record),
        Verb::Count(request) => json(&instance.count(&request, None, &context)?.1),
        Verb::Explain(request) => {
            let mut explanation = instance.explain(&request, &context)?;
            while explanation.next()?.is_some() {}
            json(explanation.record())
        }
        Verb::Draw { solution, .. } => {
            let solution = solution.map(|text| instance.read_solution(&Source::new("solution", text)));
            instance.draw(solution.transpose()?.as_ref()).to_svg()
        }
    })
}

fn json(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("records are plain data")
}
