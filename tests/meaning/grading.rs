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

/// A formula in DIMACS is broken in one clause.
#[test]
fn a_formula_is_broken_on_purpose() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for original in ["two-colours", "queens-4", "easy"] {
        let reference = format!("puzzles/dimacs/{original}.cnf");
        for seed in 0..10 {
            let (seed, out, key) = (seed.to_string(), at("exercise.cnf"), at("key.json"));
            let words = ["exercise", &reference, "--seed", &seed, "--out", &out, "--key", &key, "--force"];
            let output = jigsat(&words, "");
            assert_eq!(code(&output), 0, "{words:?} {}{}", stdout(&output), stderr(&output));
            let key: Value =
                serde_json::from_str(&fs::read_to_string(&key).expect("it was written")).expect("JSON");
            *kinds.entry(key["kind"].as_str().expect("a word").to_owned()).or_default() += 1;
            assert_eq!(code(&jigsat(&["diff", &reference, &out], "")), 1, "{key}");
            let (was, is) = (key["was"].as_str().expect("a text"), key["is"].as_str().expect("a text"));
            let broken = fs::read_to_string(&out).expect("it was written");
            assert!(broken.contains(is) && was.ends_with('0'), "{key}");
            let comments = |text: &str| text.lines().filter(|line| line.starts_with('c')).count();
            let right = fs::read_to_string(&reference).expect("it is there");
            assert_eq!(comments(&broken), comments(&right), "{key}");
        }
    }
    assert!(kinds.len() >= 4, "{kinds:?}");
}

/// Instances: open, hidden and generated. What is right on small ones only is found, and pages don't show hidden data.
#[test]
fn a_submission_is_compared_on_several_instances() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let put = |name: &str, text: &str| fs::write(at(name), text).expect("a file can be written");
    let reference = "const n\nsort V = 1..n\nsort K = 1..2\nfact edge(a: V, b: V)\npred has(v: V, k: K)\n\
        assert one \"{v} has one colour\": forall v: V . exactly 1 k: K . has(v, k)\n\
        assert differ \"{a} and {b} differ\": forall a, b: V, k: K | edge(a, b) . not (has(a, k) and has(b, k))\n";
    let large = format!("{reference}sort W = 1..1000\npred big(a: W, b: W)\nshow has\n");
    put("reference.qprop", reference);
    fs::create_dir(at("given")).expect("a folder can be made");
    put(
        "given/right.qprop",
        &reference.replace("exactly 1 k", "exactly 1 j").replace("has(v, k)\n", "has(v, j)\n"),
    );
    put("given/sorted.qprop", &reference.replace("| edge(a, b)", "| edge(a, b) and a < b"));
    put("given/small.qprop", &reference.replace("| edge(a, b)", "| edge(a, b) and a < 3"));
    put("given/strong.qprop", &format!("{reference}assert more: forall v: V | v > 2 . has(v, 1)\n"));
    put("open.yaml", "n: 2\nedge: [[1, 2]]\n");
    put("secret-17.yaml", "n: 3\nedge: [[3, 1]]\n");
    put("all.yaml", "n: each of 1..3\nedge: increasing sets of 1..n, 1..n\n");
    let (reference, given, open) = (at("reference.qprop"), at("given"), at("open.yaml"));
    let (secret, all) = (at("secret-17.yaml"), at("all.yaml"));
    let grade = |more: &[&str]| -> BTreeMap<String, Value> {
        let words = ["grade", &reference, &given, "--out", &at("out"), "--force", "--format", "json"];
        let output = jigsat(&[&words, more].concat(), "");
        let record: Value = serde_json::from_str(&stdout(&output))
            .unwrap_or_else(|_| panic!("{}{}", stdout(&output), stderr(&output)));
        let rows = record["submissions"].as_array().expect("rows");
        let is_open = rows.iter().any(|row| row["status"] == "unknown");
        assert_eq!(code(&output), if is_open { 3 } else { 0 }, "{record}");
        rows.iter().map(|row| (row["file"].as_str().expect("a name").to_owned(), row.clone())).collect()
    };
    let status =
        |rows: &BTreeMap<String, Value>, name: &str| rows[&format!("{name}.qprop")]["status"].clone();

    let rows = grade(&["--data", &open]);
    for name in ["right", "sorted", "small", "strong"] {
        assert_eq!(status(&rows, name), "right", "{name}: {rows:?}");
    }
    let rows = grade(&["--data", &open, "--generate", &all]);
    assert_eq!(status(&rows, "right"), "right", "{rows:?}");
    assert_eq!(rows["right.qprop"]["instances"], 1 + 1 + 2 + 8, "{rows:?}");
    assert_eq!(status(&rows, "sorted"), "right", "the generated edges are sorted: {rows:?}");
    assert_eq!(status(&rows, "strong"), "wrong", "{rows:?}");
    assert_eq!(rows["strong.qprop"]["instance"], "edge: [], n: 3", "{rows:?}");
    let rows = grade(&["--data", &open, "--hidden", &secret]);
    for name in ["sorted", "small", "strong"] {
        assert_eq!(status(&rows, name), "wrong", "{name}: {rows:?}");
        let page = fs::read_to_string(at(&format!("out/{name}.qprop.html"))).expect("a page");
        assert!(page.contains("On a hidden instance") && !page.contains("secret-17"), "{page}");
        assert!(!page.contains("<svg") && !page.contains("has("), "{page}");
    }
    let points =
        |rows: &BTreeMap<String, Value>, name: &str| rows[&format!("{name}.qprop")]["points"].clone();
    assert_eq!((points(&rows, "sorted"), points(&rows, "right")), (2.into(), 3.into()), "{rows:?}");

    // A rule without constraints on an instance keeps its point, and files are named as often as one likes.
    let rows = grade(&["--data", &open, "--generate", &all]);
    for (name, expected) in [("right", 3), ("sorted", 3), ("small", 3), ("strong", 2)] {
        let row = &rows[&format!("{name}.qprop")];
        assert_eq!((&row["points"], &row["of"]), (&expected.into(), &3.into()), "{name}: {row}");
    }
    put("none.yaml", "n: 2\nedge: []\n");
    for data in [[&*open, &at("none.yaml")], [&at("none.yaml"), &*open]] {
        let rows = grade(&["--data", data[0], "--data", data[1]]);
        assert_eq!((points(&rows, "right"), &rows["right.qprop"]["of"]), (3.into(), &3.into()), "{rows:?}");
    }

    // What has no solution on one size only has the points for the rules.
    put(
        "given/none.qprop",
        &format!("{}assert no: n < 2\n", fs::read_to_string(&reference).expect("it is there")),
    );
    let rows = grade(&["--generate", &all]);
    assert_eq!((points(&rows, "none"), status(&rows, "none")), (2.into(), "wrong".into()), "{rows:?}");
    fs::remove_file(at("given/none.qprop")).expect("it can be removed");

    // As many at a time as there are processors, or one: the rows are the same, in the order of the names.
    let table = |jobs: &[&str]| {
        stdout(&jigsat(
            &[&["grade", &reference, &given, "--data", &open, "--hidden", &secret], jobs].concat(),
            "",
        ))
    };
    assert_eq!(table(&[]), table(&["--jobs", "1"]));

    // One submission alone, without pages.
    let one = at("given/strong.qprop");
    let output = jigsat(&["grade", &reference, &one, "--hidden", &secret, "--format", "json"], "");
    let record: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    assert_eq!(record["submissions"][0]["status"], "wrong", "{record}");
    assert!(
        record["submissions"][0]["html"].as_str().is_some_and(|html| html.contains("hidden")),
        "{record}"
    );

    // Memory is bounded for each.
    if cfg!(target_os = "linux") {
        put("given/large.qprop", &large);
        let rows = grade(&["--data", &open, "--memory", "120MB"]);
        assert_eq!(status(&rows, "right"), "right", "{rows:?}");
        assert_eq!(status(&rows, "large"), "unknown", "{rows:?}");
        assert!(
            rows["large.qprop"]["mistakes"][0].as_str().is_some_and(|why| why.contains("memory")),
            "{rows:?}"
        );
    }
}

/// Several rules that exclude each other leave no solution, as one does; and a link may lead to the reference.
#[test]
fn what_allows_nothing_and_what_leads_elsewhere_has_no_points() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let model = "sort A = 1..2\npred p(a: A)\nassert one: exactly 1 a: A . p(a)\n";
    fs::create_dir(at("given")).expect("a folder can be made");
    fs::write(at("reference.qprop"), model).expect("a file can be written");
    let none = format!("{model}assert first: p(1)\nassert second: p(2)\n");
    fs::write(at("given/none.qprop"), none).expect("a file can be written");
    #[cfg(unix)]
    std::os::unix::fs::symlink(at("reference.qprop"), at("given/link.qprop")).expect("a link can be made");
    let output = jigsat(&["grade", &at("reference.qprop"), &at("given"), "--format", "json"], "");
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let record: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    for row in record["submissions"].as_array().expect("rows") {
        let expected = if row["file"] == "none.qprop" { "wrong" } else { "refused" };
        assert_eq!((&row["status"], &row["points"]), (&expected.into(), &0.into()), "{row}");
    }
}

/// A submission that is left open has points for what is proved, and makes no mistake that is counted.
#[test]
fn what_is_open_is_no_mistake() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let model = "sort A = 1..2\npred p(a: A)\nassert some: exists a: A . p(a)\n";
    let pigeons = "sort P = 1..13\nsort H = 1..12\npred h(i: P, j: H)\nassert sits: forall i: P . exists j: H . h(i, j)\n\
        assert alone: forall j: H . atmost 1 i: P . h(i, j)\nshow p\n";
    fs::write(at("reference.qprop"), model).expect("a file can be written");
    fs::write(at("pigeons.qprop"), model.to_owned() + pigeons).expect("a file can be written");
    let words =
        ["grade", &at("reference.qprop"), &at("pigeons.qprop"), "--timeout", "4s", "--format", "json"];
    let output = jigsat(&words, "");
    let record: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    assert_eq!(record["submissions"][0]["status"], "unknown", "{record}");
    assert_eq!(record["submissions"][0]["points"], 1, "the rule that it has: {record}");
    assert_eq!(record["mistakes"], Value::Array(Vec::new()), "{record}");
}

/// Each student has a folder, as course systems pack submissions. What is no file has a row that says so, and the grades
/// themselves are not graded.
#[test]
#[cfg(unix)]
fn folders_of_students_are_graded() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let model =
        "sort A = 1..2\npred p(a: A)\nassert some: exists a: A . p(a)\nassert all: exactly 1 a: A . p(a)\n";
    for student in ["Ann", "Bob/late"] {
        fs::create_dir_all(at(&format!("given/{student}"))).expect("a folder can be made");
        fs::write(at(&format!("given/{student}/model.qprop")), model).expect("a file can be written");
    }
    // It keeps every rule, as it has no solution.
    fs::write(at("given/none.qprop"), format!("{model}assert no: false\n")).expect("a file can be written");
    fs::write(at("given/Ann-model.qprop"), model).expect("a file can be written");
    for (to, link) in [("nowhere", "link.qprop"), (".", "loop"), (".", "Ann/loop")] {
        std::os::unix::fs::symlink(to, at(&format!("given/{link}"))).expect("a link can be made");
    }
    fs::write(at("reference.qprop"), model).expect("a file can be written");
    for _ in 0..2 {
        let words = ["grade", &at("reference.qprop"), &at("given"), "--out", &at("given/out"), "--force"];
        let output = jigsat(&words, "");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
        let expected = [
            "Ann-model.qprop: right, 3 of 3",
            "Ann/loop: refused, 0 of 3: it is a link, which may lead anywhere",
            "Ann/model.qprop: right, 3 of 3",
            "Bob/late/model.qprop: right, 3 of 3",
            "link.qprop: refused, 0 of 3: it is a link, which may lead anywhere",
            "loop: refused, 0 of 3: it is a link, which may lead anywhere",
            "none.qprop: wrong, 0 of 3: it has no solution, because no",
            // It breaks no rule.
            "'nothing else' is wrong in 1 of 7",
        ];
        assert_eq!(lines, expected, "{lines:?}");
        for page in ["Ann-model", "Ann/model", "Bob/late/model", "link"] {
            assert!(
                fs::read_to_string(at(&format!("given/out/{page}.qprop.html")))
                    .is_ok_and(|page| page.contains("</html>")),
                "{page}"
            );
        }
    }
    let words = ["grade", &at("reference.qprop"), &at("given"), "--out", &at("given"), "--force"];
    assert_eq!(code(&jigsat(&words, "")), 2, "the grades would stand among the submissions");
}

/// Time that is over is no answer, and the reference is never replaced.
#[test]
fn an_exercise_ends_in_time_and_leaves_the_reference() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let pigeons = "sort P = 1..13\nsort H = 1..12\npred h(i: P, j: H)\nassert sits: forall i: P . exists j: H . h(i, j)\n\
        assert alone: forall j: H . atmost 1 i: P . h(i, j)\n";
    fs::write(at("pigeons.qprop"), pigeons).expect("a file can be written");
    let output = jigsat(&["encode", &at("pigeons.qprop"), "--format", "dimacs"], "");
    fs::write(at("pigeons.cnf"), stdout(&output)).expect("a file can be written");
    for reference in ["pigeons.qprop", "pigeons.cnf"] {
        let (out, key) = (at(&format!("out-{reference}")), at(&format!("key-{reference}")));
        let reference = at(reference);
        let words = ["exercise", &reference, "--out", &out, "--key", &key, "--timeout", "1s"];
        let started = std::time::Instant::now();
        let output = jigsat(&words, "");
        assert!(
            started.elapsed() < std::time::Duration::from_secs(30),
            "{reference} {:?}",
            started.elapsed()
        );
        assert!(code(&output) == 3 || code(&output) == 0, "{reference}: {}", stdout(&output));
        for (out, key) in [(&reference, &key), (&out, &reference)] {
            let words = ["exercise", &reference, "--out", out, "--key", key, "--timeout", "1s", "--force"];
            let before = fs::read(&reference).expect("it is there");
            assert_eq!(code(&jigsat(&words, "")), 2, "{reference}");
            assert_eq!(fs::read(&reference).expect("it is still there"), before);
        }
    }
    let words =
        ["exercise", "tests/meaning/queens.qprop", "--out", &at("a"), "--key", &at("b"), "--timeout", "0s"];
    let output = jigsat(&words, "");
    assert_eq!(code(&output), 3, "{}{}", stdout(&output), stderr(&output));
}

/// A signature says one thing of an atom.
#[test]
fn an_atom_is_mapped_once() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let map = folder.path().join("names.map");
    fs::write(&map, "q({r},{c}) = q({c},{r})\nq({a},{b}) = q({a},{b})\n").expect("a file can be written");
    let queens = "tests/meaning/queens.qprop";
    let output = jigsat(&["diff", queens, queens, "--map", map.to_str().expect("text")], "");
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("names.map:2: line 1 maps 'q(1,1)' already"), "{}", stderr(&output));
}
