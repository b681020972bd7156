//! `solve`: one solution or many, of one puzzle or a collection.

use std::{io::IsTerminal, sync::atomic::Ordering::Relaxed, time::Instant};

use indicatif::{ProgressBar, ProgressStyle};
use jigsat_input::ParseError;
use jigsat_solve::{Answer, Error, Limits};

use crate::{
    Context,
    args::{SearchArgs, SolveArgs, With},
    exit::{Failure, Status},
    family::{Entry, Family, Outcome, Question, SolutionOf},
    input::Opened,
    lister::Lister,
    parallel, portfolio,
    print::Printer,
    prove,
    record::Stats,
};

pub fn run<F: Family>(
    with: &With<SolveArgs, F::Options, F::SolveOptions>,
    opened: Opened,
    context: &Context,
) -> Result<Status, Failure> {
    let args = &with.args;
    let question = Question::new(&args.formula, &args.search, &with.options, args.unique)?;
    prove::possible(&args.proof, &question)?;
    F::begin(&with.own, &question, args)?;
    let file = opened.name.clone();
    let mut puzzles = F::read(opened, &with.options)?.peekable();
    let Some(first) = puzzles.next() else {
        return Err(Failure::Input(ParseError::in_file(&file, "has no puzzle")));
    };
    let single = puzzles.peek().is_none();
    let mut printer = Printer::new::<F>(args, &file, single)?;
    let status = if single {
        let entry = match first {
            Ok(entry) => entry,
            Err(error) if printer.prints_data() => {
                let status = printer.malformed::<F>(None, &error)?;
                printer.finish()?;
                return Ok(status);
            }
            Err(error) => return Err(Failure::Input(error)),
        };
        if args.all || args.limit.is_some() {
            list::<F>(&entry, &question, &mut printer, context)?
        } else {
            let mut outcome = ask::<F>(&entry, &question, &with.own, args, context)?;
            let limits = limits(&args.search, context);
            printer.certified =
                prove::outcome::<F>(&args.proof, &file, &entry, &question, &mut outcome, &limits)?;
            let status = printer.outcome::<F>(None, &entry, &outcome)?;
            F::told(&entry, &outcome, &with.own, &limits)?;
            status
        }
    } else {
        if args.all || args.limit.is_some() || args.svg.is_some() || args.proof.wanted() {
            let message =
                "--all, --limit, --svg, --proof and --checked go with a single puzzle; there are several";
            return Err(Failure::usage(format!("{file}: {message}")));
        }
        collection::<F>(std::iter::once(first).chain(puzzles), &question, &with.own, &mut printer, context)?
    };
    printer.finish()?;
    Ok(status)
}

/// The limits of one puzzle, from now on.
pub fn limits(search: &SearchArgs, context: &Context) -> Limits {
    Limits {
        deadline: search.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
        conflicts: search.conflicts,
        stop: context.stop.clone(),
    }
}

/// A rule that isn't there is a matter of usage.
pub fn usage_of_drop(error: Error, dropped: &[String]) -> Failure {
    match error {
        Error::Build(error) if !dropped.is_empty() => Failure::from(error),
        error => Failure::Solver(error),
    }
}

/// Asks about one puzzle.
pub fn ask<F: Family>(
    entry: &Entry<F::Puzzle>,
    question: &Question<'_, F>,
    own: &F::SolveOptions,
    args: &SolveArgs,
    context: &Context,
) -> Result<Outcome<SolutionOf<F>>, Failure> {
    if args.portfolio {
        return portfolio::ask::<F>(&entry.puzzle, question, own, args, context);
    }
    if let Some(engine) = question.search.engine()
        && let Some(reason) = F::refuses(&entry.puzzle, engine, question.is_plain())
    {
        return Err(Failure::usage(reason));
    }
    F::solve(&entry.puzzle, question, own, &limits(question.search, context))
        .map_err(|error| usage_of_drop(error, &question.formula.drop))
}

fn collection<F: Family>(
    puzzles: impl Iterator<Item = Result<Entry<F::Puzzle>, ParseError>>,
    question: &Question<'_, F>,
    own: &F::SolveOptions,
    printer: &mut Printer<'_>,
    context: &Context,
) -> Result<Status, Failure> {
    let progress = progress(context, printer.args.output.output.is_some());
    let args = printer.args;
    let work = |entry: Result<Entry<F::Puzzle>, ParseError>| {
        entry.map(|entry| {
            let outcome = ask::<F>(&entry, question, own, args, context);
            (entry, outcome)
        })
    };
    // In a portfolio the threads are for one puzzle.
    let jobs = if args.portfolio { 1 } else { usize::from(args.jobs) };
    let mut status = Status::Solved;
    let mut index = 0;
    parallel::in_order(puzzles, jobs, work, |result| -> Result<bool, Failure> {
        index += 1;
        progress.inc(1);
        let this = match result {
            Ok((entry, Ok(outcome))) => {
                let status = printer.outcome::<F>(Some(index), &entry, &outcome)?;
                F::told(&entry, &outcome, own, &limits(question.search, context))?;
                status
            }
            Ok((entry, Err(Failure::Solver(error)))) => printer.failed::<F>(index, &entry, &error)?,
            Ok((_, Err(failure))) => return Err(failure),
            Err(error) => printer.malformed::<F>(Some(index), &error)?,
        };
        status = status.and(this);
        let interrupted = context.stop.load(Relaxed);
        Ok(!(interrupted || printer.args.fail_fast && this == Status::BadInput))
    })?;
    progress.finish_and_clear();
    printer.summary(F::summary(own, !printer.args.output.no_times))?;
    // Puzzles that Ctrl-C kept from being asked about are left open.
    let interrupted = context.stop.load(Relaxed);
    Ok(if interrupted { status.and(Status::Unknown) } else { status })
}

/// A counter on the standard error, shown on a terminal only, and only where answers don't scroll by.
fn progress(context: &Context, answers_elsewhere: bool) -> ProgressBar {
    let shown = answers_elsewhere || !std::io::stdout().is_terminal();
    if context.quiet || !shown {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {pos} puzzles, {per_sec}, {elapsed}");
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

fn list<F: Family>(
    entry: &Entry<F::Puzzle>,
    question: &Question<'_, F>,
    printer: &mut Printer<'_>,
    context: &Context,
) -> Result<Status, Failure> {
    question.needs_lister("--all and --limit")?;
    let limits = limits(&printer.args.search, context);
    let listed = F::to_list(&entry.puzzle, question, &limits)?;
    let mut session = Lister::<F>::new(listed.as_ref().unwrap_or(&entry.puzzle), question)
        .map_err(|error| usage_of_drop(error, &printer.args.formula.drop))?;
    let wanted = printer.args.limit.unwrap_or(u64::MAX);
    let mut found = 0;
    let mut end = Answer::Unknown(jigsat_solve::Stop::Interrupted);
    while found < wanted {
        end = session.solve(&limits)?;
        match &end {
            Answer::Solved(solution) => printer.one_of_many::<F>(found + 1, entry, solution, None)?,
            Answer::Refused { solution: Some(solution), flaw } => {
                printer.one_of_many::<F>(found + 1, entry, solution, Some(flaw))?;
            }
            Answer::Refused { .. } => {}
            Answer::Impossible(_) | Answer::Unknown(_) => break,
        }
        found += 1;
    }
    let by = session.by();
    let stats = Stats::new(session.effort(), Some(session.size()), !printer.args.output.no_times);
    let all = matches!(end, Answer::Impossible(_));
    let stop = match end {
        Answer::Unknown(stop) if found < wanted => Some(stop),
        _ => None,
    };
    printer.end_of_many::<F>(entry, found, all, stop, &by, stats)?;
    Ok(match stop {
        Some(_) => Status::Unknown,
        None if found == 0 && all && F::only_length(&entry.puzzle).is_some() => Status::Unknown,
        None if found == 0 && wanted > 0 => Status::Impossible,
        None => Status::Solved,
    })
}
