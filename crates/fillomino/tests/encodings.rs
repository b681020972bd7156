//! Every encoding has the solutions that brute force finds.

mod common;

use std::ops::Range;

use common::{brute_force, puzzles};
use jigsat_cnf::{Choice, Flavours};
use jigsat_fillomino::{Fillomino, How, Solution, Variant};
use jigsat_grid::Size;
use jigsat_solve::{
    Build, Solver,
    testing::{agrees_with_brute_force, each_rule_matters},
};

/// Compares all encodings, pruned and not, on random puzzles of a size, with such a share of givens.
fn compare(rows: u16, cols: u16, count: u64, share: Range<f64>) {
    let size = Size::new(rows, cols);
    for puzzle in puzzles(size, count, share) {
        let expected = brute_force(&puzzle);
        for &how in How::ALL {
            for prunes in [true, false] {
                let recipe = Build { prunes, ..Build::default() };
                println!("{} with prunes {prunes}: {puzzle:?}", how.name());
                agrees_with_brute_force(&puzzle, how, &recipe, &Solver::Batsat, expected.clone());
            }
        }
    }
}

#[test]
fn one_cell_one_row_one_column() {
    compare(1, 1, 5, 0.0..1.0);
    compare(1, 2, 10, 0.0..0.9);
    compare(1, 6, 25, 0.1..0.9);
    compare(5, 1, 25, 0.1..0.9);
}

#[test]
fn two_rows() {
    compare(2, 2, 20, 0.0..0.9);
    compare(2, 3, 30, 0.1..0.9);
    compare(2, 4, 20, 0.2..0.9);
}

#[test]
fn three_by_three() {
    compare(3, 3, 30, 0.3..0.9);
}

#[test]
fn three_by_four() {
    compare(3, 4, 12, 0.45..0.9);
}

/// The value that large sizes share must stand for each way to split them.
#[test]
fn shared_sizes_are_told_apart() {
    for (rows, cols, givens) in [
        (1, 6, vec![1, 0, 0, 0, 0, 0]),
        (2, 4, vec![1, 0, 0, 0, 0, 0, 0, 0]),
        (3, 3, vec![1, 0, 0, 0, 0, 0, 0, 0, 0]),
        (2, 5, vec![2, 2, 0, 0, 0, 0, 0, 0, 0, 0]),
        (3, 4, vec![2, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]),
        (3, 4, vec![3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0]),
        (2, 3, vec![0; 6]),
    ] {
        let size = Size::new(rows, cols);
        let puzzle = Fillomino::new(size, givens);
        let expected = brute_force(&puzzle);
        assert!(expected.len() > 1);
        let recipe = Build { prunes: true, ..Build::default() };
        agrees_with_brute_force(&puzzle, How::Lazy, &recipe, &Solver::Batsat, expected);
    }
}

#[test]
fn a_given_without_room_is_no_bug() {
    for how in How::ALL {
        for prunes in [true, false] {
            let recipe = Build { prunes, ..Build::default() };
            for givens in [vec![9, 0, 0, 0], vec![3, 3, 3, 3], vec![1, 1, 0, 0], vec![60000, 0, 0, 0]] {
                let puzzle = Fillomino::new(Size::new(2, 2), givens);
                agrees_with_brute_force(&puzzle, *how, &recipe, &Solver::Batsat, [] as [Solution; 0]);
            }
        }
    }
}

#[test]
fn rules_matter_or_are_redundant() {
    let puzzle = |rows, cols, givens: &[u16]| Fillomino::new(Size::new(rows, cols), givens.to_vec());
    let mut basic = puzzle(2, 3, &[3, 0, 0, 0, 0, 1]);
    basic.variant = Variant::Basic;
    let puzzles = [
        puzzle(2, 3, &[0; 6]),
        puzzle(2, 4, &[4, 4, 0, 0, 0, 0, 0, 2]),
        puzzle(3, 3, &[0, 5, 0, 0, 0, 0, 0, 5, 0]),
        puzzle(1, 4, &[0, 0, 0, 7]),
        basic,
    ];
    for &how in How::ALL {
        each_rule_matters(&puzzles, how, Flavours::default());
    }
}
