//! GNU parallel: O. Tange, GNU Parallel: the command-line power tool (2011).

use super::job::{Files, Job, command, quoted};
use crate::exit::Failure;

/// The scripts keep a log of jobs, so that a second start runs only what failed or had not begun.
pub fn scripts(job: &Job<'_>) -> Result<Files, Failure> {
    let task = job.path("task.sh")?;
    if task.contains('{') {
        return Err(Failure::usage(format!(
            "GNU parallel would read the braces in '{task}': rename the folder"
        )));
    }
    let mut words: Vec<String> = vec!["parallel".into(), "--will-cite".into()];
    if let Some(jobs) = job.at_a_time {
        words.push(format!("--jobs={jobs}"));
    }
    words.push(format!("--joblog={}", job.path("joblog")?));
    words.push("--resume-failed".into());
    for login in &job.schedule.sshlogin {
        words.push(format!("--sshlogin={login}"));
    }
    words.extend(job.schedule.own.iter().cloned());
    words.push(format!("--arg-file={}", job.path("todo")?));
    words.push(format!("sh {} {{}}", quoted(&task)?));
    let text = format!(
        "#!/bin/sh\n# {} jobs; started again, it does those that failed or were not begun.\nexec {}\n",
        job.lines.len(),
        command(&words)?
    );
    Ok(vec![("submit.sh", text)])
}
