//! `batch` and `report`: real runs.

#[cfg(target_os = "linux")]
#[path = "../common/cluster.rs"]
mod cluster;
#[path = "../common/mod.rs"]
mod common;
mod data;
mod faults;
mod help;
mod report;
mod scheduler;
#[cfg(target_os = "linux")]
mod slurm;

use std::fs;

use common::{code, stderr, stdout};
use help::{CLASH, EASY, PIGEONS, copies, count_lines, folder, line, lines_of, run};
use serde_json::Value;

#[test]
fn a_folder_of_anything() {
    let folder = folder(&[
        ("in/lines.txt", &format!("{EASY}\n{}\n{CLASH}\n", &EASY[..80])),
        ("in/deep/level.xsb", "#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n"),
        ("in/fillomino.txt", "1 3\n1 0 2\n"),
        ("in/four.em", "2 2\n0 1 1 0\n0 0 1 1\n1 1 0 0\n1 0 0 1\n"),
        ("in/pair.qprop", "pred a\npred b\nassert one: a or b\n"),
        ("in/readme.md", "# Not a puzzle\n"),
        ("in/.hidden/lines.txt", EASY),
    ]);
    let output = run(folder.path(), &["batch", "in", "--out", "r.jsonl", "--jobs", "2", "--no-times"]);
    let lines = lines_of(&folder.path().join("r.jsonl"));
    // A malformed puzzle of a collection is bad input, and the others are solved all the same.
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert_eq!(lines.len(), 8);
    assert_eq!(line(&lines, "in/lines.txt", 1)["status"], "solved");
    let malformed = line(&lines, "in/lines.txt", 2);
    assert_eq!((&malformed["status"], &malformed["line"]), (&"error".into(), &2.into()));
    assert!(malformed["message"].as_str().unwrap().contains("expected"), "{malformed}");
    assert_eq!(line(&lines, "in/lines.txt", 3)["status"], "impossible");
    for (file, family) in [
        ("deep/level.xsb", "sokoban"),
        ("fillomino.txt", "fillomino"),
        ("four.em", "edge-matching"),
        ("pair.qprop", "qprop"),
    ] {
        let line = line(&lines, &format!("in/{file}"), 1);
        assert_eq!((&line["family"], &line["status"]), (&family.into(), &"solved".into()));
        assert!(line["solution"].is_object(), "{line}");
    }
    assert_eq!(line(&lines, "in/deep/level.xsb", 2)["puzzle"], "level 2");
    assert_eq!(
        stderr(&output),
        "in/lines.txt:2:81: found 80 cells, expected 81 for a board of 9x9\n\
         skipped in/readme.md: not a puzzle in any known format\n"
    );
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn puzzles_of_the_library_are_named() {
    let folder = folder(&[("lines.txt", EASY)]);
    let output = run(folder.path(), &["batch", "sudoku/hard", "lines.txt", "nurikabe/small", "--no-times"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    let solved = |file: &str| lines.iter().any(|line| line["file"] == file && line["status"] == "solved");
    assert!(solved("sudoku/hard") && solved("lines.txt") && solved("nurikabe/small"), "{lines:?}");
    let output = run(folder.path(), &["batch", "sudoku/harder"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("there is no such file"), "{}", stderr(&output));
}

/// Wherever the command runs, `puzzles` and its folders are those of the library if there are none on the disk.
#[test]
fn folders_of_the_library_are_named() {
    let folder = folder(&[("puzzles/own/lines.txt", EASY)]);
    let output = run(folder.path(), &["batch", "puzzles/nurikabe", "puzzles/own", "--no-times"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let lines = stdout(&output);
    assert!(lines.contains("\"file\":\"puzzles/nurikabe/small.txt\""), "{lines}");
    assert!(lines.contains("\"file\":\"puzzles/own/lines.txt\""), "{lines}");
    assert_eq!(code(&run(folder.path(), &["batch", "puzzles/nuri"])), 2);
}

#[test]
fn answers_are_what_solve_says() {
    let level = "#######\n#@ $ .#\n#######\n";
    let folder = folder(&[("level.xsb", level)]);
    let solved = run(folder.path(), &["solve", "level.xsb", "--format", "json", "--no-times"]);
    let batch = run(folder.path(), &["batch", "level.xsb", "--no-times"]);
    let mut solved: Value = serde_json::from_str(&stdout(&solved)).unwrap();
    let mut batch: Value = serde_json::from_str(&stdout(&batch)).unwrap();
    for key in ["index", "digest", "limits"] {
        batch.as_object_mut().unwrap().remove(key).expect("batch says more");
    }
    solved.as_object_mut().unwrap().remove("index");
    assert_eq!(solved, batch);
}

#[test]
fn what_changes_is_done_again() {
    let folder = folder(&[("lines.txt", &format!("{EASY}\n{CLASH}\n"))]);
    let out = folder.path().join("r.jsonl");
    let mut count = 0;
    let mut assert_new = |args: &[&str], new: usize| {
        let output = run(folder.path(), &[&["batch", "lines.txt", "--out", "r.jsonl"], args].concat());
        count += new;
        assert_eq!(count_lines(&out), count, "{args:?}: {}", stderr(&output));
    };
    assert_new(&[], 2);
    assert_new(&[], 0);
    // Answers are valid whatever the limits.
    assert_new(&["--timeout", "5s"], 0);
    // Another question is another line.
    assert_new(&["--unique"], 2);
    assert_new(&["--solver", "batsat"], 2);
    assert_new(&["--unique"], 0);
    // So is another puzzle in the same place.
    fs::write(folder.path().join("lines.txt"), format!("{}\n{CLASH}\n", EASY.replacen('5', ".", 1))).unwrap();
    assert_new(&[], 1);
    assert_new(&["--retry"], 0);
}

#[test]
fn what_was_left_open_is_tried_again_with_other_limits() {
    let folder = folder(&[("pigeons.qprop", PIGEONS)]);
    let out = folder.path().join("r.jsonl");
    for (args, lines) in [
        (&["--conflicts", "10"][..], 1),
        (&["--conflicts", "10"], 1),
        (&["--conflicts", "20"], 2),
        (&["--conflicts", "20", "--retry"], 3),
    ] {
        let output = run(folder.path(), &[&["batch", "pigeons.qprop", "--out", "r.jsonl"], args].concat());
        assert_eq!(code(&output), 3);
        assert_eq!(count_lines(&out), lines, "{args:?}");
    }
    assert_eq!(lines_of(&out)[0]["reason"], "conflict limit reached");
}

#[test]
fn a_file_of_someone_else_is_refused() {
    let folder = copies(1);
    let out = folder.path().join("r.jsonl");
    run(folder.path(), &["batch", "puzzles", "--out", "r.jsonl"]);
    let ours = fs::read_to_string(&out).unwrap();
    for (text, line) in [
        ("a diary\n".to_owned(), 1),
        ("a diary without an end".to_owned(), 1),
        (format!("{ours}{{\"other\": 1}}\n{ours}"), 2),
        (ours.replace("\"schema\":1", "\"schema\":2"), 1),
    ] {
        fs::write(&out, &text).unwrap();
        let output = run(folder.path(), &["batch", "puzzles", "--out", "r.jsonl"]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(&format!("r.jsonl:{line}: ")), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(&out).unwrap(), text, "it was changed");
    }
}

#[test]
fn nothing_is_shown_in_a_pipe() {
    let folder = folder(&[("lines.txt", &format!("{EASY}\n{EASY}\n")), ("readme.md", "# Nothing\n")]);
    let output = run(folder.path(), &["batch", "lines.txt", "--out", "r.jsonl"]);
    assert_eq!(stderr(&output), "");
    // Without a file, the answers go to standard output, and the table to standard error.
    let output = run(folder.path(), &["batch", ".", "--no-times"]);
    assert_eq!(stdout(&output).lines().filter(|line| line.starts_with("{\"schema\":1")).count(), 2);
    assert!(stderr(&output).contains("sudoku        2"), "{}", stderr(&output));
    let output = run(folder.path(), &["batch", ".", "--quiet"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[test]
fn what_is_no_puzzle_at_all_is_bad_input() {
    let folder = folder(&[("readme.md", "# Nothing\n"), ("level.xsb", "#####\n#@$.#\n#####\n")]);
    let output = run(folder.path(), &["batch", "readme.md"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("readme.md: has no puzzle"), "{}", stderr(&output));
    let output = run(folder.path(), &["batch", "none"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("none: there is no such file or folder"), "{}", stderr(&output));
    // If a family doesn't support the question, its files are left out.
    let output = run(folder.path(), &["batch", "level.xsb", "--encoding", "minimal"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("there is no encoding 'minimal'; sokoban has:"), "{}", stderr(&output));
}
