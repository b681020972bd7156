//! What every command knows about the run that it is part of.

use std::{
    io::{self, IsTerminal},
    sync::Arc,
    time::Duration,
};

use jigsat_kit::{Disk, Event, Files, Patience};
use jigsat_workbench::Context;

use crate::library::{self, DiskOrShelf, Shelf};

/// What every command knows about the run that it is part of.
pub struct Front {
    /// What the library gets: the stop flag that Ctrl-C sets, and the observer of events.
    pub context: Context,
    /// Whether only answers are printed.
    pub quiet: bool,
    /// How long to wait for input.
    pub patience: Patience,
}

impl Front {
    /// `timeout` is how long to wait for input.
    pub fn new(context: Context, quiet: bool, timeout: Option<Duration>) -> Self {
        let observer = move |event: Event<'_>| match event {
            Event::Warning(words) => note!("warning: {words}"),
            Event::Better(words) if !quiet => note!("{words}"),
            Event::Winner(words) | Event::Progress(words) if !quiet => note!("{words}"),
            // Whether one comes depends on time, so only a terminal shows it.
            Event::SoFar(words) if !quiet && io::stderr().is_terminal() => note!("{words}"),
            _ => {}
        };
        let patience = Patience { stop: Arc::clone(&context.stop), timeout };
        let files = Arc::new(Disk { patience: patience.clone() });
        Front { context: Context { observer: Arc::new(observer), files, ..context }, quiet, patience }
    }

    /// The context in which a puzzle is read: one of the library names other files of the library. Without a puzzle, the
    /// library is at hand, too.
    pub fn context_of(&self, puzzle: Option<&str>) -> Context {
        let files: Arc<dyn Files> = match puzzle {
            None => Arc::new(DiskOrShelf(Disk { patience: self.patience.clone() })),
            Some(word) if library::known(word).is_some() => Arc::new(Shelf),
            Some(_) => Arc::clone(&self.context.files),
        };
        Context { files, ..self.context.clone() }
    }
}
