//! Puzzles that name files: a model with its data, and with what it includes.

use std::fs;

use serde_json::Value;

use crate::{
    common::{code, root, stderr, stdout},
    help::{count_lines, folder, lines_of, run},
};

/// A model that includes another one, and names data in a folder.
const MODEL: &str = "data \"data/colours.yaml\"\ninclude \"rule.qprop\"\n";
const RULE: &str = "sort V\nsort C\nfact next(u: V, v: V)\npred has(v: V, c: C)\n\
    assert one \"{v} has a colour\": forall v: V . exactly 1 c: C . has(v, c)\n\
    assert other \"{u} and {v} differ\": forall u, v: V, c: C | next(u, v) . not (has(u, c) and has(v, c))\n";

/// A triangle with this many colours.
fn colours(count: usize) -> String {
    format!("V: 1..3\nC: 1..{count}\nnext: [[1, 2], [2, 3], [1, 3]]\n")
}

fn models(names: &[&str]) -> tempfile::TempDir {
    let data = colours(3);
    let mut files = vec![("in/rule.qprop", RULE), ("in/data/colours.yaml", &data)];
    files.extend(names.iter().map(|name| (*name, MODEL)));
    folder(&files)
}

#[test]
fn models_of_the_library_are_solved_with_their_data() {
    let output = run(&root(), &["batch", "puzzles/qprop", "--no-times"]);
    let lines = stdout(&output);
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a record"));
    let models: Vec<Value> = lines.filter(|line| !line["file"].as_str().unwrap().contains("wrong")).collect();
    assert!(models.len() >= 14, "{models:?}");
    for line in &models {
        let file = line["file"].as_str().unwrap();
        let solved = run(&root(), &["solve", file, "--format", "json", "--no-times"]);
        let solved: Value = serde_json::from_str(&stdout(&solved)).unwrap();
        assert_eq!(line["status"], solved["status"], "{line}");
        assert_eq!(line["solution"], solved["solution"], "{line}");
    }
}

#[test]
fn changed_data_is_another_puzzle() {
    let folder = models(&["in/a.qprop"]);
    let out = folder.path().join("r.jsonl");
    let batch = || run(folder.path(), &["batch", "in/a.qprop", "--out", "r.jsonl", "--jobs", "2"]);
    for (count, lines, status) in [(3, 1, "solved"), (3, 1, "solved"), (2, 2, "impossible")] {
        fs::write(folder.path().join("in/data/colours.yaml"), colours(count)).unwrap();
        let output = batch();
        assert_eq!(count_lines(&out), lines, "{}", stderr(&output));
        assert_eq!(lines_of(&out)[lines - 1]["status"], status);
    }
}

#[test]
fn a_share_of_puzzles_needs_no_other_file() {
    let folder = models(&["in/a.qprop", "in/b.qprop"]);
    let dealt = ["--out", "r.jsonl", "--scheduler", "slurm", "--tasks", "2", "--dry-run"];
    let output = run(folder.path(), &[&["batch", "in/a.qprop", "in/b.qprop"], &dealt[..]].concat());
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    fs::remove_dir_all(folder.path().join("in")).unwrap();
    let output = run(folder.path(), &["run-task", "r.jsonl.tasks/1", "1-2"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    run(folder.path(), &["gather", "r.jsonl.tasks/1"]);
    let lines = lines_of(&folder.path().join("r.jsonl"));
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line["status"] == "solved"), "{lines:?}");
}
