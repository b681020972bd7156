//! One readable snapshot per puzzle and encoding; if a source prescribes the numbering, also the DIMACS.

mod common;

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
