//! New puzzles.

use std::sync::Arc;

use jigsat_kit::{Error, Family, Generated};
use jigsat_solve::Stop;

use crate::{
    Ask, Context, GenerateRequest, Status,
    case::{Case, question},
    instance::Instance,
};

/// The answer to a [`GenerateRequest`].
pub enum Made {
    /// A new puzzle.
    Puzzle {
        /// The puzzle.
        puzzle: Box<dyn Instance>,
        /// In what it is not as asked for, in words.
        short_of: Option<String>,
        /// Solved, or left open where a limit is the cause.
        status: Status,
    },
    /// There is none yet, in words: a limit was reached first, or nothing that was tried is as wanted.
    NotYet(String),
}

fn not_yet(stop: Stop) -> Made {
    Made::NotYet(match stop {
        Stop::GaveUp => {
            "no puzzle yet: nothing that was tried is as wanted; another seed or size may do".into()
        }
        stop => format!("no puzzle yet: {stop}"),
    })
}

pub(crate) fn generate<F: Family>(
    family: &Arc<F>,
    request: &GenerateRequest,
    context: &Context,
) -> Result<Made, Error> {
    let Some(generator) = family.generator() else {
        return Err(Error::Request(format!("{} cannot generate puzzles", family.info().name)));
    };
    let limits = context.limits_of(request.timeout_s);
    let run = context.run(&limits);
    let (puzzle, short_of) = match Error::unless_stopped(generator.generate(
        &request.options,
        request.seed,
        &*context.files,
        &run,
    ))? {
        Ok(Generated::Stopped(stop)) | Err(stop) => return Ok(not_yet(stop)),
        Ok(Generated::Puzzle { puzzle, short_of }) => (puzzle, short_of),
    };
    let case = Case::of_puzzle(family, puzzle, "", question(&**family, &Ask::default())?);
    // Uniqueness was proven; a limit that the user set may have left the rest open.
    let stop = short_of.as_ref().and_then(|(_, stop)| *stop);
    let status = match stop {
        Some(stop) if stop != Stop::Conflicts => Status::Unknown,
        _ => Status::Solved,
    };
    let short_of =
        short_of.map(|(what, stop)| stop.map_or_else(|| what.clone(), |stop| format!("{what}: {stop}")));
    Ok(Made::Puzzle { puzzle: Box::new(case), short_of, status })
}
