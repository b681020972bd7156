//! The models of puzzles/qprop agree with known counts.

use jigsat_input::Source;
use jigsat_qprop::Model;

use crate::common::{self, count, data, model, source};

#[test]
fn four_squares_has_72_assemblies_and_18_up_to_rotation() {
    assert_eq!(count(&model("four-squares.qprop", Some("four-squares.yaml"))), 72);
}

/// Facts are looked up, equations bind, guards are tested early: the rules of Four Squares on 16x16 with 22 colours
/// have 23 million combinations each, or more.
#[test]
fn grounding_visits_little_more_than_what_it_writes() {
    let whole = source("edge-matching.qprop");
    let (facts, asserts) = whole.text().split_once("assert place").expect("it has that assert");
    let agree = &asserts[asserts.find("assert agree").expect("it has that assert")..];
    let piece = |number: usize| {
        format!("  {} {} {} {}\n", number % 22 + 1, number % 7 + 1, number % 5 + 1, number % 3 + 1)
    };
    let pieces: String = (0..256).map(piece).collect();
    let data = data(&format!("n: 16\nN: 1..22\nv: |\n{pieces}"));
    let model = Model::parse(Source::new("match.qprop", format!("{facts}{agree}")), &data).expect("a model");
    assert!(model.steps() < 50_000, "{} steps", model.steps());
}

/// A model with a repeated literal in a table binds no variable twice.
#[test]
fn the_diagonal_of_a_fact() {
    let text = "sort S = 1..3 fact f(x, y: S) pred p(x: S) assert a: forall x: S | f(x, x) . p(x) \
        assert b: forall x: S | not f(x, x) . not p(x)";
    let model = common::parsed(text, "f: [[1, 1], [1, 2], [3, 3]]").expect("a model");
    assert_eq!(common::solution(&model), "p(1) p(3)");
}

#[test]
fn eight_queens_stand_in_92_ways() {
    assert_eq!(count(&model("queens.qprop", None)), 92);
}

#[test]
fn sudoku() {
    assert_eq!(count(&model("sudoku.qprop", Some("sudoku.yaml"))), 1);
}

#[test]
#[ignore = "slow: 2 min"]
fn twelve_pentominoes_fill_3x20_in_2_ways_up_to_symmetry() {
    assert_eq!(count(&model("pentominoes.qprop", Some("pentominoes.yaml"))), 8);
}

#[test]
fn latin_squares() {
    // OEIS A002860.
    for (n, squares) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
        let model = Model::parse(source("latin.qprop"), &data(&format!("n: {n}"))).unwrap();
        assert_eq!(count(&model), squares, "{n}");
    }
}

#[test]
fn queens_on_other_boards() {
    // OEIS A000170.
    for (n, ways) in [(4, 2), (5, 10), (6, 4), (7, 40)] {
        let model = Model::parse(source("queens.qprop"), &data(&format!("n: {n}"))).unwrap();
        assert_eq!(count(&model), ways, "{n}");
    }
}

#[test]
fn there_is_one_magic_square_of_order_3_in_8_positions() {
    assert_eq!(count(&model("magic.qprop", None)), 8);
}

#[test]
fn the_petersen_graph_has_120_colourings() {
    assert_eq!(count(&model("colouring.qprop", Some("petersen.yaml"))), 120);
}

#[test]
fn the_mutilated_chessboard_cannot_be_covered() {
    assert_eq!(count(&model("chessboard.qprop", None)), 0);
    // On 3x3, two opposite corners leave seven squares; on 2x2, two that don't touch.
    for n in [2, 3, 4] {
        let model = Model::parse(source("chessboard.qprop"), &data(&format!("n: {n}"))).unwrap();
        assert_eq!(count(&model), 0, "{n}");
    }
}
