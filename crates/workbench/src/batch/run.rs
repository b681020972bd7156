//! A batch on this machine.

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
    thread::available_parallelism,
};

use jigsat_kit::Error;

use super::{
    families::{Families, Read},
    files::{self, Skipped},
    line::Answered,
    pool::Pool,
    progress::Progress,
    reader::{Done, Reader},
    request::BatchRequest,
    results::Results,
    runner::Runner,
    shares::parent,
    summary::Summary,
    task::Task,
};
/// The destination of the lines of results.
pub enum Destination {
    /// A file, which is only appended to; results that it already has are not computed again.
    File(PathBuf),
    /// A writer; errors use that name for it.
    Writer(Box<dyn Write + Send>, String),
}

/// Solves the puzzles of files and folders.
///
/// # Errors
///
/// A path that doesn't exist; a file that is not one of results, or to which another process appends; results that
/// can't be written; a worker that can't be started.
pub fn run(
    request: &BatchRequest,
    paths: &[PathBuf],
    to: Destination,
    runner: &Runner,
) -> Result<Summary, Error> {
    let jobs = request.jobs.unwrap_or_else(|| available_parallelism().map_or(1, Into::into)).max(1);
    // Before the file of results is created, because the family may not exist.
    let families = Families::new(request)?;
    let (mut results, out) = match to {
        Destination::File(path) => (Results::open_alone(&path, &request.key())?, Some(path)),
        Destination::Writer(writer, name) => (Results::to_writer(writer, name), None),
    };
    results.retry = request.retry;
    results.tell_of_mending(&*runner.observer);
    let request = Arc::new(request.clone());
    let progress = Progress::new(&runner.observer);
    let pool =
        Pool { request: &request, families: &families, results: &results, progress: &progress, runner };
    let reading = Reading { request: &request, results: &results, families: &families, runner };
    let skipped =
        pool.run(jobs, |queue| reading.read(paths, out.as_deref(), &progress, |task| Ok(queue.push(task))))?;
    Ok(Summary::new(progress, paths, skipped, 0, runner.stopped(), out.is_some()))
}

/// The context for reading the puzzles of a batch.
pub(super) struct Reading<'a> {
    pub request: &'a Arc<BatchRequest>,
    pub results: &'a Results,
    pub families: &'a Families,
    pub runner: &'a Runner,
}

impl Reading<'_> {
    /// Reads all puzzles, and passes those that are not done yet to `on_task`, which returns whether it wants more.
    /// Writes the lines of puzzles that can't be read.
    pub fn read(
        &self,
        paths: &[PathBuf],
        out: Option<&Path>,
        progress: &Progress<'_>,
        mut on_task: impl FnMut(Task) -> Result<bool, Error>,
    ) -> Result<Vec<Skipped>, Error> {
        let except: Vec<PathBuf> = out.iter().flat_map(|out| [out.to_path_buf(), parent(out)]).collect();
        let mut reader = Reader::new(self.request, self.families, self.runner);
        let is_of_library = |path: &Path| self.runner.of_library(path).is_some();
        files::each(paths, &except, is_of_library, |path, skipped| {
            let done = reader.read(path, &mut |read| {
                progress.found();
                self.sort(read, progress, &mut on_task)
            })?;
            match done {
                Done::Read(more) => Ok(more),
                Done::Skipped(reason) => {
                    skipped.push(Skipped { file: path.display().to_string(), reason });
                    Ok(!self.runner.stopped())
                }
            }
        })
    }

    fn sort(
        &self,
        read: Read,
        progress: &Progress<'_>,
        on_task: &mut impl FnMut(Task) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        match read {
            Read::Puzzle(task) => match self.results.done_task(&task) {
                Some(done) => {
                    progress.done(&task.family, done.verdict, done.time_s, true, || task.name());
                    Ok(!self.runner.stopped())
                }
                None => on_task(task),
            },
            Read::Malformed(puzzle) => {
                progress.malformed(&puzzle);
                let answered = puzzle.answered(&self.request.key());
                self.tell(&puzzle.family, &puzzle.file, puzzle.index, &puzzle.digest, &answered, progress)
            }
            Read::Unread(rest) => {
                let answered = rest.answered(&self.request.key());
                self.tell(&rest.family, &rest.file, rest.index, &rest.digest, &answered, progress)
            }
        }
    }

    /// Writes the line of a puzzle that can't be read, unless an earlier run has done so.
    fn tell(
        &self,
        family: &str,
        file: &str,
        index: u64,
        digest: &str,
        answered: &Answered,
        progress: &Progress<'_>,
    ) -> Result<bool, Error> {
        let before = self.results.done(file, index, digest).is_some();
        if !before {
            self.results.append(&answered.line)?;
        }
        progress.done(family, answered.verdict, None, before, String::new);
        Ok(!self.runner.stopped())
    }
}
