//! Boards that are cut: what the pieces are, and that puzzles have one solution.

use jigsat_solve::Limits;
use jigsat_tiling::{Board, Cut, Freedom, Way, check, cut_at_random, generate, search::count_bitboard};

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

/// Too many pieces to prove that they fit in one way only: some are given.
#[test]
fn a_large_board_has_one_solution_with_given_pieces() {
    let cut = Cut { board: Board::full([14, 14, 1]), pieces: 30, way: Way::Even, freedom: FIXED };
    let made = generate(&cut, 1, &Limits::default()).unwrap().unwrap();
    let given = made.puzzle.given().len();
    assert!(0 < given && given < 30, "{given}");
    assert_eq!(check(&made.puzzle, &made.solution), Ok(()));
    let counted = count_bitboard(&made.puzzle, 1, &Limits::default()).unwrap();
    assert_eq!((counted.count, counted.stopped), (1, None));
}
