//! `jigsat diff` on models that are wrong in ten ways, and on right ones: none is judged wrongly, neither as a model
//! nor as a formula in DIMACS. The models are edits of four originals, listed in `models.txt`. And encodings of one
//! family, pairwise.

#[path = "../common/mod.rs"]
mod common;
mod encodings;
mod grading;
mod models;
mod repository;
mod stored;

use std::{fs, path::Path};

use common::{code, jigsat, stderr, stdout};
use models::{Expected, Model, models};

/// What `diff` says of a model on one instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Same,
    Differs,
    Refused,
}

/// Compares two files.
fn diff(reference: &Path, submission: &Path, map: Option<&Path>, title: &str) -> Verdict {
    let text = |path: &Path| path.to_str().expect("a path is text").to_owned();
    let mut words =
        vec!["diff".to_owned(), text(reference), text(submission), "--format".into(), "json".into()];
    if let Some(map) = map {
        words.extend(["--map".to_owned(), text(map)]);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = jigsat(&words, "");
    let (said, error) = (stdout(&output), stderr(&output));
    match code(&output) {
        0 => Verdict::Same,
        1 => {
            assert!(said.contains("\"forbidden\":"), "{title}: {said}");
            Verdict::Differs
        }
        2 => {
            assert!(said.contains("only ") && said.contains(" shows "), "{title}: {said}{error}");
            Verdict::Refused
        }
        other => panic!("{title}: {other}: {said}{error}"),
    }
}

/// The verdict on the instances of a model, from the first on, until one differs.
fn judged(model: &Model, folder: &Path) -> Verdict {
    let map = (!model.map.is_empty()).then(|| folder.join("map.txt"));
    if let Some(map) = &map {
        fs::write(map, &model.map).expect("a file can be written");
    }
    for (reference, submission) in model.instances() {
        let [original, edited, formula] =
            ["original.qprop", "edited.qprop", "edited.cnf"].map(|name| folder.join(name));
        fs::write(&original, &reference).expect("a file can be written");
        fs::write(&edited, &submission).expect("a file can be written");
        let encoded = jigsat(&["qprop", "encode", edited.to_str().expect("text"), "--format", "dimacs"], "");
        assert_eq!(code(&encoded), 0, "{}: {}", model.title, stderr(&encoded));
        fs::write(&formula, &encoded.stdout).expect("a file can be written");
        let verdict = diff(&original, &edited, map.as_deref(), &model.title);
        assert_eq!(
            diff(&original, &formula, map.as_deref(), &model.title),
            verdict,
            "{} as DIMACS",
            model.title
        );
        if verdict != Verdict::Same {
            return verdict;
        }
    }
    Verdict::Same
}

/// What follows only by counting: nine rows have a 1 each, so nine boxes have one. A search alone doesn't end.
#[test]
fn models_are_the_same_by_counting() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let model = fs::read_to_string("puzzles/qprop/sudoku.qprop").expect("it is there");
    let model = model.replace("data \"sudoku.yaml\"\n", "");
    fs::write(at("model.qprop"), &model).expect("a file can be written");
    fs::write(at("data.yaml"), "box_rows: 3\nbox_columns: 3\nclue: []\n").expect("a file can be written");
    let changes = [
        ("b: B, d: D . exactly", "b: B, d: D | d > 1 . exactly", true),
        ("c: C . exactly 1 d: D", "c: C . atleast 1 d: D", true),
        ("d: D . exactly 1 c: C", "d: D | r < 9 . exactly 1 c: C", true),
        ("b: B, d: D . exactly", "b: B, d: D | d > 2 . exactly", false),
    ];
    for (from, to, is_same) in changes {
        assert!(model.contains(from), "{from}");
        fs::write(at("other.qprop"), model.replace(from, to)).expect("a file can be written");
        let output =
            jigsat(&["diff", &at("model.qprop"), &at("other.qprop"), "--data", &at("data.yaml")], "");
        assert_eq!(code(&output), i32::from(!is_same), "{to}: {}{}", stdout(&output), stderr(&output));
    }
}

/// A formula without a header is one by its name, and its reader says what it lacks.
#[test]
fn a_formula_without_a_header_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("bare.cnf");
    fs::write(&path, "1 2 0\n-1 0\n").expect("a file can be written");
    let output = jigsat(&["solve", path.to_str().expect("text")], "");
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let said = stderr(&output);
    assert!(said.contains("bare.cnf:1:1") && said.contains("p cnf"), "{said}");
}

#[test]
fn no_model_is_judged_wrongly() {
    let models = models();
    let wrong = models.iter().filter(|model| model.expected == Expected::Wrong).count();
    assert!(models.len() >= 60 && wrong >= 45, "{} models, {wrong} of them wrong", models.len());
    let folder = tempfile::tempdir().expect("a folder can be made");
    for model in &models {
        let expected = match model.expected {
            Expected::Right => Verdict::Same,
            Expected::Wrong => Verdict::Differs,
            Expected::Refused => Verdict::Refused,
        };
        assert_eq!(judged(model, folder.path()), expected, "{} of {}", model.title, model.original);
    }
}
