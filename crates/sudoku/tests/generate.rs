//! Generated puzzles have one solution, need each given, and are the same for the same seed.

use jigsat_cnf::Choice;
use jigsat_grid::{Cell, Size, Symmetry};
use jigsat_solve::{Attempt, BuildOptions, End, Limits, Session, Solver};
use jigsat_sudoku::{Encoding, Generated, Pattern, Sudoku, generate};

fn blank(rows: u16, cols: u16) -> Sudoku {
    let side = usize::from(rows * cols);
    Sudoku::new(Size::new(rows, cols), vec![0; side * side])
}

fn made(blank: &Sudoku, seed: u64, pattern: Pattern) -> Generated {
    match generate(blank, seed, pattern, &Limits::default()).unwrap() {
        Attempt::Success(generated) => generated,
        other => panic!("no puzzle for seed {seed}: {other:?}"),
    }
}

fn solutions(puzzle: &Sudoku) -> u64 {
    let mut session =
        Session::new(puzzle, Encoding::Extended, &BuildOptions::default(), &Solver::default(), None).unwrap();
    let count = session.count(2, &Limits::default()).unwrap();
    assert!(count.end != End::Enough || count.found == 2);
    count.found
}

#[track_caller]
fn is_unique_and_minimal(generated: &Generated, pattern: Pattern, seed: u64) {
    let puzzle = &generated.puzzle;
    assert_eq!(generated.stopped, None, "seed {seed}");
    assert_eq!(solutions(puzzle), 1, "seed {seed}");
    let partner = |cell: Cell| match pattern {
        Pattern::None => cell,
        Pattern::Rotate => Symmetry::Rotate180.cell(cell, puzzle.size()),
        Pattern::Mirror => Symmetry::MirrorColumns.cell(cell, puzzle.size()),
    };
    for cell in puzzle.cells() {
        assert_eq!(puzzle.given(cell) == 0, puzzle.given(partner(cell)) == 0, "seed {seed} at {cell}");
        if puzzle.given(cell) != 0 {
            let mut fewer = puzzle.clone();
            for cell in [cell, partner(cell)] {
                fewer.givens[puzzle.size().index(cell)] = 0;
            }
            assert_eq!(solutions(&fewer), 2, "seed {seed}: {cell} can be spared");
        }
    }
}

#[test]
fn small_boards_in_every_pattern() {
    for &pattern in Pattern::ALL {
        for seed in 0..40 {
            is_unique_and_minimal(&made(&blank(2, 2), seed, pattern), pattern, seed);
            is_unique_and_minimal(&made(&blank(2, 3), seed, pattern), pattern, seed);
        }
    }
}

#[test]
fn boards_of_9x9() {
    for &pattern in Pattern::ALL {
        for seed in 0..5 {
            is_unique_and_minimal(&made(&blank(3, 3), seed, pattern), pattern, seed);
        }
    }
}

#[test]
fn variants() {
    let variants = [
        Sudoku { diagonals: true, ..blank(2, 3) },
        Sudoku { anti_knight: true, ..blank(3, 3) },
        Sudoku { thermometers: vec![vec![Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 2)]], ..blank(2, 3) },
    ];
    for blank in &variants {
        is_unique_and_minimal(&made(blank, 3, Pattern::None), Pattern::None, 3);
    }
}

#[test]
fn a_board_that_cannot_be_filled_is_impossible() {
    let blank = Sudoku { anti_king: true, diagonals: true, ..blank(2, 2) };
    assert!(matches!(
        generate(&blank, 1, Pattern::None, &Limits::default()).unwrap(),
        Attempt::Impossible(_)
    ));
}
