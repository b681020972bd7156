//! The process that has asked for a job, and whose standard streams the job uses.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError, mpsc::Receiver},
};

use jigsat_kit::Error;

use super::message::{Bytes, WorkerReply};

/// Sends a reply.
type Say = dyn Fn(&WorkerReply) -> Result<(), Error> + Send + Sync;

/// The standard streams of the parent, and its ear for results.
#[derive(Clone)]
pub struct Parent {
    say: Arc<Say>,
    input: Arc<Mutex<Receiver<io::Result<Vec<u8>>>>>,
}

impl Parent {
    pub(super) fn new(
        say: impl Fn(&WorkerReply) -> Result<(), Error> + Send + Sync + 'static,
        input: Receiver<io::Result<Vec<u8>>>,
    ) -> Self {
        Parent { say: Arc::new(say), input: Arc::new(Mutex::new(input)) }
    }

    /// Writes to standard output.
    ///
    /// # Errors
    ///
    /// A parent that has ended.
    pub fn output(&self, bytes: &[u8]) -> io::Result<()> {
        self.say(&WorkerReply::Output(Bytes(bytes.to_vec())))
    }

    /// Writes a line to standard error.
    ///
    /// # Errors
    ///
    /// A parent that has ended.
    pub fn note(&self, line: &str) -> io::Result<()> {
        self.say(&WorkerReply::Note(line.to_owned()))
    }

    /// Waits for a piece of standard input, which is empty at its end.
    ///
    /// # Errors
    ///
    /// An input that can't be read, and a parent that has ended.
    pub fn input(&self) -> io::Result<Vec<u8>> {
        let input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        self.say(&WorkerReply::WantsInput)?;
        input.recv().map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?
    }

    /// Tells the family of the puzzle that a job is about.
    ///
    /// # Errors
    ///
    /// A parent that has ended.
    pub fn family(&self, name: &str) -> io::Result<()> {
        self.say(&WorkerReply::Family(name.to_owned().into()))
    }

    fn say(&self, reply: &WorkerReply) -> io::Result<()> {
        (self.say)(reply).map_err(|error| io::Error::new(io::ErrorKind::BrokenPipe, error))
    }
}
