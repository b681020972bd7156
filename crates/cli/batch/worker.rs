//! The hidden command that solves puzzles for `batch` in a process of its own.

use std::{
    io::{self, BufRead, Write},
    process,
    sync::{Arc, atomic::Ordering::Relaxed, mpsc},
    thread,
    time::Duration,
};

use super::{ready::Families, task::Task};
use crate::{
    Context,
    args::BatchWorkerArgs,
    exit::{Failure, Status},
};

/// Who looks at its limits has ended by then.
const FAREWELL: Duration = Duration::from_millis(400);

/// Reads puzzles, a line each, and answers each with a line, until the input ends: then `batch` has ended, in whatever
/// way, or wants this process to.
pub fn run(args: &BatchWorkerArgs, context: &Context) -> Result<Status, Failure> {
    bound_memory(args.asked.memory.as_u64());
    let families = Families::new(&args.asked);
    let (sender, tasks) = mpsc::channel();
    let stop = Arc::clone(&context.stop);
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let task = line.map_err(|error| error.to_string());
            let task =
                task.and_then(|line| serde_json::from_str::<Task>(&line).map_err(|error| error.to_string()));
            if task.is_err() || sender.send(task).is_err() {
                break;
            }
        }
        drop(sender);
        stop.store(true, Relaxed);
        thread::sleep(FAREWELL);
        process::exit(0);
    });
    let mut out = io::stdout();
    for task in tasks {
        let mut task =
            task.map_err(|message| Failure::usage(format!("batch-worker is started by batch: {message}")))?;
        let answered = families.solve(&mut task, context);
        out.write_all(answered.line.as_bytes())?;
        out.flush()?;
    }
    Ok(Status::Solved)
}

/// From now on this process gets no more memory than so many bytes of its own; asking for more fails at once.
#[cfg(target_os = "linux")]
fn bound_memory(bytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    // Unlike the address space, this leaves out what is reserved but never used.
    // Where the bound can't be set, for it is above that of the system, the system's own holds.
    let _ = setrlimit(Resource::Data, Rlimit { current: Some(bytes), maximum: Some(bytes) });
}

#[cfg(not(target_os = "linux"))]
fn bound_memory(_bytes: u64) {}
