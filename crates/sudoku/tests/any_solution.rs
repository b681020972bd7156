//! Solutions that no solver made, such as those in manifests and hand-written files: code that takes one may reject it,
//! but never panics.

use jigsat_grid::Symmetry;
use jigsat_input::Source;
use jigsat_sudoku::{Solution, check, check_so_far, draw, parse};

#[test]
fn nobody_panics_on_a_solution_of_another_shape() {
    let row = |digits: &[u16]| digits.to_vec();
    let wide: Vec<u16> = vec![65535; 9];
    let hostile: [Vec<Vec<u16>>; 8] = [
        vec![],
        vec![vec![]],
        vec![vec![]; 9],
        vec![row(&[1, 2, 3]); 9],
        vec![row(&[1, 2, 3, 4, 5, 6, 7, 8, 9]); 8],
        vec![row(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 1]); 10],
        vec![wide; 9],
        vec![vec![10; 9]; 9],
    ];
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let variant = "kind: sudoku\nbox: 3x3\ndiagonals: true\nthermometers:\n- - r1c1\n  - r2c2\n";
    for text in [line, variant] {
        let Ok(sudoku) = parse(&Source::new("p", text)) else { panic!("{text}") };
        for grid in &hostile {
            let solution = Solution { grid: grid.clone() };
            assert!(check(&sudoku, &solution).is_err(), "{solution:?}");
            let _ = check_so_far(&sudoku, &solution);
            let _ = draw(&sudoku, Some(&solution));
            for symmetry in Symmetry::of(sudoku.size()) {
                assert_eq!(solution.image(symmetry).grid.len(), grid.len());
            }
        }
    }
}
