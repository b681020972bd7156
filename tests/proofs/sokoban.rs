//! Proofs of optima: every shorter length, and the other grounds.

use std::{fs, path::Path, process::Command};

use serde_json::json;

use super::{check, holds, holds_with, manifest, proven, unseal};
use crate::common::{code, jigsat, root, stderr, stdout};

#[test]
fn optima_of_sokoban_have_proofs_of_every_shorter_length() {
    let folder = tempfile::tempdir().unwrap();
    let mut lengths = 0;
    for (level, unit) in [("detour", "pushes"), ("pull-apart", "pushes"), ("tiny", "moves")] {
        let file = format!("puzzles/sokoban/{level}.xsb");
        let args = ["sokoban", "solve", &file, "--optimal", unit, "--engine", "sat"];
        let proof = proven(folder.path(), &format!("{level}-{unit}"), &args);
        let (fine, said) = holds(&proof);
        assert!(fine && said.contains("proven: no solution has fewer than"), "{said}");
        let whole = manifest(&proof);
        let count = |key: &str| whole[key].as_array().map_or(0, Vec::len);
        lengths += count("proofs");
        // Without any one of the lengths, or of the grounds, it does not follow.
        for (key, number) in [("proofs", count("proofs")), ("grounds", count("grounds"))] {
            for gone in 0..number {
                let (fine, said) = holds_with(&proof, |manifest| {
                    manifest[key].as_array_mut().expect("a list").remove(gone);
                });
                let parity = key == "grounds" && number > 1 && whole[key][gone]["kind"] == "parity";
                let nothing = parity && count("proofs") == 0;
                let walk = key == "grounds" && whole[key][gone]["kind"] == "walk";
                assert!(
                    !fine || nothing || walk && count("proofs") == 0,
                    "{level} {unit} {key} {gone}: {said}"
                );
            }
        }
        // A stronger claim does not follow either.
        let (fine, said) = holds_with(&proof, |manifest| {
            let than = manifest["theorem"]["than"].as_u64().expect("a number");
            manifest["theorem"]["than"] = (than + 1).into();
            manifest["claim"] = format!("no solution has fewer than {} {unit}", than + 1).into();
        });
        assert!(!fine && said.contains("is left open"), "{said}");
        // A wrong price is no certificate.
        let (fine, said) = holds_with(&proof, |manifest| {
            let price = &mut manifest["grounds"][0]["boxes"][0]["price"];
            *price = (price.as_i64().expect("a price") + 1).into();
        });
        assert!(!fine, "{said}");
    }
    assert!(lengths > 1, "{lengths}");
}

#[test]
fn impossible_levels_have_reasons_for_proofs() {
    let folder = tempfile::tempdir().unwrap();
    for level in ["corner", "corridor", "frozen"] {
        let file = format!("puzzles/sokoban/{level}.xsb");
        let proof = proven(folder.path(), level, &["sokoban", "solve", &file]);
        let (fine, said) = holds(&proof);
        assert!(fine && said.contains("proven: there is no solution"), "{said}");
        let (fine, said) = holds_with(&proof, |manifest| manifest["grounds"] = json!([]));
        assert!(!fine, "{said}");
        // A reason for one level is not a reason for another.
        let other = fs::read_to_string(root().join("puzzles/sokoban/detour.xsb")).expect("it is there");
        let (fine, said) = holds_with(&proof, |manifest| {
            manifest["text"] = other.into();
            manifest["puzzle"] = "Detour".into();
        });
        assert!(!fine, "{said}");
    }
}

/// Formulas with facts about deadlocks show that nothing can be done; no reason in words does, and neither does a
/// formula of the rules alone.
const NO_REASON: &str = "######\n# $@.#\n#.$  #\n##   #\n######\n";

#[test]
fn what_another_engine_found_and_nobody_proved_is_unknown() {
    let args = ["sokoban", "solve", "-", "--engine", "sat", "--checked", "--format", "json"];
    let output = jigsat(&args, NO_REASON);
    let said = stdout(&output);
    assert_eq!(code(&output), 3, "{said}");
    assert!(said.contains("\"unknown\"") && said.contains("not certified: found by "), "{said}");
}

#[test]
fn what_states_found_has_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("no-reason.xsb");
    fs::write(&level, NO_REASON).unwrap();
    let cases = [
        ("detour", root().join("puzzles/sokoban/detour.xsb"), "moves", "no solution has fewer than 40 moves"),
        ("none", level, "pushes", "there is no solution"),
    ];
    for (name, file, unit, claim) in cases {
        let file = file.to_str().expect("a plain name");
        let proof = proven(folder.path(), name, &["sokoban", "solve", file, "--optimal", unit]);
        let (fine, said) = holds(&proof);
        assert!(fine && said.contains("holds: a certificate of ") && said.contains(claim), "{said}");
        assert!(!proof.join("001.cnf").exists());
        let other = another_checker(&proof, file);
        assert!(other.as_ref().is_none_or(|(fine, said)| *fine && said.contains("no plan")), "{other:?}");
        let checked = stdout(&jigsat(&["sokoban", "solve", file, "--optimal", unit, "--checked"], ""));
        assert!(
            checked.contains("certified: a certificate of ") && checked.contains("each checked"),
            "{checked}"
        );
        // Without it, or with something else in its place, the claim does not follow.
        for key in ["certificate", "grounds"] {
            let (fine, said) = holds_with(&proof, |manifest| {
                manifest.as_object_mut().expect("a manifest").remove(key);
            });
            assert!(!fine, "{said}");
        }
        let path = proof.join("certificate.txt");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen("\nx ", "\n0 ", 1).replacen("\n1 ", "\n0 ", 1)).unwrap();
        let (fine, said) = holds(&proof);
        let is_wrong = |said: &str| said.contains("does not follow") || said.contains("no bound shows it");
        assert!(!fine && said.contains("not proven") && is_wrong(&said), "{said}");
        let other = another_checker(&proof, file);
        assert!(other.as_ref().is_none_or(|(fine, said)| !fine && is_wrong(said)), "{other:?}");
        fs::write(&path, text.trim_end().rsplit_once('\n').expect("two lines").0).unwrap();
        let (code, said) = check(&[proof.to_str().unwrap()]);
        assert!(code == 2 && said.contains("the manifest says"), "{said}");
        fs::remove_file(&path).unwrap();
        assert_eq!(check(&[proof.to_str().unwrap()]).0, 2);
    }
}

/// Five pushes solve it.
const FIVE: &str = "#######\n##   ##\n## $ ##\n##   ##\n### ###\n#@$..##\n#######\n";

/// The prices are valid, and no push wastes more or less by them than by the honest ones. But a box on the cheap goal can
/// go on to the other, so that it need not waste what is left of its worth.
#[test]
fn a_false_claim_with_fitting_prices_is_refused_by_both_checkers() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("five.xsb");
    fs::write(&level, FIVE).unwrap();
    let level = level.to_str().expect("a plain name");
    let proof = proven(folder.path(), "five", &["sokoban", "solve", level, "--optimal", "pushes"]);
    let priced = |cell: &str, price: i64| json!({ "cell": cell, "price": price });
    let prices = |more: i64| {
        let boxes = [priced("r3c4", 4 + more), priced("r6c3", 2)];
        let goals = [priced("r6c4", -1 - more), priced("r6c5", 0)];
        json!({ "kind": "assignment", "pushes": 5, "boxes": boxes, "goals": goals })
    };
    let honest = manifest(&proof);
    assert!(honest["grounds"][0] == prices(0), "{honest}");
    let walk = json!({ "kind": "walk", "moves": 1 });
    for (unit, than, grounds, bounds) in [
        ("pushes", 100, json!([prices(95)]), "bounds pushes 100\n95 ~36 37\n"),
        ("moves", 4_000, json!([prices(95)]), "bounds moves 4000\n3995 ~36 37\n"),
        ("pushes", 6, json!([prices(0), walk]), "bounds pushes 0\n"),
    ] {
        let mut lie = honest.clone();
        lie["theorem"] = json!({ "kind": "none-shorter", "unit": unit, "than": than });
        lie["claim"] = format!("no solution has fewer than {than} {unit}").into();
        lie["grounds"] = grounds;
        lie["certificate"] = bounds.lines().count().into();
        lie.as_object_mut().expect("a manifest").remove("solution");
        unseal(&mut lie);
        fs::write(proof.join("manifest.json"), lie.to_string()).unwrap();
        fs::write(proof.join("certificate.txt"), bounds).unwrap();
        let (fine, said) = holds(&proof);
        let why = if than == 6 { "is no push" } else { "line 2 of the bounds does not follow" };
        assert!(!fine && said.contains("not proven") && said.contains(why), "{said}");
        // The other checker looks at the certificate only, which says nothing about walks.
        let other = another_checker(&proof, level).filter(|_| than > 6);
        assert!(other.is_none_or(|(fine, said)| !fine && said.contains("does not follow")));
    }
}

/// The answer of a program that shares nothing with jigsat; `None`, with a message, if there is no Python.
fn another_checker(proof: &Path, level: &str) -> Option<(bool, String)> {
    let script = root().join("tests/proofs/bounds.py");
    let Ok(output) = Command::new("python3").arg(script).arg(proof).arg(level).output() else {
        eprintln!("skipped: the other checker of certificates needs python3");
        return None;
    };
    Some((output.status.success(), stdout(&output) + &stderr(&output)))
}
