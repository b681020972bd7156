//! `rules`: the rules of families in words, with an example.

mod common;

use common::{code, jigsat, stderr, stdout};
use jigsat_workbench::families;
use serde_json::Value;

fn record(words: &[&str]) -> Value {
    let output = jigsat(&[words, &["--format", "json"]].concat(), "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("JSON")
}

/// Each family whose puzzles have rules in common is listed, with a title, a task and its rules.
#[test]
fn all_are_listed() {
    let record = record(&["rules"]);
    let listed = record["families"].as_array().expect("a list");
    let having = families().filter(|family| !family.info().rules.is_empty());
    let names: Vec<&str> = having.map(|family| family.info().name.as_ref()).collect();
    assert_eq!(
        listed.iter().map(|family| family["family"].as_str().unwrap_or("")).collect::<Vec<_>>(),
        names
    );
    for family in listed {
        assert!(!family["rules"].as_array().expect("a list").is_empty(), "{family}");
        for key in ["title", "task"] {
            assert!(!family[key].as_str().unwrap_or_default().is_empty(), "{key}: {family}");
        }
        for text in family["rules"].as_array().into_iter().chain(family["notes"].as_array()).flatten() {
            assert!(text.as_str().is_some_and(|text| text.ends_with(['.', ')'])), "{text}");
        }
    }
    let text = stdout(&jigsat(&["rules"], ""));
    assert_eq!(text.lines().count(), names.len(), "{text}");
}

/// The example of each family can be read and is solved.
#[test]
fn each_has_an_example() {
    for family in families().filter(|family| !family.info().rules.is_empty()) {
        let name = &*family.info().name;
        let record = record(&["rules", name]);
        assert_eq!(record["families"][0]["family"], name);
        assert!(
            record["example"]["file"].as_str().is_some_and(|file| file.starts_with("puzzles/")),
            "{record}"
        );
        assert!(!record["example"]["solution"].is_null(), "{name}: {record}");
    }
}

#[test]
fn in_words() {
    let expected = "Norinori. Shade some cells of a board that is divided into regions.\n\
        1. Every region has two shaded cells.\n\
        2. Shaded cells come in pairs that touch along a border: each touches just one other.\n\
        As on puzz.link, no rule is about borders within a region.\n\nAn example:\n";
    for words in [&["rules", "norinori"][..], &["norinori", "rules"], &["rules", "Norinori"]] {
        let text = stdout(&jigsat(words, ""));
        assert!(text.starts_with(expected), "{text}");
        assert!(text.contains("\nIts solution:\n") && text.contains('#'), "{text}");
    }
}

/// A page of one's own has no example, unless one is given.
#[test]
fn of_a_page() {
    let page = "docs/src/guide/crosses.qprop";
    let text = stdout(&jigsat(&["rules", page], ""));
    assert!(text.starts_with("Crosses. Shade some of the cells.\n1. A number says"), "{text}");
    assert!(!text.contains("example"), "{text}");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let board = folder.path().join("board.txt");
    std::fs::write(&board, "- 3\n- -\n").expect("it can be written");
    let text = stdout(&jigsat(&["rules", page, "--example", board.to_str().expect("text")], ""));
    assert!(text.contains("\nIts solution:\n"), "{text}");
}

#[test]
fn what_has_no_rules() {
    for (words, message) in [
        (&["rules", "norinory"][..], "there is no family 'norinory'"),
        (&["rules", "dimacs"], "the puzzles of dimacs have no rules in common"),
        (&["rules", "--example", "akari/small"], "name the family of the example"),
        (&["akari", "rules", "hitori"], "rules of two families, akari and hitori"),
    ] {
        let output = jigsat(words, "");
        assert_eq!(code(&output), 2, "{words:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}
