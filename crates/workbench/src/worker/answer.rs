//! Answers to requests about the puzzles of a text.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jigsat_input::Source;
use jigsat_kit::Error;
use serde::Serialize;

use super::message::{Input, Verb, WorkerReply};
use crate::{Context, Instance, Prepared, Status, batch::panicked, explain::Part, family, recognise};

/// Answers a request about every puzzle of a text. Each answer, and each failure, is a reply.
pub(super) fn answer(
    name: Option<&str>,
    input: Input,
    verb: &Verb,
    context: &Context,
    mut on_reply: impl FnMut(WorkerReply) -> Result<(), Error>,
) -> Result<(), Error> {
    let context = input.surroundings(context);
    let begun = || {
        let text = input.open()?;
        let family = match name {
            Some(name) => {
                family(name).ok_or_else(|| Error::Request(format!("there is no family '{name}'")))?
            }
            None => recognise(&text)?,
        };
        let prepared: &dyn Prepared = &*family.prepare(verb.ask())?;
        Ok(prepared.read(text.within(context.limits_of(None)), &*context.files)?)
    };
    let mut instances = match survived(begun) {
        Ok(instances) => instances,
        Err((status, message)) => return on_reply(WorkerReply::Error { status, message }),
    };
    loop {
        let next = || instances.next().transpose().map_err(Error::from);
        let answered = match survived(next) {
            Ok(None) => return Ok(()),
            // A reader that panicked has nothing more to say.
            Err((Status::Bug, message)) => {
                return on_reply(WorkerReply::Error { status: Status::Bug, message });
            }
            Ok(Some(instance)) => survived(|| replies(&*instance, verb, &context, &mut on_reply)),
            Err(failed) => Err(failed),
        };
        if let Err((status, message)) = answered {
            on_reply(WorkerReply::Error { status, message })?;
        }
    }
}

/// The result of something that may fail or panic; a failure with its status and in words.
fn survived<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, (Status, String)> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|panic| (Status::Bug, panicked(panic.as_ref())))?
        .map_err(|error| (Status::of(&error), error.to_string()))
}

/// The answers about one puzzle.
fn replies(
    instance: &dyn Instance,
    verb: &Verb,
    context: &Context,
    on_reply: &mut dyn FnMut(WorkerReply) -> Result<(), Error>,
) -> Result<(), Error> {
    let reply = match verb {
        Verb::Solve(request) => {
            let solved = instance.solve(request, None, context)?;
            record(solved.status, &solved.record, solved.verdict())
        }
        Verb::Count(request) => {
            let (status, counted) = instance.count(request, None, context)?;
            record(status, &counted, counted.words())
        }
        Verb::Check { solution, .. } => {
            let (status, checked) = instance.check(&Source::new("solution", solution), context)?;
            record(status, &checked, checked.words())
        }
        Verb::List { limit, .. } => {
            let mut solutions = instance.solutions(context)?;
            while limit.is_none_or(|limit| solutions.found() < limit)
                && let Some(solution) = solutions.next()?
            {
                on_reply(record(Status::Solved, &solution, String::new()))?;
            }
            let end = solutions.end();
            record(end.status, &end.record, end.verdict().to_owned())
        }
        Verb::Explain(request) => {
            let mut explanation = instance.explain(request, context)?;
            let mut parts = Vec::new();
            while let Some(part) = explanation.next()? {
                parts.push(part);
            }
            record(explanation.status(), explanation.record(), words(&parts))
        }
        Verb::Hint(request) => {
            let hint = instance.hint(request, context)?;
            record(hint.status, &hint.record, words(&hint.parts))
        }
        Verb::RightSoFar(request) => {
            let right = instance.right_so_far(request, context)?;
            record(right.status, &right.record, right.record.words())
        }
        Verb::Rate(request) => {
            let rated = instance.rate(request, context)?;
            record(rated.status, &rated.record, rated.words())
        }
    };
    on_reply(reply)
}

fn words(parts: &[Part]) -> String {
    let lines: Vec<&str> = parts.iter().map(|part| &*part.words).filter(|words| !words.is_empty()).collect();
    lines.join("\n")
}

fn record(status: Status, record: &impl Serialize, words: String) -> WorkerReply {
    let record = serde_json::to_string(record).expect("records are plain data");
    WorkerReply::Record { status, record, words }
}
