//! Requests and answers as JSON: for programs, pages and other processes.

use jigsat_kit::{Error, Text, TextFile};
use serde::Deserialize;

pub use crate::reply::Reply;
use crate::{Asked, Context, Wants, answer, registry::known, verbs::Request};

/// A request about a text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inquiry {
    /// The family by its name; detected if left out.
    pub family: Option<String>,
    /// The text and the name of a puzzle; left out if the verb is not about a puzzle.
    pub puzzle: Option<TextFile>,
    /// The request.
    pub verb: Request,
    /// Whether replies have pictures.
    #[serde(default)]
    pub pictures: bool,
}

/// The listener that gets the parts of an answer as JSON; an error ends the answer.
pub type ReplyListener<'l> = dyn FnMut(Reply) -> Result<(), Error> + 'l;

/// Answers a request.
///
/// # Errors
///
/// Why there is no answer, and errors of the listener.
pub fn answer_inquiry(
    inquiry: Inquiry,
    context: &Context,
    listener: &mut ReplyListener<'_>,
) -> Result<(), Error> {
    let Inquiry { family, puzzle, verb, pictures } = inquiry;
    let family = family.map(|name| known(&name)).transpose()?;
    let text = puzzle.map(|TextFile { name, text }| Text::of_string(name, text));
    let mut asked = Asked { family: family.map(|family| &**family), text, ..Asked::default() };
    let others = asked.recognise(&verb, context)?;
    let context = Context { wants: Wants { pictures, ..context.wants.clone() }, ..context.clone() };
    answer(&verb, asked, &context, &mut |part, more| {
        let reply = Reply::of(&*part, more, pictures);
        reply.map_or(Ok(()), |reply| listener(Reply { others: others.clone(), ..reply }))
    })
}
