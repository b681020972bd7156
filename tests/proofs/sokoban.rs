//! Proofs of optima: every shorter length, and the other grounds.

use std::fs;

use serde_json::json;

use super::{holds, holds_with, manifest, proven};
use crate::common::{code, jigsat, root, stdout};

#[test]
fn optima_of_sokoban_have_proofs_of_every_shorter_length() {
    let folder = tempfile::tempdir().unwrap();
    let mut lengths = 0;
    for (level, unit) in [("detour", "pushes"), ("pull-apart", "pushes"), ("tiny", "moves")] {
        let file = format!("puzzles/sokoban/{level}.xsb");
        let args = ["sokoban", "solve", &file, "--optimal", unit];
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
    let output = jigsat(&["sokoban", "solve", "-", "--checked", "--format", "json"], NO_REASON);
    let said = stdout(&output);
    assert_eq!(code(&output), 3, "{said}");
    assert!(said.contains("\"unknown\"") && said.contains("not certified: found by "), "{said}");
}
