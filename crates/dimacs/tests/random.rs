//! Random small formulas, and all their solutions by trying every assignment.

use std::collections::BTreeSet;

use jigsat_dimacs::{Dimacs, Solution, parse};
use jigsat_input::Source;
use jigsat_solve::Limits;
use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// The formula of a text.
pub fn read(text: &str) -> Dimacs {
    let puzzle = parse(&Source::new("formula.cnf", text), &Limits::default());
    puzzle.unwrap_or_else(|error| panic!("{text}{error}"))
}

/// The text of a formula with at most 7 variables, of which some may not be shown.
pub fn formula(rng: &mut ChaCha8Rng) -> String {
    let variables = rng.random_range(1..8);
    let count = rng.random_range(0..=4 * variables);
    let mut text = String::new();
    if rng.random_bool(0.6) {
        let mut all: Vec<i32> = (1..=variables).collect();
        all.shuffle(rng);
        all.truncate(rng.random_range(0..=all.len()));
        let shown: Vec<String> = all.iter().map(|var| format!("{var} ")).collect();
        text += &format!("c p show {}0\n", shown.concat());
    }
    text += &format!("p cnf {variables} {count}\n");
    for _ in 0..count {
        for _ in 0..rng.random_range(1..=3) {
            let var = rng.random_range(1..=variables);
            text += &format!("{} ", if rng.random_bool(0.5) { var } else { -var });
        }
        text += "0\n";
    }
    text
}

/// The shown parts of all models, as lists of literals.
pub fn brute_force(puzzle: &Dimacs) -> BTreeSet<Vec<i32>> {
    let models = (0..1_u32 << puzzle.variables()).filter(|bits| {
        let holds = |number: i32| (bits >> (number.unsigned_abs() - 1) & 1 == 1) == (number > 0);
        puzzle.clauses().iter().all(|clause| clause.iter().any(|lit| holds(lit.to_ipasir())))
    });
    let shown = |bits: u32| {
        let number = |var: &jigsat_cnf::Var| (var.to_ipasir(), bits >> var.idx() & 1 == 1);
        puzzle
            .shown()
            .iter()
            .map(number)
            .map(|(number, value)| if value { number } else { -number })
            .collect()
    };
    models.map(shown).collect()
}

/// The solution with these literals.
pub fn solution(puzzle: &Dimacs, literals: &[i32]) -> Solution {
    let value = |var: &jigsat_cnf::Var| {
        let number = var.to_ipasir();
        literals.contains(&number).then_some(true).or(literals.contains(&-number).then_some(false))
    };
    Solution::of_values(puzzle, puzzle.shown().iter().map(value))
}
