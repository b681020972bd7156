//! Slurm, with a job that is requeued and some that are cancelled.

use std::{
    fs,
    process::{Command, Stdio},
};

use tempfile::TempDir;

use super::{
    OF_4X15, assert_counted, assert_missing,
    cluster::Cluster,
    common::{code, stderr, stdout},
    submit, two_hundred, wait_for,
};

impl Cluster {
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.conf()).stdin(Stdio::null());
        command
    }

    /// Number of jobs that wait or run.
    fn queued(&self) -> usize {
        let output = self.command("squeue").args(["--noheader", "--array"]).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output).lines().count()
    }
}

#[test]
fn slurm_counts_and_requeues() {
    let place = TempDir::new().expect("a folder for the cluster");
    let Some(slurm) = Cluster::start(place.path()) else { return };
    let within = two_hundred();
    let folder = within.path().join("tasks");
    let send = |args: &[&str]| {
        let output = submit(&folder, &[&["--scheduler", "slurm"], args].concat())
            .env("SLURM_CONF", slurm.conf())
            .output();
        let output = output.unwrap();
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
        assert!(stdout(&output).contains("Submitted batch job"), "{}", stdout(&output));
        stdout(&output)
            .split_whitespace()
            .find_map(|word| word.parse::<u32>().ok())
            .expect("a job has a number")
    };
    // Arrays have at most 100 jobs here, so each job gets several tasks.
    let job = send(&["--max-array", "20", "--jobs", "2"]);
    let jobs = fs::read_to_string(folder.join("jobs/1/todo")).unwrap().lines().count();
    assert!((15..=20).contains(&jobs), "{jobs}");
    // A job is put back into the queue while it runs, as after the failure of a node.
    let control = |args: &[&str]| slurm.command("scontrol").args(args).output().unwrap();
    let requeued = wait_for("a job that runs", || {
        let running = slurm.command("squeue").args(["-h", "--array", "--states=R", "--format=%i"]).output();
        let id = stdout(&running.unwrap()).lines().next()?.trim().to_owned();
        control(&["requeue", &id]).status.success().then_some(id)
    });
    // Some that wait are lost completely.
    let cancelled = slurm.command("scancel").arg(format!("{job}_[{}-{jobs}]", jobs - 2)).status().unwrap();
    assert!(cancelled.success());
    wait_for("the jobs", || {
        // Otherwise, Slurm would make it wait for two minutes.
        control(&["update", &format!("JobId={requeued}"), "StartTime=now"]);
        (slurm.queued() == 0).then_some(())
    });
    let shown = stdout(&control(&["show", "job", &requeued]));
    assert!(shown.contains("Restarts=1") && shown.contains("JobState=COMPLETED"), "{shown}");
    let missing = assert_missing(&folder);
    assert!(missing >= 20, "three jobs of eleven tasks were cancelled, {missing} are missing");
    send(&["--max-array", "10"]);
    wait_for("the jobs", || (slurm.queued() == 0).then_some(()));
    assert_counted(&folder, OF_4X15);
}
