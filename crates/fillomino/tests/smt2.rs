//! The SMT-LIB export, with z3 where that is installed.

mod common;

use std::{
    io::Write,
    process::{Command, Stdio},
};

use common::{brute_force, puzzles};
use jigsat_fillomino::{Fillomino, smt2};
use jigsat_grid::Size;

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

/// Whether a script is satisfiable, by z3; none where there is no z3.
fn z3(script: &str) -> Option<bool> {
    let z3 = Command::new("z3").arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut z3) = z3 else {
        println!("skipped: there is no z3");
        return None;
    };
    z3.stdin.take().expect("its input is a pipe").write_all(script.as_bytes()).expect("z3 reads it");
    let output = z3.wait_with_output().expect("z3 ends");
    let text = String::from_utf8_lossy(&output.stdout);
    match text.trim() {
        "sat" => Some(true),
        "unsat" => Some(false),
        other => panic!("z3 says {other}"),
    }
}

#[test]
fn z3_agrees_with_brute_force() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 4), (3, 1), (2, 2), (2, 3), (3, 3)] {
        for puzzle in puzzles(Size::new(rows, cols), 10, 0.2..0.9) {
            let Some(answer) = z3(&smt2(&puzzle)) else { return };
            assert_eq!(answer, !brute_force(&puzzle).is_empty(), "{puzzle:?}");
        }
    }
}

#[test]
fn a_3_does_not_fit_on_one_cell() {
    let Some(answer) = z3(&smt2(&Fillomino::new(Size::new(1, 1), vec![3]))) else { return };
    assert!(!answer);
}

#[test]
fn z3_finds_the_only_solution() {
    let puzzle = Fillomino::new(Size::new(2, 3), vec![2, 0, 0, 0, 3, 0]);
    for solution in brute_force(&puzzle) {
        let numbers: Vec<u16> = solution.numbers().collect();
        let equal = |(cell, number): (usize, &u16)| format!("(assert (= n_{cell} {number}))\n");
        let fixed: String = numbers.iter().enumerate().map(equal).collect();
        let script = smt2(&puzzle).replace("(check-sat)", &format!("{fixed}(check-sat)"));
        let Some(answer) = z3(&script) else { return };
        assert!(answer, "{numbers:?}");
    }
}
