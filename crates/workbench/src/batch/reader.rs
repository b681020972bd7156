//! Reading the puzzles of files, here or by a worker.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, BufReader, Read as _},
    path::Path,
    sync::Arc,
};

use jigsat_input::ParseError;
use jigsat_kit::{Error, Text};

use super::{
    families::{Asked, Families, OnRead, Read, read},
    request::BatchRequest,
    runner::{Known, Runner},
    unread::{Malformed, NO_FAMILY, Unread},
};
use crate::{
    Status,
    worker::{Death, Heard, Input, Worker, WorkerReply, WorkerRequest},
};

/// Number of bytes of a file that are checked at a time.
const CHUNK: usize = 64 << 10;

/// Reads the puzzles of files. A worker reads files that might crash the reader: a crash costs a batch one file.
pub(super) struct Reader<'a> {
    request: &'a Arc<BatchRequest>,
    families: &'a Families,
    runner: &'a Runner,
    worker: Option<Worker>,
}

/// The result of reading a file.
pub(super) enum Done {
    /// Its puzzles were read; has whether more are wanted.
    Read(bool),
    /// It has none, with the reason.
    Skipped(String),
}

impl<'a> Reader<'a> {
    pub fn new(request: &'a Arc<BatchRequest>, families: &'a Families, runner: &'a Runner) -> Self {
        Reader { request, families, runner, worker: None }
    }

    /// Passes all puzzles of a file to `on_read`.
    pub fn read(&mut self, path: &Path, on_read: OnRead<'_>) -> Result<Done, Error> {
        let Some(name) = path.to_str() else {
            let name = path.display().to_string();
            let error = ParseError::in_file(&name, "has a name that is not UTF-8; rename it");
            return on_read(Read::Malformed(Malformed::new(NO_FAMILY, &name.into(), 1, &error)))
                .map(Done::Read);
        };
        if let Some(Known { family, text }) = self.runner.of_library(path) {
            let text = Text::of_string(name, text.to_owned());
            return self.read_text(text, |_| self.families.named(family), on_read);
        }
        match is_flat(path) {
            Ok(true) => self.read_here(name, on_read),
            Ok(false) => self.read_apart(name, on_read),
            Err(error) => Ok(Done::Skipped(format!("can't be read: {error}"))),
        }
    }

    fn read_here(&self, name: &str, on_read: OnRead<'_>) -> Result<Done, Error> {
        let opened = File::open(name)
            .map_err(|error| ParseError::in_file(name, format!("can't be read: {error}")))
            .and_then(|file| Text::new(name, BufReader::new(file)));
        match opened {
            Ok(text) => self.read_text(text, |text| self.families.recognise(text), on_read),
            Err(error) => Ok(Done::Skipped(error.message().to_owned())),
        }
    }

    fn read_text(
        &self,
        text: Text,
        asked: impl FnOnce(&Text) -> Result<Asked<'a>, String>,
        on_read: OnRead<'_>,
    ) -> Result<Done, Error> {
        let asked = match asked(&text) {
            Ok(asked) => asked,
            Err(reason) => return Ok(Done::Skipped(reason)),
        };
        let mut more = true;
        read(asked, text, &*self.runner.context.files, &mut |read| {
            more = on_read(read)?;
            Ok(more)
        })?;
        Ok(Done::Read(more))
    }

    fn read_apart(&mut self, name: &str, on_read: OnRead<'_>) -> Result<Done, Error> {
        let request =
            WorkerRequest::Read { batch: Arc::clone(self.request), input: Input::File(name.to_owned()) };
        let (limit, stop) = (self.request.hard_limit(), &self.runner.context.stop);
        let mut progress = Progress { file: name.into(), family: None, read: 0 };
        loop {
            let mut worker = match self.worker.take() {
                Some(worker) => worker,
                None => self.runner.start(self.request)?,
            };
            let was_used = worker.used();
            let mut heard = worker.ask(&request, limit, stop);
            loop {
                let read = match heard {
                    Heard::Reply(WorkerReply::Family(family)) => {
                        progress.family = Some(family);
                        heard = worker.hear(limit, stop);
                        continue;
                    }
                    Heard::Reply(WorkerReply::Puzzle(task)) => Read::Puzzle(task),
                    Heard::Reply(WorkerReply::Malformed(malformed)) => Read::Malformed(malformed),
                    Heard::Reply(WorkerReply::Unread(unread)) => Read::Unread(unread),
                    Heard::Reply(WorkerReply::Skipped(reason)) => {
                        // The end follows.
                        if matches!(worker.hear(limit, stop), Heard::Reply(WorkerReply::End)) {
                            self.worker = Some(worker);
                        }
                        return Ok(Done::Skipped(reason));
                    }
                    Heard::Reply(WorkerReply::End) => {
                        self.worker = Some(worker);
                        return Ok(Done::Read(true));
                    }
                    Heard::Stopped => return Ok(Done::Read(false)),
                    // Earlier files may be the cause; a new process decides.
                    Heard::Died(_) if was_used && progress.read == 0 => break,
                    Heard::Died(death) => {
                        let (status, reason) = self.death(&death);
                        return on_read(progress.unread(status, reason)).map(Done::Read);
                    }
                    Heard::Late => {
                        let reason = "time limit reached while reading, stopped by force".into();
                        return on_read(progress.unread(Status::Unknown, reason)).map(Done::Read);
                    }
                    Heard::Reply(other) => {
                        let reason = format!("no puzzle came, but {other:?}");
                        return on_read(progress.unread(Status::Bug, reason)).map(Done::Read);
                    }
                };
                progress.read += 1;
                if !on_read(read)? {
                    return Ok(Done::Read(false));
                }
                heard = worker.hear(limit, stop);
            }
        }
    }

    fn death(&self, death: &Death) -> (Status, String) {
        if death.of_memory {
            let reason = format!("{} while reading", self.request.out_of_memory());
            (Status::Unknown, reason)
        } else {
            (Status::Bug, format!("the process that read it {}", death.how))
        }
    }
}

/// The progress of a worker with a file.
struct Progress {
    file: Arc<str>,
    family: Option<Cow<'static, str>>,
    /// Number of puzzles that it has read.
    read: u64,
}

impl Progress {
    /// The item for the rest of the file.
    fn unread(self, status: Status, reason: String) -> Read {
        Read::Unread(Unread::new(self.family, &self.file, self.read + 1, status, reason))
    }
}

/// Whether a file consists only of digits and marks, except in lines that begin with `#`, and has no bracket anywhere:
/// then nothing can be nested and no number of things requested, and its puzzles are read line by line.
fn is_flat(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let mut chunk = vec![0; CHUNK];
    let (mut at_start, mut in_comment) = (true, false);
    loop {
        let length = match file.read(&mut chunk) {
            Ok(0) => return Ok(true),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let chunk = &chunk[..length];
        // Most files are like this throughout, and this loop checks many bytes in parallel.
        if !in_comment && chunk.iter().fold(true, |all, &byte| all & is_mark(byte)) {
            at_start = chunk.ends_with(b"\n");
            continue;
        }
        for &byte in chunk {
            match byte {
                b'\n' => (at_start, in_comment) = (true, false),
                b'#' if at_start => (at_start, in_comment) = (false, true),
                _ if is_mark(byte) => at_start = false,
                b'a'..=b'z' | b'A'..=b'Z' | 0x80.. if in_comment => {}
                _ => return Ok(false),
            }
        }
    }
}

/// Whether a byte is a digit, a blank or a mark, and not a letter or opening bracket. Without branches, so that many
/// bytes are checked in parallel.
#[allow(
    clippy::needless_bitwise_bool,
    clippy::manual_range_contains,
    reason = "without branches it is vectorised"
)]
fn is_mark(byte: u8) -> bool {
    let is_ascii = (byte >= b' ') & (byte <= b'@') & (byte != b'(') & (byte != b'<');
    is_ascii | (byte == b'\n') | (byte == b'\r') | (byte == b'\t') | (byte == b'_') | (byte == b'|')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_nested_is_not_flat() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        let digits = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
        let long = digits.repeat(2000);
        for (text, flat) in [
            (digits, true),
            (&long, true),
            ("# found by Gordon Royle\n", true),
            ("#####\n#@$.#\n#####\n", true),
            ("", true),
            ("#####\n#@$.#\n#####\nTitle\n", false),
            ("# a list (of one)\n", false),
            ("sort P = 1..3\n", false),
            ("4(3#)", false),
            ("\u{1f}\u{8b}", false),
            ("kind: sudoku", false),
        ] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(is_flat(&path).unwrap(), flat, "{text:?}");
        }
        // Also if the place is far inside.
        std::fs::write(&path, format!("{long}<a>")).unwrap();
        assert!(!is_flat(&path).unwrap());
    }
}
