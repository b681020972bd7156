//! HyperQueue: an array of tasks. Its server forgets them when it stops, unless it keeps a journal.

use super::job::{Files, Job, command};
use crate::exit::Failure;

pub fn scripts(job: &Job<'_>) -> Result<Files, Failure> {
    let folder = job.path("")?;
    if folder.contains("%{") {
        return Err(Failure::usage(format!(
            "HyperQueue would read the '%{{' in '{folder}': rename the folder"
        )));
    }
    let mut words: Vec<String> = vec![
        "hq".into(),
        "submit".into(),
        "--name=jigsat".into(),
        format!("--array=1-{}", job.lines.len()),
        "--cpus=1".into(),
        "--stdout=none".into(),
        format!("--stderr={}", job.path("hq-%{TASK_ID}.log")?),
    ];
    words.extend(job.schedule.own.iter().cloned());
    words.extend(["--".into(), "sh".into(), job.path("line.sh")?]);
    let text = format!(
        "#!/bin/sh\n# The server should keep a journal, so that it can be stopped: hq server start --journal FILE\n\
         exec {}\n",
        command(&words)?
    );
    Ok(vec![("line.sh", job.line_script("HQ_TASK_ID")?), ("submit.sh", text)])
}
