//! `--log`: each step of the search, on standard error or in a file.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use jigsat_kit::Event;
use jigsat_workbench::{Context, Observer};

use crate::exit::Failure;

/// A log of the steps that a context reports. The log is complete when [`Log::finish`] succeeds.
pub struct Log {
    file: Option<Arc<Mutex<BufWriter<File>>>>,
    path: String,
}

impl Log {
    /// Starts a log if one is wanted; never replaces an existing file.
    pub fn start(path: Option<&Path>, context: &Context) -> Result<(Self, Context), Failure> {
        let Some(path) = path else {
            return Ok((Log { file: None, path: String::new() }, context.clone()));
        };
        let name = path.display().to_string();
        let next = Arc::clone(&context.observer);
        if name == "-" {
            let observer = observer(next, |words| note!("{words}"));
            return Ok((Log { file: None, path: name }, Context { observer, ..context.clone() }));
        }
        let file = File::create_new(path).map_err(|error| {
            if error.kind() == std::io::ErrorKind::AlreadyExists {
                Failure::usage(format!("{name} exists already, and is not replaced"))
            } else {
                Failure::Output(name.clone(), error)
            }
        })?;
        let file = Arc::new(Mutex::new(BufWriter::new(file)));
        let sink = Arc::clone(&file);
        let observer = observer(next, move |words| {
            // `finish` reports errors of writing.
            let _ = writeln!(sink.lock().unwrap_or_else(PoisonError::into_inner), "{words}");
        });
        Ok((Log { file: Some(file), path: name }, Context { observer, ..context.clone() }))
    }

    /// Completes the log.
    pub fn finish(self) -> Result<(), Failure> {
        let Some(file) = self.file else { return Ok(()) };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.flush().map_err(|error| {
            // Remove the incomplete log. If that fails, the error below says enough.
            let _ = std::fs::remove_file(&self.path);
            Failure::Output(self.path, error)
        })
    }
}

fn observer(next: Observer, on_step: impl Fn(&str) + Send + Sync + 'static) -> Observer {
    Arc::new(move |event| match event {
        Event::Step(words) => on_step(words),
        event => next(event),
    })
}
