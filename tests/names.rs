//! The names that `jigsat puzzles` lists: each is solved, wherever the command runs.

mod common;

use std::{
    path::Path,
    process::{Command, Output},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use common::{code, stderr, stdout};

/// Runs `jigsat` in a folder that has no puzzles.
fn elsewhere(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jigsat")).args(args).current_dir(folder).output().expect("jigsat starts")
}

fn names(folder: &Path) -> Vec<String> {
    let listed = stdout(&elsewhere(folder, &["puzzles"]));
    listed.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_listed_name_is_solved_in_any_folder() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let names = names(folder.path());
    assert!(names.len() > 150, "{names:?}");
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let solved = elsewhere(folder.path(), &["solve", name, "--timeout", "2s"]);
            // Solved, impossible, or left open at the limit.
            assert!([0, 1, 3].contains(&code(&solved)), "{name}: {}", stderr(&solved));
            assert!(!stdout(&solved).is_empty(), "{name}");
        }
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
}

#[test]
fn models_of_the_library_find_their_files_there() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let ask = |args: &[&str]| {
        let output = elsewhere(folder.path(), args);
        assert_eq!(code(&output), 0, "{args:?}: {}", stderr(&output));
        stdout(&output)
    };
    for name in ["qprop/four-squares-as-printed", "puzzles/qprop/four-squares-as-printed.qprop"] {
        assert_eq!(ask(&["count", name]), "18 solutions (sat, minisat, encoding model)\n");
    }
    // It includes another one, and its data is not that of the same name.
    let some =
        ["solve", "qprop/edge-matching-first-corner", "--limit", "2", "--no-times", "--format", "plain"];
    assert!(ask(&some).contains("l(1,1)"));
}

#[test]
fn data_is_no_puzzle_and_says_whose_it_is() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let is_model = |name: &str| std::path::Path::new(name).extension().is_some_and(|end| end == "qprop");
    assert!(names(folder.path()).iter().all(|name| !name.starts_with("qprop/") || is_model(name)));
    for (name, help) in [
        ("qprop/petersen", "'jigsat solve qprop/colouring.qprop' solves the model that it belongs to"),
        ("qprop/petersen.yaml", "'jigsat solve qprop/colouring.qprop' solves the model that it belongs to"),
        ("qprop/pentominoes.yaml", "give it to a model with '--data qprop/pentominoes.yaml'"),
    ] {
        let refused = elsewhere(folder.path(), &["solve", name]);
        assert_eq!(code(&refused), 2);
        let words = stderr(&refused);
        assert!(
            words.contains("is the data of a model, expected a puzzle") && words.contains(help),
            "{words}"
        );
    }
    // It is still printed, and can be given to a model.
    let printed = elsewhere(folder.path(), &["puzzles", "qprop/petersen.yaml"]);
    assert!(stdout(&printed).contains("Node:"));
    let given = ["count", "qprop/pentominoes", "--data", "qprop/pentominoes-5x5.yaml"];
    assert_eq!(stdout(&elsewhere(folder.path(), &given)), "16 solutions (sat, minisat, encoding model)\n");
}

/// What a user's own model names is never taken from the library.
#[test]
fn a_model_of_ones_own_has_its_own_files() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::create_dir(folder.path().join("qprop")).expect("a folder can be made");
    let text = "data \"petersen.yaml\"\nsort Node\npred p(n: Node)\nassert some: exists n: Node . p(n)\n";
    std::fs::write(folder.path().join("qprop/mine.qprop"), text).expect("it can be written");
    let refused = elsewhere(folder.path(), &["solve", "qprop/mine.qprop"]);
    assert_eq!(code(&refused), 2);
    assert!(
        stderr(&refused).contains("qprop/mine.qprop:1:6: 'petersen.yaml': can't be read"),
        "{}",
        stderr(&refused)
    );
    std::fs::write(folder.path().join("qprop/petersen.yaml"), "Node: [a, b]\n").expect("it can be written");
    assert_eq!(
        stdout(&elsewhere(folder.path(), &["count", "qprop/mine.qprop"])),
        "3 solutions (sat, minisat, encoding model)\n"
    );
}
