//! The pages for contributors describe the source correctly: paths, names, arrows, versions.

use std::{collections::BTreeMap, fs, path::Path};

const DESIGN: &str = "docs/src/guide/design.md";
const ADD_A_FAMILY: &str = "docs/src/guide/add-a-family.md";
const STABILITY: &str = "docs/src/guide/stability.md";

/// The crate that the first part of `add-a-family.md` is about.
const EXAMPLE: &str = "docs/examples/queens";

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The code spans of a line.
fn spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The lines of a page that are not part of a block of code.
fn prose(page: &str) -> Vec<&str> {
    let mut in_block = false;
    let outside = |line: &&str| {
        let is_fence = line.starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    };
    page.lines().filter(outside).collect()
}

/// The rows of the table whose head begins with this cell, cell by cell.
fn table<'p>(page: &'p str, head: &str) -> Vec<Vec<&'p str>> {
    let head = format!("| {head} |");
    let rows = page.lines().skip_while(|line| !line.starts_with(&head)).skip(2);
    let cells = |row: &'p str| row.trim_matches('|').split(" | ").map(str::trim).collect();
    let rows: Vec<Vec<&str>> = rows.take_while(|line| line.starts_with('|')).map(cells).collect();
    assert!(!rows.is_empty(), "there is a table '{head}'");
    rows
}

/// Whether a span is a path of the project.
fn is_path(span: &str) -> bool {
    let folders = ["crates", "docs", "tests", "puzzles", "snapshots", "src"];
    let files = ["Cargo.toml", "README.md", "CHANGELOG.md", "THIRD-PARTY.md"];
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "/-_.".contains(char);
    let first = span.split('/').next().unwrap_or_default();
    files.contains(&span) || folders.contains(&first) && span.chars().all(is_plain)
}

/// The names of the families: crates that implement `Family`.
fn families() -> Vec<String> {
    let crates = fs::read_dir("crates").expect("it is there").map(|entry| entry.expect("it is listed"));
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("its name is text");
    let is_family = |name: &String| {
        let file = format!("crates/{name}/src/family.rs");
        Path::new(&file).exists() && read(&file).contains("\nimpl Family for ")
    };
    let mut names: Vec<String> = crates.map(name).filter(is_family).collect();
    names.sort();
    assert!(names.len() >= 6, "{names:?}");
    names
}

/// The files that a path means: FAMILY is each family, or most of them; NAME is a file that does not exist yet, so its
/// folder counts.
fn files(path: &str) -> Vec<String> {
    let path = match path.split_once("NAME") {
        Some((before, _)) => before.trim_end_matches(|char| char != '/'),
        None => path,
    };
    if !path.contains("FAMILY") {
        let candidates = [path.to_owned(), format!("{EXAMPLE}/{path}")];
        return candidates.into_iter().filter(|path| Path::new(path).exists()).take(1).collect();
    }
    let families = families();
    let all: Vec<String> = families.iter().map(|family| path.replace("FAMILY", family)).collect();
    let found: Vec<String> = all.into_iter().filter(|path| Path::new(path).exists()).collect();
    if found.len() * 2 > families.len() { found } else { Vec::new() }
}

#[test]
fn the_map_is_short() {
    let lines = read(DESIGN).lines().count();
    assert!(lines <= 200, "{DESIGN} has {lines} lines");
}

#[test]
fn every_path_is_there() {
    for (page, least) in [(DESIGN, 70), (ADD_A_FAMILY, 25), ("docs/src/guide/proofs.md", 1)] {
        let text = read(page);
        let lines = prose(&text);
        let paths: Vec<&str> =
            lines.iter().flat_map(|line| spans(line)).filter(|span| is_path(span)).collect();
        let lost: Vec<&&str> = paths.iter().filter(|path| files(path).is_empty()).collect();
        assert!(lost.is_empty(), "{page} names what is not there: {lost:?}");
        assert!(paths.len() >= least, "{page} names {} paths", paths.len());
    }
}

/// A crate is above all crates that it uses, so that no arrow points upwards.
#[test]
fn the_picture_shows_what_uses_what() {
    let page = read(DESIGN);
    let picture = page.split("```").find(|block| block.starts_with("text\n")).expect("there is a picture");
    let mut place: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, line) in picture.lines().enumerate() {
        for word in line.split_whitespace() {
            place.entry(word).or_insert(number);
        }
    }
    let mut arrows = 0;
    for entry in fs::read_dir("crates").expect("it is there") {
        let name = entry.expect("it is listed").file_name().into_string().expect("its name is text");
        let own = place.get(&*name).unwrap_or_else(|| panic!("the picture lacks {name}"));
        let manifest = format!("crates/{name}/Cargo.toml");
        // The command is the root package's program.
        let manifest = read(if Path::new(&manifest).exists() { &manifest } else { "Cargo.toml" });
        let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        for line in lines.take_while(|line| !line.starts_with('[')) {
            let Some(rest) = line.strip_prefix("jigsat-") else { continue };
            let used = rest.split(['.', ' ']).next().unwrap_or_default();
            let below = place.get(used).unwrap_or_else(|| panic!("the picture lacks {used}"));
            assert!(own < below, "{name} uses {used}, which the picture doesn't have below it");
            arrows += 1;
        }
    }
    assert!(arrows > 30, "{arrows} arrows");
}

#[test]
fn what_is_said_to_be_somewhere_is_there() {
    let page = read(DESIGN);
    let rows = table(&page, "where …");
    assert!(rows.len() >= 10, "{} questions", rows.len());
    for row in rows {
        let [question, answer] = row[..] else { panic!("{row:?} has two cells") };
        let (paths, names): (Vec<&str>, Vec<&str>) = spans(answer).partition(|span| is_path(span));
        assert!(!paths.is_empty(), "where {question} {answer} names no file");
        let sources: Vec<String> =
            paths.iter().flat_map(|path| files(path)).map(|path| read(&path)).collect();
        for name in names {
            let name = name.trim_end_matches('!');
            assert!(sources.iter().any(|source| source.contains(name)), "where {question}: no '{name}'");
        }
    }
}

#[test]
fn traits_are_where_the_map_has_them() {
    let page = read(DESIGN);
    let mut source = String::new();
    for row in table(&page, "trait") {
        for path in spans(row[0]).filter(|span| is_path(span)) {
            source = read(path);
        }
        for name in spans(row[0]).filter(|span| !is_path(span)) {
            assert!(source.contains(&format!("pub trait {name}")), "no trait {name} there");
        }
    }
}

/// The names of a trait's methods.
fn methods(path: &str, name: &str) -> Vec<String> {
    let source = read(path);
    let start = source.find(&format!("pub trait {name}")).expect("the trait is there");
    let body = source[start..].split("\n}\n").next().unwrap_or_default();
    let names = body.lines().filter_map(|line| line.strip_prefix("    fn ")?.split(['(', '<']).next());
    names.map(str::to_owned).collect()
}

#[test]
fn a_family_implements_what_its_page_says() {
    let page = read(ADD_A_FAMILY);
    let listed = |head: &str| -> Vec<String> {
        table(&page, head).iter().flat_map(|row| spans(row[0])).map(str::to_owned).collect()
    };
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let family = methods("crates/kit/src/family.rs", "Family");
    assert_eq!(sorted(listed("`Family`")), sorted(family), "the methods of Family");

    let puzzle = methods("crates/solve/src/puzzle.rs", "Puzzle");
    let text = prose(&page).join("\n");
    for name in &puzzle {
        assert!(text.contains(&format!("`{name}`")), "the page says nothing of Puzzle::{name}");
    }
    for row in table(&page, "file in `crates/FAMILY/src`") {
        for file in spans(row[0]) {
            let path = format!("crates/FAMILY/src/{file}");
            assert!(!files(&path).is_empty(), "most families have no {path}");
        }
    }

    let completion = methods("crates/solve/src/completion.rs", "Completion");
    let listed_methods = listed("method");
    for name in &completion {
        assert!(listed_methods.contains(name), "the page says nothing of Completion::{name}");
    }
    let formula = ["formula", "cnf"].map(|file| read(&format!("crates/cnf/src/{file}.rs"))).concat();
    for name in listed_methods {
        let is_known = completion.contains(&name) || formula.contains(&format!("pub fn {name}("));
        assert!(is_known, "there is no method {name} any more");
    }
}

/// The versions of stored formats are those of the source.
#[test]
fn versions_are_current() {
    let page = read(STABILITY);
    let rows = table(&page, "what is stored");
    for (what, file, constant) in [
        ("records", "crates/workbench/src/record.rs", "pub const SCHEMA: u32 = "),
        ("results of `batch`", "crates/workbench/src/record.rs", "pub const SCHEMA: u32 = "),
        ("folders of proofs", "crates/workbench/src/prove/manifest.rs", "pub const VERSION: u32 = "),
        ("folders of `cubes`", "crates/workbench/src/cubes/manifest.rs", "pub const VERSION: u32 = "),
        ("folders of `batch", "crates/workbench/src/record.rs", "pub const SCHEMA: u32 = "),
    ] {
        let row = rows.iter().find(|row| row[0].starts_with(what)).expect("there is a row");
        let source = read(file);
        let version = source.split(constant).nth(1).and_then(|rest| rest.split(';').next());
        assert_eq!(Some(row[1]), version, "{what}");
    }
}
