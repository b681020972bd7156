//! This program as a worker: it answers requests of the library.

use std::io;

use jigsat_workbench::{Status, worker::serve};

use crate::{args::WorkerArgs, exit::Failure, front::Front};

/// Answers requests on standard input until the input ends.
pub fn run(args: &WorkerArgs, front: &Front) -> Result<Status, Failure> {
    let WorkerArgs {} = args;
    serve(io::BufReader::new(io::stdin()), io::stdout(), &front.context, || std::process::exit(0))?;
    Ok(Status::Solved)
}
