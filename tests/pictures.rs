//! Every picture of the course is made by the command below it, and must be the one that is shown.

mod common;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use common::{is_current, jigsat, root, stderr};

/// Pictures that show times, which no second run repeats.
const TIMES: [&str; 11] = [
    "at-most-one-growth.svg",
    "edge-matching-growth.svg",
    "fillomino-sizes.svg",
    "odd-boards-growth.svg",
    "races-cactus.svg",
    "races-scatter.svg",
    "slitherlink-growth.svg",
    "sokoban-growth.svg",
    "sudoku-growth.svg",
    "tiling-growth.svg",
    "growth.svg",
];

/// Commands of a page that draw, with the names of the pictures.
fn commands(page: &Path) -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(page).expect("it is text").replace("\\\n", " ");
    let commands = text.lines().filter_map(|line| line.strip_prefix("jigsat ")).filter_map(|line| {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let place = words.iter().position(|word| word == "--svg")?;
        Some((words.get(place + 1)?.clone(), words))
    });
    commands.collect()
}

fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/src/course")).expect("it is there");
    let pages = entries.map(|entry| entry.expect("it is listed").path());
    pages.filter(|page| page.extension().is_some_and(|end| end == "md")).collect()
}

#[test]
fn pictures_of_the_course_are_current() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut made = BTreeSet::new();
    for (name, words) in pages().iter().flat_map(|page| commands(page)) {
        if TIMES.contains(&name.as_str()) || !made.insert(name.clone()) {
            continue;
        }
        let file = folder.path().join(&name).to_str().expect("its path is text").to_owned();
        let words: Vec<&str> =
            words.iter().map(|word| if *word == name { file.as_str() } else { word }).collect();
        let output = jigsat(&words, "");
        let svg = fs::read_to_string(&file).unwrap_or_else(|_| panic!("{words:?}: {}", stderr(&output)));
        is_current(&format!("docs/src/course/{name}"), &svg);
    }
    let shown = fs::read_dir(root().join("docs/src/course")).expect("it is there");
    let shown = shown.map(|entry| entry.expect("it is listed").file_name().into_string().expect("text"));
    let unknown: Vec<String> = shown
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "svg"))
        .filter(|name| !made.contains(name) && !TIMES.contains(&name.as_str()))
        .collect();
    assert!(unknown.is_empty(), "no command draws {unknown:?}");
}
