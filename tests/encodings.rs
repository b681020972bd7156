//! One readable snapshot per puzzle and encoding; where a source prescribes the numbering, the DIMACS, too.

mod common;

use common::{code, jigsat, snapshots, stdout};

fn encode(args: &[&str]) -> String {
    let output = jigsat(&[&["sudoku", "encode"], args].concat(), "");
    assert_eq!(code(&output), 0, "{}", common::stderr(&output));
    stdout(&output)
}

#[test]
fn sudoku_4x4() {
    snapshots("sudoku").bind(|| {
        for encoding in ["course", "minimal", "extended", "triads"] {
            let text = encode(&["puzzles/sudoku/tiny.yaml", "--encoding", encoding]);
            insta::assert_snapshot!(format!("tiny-{encoding}"), text);
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
            let text = encode(&[&format!("puzzles/sudoku/{puzzle}.yaml"), "--encoding", "extended"]);
            insta::assert_snapshot!(format!("{puzzle}-extended"), text);
        }
    });
}
