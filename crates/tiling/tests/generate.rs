//! Boards that are cut: the kinds of pieces, and that puzzles have one solution.

use jigsat_solve::{Limits, Stop};
use jigsat_tiling::{
    Board, Cut, Freedom, Shape, Way, check, cut_at_random, generate,
    search::{count_bitboard, fill_by_beam},
};

const FIXED: Freedom = Freedom { rotate: false, mirror: false };

#[test]
fn a_straight_cut_gives_boxes() {
    for (size, pieces) in [([6, 5, 1], 9), ([3, 4, 2], 7), ([2, 2, 1], 4)] {
        let cut = Cut { board: Board::full(size), pieces, way: Way::Straight, freedom: FIXED };
        for seed in 0..10 {
            let made = cut_at_random(&cut, seed).unwrap();
            let spec = made.puzzle.spec();
            assert_eq!(spec.pieces.len(), pieces);
            for piece in &spec.pieces {
                assert_eq!(piece.shape.extent().iter().product::<usize>(), piece.shape.cells().len());
            }
            assert_eq!(check(&made.puzzle, &made.solution), Ok(()));
        }
    }
    let mut board = Board::full([3, 3, 1]);
    board.open[4] = false;
    let cut = Cut { board, pieces: 3, way: Way::Straight, freedom: FIXED };
    let error = cut_at_random(&cut, 1).unwrap_err();
    assert_eq!(error.to_string(), "a board with holes can't be cut straight");
    assert!(cut_at_random(&Cut { way: Way::Even, ..cut }, 1).is_ok());
}

#[test]
fn an_even_cut_gives_connected_pieces_of_about_one_size() {
    let cut = Cut { board: Board::full([20, 20, 1]), pieces: 57, way: Way::Even, freedom: FIXED };
    let made = cut_at_random(&cut, 1).unwrap();
    let sizes: Vec<usize> = made.puzzle.spec().pieces.iter().map(|piece| piece.shape.cells().len()).collect();
    assert_eq!((sizes.len(), sizes.iter().sum::<usize>()), (57, 400));
    assert!(sizes.iter().all(|size| (3..=16).contains(size)), "{sizes:?}");
    assert_eq!(made, cut_at_random(&cut, 1).unwrap());
}

#[test]
fn a_grown_cut_gives_connected_pieces_of_all_sizes() {
    let cut = Cut { board: Board::full([20, 20, 1]), pieces: 57, way: Way::Grown, freedom: FIXED };
    let made = cut_at_random(&cut, 1).unwrap();
    let mut sizes: Vec<usize> =
        made.puzzle.spec().pieces.iter().map(|piece| piece.shape.cells().len()).collect();
    sizes.sort_unstable();
    assert_eq!((sizes.len(), sizes.iter().sum::<usize>()), (57, 400));
    assert!(sizes[5] <= 3 && sizes[51] >= 11, "{sizes:?}");
    assert!(made.puzzle.spec().pieces.iter().all(|piece| is_connected(&piece.shape)));
    assert_eq!(check(&made.puzzle, &made.solution), Ok(()));
    assert_eq!(made, cut_at_random(&cut, 1).unwrap());
    // One more than asked for, if the board has several connected parts and pieces begin in only one of them.
    let mut board = Board::full([5, 1, 1]);
    board.open[2] = false;
    let cut = Cut { board, pieces: 1, ..cut };
    assert_eq!(cut_at_random(&cut, 1).unwrap().puzzle.spec().pieces.len(), 2);
}

fn is_connected(shape: &Shape) -> bool {
    let mut reached = vec![shape.cells()[0]];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        for &cell in shape.cells() {
            let apart: i32 = (0..3).map(|axis| (cell[axis] - at[axis]).abs()).sum();
            if apart == 1 && !reached.contains(&cell) {
                reached.push(cell);
            }
        }
    }
    reached.len() == shape.cells().len()
}

/// Too many pieces to prove that they fit in one way only, so some are given.
#[test]
fn a_large_board_has_one_solution_with_given_pieces() {
    let cut = Cut { board: Board::full([14, 14, 1]), pieces: 30, way: Way::Even, freedom: FIXED };
    let made = generate(&cut, 1, &Limits::default()).unwrap();
    let given = made.puzzle.given().len();
    assert!(0 < given && given < 30, "{given}");
    assert_eq!(check(&made.puzzle, &made.solution), Ok(()));
    let counted = count_bitboard(&made.puzzle, 1, &Limits::default()).unwrap();
    assert_eq!((counted.count, counted.stopped), (1, None));
}

#[test]
fn the_beam_fills_boards_that_are_too_large_to_search() {
    for seed in 1..4 {
        let cut = Cut { board: Board::full([20, 20, 1]), pieces: 57, way: Way::Straight, freedom: FIXED };
        let tiling = cut_at_random(&cut, seed).unwrap().puzzle;
        let filled = fill_by_beam(&tiling, &Limits::default()).unwrap();
        let found = filled.found.unwrap();
        assert_eq!(check(&tiling, &tiling.solution(found)), Ok(()));
        let few = Limits { conflicts: Some(10), ..Limits::default() };
        let stopped = fill_by_beam(&tiling, &few).unwrap();
        assert_eq!((stopped.found, stopped.stopped), (None, Some(Stop::Conflicts)));
    }
}
