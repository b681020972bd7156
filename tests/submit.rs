//! `submit`: real runs of GNU parallel, Slurm and HyperQueue, and what happens when parts of them die.

mod common;

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

/// 3x20 has this many tilings by the twelve pentominoes, 4x15 that many.
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

/// Results that are there whole, by the names that they have then.
fn results(folder: &Path) -> usize {
    let files = fs::read_dir(folder.join("results")).expect("it has results").flatten();
    files.filter(|file| !file.file_name().to_string_lossy().starts_with('.')).count()
}

/// What `gather` says, and its exit code.
fn gather(folder: &Path) -> (Value, i32) {
    let output = jigsat(&["gather", path(folder), "--format", "json", "--no-times"]);
    let record = serde_json::from_str(&stdout(&output));
    (record.unwrap_or_else(|_| panic!("{}", stderr(&output))), code(&output))
}

/// All is there, once.
fn assert_counted(folder: &Path, count: u64) {
    let (record, exit) = gather(folder);
    assert_eq!((&record["count"], &record["complete"], exit), (&count.into(), &true.into(), 0), "{record}");
}

/// What `gather` says is missing, and that it is just what has no result.
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

/// Whether a test that needs a program can't be done here, which it says.
fn lacks(program: &str, package: &str) -> bool {
    let lacks = !is_there(program);
    if lacks {
        println!("skipped: there is no {program} ({package})");
    }
    lacks
}

/// Waits until something is there, for as long as a busy machine may take.
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

/// All processes under another one.
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

/// Whether a process does a task.
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
fn parallel_does_what_is_missing() {
    if lacks("parallel", "Debian: parallel") {
        return;
    }
    // A folder whose name a shell would read otherwise.
    let within = cut("3x20", "20");
    let folder = within.path().join("the tasks' $folder");
    fs::rename(within.path().join("tasks"), &folder).unwrap();
    let done = jigsat(&["run-task", path(&folder), "1-5"]);
    assert_eq!(code(&done), 0);
    let output = submit(&folder, &["--jobs", "2", "--chunk", "4"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let todo = fs::read_to_string(folder.join("jobs/1/todo")).unwrap();
    // The largest come first, dealt like cards, and none that is done.
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
    let mut killed = 0;
    while killed < 6 {
        let worker = descendants(child.id()).into_iter().find(|&pid| does_task(pid));
        killed += usize::from(worker.is_some_and(kill));
        assert!(results(&folder) < 190, "they were to be killed in the middle");
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    let missing = assert_missing(&folder);
    assert!((1..=6).contains(&missing), "{missing} of 6 killed are missing");
    assert!(stdout(&output).contains(&format!("{missing} tasks are left")), "{}", stdout(&output));

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
    // First those that would start others.
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

/// A file system that is unmounted in the end.
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
    // What is left of the disk goes.
    let ballast = small.join("ballast");
    let _ = fs::write(&ballast, vec![0; 17 << 20]);
    let output = jigsat(&["run-task", path(&folder), &all]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    assert_eq!(results(&folder), 5);
    assert_eq!(assert_missing(&folder), tasks_of(&folder) - 5);
    // Nor is a submission begun that can't be written whole.
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

/// A Slurm of one node, for one test.
struct Cluster {
    folder: TempDir,
}

impl Cluster {
    /// Starts one; none, with a message, where it can't be had.
    fn start() -> Option<Self> {
        let folder = TempDir::new().expect("a folder for the cluster");
        let output = cluster("start", folder.path());
        match output.status.code() {
            Some(0) => Some(Cluster { folder }),
            Some(77) => {
                print!("{}", stdout(&output));
                None
            }
            _ => panic!("{}{}", stdout(&output), stderr(&output)),
        }
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf")).stdin(Stdio::null());
        command
    }

    /// How many jobs wait or run.
    fn queued(&self) -> usize {
        let output = self.command("squeue").args(["--noheader", "--array"]).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output).lines().count()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        cluster("stop", self.folder.path());
    }
}

fn cluster(what: &str, folder: &Path) -> Output {
    // Its daemons outlive the script: they must not hold a pipe that is read to its end.
    let log = |name: &str| folder.join(name);
    let (out, err) = (log("script.out"), log("script.err"));
    let status = Command::new("sh")
        .arg(root().join("tests/slurm/cluster.sh"))
        .args([what, path(folder)])
        .stdin(Stdio::null())
        .stdout(fs::File::create(&out).unwrap())
        .stderr(fs::File::create(&err).unwrap())
        .status()
        .expect("sh starts");
    Output { status, stdout: fs::read(out).unwrap(), stderr: fs::read(err).unwrap() }
}

#[test]
fn slurm_counts_and_requeues() {
    let Some(slurm) = Cluster::start() else { return };
    let within = two_hundred();
    let folder = within.path().join("tasks");
    let conf = slurm.folder.path().join("slurm.conf");
    let send = |args: &[&str]| {
        let output =
            submit(&folder, &[&["--scheduler", "slurm"], args].concat()).env("SLURM_CONF", &conf).output();
        let output = output.unwrap();
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
        assert!(stdout(&output).contains("Submitted batch job"), "{}", stdout(&output));
        stdout(&output)
            .split_whitespace()
            .find_map(|word| word.parse::<u32>().ok())
            .expect("a job has a number")
    };
    // Its arrays have at most 100 jobs here, so each gets several tasks.
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
    // Some that wait are lost altogether.
    let cancelled = slurm.command("scancel").arg(format!("{job}_[{}-{jobs}]", jobs - 2)).status().unwrap();
    assert!(cancelled.success());
    wait_for("the jobs", || {
        // Slurm would let it wait for two minutes.
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
