//! The models of puzzles/qprop agree with known counts.

mod common;

use common::{count, model};

#[test]
fn four_squares_has_72_assemblies_and_18_up_to_rotation() {
    assert_eq!(count(&model("four-squares.qprop", Some("four-squares.yaml"))), 72);
}

#[test]
fn eight_queens_stand_in_92_ways() {
    assert_eq!(count(&model("queens.qprop", None)), 92);
}

#[test]
fn sudoku() {
    assert_eq!(count(&model("sudoku.qprop", Some("sudoku.yaml"))), 1);
}
