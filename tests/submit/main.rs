//! `submit`: real runs of GNU parallel, Slurm and HyperQueue, and what happens when parts of them die.

#[path = "../common/cluster.rs"]
mod cluster;
#[path = "../common/mod.rs"]
mod common;
mod parallel;
mod slurm;
mod ssh;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::OnceLock,
    time::{Duration, Instant},
};

use common::{code, root, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

const JIGSAT: &str = env!("CARGO_BIN_EXE_jigsat");

/// The numbers of tilings by the twelve pentominoes of 3x20 and of 4x15.
const OF_3X20: u64 = 8;
const OF_4X15: u64 = 1472;

fn jigsat(args: &[&str]) -> Output {
    common::jigsat(args, "")
}

/// A folder of tasks that count a board's tilings.
fn cut(board: &str, count: &str) -> TempDir {
    let within = TempDir::new().expect("a folder for the test");
    let puzzle = format!("puzzles/tiling/pentominoes-{board}.yaml");
    let out = within.path().join("tasks");
    let output = jigsat(&[
        "tiling",
        "cubes",
        &puzzle,
        "--for",
        "count",
        "--count",
        count,
        "--no-times",
        "--out",
        path(&out),
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    within
}

/// 200 tasks, cut once for all tests, in a folder of their own.
fn two_hundred() -> TempDir {
    static TASKS: OnceLock<TempDir> = OnceLock::new();
    let tasks = TASKS.get_or_init(|| cut("4x15", "200"));
    let within = TempDir::new().expect("a folder for the test");
    let copied = Command::new("cp").arg("-r").arg(tasks.path().join("tasks")).arg(within.path()).status();
    assert!(copied.expect("cp starts").success());
    within
}

fn path(path: &Path) -> &str {
    path.to_str().expect("it is UTF-8")
}

/// The number of tasks in a folder.
fn tasks_of(folder: &Path) -> usize {
    fs::read_to_string(folder.join("tasks.jsonl")).expect("it has tasks").lines().count()
}

/// Number of complete results, by their final names.
fn results(folder: &Path) -> usize {
    let files = fs::read_dir(folder.join("results")).expect("it has results").flatten();
    files.filter(|file| !file.file_name().to_string_lossy().starts_with('.')).count()
}

/// The output of `gather`, and its exit code.
fn gather(folder: &Path) -> (Value, i32) {
    let output = jigsat(&["gather", path(folder), "--format", "json", "--no-times"]);
    let record = serde_json::from_str(&stdout(&output));
    (record.unwrap_or_else(|_| panic!("{}", stderr(&output))), code(&output))
}

/// Asserts that everything is there, once.
fn assert_counted(folder: &Path, count: u64) {
    let (record, exit) = gather(folder);
    assert_eq!((&record["count"], &record["complete"], exit), (&count.into(), &true.into(), 0), "{record}");
}

/// The number of tasks that `gather` reports missing: exactly those without a result.
fn assert_missing(folder: &Path) -> usize {
    let (record, exit) = gather(folder);
    let (tasks, done) = (tasks_of(folder), record["done"].as_u64().unwrap() as usize);
    assert_eq!(exit, 3, "{record}");
    let missing: usize = record["missing"]
        .as_array()
        .unwrap()
        .iter()
        .map(|range| {
            let (first, last) =
                range.as_str().unwrap().split_once('-').unwrap_or((range.as_str().unwrap(), ""));
            let first: usize = first.parse().unwrap();
            last.parse().unwrap_or(first) - first + 1
        })
        .sum();
    assert_eq!((done + missing, results(folder)), (tasks, done));
    missing
}

fn is_there(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// Whether a program that a test needs is missing; prints a message if so.
fn lacks(program: &str, package: &str) -> bool {
    let lacks = !is_there(program);
    if lacks {
        println!("skipped: there is no {program} ({package})");
    }
    lacks
}

/// Waits until something exists, for as long as a busy machine may take.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < Duration::from_secs(120), "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// All descendants of a process.
fn descendants(pid: u32) -> Vec<u32> {
    let mut all = vec![pid];
    let mut next = 0;
    while let Some(&pid) = all.get(next) {
        next += 1;
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        for text in tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok()) {
            all.extend(text.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
        }
    }
    all.split_off(1)
}

/// Whether a process runs a task.
fn does_task(pid: u32) -> bool {
    let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    words.split(|&byte| byte == 0).any(|word| word == b"run-task")
}

fn kill(pid: u32) -> bool {
    let killed = Command::new("kill").args(["-9", &pid.to_string()]).stderr(Stdio::null()).status();
    killed.expect("kill starts").success()
}

fn submit(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(JIGSAT);
    command.args(["submit", path(folder)]).args(args).current_dir(root());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn scripts_are_shown_and_not_written() {
    let within = cut("3x20", "30");
    let folder = within.path().join("tasks");
    for (scheduler, args, name) in [
        ("parallel", &["--jobs", "8", "--sshlogin", "one", "--sshlogin", ":"][..], "parallel"),
        (
            "slurm",
            &["--max-array", "4", "--jobs", "2", "--timeout", "90s", "--", "--partition=long"],
            "slurm",
        ),
        ("hq", &["--chunk", "10", "--", "--priority=1"], "hq"),
    ] {
        let output = submit(
            &folder,
            &[&["--scheduler", scheduler, "--dry-run", "--jigsat", "/opt/jigsat"], args].concat(),
        )
        .output()
        .unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let text = stdout(&output).replace(path(&fs::canonicalize(&folder).unwrap()), "/TASKS");
        insta::assert_snapshot!(name, text);
    }
    assert!(!folder.join("jobs").exists());
}

#[test]
fn a_scheduler_that_is_not_there_is_named() {
    let within = cut("3x20", "5");
    let folder = within.path().join("tasks");
    for (scheduler, program) in [("parallel", "parallel"), ("slurm", "sbatch"), ("hq", "hq")] {
        let output = submit(&folder, &["--scheduler", scheduler]).env("PATH", "/nowhere").output().unwrap();
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(&format!("there is no program '{program}'")), "{}", stderr(&output));
    }
    let output = submit(&folder, &["--scheduler", "slurm", "--sshlogin", "one"]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(!folder.join("jobs").exists());
}

#[test]
fn hyperqueue_counts() {
    if lacks("hq", "HyperQueue") {
        return;
    }
    let within = cut("3x20", "20");
    let folder = within.path().join("tasks");
    let server = within.path().join("server");
    let hq = |args: &[&str]| {
        let mut command = Command::new("hq");
        command.args(["--server-dir", path(&server)]).args(args);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let journal = within.path().join("journal");
    let mut serving = hq(&["server", "start", "--journal", path(&journal)]).spawn().unwrap();
    wait_for("the server", || hq(&["server", "info"]).status().unwrap().success().then_some(()));
    let mut working = hq(&["worker", "start", "--cpus=2"]).spawn().unwrap();
    let output = submit(&folder, &["--scheduler", "hq", "--", "--wait"])
        .env("HQ_SERVER_DIR", &server)
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let _ = hq(&["server", "stop"]).status();
    let _ = working.kill();
    let _ = (working.wait(), serving.wait());
    assert_counted(&folder, OF_3X20);
}

/// Each line of an array is found by its number, whatever starts it.
#[test]
fn a_line_of_an_array_is_done_by_its_number() {
    let within = cut("3x20", "20");
    let folder = within.path().join("tasks");
    let stand_in = within.path().join("bin");
    fs::create_dir(&stand_in).unwrap();
    for (scheduler, program, variable) in
        [("slurm", "sbatch", "SLURM_ARRAY_TASK_ID"), ("hq", "hq", "HQ_TASK_ID")]
    {
        let script = stand_in.join(program);
        fs::write(&script, "#!/bin/sh\nexit 0\n").unwrap();
        make_executable(&script);
        let path_of_programs = format!("{}:{}", path(&stand_in), env::var("PATH").unwrap());
        let output = submit(&folder, &["--scheduler", scheduler, "--chunk", "3"])
            .env("PATH", path_of_programs)
            .output();
        assert_eq!(code(&output.unwrap()), 0);
        let job = newest_job(&folder);
        let todo = fs::read_to_string(job.join("todo")).unwrap();
        let before = results(&folder);
        let status = Command::new("sh").arg(job.join("line.sh")).env(variable, "2").status().unwrap();
        assert!(status.success(), "{scheduler}");
        assert_eq!(results(&folder), before + 3, "{scheduler}: {todo}");
    }
}

fn newest_job(folder: &Path) -> PathBuf {
    let mut jobs: Vec<PathBuf> =
        fs::read_dir(folder.join("jobs")).unwrap().flatten().map(|job| job.path()).collect();
    jobs.sort();
    jobs.pop().expect("there is a job")
}

fn make_executable(file: &Path) {
    assert!(Command::new("chmod").arg("+x").arg(file).status().expect("chmod starts").success());
}
