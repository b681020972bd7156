//! The models of the course: each rule matters for the count that the course shows, unless it says that it is redundant.

mod common;

use std::{fs, path::PathBuf};

use common::{code, jigsat, root, stderr, stdout};

/// Models that the course counts as they are, or with the data that they name.
fn models() -> Vec<PathBuf> {
    let folders = ["docs/src/course", "docs/src/course/exercises"].map(|folder| root().join(folder));
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("it is there"));
    let paths = entries.map(|entry| entry.expect("it is listed").path());
    let models = paths.filter(|path| path.extension().is_some_and(|end| end == "qprop"));
    models.chain([root().join("puzzles/qprop/sokoban.qprop")]).collect()
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
        let count = |more: &[&str]| {
            let output = jigsat(&[&["qprop", "count", model], more].concat(), "");
            let said = stdout(&output);
            let number = said.split(|char: char| !char.is_ascii_digit()).find(|word| !word.is_empty());
            (code(&output), number.and_then(|number| number.parse::<u64>().ok()), stderr(&output))
        };
        let (status, all, _) = count(&["--timeout", "2s"]);
        if status != 0 {
            // It needs data, has no solution, or too many to count: then no count can show what a rule does.
            continue;
        }
        let all = all.unwrap_or_else(|| panic!("{model} has no count"));
        // Without a rule there may be millions: one more is enough.
        let limit = (all + 1).to_string();
        for (rule, is_redundant) in rules(&fs::read_to_string(&path).expect("it is text")) {
            let (_, without, told) = count(&["--drop", &rule, "--limit", &limit]);
            let without = without.unwrap_or_else(|| panic!("{model} without {rule}: {told}"));
            assert_eq!(without == all, is_redundant, "{model} without {rule}: {without} in place of {all}");
            counted += 1;
        }
    }
    assert!(counted > 60, "{counted}");
}
