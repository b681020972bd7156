//! Child processes: each has a group of its own, is ended with whatever it started, and is always reaped.

mod group;

use std::{
    io::{self, Read},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use web_time::Instant;

use group::Group;

/// Number of bytes that are kept from the end of standard error.
const SAID: usize = 2000;

/// Time that standard error may stay open after the process has ended.
const GRACE: Duration = Duration::from_secs(1);

/// Time between two looks at a process that should end by itself.
const LOOKS: Duration = Duration::from_millis(2);

/// A child process, killed and reaped when it is dropped.
pub struct Process {
    child: Child,
    group: Group,
    /// Set once the child is reaped. Its process number may then belong to another process.
    status: Option<ExitStatus>,
    said: Receiver<String>,
}

impl Process {
    /// Starts a program. Ctrl-C in a terminal doesn't reach it, and a wrapper script is ended together with what it runs. The
    /// command says what standard input and output are; the end of standard error is kept.
    ///
    /// # Errors
    ///
    /// A program that can't be started.
    pub fn start(mut command: Command) -> io::Result<Self> {
        command.stderr(Stdio::piped());
        Group::prepare(&mut command);
        let mut child = command.spawn()?;
        let group = Group::of(&child);
        let stderr = child.stderr.take();
        let (sender, said) = mpsc::channel();
        let mut process = Process { child, group, status: None, said };
        if let Some(stderr) = stderr {
            // Nothing waits for the thread: a pipe can stay open longer than its process runs.
            let keep = move || drop(sender.send(tail(stderr)));
            if let Err(error) = thread::Builder::new().name("standard error".into()).spawn(keep) {
                let _ = process.end(Duration::ZERO);
                return Err(error);
            }
        }
        Ok(process)
    }

    /// The number that the system gave it.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its standard input, if that is a pipe and was not taken before.
    pub fn stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Its standard output, if that is a pipe and was not taken before.
    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// How it ended, if it has.
    ///
    /// # Errors
    ///
    /// A process of which the system knows nothing.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            self.status = self.child.try_wait()?;
        }
        Ok(self.status)
    }

    /// Waits this long for its end, then kills it.
    ///
    /// # Errors
    ///
    /// As [`Process::ended`].
    pub fn end(&mut self, patience: Duration) -> io::Result<ExitStatus> {
        let asked = Instant::now();
        loop {
            if let Some(status) = self.ended()? {
                return Ok(status);
            }
            if asked.elapsed() >= patience {
                break;
            }
            thread::sleep(LOOKS);
        }
        self.group.kill(&mut self.child);
        let status = self.child.wait()?;
        self.status = Some(status);
        Ok(status)
    }

    /// The end of what it wrote to standard error, once it has ended; empty after the first call, and if another process keeps
    /// it open.
    pub fn said(&mut self) -> String {
        self.said.recv_timeout(GRACE).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that it has ended by itself.
        let _ = self.end(Duration::ZERO);
    }
}

fn tail(mut input: impl Read) -> String {
    let mut kept = Vec::new();
    let mut chunk = [0; SAID];
    while let Ok(length @ 1..) = input.read(&mut chunk) {
        kept.extend_from_slice(&chunk[..length]);
        kept.drain(..kept.len().saturating_sub(SAID));
    }
    String::from_utf8_lossy(&kept).into_owned()
}
