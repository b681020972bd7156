//! The fast engine against the crate `sudoku`.

use std::{
    fmt::Write as _,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use jigsat_solve::{Limits, Stop};
use jigsat_sudoku::fast::{Answer, Fast, Found, Grid, Want};
use proptest::prelude::*;
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use sudoku::Sudoku;

use crate::common::{board, is_solution};

/// Its makers hid it from every lookahead of one step.
const HARD: &str = "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3";

/// The normal engine, and one that uses the SAT solver for everything that propagation leaves open.
fn engines() -> [Fast; 2] {
    [Fast::new(), Fast::with_nodes(0)]
}

/// Solves in both ways and with both engines, and compares with the oracle; returns the number of solutions, at most
/// two.
fn agree(cells: &Grid) -> usize {
    let mut oracle = [[0; 81]; 2];
    // The oracle rejects clashing givens when it reads them.
    let count = Sudoku::from_bytes(*cells).map_or(0, |board| board.solutions_up_to_buffer(&mut oracle, 2));
    for engine in engines() {
        let solve = |want| engine.solve(cells, want, &Limits::default()).unwrap().answer;
        match (count, solve(Want::Unique)) {
            (0, Answer::Impossible) => {}
            (1, Answer::One(grid)) => assert_eq!(grid, oracle[0]),
            (2, Answer::Two(a, b)) => {
                assert!(is_solution(cells, &a) && is_solution(cells, &b) && a != b, "{}", line(cells));
            }
            (count, answer) => panic!("{count} solutions, but {answer:?}: {}", line(cells)),
        }
        match (count, solve(Want::First)) {
            (0, Answer::Impossible) => {}
            (1.., Answer::One(grid)) => assert!(is_solution(cells, &grid), "{}", line(cells)),
            (count, answer) => panic!("{count} solutions, but {answer:?}: {}", line(cells)),
        }
    }
    count
}

fn line(cells: &Grid) -> String {
    cells.iter().fold(String::new(), |mut line, cell| {
        let _ = write!(line, "{cell}");
        line
    })
}

/// A full board: three boxes at random, the rest by the oracle, then lines and digits shuffled.
fn full(rng: &mut ChaCha8Rng) -> Grid {
    let mut seed = [0; 81];
    for corner in [0, 30, 60] {
        let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        digits.shuffle(rng);
        for (i, digit) in digits.into_iter().enumerate() {
            seed[corner + i / 3 * 9 + i % 3] = digit;
        }
    }
    let solved = Sudoku::from_bytes(seed).unwrap().some_solution().unwrap().to_bytes();
    let mut lines = || {
        let mut threes = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        threes.shuffle(rng);
        for three in &mut threes {
            three.shuffle(rng);
        }
        threes.concat()
    };
    let (rows, columns) = (lines(), lines());
    std::array::from_fn(|cell| solved[9 * rows[cell / 9] + columns[cell % 9]])
}

/// A board with some clues of a full one, often with one changed or added.
fn random_board(rng: &mut ChaCha8Rng) -> Grid {
    let mut cells = full(rng);
    let clues = rng.random_range(20..60);
    let mut order: Vec<_> = (0..81).collect();
    order.shuffle(rng);
    order[clues..].iter().for_each(|&cell| cells[cell] = 0);
    match rng.random_range(0..4) {
        0 => cells[order[0]] = rng.random_range(1..=9),
        1 => cells[order[80]] = rng.random_range(1..=9),
        _ => {}
    }
    cells
}

fn compare(boards: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut counts = [0; 3];
    for _ in 0..boards {
        counts[agree(&random_board(&mut rng))] += 1;
    }
    println!("none, one, several solutions: {counts:?}");
    assert!(counts.iter().all(|&count| count > boards / 10), "the boards are lopsided: {counts:?}");
}

#[test]
fn agrees_with_the_oracle_on_random_boards() {
    compare(3_000);
}

#[test]
#[ignore = "slow: 1 min"]
fn agrees_with_the_oracle_on_many_random_boards() {
    compare(100_000);
}

proptest! {
    #[test]
    fn agrees_with_the_oracle_on_scattered_clues(
        clues in proptest::collection::vec((0..81_usize, 1..=9_u8), 0..40),
    ) {
        let mut cells = [0; 81];
        for (cell, digit) in clues {
            cells[cell] = digit;
        }
        agree(&cells);
    }
}

#[test]
fn clashing_givens_are_impossible() {
    for (a, b) in [(0, 8), (0, 72), (0, 20), (40, 44), (60, 80)] {
        let mut cells = [0; 81];
        cells[a] = 5;
        cells[b] = 5;
        assert_eq!(agree(&cells), 0, "cells {a} and {b}");
    }
}

#[test]
fn every_change_of_a_full_board_is_noticed() {
    let cells = full(&mut ChaCha8Rng::seed_from_u64(2));
    assert_eq!(agree(&cells), 1);
    for cell in 0..81 {
        let mut wrong = cells;
        wrong[cell] = wrong[cell] % 9 + 1;
        assert_eq!(agree(&wrong), 0, "cell {cell}");
    }
}

#[test]
fn empty_and_nearly_empty_boards_have_several_solutions() {
    assert_eq!(agree(&[0; 81]), 2);
    for (cell, digit) in (0..81).zip((1..=9).cycle()) {
        let mut cells = [0; 81];
        cells[cell] = digit;
        assert_eq!(agree(&cells), 2, "cell {cell}");
    }
}

#[test]
fn answers_say_what_found_them() {
    let [fast, residual] = engines();
    let found = |engine: &Fast, cells: &Grid| {
        engine
            .solve(cells, Want::Unique, &Limits::default())
            .map(|outcome| (outcome.found, outcome.conflicts > 0))
    };
    let full = full(&mut ChaCha8Rng::seed_from_u64(3));
    assert!(matches!(found(&fast, &full), Ok((Found::Propagation, false))));
    let hard = board(HARD).unwrap();
    assert_eq!(agree(&hard), 1);
    assert!(matches!(found(&fast, &hard), Ok((Found::Search, true))));
    assert!(matches!(found(&residual, &hard), Ok((Found::Residual, true))));
    // A search cut short leaves the answer to the solver.
    assert!(matches!(found(&Fast::with_nodes(20), &hard), Ok((Found::Residual, true))));
}

#[test]
fn limits_are_respected() {
    let hard = board(HARD).unwrap();
    let past = Instant::now().checked_sub(Duration::from_secs(1));
    for engine in engines() {
        let answer = |limits: &Limits| engine.solve(&hard, Want::Unique, limits).unwrap().answer;
        let conflicts = Limits { conflicts: Some(2), ..Limits::default() };
        assert!(matches!(answer(&conflicts), Answer::Unknown(Stop::Conflicts, _)));
        let plenty = Limits { conflicts: Some(1_000_000), ..Limits::default() };
        assert!(matches!(answer(&plenty), Answer::One(_)));
        assert_eq!(
            answer(&Limits { deadline: past, ..Limits::default() }),
            Answer::Unknown(Stop::Timeout, None)
        );
        let stopped = Limits::default();
        stopped.stop.store(true, Ordering::Relaxed);
        assert_eq!(answer(&stopped), Answer::Unknown(Stop::Interrupted, None));
    }
}
