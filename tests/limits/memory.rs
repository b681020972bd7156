//! `--memory`: a command that needs more is stopped, whatever it does.
#![cfg(target_os = "linux")]

use std::{process::Output, time::Duration};

use crate::common::{code, jigsat, stderr, stdout};

/// A board whose formula takes gigabytes.
fn large() -> String {
    format!(
        "kind: sudoku\nbox: 10x10\nanti_knight: true\ngrid: |\n{}",
        ("  ".to_owned() + &". ".repeat(100) + "\n").repeat(100)
    )
}

#[test]
fn each_verb_is_given_up() {
    let text = large();
    for verb in
        ["solve", "count", "encode", "explain", "hint", "rate", "compare", "cubes --out never", "decode"]
    {
        let words = format!("sudoku {verb} - --memory 60MB");
        let mut words: Vec<&str> = words.split(' ').collect();
        if verb == "decode" {
            words.insert(3, "README.md");
        }
        if verb == "solve" {
            words.extend(["--engine", "sat"]);
        }
        let output = jigsat(&words, &text);
        assert_eq!(code(&output), 3, "{verb}: {}{}", stdout(&output), stderr(&output));
        assert_eq!(stderr(&output), "unknown: memory limit reached: 57.2 MiB\n", "{verb}");
        if verb != "cubes --out never" && verb != "compare" {
            words.extend(["--format", "json"]);
            let output = jigsat(&words, &text);
            let record = concat!(
                r#"{"schema":1,"family":"sudoku","status":"unknown","message":"memory limit reached: 57.2 MiB"}"#,
                "\n"
            );
            assert_eq!(
                (code(&output), stdout(&output), stderr(&output)),
                (3, record.into(), String::new()),
                "{verb}"
            );
        }
    }
}

#[test]
fn what_is_enough_changes_nothing() {
    let run = |more: &[&str], puzzle: &str| -> Output {
        jigsat(&[&["solve", puzzle, "--no-times", "--unique"], more].concat(), "")
    };
    for puzzle in ["puzzles/sudoku/easy.yaml", "puzzles/sudoku/impossible.yaml", "puzzles/none.yaml"] {
        let (with, without) = (run(&["--memory", "2GiB"], puzzle), run(&[], puzzle));
        assert_eq!(with, without, "{puzzle}");
    }
    let easy = std::fs::read_to_string(crate::common::root().join("puzzles/sudoku/easy.yaml")).unwrap();
    let (with, without) = (jigsat(&["-", "--memory", "2GiB"], &easy), jigsat(&["-"], &easy));
    assert_eq!((code(&with), with.stderr), (code(&without), without.stderr));
}

#[test]
fn no_half_file_stays() {
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    let file = folder.path().join("big.cnf").display().to_string();
    let output = jigsat(&["encode", "-", "--memory", "60MB", "--format", "dimacs", "-o", &file], &large());
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_signal_reaches_the_work() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(["count", "puzzles/tiling/mutilated-20x20.yaml", "--engine", "backtrack", "--memory", "1GiB"])
        .current_dir(crate::common::root())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("jigsat starts");
    std::thread::sleep(Duration::from_millis(700));
    let killed = std::process::Command::new("kill").arg(child.id().to_string()).status();
    assert!(killed.expect("kill starts").success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(3));
}
