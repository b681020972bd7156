//! Formulas that the other families write are read again, and have the same solutions.

mod common;

use std::fs;

use common::{code, jigsat, root, snapshots, stderr, stdout};
use serde_json::Value;

/// The words of the command about a puzzle of the library with a formula that says everything.
const PUZZLES: [&[&str]; 14] = [
    &["sudoku", "puzzles/sudoku/tiny.yaml", "--encoding", "minimal"],
    &["sudoku", "puzzles/sudoku/ambiguous.yaml", "--encoding", "triads"],
    &["sudoku", "puzzles/sudoku/four.yaml"],
    &["fillomino", "puzzles/fillomino/split.yaml", "--encoding", "tree-binary"],
    &["fillomino", "puzzles/fillomino/split.yaml", "--encoding", "warshall"],
    &["slitherlink", "puzzles/slitherlink/three-by-four.yaml"],
    &["slitherlink", "puzzles/slitherlink/impossible.yaml"],
    &["edge-matching", "puzzles/edge-matching/impossible.yaml"],
    &["tiling", "puzzles/tiling/shape-fitting.txt"],
    &["akari", "puzzles/akari/small.txt", "--index", "1"],
    &["nurikabe", "puzzles/nurikabe/small.txt", "--index", "1"],
    &["qprop", "puzzles/qprop/queens.qprop"],
    &["qprop", "puzzles/qprop/latin.qprop"],
    &["qprop", "puzzles/qprop/chessboard.qprop"],
];

#[test]
fn encoding_and_pictures() {
    snapshots("dimacs").bind(|| {
        let encoded = jigsat(&["dimacs", "encode", "puzzles/dimacs/two-colours.cnf"], "");
        insta::assert_snapshot!("two-colours", stdout(&encoded));
        let shown = jigsat(&["dimacs", "show", "puzzles/dimacs/majority.cnf"], "");
        insta::assert_snapshot!("majority-shown", stdout(&shown));
        let explained = jigsat(&["dimacs", "explain", "puzzles/dimacs/easy.cnf"], "");
        insta::assert_snapshot!("easy-explained", stdout(&explained));
    });
}

/// The answer of a command, as JSON.
fn record(args: &[&str], input: &str) -> Value {
    let output = jigsat(&[args, &["--format", "json", "--no-times"]].concat(), input);
    let text = stdout(&output);
    let last = text.lines().last().unwrap_or_else(|| panic!("{args:?}: {}", stderr(&output)));
    serde_json::from_str(last).expect("it is JSON")
}

#[test]
fn a_written_formula_has_as_many_solutions() {
    for words in PUZZLES {
        let [family, rest @ ..] = words else { panic!("{words:?} names no family") };
        let written = jigsat(&[&[family, "encode"], rest, &["--format", "dimacs"]].concat(), "");
        let formula = stdout(&written);
        assert_eq!(code(&written), 0, "{words:?}: {}", stderr(&written));
        let own = record(&[&[family, "count"], rest].concat(), "");
        let again = record(&["dimacs", "count", "-"], &formula);
        assert_eq!((&again["count"], &again["complete"]), (&own["count"], &true.into()), "{words:?}");
        assert_eq!(own["complete"], true, "{words:?}");
    }
}

#[test]
fn an_explanation_has_the_sentences_of_the_encoding() {
    let puzzle = ["puzzles/sudoku/tiny.yaml", "--encoding", "minimal"];
    let formula =
        stdout(&jigsat(&[&["sudoku", "encode"], &puzzle[..], &["--format", "dimacs"]].concat(), ""));
    let text = stdout(&jigsat(&["explain", "-", "--format", "text"], &formula));
    for sentence in ["row 1 has at most one 1", "given r1c1=1", "r1c2=1 is false"] {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
}

#[test]
fn a_proof_of_an_impossible_formula_is_accepted() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let proof = folder.path().join("proof");
    let proof = proof.to_str().expect("its path is text");
    let [pigeons, colours] = ["pigeons-4-3", "two-colours"].map(|name| format!("puzzles/dimacs/{name}.cnf"));
    let solved = jigsat(&["solve", &pigeons, "--proof", proof], "");
    assert_eq!(code(&solved), 1, "{}", stderr(&solved));
    assert_eq!(code(&jigsat(&["check-proof", proof, "--puzzle", &pigeons], "")), 0);
    assert_eq!(code(&jigsat(&["check-proof", proof, "--puzzle", &colours], "")), 1);
}

#[test]
fn what_is_no_formula_ends_with_code_2() {
    for text in [
        "p wcnf 1 1 2\n2 1 0\n",
        "c v 1 a\nc v 2 b\nc p weight 1 0.5 0\np cnf 2 1\n1 2 0\n",
        "p CNF 2 1\n1 2 0\n",
        "p cnf 2 1\nx1 2 0\n",
        "p cnf 1 2\n1 0\n",
        "p cnf 1 1\n1\n",
        "p gcnf 1 1 1\n{1} 1 0\n",
    ] {
        for args in [&["solve", "-"][..], &["dimacs", "count", "-"]] {
            let output = jigsat(args, text);
            assert_eq!(code(&output), 2, "{args:?}: {text}");
            let error = stderr(&output);
            assert!(error.contains("found ") && error.contains("expected "), "{error}");
        }
    }
}

/// A formula that is completed while solving has further models. Its file and a warning say so, those of others don't.
#[test]
fn models_of_an_incomplete_formula_are_announced() {
    let split = ["fillomino", "encode", "puzzles/fillomino/split.yaml"];
    for (encoding, count) in [("lazy", "940 solutions"), ("tree-binary", "21 solutions")] {
        for form in ["dimacs", "gcnf"] {
            let written = jigsat(&[&split[..], &["--encoding", encoding, "--format", form]].concat(), "");
            let (text, is_lazy) = (stdout(&written), encoding == "lazy");
            let words = "the encoding 'lazy' is completed while solving, so this formula may have models that are not";
            assert_eq!(text.starts_with(&format!("c {words}")), is_lazy, "{form}");
            assert_eq!(stderr(&written).contains(words), is_lazy, "{form}: {}", stderr(&written));
            if form == "dimacs" {
                let counted = stdout(&jigsat(&["dimacs", "count", "-"], &text));
                assert!(counted.starts_with(count), "{encoding}: {counted}");
            }
        }
    }
    let text = jigsat(&[&split[..], &["--encoding", "lazy"]].concat(), "");
    assert!(stderr(&text).is_empty() && !stdout(&text).contains("is completed while solving"));
}

/// In every form in which a solution is written, `check` reads it again.
#[test]
fn solutions_are_checked_in_every_form() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("solution");
    let path = file.to_str().expect("its path is text");
    let puzzle = root().join("puzzles/dimacs/majority.cnf");
    let puzzle = puzzle.to_str().expect("its path is text");
    for format in ["text", "plain", "dimacs", "json", "yaml"] {
        fs::write(&file, jigsat(&["solve", puzzle, "--format", format], "").stdout)
            .expect("it can be written");
        let checked = jigsat(&["check", puzzle, path], "");
        assert_eq!(code(&checked), 0, "{format}: {}", stderr(&checked));
    }
    for (text, wanted) in [("1 2 -3 0\n", 0), ("1 -2 -3 0\n", 1), ("1 2 0\n", 1), ("1 2 9 0\n", 2)] {
        fs::write(&file, text).expect("it can be written");
        assert_eq!(code(&jigsat(&["check", puzzle, path], "")), wanted, "{text}");
    }
}
