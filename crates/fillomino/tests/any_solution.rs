//! Solutions that no solver made, such as those in manifests and hand-written files: code that takes one may reject it,
//! but never panics.

use jigsat_cnf::Choice;
use jigsat_fillomino::{Encoding, Fillomino, Solution, check, check_so_far, draw, parse};
use jigsat_grid::Symmetry;
use jigsat_input::Source;
use jigsat_solve::{BuildOptions, Puzzle, Refined, build};

fn puzzle() -> Fillomino {
    parse(&Source::new("p", "2 3\n0 0 2\n3 0 0\n")).expect("a puzzle")
}

fn hostile() -> Vec<Solution> {
    let grids: [&[&[u16]]; 8] = [
        &[],
        &[&[]],
        &[&[], &[]],
        &[&[2, 2]],
        &[&[3, 3, 2], &[3, 2]],
        &[&[3, 3, 2, 3], &[3, 2, 2, 2]],
        &[&[65535, 65535, 2], &[3, 0, 65535]],
        &[&[3, 3, 2], &[3, 2, 2], &[1, 1, 1]],
    ];
    grids.iter().map(|grid| Solution { grid: grid.iter().map(|row| row.to_vec()).collect() }).collect()
}

#[test]
fn nobody_panics_on_a_solution_of_another_shape() {
    let puzzle = puzzle();
    for solution in hostile() {
        assert!(check(&puzzle, &solution).is_err(), "{solution:?}");
        let _ = check_so_far(&puzzle, &solution);
        let _ = draw(&puzzle, Some(&solution));
        for symmetry in Symmetry::of(puzzle.size) {
            let _ = puzzle.image(&solution, symmetry);
        }
        for &encoding in Encoding::ALL {
            let mut e = build(&puzzle, encoding, &BuildOptions::default()).expect("a formula");
            let clauses = e.clauses().len();
            let Some(completion) = puzzle.completion(encoding) else { continue };
            let refined = completion.refine(encoding, &solution, &mut e);
            assert_eq!(refined == Refined::Cut, e.clauses().len() > clauses, "{solution:?}");
            if check_so_far(&puzzle, &solution).is_err_and(|violation| violation.to_string().contains("row"))
            {
                assert_eq!(refined, Refined::Accepted, "it is up to the referee: {solution:?}");
            }
        }
    }
}
