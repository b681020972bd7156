//! Whether a puzzle has one solution, several or none, which determines what to explain.

use std::collections::HashSet;

use jigsat_kit::{Error, Goal};
use jigsat_solve::{Limits, Searched, Stop};

use crate::{
    Board, Purpose, Solution,
    puzzle_formula::{Known, Search},
};

/// The solutions of a puzzle.
pub(crate) enum Has {
    /// One solution, with its literals.
    One(Solution, Vec<Known>),
    /// Two solutions, and what only the first and only the second has.
    Two(Box<[Solution; 2]>, [Vec<Known>; 2]),
    /// No solution.
    None,
    /// A limit was reached first.
    Open(Stop),
}

/// Solves a puzzle, and looks for a second solution if one formula is about all of them.
pub(crate) fn what_it_has(board: &dyn Board, encoding: &str, limits: &Limits) -> Result<Has, Error> {
    let dropped = &board.formula_options().drop;
    let solver = board.solver_or(&board.best(Goal::One).solver);
    // A solution that determines its atoms may come from a smaller formula than its explanation.
    let prunes = board.is_completed(encoding) && dropped.is_empty();
    let options = board.formula_options().build(prunes, limits);
    let search = board.search(Purpose::Puzzle, encoding, &options, &solver, board.search_options().seed);
    let mut search = match Error::unless_stopped(search.map_err(|error| error.of_dropped(dropped)))? {
        Ok(search) => search,
        Err(stop) => return Ok(Has::Open(stop)),
    };
    let nothing = || Error::request("without that rule there is nothing to explain");
    let first = match search.search(&[], limits)? {
        Searched::Solved | Searched::Refused => search.grown_mut().take_solution().ok_or_else(nothing)?,
        Searched::Impossible(_) => return Ok(Has::None),
        Searched::Unknown(stop) => return Ok(Has::Open(stop)),
    };
    let goal = literals_of(board, &search, &first);
    if board.has_plans() {
        return Ok(Has::One(first, goal));
    }
    Ok(match search.search(&[], limits)? {
        Searched::Impossible(_) => Has::One(first, goal),
        Searched::Unknown(stop) => Has::Open(stop),
        Searched::Refused => return Err(nothing()),
        Searched::Solved => {
            let second = search.grown_mut().take_solution().ok_or_else(nothing)?;
            let other = literals_of(board, &search, &second);
            let only = |these: &[Known], those: &[Known]| -> Vec<Known> {
                let those: HashSet<&Known> = those.iter().collect();
                these.iter().copied().filter(|literal| !those.contains(literal)).collect()
            };
            let differ = [only(&goal, &other), only(&other, &goal)];
            Has::Two(Box::new([first, second]), differ)
        }
    })
}

/// The literals of the solution that a search has found last.
pub(crate) fn literals_of(board: &dyn Board, search: &Search, solution: &Solution) -> Vec<Known> {
    let formula = &**search.grown();
    let own = board.literals(jigsat_solve::Growing::encoding(formula), solution);
    own.unwrap_or_else(|| formula.literals(&search.true_keys()))
}
