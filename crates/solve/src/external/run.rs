//! A run of a solver program: waits for its answer, and ends it at a limit.

use std::{
    io::Read,
    process::{Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::Duration,
};

use jigsat_cnf::{Printed, SolverReader};
use web_time::Instant;

use crate::{Limits, Process, Stop};

/// Time between two checks of the limits while the program runs.
const TICK: Duration = Duration::from_millis(5);
/// The first waits are shorter, for programs that end at once.
const FIRST_WAIT: Duration = Duration::from_micros(100);
/// Time that the output may stay open after the program has ended.
const GRACE: Duration = Duration::from_secs(1);

/// The result of running a program.
pub enum Outcome {
    /// It ended by itself, with this answer on its standard output.
    Ended(Printed, ExitStatus),
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
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut process = Process::start(command).map_err(|error| format!("it can't be run: {error}"))?;
    let stdout = process.stdout().ok_or("its output can't be read")?;
    let output = in_background(move || read(stdout, vars))?;
    let outcome = wait(&mut process, &output, limits);
    // An error means that it has ended by itself.
    let _ = process.end(Duration::ZERO);
    match outcome {
        Ok(Outcome::Stopped(stop)) => Ok((Outcome::Stopped(stop), String::new())),
        Ok(ended) => Ok((ended, process.said())),
        Err(message) => Err(with_stderr(&message, &process.said())),
    }
}

/// Reads an answer about a formula with `vars` variables, up to the first thing in it that makes no sense.
///
/// # Errors
///
/// What makes no sense, and where; or why nothing can be read.
pub fn read(mut input: impl Read, vars: u32) -> Result<Printed, String> {
    let mut reader = SolverReader::new(vars);
    let mut piece = [0; 1 << 14];
    loop {
        let length = input.read(&mut piece).map_err(|error| error.to_string())?;
        let read = match &piece[..length] {
            [] => return reader.finish().map_err(|error| error.to_string()),
            piece => reader.read(piece),
        };
        read.map_err(|error| error.to_string())?;
    }
}

/// The message, with the program's complaint.
pub fn with_stderr(message: &str, stderr: &str) -> String {
    match stderr.trim() {
        "" => message.into(),
        stderr => format!("{message}; it wrote: {stderr}"),
    }
}

fn wait(
    process: &mut Process,
    output: &Receiver<Result<Printed, String>>,
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
        if let Some(status) = process.ended().map_err(|error| format!("it is lost: {error}"))? {
            if let Some(answer) = answer.take() {
                return Ok(Outcome::Ended(answer, status));
            }
            if ended.get_or_insert_with(Instant::now).elapsed() > GRACE {
                return Err("it ended, but a process that it started keeps its output open".into());
            }
        }
        if let Some(stop) = limits.reached() {
            return Ok(Outcome::Stopped(stop));
        }
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
