//! The families as whose puzzle a text can be read, if it doesn't name one.

use std::{fmt::Write, sync::Arc, time::Duration};

use jigsat_input::ParseError;
use jigsat_kit::{NoFiles, SearchOptions, Text};
use web_time::Instant;

use super::{Guess, NAME_IT};
use crate::{AnyFamily, Ask, Context, SolveRequest, Status, families};

/// Time limit for trying all readings of a text.
const BUDGET: Duration = Duration::from_millis(100);

/// What is known of a text as a puzzle of a family after its share of the time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trial {
    /// It can't be read.
    Unreadable,
    /// It begins with a puzzle that can be read, and goes on with something else.
    Partly,
    /// There are several puzzles.
    Several,
    /// The puzzle has no solution.
    Impossible,
    /// It has exactly one, as published puzzles have.
    Unique,
    /// It has one, and perhaps others.
    Solved,
    /// Nothing is known.
    Open,
}

impl Trial {
    fn is_left(self) -> bool {
        matches!(self, Trial::Several | Trial::Unique | Trial::Solved | Trial::Open)
    }
}

/// The likeliest family of a text that names none, and the others that it may belong to; `None` if no family can read
/// it.
///
/// A family that recognises the text is likelier than those that can only read it. If a puzzle of the likeliest one is
/// impossible, the others are tried. If none or several recognise it, the only family with exactly one solution is the
/// likeliest.
///
/// # Errors
///
/// A text that may belong to several families, none of which is likelier than the others.
pub(super) fn likeliest(text: &Text) -> Result<Option<Guess>, ParseError> {
    let recognising: Vec<_> = families().filter(|family| family.recognises(text.start())).collect();
    let Some(whole) = text.whole() else { return first_of(text, &recognising).map(Some) };
    let others = || {
        families().filter(|family| recognising.iter().all(|known| known.info().name != family.info().name))
    };
    let reading: Vec<_> = others().filter(|family| family.reads(whole)).collect();
    let until = Instant::now() + BUDGET;
    let certain = |family| Ok(Some(Guess { family, others: Vec::new() }));
    // The time is shared; what a family leaves is for the others, and in the end for those that are still open.
    let tried_out = |families: &[&'static dyn AnyFamily]| -> Vec<(&'static dyn AnyFamily, Trial)> {
        let mut trials: Vec<_> = families.iter().map(|family| (*family, Trial::Open)).collect();
        for _ in 0..2 {
            let mut left = trials.iter().filter(|(_, trial)| *trial == Trial::Open).count();
            for (family, trial) in trials.iter_mut().filter(|(_, trial)| *trial == Trial::Open) {
                *trial = tried(*family, text, whole, share(until, left));
                left -= 1;
            }
        }
        trials
    };
    let left = |trials: &[(&'static dyn AnyFamily, Trial)]| -> Vec<&'static dyn AnyFamily> {
        trials.iter().filter(|(_, trial)| trial.is_left()).map(|(family, _)| *family).collect()
    };
    match (&recognising[..], &reading[..]) {
        ([], []) => Ok(None),
        (&[family], []) => certain(family),
        (&[family], _) => match tried(family, text, whole, share(until, 2)) {
            // It is hardly a puzzle of another family, too.
            Trial::Unique | Trial::Several => certain(family),
            Trial::Solved | Trial::Unreadable => {
                Ok(Some(Guess { family, others: left(&tried_out(&reading)) }))
            }
            Trial::Open => {
                let trials = tried_out(&reading);
                let others = left(&trials);
                // A board with one solution is hardly there by chance.
                if trials.iter().any(|(_, trial)| *trial == Trial::Unique) {
                    return Err(several(text, &[&[family], &others[..]].concat(), None));
                }
                Ok(Some(Guess { family, others }))
            }
            Trial::Partly => match &left(&tried_out(&reading))[..] {
                [] => certain(family),
                &[other] => certain(other),
                left => Err(several(text, left, None)),
            },
            Trial::Impossible => match &left(&tried_out(&reading))[..] {
                [] => certain(family),
                left => Err(several(text, left, Some(family))),
            },
        },
        _ => {
            let mut trials = tried_out(&[&recognising[..], &reading[..]].concat());
            trials.retain(|(_, trial)| !matches!(trial, Trial::Unreadable | Trial::Partly));
            // Of several that recognise it, the first that fits is likelier than the others: a square of digits is a Sudoku.
            let recognised = |family: &dyn AnyFamily| {
                recognising.iter().any(|known| known.info().name == family.info().name)
            };
            if let [family, others @ ..] = &left(&trials)[..]
                && recognised(*family)
            {
                return Ok(Some(Guess { family: *family, others: others.to_vec() }));
            }
            // A board with one solution is hardly there by chance.
            let (unique, others): (Vec<_>, Vec<_>) = trials
                .iter()
                .filter(|(_, trial)| trial.is_left())
                .partition(|(_, trial)| *trial == Trial::Unique);
            if let [(family, _)] = unique[..] {
                let others = others.into_iter().map(|(family, _)| family).collect();
                return Ok(Some(Guess { family, others }));
            }
            let all: Vec<_> = trials.iter().map(|(family, _)| *family).collect();
            match (&left(&trials)[..], &all[..]) {
                (&[family], _) | ([], &[family]) => certain(family),
                ([], []) if recognising.is_empty() => Ok(None),
                ([], []) => first_of(text, &recognising).map(Some),
                ([], all) => Err(several(text, all, None)),
                (left, _) => Err(several(text, left, None)),
            }
        }
    }
}

/// The only family that recognises a text.
fn first_of(text: &Text, recognising: &[&'static dyn AnyFamily]) -> Result<Guess, ParseError> {
    match *recognising {
        [family] => Ok(Guess { family, others: Vec::new() }),
        [] => Err(ParseError::in_file(text.name(), "not a puzzle in any known format").with_help(NAME_IT)),
        _ => Err(several(text, recognising, None)),
    }
}

/// The end of one of this many equal shares of the time that is left.
fn share(until: Instant, shares: usize) -> Instant {
    let now = Instant::now();
    now + until.saturating_duration_since(now) / u32::try_from(shares).unwrap_or(u32::MAX).max(1)
}

/// Reads a text as the one puzzle of a family and looks for its solutions.
fn tried(family: &dyn AnyFamily, text: &Text, whole: &str, until: Instant) -> Trial {
    let deadline = text.limits().deadline.map_or(until, |earlier| earlier.min(until));
    let stop = Arc::clone(&text.limits().stop);
    let context = Context { stop, files: Arc::new(NoFiles), deadline: Some(deadline), ..Context::default() };
    let ask = Ask { unique: true, search: SearchOptions::default(), ..Ask::default() };
    let read = || -> Result<_, jigsat_kit::Error> {
        let prepared = family.prepare(&ask)?;
        let text = Text::of_string(text.name(), whole.to_owned()).within(context.limits_of(None));
        let mut instances = prepared.read(text, &NoFiles)?;
        Ok((instances.next().transpose()?, instances.next()))
    };
    let instance = match read() {
        Ok((_, Some(Ok(_)))) => return Trial::Several,
        Ok((_, Some(Err(_)))) => return Trial::Partly,
        Ok((Some(instance), None)) => instance,
        Err(error) if Status::of(&error) == Status::Unknown => return Trial::Open,
        Ok((None, None)) | Err(_) => return Trial::Unreadable,
    };
    if instance.contradiction(&context.limits_of(None)).is_some() {
        return Trial::Impossible;
    }
    let request = SolveRequest { ask, ..SolveRequest::default() };
    match instance.ask(&request, &context).map(|solved| (solved.status, solved.record.unique)) {
        Ok((Status::Solved, Some(true))) => Trial::Unique,
        Ok((Status::Impossible, None)) => Trial::Impossible,
        Ok((Status::Solved | Status::Impossible, _)) => Trial::Solved,
        // What no engine can solve has an error of its own.
        _ => Trial::Open,
    }
}

/// The error that a text may belong to several families; or to others than the likeliest, as whose puzzle it is
/// impossible.
fn several(text: &Text, families: &[&dyn AnyFamily], impossible: Option<&dyn AnyFamily>) -> ParseError {
    let mut names: Vec<&str> = families.iter().map(|family| family.info().name.as_ref()).collect();
    let message = match impossible {
        Some(family) => {
            let name = &family.info().name;
            let could = joined(&names);
            names.push(name);
            format!("has no solution as a puzzle of {name}, but could be one of {could}")
        }
        None => format!("could be a puzzle of several families: {}", names.join(", ")),
    };
    let commands: Vec<String> =
        names.iter().map(|name| format!("jigsat {name} {}", word(text.name()))).collect();
    let help = format!("name the family: {}", commands.join(", "));
    ParseError::in_file(text.name(), message).with_help(help).among(names)
}

/// The note about the other families that a text may belong to.
pub(super) fn note(guess: &Guess, file: &str) -> Option<String> {
    let names: Vec<&str> = guess.others.iter().map(|family| family.info().name.as_ref()).collect();
    if names.is_empty() {
        return None;
    }
    let mut note =
        format!("{file}: read as a puzzle of {}; it could also be one of ", guess.family.info().name);
    let commands: Vec<String> = names.iter().map(|name| format!("jigsat {name} {}", word(file))).collect();
    write!(note, "{}: {}", joined(&names), commands.join(", ")).ok()?;
    Some(note)
}

/// The word for a text on a command line.
fn word(name: &str) -> &str {
    if name == "argument" { "PUZZLE" } else { name }
}

/// Names with commas, and 'or' before the last.
fn joined(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}
