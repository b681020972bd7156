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
    ["broken.qprop", "empty.cnf", "<b>.cnf", "outside.qprop"]
        .map(|name| expected.insert(name.to_owned(), "refused"));

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
