//! This program as a worker: it answers requests of the library, and does jobs of the command.

use std::io;

use jigsat_workbench::{
    Context, Error, Status,
    worker::{Parent, serve},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    Done, Front,
    args::{Job, WorkerArgs},
    exit::{Failure, tell},
    failed,
    terminal::{self, Shown},
};

/// A job for a worker, and how its output is shown.
#[derive(Serialize, Deserialize)]
pub struct Errand {
    pub job: Job,
    pub quiet: bool,
    pub shown: Shown,
}

/// Answers requests on standard input until the input ends.
pub fn run(args: &WorkerArgs, front: &Front) -> Result<Status, Failure> {
    let WorkerArgs {} = args;
    let input = io::BufReader::new(io::stdin());
    // Jobs about one puzzle, which is opened once.
    let mut opened = None;
    let on_job = |errand: &RawValue, context: &Context, parent: &Parent| {
        let errand: Errand = serde_json::from_str(errand.get())
            .map_err(|error| Error::Request(format!("this is no job: {error}")))?;
        terminal::work_for(parent, errand.shown);
        let front = Front::new(context.clone(), errand.quiet, errand.job.timeout());
        let records = errand.job.records();
        let done = front
            .run(&errand.job, &mut opened)
            .or_else(|failure| failed::record(failure, records.as_ref()).map(Done::Status));
        Ok(match done {
            Ok(Done::Status(status)) => status,
            Ok(Done::Family(name)) => {
                // If nobody listens any more, the next reply reports it.
                let _ = parent.family(&name);
                Status::Solved
            }
            Err(failure) => tell(&failure),
        })
    };
    serve(input, io::stdout(), &front.context, on_job, || std::process::exit(0))?;
    Ok(Status::Solved)
}
