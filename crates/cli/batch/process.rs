//! A process of its own that solves one puzzle after the other, and can be stopped whatever it does.
//!
//! A thread can't be stopped from outside, nor can its memory be bounded or its abort be survived; a process can. Each
//! job keeps one, and replaces it when it was stopped or has died.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use super::task::Task;
use crate::args::AskedArgs;

/// How often it is looked whether Ctrl-C was pressed.
const LOOKS: Duration = Duration::from_millis(50);

/// A process that is no longer needed has so long to end by itself, and to end the solver programs that it runs.
const FAREWELL: Duration = Duration::from_millis(500);

/// How much of what a process complained of is read.
const COMPLAINT: u64 = 4096;

pub struct Process {
    child: Child,
    /// What it reads puzzles from; when closed, it ends.
    stdin: Option<ChildStdin>,
    answers: Receiver<String>,
    complaints: File,
    /// Whether it was asked about a puzzle before: then what happens may be that one's fault.
    pub used: bool,
}

/// What came of asking.
pub enum Reply {
    /// A line, with its end.
    Line(String),
    /// It took longer than it may, and was stopped.
    Late,
    /// The process died, in words.
    Died(Death),
    /// Ctrl-C was pressed.
    Stopped,
}

/// How a process died.
pub struct Death {
    pub of_memory: bool,
    pub how: String,
}

impl Process {
    pub fn start(asked: &AskedArgs) -> io::Result<Self> {
        let complaints = tempfile::tempfile()?;
        let mut command = Command::new(this_program()?);
        command.arg("batch-worker").args(asked.question()).args(asked.limits());
        command.args(asked.no_times.then_some("--no-times"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(complaints.try_clone()?);
        // Ctrl-C in a terminal is for this process alone, which then decides.
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            command.process_group(0).arg0("jigsat");
        }
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = String::new();
            // A line without end was cut off by the end of the process.
            while stdout.read_line(&mut line).is_ok() && line.ends_with('\n') {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        Ok(Process { child, stdin, answers, complaints, used: false })
    }

    /// Asks about a puzzle; an answer may take so long. Unless a line comes back, the process has ended.
    pub fn ask(&mut self, task: &Task, limit: Duration, stop: &AtomicBool) -> Reply {
        self.used = true;
        if self.send(task).is_err() {
            return Reply::Died(self.death());
        }
        let started = Instant::now();
        loop {
            let left = limit.saturating_sub(started.elapsed());
            match self.answers.recv_timeout(left.min(LOOKS)) {
                Ok(line) => return Reply::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Reply::Died(self.death()),
                Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => return Reply::Stopped,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Reply::Late,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn send(&mut self, task: &Task) -> io::Result<()> {
        let mut line = serde_json::to_vec(task)?;
        line.push(b'\n');
        self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write_all(&line)
    }

    /// How it died; it has closed its output.
    fn death(&mut self) -> Death {
        let status = self.end();
        let said = self.complaint().unwrap_or_default();
        let of_memory =
            ["memory allocation of", "bad_alloc", "out of memory"].iter().any(|words| said.contains(words));
        let how = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        let line = said.lines().find(|line| !line.trim().is_empty());
        let said = line.map(|line| format!(": {}", line.trim())).unwrap_or_default();
        Death { of_memory, how: format!("the process that solved it ended with {how}{said}") }
    }

    fn complaint(&mut self) -> io::Result<String> {
        let end = self.complaints.seek(SeekFrom::End(0))?;
        self.complaints.seek(SeekFrom::Start(end.saturating_sub(COMPLAINT)))?;
        let mut said = Vec::new();
        (&self.complaints).take(COMPLAINT).read_to_end(&mut said)?;
        Ok(String::from_utf8_lossy(&said).into_owned())
    }

    /// Ends it, by force if need be.
    fn end(&mut self) -> io::Result<ExitStatus> {
        drop(self.stdin.take());
        let asked = Instant::now();
        while asked.elapsed() < FAREWELL {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(2));
        }
        self.child.kill()?;
        self.child.wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that it has ended by itself.
        let _ = self.end();
    }
}

/// This very program, even if its file was replaced in the meantime.
fn this_program() -> io::Result<std::path::PathBuf> {
    let running = std::path::Path::new("/proc/self/exe");
    if running.exists() { Ok(running.into()) } else { std::env::current_exe() }
}
