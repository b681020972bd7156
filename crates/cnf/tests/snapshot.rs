//! `assert_encoding!`: the files that a failing snapshot leaves. Each test has a formula of its own.

use std::{fmt, fs, panic, path::PathBuf};

use jigsat_cnf::{Flavours, Formula, Rule, assert_encoding, snapshot::Watch};

const ONE: Rule = Rule::new("one", "exactly one lamp of row {0} is lit");

/// A hundred rows, too many to show; one lamp of one row may be left out.
fn rows(missing: Option<(u8, char)>) -> Formula<(u8, char)> {
    let mut e = Formula::new(Flavours::default());
    for row in 0..100 {
        let lamps = ['a', 'b', 'c'].map(|column| (row, column));
        for &lamp in &lamps {
            e.declare_projected(lamp);
        }
        e.group(&ONE, (row,)).exactly_one(lamps.into_iter().filter(|&lamp| Some(lamp) != missing));
    }
    e
}

/// The file in which the macro keeps every clause of these tests.
fn kept(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let target = program.ancestors().nth(3).unwrap();
    target.join("encodings/jigsat-cnf").join(format!("snapshot__{name}"))
}

#[test]
fn a_change_that_the_text_sums_up_fails_and_every_clause_is_kept_before_and_after() {
    let names = |(row, column): (u8, char), f: &mut fmt::Formatter<'_>| write!(f, "{column}{row}");
    let passes = || assert_encoding!("rows", rows(None), &names);
    passes();
    assert!(fs::read_to_string(kept("rows.txt")).unwrap().contains("exactly one of a77, b77, c77"));
    // Does the same as the macro, with a comparison that never writes a snapshot, whatever the environment says.
    let watch = |e| Watch::new(["jigsat-cnf", module_path!()], "rows", &e, &names);
    let accepted = watch(rows(None)).text().to_owned();
    let failed = panic::catch_unwind(|| {
        let watch = watch(rows(Some((77, 'b'))));
        assert_eq!(watch.text(), accepted);
        watch.held();
    });
    assert!(failed.is_err(), "a changed formula passed");
    let [old, new] = ["rows.txt", "rows.new.txt"].map(|name| fs::read_to_string(kept(name)).unwrap());
    let changed: Vec<&str> = new.lines().filter(|line| !old.contains(line)).collect();
    assert!(changed.contains(&"  exactly one of a77, c77"), "{changed:?}");
    // A test that passes again removes the files of the failure.
    passes();
    assert!(!kept("rows.new.txt").exists());
}
