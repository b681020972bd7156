//! Slurm: an array of jobs, each of which is put back into the queue when its node fails.

use super::{Files, Submission, command, line_script};
use crate::exit::Failure;

pub fn scripts(submission: &Submission<'_>) -> Result<Files, Failure> {
    let log = submission.path("")?;
    if log.contains('%') {
        return Err(Failure::usage(format!("Slurm would read the '%' in '{log}': rename the folder")));
    }
    let at_a_time = submission.args.jobs.map(|jobs| format!("%{jobs}")).unwrap_or_default();
    let mut words: Vec<String> = vec![
        "sbatch".into(),
        "--job-name=jigsat".into(),
        format!("--array=1-{}{at_a_time}", submission.lines),
        "--ntasks=1".into(),
        "--cpus-per-task=1".into(),
        "--requeue".into(),
        "--open-mode=append".into(),
        format!("--output={}", submission.path("slurm-%a.log")?),
    ];
    words.extend(submission.args.own.iter().cloned());
    words.push(submission.path("line.sh")?);
    let text = format!("#!/bin/sh\nexec {}\n", command(&words)?);
    Ok(vec![("line.sh", line_script(submission, "SLURM_ARRAY_TASK_ID")?), ("submit.sh", text)])
}
