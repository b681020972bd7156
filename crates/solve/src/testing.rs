//! Tests of encodings: count models, compare with brute force, drop each rule and compare the counts.
//!
//! Every function panics with a sentence if its claim is false, as tests do; [`compare_with_brute_force`], [`check_each_rule`]
//! and [`check_equivalent`] return the sentence, for tests in other languages and tools. They take any [`Puzzle`]: the crate `docs/examples/queens` uses them from outside the workspace, and the page 'Your own encoding' of the
//! guide explains how. `jigsat_cnf::assert_encoding!` adds the snapshot.
//!
//! ```
//! # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
//! # use colouring::Colouring;
//! use jigsat_cnf::Flavours;
//! use jigsat_solve::{BuildOptions, Puzzle, Solver, testing};
//!
//! let puzzles = [Colouring::triangle(3), Colouring { given: vec![(0, 1)], ..Colouring::triangle(3) }];
//! for puzzle in &puzzles {
//!     let all = (0..27).map(|code| vec![code / 9, code / 3 % 3, code % 3]);
//!     let right = all.filter(|colours| puzzle.check(colours).is_ok());
//!     testing::agrees_with_brute_force(puzzle, (), &BuildOptions::default(), &Solver::default(), right);
//! }
//! testing::each_rule_matters(&puzzles, (), Flavours::default());
//! ```

use std::{
    collections::BTreeSet,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use jigsat_cnf::{Choice, Flavours, Formula, Interrupt, Stop};

use serde::Serialize;

use crate::{
    ANOTHER, Answer, BuildError, BuildOptions, End, Enumeration, Error, Grown, Limits, Puzzle, Session,
    Solver, build,
    meaning::{self, Named, Shown, Unmatched, Verdict},
    with_names,
};

/// The number of models of a formula, distinguished by its projection variables. The referee must accept
/// each, unless rules are dropped.
///
/// # Panics
///
/// If the formula can't be built or solved, and, unless rules are dropped, if the referee rejects a model.
#[must_use]
pub fn count_models<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    options: &BuildOptions,
    solver: &Solver,
) -> u64 {
    let session = Session::new(puzzle, encoding, options, solver, None);
    let count = session.and_then(|mut session| session.count(u64::MAX, &Limits::default()));
    count.unwrap_or_else(|error| panic!("{} with {solver}: {error}", encoding.name())).found
}

/// All solutions of a formula, each as JSON.
///
/// # Panics
///
/// As [`count_models`].
#[must_use]
pub fn solutions<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    options: &BuildOptions,
    solver: &Solver,
) -> BTreeSet<String> {
    found(puzzle, encoding, options, solver).unwrap_or_else(|why| panic!("{why}"))
}

/// All solutions of a formula that [`Enumeration`] finds, each as JSON.
///
/// # Panics
///
/// As [`count_models`].
#[must_use]
pub fn solutions_by_backtracking<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    options: &BuildOptions,
) -> BTreeSet<String> {
    found_by_backtracking(puzzle, encoding, options).unwrap_or_else(|why| panic!("{why}"))
}

fn found<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    options: &BuildOptions,
    solver: &Solver,
) -> Result<BTreeSet<String>, String> {
    let who = format!("{} with {solver}", encoding.name());
    let session = Session::new(puzzle, encoding, options, solver, None);
    let mut session = session.map_err(|error| format!("{who}: {error}"))?;
    listed(&who, || session.solve(&options.limits))
}

fn found_by_backtracking<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    options: &BuildOptions,
) -> Result<BTreeSet<String>, String> {
    let who = format!("{} by backtracking", encoding.name());
    let enumeration = Enumeration::new(puzzle, encoding, options);
    let mut enumeration = enumeration.map_err(|error| format!("{who}: {error}"))?;
    listed(&who, || enumeration.solve(&options.limits))
}

fn listed<S: Serialize>(
    who: &str,
    mut solve: impl FnMut() -> Result<Answer<S>, Error>,
) -> Result<BTreeSet<String>, String> {
    let mut all = BTreeSet::new();
    loop {
        match solve() {
            Ok(Answer::Solved(solution)) => {
                let text = json(&solution);
                if !all.insert(text.clone()) {
                    return Err(format!("{who} lists {text} twice"));
                }
            }
            Ok(Answer::Impossible(_)) => return Ok(all),
            Ok(Answer::Unknown(stop)) => return Err(format!("{who}: {stop}")),
            other => {
                let what = other.err().map_or_else(|| "no answer".into(), |error| error.to_string());
                return Err(format!("{who}: {what}"));
            }
        }
    }
}

fn json<S: Serialize>(solution: &S) -> String {
    serde_json::to_string(solution).expect("a solution has a JSON form")
}

/// Asserts that an encoding has exactly these solutions, found by other means, both if a solver excludes one
/// after the other and if backtracking finds them.
///
/// # Panics
///
/// If it has others. The message shows the first solution that only one side has.
pub fn agrees_with_brute_force<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    options: &BuildOptions,
    solver: &Solver,
    expected: impl IntoIterator<Item = P::Solution>,
) {
    compare_with_brute_force(puzzle, encoding, options, solver, expected)
        .unwrap_or_else(|why| panic!("{why}"));
}

/// As [`agrees_with_brute_force`], but returns what is wrong.
///
/// # Errors
///
/// The first solution that only one side has, and why there is no answer.
pub fn compare_with_brute_force<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    options: &BuildOptions,
    solver: &Solver,
    expected: impl IntoIterator<Item = P::Solution>,
) -> Result<(), String> {
    let expected: BTreeSet<String> = expected.into_iter().map(|solution| json(&solution)).collect();
    let by_solver = (solver.to_string(), found(puzzle, encoding, options, solver)?);
    let by_backtracking = ("backtracking".into(), found_by_backtracking(puzzle, encoding, options)?);
    for (by, actual) in [by_solver, by_backtracking] {
        let who = format!("{} with {by}", encoding.name());
        if let Some(missing) = expected.difference(&actual).next() {
            return Err(format!("{who} misses {missing}"));
        }
        if let Some(wrong) = actual.difference(&expected).next() {
            return Err(format!("{who} has {wrong}, which brute force does not have"));
        }
    }
    Ok(())
}

/// Asserts that building a formula, even a large one, stops soon after a limit is reached, whenever that is:
/// within [`Interrupt::EVERY`] steps and one round of a loop. Returns the number of checks of the limits that
/// the whole formula takes.
///
/// # Panics
///
/// If building goes on.
pub fn building_stops<P: Puzzle>(puzzle: &P, encoding: P::Encoding, prunes: bool, flavours: Flavours) -> u64 {
    let built_until = |last: u64| {
        let looks = Arc::new(AtomicU64::new(0));
        let counted = looks.clone();
        let mut e = Formula::new(flavours);
        if prunes {
            e = e.pruning();
        }
        let is_last = move || counted.fetch_add(1, Relaxed) >= last;
        e.stop_when(Interrupt::new(move || is_last().then_some(Stop::Interrupted)));
        puzzle.encode(encoding, &mut e);
        (looks.load(Relaxed), e.interrupt().stopped().is_some(), e.interrupt().late())
    };
    let (looks, ..) = built_until(u64::MAX);
    let middle = (0..6).map(|part| looks * part / 6);
    for last in middle.chain([1, 2, 3, looks.saturating_sub(1)]).filter(|&last| last < looks) {
        let (looked, stopped, late) = built_until(last);
        let (most, name) = (u64::from(Interrupt::EVERY), encoding.name());
        assert!(stopped && looked == last + 1, "{name} asks {looked} times, told to stop after {last}");
        assert!(late <= most, "{name} goes on for {late} steps after look {last} of {looks}");
    }
    looks
}

/// Asserts the same about the clauses that a formula gets before its first solution is excluded, and that a
/// limit leaves none of them behind. Returns the number of checks of the limits.
///
/// # Panics
///
/// If it goes on, if a part of it stays, or if there is no solution.
pub fn excluding_stops<P: Puzzle>(puzzle: &P, encoding: P::Encoding, options: &BuildOptions) -> u64 {
    let name = encoding.name();
    let formula = build(puzzle, encoding, options).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut session = Session::new(puzzle, encoding, options, &Solver::default(), None)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let answer = session.solve(&Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(matches!(answer, Answer::Solved(_)), "{name}: there is no solution to exclude");
    let keys = session.true_projected();
    let mut values = vec![false; formula.variables() as usize];
    for &key in &keys {
        values[formula.lit(key).vidx()] = true;
    }
    let grown_until = |last: u64| {
        let looks = Arc::new(AtomicU64::new(0));
        let counted = looks.clone();
        let mut e = formula.clone();
        let is_last = move || counted.fetch_add(1, Relaxed) >= last;
        e.stop_when(Interrupt::new(move || is_last().then_some(Stop::Interrupted)));
        if let Some(completion) = puzzle.completion(encoding) {
            completion.before_another(encoding, &values, &mut e);
        }
        (looks.load(Relaxed), e)
    };
    let (looks, _) = grown_until(u64::MAX);
    let middle = (0..6).map(|part| looks * part / 6);
    for last in middle.chain([1, 2, looks.saturating_sub(1)]).filter(|&last| last < looks) {
        let (looked, e) = grown_until(last);
        assert!(
            e.interrupt().stopped().is_some() && looked == last + 1,
            "{name} asks {looked} times after {last}"
        );
        let late = e.interrupt().late();
        assert!(late <= u64::from(Interrupt::EVERY), "{name} goes on for {late} steps after look {last}");
        let left = e.variables() != formula.variables() || e.group_count() != formula.group_count();
        assert!(!left && e.clauses() == formula.clauses(), "{name} leaves a part behind at look {last}");
    }
    looks
}

/// Asserts that two encodings have the same solutions, projected on what both show: by meaning, with a proof for each
/// direction ([`meaning::lost`]). The puzzles may have different types. Atoms with the same
/// name mean the same, and both must show the same ones.
///
/// ```
/// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
/// # use colouring::Colouring;
/// use jigsat_solve::{Limits, testing};
///
/// // Another order of the edges, and one of them twice.
/// let one = Colouring::triangle(3);
/// let other = Colouring { edges: vec![(2, 1), (0, 1), (2, 0), (1, 2)], ..Colouring::triangle(3) };
/// testing::equivalent((&one, ()), (&other, ()), &Limits::default());
/// ```
///
/// # Panics
///
/// If one has a solution that the other lacks; the message has the constraints that forbid it. If they show different
/// atoms, can't be built or solved, or a limit is reached first.
pub fn equivalent<P: Puzzle, Q: Puzzle>(one: (&P, P::Encoding), other: (&Q, Q::Encoding), limits: &Limits) {
    check_equivalent(one, other, limits).unwrap_or_else(|why| panic!("{why}"));
}

/// As [`equivalent`], but returns what is wrong.
///
/// # Errors
///
/// What [`equivalent`] panics with.
pub fn check_equivalent<P: Puzzle, Q: Puzzle>(
    one: (&P, P::Encoding),
    other: (&Q, Q::Encoding),
    limits: &Limits,
) -> Result<(), String> {
    let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
    let failed = |name: &str, error: &dyn fmt::Display| format!("{name}: {error}");
    let mut first = Grown::new(one.0, one.1, &options).map_err(|error| failed(one.1.name(), &error))?;
    let mut second =
        Grown::new(other.0, other.1, &options).map_err(|error| failed(other.1.name(), &error))?;
    let (named, others) = (named(&first)?, named(&second)?);
    let shown = Shown::by_names(&named, &others, &limits.interrupt()).map_err(|stop| stop.to_string())?;
    let shown = shown.map_err(|Unmatched { first, second }| {
        format!("only the first shows {first:?}, only the second {second:?}")
    })?;
    let (mut one, mut other) = (one.1.name(), other.1.name());
    if one == other {
        (one, other) = ("the first", "the second");
    }
    loses_nothing((one, &mut first), (other, &mut second), &named, &shown, limits)?;
    loses_nothing((other, &mut second), (one, &mut first), &others, &shown.swapped(), limits)
}

fn named<P: Puzzle>(grown: &Grown<'_, P>) -> Result<Named, String> {
    let formula = grown.formula();
    let name = |var| {
        let mut name = String::new();
        let names = |atom, f: &mut fmt::Formatter<'_>| grown.puzzle().name(atom, f);
        formula.write_variable(var, None, &names, &mut name).expect("a String takes everything");
        name
    };
    Named::of(formula, name).map_err(|stop| stop.to_string())
}

/// Fails unless the second formula has each solution of the first.
fn loses_nothing<P: Puzzle, Q: Puzzle>(
    (of, first): (&str, &mut Grown<'_, P>),
    (name, second): (&str, &mut Grown<'_, Q>),
    named: &Named,
    shown: &Shown,
    limits: &Limits,
) -> Result<(), String> {
    let lost = meaning::lost(first, second, shown, false, &Solver::default(), limits)
        .map_err(|error| format!("{of} and {name}: {error}"))?;
    match (lost.verdict, lost.difference) {
        (_, Some(difference)) => {
            let literal = |&(place, value): &(usize, bool)| {
                format!("{}{}", if value { "" } else { "not " }, named.shown[place].0)
            };
            let forbidden: Vec<String> = difference.forbidden.iter().map(literal).collect();
            let sentences = with_names(second.puzzle(), |names| {
                difference
                    .groups
                    .iter()
                    .map(|&group| second.formula().group_at(group).sentence(names))
                    .collect::<Vec<_>>()
            });
            Err(format!(
                "{name} lacks a solution of {of}: {} can't be, because {}",
                forbidden.join(", "),
                sentences.join(", and ")
            ))
        }
        (Verdict::Open(stop), None) => {
            Err(format!("whether {name} has all solutions of {of} is left open: {stop}"))
        }
        _ => Ok(()),
    }
}

/// Asserts that each rule of an encoding matters, including rules whose clauses come while solving. Without
/// the rule, one of the puzzles has another number of models. Without a rule that is declared redundant, none
/// has.
///
/// # Panics
///
/// If a rule does not matter. The message names the rule.
pub fn each_rule_matters<P: Puzzle>(puzzles: &[P], encoding: P::Encoding, flavours: Flavours) {
    let options = BuildOptions { flavours, ..BuildOptions::default() };
    check_each_rule(puzzles, encoding, &options).unwrap_or_else(|why| panic!("{why}"));
}

/// As [`each_rule_matters`], but returns what is wrong. No formula is built with rules dropped but the one that is tested.
///
/// # Errors
///
/// The first rule that does not matter, or that matters although it is declared redundant; and why a formula can't be built
/// or counted.
pub fn check_each_rule<P: Puzzle>(
    puzzles: &[P],
    encoding: P::Encoding,
    options: &BuildOptions,
) -> Result<(), String> {
    let name = encoding.name();
    let without = |dropped: Vec<String>| BuildOptions { dropped, ..options.clone() };
    let mut full: Vec<u64> = Vec::new();
    let mut rules: Vec<(String, bool)> = Vec::new();
    for puzzle in puzzles {
        let (count, session) = counted(puzzle, encoding, &without(vec![]), u64::MAX)?;
        full.push(count);
        for (rule, _) in session.formula().rules().filter(|(rule, _)| rule.name() != ANOTHER.name()) {
            if !rules.iter().any(|(name, _)| name == rule.name()) {
                rules.push((rule.name().to_owned(), rule.is_redundant()));
            }
        }
    }
    for (rule, redundant) in rules {
        let mut differs = false;
        for (puzzle, &count) in puzzles.iter().zip(&full) {
            let dropped = without(vec![rule.clone()]);
            differs = match build(puzzle, encoding, &dropped) {
                // Counting stops at the first model too many.
                Ok(_) => counted(puzzle, encoding, &dropped, count + 1)?.0 != count,
                // This puzzle's formula has no such rule, but that of another one does.
                Err(BuildError::NoSuchRule { .. })
                    if !has_rule(puzzle, encoding, &without(vec![]), &rule)? =>
                {
                    false
                }
                Err(error) => {
                    return Err(format!(
                        "{name}: without rule '{rule}' the formula can't be built: {error}; a rule whose groups come \
                         while solving is announced by Formula::expect_rule"
                    ));
                }
            };
            if differs {
                break;
            }
        }
        match (differs, redundant) {
            (false, false) => {
                return Err(format!("{name}: no test puzzle changes when rule '{rule}' is dropped"));
            }
            (true, true) => {
                return Err(format!("{name}: rule '{rule}' is declared redundant, but it matters"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether some group of the puzzle's formula is of the rule, including groups that come while solving.
fn has_rule<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    options: &BuildOptions,
    rule: &str,
) -> Result<bool, String> {
    let (_, session) = counted(puzzle, encoding, options, u64::MAX)?;
    Ok(session.formula().rules().any(|(known, _)| known.name() == rule))
}

/// The number of models, at most so many, and the session that has counted them.
fn counted<'p, P: Puzzle>(
    puzzle: &'p P,
    encoding: P::Encoding,
    options: &BuildOptions,
    most: u64,
) -> Result<(u64, Session<'p, P>), String> {
    let failed = |error: Error| format!("{}: {error}", encoding.name());
    let mut session = Session::new(puzzle, encoding, options, &Solver::default(), None).map_err(failed)?;
    let count = session.count(most, &options.limits).map_err(failed)?;
    if let End::Stopped(stop) = count.end {
        return Err(format!("{}: {stop}", encoding.name()));
    }
    Ok((count.found, session))
}
