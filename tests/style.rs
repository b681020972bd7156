//! Words that the style page (docs/src/guide/style.md) rules out don't occur in anything that people read: pages, the
//! README and the CHANGELOG, help, messages, the sentences of rules, doc comments.

mod common;

use std::{fs, path::Path};

use common::root;

/// The words of the left column of the page's table.
fn ruled_out() -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/src/guide/style.md")).expect("it is there");
    let table = page.split_once("| --- | --- |\n").expect("it has a table").1;
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" |"));
    let words: Vec<String> =
        rows.flat_map(|(words, _)| words.split(", ").map(str::to_owned).collect::<Vec<_>>()).collect();
    assert!(words.len() > 10, "{words:?}");
    words
}

/// Adds the files in a folder and below it whose names have one of these ends.
fn files(folder: &Path, ends: &[&str], found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).expect("it is a folder") {
        let path = entry.expect("it is listed").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.is_dir() {
            if !["target", "schemas"].contains(&name.as_str()) {
                files(&path, ends, found);
            }
        } else if ends.iter().any(|end| name.ends_with(end)) && name != "style.md" {
            found.push(path);
        }
    }
}

/// Whether people read a line of a source file: doc comments and texts in quotes; in tests, only doc comments.
fn is_read(path: &Path, line: &str) -> bool {
    let trimmed = line.trim_start();
    if trimmed.starts_with("//") {
        return trimmed.starts_with("///") || trimmed.starts_with("//!");
    }
    let is_test = path.strip_prefix(root()).unwrap_or(path).iter().any(|part| part == "tests");
    line.contains('"') && !is_test
}

/// A line in lower case, without the code spans between backticks.
fn prose(line: &str) -> String {
    line.to_lowercase().split('`').step_by(2).collect::<Vec<_>>().join("`")
}

#[test]
fn code_spans_are_left_out() {
    assert_eq!(prose("Of `this` and `that`, nothing"), "of ` and `, nothing");
}

#[test]
fn ruled_out_words_are_not_used() {
    let words = ruled_out();
    let mut paths = vec![root().join("README.md"), root().join("CHANGELOG.md")];
    files(&root().join("docs/src"), &[".md"], &mut paths);
    files(&root().join("crates"), &[".rs"], &mut paths);
    files(&root().join("tests"), &[".rs"], &mut paths);
    files(&root().join("puzzles"), &[".yaml", ".txt", ".xsb", ".sok", ".qprop"], &mut paths);
    let mut found = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("it is text");
        let is_source = path.extension().is_some_and(|end| end == "rs");
        for (number, line) in (1..).zip(text.lines()) {
            if is_source && !is_read(&path, line) {
                continue;
            }
            let line = prose(line);
            let is_word = |word: &&String| {
                line.match_indices(word.as_str()).any(|(at, _)| {
                    let is_letter = |char: Option<char>| char.is_some_and(char::is_alphabetic);
                    !is_letter(line[..at].chars().next_back())
                        && !is_letter(line[at + word.len()..].chars().next())
                })
            };
            let bad = words.iter().filter(is_word);
            found.extend(bad.map(|word| format!("{}:{number}: '{word}'", path.display())));
        }
    }
    assert!(found.is_empty(), "docs/src/guide/style.md says what to write instead:\n{}", found.join("\n"));
}
