//! Families are named by themselves: what others know of them is data of the registry.

use std::{fs, path::Path};

use jigsat_workbench::names;

use crate::common::root;

/// Sources that know no family by name, and what of them is looked at: string literals of Rust, all of TypeScript.
const SOURCES: [&str; 9] = [
    "crates/cli",
    "crates/cnf/src",
    "crates/grid/src",
    "crates/input/src",
    "crates/kit/src",
    "crates/serve/src",
    "crates/solve/src",
    "crates/web",
    "crates/workbench/src",
];

/// Files and folders that may name families, and why.
const EXCEPTIONS: [(&str, &str); 6] = [
    ("crates/cli/args", "examples in the help of the command"),
    ("crates/cli/batch.rs", "files of models and pages have the extension of that name"),
    ("crates/kit/src/links/penpa.rs", "names in the data of Penpa"),
    ("crates/web/page/src/engine/records.ts", "descriptions of the schemas that it is made from"),
    ("crates/workbench/src/recognise.rs", "examples in messages"),
    (
        "crates/workbench/src/verbs",
        "examples in the help; bridges from one family to another, by their types",
    ),
];

/// A family whose name is also that of a format of formulas, which every family has.
const FORMAT: &str = "dimacs";

#[test]
fn families_are_named_by_themselves() {
    let names: Vec<&str> = names().into_iter().filter(|name| *name != FORMAT).collect();
    assert!(names.len() > 30, "found only {names:?}");
    let mut excused = vec![false; EXCEPTIONS.len()];
    let (mut files, mut found) = (0, Vec::new());
    for source in SOURCES {
        walk(&root().join(source), &mut |path, text| {
            files += 1;
            let path = path.strip_prefix(root()).expect("it is inside").display().to_string();
            let is_rust = Path::new(&path).extension().is_some_and(|end| end == "rs");
            let texts = if is_rust { strings(text) } else { text.lines().map(str::to_owned).collect() };
            for text in texts.iter().filter(|text| names.iter().any(|name| has_word(text, name))) {
                match EXCEPTIONS.iter().position(|(prefix, _)| path.starts_with(prefix)) {
                    Some(place) => excused[place] = true,
                    None => found.push(format!("{path}: {}", text.trim())),
                }
            }
        });
    }
    assert!(files > 250, "looked only at {files} files");
    assert!(found.is_empty(), "let the family say it, in its Info or by a method:\n{}", found.join("\n"));
    for ((path, _), excused) in EXCEPTIONS.iter().zip(excused) {
        assert!(excused, "{path} needs no exception");
    }
}

#[test]
fn names_are_found() {
    let text = "// \"sudoku\"\nlet a = '\"'; // \"tapa\"\nlet b = \"kind: \\\"hashi\\\"\";\n#[cfg(test)]\nmod tests { \"lits\" }";
    assert_eq!(strings(text), ["kind: \\\"hashi\\\""]);
    assert!(has_word("kind: \\\"hashi\\\"", "hashi") && has_word("a Sudoku", "sudoku"));
    assert!(!has_word("hashikake", "hashi") && !has_word("my-hashi", "hashi") && !has_word("QPROP", "qprop"));
}

/// Gives every source below a folder, without what is installed there.
fn walk(folder: &Path, give: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the folder is read").path();
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() && name != "node_modules" && name != "test" && name != "tests" {
            walk(&path, give);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "ts") {
            give(&path, &fs::read_to_string(&path).expect("a source is text"));
        }
    }
}

/// The string literals of a source, without those in comments and in tests at its end.
fn strings(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let (mut strings, mut rest) = (Vec::new(), source);
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (begun, after) = (&rest[at..], &rest[at + 1..]);
        rest = if begun.starts_with("//") {
            begun.split_once('\n').map_or("", |(_, rest)| rest)
        } else if let Some(rest) = begun.strip_prefix("'\"'") {
            rest
        } else if let Some(rest) = begun.strip_prefix("'\\\"'") {
            rest
        } else if begun.starts_with('"') {
            let mut is_escaped = false;
            let end = after.find(|char| {
                let ends = char == '"' && !is_escaped;
                is_escaped = char == '\\' && !is_escaped;
                ends
            });
            let end = end.unwrap_or(after.len());
            strings.push(after[..end].to_owned());
            after.get(end + 1..).unwrap_or_default()
        } else {
            after
        };
    }
    strings
}

/// Whether a text has a name as a word of its own. The language of models is written in capital letters.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || char == '_' || char == '-';
    let lower = text.to_lowercase();
    lower.match_indices(name).any(|(at, _)| {
        let is_whole = !lower[..at].ends_with(is_part) && !lower[at + name.len()..].starts_with(is_part);
        is_whole && text.get(at..at + name.len()) != Some(&*name.to_uppercase())
    })
}
