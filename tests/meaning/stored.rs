//! `jigsat diff` of texts that `encode` wrote and that snapshots keep: what changed in rules, in clauses, and in meaning.

use std::{fs, path::Path};

use serde_json::Value;

use crate::common::{code, jigsat, stderr, stdout};

/// The text of an encoding, in a file.
fn encoded(folder: &Path, name: &str, words: &[&str]) -> String {
    let output = jigsat(&[&["encode"], words].concat(), "");
    assert_eq!(code(&output), 0, "{words:?}: {}", stderr(&output));
    let path = folder.join(name);
    fs::write(&path, &output.stdout).expect("a file can be written");
    path.to_str().expect("text").to_owned()
}

/// The exit code and the record of a comparison.
fn diff(old: &str, new: &str) -> (i32, Value) {
    let output = jigsat(&["diff", old, new, "--format", "json"], "");
    let record = serde_json::from_str(&stdout(&output));
    (code(&output), record.unwrap_or_else(|error| panic!("{error}: {}{}", stdout(&output), stderr(&output))))
}

/// What changed in each rule, in the order of the record.
fn changes(record: &Value) -> Vec<[&str; 2]> {
    let changes = record["changes"].as_array().expect("changes");
    changes.iter().map(|change| ["rule", "change"].map(|key| change[key].as_str().expect("a word"))).collect()
}

const TINY: &str = "puzzles/sudoku/tiny.yaml";

#[test]
fn a_text_is_compared_with_a_later_one() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = folder.path();
    let full = encoded(at, "full.txt", &[TINY, "--encoding", "course", "--full"]);
    let (status, record) = diff(&full, &full);
    assert_eq!((status, record["status"].as_str()), (0, Some("same")), "{record}");
    assert_eq!(record["directions"][0]["proof"], "text", "{record}");

    // Another flavour: other clauses, auxiliary variables, the same meaning.
    let ladder = encoded(at, "ladder.txt", &[TINY, "--encoding", "course", "--amo", "ladder", "--full"]);
    let (status, record) = diff(&full, &ladder);
    assert_eq!((status, record["status"].as_str()), (0, Some("same")), "{record}");
    assert_eq!(record["directions"][1]["proof"], "rules", "{record}");
    assert!(changes(&record).contains(&["row", "changed"]), "{record}");
    assert!(changes(&record).contains(&["given", "same"]), "{record}");

    // A rule less, or without clauses.
    let dropped = encoded(at, "dropped.txt", &[TINY, "--encoding", "course", "--drop", "box", "--full"]);
    let (status, record) = diff(&full, &dropped);
    assert_eq!(status, 1, "{record}");
    assert!(changes(&record).contains(&["box", "changed"]), "{record}");
    let difference = &record["directions"][1]["difference"];
    assert_eq!(difference["rules"], serde_json::json!(["box"]), "{record}");
}

/// A text doesn't name an atom that no constraint is about, and a formula does.
#[test]
fn a_text_has_the_atoms_that_no_constraint_is_about() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let formula = |name: &str, clauses: &str| {
        let text =
            format!("c v 1 rain\nc v 2 wet\nc v 3 wind\np cnf 3 {}\n{clauses}", clauses.lines().count());
        fs::write(at(name), text).expect("a file can be written");
        at(name)
    };
    let (one, other) = (formula("one.cnf", "-1 2 0\n"), formula("other.cnf", "-1 2 0\n3 0\n"));
    let text = encoded(folder.path(), "one.txt", &[&one, "--full"]);
    for sides in [[&one, &text], [&text, &one]] {
        let (status, record) = diff(sides[0], sides[1]);
        assert_eq!((status, record["status"].as_str()), (0, Some("same")), "{record}");
        assert_eq!(record["shown"], 3, "{record}");
        let output = jigsat(&["diff", sides[0], sides[1]], "");
        assert!(stderr(&output).contains("one.txt does not say which atoms it shows"), "{}", stderr(&output));
    }
    assert_eq!(diff(&text, &other).0, 1, "no wind is a solution of the text");

    // The text counts its atoms: there are no others.
    let small = at("small.cnf");
    fs::write(&small, "c v 1 rain\nc v 2 wet\np cnf 2 1\n-1 2 0\n").expect("a file can be written");
    let text = encoded(folder.path(), "small.txt", &[&small, "--full"]);
    let output = jigsat(&["diff", &text, &one], "");
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("shows wind"), "{}", stderr(&output));

    // It counts one that nobody names: it is no part of the other side, so they are not the same.
    let text = encoded(folder.path(), "one.txt", &[&one, "--full"]);
    let output = jigsat(&["diff", &text, &at("small.cnf")], "");
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("has 1 atom that no constraint is about"), "{}", stderr(&output));
    let (status, record) = diff(&text, &encoded(folder.path(), "small.txt", &[&at("small.cnf"), "--full"]));
    assert_eq!(status, 3, "no clause changed, but there is another atom: {record}");
    let other = encoded(folder.path(), "other.txt", &[&other, "--full"]);
    let (status, record) = diff(&other, &at("small.txt"));
    assert_eq!(status, 3, "{record}");
    assert!(
        record["directions"][0]["reason"].as_str().is_some_and(|why| why.contains("3 and 2 atoms")),
        "{record}"
    );
}

/// A text counts the atoms that are no part of solutions, but doesn't name them: those of its model are taken for the others.
#[test]
fn hidden_atoms_of_a_text() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let model = "sort A = 1..2\npred p(a: A)\npred q(a: A)\nassert both: forall a: A . p(a) iff q(a)\n";
    let put = |name: &str, show: &str| {
        fs::write(at(name), format!("{model}{show}\n")).expect("a file can be written");
        at(name)
    };
    let (some, all) = (put("some.qprop", "show p"), put("all.qprop", "show p, q"));
    let text = encoded(folder.path(), "some.txt", &[&some, "--full"]);
    let (status, record) = diff(&text, &some);
    assert_eq!((status, &record["shown"]), (0, &2.into()), "{record}");
    // All names are the same, but the text shows fewer of them.
    let output = jigsat(&["diff", &text, &all], "");
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("counts 2 atoms in solutions, expected 4 atoms"), "{}", stderr(&output));
}

/// A summary tells that something changed and where; what it doesn't tell is not claimed.
#[test]
fn a_summary_claims_only_what_it_tells() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = folder.path();
    let easy = "puzzles/sudoku/easy.yaml";
    let old = encoded(at, "old.txt", &[easy, "--encoding", "course"]);
    let new = encoded(at, "new.txt", &[easy, "--encoding", "course", "--amo", "ladder"]);
    let (status, record) = diff(&old, &new);
    assert_eq!((status, record["status"].as_str()), (3, Some("unknown")), "{record}");
    let reason = record["directions"][0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("full text of `encode`") && reason.contains("rule"), "{reason}");
    assert!(changes(&record).contains(&["given", "same"]), "{record}");

    // Only a rule that is shown changed; that the others are the same is known from their fingerprints.
    let text = fs::read_to_string(&old).expect("it was written");
    let (table, _) = text.split_at(text.find("== ").expect("a rule"));
    let row = table.lines().find(|line| line.starts_with("given")).expect("a row");
    let fingerprint = row.split_whitespace().last().expect("a word");
    let [few, less] = ["1.2.3....", "1.2......"].map(|row| {
        let path = at.join(format!("{row}.txt"));
        fs::write(&path, format!("{row}{}\n", ".".repeat(72))).expect("a file can be written");
        encoded(at, &format!("{row}.encoded"), &[path.to_str().expect("text"), "--encoding", "course"])
    });
    let (status, record) = diff(&few, &less);
    assert_eq!(status, 3, "the rest of the formula may forbid it: {record}");
    assert!(changes(&record).contains(&["given", "changed"]), "{record}");
    assert_eq!(record["directions"][0]["lacks"], "none", "a clause less forbids nothing: {record}");
    assert!(
        record["directions"][1]["reason"].as_str().is_some_and(|why| why.contains("may forbid")),
        "{record}"
    );

    // The fingerprint in the table is not of what was changed by hand below it.
    let edited = at.join("edited.txt");
    fs::write(&edited, text.replacen("r1c1=1, r1c1=2", "r1c1=1, r1c1=4", 1)).expect("a file can be written");
    let (status, record) = diff(&old, edited.to_str().expect("text"));
    assert_ne!(status, 0, "{record}");
    assert!(changes(&record).contains(&["cell", "changed"]), "{record}");

    // Tables alone.
    let alone = at.join("table.txt");
    let alone = alone.to_str().expect("text");
    fs::write(alone, table).expect("a file can be written");
    assert_eq!(diff(&old, alone).0, 0, "the fingerprints are the same");
    fs::write(alone, table.replace(fingerprint, "0123456789abcdef")).expect("a file can be written");
    let (status, record) = diff(&old, alone);
    assert_eq!(status, 3, "{record}");
    assert!(changes(&record).contains(&["given", "changed"]), "{record}");
}

/// The snapshots of the project are such texts: each has the meaning of the encoding that wrote it.
#[test]
fn snapshots_are_read() {
    let [minimal, extended] =
        ["minimal", "extended"].map(|name| format!("snapshots/sudoku/tiny-{name}.snap"));
    let (status, record) = diff(&minimal, &extended);
    assert_eq!((status, record["status"].as_str()), (0, Some("same")), "{record}");
    let output = jigsat(&["diff", "snapshots/qprop/queens.snap", "snapshots/qprop/queens.snap"], "");
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

#[test]
fn malformed_texts_are_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let full = encoded(folder.path(), "full.txt", &[TINY, "--full"]);
    let text = fs::read_to_string(&full).expect("it was written");
    let path = folder.path().join("bad.txt");
    let path = path.to_str().expect("text");
    let clause = text.lines().find(|line| line.starts_with("    not (")).expect("a clause");
    for (bad, place) in [
        (text.replacen("== cell", "cell", 1), "a row of the table of rules"),
        (format!("== cell\n  a | b\n{text}"), "the sentence of a constraint"),
        (text.replacen(clause, "    not (r1c1=1 & r4c4=4)", 1), "changed by hand"),
        (text.replacen(&format!("{clause}\n"), "", 1), "changed by hand"),
        (text.replacen("rule ", "role ", 1), "the head of the table"),
        (text.replacen("fingerprint", "", 1), "expected"),
        (text.lines().next().expect("a line").to_owned(), "expected"),
    ] {
        assert_ne!(bad, text, "{place}");
        fs::write(path, &bad).expect("a file can be written");
        let output = jigsat(&["diff", path, &full], "");
        let said = stdout(&output) + &stderr(&output);
        assert_eq!(code(&output), 2, "{place}: {said}");
        assert!(said.contains(place), "{place}: {said}");
    }
}

/// Atoms that are no part of a solution can't be told from others in a text: what may be about them is left open, unless a
/// map hides them.
#[test]
fn helpers_in_a_text_can_be_hidden() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let start = "sort V = 1..3\npred s(v: V)\n";
    let put = |name: &str, rules: &str| {
        fs::write(at(name), format!("{start}{rules}")).expect("a file can be written");
        encoded(folder.path(), &format!("{name}.txt"), &[&at(name), "--full"])
    };
    let plain = put("plain.qprop", "assert some: exists v: V . s(v)\n");
    let helped =
        put("helped.qprop", "pred h\nshow s\nassert helper: h iff (exists v: V . s(v))\nassert some: h\n");
    let (status, record) = diff(&plain, &helped);
    assert_eq!(status, 3, "{record}");
    let reasons = record["directions"].to_string();
    assert!(reasons.contains("no part of solutions"), "{record}");
    fs::write(at("map.txt"), "s({v}) = s({v})\nhide h\n").expect("a file can be written");
    let output = jigsat(&["diff", &plain, &helped, "--map", &at("map.txt")], "");
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}
