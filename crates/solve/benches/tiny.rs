//! Many tiny solves, where starting, loading and watching the limits cost more than the search.
//!
//! `cargo bench -p jigsat-solve --all-features`

use std::time::{Duration, Instant};

use divan::{Bencher, counter::ItemsCount};
use jigsat_cnf::{Lit, Var};
use jigsat_solve::{Limits, Sat, Solver, Verdict};
use rand::{Rng, SeedableRng, seq::index};
use rand_chacha::ChaCha8Rng;

const VARS: u32 = 300;
const CLAUSES: usize = 1500;
const SOLVES: usize = 20_000;

fn main() {
    divan::main();
}

/// Clauses of two or three literals that a hidden assignment satisfies: about as many as remain of a hard Sudoku.
fn clauses() -> Vec<Vec<Lit>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let hidden: Vec<bool> = (0..VARS).map(|_| rng.random()).collect();
    let mut clauses = Vec::new();
    while clauses.len() < CLAUSES {
        let length = rng.random_range(2..4);
        let vars = index::sample(&mut rng, VARS as usize, length);
        let clause: Vec<Lit> = vars.iter().map(|var| Var::new(var as u32).lit(rng.random())).collect();
        if clause.iter().any(|lit| hidden[lit.vidx()] == lit.is_pos()) {
            clauses.push(clause);
        }
    }
    clauses
}

fn load(solver: &Solver, clauses: &[Vec<Lit>]) -> Box<dyn Sat> {
    let mut sat = solver.start().expect("a built-in solver starts");
    sat.reserve(VARS).expect("300 variables fit");
    for clause in clauses {
        sat.add(clause).expect("1500 clauses fit");
    }
    sat
}

/// A fresh solver for each solve, no limits.
#[divan::bench(args = Solver::built_in(), sample_count = 1, sample_size = 1)]
fn fresh(bencher: Bencher, solver: &Solver) {
    let clauses = clauses();
    bencher.counter(ItemsCount::new(SOLVES)).bench_local(|| {
        for _ in 0..SOLVES {
            let mut sat = load(solver, &clauses);
            assert_eq!(sat.solve(&[], &Limits::default()).unwrap(), Verdict::Sat);
        }
    });
}

/// One solver under changing assumptions, with a deadline.
#[divan::bench(args = Solver::built_in(), sample_count = 1, sample_size = 1)]
fn incremental_with_deadline(bencher: Bencher, solver: &Solver) {
    let mut sat = load(solver, &clauses());
    bencher.counter(ItemsCount::new(SOLVES)).bench_local(|| {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let deadline = Some(Instant::now() + Duration::from_secs(600));
        let limits = Limits { deadline, ..Limits::default() };
        for _ in 0..SOLVES {
            let assumption = Var::new(rng.random_range(0..VARS)).lit(rng.random());
            let verdict = sat.solve(&[assumption], &limits).unwrap();
            assert!(matches!(verdict, Verdict::Sat | Verdict::Unsat));
        }
    });
}
