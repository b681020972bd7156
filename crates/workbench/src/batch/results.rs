//! The destination of the lines: a file that is only appended to and that records which puzzles are done, or any
//! writer.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use jigsat_kit::Error;

use super::{
    event::BatchEvent,
    line::{BEGINS, Category, Key, ResultLine, Verdict},
    task::Task,
};
use crate::{output::output_error, record::SCHEMA};

/// Maximum number of attempts to get a lock, 20 ms apart.
const LOCK_TRIES: u32 = 10;

/// An open file of results, locked against other processes that would append to it.
pub struct Results {
    sink: Mutex<Sink>,
    done: HashMap<String, HashMap<u64, Done>>,
    /// Whether puzzles that were left open or failed should be done again.
    pub retry: bool,
    /// Number of bytes of an incomplete line that were cut off.
    pub mended: u64,
}

enum Sink {
    /// A writer, and its name.
    Writer(Box<dyn Write + Send>, String),
    File {
        file: File,
        path: PathBuf,
        /// The end of the last complete line.
        end: u64,
    },
}

/// The result of a puzzle from an earlier run.
#[derive(Clone, Debug)]
pub struct Done {
    digest: String,
    pub verdict: Verdict,
    pub time_s: Option<f64>,
}

impl Results {
    /// Earlier runs are unknown; errors use that name for the writer.
    pub fn to_writer(writer: Box<dyn Write + Send>, name: String) -> Self {
        Results::new(Sink::Writer(writer, name))
    }

    fn new(sink: Sink) -> Self {
        Results { sink: Mutex::new(sink), done: HashMap::new(), retry: false, mended: 0 }
    }

    /// As [`Results::open`]; fails if another process appends to the file.
    pub fn open_alone(path: &Path, key: &Key) -> Result<Self, Error> {
        Results::open(path, key)?.ok_or_else(|| {
            let message = "another 'jigsat batch' is writing to it; wait for that, or choose another file";
            Error::request(format!("{}: {message}", path.display()))
        })
    }

    /// Opens or creates the file. Reads its lines about the same question, and cuts off an incomplete last line.
    ///
    /// `None` if another process appends to it. Fails if the file contains anything else.
    pub fn open(path: &Path, key: &Key) -> Result<Option<Self>, Error> {
        let failed = |error: io::Error| output_error(path, error);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            // A pipe, or /dev/null: there is nothing to continue from.
            return Ok(Some(Results::new(Sink::File { file, path: path.to_owned(), end: 0 })));
        }
        if !lock(&file, path)? {
            return Ok(None);
        }
        let mut done = HashMap::new();
        let (end, torn) = read(&file, path, |told, _| {
            let verdict = told.verdict();
            if told.asked == key.asked && (!verdict.is_open() || told.limits == key.limits) {
                insert(&mut done, told, verdict);
            }
            Ok(())
        })?;
        if torn > 0 {
            file.set_len(end).map_err(failed)?;
        }
        let path = path.to_owned();
        Ok(Some(Results { done, mended: torn, ..Results::new(Sink::File { file, path, end }) }))
    }

    /// Reports that an incomplete line was cut off, if one was.
    pub fn tell_of_mending(&self, observer: &dyn Fn(BatchEvent<'_>)) {
        if self.mended > 0 {
            observer(BatchEvent::Mended { bytes: self.mended });
        }
    }

    /// The earlier result of a puzzle, if it is still valid and should not be computed again.
    pub fn done(&self, file: &str, index: u64, digest: &str) -> Option<&Done> {
        self.known(file, index, digest).filter(|done| !(self.retry && done.is_open()))
    }

    fn known(&self, file: &str, index: u64, digest: &str) -> Option<&Done> {
        self.done.get(file)?.get(&index).filter(|done| done.digest == digest)
    }

    /// Takes note of a line about the same question that was written elsewhere; returns whether it says more than the
    /// existing line, and so should be added.
    pub fn learn(&mut self, told: ResultLine) -> bool {
        let verdict = told.verdict();
        let known = self.known(&told.file, told.index, &told.digest);
        let tells_more = known.is_none_or(|known| known.is_open() && !is_open(verdict));
        if tells_more {
            insert(&mut self.done, told, verdict);
        }
        tells_more
    }

    /// As [`Results::done`].
    pub fn done_task(&self, task: &Task) -> Option<&Done> {
        self.done(&task.file, task.index, &task.digest)
    }

    /// Adds lines, and hands them to the operating system. If lines can't be written completely, nothing remains of
    /// them.
    pub fn append(&self, lines: &str) -> Result<(), Error> {
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *sink {
            Sink::Writer(out, name) => out
                .write_all(lines.as_bytes())
                .and_then(|()| out.flush())
                .map_err(|error| Error::Output { path: name.clone(), error }),
            Sink::File { file, path, end } => match file.write_all(lines.as_bytes()) {
                Ok(()) => {
                    *end += lines.len() as u64;
                    Ok(())
                }
                Err(error) => {
                    // If that fails as well, the next run finds an incomplete line.
                    let _ = file.set_len(*end);
                    Err(output_error(path, error))
                }
            },
        }
    }

    /// Waits until the disk has the appended lines.
    pub fn sync(&self) -> Result<(), Error> {
        let sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        match &*sink {
            // Pipes and devices can't be synchronised.
            Sink::File { file, path, .. } if file.metadata().is_ok_and(|metadata| metadata.is_file()) => {
                file.sync_data().map_err(|error| output_error(path, error))
            }
            Sink::Writer(..) | Sink::File { .. } => Ok(()),
        }
    }
}

impl Done {
    fn is_open(&self) -> bool {
        is_open(self.verdict)
    }
}

/// Whether it makes sense to try again.
fn is_open(verdict: Verdict) -> bool {
    verdict.is_open() || verdict.category == Category::Failed
}

fn insert(done: &mut HashMap<String, HashMap<u64, Done>>, told: ResultLine, verdict: Verdict) {
    let known = Done { digest: told.digest, verdict, time_s: told.time_s };
    done.entry(told.file).or_default().insert(told.index, known);
}

/// Reads the lines of a file of results, and returns the end of the last complete line and the number of bytes after
/// it.
pub fn read(
    file: &File,
    path: &Path,
    mut on_line: impl FnMut(ResultLine, &str) -> Result<(), Error>,
) -> Result<(u64, u64), Error> {
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut end = 0;
    for number in 1_u64.. {
        line.clear();
        let length = reader
            .read_until(b'\n', &mut line)
            .map_err(|error| Error::request(format!("{}: can't be read: {error}", path.display())))?;
        if length == 0 {
            break;
        }
        let is_whole = line.last() == Some(&b'\n');
        let text = str::from_utf8(&line).unwrap_or_default();
        match serde_json::from_str::<ResultLine>(text) {
            Ok(told) if is_whole && told.schema == SCHEMA => on_line(told, text)?,
            _ if !is_whole && is_torn(&line) => return Ok((end, length as u64)),
            _ => {
                return Err(Error::request(format!(
                    "{}:{number}: this line was not written by 'jigsat batch'; choose another file",
                    path.display()
                )));
            }
        }
        end += length as u64;
    }
    Ok((end, 0))
}

/// Whether that is the beginning of a line of ours, or something that a file system leaves after a power failure.
fn is_torn(tail: &[u8]) -> bool {
    let begins = tail.iter().zip(BEGINS).all(|(found, expected)| found == expected);
    begins || tail.iter().all(|&byte| byte == 0)
}

/// Keeps other processes from appending, unless another one does so already; the system unlocks the file when this
/// process ends, in whatever way.
#[cfg(unix)]
fn lock(file: &File, path: &Path) -> Result<bool, Error> {
    use rustix::{
        fs::{FlockOperation, flock},
        io::Errno,
    };
    for _ in 0..LOCK_TRIES {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            // Some file systems have no locks: then it is up to the user.
            Ok(()) | Err(Errno::NOTSUP | Errno::NOSYS | Errno::NOLCK) => return Ok(true),
            // A child that is just being started briefly has the files of its parent, and their locks.
            Err(Errno::WOULDBLOCK) => std::thread::sleep(Duration::from_millis(20)),
            Err(error) => return Err(output_error(path, error.into())),
        }
    }
    Ok(false)
}

#[cfg(not(unix))]
fn lock(_file: &File, _path: &Path) -> Result<bool, Error> {
    Ok(true)
}
