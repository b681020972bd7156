//! `jigsat grade` on a folder of models, some of which can't be read.

use std::{collections::BTreeMap, fs};

use serde_json::Value;

use crate::{
    common::{code, jigsat, stderr, stdout},
    models::{Expected, models},
};

#[test]
fn a_folder_is_graded() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let put = |name: &str, text: &str| fs::write(at(name), text).expect("a file can be written");
    fs::create_dir(at("given")).expect("a folder can be made");
    let mut expected: BTreeMap<String, &str> = BTreeMap::new();
    for (number, model) in models().into_iter().filter(|model| model.original == "queens").enumerate() {
        if model.title.contains("one size") || !model.map.is_empty() {
            continue;
        }
        let (reference, submission) = model.instances().swap_remove(1);
        put("reference.qprop", &reference);
        put(&format!("given/{number}.qprop"), &submission);
        let status = match model.expected {
            Expected::Right => "right",
            Expected::Wrong => "wrong",
            Expected::Refused => "refused",
        };
        expected.insert(format!("{number}.qprop"), status);
    }
    put("given/broken.qprop", "pred q(r: R");
    put("given/empty.cnf", "");
    put("given/<b>.cnf", "p cnf 1 1\n1 0\n");
    put("given/outside.qprop", "include \"../reference.qprop\"\n");
    for name in ["broken.qprop", "empty.cnf", "<b>.cnf", "outside.qprop"] {
        expected.insert(name.to_owned(), "refused");
    }

    let words = ["grade", &at("reference.qprop"), &at("given"), "--out", &at("out"), "--format", "json"];
    let output = jigsat(&words, "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let record: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    let rows = record["submissions"].as_array().expect("rows");
    let found: BTreeMap<String, &str> = rows
        .iter()
        .map(|row| {
            (row["file"].as_str().expect("a name").to_owned(), row["status"].as_str().expect("a word"))
        })
        .collect();
    assert_eq!(found, expected, "{record}");
    for row in rows {
        let page = fs::read_to_string(at(&format!("out/{}", row["page"].as_str().expect("a name"))))
            .expect("a page");
        assert!(!page.contains("<b>"), "names are escaped: {page}");
        let mistakes = row["mistakes"].as_array().expect("sentences").len();
        assert_eq!(mistakes == 0, row["status"] == "right", "{row}");
        assert_eq!(row["points"] == row["of"], row["status"] == "right", "{row}");
    }
    let csv = fs::read_to_string(at("out/grades.csv")).expect("a table");
    assert_eq!(csv.lines().count(), expected.len() + 1, "{csv}");
    assert!(
        csv.starts_with("file,status,points,of,row,column,diagonal,nothing else,instance,mistakes"),
        "{csv}"
    );
    assert_eq!(record["mistakes"][0]["submissions"].as_u64().map(|count| count > 3), Some(true), "{record}");

    // Nothing is replaced silently.
    let again = jigsat(&words, "");
    assert_eq!(code(&again), 2, "{}", stdout(&again));
    assert!(stdout(&again).contains("is not empty"), "{}", stdout(&again));
    assert_eq!(code(&jigsat(&[&words[..], &["--force"]].concat(), "")), 0);
}

/// A model is broken on purpose in one place: it differs, nothing but the key says where, and the repair is right.
#[test]
fn a_model_is_broken_on_purpose() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for original in ["queens", "steps", "sudoku"] {
        let reference = format!("tests/meaning/{original}.qprop");
        let right = fs::read_to_string(&reference).expect("it is there");
        for seed in 0..8 {
            let (seed, out, key) = (seed.to_string(), at("exercise.qprop"), at("key.json"));
            let words = ["exercise", &reference, "--seed", &seed, "--out", &out, "--key", &key, "--force"];
            let output = jigsat(&words, "");
            assert_eq!(code(&output), 0, "{words:?} {}", stderr(&output));
            let broken = fs::read_to_string(&out).expect("it was written");
            let key: Value =
                serde_json::from_str(&fs::read_to_string(&key).expect("it was written")).expect("JSON");
            let word = |name: &str| key[name].as_str().expect("a text").to_owned();
            *kinds.entry(word("kind")).or_default() += 1;
            assert!(!stdout(&output).contains(&word("rule")), "{}", stdout(&output));
            assert_eq!(code(&jigsat(&["diff", &reference, &out], "")), 1, "{key}");
            // In one place, and in no other.
            let alike = right.bytes().zip(broken.bytes()).take_while(|(one, other)| one == other).count();
            let ends =
                right.bytes().rev().zip(broken.bytes().rev()).take_while(|(one, other)| one == other).count();
            assert!(right.len() <= alike + ends + word("was").len(), "{key}: {broken}");
            assert_eq!(jigsat(&words, "").stdout, output.stdout);
            assert_eq!(fs::read_to_string(&out).expect("it was written again"), broken, "the same seed");
        }
    }
    assert!(kinds.len() >= 4, "{kinds:?}");
    let taken = jigsat(
        &["exercise", "tests/meaning/queens.qprop", "--out", &at("exercise.qprop"), "--key", &at("k")],
        "",
    );
    assert_eq!(code(&taken), 2, "nothing is replaced silently");
    for force in [&[][..], &["--force"]] {
        let words = ["exercise", "tests/meaning/queens.qprop", "--out", &at("same"), "--key", &at("./same")];
        let output = jigsat(&[&words, force].concat(), "");
        assert_eq!(code(&output), 2, "the key would replace the model");
        assert!(stdout(&output).is_empty() && !folder.path().join("same").exists(), "{}", stderr(&output));
    }
}
