//! Bad input gets a sentence and exit code 2, never a panic.

mod common;

use common::{code, jigsat, stderr, stdout};

/// Runs `jigsat sudoku solve - ` on a text and gives exit code and standard error.
fn solve(text: &str) -> (i32, String) {
    let output = jigsat(&["sudoku", "solve", "-"], text);
    (code(&output), stderr(&output))
}

#[track_caller]
fn refused(text: &str, parts: &[&str]) {
    let (code, message) = solve(text);
    assert_eq!(code, 2, "{message}");
    for part in parts {
        assert!(message.contains(part), "{part:?} is missing in: {message}");
    }
}

#[test]
fn empty_file() {
    refused("", &["-"]);
    refused("\n\n# nothing\n", &["-"]);
}

#[test]
fn wrong_length() {
    let line = "5".to_owned() + &".".repeat(79);
    refused(&line, &["-:1", "80", "81"]);
}

#[test]
fn a_letter_in_the_middle() {
    let mut line = ".".repeat(81);
    line.replace_range(40..41, "x");
    refused(&line, &["-:1:41", "'x'"]);
}

#[test]
fn clues_that_clash() {
    let line = "5...5".to_owned() + &".".repeat(76);
    let output = jigsat(&["sudoku", "solve", "-"], &line);
    assert_eq!(code(&output), 1);
    let said = stdout(&output);
    assert!(said.contains("row 1") && said.contains("r1c1") && said.contains("r1c5"), "{said}");
}

#[test]
fn a_board_too_large() {
    refused("kind: sudoku\nbox: 100x100\ngrid: ''\n", &["10000x10000"]);
}

#[test]
fn a_folder() {
    let output = jigsat(&["sudoku", "solve", "puzzles"], "");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("puzzles") && stderr(&output).contains("folder"), "{}", stderr(&output));
}

#[test]
fn a_missing_file() {
    let output = jigsat(&["sudoku", "solve", "no/such.yaml"], "");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no/such.yaml"));
}

#[test]
fn yaml_that_does_not_say_its_family() {
    let output = jigsat(&["-"], "# mine\nbox: 2x2\ngrid: '1...............'\n");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("kind: sudoku"), "{}", stderr(&output));
}

#[test]
fn unknown_names() {
    for (option, value, known) in [
        ("--solver", "minisatt", "minisat"),
        ("--encoding", "coarse", "course"),
        ("--amo", "pairs", "pairwise"),
        ("--engine", "magic", "sat"),
        ("--drop", "bax", "box"),
    ] {
        let output = jigsat(&["sudoku", "solve", "puzzles/sudoku/easy.yaml", option, value], "");
        assert_eq!(code(&output), 2, "{option}");
        let said = stderr(&output);
        assert!(said.contains(value) && said.contains(known), "{said}");
    }
}

#[test]
fn unknown_keys_in_yaml() {
    refused("kind: sudoku\nbox: 2x2\ngrd: 1\n", &["-:3", "grd", "grid"]);
}

#[test]
fn one_malformed_puzzle_does_not_stop_the_rest() {
    let good = "1".to_owned() + &".".repeat(80);
    let text = format!("{good}\n{good}x\n{good}\n");
    let output = jigsat(&["sudoku", "solve", "-", "--format", "json"], &text);
    assert_eq!(code(&output), 2);
    let said = stdout(&output);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines[0].contains(r#""status":"solved""#) && lines[2].contains(r#""status":"solved""#), "{said}");
    assert!(lines[1].contains(r#""status":"error""#) && lines[1].contains(r#""line":2"#), "{said}");
    let output = jigsat(&["sudoku", "solve", "-", "--format", "json", "--fail-fast"], &text);
    assert_eq!((code(&output), stdout(&output).lines().count()), (2, 2));
}

#[test]
fn files_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.txt");
    std::fs::write(&path, "precious").unwrap();
    let file = path.to_str().unwrap();
    for option in ["--output", "--svg"] {
        let output = jigsat(&["sudoku", "solve", "puzzles/sudoku/easy.yaml", option, file], "");
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("--force"), "{}", stderr(&output));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    }
    let output = jigsat(&["sudoku", "solve", "puzzles/sudoku/easy.yaml", "--output", file, "--force"], "");
    assert_eq!(code(&output), 0);
    assert_ne!(std::fs::read_to_string(&path).unwrap(), "precious");
}

#[test]
fn a_malformed_puzzle_is_data_where_data_is_asked_for() {
    let output = jigsat(&["sudoku", "solve", "-", "--format", "json"], "12x\n");
    assert_eq!(code(&output), 2);
    let said = stdout(&output);
    assert!(said.contains(r#""status":"error""#) && said.contains(r#""line":1"#), "{said}");
}

#[test]
fn the_fast_engine_refuses_what_it_cannot_do() {
    for args in [
        &["sudoku", "count", "puzzles/sudoku/easy.yaml", "--engine", "fast"][..],
        &["sudoku", "solve", "puzzles/sudoku/easy.yaml", "--engine", "fast", "--all"],
        &["sudoku", "solve", "puzzles/sudoku/six.yaml", "--engine", "fast"],
        &["sudoku", "solve", "puzzles/sudoku/easy.yaml", "--engine", "fast", "--encoding", "course"],
    ] {
        let output = jigsat(args, "");
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains("fast"), "{}", stderr(&output));
    }
}
