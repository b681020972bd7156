//! Tests of encodings: count models, compare with brute force, drop each rule and see the difference.
//!
//! Every function panics with a sentence when its claim is false, as tests do. They take any [`Puzzle`]: the crate
//! `docs/examples/queens` uses them from outside of the workspace, and the guide's page 'Your own encoding' tells
//! how. `jigsat_cnf::assert_encoding!` adds the snapshot.
//!
//! ```
//! # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
//! # use colouring::Colouring;
//! use jigsat_cnf::Flavours;
//! use jigsat_solve::{Build, Puzzle, Solver, testing};
//!
//! let puzzles = [Colouring::triangle(3), Colouring { given: vec![(0, 1)], ..Colouring::triangle(3) }];
//! for puzzle in &puzzles {
//!     let all = (0..27).map(|code| vec![code / 9, code / 3 % 3, code % 3]);
//!     let right = all.filter(|colours| puzzle.check(colours).is_ok());
//!     testing::agrees_with_brute_force(puzzle, (), &Build::default(), &Solver::default(), right);
//! }
//! testing::each_rule_matters(&puzzles, (), Flavours::default());
//! ```

use std::collections::BTreeSet;

use jigsat_cnf::{Choice, Flavours};

use serde::Serialize;

use crate::{ANOTHER, Answer, Build, Enumeration, Error, Limits, Puzzle, Session, Solver, build};

/// How many models a formula has, told apart by its key atoms, referee or not.
///
/// # Panics
///
/// When the formula can't be built or solved, and, unless rules are dropped, when the referee
/// rejects a model.
#[must_use]
pub fn count_models<P: Puzzle>(puzzle: &P, how: P::How, recipe: &Build, solver: &Solver) -> u64 {
    let session = Session::new(puzzle, how, recipe, solver, None);
    let count = session.and_then(|mut session| session.count(u64::MAX, &Limits::default()));
    count.unwrap_or_else(|error| panic!("{} with {solver}: {error}", how.name())).found
}

/// All solutions of a formula, each as JSON.
///
/// # Panics
///
/// As [`count_models`].
#[must_use]
pub fn solutions<P: Puzzle>(puzzle: &P, how: P::How, recipe: &Build, solver: &Solver) -> BTreeSet<String> {
    let who = format!("{} with {solver}", how.name());
    let mut session =
        Session::new(puzzle, how, recipe, solver, None).unwrap_or_else(|error| panic!("{who}: {error}"));
    listed(&who, || session.solve(&Limits::default()))
}

/// All solutions of a formula as [`Enumeration`] finds them, each as JSON.
///
/// # Panics
///
/// As [`count_models`].
#[must_use]
pub fn solutions_by_backtracking<P: Puzzle>(puzzle: &P, how: P::How, recipe: &Build) -> BTreeSet<String> {
    let who = format!("{} by backtracking", how.name());
    let mut enumeration =
        Enumeration::new(puzzle, how, recipe).unwrap_or_else(|error| panic!("{who}: {error}"));
    listed(&who, || enumeration.solve(&Limits::default()))
}

fn listed<S: Serialize>(who: &str, mut solve: impl FnMut() -> Result<Answer<S>, Error>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    loop {
        match solve() {
            Ok(Answer::Solved(solution)) => {
                let text = serde_json::to_string(&solution).expect("a solution has a JSON form");
                assert!(all.insert(text.clone()), "{who} lists {text} twice");
            }
            Ok(Answer::Impossible(_)) => return all,
            other => {
                let what = other.err().map_or_else(|| "no answer".into(), |error| error.to_string());
                panic!("{who}: {what}");
            }
        }
    }
}

/// Claims that an encoding has just these solutions, found by other means, whether a solver excludes one
/// after the other or they are found by backtracking.
///
/// # Panics
///
/// When it has others; names the first that only one side has.
pub fn agrees_with_brute_force<P: Puzzle>(
    puzzle: &P,
    how: P::How,
    recipe: &Build,
    solver: &Solver,
    expected: impl IntoIterator<Item = P::Solution>,
) {
    let json = |solution| serde_json::to_string(&solution).expect("a solution has a JSON form");
    let expected: BTreeSet<String> = expected.into_iter().map(json).collect();
    let by_solver = (solver.to_string(), solutions(puzzle, how, recipe, solver));
    let by_backtracking = ("backtracking".into(), solutions_by_backtracking(puzzle, how, recipe));
    for (by, actual) in [by_solver, by_backtracking] {
        let who = format!("{} with {by}", how.name());
        if let Some(missing) = expected.difference(&actual).next() {
            panic!("{who} misses {missing}");
        }
        if let Some(wrong) = actual.difference(&expected).next() {
            panic!("{who} has {wrong}, which brute force does not have");
        }
    }
}

/// Claims that each rule of an encoding matters, those of clauses added while solving included: without it, one of the
/// puzzles has another number of models, and without one declared redundant, none has.
///
/// # Panics
///
/// When it is not so; names the rule.
pub fn each_rule_matters<P: Puzzle>(puzzles: &[P], how: P::How, flavours: Flavours) {
    let recipe = |dropped: Vec<String>| Build { flavours, dropped, prunes: false };
    let mut full: Vec<u64> = Vec::new();
    let mut rules: Vec<(String, bool)> = Vec::new();
    for puzzle in puzzles {
        let session = Session::new(puzzle, how, &recipe(vec![]), &Solver::default(), None);
        let mut session = session.unwrap_or_else(|error| panic!("{}: {error}", how.name()));
        let count = session.count(u64::MAX, &Limits::default());
        full.push(count.unwrap_or_else(|error| panic!("{}: {error}", how.name())).found);
        for (rule, _) in session.encoding().rules().filter(|(rule, _)| rule.name() != ANOTHER.name()) {
            if !rules.iter().any(|(name, _)| name == rule.name()) {
                rules.push((rule.name().to_owned(), rule.is_redundant()));
            }
        }
    }
    for (rule, redundant) in rules {
        let differs = puzzles.iter().zip(&full).any(|(puzzle, &count)| {
            match build(puzzle, how, &recipe(vec![rule.clone()])) {
                Ok(_) => count_differs(puzzle, how, &recipe(vec![rule.clone()]), count),
                Err(_) => false,
            }
        });
        let name = how.name();
        assert!(differs || redundant, "{name}: no test puzzle changes when rule '{rule}' is dropped");
        assert!(!differs || !redundant, "{name}: rule '{rule}' is declared redundant, but it matters");
    }
}

/// Whether a weakened formula has another number of models; stops at the first too many.
fn count_differs<P: Puzzle>(puzzle: &P, how: P::How, recipe: &Build, full: u64) -> bool {
    let mut session =
        Session::new(puzzle, how, recipe, &Solver::default(), None).expect("it was built before");
    let count = session.count(full + 1, &Limits::default());
    count.unwrap_or_else(|error| panic!("{}: {error}", how.name())).found != full
}
