//! Generated puzzles have one solution, and meet the request.

use jigsat_fillomino::{
    Encoding, Fillomino, Generated, Variant, Wanted, check, generate,
    rules::{self, Rules},
};
use jigsat_grid::Size;
use jigsat_solve::{Attempt, BuildOptions, Limits, Session, Solver};

use crate::common::brute_force;

fn wanted(rows: u16, cols: u16) -> Wanted {
    Wanted {
        size: Size::new(rows, cols),
        most: 6,
        variant: Variant::Challenging,
        empty: Some(0.5),
        depth: None,
    }
}

fn made(wanted: &Wanted, seed: u64) -> Generated {
    match generate(wanted, seed, &Limits::default()) {
        Ok(Attempt::Success(generated)) => generated,
        other => panic!("{other:?}"),
    }
}

fn solutions(puzzle: &Fillomino) -> u64 {
    let options = BuildOptions { prunes: true, ..BuildOptions::default() };
    let mut session = Session::new(puzzle, Encoding::Lazy, &options, &Solver::Batsat, None).unwrap();
    session.count(2, &Limits::default()).unwrap().found
}

fn empty(puzzle: &Fillomino) -> usize {
    puzzle.givens.iter().filter(|&&given| given == 0).count()
}

#[test]
fn one_solution_in_every_size_and_variant() {
    for (rows, cols) in [(1, 1), (1, 7), (6, 1), (4, 5), (7, 7)] {
        for variant in [Variant::Challenging, Variant::Basic] {
            for seed in 0..3 {
                let generated = made(&Wanted { variant, ..wanted(rows, cols) }, seed);
                assert_eq!(generated.puzzle.variant, variant);
                assert_eq!(generated.stopped, None);
                check(&generated.puzzle, &generated.solution).unwrap();
                assert!(generated.solution.numbers().all(|number| number <= 6));
                assert_eq!(solutions(&generated.puzzle), 1, "{:?}", generated.puzzle);
            }
        }
    }
}

#[test]
fn no_given_of_a_minimal_puzzle_can_be_spared() {
    for variant in [Variant::Challenging, Variant::Basic] {
        let generated = made(&Wanted { empty: None, variant, ..wanted(5, 5) }, 7);
        for cell in 0..25 {
            let mut fewer = generated.puzzle.clone();
            if std::mem::take(&mut fewer.givens[cell]) != 0 {
                assert_ne!(solutions(&fewer), 1, "cell {cell} of {:?}", generated.puzzle);
            }
        }
    }
}

#[test]
fn the_share_of_empty_cells_is_kept() {
    let generated = made(&Wanted { empty: Some(0.4), ..wanted(5, 6) }, 3);
    assert_eq!(empty(&generated.puzzle), 12);
    let all = made(&Wanted { empty: Some(0.0), ..wanted(5, 6) }, 3);
    assert_eq!(empty(&all.puzzle), 0);
}

#[test]
fn as_hard_as_wanted() {
    for depth in [0, 1] {
        let generated = made(&Wanted { depth: Some(depth), ..wanted(5, 5) }, 1);
        assert_eq!(rules::solve(&generated.puzzle, &Rules::default(), 1, &Limits::default()).depth, depth);
    }
}

/// If groups must be small, chance alone does not fill a board.
#[test]
fn small_groups_fill_large_boards() {
    for (rows, cols, most) in [(8, 8, 3), (12, 12, 3), (16, 16, 4), (1, 30, 2), (30, 1, 2)] {
        let [one, other] = [0, 1].map(|seed| {
            let generated = made(&Wanted { most, empty: Some(0.0), ..wanted(rows, cols) }, seed);
            check(&generated.puzzle, &generated.solution).unwrap();
            assert!(generated.solution.numbers().all(|number| number <= most));
            generated.solution
        });
        // A single row has two ways to alternate 1 and 2.
        assert!(one != other || most == 2, "{rows}x{cols}");
    }
}

/// Groups of at most two cells meet in every corner.
#[test]
fn some_boards_can_not_be_filled() {
    for (rows, cols, most) in [(2, 2, 2), (3, 5, 2), (12, 12, 2), (1, 2, 1)] {
        let none = generate(&Wanted { most, ..wanted(rows, cols) }, 1, &Limits::default());
        assert!(matches!(none, Ok(Attempt::Impossible(_))), "{rows}x{cols}");
    }
    for (rows, cols) in [(2, 2), (2, 3), (3, 3)] {
        let all = brute_force(&Fillomino::new(Size::new(rows, cols), vec![0; usize::from(rows * cols)]));
        assert!(!all.is_empty() && all.iter().all(|solution| solution.numbers().any(|number| number > 2)));
    }
}
