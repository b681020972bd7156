//! `solve`: one solution or many, of one puzzle or a collection.

use std::{
    path::Path,
    sync::{Arc, atomic::Ordering::Relaxed},
    thread::available_parallelism,
};

use indicatif::{ProgressBar, ProgressStyle};
use jigsat_input::ParseError;
use jigsat_workbench::{
    Context, Error, Event, Instance, SolveRequest, Status, Text, parallel,
    solve::Solved,
    worker::{Apart, NoAnswer},
};

use crate::{
    Front,
    args::{Call, FRAMES, OwnSolveArgs, SolveArgs},
    exit::Failure,
    log::Log,
    output::refuse_existing,
    play,
    print::Printer,
    program, terminal,
};

mod collection;
mod written;

use collection::Tally;
use written::Written;

/// Number of puzzles that a thread takes at once, so that a slow one seldom leaves the others idle.
const PUZZLES_PER_JOB: usize = 256;

pub fn run(
    args: &SolveArgs,
    own: &OwnSolveArgs,
    call: &Call,
    text: Text,
    front: &Front,
) -> Result<Status, Failure> {
    let file = text.name().to_owned();
    let (ask, prepared) = front.prepare(call, args.formula.request(), args.search.request(), args.unique)?;
    let portfolio = args.portfolio.then(|| {
        let cores = available_parallelism().map_or(1, usize::from).max(2);
        if args.jobs > 1 { usize::from(args.jobs) } else { cores }
    });
    let request = SolveRequest { ask, proof: args.proof.request(), portfolio };
    let mut written = Written::start(&own.write, args.output.force)?;
    let (log, mut context) = Log::start(args.log.as_deref(), &front.context)?;
    if args.output.no_times {
        // The winner depends on timing.
        let all = Arc::clone(&context.observer);
        context.observer = Arc::new(move |event| {
            if !matches!(event, Event::Winner(_)) {
                all(event);
            }
        });
    }
    let mut instances = front.read(call, &*prepared, text)?.peekable();
    let Some(first) = instances.next() else {
        return Err(ParseError::in_file(&file, "has no puzzle").into());
    };
    let single = instances.peek().is_none();
    let Some(family) = call.family else { return Err(Failure::usage("name the family")) };
    if let Some(svg) = &args.svg {
        refuse_existing(svg, args.output.force)?;
    }
    let mut printer = Printer::new(args, family.info(), single)?;
    let status = if single {
        let instance = first?;
        if args.all || args.limit.is_some() {
            list(&*instance, &mut printer, &context)?
        } else {
            let solved = instance.solve(&request, args.proof.proof.as_deref(), &context)?;
            told(&*instance, &solved, &mut written)?;
            if args.proof.wanted() && !front.quiet {
                without_proof(&solved, args.proof.proof.as_deref());
            }
            let frames = frames(own, &*instance, &solved);
            let status = printer.solved(None, &*instance, solved)?;
            if let Some(frames) = frames {
                play::play(instance.title(), &frames, own.play.speed, &context.stop)?;
            }
            status
        }
    } else {
        if args.all || args.limit.is_some() || args.svg.is_some() || args.proof.wanted() {
            let message =
                "--all, --limit, --svg, --proof and --checked need a single puzzle, but there are several";
            return Err(Failure::usage(format!("{file}: {message}")));
        }
        let all = std::iter::once(first).chain(instances);
        let page = family.info().definition.as_deref().map(str::to_owned);
        let apart =
            context.memory_bytes.map(|bytes| Ok::<_, Failure>(Apart::new(program::this()?, bytes, page)));
        let solving = Solving { request: &request, context: &context, apart: apart.transpose()? };
        collection(all, &solving, &mut printer, &mut written, front)?
    };
    printer.finish()?;
    written.finish()?;
    log.finish()?;
    Ok(status)
}

/// The pictures to play, if wanted.
fn frames(own: &OwnSolveArgs, instance: &dyn Instance, solved: &Solved) -> Option<String> {
    let solution = solved.record.solution.as_ref().filter(|_| own.play.play)?;
    instance.write_solution(solution, FRAMES)
}

/// Prints the warnings about a puzzle, and adds it to the file to write.
fn told(instance: &dyn Instance, solved: &Solved, written: &mut Written<'_>) -> Result<(), Failure> {
    crate::warn(instance);
    written.add(instance, solved.record.solution.as_ref())
}

/// Says why there is no proof, if one was asked for but nothing that can be proved was claimed.
fn without_proof(solved: &Solved, folder: Option<&Path>) {
    let Some(why) = solved.without_proof() else { return };
    let folder = folder.map_or_else(String::new, |folder| format!("; {} was not made", folder.display()));
    let advice = if solved.record.unique.is_none() {
        "; --unique claims that there is no other one, which is proved"
    } else {
        ""
    };
    note!("note: {why}{folder}{advice}");
}

/// How the puzzles of a collection are solved.
struct Solving<'s> {
    request: &'s SolveRequest,
    context: &'s Context,
    /// Each in a process of its own, if memory is bounded.
    apart: Option<Apart>,
}

impl Solving<'_> {
    /// Solves a puzzle. The failure of an engine costs only this one.
    fn solve(&self, instance: &dyn Instance) -> Result<Result<Solved, NoAnswer>, Error> {
        let solved = match &self.apart {
            Some(apart) => apart.solve(instance, self.request, self.context),
            None => instance.solve(self.request, None, self.context).map(Ok),
        };
        match solved {
            Err(error @ Error::Solver(_)) => {
                Ok(Err(NoAnswer { status: Status::of(&error), reason: error.to_string() }))
            }
            solved => solved,
        }
    }
}

fn collection(
    instances: impl Iterator<Item = Result<Box<dyn Instance>, ParseError>>,
    solving: &Solving<'_>,
    printer: &mut Printer<'_>,
    written: &mut Written<'_>,
    front: &Front,
) -> Result<Status, Failure> {
    let args = printer.args;
    let progress = progress(front.quiet, args.output.output.is_some());
    let work = |instance: Result<Box<dyn Instance>, ParseError>| {
        instance.map(|instance| {
            let solved = solving.solve(&*instance);
            (instance, solved)
        })
    };
    // In a portfolio, all threads work on one puzzle.
    let jobs = if args.portfolio { 1 } else { usize::from(args.jobs) };
    let mut status = Status::Solved;
    let mut tally = Tally::default();
    let mut index = 0;
    parallel::in_order(instances, jobs, PUZZLES_PER_JOB, work, |result| -> Result<bool, Failure> {
        index += 1;
        progress.inc(1);
        let this = match result {
            Ok((instance, Ok(Ok(solved)))) => {
                tally.add(&solved);
                told(&*instance, &solved, written)?;
                printer.solved(Some(index), &*instance, solved)?
            }
            Ok((instance, Ok(Err(why)))) => printer.failed(index, &*instance, why)?,
            Ok((_, Err(error))) => return Err(error.into()),
            Err(error) => printer.malformed(Some(index), &error)?,
        };
        printer.answered()?;
        status = status.and(this);
        let interrupted = solving.context.stop.load(Relaxed);
        Ok(!(interrupted || printer.args.fail_fast && this == Status::BadInput))
    })?;
    progress.finish_and_clear();
    printer.summary(&tally.words(!args.output.no_times))?;
    // Ctrl-C leaves the remaining puzzles open.
    let interrupted = solving.context.stop.load(Relaxed);
    Ok(if interrupted { status.and(Status::Unknown) } else { status })
}

/// A counter on standard error, only on a terminal, and only if no answers scroll by there.
fn progress(quiet: bool, answers_elsewhere: bool) -> ProgressBar {
    let shown = answers_elsewhere || !terminal::is_terminal();
    if quiet || !shown {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {pos} puzzles, {per_sec}, {elapsed}");
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

fn list(instance: &dyn Instance, printer: &mut Printer<'_>, context: &Context) -> Result<Status, Failure> {
    let mut solutions = instance.solutions(context)?;
    let wanted = printer.args.limit.unwrap_or(u64::MAX);
    while solutions.found() < wanted {
        let Some(record) = solutions.next()? else { break };
        printer.listed(solutions.found(), instance, &record)?;
        printer.answered()?;
    }
    printer.end_of_list(solutions.end())
}
