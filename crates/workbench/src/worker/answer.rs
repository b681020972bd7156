//! Answers to requests about the puzzles of a text, in a process that survives failures.

use std::sync::Arc;

use jigsat_kit::Error;

use super::message::{Input, WorkerReply};
use crate::{
    Asked, Context, Wants,
    answer::{answer as answer_of_library, survived},
    registry::family_of,
    reply::Reply,
    verbs::Request,
};

/// Answers a request about every puzzle of a text. Each answer, and each failure, is a reply.
pub(super) fn answer(
    (name, page): (Option<&str>, Option<&str>),
    input: Option<Input>,
    request: &Request,
    pictures: bool,
    context: &Context,
    mut on_reply: impl FnMut(WorkerReply) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut context = input.as_ref().map_or_else(|| context.clone(), |input| input.surroundings(context));
    context.wants = Wants { pictures, ..Wants::default() };
    // Errors of the listener end everything; others are answers.
    let mut unheard = None;
    let answered = survived(|| {
        let family = name.map(|name| family_of(name, page)).transpose()?;
        let text = input.map(Input::open).transpose()?;
        let mut asked =
            Asked { family: family.as_ref().map(Arc::as_ref), text, each: true, ..Asked::default() };
        let others = asked.recognise(request, &context)?;
        answer_of_library(request, asked, &context, &mut |part, more| {
            let Some(reply) = Reply::of(&*part, more, pictures) else { return Ok(()) };
            let reply = Reply { others: others.clone(), ..reply };
            on_reply(WorkerReply::Record(reply)).map_err(|error| {
                let words = error.to_string();
                unheard = Some(error);
                Error::request(words)
            })
        })
    });
    match (answered, unheard) {
        (_, Some(error)) => Err(error),
        (Ok(()), None) => Ok(()),
        (Err(why), None) => match Reply::of(&why, false, false) {
            Some(reply) => on_reply(WorkerReply::Record(reply)),
            None => Ok(()),
        },
    }
}
