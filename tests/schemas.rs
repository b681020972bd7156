//! The JSON schemas in docs/src/schemas: they are current, and describe files and answers correctly.

mod common;

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use common::{code, is_current, jigsat, root, stderr, stdout};
use jigsat_input::{Source, from_yaml};
use jigsat_workbench::names;
use jsonschema::Validator;
use serde_json::Value;

/// The genres' schemas differ in the genre's name alone: one of them is stored, with this name.
const GENRE: &str = "GENRE";

/// A genre whose schema has this name, or whose schema's name begins with it.
fn genre_of(name: &str) -> Option<&'static str> {
    let begins =
        |genre: &&str| name.strip_prefix(genre).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    names().into_iter().filter(|genre| root().join("crates/genres/pages").join(genre).is_dir()).find(begins)
}

/// A text with one word in place of another; a part of a longer word stays.
fn with_word(text: &str, from: &str, to: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (before, after) = (&rest[..at], &rest[at + from.len()..]);
        let alone = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        written += before;
        written += if alone { to } else { from };
        rest = after;
    }
    written + rest
}

fn schema(name: &str) -> Validator {
    let stored = genre_of(name).map_or_else(|| name.to_owned(), |genre| name.replacen(genre, "genre", 1));
    let file = root().join(format!("docs/src/schemas/{stored}.json"));
    let mut text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{name}: {error}"));
    if let Some(genre) = genre_of(name) {
        text = with_word(&text, GENRE, genre);
    }
    let schema: Value = serde_json::from_str(&text).expect("it is JSON");
    jsonschema::meta::validate(&schema).expect("it is a schema");
    jsonschema::validator_for(&schema).expect("it is a schema")
}

fn assert_valid(schema: &Validator, value: &Value, what: &str) {
    let errors: Vec<String> =
        schema.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what}: {errors:?}");
}

/// The options of a generator without the sizes that are usual for a genre.
fn of_any_size(text: &str) -> String {
    let usual = |line: &str| -> String {
        for (before, size) in [("\"default\": \"", "10x10"), ("generate --size ", "6x6")] {
            if let Some((start, rest)) = line.split_once(before) {
                let end = rest.find(|char: char| !char.is_ascii_digit() && char != 'x').unwrap_or(rest.len());
                if rest[..end].contains('x') {
                    return format!("{start}{before}{size}{}\n", &rest[end..]);
                }
            }
        }
        format!("{line}\n")
    };
    text.lines().map(usual).collect()
}

#[test]
fn published_schemas_are_current() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let output = jigsat(&["schema", "--folder", folder.path().to_str().expect("its path is text")], "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut stored = BTreeSet::new();
    for entry in fs::read_dir(folder.path()).expect("it is there") {
        let path = entry.expect("it is listed").path();
        let mut name = path.file_name().and_then(|name| name.to_str()).expect("its name is text").to_owned();
        let mut text = fs::read_to_string(&path).expect("it can be read");
        assert!(!text.contains("[`"), "{name} links to an item of the crates");
        if let Some(genre) = genre_of(name.trim_end_matches(".json")) {
            text = with_word(&text, genre, GENRE);
            name = name.replacen(genre, "genre", 1);
            text = of_any_size(&text);
        }
        is_current(&format!("docs/src/schemas/{name}"), &text);
        stored.insert(name);
    }
    for entry in fs::read_dir(root().join("docs/src/schemas")).expect("it is there") {
        let name = entry.expect("it is listed").file_name().into_string().expect("its name is text");
        assert!(stored.contains(&name), "{name:?} is no schema any more");
    }
}

#[test]
fn every_puzzle_in_yaml_is_valid() {
    // A model of QPROP is not YAML, and its data may be anything.
    for family in names().into_iter().filter(|&name| name != "qprop") {
        let schema = schema(family);
        for entry in fs::read_dir(root().join("puzzles").join(family)).expect("it is there") {
            let path = entry.expect("it is listed").path();
            if path.extension().is_some_and(|end| end == "yaml") {
                let source = Source::read(&path).expect("it can be read");
                let puzzle: Value = from_yaml(&source).expect("it is YAML");
                assert_valid(&schema, &puzzle, &path.display().to_string());
                // The page of a genre describes the other contents of its boards.
                if root().join("crates/genres/pages").join(family).is_dir() {
                    continue;
                }
                let misspelt = serde_json::json!({ "kind": family, "titel": "x" });
                assert!(!schema.is_valid(&misspelt), "{family}");
                let mut other = puzzle;
                other["kind"] = "chess".into();
                assert!(!schema.is_valid(&other), "{family}");
            }
        }
    }
}

#[test]
fn what_generate_writes_is_valid() {
    for (family, size) in [
        ("tiling", &["--size", "4x5"][..]),
        ("sudoku", &["--box", "2x2"]),
        ("sokoban", &["--size", "6x7", "--boxes", "1", "--pushes", "3"]),
        ("edge-matching", &["--size", "3x3"]),
        ("fillomino", &["--size", "4x4"]),
        ("slitherlink", &["--size", "4x4"]),
    ] {
        let output = jigsat(&[&[family, "generate"], size].concat(), "");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let puzzle = from_yaml(&Source::new("made", stdout(&output))).expect("it is YAML");
        assert_valid(&schema(family), &puzzle, family);
    }
}

#[test]
fn answers_are_valid() {
    for (family, puzzle, impossible, more) in [
        ("tiling", "shape-fitting.txt", "mutilated-8x8.yaml", &[][..]),
        ("tiling", "soma.yaml", "shape-fitting-impossible.txt", &[]),
        ("sudoku", "four.yaml", "impossible.yaml", &[]),
        ("sokoban", "first.xsb", "corner.xsb", &[]),
        ("edge-matching", "four-squares.yaml", "impossible.yaml", &[]),
        ("fillomino", "split.yaml", "impossible.yaml", &[]),
        ("slitherlink", "two-by-two.yaml", "impossible.yaml", &[]),
        ("dimacs", "easy.cnf", "two-colours.cnf", &[]),
        ("qprop", "latin.qprop", "chessboard.qprop", &[]),
        ("qprop", "colouring.qprop", "chessboard.qprop", &["--data", "puzzles/qprop/petersen.yaml"]),
    ] {
        let [puzzle, impossible] = [puzzle, impossible].map(|file| format!("puzzles/{family}/{file}"));
        let answers = schema(&format!("{family}-solve"));
        let ask = |args: &[&str]| stdout(&jigsat(&[&[family], args, &["--format", "json"]].concat(), ""));
        let mut lines = ask(&[&["solve", &puzzle], more].concat());
        lines += &ask(&[&["solve", &puzzle, "--limit", "2"], more].concat());
        if family != "sokoban" {
            lines += &ask(&[&["solve", &puzzle, "--unique"], more].concat());
        }
        lines += &ask(&["solve", &impossible]);
        lines += &ask(&["solve", &impossible, "--all", "--conflicts", "0"]);
        assert!(lines.lines().count() >= 5, "{lines}");
        for line in lines.lines() {
            let line: Value = serde_json::from_str(line).expect("it is JSON");
            assert_valid(&answers, &line, family);
            let mut unlike = line.clone();
            unlike["status"] = "perhaps".into();
            assert!(!answers.is_valid(&unlike), "{family} has no such status");
        }
        let counted = ask(&[&["count", &puzzle, "--limit", "3"], more].concat());
        assert_valid(&schema("count"), &serde_json::from_str(&counted).expect("it is JSON"), family);
    }
}

#[test]
fn errors_counts_checks_and_ratings_are_valid() {
    let value = |args: &[&str], input: &str| -> Value {
        let output = jigsat(args, input);
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)))
    };
    let error = value(&["sudoku", "solve", "-", "--format", "json"], "12345\n");
    assert_eq!(error["status"], "error");
    assert_valid(&schema("sudoku-solve"), &error, "error");
    let large =
        value(&["tiling", "count", "-", "--format", "json"], "kind: tiling\nboard: 12x12\nset: dominoes\n");
    assert_eq!(large["count"], "53060477521960000");
    assert_valid(&schema("count"), &large, "count");
    let check =
        value(&["sudoku", "check", "puzzles/sudoku/tiny.yaml", "1342423124133124", "--format", "json"], "");
    assert_valid(&schema("check"), &check, "check");
    let rate = value(&["fillomino", "rate", "puzzles/fillomino/guess.yaml", "--format", "json"], "");
    assert_valid(&schema("rate"), &rate, "rate");
    let trace = value(&["trace", "docs/src/course/pigeons.qprop", "--format", "json"], "");
    assert_eq!(
        (&trace["status"], trace["steps"][0]["step"].as_str()),
        (&"impossible".into(), Some("decide"))
    );
    assert_valid(&schema("trace"), &trace, "trace");
}

#[test]
fn formulas_tables_and_explanations_are_valid() {
    for (name, args) in [
        ("encode", &["sudoku", "encode", "puzzles/sudoku/four.yaml", "--drop", "row"][..]),
        ("compare", &["sudoku", "compare", "puzzles/sudoku/four.yaml", "--seeds", "1"]),
        ("compare", &["sudoku", "compare", "puzzles/sudoku/four.yaml", "--sizes", "2x2", "--no-times"]),
        ("explain", &["explain", "puzzles/sudoku/tiny.yaml", "--step", "2"]),
        ("explain", &["explain", "puzzles/sudoku/four.yaml"]),
        ("explain", &["explain", "puzzles/fillomino/impossible.yaml"]),
        ("explain", &["explain", "puzzles/sudoku/tiny.yaml", "--timeout", "0s"]),
    ] {
        let output = jigsat(&[args, &["--format", "json"]].concat(), "");
        let lines = stdout(&output);
        assert!(!lines.is_empty(), "{args:?}: {}", stderr(&output));
        for line in lines.lines() {
            let line: Value = serde_json::from_str(line).expect("it is JSON");
            assert_valid(&schema(name), &line, &format!("{args:?}"));
            let mut unlike = line.clone();
            unlike["schema"] = "one".into();
            assert!(!schema(name).is_valid(&unlike), "{args:?}");
        }
    }
}

#[test]
fn comparisons_by_meaning_are_valid() {
    let record = |words: &[&str]| -> Value {
        let output = jigsat(&[words, &["--format", "json"]].concat(), "");
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|error| panic!("{words:?}: {error}"))
    };
    let diff = schema("diff");
    for words in [
        &["diff", "sudoku:course", "sudoku:minimal", "--sizes", "2x2"][..],
        &["diff", "sudoku:course", "sudoku:course:drop=box", "--sizes", "2x2", "--every-rule"],
        &[
            "diff",
            "edge-matching:two-level",
            "edge-matching:compact",
            "--on",
            "puzzles/edge-matching/small.yaml",
        ],
        &[
            "diff",
            "tiling:placement",
            "tiling:cell",
            "--on",
            "puzzles/tiling/pentominoes-6x10.yaml",
            "--timeout",
            "200ms",
        ],
    ] {
        assert_valid(&diff, &record(words), &words.join(" "));
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let out = folder.path().join("out");
    let out = out.to_str().expect("its path is text");
    let (model, wrong) = ("puzzles/qprop/sudoku.qprop", "puzzles/qprop/wrong");
    let words = ["grade", model, wrong, "--data", "puzzles/qprop/sudoku.yaml", "--out", out];
    assert_valid(&schema("grade"), &record(&words), "grade");
}

/// Folders of tasks, of shares and of proofs, and models that are graded.
#[test]
fn what_is_said_of_folders_and_grades_is_valid() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_str().expect("its path is text").to_owned();
    let lines = |words: &[&str]| -> Vec<Value> {
        let output = jigsat(words, "");
        let told = stdout(&output);
        assert!(!told.is_empty(), "{words:?}: {}", stderr(&output));
        told.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
    };
    let (tasks, proof, shared) = (path("tasks"), path("proof"), path("shared.jsonl"));
    let json = ["--format", "json"];
    let [cubes] =
        &lines(&[&["sudoku", "cubes", "sudoku/tiny", "--for", "count", "--out", &tasks], &json[..]].concat())
            [..]
    else {
        panic!("one line")
    };
    assert_valid(&schema("cubes"), cubes, "cubes");
    assert_valid(&schema("gather"), &lines(&[&["gather", &tasks], &json[..]].concat())[0], "gather");
    assert_eq!(code(&jigsat(&["sudoku", "solve", "sudoku/tiny", "--unique", "--proof", &proof], "")), 0);
    let checked = lines_of_proof(&lines(&[&["check-proof", &proof], &json[..]].concat()));
    assert_eq!(checked, 1);
    jigsat(&["batch", "sudoku/tiny", "--out", &shared, "--scheduler", "parallel", "--dry-run"], "");
    let gathered = lines(&[&["gather", &format!("{shared}.tasks/1")], &json[..]].concat());
    assert_valid(&schema("gather-shares"), &gathered[0], "gather of shares");
}

/// The number of formulas in a checked proof.
fn lines_of_proof(lines: &[Value]) -> usize {
    let (last, formulas) = lines.split_last().expect("there are lines");
    assert_valid(&schema("check-proof"), last, "check-proof");
    let of_formula = schema("check-proof-formula");
    for line in formulas {
        assert_valid(&of_formula, line, "a formula of check-proof");
    }
    formulas.len()
}

#[test]
fn what_verbs_print_without_an_answer_is_valid() {
    let schema = schema("error");
    let short = "5...5.";
    for words in [
        &["sudoku", "solve", "-"][..],
        &["count", "-"],
        &["sudoku", "explain", "-"],
        &["sudoku", "hint", "-"],
        &["sudoku", "rate", "-"],
        &["sudoku", "encode", "-"],
        &["sudoku", "trace", "-"],
        &["sudoku", "compare", "-"],
        &["sudoku", "check", "-", "README.md"],
        &["sudoku", "decode", "-", "README.md"],
        &["sudoku", "solve", "puzzles/sudoku/easy.yaml", "--encoding", "none"],
        &["check-proof", "puzzles"],
    ] {
        let output = jigsat(&[words, &["--format", "json"]].concat(), short);
        assert_eq!(code(&output), 2, "{words:?}: {}", stderr(&output));
        let record: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
        assert_valid(&schema, &record, &words.join(" "));
        assert_eq!(stderr(&output), "", "{words:?}");
    }
}

/// A worker is asked by lines, and answers by lines; `serve` speaks the same replies.
#[test]
fn what_workers_say_is_valid() {
    let requests = [
        r#"{"bound":{"memory_bytes":1073741824}}"#,
        r#""observe""#,
        r#"{"answer":{"family":"sokoban","input":{"file":"puzzles/sokoban/first.xsb"},"verb":{"solve":{"ask":{"search":{"engine":"sat"}}}},"pictures":true}}"#,
        r#"{"answer":{"family":"sudoku","input":{"text":{"name":"a","text":"1...34....2....4"}},"verb":{"explain":{}},"pictures":true}}"#,
        r#"{"answer":{"family":"sudoku","input":{"text":{"name":"a","text":"1..."}},"verb":{"count":{"limit":2}},"pictures":false}}"#,
        r#"{"read":{"batch":{"ask":{}},"input":{"file":"puzzles/sudoku/easy.yaml"}}}"#,
        r#"{"read":{"batch":{"ask":{}},"input":{"text":{"name":"b","text":"12345\n"}}}}"#,
        r#"{"read":{"batch":{"ask":{},"family":"sudoku"},"input":{"text":{"name":"b","text":"12345\n"}}}}"#,
    ];
    let [asked, said, verb, reply] = ["worker-request", "worker-reply", "verb", "reply"].map(schema);
    for request in requests {
        let value: Value = serde_json::from_str(request).expect("it is JSON");
        assert_valid(&asked, &value, request);
        if let Some(question) = value.get("answer") {
            assert_valid(&verb, &question["verb"], request);
        }
    }
    assert!(!asked.is_valid(&serde_json::json!({ "bound": {} })) && !asked.is_valid(&"halt".into()));
    assert!(!verb.is_valid(&serde_json::json!({ "solve": { "limit": 2 } })), "that is an option of 'count'");
    // The end of the input would stop the work.
    let mut worker = Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .arg("worker")
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("jigsat starts");
    let mut stdin = worker.stdin.take().expect("a pipe");
    stdin.write_all((requests.join("\n") + "\n").as_bytes()).expect("it reads");
    let mut left = requests.iter().filter(|request| request.contains("\"input\":{")).count();
    let mut kinds = BTreeSet::new();
    let mut lines = BufReader::new(worker.stdout.take().expect("a pipe")).lines();
    while left > 0 {
        let line = &*lines.next().expect("it answers everything").expect("it is text");
        let value: Value = serde_json::from_str(line).expect("it is JSON");
        assert_valid(&said, &value, line);
        let kind = value.as_object().map_or("end", |value| value.keys().next().expect("it has one"));
        if kind == "record" {
            assert_valid(&reply, &value["record"], line);
            let mut unlike = value["record"].clone();
            unlike["status"] = "perhaps".into();
            assert!(!reply.is_valid(&unlike), "{line}");
        }
        left -= usize::from(kind == "end");
        kinds.insert(kind.to_owned());
    }
    drop(stdin);
    assert!(worker.wait().expect("it ends").success());
    let all = ["end", "event", "family", "malformed", "puzzle", "record", "skipped"];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), all);
}
