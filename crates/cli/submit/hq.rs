//! `HyperQueue`: an array of tasks. Its server forgets them when it is stopped, unless it keeps a journal.

use super::{Files, Submission, command, line_script};
use crate::exit::Failure;

pub fn scripts(submission: &Submission<'_>) -> Result<Files, Failure> {
    let folder = submission.path("")?;
    if folder.contains("%{") {
        return Err(Failure::usage(format!(
            "HyperQueue would read the '%{{' in '{folder}': rename the folder"
        )));
    }
    let mut words: Vec<String> = vec![
        "hq".into(),
        "submit".into(),
        "--name=jigsat".into(),
        format!("--array=1-{}", submission.lines),
        "--cpus=1".into(),
        "--stdout=none".into(),
        format!("--stderr={}", submission.path("hq-%{TASK_ID}.log")?),
    ];
    words.extend(submission.args.own.iter().cloned());
    words.extend(["--".into(), "sh".into(), submission.path("line.sh")?]);
    let text = format!(
        "#!/bin/sh\n# The server should keep a journal, so that it can be stopped: hq server start --journal FILE\n\
         exec {}\n",
        command(&words)?
    );
    Ok(vec![("line.sh", line_script(submission, "HQ_TASK_ID")?), ("submit.sh", text)])
}
