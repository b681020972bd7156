//! One readable snapshot per puzzle and encoding; if a source prescribes the numbering, also the DIMACS.

mod common;

use std::fs;

use common::{code, jigsat, root, snapshots, stdout};
use jigsat_cnf::{Choice, assert_encoding};
use jigsat_input::Source;
use jigsat_solve::{BuildOptions, Puzzle, build};
use jigsat_sudoku::{Encoding, parse};

fn encode(args: &[&str]) -> String {
    let output = jigsat(&[&["sudoku", "encode"], args].concat(), "");
    assert_eq!(code(&output), 0, "{}", common::stderr(&output));
    stdout(&output)
}

/// The whole formula, as the command prints it.
fn assert_formula(puzzle: &str, how: Encoding) {
    let file = root().join(format!("puzzles/sudoku/{puzzle}.yaml"));
    let sudoku = parse(&Source::read(&file).expect("it is there")).expect("it is a Sudoku");
    let formula = build(&sudoku, how, &BuildOptions::default()).expect("it is small");
    let name = format!("{puzzle}-{}", how.name());
    assert_encoding!(name, formula, &|atom, f| sudoku.name(atom, f));
}

#[test]
fn sudoku_4x4() {
    snapshots("sudoku").bind(|| {
        for &how in Encoding::ALL {
            assert_formula("tiny", how);
        }
        for amo in ["ladder", "bitwise", "commander", "product", "bimander"] {
            let text = encode(&[
                "puzzles/sudoku/tiny.yaml",
                "--encoding",
                "extended",
                "--amo",
                amo,
                "--rule",
                "row",
            ]);
            insta::assert_snapshot!(format!("tiny-row-{amo}"), text);
        }
        let dimacs = encode(&["puzzles/sudoku/tiny.yaml", "--encoding", "course", "--format", "dimacs"]);
        insta::assert_snapshot!("tiny-course-dimacs", dimacs);
    });
}

#[test]
fn sudoku_9x9_and_its_variants() {
    snapshots("sudoku").bind(|| {
        for puzzle in ["easy", "diagonals", "jigsaw", "killer", "anti-knight", "anti-king", "thermometers"] {
            assert_formula(puzzle, Encoding::Extended);
        }
    });
}

#[test]
fn the_command_prints_what_the_snapshots_have() {
    let printed = encode(&["puzzles/sudoku/tiny.yaml", "--encoding", "minimal"]);
    let kept =
        std::fs::read_to_string(root().join("snapshots/sudoku/tiny-minimal.snap")).expect("it is there");
    assert!(kept.ends_with(&format!("---\n{printed}")), "{printed}");
}

const TINY: &[&str] = &["sudoku", "encode", "puzzles/sudoku/tiny.yaml"];

#[test]
fn a_stored_formula_is_compared_and_rewritten() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for format in ["text", "dimacs", "gcnf", "stats", "json"] {
        let file = folder.path().join(format!("tiny.{format}"));
        let name = file.to_str().expect("it is text");
        let run = |more: &[&str]| {
            let output = jigsat(&[TINY, &["--format", format], more].concat(), "");
            (code(&output), stdout(&output), common::stderr(&output))
        };
        let (status, out, error) = run(&["--expect", name]);
        // Programs read failures as JSON.
        let said = if format == "json" { out } else { error };
        assert!(status == 2 && said.contains("--update writes it"), "{format}: {status} {said}");
        assert!(!file.exists());

        let printed = run(&[]).1;
        let (status, out, _) = run(&["--expect", name, "--update"]);
        assert!(status == 0 && out.contains("is new"), "{format}: {out}");
        assert_eq!(fs::read_to_string(&file).expect("it was written"), printed, "{format}");
        assert_eq!(run(&["--expect", name]), (0, format!("{name} is up to date\n"), String::new()));

        let other = ["--encoding", "minimal", "--expect", name];
        let (status, out, error) = run(&other);
        assert_eq!(status, 1, "{format}: {error}");
        let has = |sign: char| out.lines().skip(2).any(|line| line.starts_with(sign));
        assert!(out.starts_with(&format!("--- {name}\n+++ ")) && has('-') && has('+'), "{format}: {out}");
        assert!(error.contains("--update replaces it"), "{format}: {error}");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), printed, "a comparison changes nothing");

        let (status, out, _) = run(&[&other[..], &["--update"]].concat());
        assert!(status == 0 && out.contains("is rewritten") && out.contains("added"), "{format}: {out}");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), run(&other[..2]).1);
        assert_eq!(run(&other).0, 0);
    }
    let left: Vec<_> = fs::read_dir(folder.path()).expect("it is there").collect();
    assert_eq!(left.len(), 5, "no temporary file is left: {left:?}");
}

/// A checkout with the line ends of Windows, and a process with bounded memory.
#[test]
fn a_stored_formula_may_have_other_line_ends() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("tiny.txt");
    let name = file.to_str().expect("it is text");
    fs::write(&file, stdout(&jigsat(TINY, "")).replace('\n', "\r\n")).expect("it can be written");
    for more in [&[][..], &["--memory", "2GiB"]] {
        let output = jigsat(&[TINY, &["--expect", name], more].concat(), "");
        assert_eq!(
            (code(&output), stdout(&output)),
            (0, format!("{name} is up to date\n")),
            "{}",
            common::stderr(&output)
        );
        let output = jigsat(&[TINY, &["--full", "--expect", name], more].concat(), "");
        assert_eq!(code(&output), 1, "{}", common::stderr(&output));
        assert!(!stdout(&output).contains('\r'), "line ends are no difference: {}", stdout(&output));
    }
}

#[test]
fn what_is_expected_is_a_file() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let here = folder.path().to_str().expect("it is text");
    let nowhere = folder.path().join("no/tiny.txt");
    let nowhere = nowhere.to_str().expect("it is text");
    for (more, said) in [
        (&["--expect", "-"][..], "--expect needs a file"),
        (&["--expect", "tiny.txt", "-o", "tiny.out"], "cannot be used with"),
        (&["--update"], "--expect"),
        (&["--expect", here], "can't be read"),
        (&["--expect", nowhere, "--update"], "there is no such folder"),
    ] {
        let output = jigsat(&[TINY, more].concat(), "");
        let error = common::stderr(&output);
        assert!(code(&output) == 2 && error.contains(said), "{more:?}: {error}");
    }
}
