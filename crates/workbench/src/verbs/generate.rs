//! `generate`: new puzzles.

use std::{
    io::{self, Write},
    sync::Arc,
    thread::available_parallelism,
    time::Duration,
};

use jigsat_grid::Picture;
use jigsat_input::{Message, counted};
use jigsat_kit::{Error, Event, Generated};
use jigsat_solve::Stop;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{
    Map, Value,
    value::{RawValue, to_raw_value},
};
use web_time::Instant;

use crate::{
    AnyFamily, Ask, Context, Prepared, ShowRequest, Status,
    asked::{Asked, OfOther},
    board::Board,
    difficulty::Difficulty,
    parallel::in_order,
    record::ErrorRecord,
    verb::{About, Forms, Listener, Needs, Part, Subject, Teller, Verb},
    verbs::{
        rate::{Graded, grade},
        show::{ShowRecord, Shown, write_puzzle},
    },
};

/// Makes new puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["seed", "count", "difficulty", "jobs", "timeout_s"]))]
pub struct GenerateRequest {
    /// The options of the family's generator, by name.
    pub options: Map<String, Value>,
    /// Random seed: the same seed makes the same puzzle.
    pub seed: u64,
    /// Makes N puzzles, with this seed and those after it.
    #[schemars(range(min = 1))]
    pub count: u32,
    /// Keeps only puzzles with this rating, and skips seeds that give another.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "WORD"))]
    pub difficulty: Option<Difficulty>,
    /// Makes N puzzles at a time, at most one per processor; N does not affect the puzzles.
    #[schemars(range(min = 1, max = 1024))]
    pub jobs: u16,
    /// Time limit for all puzzles together, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-name" = "timeout", "x-unit" = "s"))]
    pub timeout_s: Option<f64>,
}

impl Default for GenerateRequest {
    fn default() -> Self {
        GenerateRequest { options: Map::new(), seed: 1, count: 1, difficulty: None, jobs: 1, timeout_s: None }
    }
}

impl Verb for GenerateRequest {
    const ABOUT: About = About {
        name: "generate",
        command: Some("generate"),
        group: "Make",
        purpose: "Makes a new puzzle",
        // Each family has its own.
        more: "",
        subject: Subject::Family,
        forms: Forms::Puzzles,
        record: "",
        picture: "Also writes a picture of the puzzle; for several puzzles, FILE.svg becomes FILE-1.svg, FILE-2.svg, …",
    };

    type Record = ShowRecord;
    type Answer = Made;

    fn needs(&mut self) -> Needs<'_> {
        Needs { seconds: vec![&mut self.timeout_s], ..Needs::default() }
    }
}

impl OfOther for GenerateRequest {
    fn answer(&self, about: Asked<'_>, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let none = || Error::request("name the family of which a puzzle is to be made");
        let family = about.family.ok_or_else(none)?;
        let mut made = 0;
        let end = generate(family, self, context, &mut |new| {
            made += 1;
            let part = Made::new(new, (self.count > 1).then_some(made.into()), context)?;
            listener(Box::new(part), made < self.count)
        })?;
        match end.missing {
            Some(words) => listener(Box::new(Missing::new(end.status, words)), false),
            None => Ok(()),
        }
    }
}

/// That there are fewer puzzles than requested.
struct Missing {
    status: Status,
    words: String,
    record: Box<RawValue>,
}

impl Missing {
    fn new(status: Status, words: String) -> Self {
        let record = to_raw_value(&ErrorRecord::in_words(None, status, words.clone()));
        Missing { status, words, record: record.expect("records are plain data") }
    }
}

impl Part for Missing {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.words.clone()
    }

    fn tell(&self, _: &mut dyn Teller) -> io::Result<()> {
        // A note says it.
        Ok(())
    }

    fn notes(&self) -> Vec<Message> {
        vec![self.words.clone().into()]
    }
}

/// A new puzzle.
pub struct New {
    /// The puzzle.
    pub puzzle: Arc<dyn Board>,
    /// The seed that made it.
    pub seed: u64,
    /// How it differs from the request, in words.
    pub short_of: Option<String>,
    /// Solved, or left open if a limit is the cause of the difference.
    pub status: Status,
}

/// The end of the answer to a [`GenerateRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The joint status of all puzzles.
    pub status: Status,
    /// Why there are fewer puzzles than requested, in words.
    pub missing: Option<String>,
}

/// The function that gets each new puzzle; an error ends the generation.
pub type OnNew<'l> = dyn FnMut(New) -> Result<(), Error> + 'l;

/// A new puzzle, shown.
pub struct Made {
    shown: Shown,
    status: Status,
    seed: u64,
    /// How it differs from the request.
    short_of: Option<String>,
    /// Its number, if several were asked for.
    index: Option<u64>,
}

impl Made {
    fn new(new: New, index: Option<u64>, context: &Context) -> Result<Self, Error> {
        let shown = new.puzzle.ask(&ShowRequest::default(), context)?;
        Ok(Made { shown, status: new.status, seed: new.seed, short_of: new.short_of, index })
    }
}

impl Part for Made {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.shown.record)
    }

    fn words(&self) -> String {
        self.short_of.clone().unwrap_or_default()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        self.shown.tell(teller)
    }

    fn index(&self) -> Option<u64> {
        self.index
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        self.shown.puzzle()
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        self.shown.picture()
    }

    fn write(&self, form: &str, out: &mut dyn Write) -> Result<(), Error> {
        self.shown.puzzle().map_or(Ok(()), |puzzle| write_puzzle(puzzle, self.index.unwrap_or(1), form, out))
    }

    fn notes(&self) -> Vec<Message> {
        let seed = self.index.map(|_| format!("seed {}: ", self.seed)).unwrap_or_default();
        self.short_of.iter().map(|words| format!("{seed}{words}").into()).collect()
    }
}

/// Maximum number of seeds in a row without a wanted puzzle.
const MOST_IN_VAIN: u32 = 1_000;

/// Maximum number of puzzles in a row with several solutions: after that, the next ones will have several, too.
const MOST_AMBIGUOUS: u32 = 50;

/// The result of a seed.
enum Tried {
    Made(New),
    /// A puzzle of another difficulty; none if it has several solutions, so it can't be rated.
    Other(Option<Difficulty>),
    Stopped(Stop),
}

/// Makes new puzzles, and gives each to `on_new`, in order and as early as possible.
///
/// # Errors
///
/// A family that makes none, options that can't be met, and errors of `on_new`.
pub fn generate(
    family: &dyn AnyFamily,
    request: &GenerateRequest,
    context: &Context,
    on_new: &mut OnNew<'_>,
) -> Result<End, Error> {
    let deadline = context.limits_of(request.timeout_s).deadline;
    let context = Context { deadline, ..context.clone() };
    let tell = Telling { every: PROGRESS, tell: &|words| (context.observer)(Event::Progress(words)) };
    let prepared = family.prepare(&Ask::default())?;
    try_seeds(request, &tell, &|seed| attempt(&*prepared, request, seed, &context), on_new)
}

/// Time between two messages about seeds that were tried in vain.
const PROGRESS: Duration = Duration::from_secs(5);

/// How to tell about seeds that were tried in vain.
struct Telling<'t> {
    every: Duration,
    tell: &'t dyn Fn(&str),
}

fn try_seeds(
    request: &GenerateRequest,
    telling: &Telling<'_>,
    attempt: &(dyn Fn(u64) -> Result<Tried, Error> + Sync),
    on_new: &mut OnNew<'_>,
) -> Result<End, Error> {
    let is_one = request.count <= 1 && request.difficulty.is_none();
    let seeds = (0..).map(|number| request.seed.wrapping_add(number));
    let (mut made, mut in_vain, mut ambiguous, mut found) = (0, 0, 0, None);
    let mut end = End { status: Status::Solved, missing: None };
    let (mut tried_in_all, mut told) = (0_u32, Instant::now());
    let processors = available_parallelism().map_or(1, usize::from);
    in_order(seeds, usize::from(request.jobs).min(processors), 1, attempt, |tried| {
        tried_in_all += 1;
        match tried? {
            Tried::Made(new) => {
                end.status = end.status.and(new.status);
                on_new(new)?;
                (made, in_vain, ambiguous) = (made + 1, 0, 0);
                return Ok(made < request.count);
            }
            Tried::Other(difficulty) => {
                ambiguous = if difficulty.is_none() { ambiguous + 1 } else { 0 };
                found = Some(difficulty);
            }
            Tried::Stopped(Stop::GaveUp) if !is_one => {}
            Tried::Stopped(stop) => {
                end = End { status: Status::Unknown, missing: Some(why_not(stop, made)) };
                return Ok(false);
            }
        }
        in_vain += 1;
        if told.elapsed() >= telling.every {
            told = Instant::now();
            let (seeds, puzzles) = (counted(tried_in_all, "seed"), counted(made, "puzzle"));
            (telling.tell)(&format!("tried {seeds}, found {puzzles} so far"));
        }
        let is_last = in_vain == MOST_IN_VAIN || ambiguous == MOST_AMBIGUOUS;
        if is_last {
            let last = found.map(|other: Option<Difficulty>| match other {
                Some(other) => format!("is {}", other.words()),
                None => "has several solutions, so it has no difficulty".into(),
            });
            let words = tried_in_vain(in_vain, request.difficulty, last);
            end = End { status: Status::Unknown, missing: Some(words) };
        }
        Ok::<_, Error>(!is_last)
    })?;
    Ok(end)
}

/// The message for seeds that gave no puzzle with the wanted difficulty; `last` is what the last puzzle is, if there was one.
fn tried_in_vain(seeds: u32, wanted: Option<Difficulty>, last: Option<String>) -> String {
    let what = match wanted.map(Difficulty::words) {
        Some(word) if word.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {word} puzzle"),
        Some(word) => format!("a {word} puzzle"),
        None => "a puzzle".into(),
    };
    let last = last.map(|last| format!(" (the last one {last})")).unwrap_or_default();
    format!("tried {seeds} seeds: none gives {what}{last}; try another size")
}

fn why_not(stop: Stop, made: u32) -> String {
    let found = if made == 0 { "found no puzzle".to_owned() } else { format!("found only {made}") };
    match stop {
        Stop::GaveUp => format!("{found}; try another seed or size"),
        stop => format!("{found}: {stop}"),
    }
}

fn attempt(
    prepared: &dyn Prepared,
    request: &GenerateRequest,
    seed: u64,
    context: &Context,
) -> Result<Tried, Error> {
    let limits = context.limits_of(None);
    let run = context.run(&limits);
    let generated = prepared.generate(&request.options, seed, &*context.files, &run);
    let (puzzle, short_of) = match Error::unless_stopped(generated)? {
        Ok(Generated::Stopped(stop)) | Err(stop) => return Ok(Tried::Stopped(stop)),
        Ok(Generated::Puzzle { puzzle, short_of }) => (puzzle, short_of),
    };
    if let Some(wanted) = request.difficulty {
        match grade(&*puzzle, &limits)? {
            Graded::Difficulty(difficulty) if difficulty == wanted => {}
            Graded::Difficulty(other) => return Ok(Tried::Other(Some(other))),
            // A generator that looked for a unique solution may find such a board with the next seed.
            Graded::NotUnique if short_of.is_some() => return Ok(Tried::Stopped(Stop::GaveUp)),
            Graded::NotUnique => return Ok(Tried::Other(None)),
            Graded::Stopped(stop) => return Ok(Tried::Stopped(stop)),
        }
    }
    // Uniqueness was proved; the user's limit may have left the rest open.
    let stop = short_of.as_ref().and_then(|(_, stop)| *stop);
    let status = match stop {
        Some(stop) if stop != Stop::Conflicts => Status::Unknown,
        _ => Status::Solved,
    };
    let short_of =
        short_of.map(|(what, stop)| stop.map_or_else(|| what.clone(), |stop| format!("{what}: {stop}")));
    Ok(Tried::Made(New { puzzle, seed, short_of, status }))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_long_search_says_how_far_it_is() {
        let told = RefCell::new(Vec::new());
        let tell = |words: &str| told.borrow_mut().push(words.to_owned());
        let telling = Telling { every: Duration::ZERO, tell: &tell };
        let request =
            GenerateRequest { count: 2, difficulty: Some(Difficulty::Hard), ..GenerateRequest::default() };
        let end = try_seeds(&request, &telling, &|_| Ok(Tried::Other(None)), &mut |_| Ok(())).unwrap();
        assert_eq!(end.status, Status::Unknown);
        assert_eq!(
            told.borrow()[..2],
            ["tried 1 seed, found 0 puzzles so far", "tried 2 seeds, found 0 puzzles so far"]
        );
        assert_eq!(told.borrow().len(), MOST_AMBIGUOUS as usize);
    }

    #[test]
    fn seeds_in_vain_are_told() {
        let told = tried_in_vain(1000, Some(Difficulty::Easy), Some("is hard".into()));
        assert_eq!(
            told,
            "tried 1000 seeds: none gives an easy puzzle (the last one is hard); try another size"
        );
        assert_eq!(
            tried_in_vain(1000, None, None),
            "tried 1000 seeds: none gives a puzzle; try another size"
        );
    }
}
