//! Slurm: an array of jobs, each of which returns to the queue if its node fails.

use super::job::{Files, Job, command};
use crate::exit::Failure;

pub fn scripts(job: &Job<'_>) -> Result<Files, Failure> {
    let log = job.path("")?;
    if log.contains('%') {
        return Err(Failure::usage(format!("Slurm would read the '%' in '{log}': rename the folder")));
    }
    let at_a_time = job.at_a_time.map(|jobs| format!("%{jobs}")).unwrap_or_default();
    let mut words: Vec<String> = vec![
        "sbatch".into(),
        "--job-name=jigsat".into(),
        format!("--array=1-{}{at_a_time}", job.lines.len()),
        "--ntasks=1".into(),
        "--cpus-per-task=1".into(),
        "--requeue".into(),
        "--open-mode=append".into(),
        format!("--output={}", job.path("slurm-%a.log")?),
    ];
    words.extend(job.schedule.own.iter().cloned());
    words.push(job.path("line.sh")?);
    let text = format!("#!/bin/sh\nexec {}\n", command(&words)?);
    Ok(vec![("line.sh", job.line_script("SLURM_ARRAY_TASK_ID")?), ("submit.sh", text)])
}
