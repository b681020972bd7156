//! What other people's checkers say of our proofs.

use std::fs;

use super::proven;
use crate::common::{stderr, stdout};

/// Other people's checkers, where they are installed: those of LRAT, and of DRAT without the hints.
#[test]
fn other_checkers_agree() {
    let folder = tempfile::tempdir().unwrap();
    let proof = proven(folder.path(), "hard", &["sudoku", "puzzles/sudoku/hard.yaml", "--unique"]);
    let [cnf, lrat, drat] = ["001.cnf", "001.lrat", "001.drat"].map(|name| proof.join(name));
    let text = fs::read_to_string(&lrat).unwrap();
    fs::write(&drat, without_hints(&text)).unwrap();
    let script = "import sys; from dratify import parse_dimacs, check_proof
formula, proof = (open(name).read() for name in sys.argv[1:3])
print('VERIFIED' if check_proof(parse_dimacs(formula), proof).ok else 'REFUSED')";
    let python = std::env::var("JIGSAT_TEST_PYTHON").unwrap_or("python3".into());
    let mut asked = 0;
    for (program, args) in [
        ("lrat-check", vec![&cnf, &lrat]),
        ("lrat-trim", vec![&cnf, &lrat]),
        ("cake_lpr", vec![&cnf, &lrat]),
        ("drat-trim", vec![&cnf, &drat]),
        (&python, vec![&cnf, &drat]),
    ] {
        let mut command = std::process::Command::new(program);
        if program == python {
            command.args(["-c", script]);
        }
        let ran = command.args(args).output().ok();
        let missing = |output: &std::process::Output| stderr(output).contains("No module named");
        let Some(output) = ran.filter(|output| !missing(output)) else {
            println!(
                "skipped: there is no {}",
                if program == python { "dratify for Python" } else { program }
            );
            continue;
        };
        assert!(stdout(&output).contains("VERIFIED"), "{program}: {}{}", stdout(&output), stderr(&output));
        asked += 1;
    }
    println!("{asked} other checkers agree");
}

/// The steps of an LRAT proof in the form that checkers of DRAT read: no numbers, no hints, no deletions.
fn without_hints(lrat: &str) -> String {
    let step = |line: &str| -> Option<String> {
        let mut words = line.split_whitespace().skip(1).peekable();
        if words.peek() == Some(&"d") {
            return None;
        }
        let lits: Vec<&str> = words.take_while(|word| *word != "0").collect();
        Some(format!("{} 0\n", lits.join(" ")))
    };
    lrat.lines().filter_map(step).collect()
}
