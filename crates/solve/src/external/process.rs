use std::{
    io::Read,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::Duration,
};

use web_time::Instant;

use super::answer::{self, Answer, Form};
use crate::{Limits, Stop};

/// Time between two checks of the limits while the program runs.
const TICK: Duration = Duration::from_millis(5);
/// The first waits are shorter, for programs that end at once.
const FIRST_WAIT: Duration = Duration::from_micros(100);
/// Time that the output may stay open after the program has ended.
const GRACE: Duration = Duration::from_secs(1);
/// Number of bytes that are kept from the end of standard error.
const STDERR_KEPT: usize = 2000;

/// The result of running a program.
pub enum Outcome {
    /// It ended by itself, with this answer on its standard output.
    Ended(Answer, ExitStatus),
    /// It was killed at a limit.
    Stopped(Stop),
}

/// Runs a program until it ends or a limit is reached. Returns the outcome and the end of its standard error.
/// Whatever happens, the process has been reaped when this returns.
///
/// # Errors
///
/// A sentence, if the program can't be run or its output is not an answer.
pub fn run(mut command: Command, vars: u32, limits: &Limits) -> Result<(Outcome, String), String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own, so that a wrapper script dies together with the solver that it started.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn().map_err(|error| format!("it can't be run: {error}"))?;
    let mut running = Running { child, status: None };
    let stdout = running.child.stdout.take().ok_or("its output can't be read")?;
    let stderr = running.child.stderr.take().ok_or("its output can't be read")?;
    let output = in_background(move || {
        answer::read(stdout, vars, Form::Competition).map_err(|error| error.to_string())
    })?;
    let complaints = in_background(move || tail(stderr))?;
    let outcome = running.wait(&output, limits);
    running.end();
    let complaints = || complaints.recv_timeout(GRACE).unwrap_or_default();
    match outcome {
        Ok(Outcome::Stopped(stop)) => Ok((Outcome::Stopped(stop), String::new())),
        Ok(ended) => Ok((ended, complaints())),
        Err(message) => Err(with_stderr(&message, &complaints())),
    }
}

/// The message, with the program's complaint.
pub fn with_stderr(message: &str, stderr: &str) -> String {
    match stderr.trim() {
        "" => message.into(),
        stderr => format!("{message}; it wrote: {stderr}"),
    }
}

/// A child process, killed and reaped when dropped.
struct Running {
    child: Child,
    /// Set once the child is reaped. Its process number may then belong to another process.
    status: Option<ExitStatus>,
}

impl Running {
    fn wait(
        &mut self,
        output: &Receiver<Result<Answer, String>>,
        limits: &Limits,
    ) -> Result<Outcome, String> {
        let mut answer = None;
        let mut ended = None;
        let mut pause = FIRST_WAIT;
        loop {
            if answer.is_some() {
                thread::sleep(pause);
            } else {
                match output.recv_timeout(pause) {
                    Ok(result) => {
                        answer = Some(result?);
                        pause = FIRST_WAIT;
                    }
                    Err(RecvTimeoutError::Timeout) => pause = TICK.min(pause * 2),
                    Err(RecvTimeoutError::Disconnected) => return Err("its output can't be read".into()),
                }
            }
            if self.status.is_none() {
                self.status = self.child.try_wait().map_err(|error| format!("it is lost: {error}"))?;
                ended = self.status.map(|_| Instant::now());
            }
            if let Some(status) = self.status
                && let Some(answer) = answer.take()
            {
                return Ok(Outcome::Ended(answer, status));
            }
            if ended.is_some_and(|ended| ended.elapsed() > GRACE) {
                return Err("it ended, but a process that it started keeps its output open".into());
            }
            if let Some(stop) = limits.reached() {
                return Ok(Outcome::Stopped(stop));
            }
        }
    }

    fn end(&mut self) {
        if self.status.is_some() {
            return;
        }
        // An error here means that it has ended by itself in the meantime.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// Runs `work` in a thread for which nothing waits: a pipe can stay open longer than its program runs.
fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Receiver<T>, String> {
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new()
        .name("solver output".into())
        .spawn(move || sender.send(work()))
        .map_err(|error| format!("cannot start a thread to read its output: {error}"))?;
    Ok(receiver)
}

fn tail(mut input: impl Read) -> String {
    let mut kept = Vec::new();
    let mut chunk = [0; STDERR_KEPT];
    while let Ok(length @ 1..) = input.read(&mut chunk) {
        kept.extend_from_slice(&chunk[..length]);
        kept.drain(..kept.len().saturating_sub(STDERR_KEPT));
    }
    String::from_utf8_lossy(&kept).into_owned()
}
