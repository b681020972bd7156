//! Answers to requests about the puzzles of a text, in a process that survives failures.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jigsat_input::ParseError;
use jigsat_kit::Error;

use super::message::{Input, WorkerReply};
use crate::{
    Context, Prepared, Status,
    answer::{Reply, Verb, answer as answer_about_one, replies},
    batch::panicked,
    recognise,
    registry::family_of,
};

/// Answers a request about every puzzle of a text. Each answer, and each failure, is a reply.
pub(super) fn answer(
    (name, page): (Option<&str>, Option<&str>),
    input: Option<Input>,
    verb: &Verb,
    pictures: bool,
    context: &Context,
    mut on_reply: impl FnMut(WorkerReply) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut listener = |reply| on_reply(WorkerReply::Record(reply));
    let (Some(input), Some(ask)) = (input, verb.ask()) else {
        let answered = survived(|| answer_about_one(name, None, verb, pictures, context, &mut listener));
        return answered.or_else(listener);
    };
    let context = input.surroundings(context);
    let name_of_text = input.name().to_owned();
    let begun = || {
        let text = input.open()?;
        let family = match name {
            Some(name) => &*family_of(name, page)?,
            None => recognise(&text)?,
        };
        let prepared: &dyn Prepared = &*family.prepare(&ask)?;
        Ok(prepared.read(text.within(context.limits_of(None)), &*context.files)?)
    };
    let mut instances = match survived(begun) {
        Ok(instances) => instances,
        Err(failed) => return listener(failed),
    };
    let mut read = || survived(|| instances.next().transpose().map_err(Error::from));
    let mut next = read();
    if let Ok(None) = next {
        let none = ParseError::in_file(name_of_text, "has no puzzle");
        return listener(Reply::of_failure(Status::BadInput, &none.into()));
    }
    loop {
        let instance = match next {
            Ok(None) => return Ok(()),
            // A reader that panicked has nothing more to say.
            Err(failed) if failed.status == Status::Bug => return listener(failed),
            Ok(Some(instance)) => Ok(instance),
            Err(failed) => Err(failed),
        };
        next = read();
        let is_last = matches!(next, Ok(None));
        let mut listener = |reply: Reply| listener(Reply { more: reply.more || !is_last, ..reply });
        let answered = instance
            .and_then(|instance| survived(|| replies(&*instance, verb, pictures, &context, &mut listener)));
        if let Err(failed) = answered {
            listener(failed)?;
        }
    }
}

/// The result of code that may fail or panic; a failure as a reply.
fn survived<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Reply> {
    let result = catch_unwind(AssertUnwindSafe(work));
    let result = result.map_err(|panic| {
        let (status, words) = panicked(panic.as_ref());
        Reply::of_failure(status, &Error::Request(words))
    })?;
    result.map_err(|error| Reply::of_failure(Status::of(&error), &error))
}
