//! The models of the course: each rule matters for the count that the course shows, unless it says that it is redundant.

mod common;

use std::{fs, path::PathBuf};

use common::{code, jigsat, root, stderr, stdout};

/// Models that the course counts as they are, without data.
fn models() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/src/course/exercises")).expect("it is there");
    let paths = entries.map(|entry| entry.expect("it is listed").path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "qprop")).collect()
}

/// The names of the asserts, and whether each is redundant.
fn rules(text: &str) -> Vec<(String, bool)> {
    let asserts = text.lines().filter_map(|line| line.strip_prefix("assert "));
    let rule = |assert: &str| {
        let mut words = assert.split([' ', ':']);
        let name = words.next().unwrap_or_default().to_owned();
        (name, words.next() == Some("redundant"))
    };
    asserts.map(rule).collect()
}

#[test]
fn each_rule_of_an_exercise_matters() {
    let mut counted = 0;
    for path in models() {
        let model = path.to_str().expect("its path is text");
        let count = |drop: Option<&str>| {
            let drop = drop.map_or(vec![], |rule| vec!["--drop", rule]);
            // Without a rule there may be millions: the first second shows that there are more.
            let output = jigsat(&[&["qprop", "count", model, "--timeout", "2s"], &drop[..]].concat(), "");
            (code(&output), stdout(&output), stderr(&output))
        };
        let (status, all, _) = count(None);
        if status != 0 {
            // It needs data, or has no solution: then no count can show what a rule does.
            continue;
        }
        for (rule, is_redundant) in rules(&fs::read_to_string(&path).expect("it is text")) {
            let (status, without, told) = count(Some(&rule));
            if status == 3 && is_redundant {
                // Not counted to its end, so nothing can be said.
                continue;
            }
            assert!(!without.is_empty(), "{model} without {rule}: {told}");
            assert_eq!(without == all, is_redundant, "{model} without {rule}: {without} in place of {all}");
            counted += 1;
        }
    }
    assert!(counted > 60, "{counted}");
}
