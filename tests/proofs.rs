//! Proofs through the command: written, checked, and refused when something is wrong with them.
#![cfg(feature = "cadical")]

mod common;

use std::{fs, path::Path};

use common::{code, jigsat, stderr, stdout};

fn check(args: &[&str]) -> (i32, String) {
    let output = jigsat(&[&["check-proof"], args].concat(), "");
    (code(&output), stdout(&output) + &stderr(&output))
}

fn prove(folder: &Path, puzzle: &str) {
    let folder = folder.to_str().expect("a plain name");
    let output = jigsat(&["sudoku", "solve", puzzle, "--unique", "--proof", folder, "--checked"], "");
    assert!(code(&output) <= 1, "{}", stderr(&output));
}

#[test]
fn unique_and_impossible_have_proofs() {
    let folder = tempfile::tempdir().unwrap();
    for (puzzle, claim) in [("hard", "no other solution"), ("impossible", "no solution")] {
        let proof = folder.path().join(puzzle);
        prove(&proof, &format!("puzzles/sudoku/{puzzle}.yaml"));
        let (code, said) = check(&[proof.to_str().unwrap()]);
        assert_eq!(code, 0, "{said}");
        assert!(said.starts_with("holds: ") && said.contains(claim), "{said}");
        let pair = ["001.cnf", "001.lrat"].map(|name| proof.join(name).to_str().unwrap().to_owned());
        assert_eq!(check(&[&pair[0], &pair[1]]).0, 0);
    }
}

#[test]
fn an_ambiguous_puzzle_has_nothing_to_prove() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("none");
    let args = ["sudoku", "solve", "puzzles/sudoku/ambiguous.yaml", "--unique", "--proof"];
    let output = jigsat(&[&args[..], &[proof.to_str().unwrap()]].concat(), "");
    assert_eq!(code(&output), 1);
    assert!(!proof.exists());
}

#[test]
fn what_is_wrong_with_a_folder_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("hard");
    prove(&proof, "puzzles/sudoku/hard.yaml");
    let name = proof.to_str().unwrap();
    let again = jigsat(&["sudoku", "puzzles/sudoku/hard.yaml", "--unique", "--proof", name], "");
    assert_eq!(code(&again), 2, "nothing is written over");
    assert!(stderr(&again).contains("exists already"));

    let lrat = proof.join("001.lrat");
    let text = fs::read_to_string(&lrat).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let half = lines[..lines.len() / 2].join(
        "
",
    );
    fs::write(&lrat, half).unwrap();
    let (code_of_half, said) = check(&[name]);
    assert_eq!(code_of_half, 1, "{said}");
    assert!(said.contains("the empty clause is not derived") && said.contains("not proven"), "{said}");

    fs::write(&lrat, "x\n").unwrap();
    let (code, said) = check(&[name]);
    assert_eq!(code, 1);
    assert!(said.contains("line 1: found 'x', expected the number of a step"), "{said}");

    fs::remove_file(&lrat).unwrap();
    assert_eq!(check(&[name]).0, 2);
    fs::write(proof.join("manifest.json"), "{\"schema\":1}").unwrap();
    let (code, said) = check(&[name]);
    assert_eq!(code, 2);
    assert!(said.contains("manifest"), "{said}");
    assert_eq!(check(&["puzzles/sudoku/hard.yaml"]).0, 2);
}

#[test]
fn what_cannot_be_certified_in_time_is_unknown() {
    let args = ["sudoku", "puzzles/sudoku/easy.yaml", "--unique", "--checked", "--conflicts", "0"];
    let output = jigsat(&[&args[..], &["--format", "json"]].concat(), "");
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    assert!(stdout(&output).contains("not certified: found by fast"), "{}", stdout(&output));
}
