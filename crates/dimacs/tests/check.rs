//! The referee says what is wrong, and searches for the values of variables that are not shown.

use std::sync::atomic::Ordering;

use jigsat_dimacs::{check, check_so_far, parse_solution};
use jigsat_input::Source;
use jigsat_solve::{Limits, Refusal, Stop};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::random::{brute_force, formula, read, solution};

#[test]
fn exactly_the_solutions_are_accepted() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for text in (0..200).map(|_| formula(&mut rng)) {
        let puzzle = read(&text);
        let right = brute_force(&puzzle);
        for bits in 0..1_u32 << puzzle.shown().len() {
            let literal = |(place, var): (usize, &jigsat_cnf::Var)| {
                if bits >> place & 1 == 1 { var.to_ipasir() } else { -var.to_ipasir() }
            };
            let literals: Vec<i32> = puzzle.shown().iter().enumerate().map(literal).collect();
            let given = solution(&puzzle, &literals);
            let verdict = check(&puzzle, &given, &Limits::default());
            assert_eq!(verdict.is_ok(), right.contains(&literals), "{literals:?} of {text}: {verdict:?}");
            assert!(check_so_far(&puzzle, &given).is_ok() || verdict.is_err(), "{literals:?} of {text}");
        }
    }
}

#[test]
fn the_first_mistake_is_told() {
    let text = "c var 1 a\nc var 2 b\nc p show 1 2 0\np cnf 4 5\n1 2 0\nc group 1 rule[2]: b holds\n2 0\n-2 3 0\n-2 -3 4 0\n-1 -4 0\n";
    let puzzle = read(text);
    for (given, message) in [
        ("1 0", "b is left open"),
        ("-1 -2 0", "none of a, b is true"),
        ("1 -2 0", "b is false, but b holds"),
        ("1 2 0", "no values of the variables that are not shown make all clauses true"),
        ("-1 2 0", ""),
        // What is said of other variables is no part of the solution.
        ("-1 2 3 -4 0", ""),
    ] {
        let given = parse_solution(&puzzle, &Source::new("given", given)).unwrap();
        let told =
            check(&puzzle, &given, &Limits::default()).err().map_or(String::new(), |error| error.to_string());
        assert_eq!(told, message, "{given:?}");
    }
}

#[test]
fn a_stopped_search_decides_nothing() {
    let puzzle = read("c p show 1 0\np cnf 3 3\n1 2 3 0\n-2 3 0\n-1 2 0\n");
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    let verdict = check(&puzzle, &solution(&puzzle, &[1]), &limits);
    assert!(matches!(verdict, Err(Refusal::Stopped(Stop::Interrupted))), "{verdict:?}");
}
