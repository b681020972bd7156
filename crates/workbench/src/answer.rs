//! Any request as data, and its answer: the common part of front ends that use JSON and of worker processes.

use std::sync::Arc;

use jigsat_input::Source;
use jigsat_kit::{Error, NoFiles, Text};
use jigsat_solve::Solver;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::{
    Ask, CheckRequest, CompareRequest, Context, CountRequest, EncodeRequest, ExplainRequest, FamiliesRequest,
    GenerateRequest, HintRequest, Instance, Instances, ListRequest, RateRequest, RightSoFarRequest,
    ShowRequest, Solution, SolveRequest, Status,
    encode::encode,
    explain::{Part, View},
    families, recognise,
    record::{ErrorRecord, FamiliesRecord, FamilyRecord, SCHEMA},
    refuse_others,
    registry::known,
};

/// A request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// The list of families. It is not about a puzzle.
    Families(FamiliesRequest),
    /// A new puzzle of a named family. It is not about an existing puzzle.
    Generate(GenerateRequest),
    /// The puzzle itself, with its picture.
    Show(ShowRequest),
    /// One solution.
    Solve(SolveRequest),
    /// How many solutions there are.
    Count(CountRequest),
    /// Whether something is a solution.
    Check(CheckRequest),
    /// Solutions one by one: a record for each, then a summary.
    List(ListRequest),
    /// The solution step by step, or why there is none.
    Explain(ExplainRequest),
    /// The next step.
    Hint(HintRequest),
    /// Whether a partial solution is right so far.
    RightSoFar(RightSoFarRequest),
    /// How hard it is.
    Rate(RateRequest),
    /// The formula.
    Encode(EncodeRequest),
    /// Encodings, flavours and solvers side by side: a record for each row.
    Compare(CompareRequest),
}

/// A part of an answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// Whether the answer continues: with a further step, solution or row, or with its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// The status of the question, final or so far.
    pub status: Status,
    /// The record, byte for byte; null if there are only words or a picture.
    #[schemars(with = "serde_json::Value")]
    pub record: Box<RawValue>,
    /// The same in words.
    pub words: String,
    /// The solution as known at this point, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub solution: Option<Box<RawValue>>,
    /// The picture as SVG, if pictures were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

impl Verb {
    /// Formula, search and options, if it is about a puzzle.
    #[must_use]
    pub fn ask(&self) -> Option<Ask> {
        match self {
            Verb::Families(_) | Verb::Generate(_) => None,
            Verb::Compare(request) => Some(request.ask()),
            Verb::Show(ShowRequest { ask, .. })
            | Verb::Solve(SolveRequest { ask, .. })
            | Verb::Count(CountRequest { ask, .. })
            | Verb::Check(CheckRequest { ask, .. })
            | Verb::List(ListRequest { ask, .. })
            | Verb::Explain(ExplainRequest { ask, .. })
            | Verb::Hint(HintRequest { ask, .. })
            | Verb::RightSoFar(RightSoFarRequest { ask, .. })
            | Verb::Rate(RateRequest { ask, .. })
            | Verb::Encode(EncodeRequest { ask, .. }) => Some(ask.clone()),
        }
    }
}

impl Reply {
    fn new(status: Status, record: &impl Serialize, words: impl Into<String>) -> Self {
        let record = to_raw_value(record).expect("records are plain data");
        Reply { more: false, status, record, words: words.into(), solution: None, picture: None }
    }

    /// An error record that says that there is no answer.
    #[must_use]
    pub fn of_failure(status: Status, error: &Error) -> Self {
        Reply::new(status, &ErrorRecord::new(None, status, error), error.to_string())
    }
}

/// The listener that gets the parts of an answer; an error ends the answer.
pub type Listener<'l> = dyn FnMut(Reply) -> Result<(), Error> + 'l;

/// Maximum number of puzzles of a text that are shown.
const MOST_SHOWN: usize = 500;

/// Answers a request about the one puzzle of a text, or about none. A text from elsewhere can name no file. If there
/// are several puzzles, each can be shown, but no other request is answered.
///
/// # Errors
///
/// Why there is no answer, and errors of the listener.
pub fn answer(
    name: Option<&str>,
    text: Option<Text>,
    verb: &Verb,
    pictures: bool,
    context: &Context,
    listener: &mut Listener<'_>,
) -> Result<(), Error> {
    let context = Context { files: Arc::new(NoFiles), ..context.clone() };
    let Some(ask) = verb.ask() else { return about_no_puzzle(name, verb, pictures, &context, listener) };
    let text = text.ok_or_else(|| Error::request("there is no puzzle in the request"))?;
    let text = text.within(context.limits_of(None));
    let family = match name {
        Some(name) => {
            let family = &**known(name)?;
            refuse_others(&text, family)?;
            family
        }
        None => recognise(&text)?,
    };
    let prepared = family.prepare(&ask)?;
    if matches!(verb, Verb::Show(_)) {
        return show_all(prepared.read(text, &*context.files)?, verb, pictures, &context, listener);
    }
    let instance = crate::only(&*prepared, text, &*context.files)?;
    replies(&*instance, verb, pictures, &context, listener)
}

/// Shows one puzzle after the other; a malformed one among them also gets a reply.
fn show_all(
    instances: Instances,
    verb: &Verb,
    pictures: bool,
    context: &Context,
    listener: &mut Listener<'_>,
) -> Result<(), Error> {
    let mut instances = instances.take(MOST_SHOWN).peekable();
    while let Some(instance) = instances.next() {
        let more = instances.peek().is_some();
        let mut shown = |reply| listener(Reply { more, ..reply });
        let result = instance
            .map_err(Error::from)
            .and_then(|instance| replies(&*instance, verb, pictures, context, &mut shown));
        if let Err(error) = result {
            shown(Reply::of_failure(Status::of(&error), &error))?;
        }
    }
    Ok(())
}

fn about_no_puzzle(
    name: Option<&str>,
    verb: &Verb,
    pictures: bool,
    context: &Context,
    listener: &mut Listener<'_>,
) -> Result<(), Error> {
    let Verb::Generate(request) = verb else {
        return listener(Reply::new(Status::Solved, &all_families(), ""));
    };
    let name = name.ok_or_else(|| Error::request("name the family of which a puzzle is to be made"))?;
    // Whether a reply is the last one is known only when the next one or the end comes.
    let mut held: Option<Reply> = None;
    let end = known(name)?.generate(request, context, &mut |new| {
        let shown = new.puzzle.show(&ShowRequest::default(), context)?;
        let reply = Reply::new(new.status, &shown.record, new.short_of.unwrap_or_default());
        let reply = Reply { picture: pictures.then(|| shown.picture.to_svg()), ..reply };
        held.replace(reply).map_or(Ok(()), |reply| listener(Reply { more: true, ..reply }))
    })?;
    match (held, end.missing) {
        (last, None) => last.map_or(Ok(()), listener),
        (last, Some(words)) => {
            last.map_or(Ok(()), |reply| listener(Reply { more: true, ..reply }))?;
            listener(Reply::of_failure(end.status, &Error::Request(words)))
        }
    }
}

fn all_families() -> FamiliesRecord {
    let families = families().map(|family| FamilyRecord {
        name: family.info().name.clone(),
        about: family.info().about.clone(),
        encodings: family.encodings(),
        engines: family.engines(),
        abilities: family.abilities(),
        pasted: family.info().pasted,
        editor: family.info().editor,
        cell_side: family.info().cell_side,
        options: family.options(),
        generator: family.generator_options(),
    });
    FamiliesRecord {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        solvers: Solver::built_in().iter().map(ToString::to_string).collect(),
        families: families.collect(),
    }
}

/// The answers about one puzzle.
pub(crate) fn replies(
    instance: &dyn Instance,
    verb: &Verb,
    pictures: bool,
    context: &Context,
    listener: &mut Listener<'_>,
) -> Result<(), Error> {
    let drawn = |solution: Option<&Solution>| pictures.then(|| instance.draw(solution).to_svg());
    let viewed = |view: &View| pictures.then(|| view.draw(instance).to_svg());
    let reply = match verb {
        Verb::Families(_) | Verb::Generate(_) => return Ok(()),
        Verb::Show(request) => {
            let shown = instance.show(request, context)?;
            let reply = Reply::new(
                Status::Solved,
                &shown.record,
                instance.contradiction(context).unwrap_or_default(),
            );
            Reply { picture: pictures.then(|| shown.picture.to_svg()), ..reply }
        }
        Verb::Solve(request) => {
            let solved = instance.solve(request, None, context)?;
            let reply = Reply::new(solved.status, &solved.record, solved.verdict());
            Reply { picture: drawn(solved.record.solution.as_ref()), ..reply }
        }
        Verb::Count(request) => {
            let (status, counted) = instance.count(request, None, context)?;
            Reply::new(status, &counted, counted.words())
        }
        Verb::Check(CheckRequest { solution, .. }) => {
            let (status, checked) = instance.check(&Source::new("solution", solution), context)?;
            Reply::new(status, &checked, checked.words())
        }
        Verb::List(ListRequest { limit, .. }) => {
            let mut solutions = instance.solutions(context)?;
            while limit.is_none_or(|limit| solutions.found() < limit)
                && let Some(solution) = solutions.next()?
            {
                let picture = drawn(solution.solution.as_ref());
                listener(Reply { more: true, picture, ..Reply::new(Status::Solved, &solution, "") })?;
            }
            let end = solutions.end();
            Reply::new(end.status, &end.record, end.verdict())
        }
        Verb::Explain(request) => {
            let mut explanation = instance.explain(request, context)?;
            let mut parts = Vec::new();
            while let Some(part) = explanation.next()? {
                // With pictures, one after the other for the viewer; otherwise all at the end.
                if pictures {
                    listener(of_part(&part, explanation.status(), part.view.as_ref().and_then(viewed)))?;
                }
                parts.push(part);
            }
            Reply::new(explanation.status(), explanation.record(), words(&parts))
        }
        Verb::Hint(request) => {
            let hint = instance.hint(request, context)?;
            if pictures {
                for part in &hint.parts {
                    listener(of_part(part, hint.status, part.view.as_ref().and_then(viewed)))?;
                }
            }
            Reply::new(hint.status, &hint.record, words(&hint.parts))
        }
        Verb::RightSoFar(request) => {
            let right = instance.right_so_far(request, context)?;
            let reply = Reply::new(right.status, &right.record, right.record.words());
            Reply { picture: viewed(&right.view), ..reply }
        }
        Verb::Rate(request) => {
            let rated = instance.rate(request, context)?;
            Reply::new(rated.status, &rated.record, rated.words())
        }
        Verb::Encode(request) => Reply::new(Status::Solved, &encode(instance, request, context)?, ""),
        Verb::Compare(request) => {
            let mut failed = Ok(());
            let compared = instance.compare(request, context, &mut |row| {
                if failed.is_ok() {
                    failed = listener(Reply { more: true, ..Reply::new(Status::Solved, row, "") });
                }
            })?;
            failed?;
            Reply::new(compared.status, &(), "")
        }
    };
    listener(reply)
}

fn of_part(part: &Part, status: Status, picture: Option<String>) -> Reply {
    let solution = part.view.as_ref().and_then(|view| view.solution.as_ref());
    let solution = solution.map(Solution::to_json);
    Reply { more: true, solution, picture, ..Reply::new(status, &part.step, part.words.clone()) }
}

fn words(parts: &[Part]) -> String {
    let lines: Vec<&str> = parts.iter().map(|part| &*part.words).filter(|words| !words.is_empty()).collect();
    lines.join("\n")
}
