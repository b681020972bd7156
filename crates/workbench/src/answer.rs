//! From a request to its answer: the one way that the command, the server, the page and workers take.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, atomic::Ordering::Relaxed},
};

use jigsat_input::ParseError;
use jigsat_kit::{Error, Event};

#[cfg(not(target_family = "wasm"))]
use crate::worker::Apart;
use crate::{
    AnyFamily, Board, Context,
    any_family::Boards,
    asked::{Asked, OfOther},
    failure::Failed,
    parallel, recognise,
    verb::{Listener, Part, Several, Subject},
    verbs::{Question, Request},
};

/// Number of puzzles that a thread takes at once, so that a slow one seldom leaves the others idle.
const PUZZLES_PER_JOB: usize = 256;

/// Answers a request. In a text with several puzzles, one that can't be read or that a solver fails on costs only its
/// own answer.
///
/// # Errors
///
/// Why there is no answer, and errors of the listener.
pub fn answer(
    request: &Request,
    #[allow(unused_mut, reason = "without processes, nothing is taken out of it")] mut asked: Asked<'_>,
    context: &Context,
    listener: &mut Listener<'_>,
) -> Result<(), Error> {
    let about = request.about();
    request.check(asked.family.map(AnyFamily::info), &context.wants)?;
    let Some(ask) = request.ask() else { return of_other(request, asked, context, listener) };
    let takes_several = asked.each || about.subject == Subject::Puzzles;
    let (family, index) = (asked.family, asked.index);
    #[cfg(not(target_family = "wasm"))]
    let apart = asked.apart.take();
    let text = asked.text()?.within(context.limits_of(None));
    // The time of a single puzzle begins before it is read. To compare, each run has that time.
    let is_one = !matches!(request, Request::Compare(_));
    let single = if is_one { context.asked(&ask.search) } else { context.clone() };
    let family = family.map_or_else(|| recognise(&text), Ok)?;
    let prepared = family.prepare(&ask)?;
    let files = &*context.files;
    if let Some(index) = index {
        return answer_one(&*crate::nth(&*prepared, text, index, files)?, request, &single, listener);
    }
    if !takes_several {
        return answer_one(&*crate::only(&*prepared, text, files)?, request, &single, listener);
    }
    let name = text.name().to_owned();
    let mut boards = prepared.read(text, files)?;
    let first = boards.next().unwrap_or_else(|| Err(ParseError::in_file(name, "has no puzzle")));
    match boards.next() {
        None => answer_one(&*first?, request, &single, listener),
        Some(second) => {
            let all = Box::new([first, second].into_iter().chain(boards));
            let collection = Collection {
                request,
                family,
                context,
                #[cfg(not(target_family = "wasm"))]
                apart,
            };
            collection.answer(all, listener)
        }
    }
}

impl dyn Board + '_ {
    /// Gives the parts of the answer to a request to a listener. The request's own question is the one that the board was
    /// prepared for.
    ///
    /// # Errors
    ///
    /// A request that can't be met, a solver that fails, a solution that the referee rejects, which is a bug, and errors
    /// of the listener.
    pub fn answer(
        &self,
        request: &Request,
        context: &Context,
        listener: &mut Listener<'_>,
    ) -> Result<(), Error> {
        request.answer_of_puzzle(self, context, listener)
    }

    /// The last part of the answer to a request, in its own type. The request's own question is the one that the board
    /// was prepared for.
    ///
    /// # Errors
    ///
    /// As `answer`.
    ///
    /// # Panics
    ///
    /// Never: each verb ends with a part of that type.
    pub fn ask<Q: Question>(&self, request: &Q, context: &Context) -> Result<Q::Answer, Error> {
        let mut last: Option<Box<dyn Part>> = None;
        self.answer(&request.clone().into(), context, &mut |part, _| {
            last = Some(part);
            Ok(())
        })?;
        let last: Box<dyn Any> = last.expect("an answer has a last part");
        Ok(*last.downcast::<Q::Answer>().expect("each verb says what its answer ends with"))
    }
}

fn answer_one(
    board: &dyn Board,
    request: &Request,
    context: &Context,
    listener: &mut Listener<'_>,
) -> Result<(), Error> {
    if context.wants.warnings {
        for warning in board.warnings() {
            (context.observer)(Event::Warning(&format!("{}: {warning}", board.file())));
        }
    }
    board.answer(request, context, listener)
}

/// A question about each of several puzzles.
struct Collection<'c> {
    request: &'c Request,
    family: &'c dyn AnyFamily,
    context: &'c Context,
    /// The processes in which they are solved, if their memory is bounded.
    #[cfg(not(target_family = "wasm"))]
    apart: Option<Apart>,
}

/// The answer about one of them.
type Answered = Vec<Box<dyn Part>>;

/// A puzzle of a collection, with its number. A reader that has crashed has nothing more to say.
type Item = (u64, Result<Arc<dyn Board>, Failed>);

impl Collection<'_> {
    fn answer(&self, boards: Boards, listener: &mut Listener<'_>) -> Result<(), Error> {
        let Several { jobs, fail_fast } = self.request.several()?;
        let wants = &self.context.wants;
        let items = self.items(boards).take(wants.most);
        let mut held: Option<Box<dyn Part>> = None;
        let work = |item| self.answer_one(item);
        parallel::in_order(items, jobs, PUZZLES_PER_JOB, work, |parts| -> Result<bool, Error> {
            let failed = parts.iter().any(|part| (&**part as &dyn Any).is::<Failed>());
            for part in parts {
                // Only a later one shows that a part is not the last.
                let part = if wants.ends { held.replace(part) } else { Some(part) };
                part.map_or(Ok(()), |part| listener(part, true))?;
            }
            Ok(!(failed && fail_fast || self.context.stop.load(Relaxed)))
        })?;
        held.map_or(Ok(()), |part| listener(part, false))
    }

    /// The puzzles with their numbers.
    fn items(&self, mut boards: Boards) -> impl Iterator<Item = Item> + Send {
        let family = self.family.info().name.clone();
        let mut is_over = false;
        (1..).map_while(move |index| {
            if is_over {
                return None;
            }
            let next = catch_unwind(AssertUnwindSafe(|| boards.next()));
            let read = match next {
                Ok(None) => return None,
                Ok(Some(Ok(board))) => Ok(board),
                Ok(Some(Err(error))) => Err(Failed::of_input(family.clone(), index, &error)),
                Err(panic) => {
                    is_over = true;
                    Err(Failed::of_panic(&*panic))
                }
            };
            Some((index, read))
        })
    }

    fn answer_one(&self, (index, board): Item) -> Answered {
        let mut parts: Answered = Vec::new();
        let answered = board.and_then(|board| {
            survived(|| {
                let board = board.numbered(index);
                #[cfg(not(target_family = "wasm"))]
                if let (Some(apart), Request::Solve(request)) = (&self.apart, self.request) {
                    parts.push(apart.solve(&*board, index, request, self.context)?);
                    return Ok(());
                }
                answer_one(&*board, self.request, self.context, &mut |part, _| {
                    parts.push(part);
                    Ok(())
                })
            })
        });
        if let Err(why) = answered {
            parts.push(Box::new(why.numbered(index)));
        }
        parts
    }
}

/// The result of code that may fail or panic.
///
/// # Errors
///
/// The failure, as a part of the answer.
pub(crate) fn survived<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Failed> {
    let result = catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Failed::of_panic(&*panic))?;
    result.map_err(|error| Failed::new(&error))
}

macro_rules! dispatch {
    (
        of puzzles { $($(#[$of:meta])* $puzzle_file:ident $puzzle:ident($puzzle_request:ident);)+ }
        of others { $($(#[$meta:meta])* $file:ident $other:ident($request:ident);)+ }
    ) => {
        /// Answers a request that is not about one puzzle.
        fn of_other(
            request: &Request,
            asked: Asked<'_>,
            context: &Context,
            listener: &mut Listener<'_>,
        ) -> Result<(), Error> {
            match request {
                $($(#[$meta])* Request::$other(request) => request.answer(asked, context, listener),)+
                $($(#[$of])* Request::$puzzle(_) => Err(Error::request("the request is about a puzzle")),)+
            }
        }
    };
}

verbs!(dispatch);
