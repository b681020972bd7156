//! `--memory`: the command is run by a child with bounded memory, which has the same standard input and output. A child
//! that asks for more memory ends; this process outlives it and reports it. The puzzles of a collection are solved in
//! further processes: see [`Apart`](jigsat_workbench::worker::Apart).

use std::{
    ffi::OsString,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::Duration,
};

use bytesize::ByteSize;
use jigsat_workbench::{
    Status,
    worker::{Death, ask_to_end, bound_memory, can_bound_memory, end_with_parent, expect_a_bound},
};

use crate::{
    args::Job,
    exit::{Failure, failure},
    output, program, puzzle, terminal,
};

/// The first word of a child's command line. It is no command: a user has no reason to call it.
const CHILD: &str = "bounded-child";

/// Interval between checks whether the child has ended, or should end.
const LOOKS: Duration = Duration::from_millis(5);

/// Number of lines of error messages by which an unexpected end is judged.
const LAST_LINES: usize = 40;

/// A command line, and the memory that this process may have, in bytes, if it is such a child.
pub fn command_line(mut words: Vec<OsString>) -> (Vec<OsString>, Option<u64>) {
    let number = |word: Option<&OsString>| word?.to_str()?.parse::<u64>().ok();
    let is_child = words.get(1).is_some_and(|word| word == CHILD);
    match (number(words.get(2)), number(words.get(3))) {
        (Some(bytes), Some(parent)) if is_child => {
            words.drain(1..4);
            bound_memory(bytes);
            if !end_with_parent(parent.try_into().unwrap_or_default()) {
                std::process::exit(1);
            }
            terminal::expect_an_end();
            (words, Some(bytes))
        }
        _ => (words, None),
    }
}

/// Runs a command line in a child.
pub fn run(words: &[OsString], job: &Job, memory: ByteSize, stop: &AtomicBool) -> Result<Status, Failure> {
    if !can_bound_memory() {
        return Err(Failure::usage("--memory needs Linux: this system can't bound the memory of a process"));
    }
    let program = program::again()?;
    let mut command = Command::new(&program.path);
    command
        .args(&program.arguments)
        .arg(CHILD)
        .arg(memory.as_u64().to_string())
        .arg(std::process::id().to_string());
    command.args(&words[1..]).stderr(Stdio::piped());
    expect_a_bound(&mut command);
    #[cfg(unix)]
    if let Some(name) = &program.name {
        std::os::unix::process::CommandExt::arg0(&mut command, name);
    }
    let mut child = command.spawn().map_err(|error| failure(&program.path, error))?;
    let (pid, stderr) = (child.id(), child.stderr.take());
    let said = stderr.map(|stderr| thread::spawn(move || pass_on(BufReader::new(stderr))));
    let mut is_told = false;
    let end = loop {
        if let Some(end) = child.try_wait().map_err(|error| failure(&program.path, error))? {
            break end;
        }
        if !is_told && stop.load(Relaxed) {
            is_told = ask_to_end(pid);
        }
        thread::sleep(LOOKS);
    };
    let last = said.and_then(|said| said.join().ok()).unwrap_or_default();
    let status = end.code().and_then(|code| Status::of_code(code.try_into().ok()?));
    if let Some(status) = status {
        // It has said all that there is to say. A thread that found no memory may have panicked, and was survived.
        show(&without_panics(last));
        return Ok(status);
    }
    if let Some(path) = job.output() {
        output::sweep(path, pid);
    }
    let death = Death::new(&end.to_string(), &last.join("\n"));
    if death.of_memory {
        let call = job.call();
        let file = call.and_then(|call| call.puzzle.as_deref()).map(puzzle::name);
        Err(Failure::Memory { memory, file, index: call.and_then(|call| call.own.index) })
    } else {
        show(&last);
        Err(Failure::Died(death.how))
    }
}

/// Passes on the lines that a child writes to standard error, and keeps back those that may be its last words.
fn pass_on(stderr: impl BufRead) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for line in stderr.split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).into_owned();
        // What a dying program says is judged as a whole, and may begin with an empty line.
        let is_dying = kept.iter().any(|kept| is_of_an_end(kept));
        let may_be_last = is_dying || line.is_empty() || is_of_an_end(&line);
        kept.push(line);
        if !may_be_last || kept.len() > LAST_LINES {
            show(&std::mem::take(&mut kept));
        }
    }
    kept
}

/// Whether a line is what a program says when it ends unexpectedly.
fn is_of_an_end(line: &str) -> bool {
    Death::new("", line).of_memory || line.contains("panicked at") || line.starts_with("terminate called")
}

/// The lines that are not about panics.
fn without_panics(lines: Vec<String>) -> Vec<String> {
    let mut is_within = false;
    let mut others = Vec::new();
    for line in lines {
        let begins = line.starts_with("thread '") && line.contains(" panicked at ");
        let ends = line.starts_with("note: run with `RUST_BACKTRACE");
        if begins && others.last().is_some_and(String::is_empty) {
            others.pop();
        }
        is_within |= begins;
        if !is_within {
            others.push(line);
        }
        is_within &= !ends;
    }
    others
}

fn show(lines: &[String]) {
    let mut stderr = anstream::stderr();
    for line in lines {
        // If nobody listens, there is nobody to tell.
        let _ = writeln!(stderr, "{line}");
    }
}
