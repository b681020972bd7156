//! GNU parallel, and what happens when parts of a run die.

use std::{collections::BTreeSet, fs, path::Path, process::Command, time::Duration};

use serde_json::Value;

use super::{
    OF_3X20, OF_4X15, assert_counted, assert_missing,
    common::{code, stderr, stdout},
    cut, descendants, does_task, is_there, jigsat, kill, lacks, path, results, submit, tasks_of, two_hundred,
    wait_for,
};

#[test]
fn parallel_does_what_is_missing() {
    if lacks("parallel", "Debian: parallel") {
        return;
    }
    // A folder with a name that a shell would interpret.
    let within = cut("3x20", "20");
    let folder = within.path().join("the tasks' $folder");
    fs::rename(within.path().join("tasks"), &folder).unwrap();
    let done = jigsat(&["run-task", path(&folder), "1-5"]);
    assert_eq!(code(&done), 0);
    let output = submit(&folder, &["--jobs", "2", "--chunk", "4"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let todo = fs::read_to_string(folder.join("jobs/1/todo")).unwrap();
    // The largest come first, dealt like cards, without those that are done.
    let mut left: Vec<(f64, usize)> = fs::read_to_string(folder.join("tasks.jsonl"))
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|task| (task["estimate"].as_f64().unwrap(), task["id"].as_u64().unwrap() as usize))
        .filter(|&(_, id)| id > 5)
        .collect();
    left.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    assert_eq!(todo.lines().count(), left.len().div_ceil(4));
    let first = left[0].1;
    let covers = |word: &str| {
        let (low, high) = word.split_once('-').unwrap_or((word, word));
        (low.parse().unwrap()..=high.parse().unwrap()).contains(&first)
    };
    assert!(todo.lines().next().unwrap().split(',').any(covers), "{first} in {todo}");
    assert_counted(&folder, OF_3X20);
    let again = submit(&folder, &[]).output().unwrap();
    assert!(stdout(&again).starts_with("all tasks are done"), "{}", stdout(&again));
    assert!(!folder.join("jobs/2").exists());
    // The script alone, run by hand, does nothing twice.
    let log = fs::read_to_string(folder.join("jobs/1/joblog")).unwrap();
    let by_hand = Command::new("sh").arg(folder.join("jobs/1/submit.sh")).output().unwrap();
    assert!(by_hand.status.success());
    assert_eq!(fs::read_to_string(folder.join("jobs/1/joblog")).unwrap(), log);
}

#[test]
fn killed_workers_lose_their_task_alone() {
    if lacks("parallel", "Debian: parallel") {
        return;
    }
    let within = two_hundred();
    let folder = within.path().join("tasks");
    let child = submit(&folder, &["--jobs", "2"]).spawn().unwrap();
    wait_for("some results", || (results(&folder) >= 20).then_some(()));
    // Each once: one that is killed lives on for a moment, and may have written its result.
    let mut killed = BTreeSet::new();
    while killed.len() < 6 {
        let is_new = |&pid: &u32| does_task(pid) && !killed.contains(&pid);
        let worker = descendants(child.id()).into_iter().find(is_new);
        killed.extend(worker.filter(|&pid| kill(pid)));
        assert!(results(&folder) < 190, "they were to be killed in the middle");
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    let missing = assert_missing(&folder);
    assert!((1..=6).contains(&missing), "{missing} of 6 killed are missing");
    let left = if missing == 1 { "1 task is left".to_owned() } else { format!("{missing} tasks are left") };
    assert!(stdout(&output).contains(&left), "{}", stdout(&output));

    let again = submit(&folder, &["--jobs", "2"]).output().unwrap();
    assert_eq!(code(&again), 0, "{}", stdout(&again));
    assert_eq!(fs::read_to_string(folder.join("jobs/2/todo")).unwrap().lines().count(), missing);
    assert_counted(&folder, OF_4X15);
}

#[test]
fn a_killed_submission_is_gone_on_with() {
    if lacks("parallel", "Debian: parallel") {
        return;
    }
    let within = two_hundred();
    let folder = within.path().join("tasks");
    let mut child = submit(&folder, &["--jobs", "2"]).spawn().unwrap();
    wait_for("some results", || (results(&folder) >= 20).then_some(()));
    // First the processes that would start others.
    let under = descendants(child.id());
    child.kill().unwrap();
    child.wait().unwrap();
    let (workers, starters): (Vec<u32>, Vec<u32>) = under.into_iter().partition(|&pid| does_task(pid));
    for pid in starters.into_iter().chain(workers) {
        kill(pid);
    }
    let mut before = results(&folder);
    wait_for("the last workers", || {
        std::thread::sleep(Duration::from_millis(300));
        std::mem::replace(&mut before, results(&folder)).eq(&results(&folder)).then_some(())
    });
    let missing = assert_missing(&folder);
    assert!(missing > 0, "it was to be killed in the middle");
    let again = submit(&folder, &["--jobs", "2", "--chunk", "20"]).output().unwrap();
    assert_eq!(code(&again), 0, "{}", stdout(&again));
    assert_counted(&folder, OF_4X15);
}

/// A file system that is unmounted at the end.
struct Mounted<'p>(&'p Path);
impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_is_no_result() {
    let within = cut("3x20", "20");
    let small = within.path().join("small");
    fs::create_dir(&small).unwrap();
    let mounted =
        Command::new("mount").args(["-t", "tmpfs", "-o", "size=16m", "jigsat-test"]).arg(&small).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        println!("skipped: a small file system can't be mounted (that takes root)");
        return;
    }
    let guard = Mounted(&small);
    let folder = small.join("tasks");
    assert!(
        Command::new("cp").arg("-r").arg(within.path().join("tasks")).arg(&small).status().unwrap().success()
    );
    let all = format!("1-{}", tasks_of(&folder));
    assert_eq!(code(&jigsat(&["run-task", path(&folder), "1-5"])), 0);
    // Fill the rest of the disk.
    let ballast = small.join("ballast");
    let _ = fs::write(&ballast, vec![0; 17 << 20]);
    let output = jigsat(&["run-task", path(&folder), &all]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    assert_eq!(results(&folder), 5);
    assert_eq!(assert_missing(&folder), tasks_of(&folder) - 5);
    // A submission that can't be written in full is not started either.
    if is_there("parallel") {
        let output = submit(&folder, &[]).output().unwrap();
        assert_eq!(code(&output), 2, "{}", stdout(&output));
        assert_eq!(results(&folder), 5);
    }
    fs::remove_file(ballast).unwrap();
    assert_eq!(code(&jigsat(&["run-task", path(&folder), &all])), 0);
    assert_counted(&folder, OF_3X20);
    drop(guard);
}
