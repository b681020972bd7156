//! Solutions that no solver made, such as those in manifests and hand-written files: code that takes one may reject it,
//! but never panics.

use jigsat_edge_matching::{EdgeMatching, Placement, Solution, check, check_so_far, draw, matched};
use jigsat_solve::Puzzle;

use crate::common::small_puzzles;

fn hostile() -> Vec<Solution> {
    let placed = |list: &[(u16, u16, usize, u8)]| {
        let placement =
            |&(row, col, piece, rotation): &(u16, u16, usize, u8)| Placement { row, col, piece, rotation };
        Solution { placements: list.iter().map(placement).collect(), ..Solution::default() }
    };
    vec![
        placed(&[]),
        placed(&[(0, 0, 0, 0)]),
        placed(&[(0, 0, 99, 0)]),
        placed(&[(0, 0, usize::MAX, 255)]),
        placed(&[(0, 0, 1, 255)]),
        placed(&[(65535, 65535, 1, 0)]),
        placed(&[(9, 0, 1, 0), (0, 9, 2, 0)]),
        placed(&[(0, 0, 1, 0), (0, 0, 2, 0), (0, 0, 1, 0)]),
    ]
}

#[test]
fn nobody_panics_on_placements_of_nothing() {
    for (name, puzzle) in small_puzzles() {
        let puzzle = EdgeMatching { turns_are_one: true, ..puzzle };
        for solution in hostile() {
            assert!(check(&puzzle, &solution).is_err(), "{name}: {solution:?}");
            let _ = check_so_far(&puzzle, &solution);
            let _ = matched(&puzzle, &solution);
            let _ = draw(&puzzle, Some(&solution));
            let _ = solution.to_line(&puzzle);
            assert!(!puzzle.alike(&solution).is_empty());
            let _ = puzzle.images(&solution);
            let _ = puzzle.labellings(&solution);
        }
    }
}
