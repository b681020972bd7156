//! `run-task` and `gather`: one hard puzzle in many tasks.

use std::io::Write;

use jigsat_workbench::{
    Status,
    batch::Shares,
    cubes::{self, RunTaskRequest},
};

use crate::{
    args::{DataFormat, GatherArgs, RunTaskArgs},
    batch::{gather_shares, run_share},
    exit::Failure,
    front::Front,
    output::{Output, text_of, write_json, write_yaml},
    terminal,
};

/// `run-task`: does tasks of a folder, each once.
pub fn run_task(args: &RunTaskArgs, front: &Front) -> Result<Status, Failure> {
    if Shares::is_at(&args.folder) {
        return run_share(args, front);
    }
    let request = RunTaskRequest {
        tasks: args.tasks.clone(),
        timeout_s: args.timeout.map(|time| time.as_secs_f64()),
        allow_external: args.allow_external,
    };
    let mut tell = |task: usize, words: &str| {
        if !front.quiet {
            // Nobody may read it any more.
            let _ = writeln!(terminal::stdout(), "task {task}: {words}");
        }
    };
    Ok(cubes::run_task(&args.folder, &request, &front.context, &mut tell)?)
}

/// `gather`: joins the results of tasks.
pub fn gather(args: &GatherArgs, front: &Front) -> Result<Status, Failure> {
    if Shares::is_at(&args.folder) {
        return gather_shares(args);
    }
    let timeout_s = args.timeout.map(|time| time.as_secs_f64());
    let mut gathered = cubes::gather(&args.folder, timeout_s, &front.context)?;
    if args.output.no_times {
        gathered.record = gathered.record.without_times();
    }
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&gathered.record, &mut out)?,
        DataFormat::Yaml => write_yaml(&gathered.record, &mut out)?,
        DataFormat::Text => {
            let words = gathered.words(|picture| text_of(picture, &out));
            writeln!(out, "{words}")?;
        }
    }
    out.finish()?;
    Ok(gathered.status)
}
