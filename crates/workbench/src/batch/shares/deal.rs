//! A batch whose puzzles go to a scheduler.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use jigsat_kit::Error;

use super::{Shares, dealer::Dealer};
use crate::batch::{
    event::BatchEvent, families::Families, files::Skipped, progress::Progress, request::BatchRequest,
    results::Results, run::Reading, runner::Runner, summary::Summary,
};

/// The puzzles that are with a scheduler, with their digests.
type Awaited = HashMap<String, HashMap<u64, String>>;

/// Shares of a batch's puzzles, for a scheduler.
pub struct Dealt<'r> {
    runner: &'r Runner,
    paths: Vec<PathBuf>,
    results: Results,
    progress: Progress<'r>,
    awaited: Awaited,
    unfinished: Vec<Shares>,
    skipped: Vec<Skipped>,
}

/// Joins the results of earlier shares, and deals the puzzles that are neither done nor with a scheduler: into this
/// many shares, if a number is given.
///
/// # Errors
///
/// As [`run`](crate::batch::run), and folders that can't be read or written.
pub fn deal<'r>(
    request: &BatchRequest,
    paths: &[PathBuf],
    out: &Path,
    shares: Option<usize>,
    runner: &'r Runner,
) -> Result<Dealt<'r>, Error> {
    let families = Families::new(request)?;
    let key = request.key();
    let mut results = Results::open_alone(out, &key)?;
    results.tell_of_mending(&*runner.observer);
    let mut awaited = Awaited::new();
    let mut unfinished = Vec::new();
    for shares in Shares::all(out)? {
        if shares.is_joined() {
            continue;
        }
        if shares.key != key {
            (runner.observer)(BatchEvent::OtherQuestion { folder: shares.path() });
            continue;
        }
        let left = shares.join(&mut results, |_| {})?;
        for (file, index, digest) in left.puzzles {
            awaited.entry(file).or_default().insert(index, digest);
        }
        if !left.shares.is_empty() {
            unfinished.push(shares);
        }
    }
    results.retry = request.retry;
    let request = Arc::new(request.clone());
    let progress = Progress::new(&runner.observer);
    let mut dealer: Option<Dealer> = None;
    let reading = Reading { request: &request, results: &results, families: &families, runner };
    let skipped = reading.read(paths, Some(out), &progress, |task| {
        let with_scheduler = awaited.get(&*task.file).and_then(|file| file.get(&task.index));
        if with_scheduler != Some(&task.digest) {
            match &mut dealer {
                Some(dealer) => dealer.push(&task)?,
                none => none.insert(Dealer::new(out)?).push(&task)?,
            }
            awaited.entry(task.file.to_string()).or_default().insert(task.index, task.digest);
        }
        Ok(!runner.stopped())
    })?;
    if let Some(dealer) = dealer
        && !runner.stopped()
    {
        unfinished.push(dealer.finish(out, &request, shares)?);
    }
    Ok(Dealt { runner, paths: paths.to_vec(), results, progress, awaited, unfinished, skipped })
}

impl Dealt<'_> {
    /// The folders with unfinished shares.
    #[must_use]
    pub fn unfinished(&self) -> &[Shares] {
        &self.unfinished
    }

    /// Joins the results of a folder's shares so far.
    ///
    /// # Errors
    ///
    /// A folder that can't be read, and results that can't be written.
    pub fn join(&mut self, folder: usize) -> Result<(), Error> {
        let Dealt { results, progress, awaited, unfinished, .. } = self;
        let Some(shares) = unfinished.get(folder) else { return Ok(()) };
        shares.join(results, |told| {
            let file = awaited.get_mut(&told.file);
            let file = file.filter(|file| file.get(&told.index) == Some(&told.digest));
            if file.is_some_and(|file| file.remove(&told.index).is_some()) {
                progress.done(&told.family, told.verdict(), told.time_s, false, || told.name());
            }
        })?;
        Ok(())
    }

    /// The results so far; the rest is with the scheduler.
    #[must_use]
    pub fn finish(self) -> Summary {
        let left = self.awaited.values().map(HashMap::len).sum();
        Summary::new(self.progress, &self.paths, self.skipped, left, self.runner.stopped(), true)
    }
}
