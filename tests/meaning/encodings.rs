//! The encodings of each family, compared with each other and with weakened ones.

use serde_json::Value;

use crate::common::{code, jigsat, stderr, stdout};

/// The record of a comparison, and its exit code.
fn diff(words: &[&str]) -> (i32, Value) {
    let output = jigsat(&[words, &["--format", "json"]].concat(), "");
    let record = serde_json::from_str(&stdout(&output));
    (code(&output), record.unwrap_or_else(|error| panic!("{words:?}: {error}: {}", stderr(&output))))
}

/// Asserts that all of these encodings mean the same, pairwise.
fn same(family: &str, encodings: &[&str], more: &[&str]) {
    for (place, one) in encodings.iter().enumerate() {
        for other in &encodings[place + 1..] {
            let (one, other) = (format!("{family}:{one}"), format!("{family}:{other}"));
            let words = [&["diff", &one, &other], more].concat();
            let (code, record) = diff(&words);
            assert_eq!((code, record["status"].as_str()), (0, Some("same")), "{words:?} {record}");
            assert_eq!(record["vacuous"], Value::Null, "there are solutions: {words:?} {record}");
        }
    }
}

#[test]
fn encodings_of_sudoku() {
    same("sudoku", &["course", "minimal", "extended", "triads"], &["--sizes", "2x2,2x3"]);
    let (_, record) = diff(&["diff", "sudoku:minimal", "sudoku:extended", "--sizes", "3x3"]);
    assert_eq!(record["status"], "same", "{record}");
    assert_eq!(record["scope"], "rules", "{record}");
    let asked = record["directions"][0]["asked"].as_u64().expect("a number");
    assert!(asked < 20, "constraints that are alike need one question: {record}");
}

#[test]
fn encodings_of_other_families() {
    let small = ["--on", "puzzles/edge-matching/small.yaml"];
    same("edge-matching", &["two-level", "placement", "located", "compact"], &small);
    same("edge-matching", &["two-level", "placement", "located", "compact"], &["--sizes", "3x3"]);
    same("tiling", &["placement", "naive", "pairs", "cell"], &["--on", "puzzles/tiling/shape-fitting.txt"]);
    same(
        "fillomino",
        &["lazy", "tree-binary", "tree-unary", "warshall"],
        &["--on", "puzzles/fillomino/tiny.yaml"],
    );
    same("slitherlink", &["edges:graph=lazy", "edges:graph=tree"], &["--sizes", "2x2,3x3"]);
    same("sokoban", &["labelled", "moves"], &["--on", "puzzles/sokoban/tiny.xsb"]);
    same("sokoban", &["labelled", "moves"], &[]);
}

/// If no side has a solution, that both mean the same says little, and a note says so.
#[test]
fn a_vacuous_comparison_says_so() {
    let words =
        ["diff", "sudoku:course", "sudoku:minimal", "--on", "puzzles/sudoku/impossible.yaml", "--givens"];
    let (status, record) = diff(&words);
    assert_eq!((status, record["vacuous"].as_bool()), (0, Some(true)), "{record}");
    let output = jigsat(&words, "");
    assert!(stderr(&output).contains("neither side has a solution"), "{}", stderr(&output));
}

/// Without a rule, the difference names it.
#[test]
fn a_dropped_rule_is_named() {
    for rule in ["row", "column", "box"] {
        let weak = format!("sudoku:minimal:drop={rule}");
        let (code, record) = diff(&["diff", "sudoku:course", &weak, "--sizes", "2x2"]);
        assert_eq!(code, 1, "{record}");
        assert_eq!(record["directions"][0]["lacks"], "none", "{record}");
        let difference = &record["directions"][1]["difference"];
        assert_eq!(difference["rules"], serde_json::json!([rule]), "{record}");
        assert_eq!(difference["forbidden"].as_array().map(Vec::len), Some(2), "{record}");
    }
}

/// With the family named, its encodings need no other name, and its options are there.
#[test]
fn the_family_may_be_named_first() {
    let (status, record) = diff(&["sudoku", "diff", "course", "extended", "--sizes", "2x2"]);
    assert_eq!((status, record["status"].as_str()), (0, Some("same")), "{record}");
    let model = "puzzles/qprop/sudoku.qprop";
    let words = ["qprop", "diff", model, model, "--data", "puzzles/qprop/sudoku.yaml"];
    assert_eq!(diff(&words).0, 0);
    let (status, record) =
        diff(&["sokoban", "diff", "labelled", "moves", "--on", "puzzles/sokoban/push.xsb", "--steps", "6"]);
    assert_eq!((status, record["status"].as_str()), (0, Some("same")), "{record}");
}
