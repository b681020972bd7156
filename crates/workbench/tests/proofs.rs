//! Folders of proofs: valid ones are accepted, and nothing that was changed is.
#![cfg(feature = "cadical")]

#[path = "common/corrupt.rs"]
mod corrupt;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use jigsat_kit::{NoFiles, Text};
use jigsat_workbench::{
    Ask, Board, Context, ProofRequest, SolveRequest, Status,
    check_proof::{NamedPuzzle, ProofFolder, TogetherRecord, check_pair},
    family, only,
};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

/// A proof to make: a puzzle of the library or a text, encoding, parts, the family's options.
struct Case {
    family: &'static str,
    text: String,
    unique: bool,
    encoding: Option<&'static str>,
    engine: Option<&'static str>,
    parts: Option<u32>,
    options: Value,
}

impl Case {
    fn new(family: &'static str, text: impl Into<String>) -> Self {
        Case {
            family,
            text: text.into(),
            unique: true,
            encoding: None,
            engine: None,
            parts: None,
            options: json!({}),
        }
    }

    fn prove(&self) -> (TempDir, PathBuf) {
        let mut ask = Ask { unique: self.unique, ..Ask::default() };
        ask.formula.encoding = self.encoding.map(Into::into);
        ask.search.engine = self.engine.map(Into::into);
        ask.options = self.options.as_object().cloned().unwrap_or_default();
        let within = TempDir::new().expect("a folder for the test");
        let folder = within.path().join("proof");
        let request = SolveRequest {
            proof: ProofRequest { folder: Some(folder.clone()), checked: false, parts: self.parts },
            ask,
            ..SolveRequest::default()
        };
        let solved = self
            .instance(&request.ask)
            .ask(&request, &Context::default())
            .unwrap_or_else(|error| panic!("{}: {error}", self.family));
        assert!(solved.record.certified.is_some(), "{}: {}", self.family, solved.verdict());
        (within, folder)
    }

    fn instance(&self, ask: &Ask) -> Arc<dyn Board> {
        let family = family(self.family).expect("a family");
        let prepared = family.prepare(ask).expect("a request");
        only(&*prepared, Text::of_string("puzzle", self.text.clone()), &NoFiles).expect("a puzzle")
    }
}

fn library(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A board of 4x4 with one solution.
const SMALL: &str =
    "kind: sudoku\ntitle: Small\nbox: 2x2\ngrid: |\n  1 2 3 .\n  . . 1 .\n  . . 4 .\n  . 3 . .\n";

/// A folder of each kind: one solution, none, parts, candidates of a lazy encoding, cuts of graphs, lengths,
/// a certificate.
fn cases() -> Vec<(&'static str, Case)> {
    let none = |case| Case { unique: false, ..case };
    vec![
        ("unique", Case::new("sudoku", SMALL)),
        ("parts", none(Case { parts: Some(3), ..Case::new("tiling", library("tiling/mutilated-8x8.yaml")) })),
        (
            "lengths",
            none(Case {
                engine: Some("sat"),
                options: json!({ "optimal": "moves" }),
                ..Case::new("sokoban", library("sokoban/tiny.xsb"))
            }),
        ),
        (
            "certificate",
            none(Case {
                options: json!({ "optimal": "moves" }),
                ..Case::new("sokoban", library("sokoban/tiny.xsb"))
            }),
        ),
        ("lazy", Case { encoding: Some("lazy"), ..Case::new("fillomino", library("fillomino/tiny.yaml")) }),
        // The two 2s are above the largest given.
        (
            "above the givens",
            Case { encoding: Some("lazy"), ..Case::new("fillomino", "kind: fillomino\ngrid: |\n  1 . .\n") },
        ),
        ("graph cuts", Case::new("slitherlink", library("slitherlink/tiny.yaml"))),
    ]
    .into_iter()
    .filter(|(_, case)| family(case.family).is_some())
    .collect()
}

fn check(folder: &Path) -> Result<(Status, TogetherRecord), String> {
    let folder = ProofFolder::open(folder, None, None, &Context::default());
    folder.and_then(ProofFolder::end).map_err(|error| error.to_string())
}

fn manifest(folder: &Path) -> String {
    fs::read_to_string(folder.join("manifest.json")).expect("a manifest")
}

/// Checks a folder with another manifest, and restores the true one.
fn check_with(folder: &Path, text: &str) -> Result<(Status, TogetherRecord), String> {
    let kept = manifest(folder);
    fs::write(folder.join("manifest.json"), text).expect("it can be written");
    let checked = check(folder);
    fs::write(folder.join("manifest.json"), kept).expect("it can be written");
    checked
}

/// The same manifest in the form of version 1, which has no seal: changes must be found in other ways.
fn without_seal(text: &str) -> String {
    let mut manifest: Map<String, Value> = serde_json::from_str(text).expect("a manifest");
    assert!(manifest.remove("seal").is_some());
    manifest.insert("schema".into(), 1.into());
    Value::from(manifest).to_string()
}

#[test]
fn what_was_proven_is_accepted_with_and_without_a_seal() {
    for (name, case) in cases() {
        let (_within, folder) = case.prove();
        for text in [manifest(&folder), without_seal(&manifest(&folder))] {
            let (status, record) =
                check_with(&folder, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(status, Status::Solved, "{name}: {}", record.words());
            assert!(record.holds && record.compared && record.digest.is_some(), "{name}");
        }
    }
}

#[test]
fn every_field_that_is_corrupted_is_found_by_the_seal() {
    for (name, case) in cases() {
        let (_within, folder) = case.prove();
        for (what, _, text) in corrupt::corrupted(&manifest(&folder)) {
            let accepted = check_with(&folder, &text).is_ok_and(|(status, _)| status == Status::Solved);
            assert!(!accepted, "{name}: {what}");
        }
    }
}

/// Labels that don't matter for the proof: the puzzle's file, and the name of a formula.
const LABELS: [&str; 2] = ["file", "what"];

#[test]
fn every_field_that_is_corrupted_is_found_without_a_seal() {
    for (name, case) in cases() {
        let (_within, folder) = case.prove();
        let honest = without_seal(&manifest(&folder));
        let cuts = honest.find("\"cuts\"").map_or(0..0, |start| {
            start..honest[start..].find("\"encoding\"").map_or(honest.len(), |end| start + end)
        });
        let mut count = 0;
        for (what, place, text) in corrupt::corrupted(&honest) {
            let is_label = LABELS.iter().any(|label| what.starts_with(&format!("{label}: ")));
            if is_label {
                continue;
            }
            count += 1;
            let accepted = check_with(&folder, &text).is_ok_and(|(status, _)| status == Status::Solved);
            // Other candidates may give the same formula; what counts is that it is refuted.
            let is_same = cuts.contains(&place) && !what.contains("cuts");
            assert!(!accepted || is_same, "{name}: {what}");
        }
        assert!(count > 30 && (name != "lazy" || !cuts.is_empty()), "{name}: {count}");
    }
}

/// Every list of a value, by its path.
fn lists(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            found.push(path.into());
            list.iter().enumerate().for_each(|(place, item)| lists(item, &format!("{path}/{place}"), found));
        }
        Value::Object(map) => map.iter().for_each(|(key, item)| lists(item, &format!("{path}/{key}"), found)),
        _ => {}
    }
}

#[test]
fn nothing_can_be_left_out_doubled_or_exchanged() {
    for (name, case) in cases() {
        let (_within, folder) = case.prove();
        let honest: Value = serde_json::from_str(&without_seal(&manifest(&folder))).expect("a manifest");
        let mut paths = Vec::new();
        lists(&honest, "", &mut paths);
        for path in paths {
            let length = honest.pointer(&path).and_then(Value::as_array).map_or(0, Vec::len);
            for place in 0..length {
                let changes: [fn(&mut Vec<Value>, usize); 3] = [
                    |list, place| drop(list.remove(place)),
                    |list, place| list.insert(place, list[place].clone()),
                    |list, place| list.swap(place, 0),
                ];
                for (number, change) in changes.into_iter().enumerate() {
                    let mut changed = honest.clone();
                    change(changed.pointer_mut(&path).and_then(Value::as_array_mut).expect("a list"), place);
                    if changed == honest {
                        continue;
                    }
                    let accepted = check_with(&folder, &changed.to_string())
                        .is_ok_and(|(status, _)| status == Status::Solved);
                    // The order of formulas, reasons and their parts doesn't matter, except for that of cubes.
                    let is_order = number == 2 && !path.contains("solution") && !path.contains("cuts");
                    let is_twice = number == 1 && path.starts_with("/grounds");
                    // Other candidates may give the same formula.
                    let is_same = path.contains("cuts/");
                    assert!(!accepted || is_order || is_twice || is_same, "{name}: {path} {place} {number}");
                }
            }
        }
    }
}

#[test]
fn what_is_compared_with_no_puzzle_is_not_proven() {
    let (_within, folder) = Case::new("sudoku", SMALL).prove();
    let mut manifest: Map<String, Value> = serde_json::from_str(&without_seal(&manifest(&folder))).unwrap();
    manifest.remove("text");
    fs::write(folder.join("manifest.json"), Value::from(manifest).to_string()).unwrap();
    let checked = ProofFolder::open(&folder, None, None, &Context::default()).unwrap();
    assert!(checked.subject().contains("only the steps are checked"), "{}", checked.subject());
    let (status, record) = checked.end().unwrap();
    assert_eq!((status, record.holds, record.compared), (Status::Unknown, false, false));
    assert!(record.words().starts_with("not proven: there is no solution other than this one: "));
    // A puzzle of the user's own is accepted.
    let checked = |text: &str| {
        ProofFolder::open(&folder, Some(mine(text)), None, &Context::default()).and_then(ProofFolder::end)
    };
    let (status, record) = checked(SMALL).unwrap();
    assert_eq!((status, record.compared_with.as_deref()), (Status::Solved, Some("mine.yaml")));
    let (status, record) = checked(&SMALL.replace("1 2 3 .", "1 . 3 .")).unwrap();
    assert_eq!(status, Status::Impossible, "{}", record.words());
}

#[test]
fn the_puzzle_of_the_user_is_compared_with_the_manifest() {
    let (_within, folder) = Case::new("sudoku", SMALL).prove();
    let checked = |text: &str| {
        let folder = ProofFolder::open(&folder, Some(mine(text)), None, &Context::default()).unwrap();
        let subject = folder.subject();
        folder.end().map(|(status, record)| (status, record, subject))
    };
    let (status, record, subject) = checked(&SMALL.replace("Small", "Mine")).unwrap();
    assert_eq!(status, Status::Solved, "{}", record.words());
    assert!(
        subject.starts_with("claim: there is no solution other than this one; of sudoku 'Small' from puzzle")
    );
    assert!(subject.contains("blake3:") && subject.contains("mine.yaml"), "{subject}");
    let other = SMALL.replace(". 3 . .", "4 3 . .");
    let (status, record, _) = checked(&other).unwrap();
    assert_eq!(status, Status::Impossible);
    let claim = "there is no solution other than this one";
    assert_eq!(record.words(), format!("not proven: {claim}: the proof is of another puzzle than mine.yaml"));
    // The manifest's solution is not one of a board of another size.
    let larger = ".".repeat(81);
    let mut folder = ProofFolder::open(&folder, Some(mine(&larger)), None, &Context::default()).unwrap();
    let record = folder.next().unwrap().unwrap();
    assert!(record.other_puzzle && !record.holds, "{record:?}");
    assert_eq!(
        record.words(),
        format!("not compared: {claim}: the proof is of another puzzle than mine.yaml")
    );
    assert_eq!(folder.end().unwrap().0, Status::Impossible);
}

/// The user's puzzle.
fn mine(text: &str) -> NamedPuzzle {
    NamedPuzzle { text: Text::of_string("mine.yaml", text.to_owned()), options: Map::new(), page: None }
}

#[test]
fn versions_that_are_not_known_are_named() {
    let (_within, folder) = Case::new("sudoku", SMALL).prove();
    let text = manifest(&folder).replace("\"schema\":2", "\"schema\":3");
    let error = check_with(&folder, &text).unwrap_err();
    assert!(error.contains("is of schema 3, expected one from 1 to 2"), "{error}");
    let error = check_with(&folder, &manifest(&folder).replace("\"claim\"", "\"clam\"")).unwrap_err();
    assert!(error.contains("unknown field `clam`"), "{error}");
}

#[test]
fn a_solution_of_another_shape_is_refused() {
    let Some((_, case)) = cases().into_iter().find(|(name, _)| *name == "lazy") else { return };
    let (_within, folder) = case.prove();
    let honest: Value = serde_json::from_str(&without_seal(&manifest(&folder))).unwrap();
    for path in ["/solution/grid", "/proofs/0/cuts/0/grid"] {
        if honest.pointer(path).is_none() {
            assert!(path.contains("cuts"), "{path}");
            continue;
        }
        for grid in [json!([]), json!([[]]), json!([[1]]), json!([[3, 3, 3], [1]]), json!([[0, 0], [0, 0]])] {
            let mut changed = honest.clone();
            *changed.pointer_mut(path).unwrap() = grid;
            let accepted =
                check_with(&folder, &changed.to_string()).is_ok_and(|(status, _)| status == Status::Solved);
            assert!(!accepted, "{path}: {changed}");
        }
    }
}

#[test]
fn no_file_outside_of_the_folder_is_read() {
    let (within, folder) = Case::new("sudoku", SMALL).prove();
    for name in ["001.cnf", "001.lrat"] {
        fs::copy(folder.join(name), within.path().join(name)).unwrap();
        for other in [format!("../{name}"), within.path().join(name).display().to_string(), ".".into()] {
            let text = without_seal(&manifest(&folder)).replace(name, &other);
            let error = check_with(&folder, &text).unwrap_err();
            assert!(
                error.contains("not a file in this folder") || error.contains("no plain file"),
                "{error}"
            );
        }
    }
    #[cfg(unix)]
    {
        fs::remove_file(folder.join("001.cnf")).unwrap();
        std::os::unix::fs::symlink("../001.cnf", folder.join("001.cnf")).unwrap();
        let error = check(&folder).unwrap_err();
        assert!(error.contains("is not a regular file in this folder"), "{error}");
    }
}

#[test]
fn a_limit_leaves_it_open() {
    let (_within, folder) = Case::new("sudoku", SMALL).prove();
    let (status, record) =
        ProofFolder::open(&folder, None, Some(0.0), &Context::default()).and_then(ProofFolder::end).unwrap();
    assert_eq!(status, Status::Unknown, "{}", record.words());
    let pair = ["001.cnf", "001.lrat"].map(|name| folder.join(name));
    let checked = |timeout| check_pair(&pair[0], &pair[1], timeout, &Context::default()).unwrap();
    let (status, record) = checked(Some(0.0));
    assert_eq!((status, record.holds), (Status::Unknown, false));
    assert_eq!(record.violation.as_deref(), Some("left open: time limit reached"));
    let (status, record) = checked(None);
    assert_eq!(status, Status::Solved);
    assert!(record.words().starts_with("holds: the formula ("), "{}", record.words());
}
