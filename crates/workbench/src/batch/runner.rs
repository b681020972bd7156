//! The environment of a batch.

use std::{path::Path, sync::atomic::Ordering::Relaxed};

use jigsat_kit::Error;

use super::{event::BatchObserver, request::BatchRequest};
use crate::{
    Context,
    worker::{Worker, WorkerProgram},
};

/// The environment that a front end gives to the library.
#[derive(Clone)]
pub struct Runner {
    /// The worker program, which solves and reads what needs bounds.
    pub worker: WorkerProgram,
    /// The stop flag, and the files that puzzles may name.
    pub context: Context,
    /// The observer of events.
    pub observer: BatchObserver,
    /// The puzzles whose names are not those of existing files, if the front end has such puzzles.
    pub library: fn(&Path) -> Option<Known>,
}

/// A puzzle of a library.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its family.
    pub family: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Runner {
    /// Starts a worker within the bounds of a batch.
    pub(super) fn start(&self, request: &BatchRequest) -> Result<Worker, Error> {
        Worker::start(&self.worker, request.memory_bytes)
            .map_err(|error| Error::request(format!("can't start another process: {error}")))
    }

    /// A puzzle of the library, unless there is a file of that name.
    pub(super) fn of_library(&self, path: &Path) -> Option<Known> {
        if path.exists() { None } else { (self.library)(path) }
    }

    pub(super) fn stopped(&self) -> bool {
        self.context.stop.load(Relaxed)
    }
}
