//! `batch`: many puzzles of any family, and the workers that it starts.
mod progress;
mod shares;

use std::{
    io::{self, IsTerminal},
    path::Path,
    sync::Arc,
};

use jigsat_workbench::{
    Status,
    batch::{self, BatchEvent, BatchRequest, Destination, Known, Runner, Summary},
    family, page_family,
};

use crate::{
    args::{BatchArgs, TableFormat},
    exit::Failure,
    front::Front,
    input, library, program, table,
};
use progress::Progress;
pub use shares::{gather_shares, run_share};

pub fn run(args: &BatchArgs, front: &Front) -> Result<Status, Failure> {
    if let (Some(scheduler), Some(out)) = (args.scheduler, &args.out) {
        return shares::submit(args, out, scheduler, front);
    }
    let answers_scroll_by = args.out.is_none() && io::stdout().is_terminal();
    let progress = Progress::new(!front.quiet && !answers_scroll_by);
    let runner = runner(front, &progress)?;
    let to = match &args.out {
        Some(path) => Destination::File(path.clone()),
        None => Destination::Writer(Box::new(io::stdout()), "the standard output".into()),
    };
    let summary = batch::run(&request(args, front)?, &library::with_folders(&args.paths), to, &runner)?;
    progress.finish();
    finish(args, &summary, front)
}

/// The request for each puzzle.
fn request(args: &BatchArgs, front: &Front) -> Result<BatchRequest, Failure> {
    let is_page = |word: &&String| {
        let path = Path::new(word);
        family(word).is_none() && (path.is_file() || path.extension().is_some_and(|end| end == "qprop"))
    };
    let (family, page) = match args.family.as_ref().filter(is_page) {
        Some(page) => {
            let family = page_family(input::read(page, &front.patience)?)?;
            (Some(family.info().name.to_string()), family.info().definition.as_deref().map(str::to_owned))
        }
        None => (args.family.clone(), None),
    };
    Ok(BatchRequest {
        ask: args.bounded_ask(),
        family,
        page,
        memory_bytes: args.memory.as_u64(),
        jobs: args.jobs.map(usize::from),
        retry: args.retry,
        no_times: args.no_times,
    })
}

/// The runner of a batch: this program as its worker.
fn runner(front: &Front, progress: &Progress) -> Result<Runner, Failure> {
    let (quiet, progress) = (front.quiet, progress.clone());
    let observer = move |event: BatchEvent<'_>| {
        progress.on(&event);
        if let Some(words) = event.words().filter(|_| !quiet) {
            progress.tell(&words);
        }
    };
    Ok(Runner {
        worker: program::this()?,
        context: front.context.clone(),
        observer: Arc::new(observer),
        library: |path| {
            let puzzle = library::named(path.to_str()?)?;
            Some(Known { family: puzzle.family(), text: puzzle.text })
        },
    })
}

/// Prints the summary of a batch.
fn finish(args: &BatchArgs, summary: &Summary, front: &Front) -> Result<Status, Failure> {
    if !front.quiet {
        for note in summary.notes() {
            note!("{note}");
        }
    }
    if let Some(error) = summary.nothing() {
        return Err(error.into());
    }
    if !front.quiet {
        if let Some(all) = summary.table() {
            // If the answers go to standard output, programs read them.
            match args.out {
                Some(_) => table::print(&all, TableFormat::Text, &mut io::stdout())?,
                None => drop(table::print(&all, TableFormat::Text, &mut io::stderr())),
            }
        }
        if let Some(next) = summary.next_step() {
            note!("{next}");
        }
    }
    Ok(summary.status)
}
