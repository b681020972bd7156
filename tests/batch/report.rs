//! `report`.

use std::{fs, io::Write, path::Path};

use crate::{
    common::{code, stderr, stdout},
    help::{folder, run},
};

/// Results as `batch` writes them, of two families and two runs, with a torn line at the end.
fn results(folder: &Path, name: &str, factor: f64) {
    let mut file = fs::File::create(folder.join(name)).unwrap();
    for index in 1..=20_u32 {
        let family = if index % 4 == 0 { "sokoban" } else { "fillomino" };
        let seconds = factor * 0.001 * f64::from(index).powi(3);
        let (status, seconds) = match index {
            7 => ("impossible", seconds),
            13 => ("error", 0.0),
            _ if seconds > 5.0 => ("unknown", 5.0),
            _ => ("solved", seconds),
        };
        let time = if status == "error" { String::new() } else { format!(",\"time_s\":{seconds}") };
        writeln!(
            file,
            "{{\"schema\":1,\"family\":\"{family}\",\"file\":\"{family}.txt\",\"index\":{index},\"status\":\"{status}\",\
             \"digest\":\"00\",\"limits\":\"--timeout 5s --memory 2147483648\"{time}}}"
        )
        .unwrap();
    }
    write!(file, "{{\"schema\":1,\"fam").unwrap();
}

#[test]
fn a_report() {
    let folder = folder(&[]);
    results(folder.path(), "one.jsonl", 1.0);
    results(folder.path(), "two.jsonl", 0.4);
    let mut told = String::new();
    for args in [
        &["one.jsonl"][..],
        &["one.jsonl", "--against", "two.jsonl"],
        &["one.jsonl", "--against", "two.jsonl", "--format", "markdown"],
        &["one.jsonl", "--format", "csv"],
        &["one.jsonl", "--format", "json"],
    ] {
        let output = run(folder.path(), &[&["report"], args].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        told += &format!("$ jigsat report {}\n{}{}\n", args.join(" "), stderr(&output), stdout(&output));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn contradictions_are_told() {
    let folder = folder(&[]);
    results(folder.path(), "one.jsonl", 1.0);
    let text = fs::read_to_string(folder.path().join("one.jsonl")).unwrap();
    fs::write(folder.path().join("two.jsonl"), text.replace("impossible", "solved")).unwrap();
    let output = run(folder.path(), &["report", "one.jsonl", "--against", "two.jsonl", "--quiet"]);
    assert_eq!(code(&output), 4);
    assert!(stderr(&output).contains("fillomino.txt #7: solved in one result and impossible in the other"));
}
