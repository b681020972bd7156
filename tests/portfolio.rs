//! `solve --portfolio`: several searches in parallel; the first answer counts.

mod common;

use std::{
    fs,
    process::{Command, Stdio},
    time::Duration,
};

use common::{code, jigsat, root, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

/// Twelve pigeons don't fit into eleven holes: no resolution-based solver proves that in the time of a test.
const PIGEONS: &str = "sort P = 1..12\nsort H = 1..11\npred in(p: P, h: H)\n\
    assert somewhere \"{p} is in a hole\": forall p: P . exists h: H . in(p, h)\n\
    assert apart \"{p} and {q} are not both in {h}\":\n  \
    forall p: P, q: P, h: H | p < q . not (in(p, h) and in(q, h))\n";

fn solve(args: &[&str]) -> (Value, i32) {
    let output = jigsat(&[&["solve", "--portfolio", "--format", "json"], args].concat(), "");
    let record = serde_json::from_str(&stdout(&output));
    (record.unwrap_or_else(|_| panic!("{args:?}: {}", stderr(&output))), code(&output))
}

#[test]
fn it_says_what_one_search_says() {
    for (puzzle, options, jobs, status, exit) in [
        ("puzzles/sudoku/hard.yaml", &["--unique"][..], "2", "solved", 0),
        ("puzzles/sudoku/ambiguous.yaml", &["--unique"], "6", "solved", 1),
        ("puzzles/sudoku/impossible.yaml", &[], "3", "impossible", 1),
        ("puzzles/tiling/soma.yaml", &[], "4", "solved", 0),
        ("puzzles/tiling/mutilated-8x8.yaml", &[], "2", "impossible", 1),
        ("puzzles/sokoban/one-box.xsb", &[], "5", "solved", 0),
        ("puzzles/fillomino/guess.yaml", &["--unique"], "7", "solved", 0),
        ("puzzles/fillomino/impossible.yaml", &[], "7", "impossible", 1),
        ("puzzles/edge-matching/framed.yaml", &["--unique"], "6", "solved", 0),
        ("puzzles/edge-matching/impossible.yaml", &["--encoding", "two-level"], "3", "impossible", 1),
        ("puzzles/qprop/queens.qprop", &["--solver", "batsat"], "3", "solved", 0),
    ] {
        let (record, found) = solve(&[&[puzzle, "--jobs", jobs], options].concat());
        assert_eq!((&record["status"], found), (&status.into(), exit), "{puzzle}: {record}");
        let alone = jigsat(&[&["solve", puzzle, "--format", "json"], options].concat(), "");
        let alone: Value = serde_json::from_str(&stdout(&alone)).unwrap();
        assert_eq!(record["unique"], alone["unique"], "{puzzle}");
        // The record names the member that found it.
        assert!(record["by"]["engine"].is_string(), "{record}");
    }
}

#[test]
fn plans_are_as_short() {
    let plan = |args: &[&str]| {
        let output =
            jigsat(&[&["solve", "puzzles/sokoban/first.xsb", "--format", "json"], args].concat(), "");
        let record: Value = serde_json::from_str(&stdout(&output)).unwrap();
        let solution = &record["solution"];
        (solution["push_count"].clone(), solution["proven"].clone())
    };
    assert_eq!(plan(&["--portfolio", "--jobs", "4"]), plan(&[]));
}

#[test]
fn the_same_bytes_without_times() {
    let lines = || {
        let args = ["puzzles/sudoku/hard.yaml", "--portfolio", "--jobs", "4", "--no-times"];
        let output = jigsat(&[&["solve", "--format", "json"], &args[..]].concat(), "");
        assert_eq!(stderr(&output), "", "who wins is a matter of time");
        stdout(&output)
    };
    let first = lines();
    assert!(first.contains("\"engine\":\"portfolio\""), "{first}");
    assert_eq!(first, lines());
}

#[test]
fn each_of_many_is_asked_of_all() {
    let text = fs::read_to_string(root().join("puzzles/sokoban/teaching.sok")).unwrap();
    let count = |args: &[&str]| {
        let output = jigsat(&[&["sokoban", "solve", "-", "--format", "json"], args].concat(), &text);
        let is_solved = |line: &&str| line.contains("\"status\":\"solved\"");
        (stdout(&output).lines().filter(is_solved).count(), stdout(&output).lines().count(), code(&output))
    };
    assert_eq!(count(&["--portfolio", "--jobs", "3"]), count(&[]));
}

#[test]
fn what_is_claimed_is_certified() {
    let within = TempDir::new().unwrap();
    let folder = within.path().join("proof");
    let puzzle = "puzzles/edge-matching/framed.yaml";
    let output = jigsat(
        &["solve", puzzle, "--portfolio", "--jobs", "3", "--unique", "--proof", folder.to_str().unwrap()],
        "",
    );
    if cfg!(not(feature = "cadical")) {
        return;
    }
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let checked = jigsat(&["check-proof", folder.to_str().unwrap()], "");
    assert_eq!(code(&checked), 0, "{}", stderr(&checked));
}

#[test]
fn limits_hold_for_all() {
    let within = TempDir::new().unwrap();
    let pigeons = within.path().join("pigeons.qprop");
    fs::write(&pigeons, PIGEONS).unwrap();
    let pigeons = pigeons.to_str().unwrap();
    for (limit, reason) in [
        (&["--timeout", "200ms"][..], "time limit reached"),
        (&["--conflicts", "50"], "conflict limit reached"),
    ] {
        let (record, exit) = solve(&[&[pigeons, "--jobs", "4"], limit].concat());
        assert_eq!((&record["status"], &record["reason"], exit), (&"unknown".into(), &reason.into(), 3));
    }
    // Ctrl-C ends it, too.
    let mut child = Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(["solve", pigeons, "--portfolio", "--jobs", "4", "--format", "json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none(), "it can't be done yet");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let record: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&record["reason"], code(&output)), (&"interrupted".into(), 3), "{record}");
}

#[test]
fn what_it_can_not_do_is_told() {
    for option in [&["--engine", "backtrack"][..], &["--all"], &["--limit", "3"]] {
        let args = [&["solve", "puzzles/sudoku/easy.yaml", "--portfolio"], option].concat();
        let output = jigsat(&args, "");
        assert_eq!(code(&output), 2, "{option:?}");
        assert!(stderr(&output).contains("cannot be used with"), "{}", stderr(&output));
    }
}
