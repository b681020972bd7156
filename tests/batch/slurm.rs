//! `batch --scheduler slurm`: a real run on a cluster of one node.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::{
    common::{code, root, stderr, stdout},
    help::{PIGEONS, assert_each_solved_once, command, copies, count_lines, wait_for},
    scheduler::{count_results, kill_one, task_processes},
};

/// A Slurm of one node; stopped in the end.
struct Cluster(PathBuf);

impl Cluster {
    fn start(folder: PathBuf) -> Option<Self> {
        fs::create_dir_all(&folder).unwrap();
        let script = root().join("tests/slurm/cluster.sh");
        let started =
            Command::new("sh").arg(script).arg("start").arg(&folder).stderr(Stdio::inherit()).output();
        let started = started.expect("sh starts");
        print!("{}", String::from_utf8_lossy(&started.stdout));
        if started.status.code() == Some(77) {
            return None;
        }
        let cluster = Cluster(folder);
        assert!(started.status.success(), "no cluster");
        Some(cluster)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let script = root().join("tests/slurm/cluster.sh");
        let _ = Command::new("sh").arg(script).arg("stop").arg(&self.0).status();
    }
}

#[test]
fn slurm_does_a_batch() {
    let folder = copies(8);
    fs::write(folder.path().join("puzzles/monster.qprop"), PIGEONS).unwrap();
    let Some(cluster) = Cluster::start(folder.path().join("slurm")) else { return };
    let slurm = |args: &[&str]| {
        let mut command = command(folder.path(), args);
        command.env("SLURM_CONF", cluster.0.join("slurm.conf")).output().expect("jigsat starts")
    };
    let batch = ["batch", "puzzles", "--out", "r.jsonl", "--scheduler", "slurm", "--timeout", "8s"];
    let output = slurm(&batch);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert!(stderr(&output).contains("puzzles: 9, tasks: 9; the jobs are submitted"), "{}", stderr(&output));
    // The monster's job is killed; the others are done.
    wait_for("the easy ones", || (count_results(folder.path()) == 8).then_some(()));
    kill_one(folder.path(), "\09\0");
    wait_for("its end", || task_processes(folder.path(), "").is_empty().then_some(()));
    let gathered = slurm(&["gather", "r.jsonl.tasks/1"]);
    assert_eq!(code(&gathered), 3, "{}", stderr(&gathered));
    assert!(stdout(&gathered).contains(", puzzles: 1\n"), "{}", stdout(&gathered));
    assert_each_solved_once(&folder.path().join("r.jsonl"), 8);
    // The same command has it done, and at last joins it.
    let output = slurm(&batch);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    wait_for("the monster", || (count_results(folder.path()) == 9).then_some(()));
    let output = slurm(&batch);
    assert!(
        stdout(&output).contains("all                  9       8           0        1"),
        "{}",
        stdout(&output)
    );
    assert_eq!(count_lines(&folder.path().join("r.jsonl")), 9);
}
