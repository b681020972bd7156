//! Every picture that the pages show is made by the command beside it, and must be the one that is shown. Times are no two
//! times the same: pictures of times are drawn from the results that are stored beside them.

mod common;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use common::{is_current, root, stderr};

/// Drawn by a bench, from boards that are not part of jigsat; `crates/fillomino/tests/growth.rs` compares it with its rows.
const MEASURED: &str = "fillomino-growth.svg";

/// Commands of a page that draw: their words, without `jigsat`.
fn commands(page: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(page).expect("it is text").replace("\\\n", " ");
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("jigsat "));
    let words = lines.map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    words.filter(|words| !drawn(words).is_empty()).collect()
}

/// The pictures that a command writes.
fn drawn(words: &[String]) -> Vec<&String> {
    let pairs = words.iter().zip(words.iter().skip(1));
    pairs
        .filter(|(option, _)| ["--svg", "--scatter"].contains(&option.as_str()))
        .map(|(_, name)| name)
        .collect()
}

/// The files of a folder with one of these endings.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it is listed").path());
    entries.filter(|path| path.extension().is_some_and(|end| end == ending)).collect()
}

fn pictures_are_current(folder: &str) {
    let made_in = tempfile::tempdir().expect("a folder can be made");
    let at = root().join(folder);
    let name = |path: &PathBuf| path.file_name().expect("a file").to_str().expect("text").to_owned();
    let committed: BTreeSet<String> = files(&at, "svg").iter().map(name).collect();
    let mut made = BTreeSet::new();
    for words in files(&at, "md").iter().flat_map(|page| commands(page)) {
        let names: Vec<&String> =
            drawn(&words).into_iter().filter(|name| committed.contains(*name)).collect();
        if names.is_empty() || names.iter().all(|name| made.contains(*name)) {
            continue;
        }
        let place = |word: &String| made_in.path().join(word);
        let args = words.iter().map(|word| if names.contains(&word) { place(word) } else { word.into() });
        // Results are stored beside the page; names of puzzles and models are those of the project.
        let of_results = words[0] == "report";
        let output = Command::new(env!("CARGO_BIN_EXE_jigsat"))
            .args(args)
            .current_dir(if of_results { at.clone() } else { root() })
            .output()
            .expect("jigsat starts");
        for name in names {
            let svg =
                fs::read_to_string(place(name)).unwrap_or_else(|_| panic!("{words:?}: {}", stderr(&output)));
            is_current(&format!("{folder}/{name}"), &svg);
            made.insert(name.clone());
        }
    }
    let unknown: Vec<&String> = committed.difference(&made).filter(|name| *name != MEASURED).collect();
    assert!(unknown.is_empty(), "no command draws {unknown:?}");
}

#[test]
fn pictures_of_the_course_are_current() {
    pictures_are_current("docs/src/course");
}

#[test]
fn pictures_of_the_guide_are_current() {
    pictures_are_current("docs/src/guide");
}
