//! The most matching edges, plain impossibilities and generated puzzles.

use jigsat_edge_matching::{
    EdgeMatching, Encoding, ImproveOptions, Kinds, Placement, Solution, Wanted, check, generate, improve,
    matched,
};
use jigsat_grid::Size;
use jigsat_solve::{Attempt, BuildOptions, Limits, Session, Solver, Stop};

use crate::common::{brute_force, four_squares, puzzle, small_puzzles};

/// The maximum number of matching edges, found by placing all pieces in every way.
fn most(puzzle: &EdgeMatching, lying: &mut Vec<Placement>) -> Option<usize> {
    if lying.len() == puzzle.size.area() {
        return matched(puzzle, &Solution::new(lying.clone())).ok().map(|(count, _)| count);
    }
    let cell = puzzle.size.cell(lying.len());
    let mut best = None;
    for piece in 1..=puzzle.pieces.len() {
        if lying.iter().any(|placement| placement.piece == piece) {
            continue;
        }
        for rotation in 0..if puzzle.rotate { 4 } else { 1 } {
            lying.push(Placement { row: cell.row, col: cell.col, piece, rotation });
            best = best.max(most(puzzle, lying));
            lying.pop();
        }
    }
    best
}

fn impossible_puzzles() -> Vec<EdgeMatching> {
    vec![
        puzzle("1 3\n1 2 3 4\n1 5 6 7\n8 9 2 2\n"),
        puzzle("2 2 fixed\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n"),
        puzzle("2 2\n0 1 2 0\n0 2 1 0\n0 1 1 0\n0 3 2 0\n"),
        puzzle("2 2 signed\na a b b\na b a b\nA a b b\na a a B\n"),
        puzzle("1 2\n1 2 3 4\n5 6 7 8\n9 9 9 1\n"),
    ]
}

#[test]
fn the_most_matching_edges_are_those_of_brute_force() {
    let small =
        small_puzzles().into_iter().map(|(_, puzzle)| puzzle).filter(|puzzle| puzzle.size.area() <= 4);
    for puzzle in small.chain(impossible_puzzles()) {
        for solver in Solver::built_in() {
            let expected = most(&puzzle, &mut Vec::new());
            let options = ImproveOptions { solver: solver.clone(), ..ImproveOptions::default() };
            let mut reported = Vec::new();
            let mut report = |solution: &Solution| reported.push(solution.matched);
            let improved = improve(&puzzle, &options, false, &Limits::default(), &mut report).unwrap();
            assert_eq!(improved.stopped, None);
            let found = improved.answer.solution();
            assert_eq!(
                found.as_ref().and_then(|solution| solution.matched),
                expected,
                "{}",
                puzzle.to_list()
            );
            if let Some(solution) = found {
                assert!(solution.bound == expected || solution.matched == solution.edges, "{solution:?}");
                assert!(reported.is_sorted() && reported.last() == Some(&expected));
                let complete = solution.matched == solution.edges;
                assert_eq!(check(&puzzle, &solution).is_ok(), complete);
            }
        }
    }
}

#[test]
fn a_stopped_search_gives_the_best_so_far() {
    let wanted = Wanted {
        size: Size::new(8, 8),
        frame_colors: 3,
        inner_colors: 7,
        uniform: false,
        seed: 1,
        unique: false,
    };
    let puzzle = generate(&wanted, &Limits::default()).unwrap().success().unwrap().puzzle;
    let limits = Limits::default();
    let mut count = 0;
    let mut report = |_: &Solution| {
        count += 1;
        limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    };
    let improved = improve(&puzzle, &ImproveOptions::default(), false, &limits, &mut report).unwrap();
    let solution = improved.answer.solution().expect("the best so far");
    assert_eq!((count, improved.stopped), (1, Some(Stop::Interrupted)));
    // Annealing alone gets most of the edges right.
    assert!(solution.matched > Some(80) && solution.edges == Some(112), "{:?}", solution.matched);
    assert_eq!(matched(&puzzle, &solution).unwrap().0, solution.matched.unwrap());
}

#[test]
fn counting_says_why_a_puzzle_is_impossible() {
    for (text, expected) in [
        (
            "2 2\n0 1 2 0\n0 2 1 0\n0 1 1 0\n3 3 3 3\n",
            "the rim needs 8 edges of colour 0, but the pieces have only 6",
        ),
        (
            "2 2 0\n0 1 0 2\n0 2 1 0\n0 1 1 0\n0 1 1 0\n",
            "only 3 pieces have the frame edges that the 4 corners need",
        ),
        (
            "2 2\n0 1 2 0\n0 2 1 0\n0 1 1 0\n0 3 2 0\n",
            "3 inner edges have colour 2: an odd number cannot be paired",
        ),
        ("1 2 0 signed\n0 a 0 0\n0 0 0 a\n", "0 inner edges have colour A, but 2 have its mate a"),
    ] {
        assert_eq!(puzzle(text).contradiction().as_deref(), Some(expected), "{text}");
        assert!(brute_force(&puzzle(text)).is_empty(), "{text}");
    }
    let hint = |piece, cell: &str, rotation| jigsat_edge_matching::Hint {
        piece,
        cell: cell.parse().unwrap(),
        rotation,
    };
    let hints = vec![hint(0, "r1c1", Some(0)), hint(2, "r1c2", Some(0))];
    let clash = EdgeMatching { hints, ..four_squares() };
    assert_eq!(
        clash.contradiction().unwrap(),
        "the hints alone break a rule: r1c1 shows 1 on the right, but r1c2 shows 4 on the left"
    );
    let framed = puzzle("1 2\n0 1 0 0\n0 0 0 1\n");
    let stuck = EdgeMatching { rotate: false, hints: vec![hint(0, "r1c2", None)], ..framed };
    assert!(stuck.contradiction().is_some());
}

/// Counting is right: if it says 'impossible', brute force finds nothing.
#[test]
fn counting_is_right_on_small_puzzles() {
    for (name, puzzle) in small_puzzles() {
        if !brute_force(&puzzle).is_empty() {
            assert_eq!(puzzle.contradiction(), None, "{name}");
        }
    }
}

#[test]
fn generated_puzzles_are_the_same_for_the_same_seed_and_unique_if_asked() {
    for seed in 0..3 {
        let wanted = Wanted {
            size: Size::new(4, 4),
            frame_colors: 3,
            inner_colors: 4,
            uniform: false,
            seed,
            unique: true,
        };
        let Attempt::Success(generated) = generate(&wanted, &Limits::default()).unwrap() else {
            panic!("no puzzle for seed {seed}");
        };
        let again = generate(&wanted, &Limits::default()).unwrap().success().unwrap();
        assert_eq!(again, generated);
        let puzzle = EdgeMatching { turns_are_one: true, ..generated.puzzle };
        assert!(puzzle.turns_told_apart());
        let mut session =
            Session::new(&puzzle, Encoding::Compact, &BuildOptions::default(), &Solver::Batsat, None)
                .unwrap();
        assert_eq!(session.count(2, &Limits::default()).unwrap().found, 1);
    }
}

#[test]
fn labellings_are_as_many_as_brute_force_lays() {
    fn lay(puzzle: &EdgeMatching, lying: &mut Vec<Placement>) -> u128 {
        if lying.len() == puzzle.size.area() {
            return u128::from(check(puzzle, &Solution::new(lying.clone())).is_ok());
        }
        if jigsat_edge_matching::check_so_far(puzzle, &Solution::new(lying.clone())).is_err() {
            return 0;
        }
        let cell = puzzle.size.cell(lying.len());
        let mut count = 0;
        for piece in 1..=puzzle.pieces.len() {
            if lying.iter().any(|placement| placement.piece == piece) {
                continue;
            }
            for rotation in 0..if puzzle.rotate { 4 } else { 1 } {
                lying.push(Placement { row: cell.row, col: cell.col, piece, rotation });
                count += lay(puzzle, lying);
                lying.pop();
            }
        }
        count
    }
    for (name, puzzle) in small_puzzles() {
        let labelled: u128 = brute_force(&puzzle).iter().map(|solution| puzzle.labellings(solution)).sum();
        assert_eq!(labelled, lay(&puzzle, &mut Vec::new()), "{name}");
        assert!(!Kinds::of(&puzzle).all.is_empty());
    }
}
