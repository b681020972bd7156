//! Solutions that no solver made, such as those in manifests and hand-written files: code that takes one may reject it,
//! but never panics.

use jigsat_tiling::{Placed, Solution, check, check_so_far, draw};

use crate::common::{puzzle, small};

fn hostile() -> Vec<Solution> {
    let one = |piece: &str, copy, board, at: [i32; 3], rotation, cells: &[&[i32]]| Solution {
        placements: vec![Placed {
            piece: piece.into(),
            copy,
            board,
            x: at[0],
            y: at[1],
            z: Some(at[2]),
            rotation,
            mirrored: true,
            cells: cells.iter().map(|cell| cell.to_vec()).collect(),
        }],
    };
    let (least, most) = (i32::MIN, i32::MAX);
    vec![
        Solution { placements: vec![] },
        one("", 0, None, [0, 0, 0], 0, &[]),
        one("A", 1, None, [0, 0, 0], 0, &[]),
        one("A", 1, None, [0, 0, 0], 90, &[&[], &[], &[]]),
        one("A", 1, None, [least, most, 0], u32::MAX, &[&[0, 0, 0, 0, 0]]),
        one("A", 1, Some(0), [0, 0, 0], 0, &[&[0, 0]]),
        one("A", 1, Some(usize::MAX), [0, 0, 0], 0, &[&[0, 0]]),
        one("A", 1, Some(2), [0, 0, 0], 0, &[&[0, 0]]),
        one("A", 1, None, [0, 0, 0], 270, &[&[least, least], &[most, most]]),
        one("A", 1, None, [0, 0, 0], 180, &[&[0, 0, least], &[0, 0, most]]),
        one("A", u32::MAX, None, [most, most, most], 23, &[&[0, 0], &[0, 0]]),
    ]
}

#[test]
fn nobody_panics_on_placements_of_nothing() {
    for puzzle in small().into_iter().chain([puzzle("soma.yaml"), puzzle("two-boards.yaml")]) {
        let names: Vec<&str> = puzzle.spec().pieces.iter().map(|piece| piece.name.as_str()).collect();
        for mut solution in hostile() {
            for placed in &mut solution.placements {
                placed.piece = names[0].to_owned();
            }
            let _ = check(&puzzle, &solution);
            let _ = check_so_far(&puzzle, &solution);
            let _ = draw(&puzzle, Some(&solution));
            let _ = puzzle.find(&solution);
            for symmetry in puzzle.symmetries() {
                let _ = puzzle.image(&solution, symmetry);
            }
        }
    }
}
