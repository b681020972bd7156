//! `--memory`: the command runs in a process of its own with bounded memory. A process that asks for more than that
//! ends; this one outlives it and reports it. The puzzles of a collection are solved in further processes: see [`Apart`].
//!
//! [`Apart`]: jigsat_workbench::worker::Apart

use std::{
    ffi::OsString,
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStderr, Command, ExitStatus, Stdio},
    sync::atomic::Ordering::Relaxed,
    thread,
    time::Duration,
};

use bytesize::ByteSize;
use jigsat_workbench::{Status, worker};

use crate::{
    Front,
    args::{Job, WithinArgs},
    exit::{Failure, failure},
    input, output, program,
};

/// Interval between checks whether the process has ended and whether everything should stop.
const LOOKS: Duration = Duration::from_millis(5);

/// Runs a command line in a process with this memory limit.
pub fn run(words: &[OsString], job: &Job, memory: ByteSize, front: &Front) -> Result<Status, Failure> {
    if !cfg!(target_os = "linux") {
        note!("warning: --memory has no effect on this system");
    }
    let program = program::this()?;
    let is_typed = io::IsTerminal::is_terminal(&io::stdin());
    let mut command = Command::new(&program.path);
    command.arg("within").arg(memory.as_u64().to_string()).arg("--").args(&words[1..]);
    worker::without_backtrace(&mut command);
    command.stdin(if is_typed { Stdio::piped() } else { Stdio::inherit() }).stderr(Stdio::piped());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // Ctrl-C in a terminal reaches this process alone, which tells the other one. The other one may not read from a
        // terminal.
        command.process_group(0).arg0(&words[0]);
    }
    let mut child = command.spawn().map_err(|error| failure(&program.path, error))?;
    if let Some(mut stdin) = child.stdin.take() {
        // The thread ends with the program.
        thread::spawn(move || io::copy(&mut io::stdin(), &mut stdin));
    }
    let complaints = child.stderr.take().map(|stderr| thread::spawn(move || relay(stderr)));
    let pid = child.id();
    let ended = wait(&mut child, front)?;
    let last_words = complaints.and_then(|relayed| relayed.join().ok()).unwrap_or_default();
    if let Some(status) = ended.code().and_then(|code| u8::try_from(code).ok()).and_then(Status::of_code) {
        // The command answered, so these words were not about a lack of memory.
        tell(&last_words);
        return Ok(status);
    }
    if let Some(path) = job.output() {
        output::sweep(&path, pid);
    }
    Err(if worker::is_of_memory(&String::from_utf8_lossy(&last_words)) {
        Failure::Memory { memory, file: job.puzzle().map(input::name), index: job.index() }
    } else {
        tell(&last_words);
        Failure::Died(ended)
    })
}

/// Waits for the end of the process, and tells it once if everything should stop.
fn wait(child: &mut Child, front: &Front) -> io::Result<ExitStatus> {
    let mut told = false;
    loop {
        if let Some(ended) = child.try_wait()? {
            return Ok(ended);
        }
        if !told && front.context.stop.load(Relaxed) {
            told = true;
            worker::interrupt(child);
        }
        thread::sleep(LOOKS);
    }
}

/// Passes on the messages of a process up to the first that is about memory, or about a panic, whose cause comes next.
/// Returns that one and all that follow.
fn relay(stderr: ChildStderr) -> Vec<u8> {
    let mut reader = BufReader::new(stderr);
    let (mut last_words, mut line, mut is_ending) = (Vec::new(), Vec::new(), false);
    while reader.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        let words = String::from_utf8_lossy(&line);
        is_ending |= worker::is_of_memory(&words) || words.contains("panicked at");
        // An empty line begins the report of a panic.
        let may_begin_one = words.trim().is_empty();
        last_words.append(&mut line);
        if !is_ending && !may_begin_one {
            tell(&std::mem::take(&mut last_words));
        }
    }
    last_words
}

fn tell(words: &[u8]) {
    // Standard error may be closed.
    let _ = anstream::stderr().write_all(words);
}

/// The other side: bounds the memory of this process, and returns the command line to run.
pub fn enter(args: &WithinArgs, words: &[OsString]) -> Vec<OsString> {
    output::MAY_DIE.store(true, Relaxed);
    worker::bound_memory(args.memory_bytes);
    worker::end_with_parent();
    [&words[..1], &args.words[..]].concat()
}
