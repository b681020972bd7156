//! `--memory`: the command runs in a process of its own, whose memory is bounded. Asking for more than there is ends such a
//! process; this one outlives it and says so.

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
    output, program,
};

/// How often it is looked whether the process has ended, and whether all is to stop.
const LOOKS: Duration = Duration::from_millis(5);

/// Runs a command line in a process with so much memory.
pub fn run(words: &[OsString], job: &Job, memory: ByteSize, front: &Front) -> Result<Status, Failure> {
    let program = program::this()?;
    let is_typed = io::IsTerminal::is_terminal(&io::stdin());
    let mut command = Command::new(&program.path);
    command.arg("within").arg(memory.as_u64().to_string()).arg("--").args(&words[1..]);
    command.stdin(if is_typed { Stdio::piped() } else { Stdio::inherit() }).stderr(Stdio::piped());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // Ctrl-C in a terminal is for this process alone, which tells the other one. That may not read from a terminal.
        command.process_group(0).arg0(&words[0]);
    }
    let mut child = command.spawn().map_err(|error| failure(&program.path, error))?;
    if let Some(mut stdin) = child.stdin.take() {
        // It ends with the program.
        thread::spawn(move || io::copy(&mut io::stdin(), &mut stdin));
    }
    let complaints = child.stderr.take().map(|stderr| thread::spawn(move || relay(stderr)));
    let pid = child.id();
    let ended = wait(&mut child, front)?;
    let last_words = complaints.and_then(|relayed| relayed.join().ok()).unwrap_or_default();
    if let Some(status) = ended.code().and_then(|code| u8::try_from(code).ok()).and_then(Status::of_code) {
        // So they were about something else.
        tell(&last_words);
        return Ok(status);
    }
    if let Some(path) = job.output() {
        output::sweep(&path, pid);
    }
    Err(if last_words.is_empty() { Failure::Died(ended) } else { Failure::Memory(memory) })
}

/// Waits for the end of the process; tells it once where all is to stop.
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

/// Passes on what a process complains of, up to where it speaks of memory: those last words it gives back.
fn relay(stderr: ChildStderr) -> Vec<u8> {
    let mut reader = BufReader::new(stderr);
    let (mut last_words, mut line) = (Vec::new(), Vec::new());
    while reader.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        if !last_words.is_empty() || worker::is_of_memory(&String::from_utf8_lossy(&line)) {
            last_words.append(&mut line);
        } else {
            tell(&line);
        }
        line.clear();
    }
    last_words
}

fn tell(words: &[u8]) {
    // Nobody may listen.
    let _ = anstream::stderr().write_all(words);
}

/// The other side: bounds this process, and gives the command line that it is to run.
pub fn enter(args: &WithinArgs, words: &[OsString]) -> Vec<OsString> {
    output::MAY_DIE.store(true, Relaxed);
    worker::bound_memory(args.memory_bytes);
    worker::end_with_parent();
    [&words[..1], &args.words[..]].concat()
}
