//! `count`: how many solutions there are.

use std::{
    io::Write,
    sync::{
        Mutex,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Instant,
};

use jigsat_solve::{Answer, By, Effort, End, Error, Limits, Stop};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::{
    Context,
    args::{CountArgs, DataFormat, With},
    exit::{Failure, Status},
    family::{self, Counted, Counting, Family, Outcome, Question, SolutionOf},
    input::Opened,
    lister::{self, Lister},
    output::{Output, write_json, write_yaml},
    prove::{self, Certified},
    record::{SCHEMA, Stats},
    solve::{limits, usage_of_drop},
};

/// So many parts a thread, because some take longer than others.
const CUBES_PER_JOB: usize = 64;

#[derive(Serialize, JsonSchema)]
pub struct Record<'a> {
    /// The version of these lines.
    schema: u32,
    family: &'static str,
    file: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    puzzle: &'a str,
    status: &'static str,
    /// How many solutions; as text where a reader of JSON might round it.
    #[serde(serialize_with = "number")]
    #[schemars(schema_with = "number_schema")]
    count: u128,
    /// How many up to the symmetries of the board.
    #[serde(serialize_with = "maybe_number", skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "number_schema")]
    distinct: Option<u128>,
    /// Whether these are all.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// That there is none was proven, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    certified: Option<Certified>,
    by: By,
    stats: Stats,
}

pub fn run<F: Family>(
    with: &With<CountArgs, F::Options>,
    opened: Opened,
    context: &Context,
) -> Result<Status, Failure> {
    let args = &with.args;
    let question = Question::<F>::new(&args.formula, &args.search, &with.options, false)?;
    prove::possible(&args.proof, &question)?;
    let file = opened.name.clone();
    let entry = family::only::<F>(opened, &with.options)?;
    let wanted = Counting { limit: args.limit, labelled: args.labelled, jobs: usize::from(args.jobs) };
    let counted = F::count(&entry.puzzle, &question, &wanted, &limits(&args.search, context))?;
    let mut end = counted.end;
    let (mut certified, mut not_certified) = (None, None);
    if counted.count == 0 && end == End::All && args.proof.wanted() {
        let limits = limits(&args.search, context);
        let mut none = Outcome::none(counted.by.clone());
        certified = prove::outcome::<F>(&args.proof, &file, &entry, &question, &mut none, &limits)?;
        if let Answer::Unknown(stop) = none.first {
            (end, not_certified) = (End::Stopped(stop), none.left_open);
        }
    }
    let complete = end == End::All;
    let status = match (complete, counted.count) {
        (true, 0) => (Status::Impossible, "impossible"),
        (true, _) => (Status::Solved, "solved"),
        (false, _) => (Status::Unknown, "unknown"),
    };
    let record = Record {
        schema: SCHEMA,
        family: F::NAME,
        file: &file,
        puzzle: &entry.title,
        status: status.1,
        count: counted.count,
        distinct: counted.distinct,
        complete,
        reason: match end {
            End::All => None,
            End::Enough => Some("as many as asked for".into()),
            End::Stopped(stop) => Some(not_certified.unwrap_or_else(|| stop.to_string())),
        },
        certified,
        by: counted.by,
        stats: Stats::new(counted.effort, counted.size, !args.output.no_times),
    };
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut out)?,
        DataFormat::Yaml => write_yaml(&record, &mut out)?,
        DataFormat::Text => {
            let at_least = if complete { "" } else { "at least " };
            let plural = if record.count == 1 { "" } else { "s" };
            write!(out, "{at_least}{} solution{plural}", record.count)?;
            match record.distinct {
                Some(distinct) => writeln!(out, ", {distinct} up to symmetry")?,
                None => writeln!(out)?,
            }
            if let Some(reason) = &record.reason {
                writeln!(out, "incomplete: {reason}")?;
            }
            if let Some(certified) = record.certified {
                writeln!(out, "{}", certified.sentence())?;
            }
        }
    }
    out.finish()?;
    Ok(status.0)
}

fn number_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["integer", "string"], "minimum": 0, "pattern": "^[0-9]+$" })
}

/// Numbers that JSON's readers would round are written as text.
fn number<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*value) {
        Ok(small) if small < 1 << 53 => serializer.serialize_u64(small),
        _ => serializer.serialize_str(&value.to_string()),
    }
}

/// The same where there may be none.
#[allow(clippy::ref_option, reason = "serde passes a reference to the field")]
pub fn maybe_number<S: Serializer>(value: &Option<u128>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => number(value, serializer),
        None => serializer.serialize_none(),
    }
}

/// Counts by finding one solution after the other, by backtracking with several threads at a time.
pub fn by_listing<F: Family>(
    puzzle: &F::Puzzle,
    question: &Question<'_, F>,
    wanted: &Counting,
    limits: &Limits,
) -> Result<Counted, Failure> {
    question.needs_lister("count")?;
    let failure = |error| usage_of_drop(error, &question.formula.drop);
    let mut lister = Lister::<F>::new(puzzle, question).map_err(failure)?;
    let tally = Tally::<F>::new(puzzle, wanted.limit);
    let mut effort = lister.effort();
    match &mut lister {
        Lister::Backtrack(enumeration) if wanted.jobs > 1 => {
            let cubes = enumeration.split(CUBES_PER_JOB * wanted.jobs);
            let next = AtomicUsize::new(0);
            let work = || -> Result<Effort, Error> {
                let mut enumeration = lister::enumeration::<F>(puzzle, question)?;
                while let Some(cube) = cubes.get(next.fetch_add(1, Relaxed)) {
                    enumeration.within(cube);
                    tally.add_all(puzzle, || enumeration.solve(limits))?;
                }
                Ok(enumeration.effort())
            };
            let started = Instant::now();
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..wanted.jobs).map(|_| scope.spawn(work)).collect();
                threads.into_iter().try_for_each(|thread| -> Result<(), Error> {
                    let of_thread = thread.join().expect("no thread panics")?;
                    effort.conflicts += of_thread.conflicts;
                    effort.propagations += of_thread.propagations;
                    Ok(())
                })
            })?;
            effort.solving += started.elapsed();
        }
        lister => {
            tally.add_all(puzzle, || lister.solve(limits))?;
            effort = lister.effort();
        }
    }
    let (by, size) = (lister.by(), Some(lister.size()));
    let Tally { count, distinct, stopped, .. } = tally;
    let (count, distinct) = (count.into_inner(), distinct.into_inner());
    let end = match stopped.into_inner().expect("no thread panics") {
        Some(stop) => End::Stopped(stop),
        None if wanted.limit.is_some_and(|limit| count >= limit) => End::Enough,
        None => End::All,
    };
    Ok(Counted { count: count.into(), distinct: Some(distinct.into()), end, by, effort, size })
}

/// What several threads have counted.
struct Tally<F: Family> {
    limit: u64,
    symmetries: Vec<F::Symmetry>,
    count: AtomicU64,
    distinct: AtomicU64,
    stopped: Mutex<Option<Stop>>,
}

impl<F: Family> Tally<F> {
    fn new(puzzle: &F::Puzzle, limit: Option<u64>) -> Self {
        let (count, distinct) = (AtomicU64::new(0), AtomicU64::new(0));
        let (limit, symmetries) = (limit.unwrap_or(u64::MAX), F::symmetries(puzzle));
        Tally { limit, symmetries, count, distinct, stopped: Mutex::new(None) }
    }

    /// Counts until there are no more or enough. Of the solutions that look the same under the board's
    /// symmetries, the one that comes first among its images counts as distinct: nothing is to be remembered.
    fn add_all(
        &self,
        puzzle: &F::Puzzle,
        mut solve: impl FnMut() -> Result<Answer<SolutionOf<F>>, Error>,
    ) -> Result<(), Error> {
        while self.count.load(Relaxed) < self.limit {
            let is_first = match solve()? {
                Answer::Solved(solution) => {
                    let itself = key::<F>(&solution);
                    let not_before =
                        |&symmetry: &F::Symmetry| itself <= key::<F>(&F::image(puzzle, &solution, symmetry));
                    self.symmetries.iter().all(not_before)
                }
                // Without a rule, models are counted as they are.
                Answer::Refused { .. } => true,
                Answer::Impossible(_) => return Ok(()),
                Answer::Unknown(stop) => {
                    *self.stopped.lock().expect("no thread panics") = Some(stop);
                    return Ok(());
                }
            };
            let before = self.count.fetch_add(1, Relaxed);
            if before >= self.limit {
                self.count.fetch_sub(1, Relaxed);
            } else if is_first {
                self.distinct.fetch_add(1, Relaxed);
            }
        }
        Ok(())
    }
}

fn key<F: Family>(solution: &SolutionOf<F>) -> Vec<u8> {
    serde_json::to_vec(solution).expect("a solution has a JSON form")
}
