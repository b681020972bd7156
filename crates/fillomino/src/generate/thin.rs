//! Removes givens as long as the solution stays unique.

use jigsat_cnf::{Literal, Rule};
use jigsat_solve::{Answer, BuildOptions, Error, Limits, Session, Solver, Stop};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{Generated, Wanted, blank::Blank};
use crate::{Atom, Encoding, Fillomino, Solution, Variant};

/// Maximum number of conflicts for each given, unless the limits set another: on large boards some proofs of uniqueness
/// take very long.
const CONFLICTS_A_GIVEN: u64 = 2_000;

pub(super) fn thin(
    wanted: &Wanted,
    solution: Solution,
    rng: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Generated, Error> {
    let numbers: Vec<u16> = solution.numbers().collect();
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.shuffle(rng);
    let fewest = wanted.empty.map_or(0, |share| {
        #[allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "at most 10,000 cells")]
        let empty = (share.clamp(0.0, 1.0) * numbers.len() as f64).round() as usize;
        numbers.len() - empty
    });
    let mut puzzle = Fillomino::new(wanted.size, numbers);
    puzzle.variant = wanted.variant;
    let limits = &Limits { conflicts: limits.conflicts.or(Some(CONFLICTS_A_GIVEN)), ..limits.clone() };
    let stopped = match wanted.variant {
        Variant::Challenging => by_cores(&mut puzzle, &solution, &order, fewest, limits)?,
        Variant::Basic => one_by_one(&mut puzzle, &solution, &order, fewest, limits)?,
    };
    Ok(Generated { puzzle, solution, stopped })
}

type Stopped = Option<Stop>;

/// Number of givens.
fn count(puzzle: &Fillomino) -> usize {
    puzzle.givens.iter().filter(|&&given| given != 0).count()
}

fn one_by_one(
    puzzle: &mut Fillomino,
    solution: &Solution,
    order: &[usize],
    fewest: usize,
    limits: &Limits,
) -> Result<Stopped, Error> {
    let mut stopped = None;
    // Fewer givens allow fewer groups, so a given may become removable after others are gone: repeat until none is.
    loop {
        let before = count(puzzle);
        for &cell in order.iter().filter(|&&cell| puzzle.givens[cell] != 0).collect::<Vec<_>>() {
            if count(puzzle) <= fewest {
                return Ok(None);
            }
            if let Some(stop) = limits.reached() {
                return Ok(Some(stop));
            }
            let given = std::mem::take(&mut puzzle.givens[cell]);
            match Error::unless_stopped(is_unique(puzzle, solution, limits))? {
                Ok(true) => {}
                Ok(false) => puzzle.givens[cell] = given,
                Err(stop) => {
                    puzzle.givens[cell] = given;
                    stopped = Some(stop);
                }
            }
        }
        if count(puzzle) == before {
            return Ok(stopped);
        }
    }
}

/// Whether the puzzle has this solution and no other.
fn is_unique(puzzle: &Fillomino, solution: &Solution, limits: &Limits) -> Result<bool, Error> {
    // Each group must keep a given.
    if crate::check(puzzle, solution).is_err() {
        return Ok(false);
    }
    let options = BuildOptions { prunes: true, limits: limits.clone(), ..BuildOptions::default() };
    let mut session = Session::new(puzzle, Encoding::Lazy, &options, &Solver::default(), None)?;
    let mut answer = session.solve(limits)?;
    if let Answer::Solved(_) = answer {
        answer = session.solve(limits)?;
    }
    match answer {
        Answer::Impossible(_) => Ok(true),
        Answer::Unknown(stop) => Err(stop.into()),
        Answer::Solved(_) | Answer::Refused { .. } => Ok(false),
    }
}

fn by_cores(
    puzzle: &mut Fillomino,
    solution: &Solution,
    order: &[usize],
    fewest: usize,
    limits: &Limits,
) -> Result<Stopped, Error> {
    let most = solution.numbers().max().map_or(1, usize::from);
    let blank = Blank::new(puzzle.size, most);
    let numbers: Vec<u16> = solution.numbers().collect();
    let literal = |cell: usize| blank.literal(cell, numbers[cell]);
    let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
    let session = Session::new(&blank, Encoding::Lazy, &options, &Solver::default(), None);
    let mut session = match Error::unless_stopped(session)? {
        Ok(session) => session,
        Err(stop) => return Ok(Some(stop)),
    };
    // The solution itself is excluded, so any other that the givens allow is a second one.
    let all = (0..numbers.len()).map(|cell| !literal(cell));
    session.grow().group(&OTHER, ()).clause(all);
    let mut kept: Vec<Literal<Atom>> = order.iter().map(|&cell| literal(cell)).collect();
    let stopped = jigsat_solve::thin::thin(&mut session, &mut kept, fewest, limits)?;
    for (cell, given) in puzzle.givens.iter_mut().enumerate() {
        if !kept.contains(&literal(cell)) {
            *given = 0;
        }
    }
    Ok(stopped)
}

const OTHER: Rule = Rule::new("other", "a solution other than the one that was drawn");
