//! Waiting for input obeys the limits: SIGINT, SIGTERM and `--timeout`.

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::common::root;

const EASY: &str = "puzzles/sudoku/easy.yaml";

/// Commands that read from FIFO, each in words.
const READERS: &[&str] = &[
    "FIFO",
    "FIFO --unique",
    "solve FIFO",
    "sudoku solve FIFO",
    "sudoku solve FIFO --memory 1GiB",
    "count FIFO",
    "encode FIFO",
    "explain FIFO",
    "hint FIFO",
    "rate FIFO",
    "show FIFO",
    "compare FIFO",
    "cubes FIFO --out never",
    "check FIFO puzzles/sudoku/easy.yaml",
    "decode FIFO puzzles/sudoku/easy.yaml",
    "check puzzles/sudoku/easy.yaml FIFO",
    "decode puzzles/sudoku/easy.yaml FIFO",
    "show puzzles/sudoku/easy.yaml FIFO",
    "explain puzzles/sudoku/easy.yaml --from FIFO",
    "hint puzzles/sudoku/easy.yaml --from FIFO",
    "qprop solve puzzles/qprop/magic.qprop --data FIFO",
    "check-proof FIFO docs/src/course/two-impossible.lrat",
    "check-proof docs/src/course/two-impossible.cnf FIFO",
];

/// Verbs of [`READERS`] that have no `--timeout`.
const UNTIMED: &[&str] = &["cubes"];

fn start(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(words)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("jigsat starts")
}

/// Sends a signal, once the process has a handler for it: on a busy machine it starts slowly.
pub fn signal(child: &Child, name: &str) {
    let number = if name == "INT" { 2 } else { 15 };
    let has_handler = || {
        // Where there is no such file, what is true after the usual time is taken to be true.
        let Ok(status) = fs::read_to_string(format!("/proc/{}/status", child.id())) else { return true };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        caught.is_none_or(|mask| mask >> (number - 1) & 1 == 1)
    };
    let started = Instant::now();
    while !has_handler() && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let status = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
    assert!(status.expect("kill starts").success());
}

/// Asserts that it ends as left open, in time, and says what it was doing.
fn ends_open(mut child: Child, what: &str) {
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if started.elapsed() > Duration::from_secs(20) {
            child.kill().expect("it can be killed");
            panic!("{what}: still waits for its input");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("it is text");
    assert_eq!(status.code(), Some(3), "{what}: {said}");
    assert!(said.starts_with("unknown: ") && said.contains("while it was read"), "{what}: {said}");
}

fn fifo(folder: &Path) -> String {
    let path = folder.join("fifo").display().to_string();
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo starts").success());
    path
}

/// Waits until the process has its signal handler and sleeps.
fn settle() {
    std::thread::sleep(Duration::from_millis(300));
}

#[test]
fn a_pipe_that_nobody_writes_to() {
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    let fifo = fifo(folder.path());
    for signalled in ["INT", "TERM"] {
        let children: Vec<_> = READERS
            .iter()
            .map(|words| (words, start(&words.replace("FIFO", &fifo).split(' ').collect::<Vec<_>>())))
            .collect();
        settle();
        for (words, child) in children {
            signal(&child, signalled);
            ends_open(child, &format!("{words}, {signalled}"));
        }
    }
    let timed = READERS.iter().filter(|words| UNTIMED.iter().all(|untimed| !words.contains(untimed)));
    let children: Vec<_> = timed
        .map(|words| {
            let words = format!("{} --timeout 200ms", words.replace("FIFO", &fifo));
            (start(&words.split(' ').collect::<Vec<_>>()), words)
        })
        .collect();
    for (child, words) in children {
        ends_open(child, &words);
    }
}

#[test]
fn an_input_that_stops_in_the_middle() {
    for (words, signalled) in [
        (&["sudoku", "solve", "-"][..], Some("TERM")),
        (&["solve", "-"], Some("INT")),
        (&["solve", "-", "--timeout", "200ms"], None),
        (&["check", EASY, "-", "--timeout", "200ms"], None),
    ] {
        let mut child = start(words);
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"# nothing yet\n").expect("it reads");
        settle();
        if let Some(name) = signalled {
            signal(&child, name);
        }
        ends_open(child, &format!("{words:?}"));
        drop(stdin);
    }
}

/// Answers come while the rest of a collection is awaited; everything read so far is answered.
#[test]
fn a_collection_that_goes_on() {
    let mut child = start(&["sudoku", "solve", "-", "--format", "plain", "--timeout", "2s"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let lines = format!("{}\n", ".".repeat(81)).repeat(2000);
    stdin.write_all(lines.as_bytes()).expect("it reads");
    let mut said = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut said).expect("it is text");
    let answers = said.lines().filter(|line| line.len() == 81).count();
    assert!(answers > 500, "it has 64 KiB of lines: {answers} answers");
    assert!(said.ends_with("time limit reached while it was read\n"), "{}", &said[said.len() - 200..]);
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    drop(stdin);
}

#[test]
fn a_pipe_that_is_written_to_is_read() {
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    let fifo = fifo(folder.path());
    let child = start(&["solve", &fifo, "--timeout", "20s"]);
    std::fs::copy(root().join(EASY), &fifo).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
