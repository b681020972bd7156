//! From a request to its answer: the one way that the command, the server, the page and workers take.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::Ordering::Relaxed,
};

use jigsat_input::ParseError;
use jigsat_kit::{Error, Event};

#[cfg(not(target_family = "wasm"))]
use crate::worker::Apart;
use crate::{
    AnyFamily, Context, Instance,
    asked::{Asked, OfOther},
    failure::Failed,
    instance::Instances,
    parallel, recognise,
    verb::{Listener, Part, Several, Subject},
    verbs::Request,
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
    let family = family.map_or_else(|| recognise(&text), Ok)?;
    let prepared = family.prepare(&ask)?;
    let files = &*context.files;
    if let Some(index) = index {
        return answer_one(&*crate::nth(&*prepared, text, index, files)?, request, context, listener);
    }
    if !takes_several {
        return answer_one(&*crate::only(&*prepared, text, files)?, request, context, listener);
    }
    let name = text.name().to_owned();
    let mut instances = prepared.read(text, files)?;
    let first = instances.next().unwrap_or_else(|| Err(ParseError::in_file(name, "has no puzzle")));
    match instances.next() {
        None => answer_one(&*first?, request, context, listener),
        Some(second) => {
            let all = Box::new([first, second].into_iter().chain(instances));
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

fn answer_one(
    instance: &dyn Instance,
    request: &Request,
    context: &Context,
    listener: &mut Listener<'_>,
) -> Result<(), Error> {
    if context.wants.warnings {
        for warning in instance.warnings() {
            (context.observer)(Event::Warning(&format!("{}: {warning}", instance.file())));
        }
    }
    instance.answer(request, context, listener)
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
type Item = (u64, Result<Box<dyn Instance>, Failed>);

impl Collection<'_> {
    fn answer(&self, instances: Instances, listener: &mut Listener<'_>) -> Result<(), Error> {
        let Several { jobs, fail_fast } = self.request.several()?;
        let wants = &self.context.wants;
        let items = self.items(instances).take(wants.most);
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
    fn items(&self, mut instances: Instances) -> impl Iterator<Item = Item> + Send {
        let family = self.family.info().name.clone();
        let mut is_over = false;
        (1..).map_while(move |index| {
            if is_over {
                return None;
            }
            let next = catch_unwind(AssertUnwindSafe(|| instances.next()));
            let read = match next {
                Ok(None) => return None,
                Ok(Some(Ok(instance))) => Ok(instance),
                Ok(Some(Err(error))) => Err(Failed::of_input(family.clone(), index, &error)),
                Err(panic) => {
                    is_over = true;
                    Err(Failed::of_panic(&*panic))
                }
            };
            Some((index, read))
        })
    }

    fn answer_one(&self, (index, instance): Item) -> Answered {
        let mut parts: Answered = Vec::new();
        let answered = instance.and_then(|instance| {
            survived(|| {
                let instance = instance.numbered(index);
                #[cfg(not(target_family = "wasm"))]
                if let (Some(apart), Request::Solve(request)) = (&self.apart, self.request) {
                    parts.push(match apart.solve(&*instance, Some(index), request, self.context)? {
                        Ok(solved) => Box::new(solved),
                        Err(why) => Box::new(why.told(&*instance, index)),
                    });
                    return Ok(());
                }
                answer_one(&*instance, self.request, self.context, &mut |part, _| {
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
