//! Proofs through the command: written, checked, and rejected when something is wrong with them.
#![cfg(feature = "cadical")]

mod common;
#[path = "proofs/disk.rs"]
mod disk;
#[path = "proofs/sokoban.rs"]
mod sokoban;

use std::{
    fs,
    path::{Path, PathBuf},
};

use common::{code, jigsat, stderr, stdout};
use serde_json::{Value, json};

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
    for (puzzle, claim) in [("hard", "no solution other than"), ("impossible", "no solution")] {
        let proof = folder.path().join(puzzle);
        prove(&proof, &format!("puzzles/sudoku/{puzzle}.yaml"));
        let (code, said) = check(&[proof.to_str().unwrap()]);
        assert_eq!(code, 0, "{said}");
        assert!(said.starts_with("claim: ") && said.contains("\nholds: ") && said.contains(claim), "{said}");
        assert!(said.contains("proven: ") && !said.contains("not compared"), "{said}");
        let pair = ["001.cnf", "001.lrat"].map(|name| proof.join(name).to_str().unwrap().to_owned());
        assert_eq!(check(&[&pair[0], &pair[1]]).0, 0);
    }
}

/// The checker reads the puzzle that it is given within its limit, and says what is wrong with its file.
#[test]
fn the_puzzle_to_compare_with_is_read_within_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let queens = fs::read_to_string(common::root().join("puzzles/qprop/queens.qprop")).unwrap();
    let text = |n: u8| {
        let sized = queens.replace("const n = 8", &format!("const n = {n}"));
        sized
            .lines()
            .filter(|line| !line.contains("expect"))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let (small, large) = (file("small.qprop", &text(3)), file("large.qprop", &text(130)));
    let proof = folder.path().join("proof").to_str().unwrap().to_owned();
    let output = jigsat(&["qprop", "solve", &small, "--proof", &proof], "");
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let (code_of_limit, said) = check(&[&proof, "--puzzle", &large, "--timeout", "100ms"]);
    assert_eq!(code_of_limit, 3, "{said}");
    assert!(said.starts_with("unknown: "), "{said}");
    let two = file("two.yaml", "kind: sudoku\n---\nkind: sudoku\n");
    let (code_of_two, said) = check(&[&proof, "--puzzle", &two]);
    assert_eq!(code_of_two, 2, "{said}");
    assert!(!said.contains("--index"), "{said}");
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
fn a_solution_alone_has_nothing_to_prove() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("none");
    let asked = |puzzle: &str, more: &[&str]| {
        let output = jigsat(&[&["sudoku", "solve", puzzle, "--no-times"], more].concat(), "");
        (code(&output), stderr(&output))
    };
    let hard = "puzzles/sudoku/hard.yaml";
    let note = "note: a solution needs no proof: the referee checked it";
    let (code_of_proof, said) = asked(hard, &["--proof", proof.to_str().unwrap()]);
    assert!(code_of_proof == 0 && said.starts_with(note) && said.contains("none was not made"), "{said}");
    assert!(said.contains("--unique") && !proof.exists(), "{said}");
    let (code_of_checked, said) = asked(hard, &["--checked"]);
    assert!(code_of_checked == 0 && said.starts_with(note) && said.contains("--unique"), "{said}");
    let (_, said) = asked("puzzles/sudoku/ambiguous.yaml", &["--unique", "--checked"]);
    assert_eq!(said, "note: two solutions need no proof: the referee checked both\n");
    assert_eq!(asked(hard, &["--unique", "--checked"]), (0, String::new()));
    assert_eq!(asked(hard, &[]), (0, String::new()));
    assert_eq!(asked(hard, &["--checked", "--quiet"]), (0, String::new()));

    let counted = jigsat(&["count", "puzzles/sudoku/ambiguous.yaml", "--checked"], "");
    assert_eq!(stderr(&counted), "note: only the count 0 has a proof\n");
    let parts = jigsat(&["solve", hard, "--unique", "--proof-parts", "3"], "");
    assert_eq!(code(&parts), 2, "parts of no proof");
    assert!(stderr(&parts).contains("--proof"), "{}", stderr(&parts));
}

#[test]
fn a_model_is_compared_with_its_data() {
    let folder = tempfile::tempdir().unwrap();
    let model = "puzzles/qprop/colouring.qprop";
    let data = |name: &str, nodes: &str| {
        let all: Vec<char> = nodes.chars().collect();
        let pairs = all.iter().enumerate().flat_map(|(place, a)| all[..place].iter().map(move |b| (a, b)));
        let edges: String = pairs.map(|(a, b)| format!("- [{a}, {b}]\n")).collect();
        let names: Vec<String> = all.iter().map(char::to_string).collect();
        let file = folder.path().join(name);
        fs::write(&file, format!("Node: [{}]\nedge:\n{edges}", names.join(", "))).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let (four, five) = (data("four.yaml", "vwxy"), data("five.yaml", "vwxyz"));
    let proof = proven(folder.path(), "colours", &["qprop", "solve", model, "--data", &four]);
    let proof = proof.to_str().unwrap();
    assert_eq!(check(&[proof]).0, 3, "the manifest has no text");
    let (code_with_data, said) = check(&[proof, "--puzzle", model, "--data", &four]);
    assert!(code_with_data == 0 && said.contains("\nproven: "), "{said}");
    assert_eq!(check(&[proof, "--data", &four]).0, 2, "data of nothing");
    let (code_of_other, said) = check(&[proof, "--puzzle", model, "--data", &five]);
    assert_eq!(code_of_other, 1, "{said}");
    assert!(said.contains("the proof is of another puzzle than puzzles/qprop/colouring.qprop"), "{said}");
    assert!(!said.contains("does not hold"), "{said}");
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
    let half = lines[..lines.len() / 2].join("\n");
    fs::write(&lrat, half).unwrap();
    let (code_of_half, said) = check(&[name]);
    assert_eq!(code_of_half, 1, "{said}");
    assert!(said.contains("the empty clause is not derived") && said.contains("not proven"), "{said}");

    fs::write(&lrat, "x\n").unwrap();
    let (code, said) = check(&[name]);
    assert_eq!(code, 1);
    assert!(said.contains("line 1: found 'x', expected the number of a step"), "{said}");

    for (other, format) in [
        ("c by a solver\n1 -2 0\nd 1 2 0\n0\n", "DRAT at line 2"),
        ("d 1 2 0\r\n0\r\n", "DRAT at line 1"),
        ("0\n", "DRAT at line 1"),
        ("a\u{2}\u{4}\u{0}", "a binary form of LRAT or DRAT"),
        ("d\u{2}\u{4}\u{0}", "a binary form of LRAT or DRAT"),
    ] {
        fs::write(&lrat, other).unwrap();
        let (code, said) = check(&[name]);
        assert_eq!(code, 2, "{said}");
        assert!(
            said.contains(&format!("has a proof in {format}")) && said.contains("expected LRAT as text"),
            "{said}"
        );
        assert!(said.contains("drat-trim FORMULA PROOF -L NEW") && !said.contains("does not hold"), "{said}");
    }

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

/// Proves something and returns the folder.
fn proven(folder: &Path, name: &str, args: &[&str]) -> PathBuf {
    let proof = folder.join(name);
    let output = jigsat(&[args, &["--proof", proof.to_str().expect("a plain name")]].concat(), "");
    assert!(code(&output) <= 1, "{args:?}: {}{}", stdout(&output), stderr(&output));
    proof
}

fn holds(proof: &Path) -> (bool, String) {
    let (code, said) = check(&[proof.to_str().expect("a plain name")]);
    assert!(code <= 1, "{said}");
    (code == 0, said)
}

fn manifest(proof: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(proof.join("manifest.json")).unwrap()).unwrap()
}

/// Removes the seal, as anyone who changes a manifest on purpose would do. Version 1 has none.
fn unseal(manifest: &mut Value) {
    manifest["schema"] = 1.into();
    manifest.as_object_mut().unwrap().remove("seal");
}

/// Checks a folder with another manifest, and restores the true one.
fn holds_with(proof: &Path, change: impl FnOnce(&mut Value)) -> (bool, String) {
    let kept = fs::read_to_string(proof.join("manifest.json")).unwrap();
    let mut changed = manifest(proof);
    change(&mut changed);
    assert_ne!(changed, manifest(proof), "something is changed");
    unseal(&mut changed);
    fs::write(proof.join("manifest.json"), changed.to_string()).unwrap();
    let answer = holds(proof);
    fs::write(proof.join("manifest.json"), kept).unwrap();
    answer
}

/// Three pigeons and two holes.
const PIGEONS: &str = "
sort P = 1..3
sort H = 1..2
pred in(p: P, h: H)
assert somewhere: forall p: P . exists h: H . in(p, h)
assert alone: forall h: H . atmost 1 p: P . in(p, h)
";

#[test]
fn every_family_has_proofs_that_are_compared_with_the_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("pigeons.qprop");
    fs::write(&model, PIGEONS).unwrap();
    let model = model.to_str().expect("a plain name");
    for (name, args) in [
        ("tiling", &["tiling", "solve", "puzzles/tiling/shape-fitting.txt", "--unique"][..]),
        ("none", &["tiling", "solve", "puzzles/tiling/shape-fitting-impossible.txt"]),
        ("count", &["tiling", "count", "puzzles/tiling/shape-fitting-impossible.txt"]),
        ("fillomino", &["fillomino", "solve", "puzzles/fillomino/basic.yaml", "--unique"]),
        ("lazy", &["fillomino", "solve", "puzzles/fillomino/easy.yaml", "--unique", "--encoding", "lazy"]),
        ("edges", &["edge-matching", "solve", "puzzles/edge-matching/impossible.yaml"]),
        ("bitwise", &["edge-matching", "solve", "puzzles/edge-matching/impossible.yaml", "--amo", "bitwise"]),
        ("sudoku", &["sudoku", "solve", "puzzles/sudoku/killer.yaml", "--unique"]),
        ("model", &["qprop", "solve", model]),
    ] {
        let proof = proven(folder.path(), name, args);
        let (holds, said) = holds(&proof);
        assert!(holds && !said.contains("not compared"), "{name}: {said}");
    }
    // The formula of one puzzle proves nothing about another.
    let [tiling, none] = ["tiling", "none"].map(|name| folder.path().join(name));
    for end in ["cnf", "lrat"] {
        fs::copy(none.join(format!("001.{end}")), tiling.join(format!("001.{end}"))).unwrap();
    }
    let (fine, said) = holds(&tiling);
    assert!(!fine && said.contains("is not the formula of the puzzle"), "{said}");
}

/// Neither does another puzzle, another solution, or a claim of another kind.
#[test]
fn a_manifest_that_claims_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let proof = proven(folder.path(), "hard", &["sudoku", "puzzles/sudoku/hard.yaml", "--unique"]);
    assert!(holds(&proof).0);
    let changes: [fn(&mut Value); 5] = [
        |manifest| {
            manifest["theorem"] = json!({ "kind": "none" });
            manifest["claim"] = "there is no solution".into();
            manifest.as_object_mut().expect("an object").remove("solution");
        },
        |manifest| {
            let text = manifest["text"].as_str().expect("a text").replacen('.', "1", 1);
            manifest["text"] = text.into();
        },
        |manifest| manifest["solution"]["grid"][0].as_array_mut().expect("a row").swap(0, 1),
        |manifest| manifest["proofs"] = json!([]),
        |manifest| manifest["flavours"]["amo"] = "bitwise".into(),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let (fine, said) = holds_with(&proof, change);
        assert!(!fine && said.contains("not proven"), "{number}: {said}");
    }
    let elsewhere = |manifest: &mut Value| manifest["proofs"][0]["cnf"] = "../hard/001.cnf".into();
    let kept = fs::read_to_string(proof.join("manifest.json")).unwrap();
    let mut changed = manifest(&proof);
    elsewhere(&mut changed);
    unseal(&mut changed);
    fs::write(proof.join("manifest.json"), changed.to_string()).unwrap();
    let (code, said) = check(&[proof.to_str().unwrap()]);
    assert!(code == 2 && said.contains("which is not a file in this folder"), "{said}");
    fs::write(proof.join("manifest.json"), kept).unwrap();
    assert!(holds(&proof).0);
}

#[test]
fn parts_cover_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["tiling", "puzzles/tiling/mutilated-8x8.yaml", "--proof-parts", "5"];
    let proof = proven(folder.path(), "board", &args);
    let (fine, said) = holds(&proof);
    assert!(fine && said.contains("outside of all parts"), "{said}");
    let count = manifest(&proof)["proofs"].as_array().map_or(0, Vec::len);
    assert!(count > 5, "{count}");
    for gone in 0..count {
        let (fine, said) = holds_with(&proof, |manifest| {
            manifest["proofs"].as_array_mut().expect("a list").remove(gone);
        });
        assert!(!fine, "{gone}: {said}");
    }
}

#[test]
fn an_answer_says_that_it_is_certified() {
    let args = ["sudoku", "puzzles/sudoku/hard.yaml", "--unique", "--checked", "--no-times"];
    let said = stdout(&jigsat(&args, ""));
    assert!(said.contains("certified: 1 formula refuted in ") && said.contains(", each checked"), "{said}");
    let data: Value =
        serde_json::from_str(&stdout(&jigsat(&[&args[..], &["--format", "json"]].concat(), ""))).unwrap();
    assert_eq!(data["certified"]["formulas"], 1);
    assert_eq!(data["certified"]["checked"], true);
    let args =
        ["tiling", "count", "puzzles/tiling/shape-fitting-impossible.txt", "--checked", "--format", "json"];
    let data: Value = serde_json::from_str(&stdout(&jigsat(&args, ""))).unwrap();
    assert_eq!((&data["count"], &data["certified"]["checked"]), (&json!(0), &json!(true)), "{data}");
    let plain = stdout(&jigsat(&["sudoku", "puzzles/sudoku/hard.yaml", "--unique"], ""));
    assert!(!plain.contains("certified"), "{plain}");
}
