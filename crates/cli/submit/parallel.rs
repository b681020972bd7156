//! GNU parallel: O. Tange, GNU Parallel: the command-line power tool (2011).

use super::{Files, Submission, command, quoted};
use crate::exit::Failure;

/// With a log of jobs, so that the script, started again, does what failed or was not begun.
pub fn scripts(submission: &Submission<'_>) -> Result<Files, Failure> {
    let task = submission.path("task.sh")?;
    if task.contains('{') {
        return Err(Failure::usage(format!(
            "GNU parallel would read the braces in '{task}': rename the folder"
        )));
    }
    let mut words: Vec<String> = vec!["parallel".into(), "--will-cite".into()];
    if let Some(jobs) = submission.args.jobs {
        words.push(format!("--jobs={jobs}"));
    }
    words.push(format!("--joblog={}", submission.path("joblog")?));
    words.push("--resume-failed".into());
    for login in &submission.args.sshlogin {
        words.push(format!("--sshlogin={login}"));
    }
    words.extend(submission.args.own.iter().cloned());
    words.push(format!("--arg-file={}", submission.path("todo")?));
    words.push(format!("sh {} {{}}", quoted(&task)?));
    let text = format!(
        "#!/bin/sh\n# {} jobs; started again, it does those that failed or were not begun.\nexec {}\n",
        submission.lines,
        command(&words)?
    );
    Ok(vec![("submit.sh", text)])
}
