//! `batch --scheduler slurm`: a real run on a cluster of one node.

use std::fs;

use crate::{
    cluster::Cluster,
    common::{code, stderr, stdout},
    help::{PIGEONS, assert_each_solved_once, command, copies, count_lines, wait_for},
    scheduler::{count_results, kill_one, task_processes},
};

#[test]
fn slurm_does_a_batch() {
    let folder = copies(8);
    fs::write(folder.path().join("puzzles/monster.qprop"), PIGEONS).unwrap();
    let Some(cluster) = Cluster::start(&folder.path().join("slurm")) else { return };
    let slurm = |args: &[&str]| {
        let mut command = command(folder.path(), args);
        command.env("SLURM_CONF", cluster.conf()).output().expect("jigsat starts")
    };
    let batch = ["batch", "puzzles", "--out", "r.jsonl", "--scheduler", "slurm", "--timeout", "8s"];
    let output = slurm(&batch);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert!(stderr(&output).contains("puzzles: 9, tasks: 9; the jobs are submitted"), "{}", stderr(&output));
    // The job with the monster is killed; the others are done.
    wait_for("the easy ones", || (count_results(folder.path()) == 8).then_some(()));
    kill_one(folder.path(), "\09\0");
    wait_for("its end", || task_processes(folder.path(), "").is_empty().then_some(()));
    let gathered = slurm(&["gather", "r.jsonl.tasks/1"]);
    assert_eq!(code(&gathered), 3, "{}", stderr(&gathered));
    assert!(stdout(&gathered).contains(", puzzles: 1\n"), "{}", stdout(&gathered));
    assert_each_solved_once(&folder.path().join("r.jsonl"), 8);
    // The same command runs the rest, and finally joins the results.
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
