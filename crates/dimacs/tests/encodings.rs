//! The formula has the solutions that brute force finds, with every solver.

use jigsat_dimacs::{Encoding, Solution};
use jigsat_solve::{
    BuildOptions, Enumeration, Limits, Solver,
    testing::{agrees_with_brute_force, building_stops, count_models},
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::random::{brute_force, formula, read, solution};

#[test]
fn random_formulas_agree_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..300 {
        let text = formula(&mut rng);
        let puzzle = read(&text);
        let wanted = brute_force(&puzzle);
        let mut all = Enumeration::new(&puzzle, Encoding::Clauses, &BuildOptions::default()).unwrap();
        let count = all.count(u64::MAX, &Limits::default()).unwrap();
        assert_eq!(count.found, wanted.len() as u64, "{text}");
        if puzzle.shown().is_empty() {
            continue;
        }
        let wanted: Vec<Solution> = wanted.iter().map(|literals| solution(&puzzle, literals)).collect();
        let options = BuildOptions::default();
        agrees_with_brute_force(&puzzle, Encoding::Clauses, &options, &Solver::Batsat, wanted);
    }
}

/// All solvers of this build: `cargo test --workspace` has four of them.
#[test]
fn every_solver_agrees() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for text in (0..20).map(|_| formula(&mut rng)) {
        let puzzle = read(&text);
        if puzzle.shown().is_empty() {
            continue;
        }
        for solver in Solver::built_in() {
            let count = count_models(&puzzle, Encoding::Clauses, &BuildOptions::default(), solver);
            assert_eq!(count, brute_force(&puzzle).len() as u64, "{solver}: {text}");
        }
    }
}

#[test]
fn building_stops_soon() {
    let clauses: String = (1..30_000).map(|var| format!("-{var} {} 0\n", var + 1)).collect();
    let puzzle = read(&format!("p cnf 30000 29999\n{clauses}"));
    assert!(building_stops(&puzzle, Encoding::Clauses, true, BuildOptions::default().flavours) > 0);
}
