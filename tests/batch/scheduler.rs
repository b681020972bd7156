//! `batch --scheduler`: real runs with GNU parallel, and failures during a run.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::{
    common::{code, stderr, stdout},
    help::{
        EASY, PIGEONS, Small, assert_each_solved_once, copies, count_lines, folder, line, lines_of, run,
        start, wait_for,
    },
};

/// Whether GNU parallel is installed; if not, the test says that it is skipped.
fn has_parallel() -> bool {
    let told = Command::new("parallel").arg("--version").stderr(Stdio::null()).output();
    let has = told.is_ok_and(|told| String::from_utf8_lossy(&told.stdout).starts_with("GNU parallel"));
    if !has {
        println!("skipped: there is no GNU parallel (Debian: parallel)");
    }
    has
}

const BY_PARALLEL: [&str; 8] =
    ["batch", "puzzles", "--out", "r.jsonl", "--scheduler", "parallel", "--jobs", "2"];

/// Number of lines of results of the tasks of the first submission.
pub fn count_results(folder: &Path) -> usize {
    let files = fs::read_dir(folder.join("r.jsonl.tasks/1/results")).into_iter().flatten().flatten();
    files.map(|file| count_lines(&file.path())).sum()
}

/// Kills a process that runs a task of this folder and whose command ends with `end`.
#[cfg(target_os = "linux")]
pub fn kill_one(folder: &Path, end: &str) {
    let kill =
        |pid: u32| Command::new("kill").args(["-KILL", &pid.to_string()]).stderr(Stdio::null()).status();
    // A process may end by itself before it is killed.
    wait_for("a task", || {
        task_processes(folder, end).into_iter().find(|&pid| kill(pid).is_ok_and(|status| status.success()))
    });
}

/// Processes that run tasks of this folder and whose commands end with `end`.
#[cfg(target_os = "linux")]
pub fn task_processes(folder: &Path, end: &str) -> Vec<u32> {
    let folder = folder.canonicalize().unwrap();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let pids = processes.filter_map(|process| process.file_name().to_str()?.parse().ok());
    let does_tasks = |pid: &u32| {
        let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command).into_owned();
        let is_task = command.contains("\0run-task\0") && command.contains(folder.to_str().unwrap());
        is_task && command.ends_with(end)
    };
    pids.filter(does_tasks).collect()
}

#[test]
fn tasks_can_be_done_by_hand() {
    let folder = copies(10);
    let out = folder.path().join("r.jsonl");
    let batch = ["batch", "puzzles", "--out", "r.jsonl", "--scheduler", "slurm"];
    let output = run(folder.path(), &[&batch[..], &["--dry-run", "--", "--partition=long"]].concat());
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert!(stdout(&output).contains("sbatch") && stdout(&output).contains("--partition=long"));
    assert!(stderr(&output).contains("puzzles: 10, tasks: 10; nothing was started"), "{}", stderr(&output));
    assert_eq!(count_lines(&out), 0);

    let tasks = "r.jsonl.tasks/1";
    assert_eq!(code(&run(folder.path(), &["run-task", tasks, "1-3,7"])), 0);
    let gathered = run(folder.path(), &["gather", tasks, "--format", "json"]);
    assert_eq!(code(&gathered), 3, "{}", stderr(&gathered));
    let told: Value = serde_json::from_str(&stdout(&gathered)).unwrap();
    assert_eq!((&told["done"], &told["puzzles_left"]), (&4.into(), &6.into()));
    assert_eq!(told["missing"], serde_json::json!(["4-6", "8-10"]));
    assert_each_solved_once(&out, 4);

    let output = run(folder.path(), &["run-task", tasks, "1-10"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).starts_with("task 1: already done\n"), "{}", stdout(&output));
    for _ in 0..2 {
        let gathered = run(folder.path(), &["gather", tasks]);
        assert_eq!(code(&gathered), 0, "{}", stderr(&gathered));
        assert!(
            stdout(&gathered).contains("10 of 10 tasks are done; results: r.jsonl\n"),
            "{}",
            stdout(&gathered)
        );
        assert_each_solved_once(&out, 10);
    }
    // There is nothing left to do for the batch either, with a scheduler or without.
    for args in [&batch[..], &batch[..4]] {
        let output = run(folder.path(), args);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).contains("edge-matching       10      10"), "{}", stdout(&output));
        assert_each_solved_once(&out, 10);
    }
    assert!(!folder.path().join("r.jsonl.tasks/2").exists());
}

#[test]
fn parallel_says_what_batch_says() {
    if !has_parallel() {
        return;
    }
    let folder = folder(&[
        ("puzzles/lines.txt", &format!("{EASY}\n{}\n{}\n", &EASY[..80], EASY.replace('5', "."))),
        ("puzzles/level.xsb", "#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n"),
        ("puzzles/pair.qprop", "pred a\npred b\nassert one: a or b\n"),
        ("puzzles/readme.md", "# Not a puzzle\n"),
    ]);
    let here = run(folder.path(), &["batch", "puzzles", "--out", "here.jsonl", "--no-times"]);
    let there = run(folder.path(), &[&BY_PARALLEL[..], &["--no-times"]].concat());
    assert_eq!(code(&there), 2, "{}", stderr(&there));
    assert_eq!(code(&here), code(&there));
    assert_eq!(stdout(&here), stdout(&there));
    assert_eq!(stderr(&here), stderr(&there));
    let sorted = |name: &str| -> BTreeSet<String> {
        lines_of(&folder.path().join(name)).iter().map(ToString::to_string).collect()
    };
    assert_eq!(sorted("here.jsonl"), sorted("r.jsonl"));
    assert_eq!(sorted("r.jsonl").len(), 6);
    // A new puzzle makes new tasks, and the tasks do not become puzzles.
    fs::write(folder.path().join("puzzles/new.txt"), EASY).unwrap();
    let output = run(folder.path(), &["batch", ".", "--out", "r.jsonl", "--scheduler", "parallel"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let files: BTreeSet<String> =
        lines_of(&folder.path().join("r.jsonl")).iter().map(|line| line["file"].to_string()).collect();
    assert!(!files.iter().any(|file| file.contains("r.jsonl.tasks")), "{files:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_killed_worker_loses_nothing() {
    if !has_parallel() {
        return;
    }
    let folder = copies(30);
    let child = start(folder.path(), &[&BY_PARALLEL[..], &["--tasks", "3"]].concat());
    wait_for("some results", || (count_results(folder.path()) >= 4).then_some(()));
    kill_one(folder.path(), "");
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert!(stderr(&output).contains("not done yet: "), "{}", stderr(&output));
    let before = count_lines(&folder.path().join("r.jsonl"));
    assert!((4..30).contains(&before), "{before} lines");
    let output = run(folder.path(), &BY_PARALLEL);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("edge-matching       30      30"), "{}", stdout(&output));
    assert_each_solved_once(&folder.path().join("r.jsonl"), 30);
}

#[test]
#[cfg(target_os = "linux")]
fn the_killed_submitter_loses_nothing() {
    if !has_parallel() {
        return;
    }
    let folder = copies(40);
    let mut child = start(folder.path(), &[&BY_PARALLEL[..], &["--tasks", "10"]].concat());
    wait_for("some results", || (count_results(folder.path()) >= 4).then_some(()));
    child.kill().unwrap();
    child.wait().unwrap();
    // GNU parallel continues all the same, at the same time as the one that is started now.
    let output = run(folder.path(), &BY_PARALLEL);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_each_solved_once(&folder.path().join("r.jsonl"), 40);
    assert!(!folder.path().join("r.jsonl.tasks/2").exists(), "the same tasks were to be done");
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_tasks_too() {
    use std::os::unix::process::CommandExt;
    if !has_parallel() {
        return;
    }
    let folder = folder(&[("puzzles/a.qprop", PIGEONS), ("puzzles/b.txt", EASY)]);
    let mut command =
        crate::help::command(folder.path(), &[&BY_PARALLEL[..], &["--timeout", "50s"]].concat());
    let child = command.process_group(0).spawn().unwrap();
    wait_for("the easy one", || (count_results(folder.path()) == 1).then_some(()));
    // Like a terminal: to all processes of the group.
    let status = Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status();
    assert!(status.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert_each_solved_once(&folder.path().join("r.jsonl"), 1);
    #[cfg(target_os = "linux")]
    wait_for("the end of the tasks", || task_processes(folder.path(), "").is_empty().then_some(()));
}

#[test]
fn one_task_at_the_same_time_is_done_once() {
    let folder = copies(20);
    let batch = ["batch", "puzzles", "--out", "r.jsonl", "--scheduler", "hq", "--tasks", "1", "--dry-run"];
    assert_eq!(code(&run(folder.path(), &batch)), 3);
    let children = [(); 3].map(|()| start(folder.path(), &["run-task", "r.jsonl.tasks/1", "1"]));
    for child in children {
        assert_eq!(code(&child.wait_with_output().unwrap()), 0);
    }
    assert_each_solved_once(&folder.path().join("r.jsonl.tasks/1/results/1.jsonl"), 20);
    // A repeated line, which is possible without locks, is joined once.
    let results = folder.path().join("r.jsonl.tasks/1/results/1.jsonl");
    let text = fs::read_to_string(&results).unwrap();
    fs::write(&results, text.repeat(2)).unwrap();
    assert_eq!(code(&run(folder.path(), &["gather", "r.jsonl.tasks/1"])), 0);
    assert_each_solved_once(&folder.path().join("r.jsonl"), 20);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_loses_nothing() {
    let folder = copies(12);
    let Some(small) = Small::mount(folder.path().join("small"), "80k") else { return };
    let batch =
        ["batch", "puzzles", "--out", "small/r.jsonl", "--scheduler", "slurm", "--tasks", "2", "--dry-run"];
    let output = run(folder.path(), &batch);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let ballast = small.0.join("ballast");
    let blocks = || {
        let told = Command::new("stat").args(["-f", "-c", "%a"]).arg(&small.0).output().unwrap();
        String::from_utf8(told.stdout).unwrap().trim().parse::<usize>().unwrap()
    };
    // One page is left.
    fs::write(&ballast, vec![1; (blocks() - 1) * 4096]).unwrap();
    let task = ["run-task", "small/r.jsonl.tasks/1", "1-2"];
    let output = run(folder.path(), &task);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    fs::remove_file(&ballast).unwrap();
    assert_eq!(code(&run(folder.path(), &task)), 0);
    // The same during joining.
    fs::write(&ballast, vec![1; (blocks() - 1) * 4096]).unwrap();
    let gather = ["gather", "small/r.jsonl.tasks/1"];
    let output = run(folder.path(), &gather);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    fs::remove_file(&ballast).unwrap();
    assert_eq!(code(&run(folder.path(), &gather)), 0);
    assert_each_solved_once(&small.0.join("r.jsonl"), 12);
}

#[test]
fn what_tasks_left_open_is_asked_again() {
    let folder = folder(&[("puzzles/a.qprop", PIGEONS), ("puzzles/b.txt", EASY)]);
    let out = folder.path().join("r.jsonl");
    let batch = |args: &[&str]| {
        let fixed = ["batch", "puzzles", "--out", "r.jsonl", "--scheduler", "slurm", "--dry-run"];
        run(folder.path(), &[&fixed[..], args].concat())
    };
    let done = |tasks: &str| {
        let tasks = format!("r.jsonl.tasks/{tasks}");
        assert_eq!(code(&run(folder.path(), &["run-task", &tasks, "1"])), 0);
    };
    batch(&["--conflicts", "10", "--tasks", "1"]);
    done("1");
    assert_eq!(code(&batch(&["--conflicts", "10"])), 3);
    assert_eq!(line(&lines_of(&out), "puzzles/a.qprop", 1)["reason"], "conflict limit reached");
    assert!(!folder.path().join("r.jsonl.tasks/2").exists(), "all was done");
    // With other limits, and with --retry, the puzzle that was left open is a task again.
    batch(&["--conflicts", "20"]);
    done("2");
    assert_eq!(code(&batch(&["--conflicts", "20"])), 3);
    assert_eq!(count_lines(&out), 3);
    let output = batch(&["--conflicts", "20", "--retry"]);
    assert!(stderr(&output).contains("puzzles: 1, tasks: 1;"), "{}", stderr(&output));
    done("3");
    assert_eq!(code(&run(folder.path(), &["gather", "r.jsonl.tasks/3"])), 3);
    assert_eq!(count_lines(&out), 3, "it says nothing new");
}

#[test]
fn broken_tasks_are_refused() {
    let folder = copies(2);
    let batch = ["batch", "puzzles", "--out", "r.jsonl", "--scheduler", "slurm", "--dry-run"];
    run(folder.path(), &batch);
    let tasks = folder.path().join("r.jsonl.tasks/1");
    let refused = |args: &[&str], words: &str| {
        let output = run(folder.path(), args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    };
    refused(&["run-task", "r.jsonl.tasks/1", "3"], "there is no task '3'; tasks are 1 to 2");
    refused(&["run-task", "r.jsonl.tasks/1", "1", "--timeout", "1s"], "it cannot be changed");
    refused(&["batch", "puzzles", "--scheduler", "slurm"], "--out");
    refused(&["batch", "puzzles", "--out", "r.jsonl", "--tasks", "3"], "--scheduler");
    fs::write(tasks.join("results/1.jsonl"), "a diary\n").unwrap();
    refused(&["gather", "r.jsonl.tasks/1"], "results/1.jsonl:1: this line was not written by 'jigsat batch'");
    fs::remove_file(tasks.join("results/1.jsonl")).unwrap();
    fs::write(tasks.join("puzzles/2.jsonl"), "{\"family\":").unwrap();
    refused(&["run-task", "r.jsonl.tasks/1", "2"], "puzzles/2.jsonl: line 1 is not a puzzle");
    let manifest = fs::read_to_string(tasks.join("manifest.json")).unwrap();
    for (from, to, words) in [
        ("\"r.jsonl\"", "\"../../r.jsonl\"", "names results that are elsewhere"),
        ("\"timeout_s\"", "\"tmeout_s\"", "tmeout_s"),
        ("\"schema\": 1", "\"schema\": 7", "expected 'batch' of schema 1"),
    ] {
        let changed = manifest.replace(from, to);
        assert_ne!(changed, manifest);
        fs::write(tasks.join("manifest.json"), changed).unwrap();
        refused(&["gather", "r.jsonl.tasks/1"], words);
    }
}
