//! Counting assemblies, and the two engines that find them.

use jigsat_edge_matching::{self as em, How, Solution};
use jigsat_solve::{Answer, Build, By, Effort, End, Enumeration, Error, Limits, Session};

use super::EdgeMatching;
use crate::{
    exit::Failure,
    family::{Counted, Counting, Family, Question},
    solve::usage_of_drop,
};

/// What finds one assembly after the other: a session, or backtracking.
pub enum Search<'p> {
    Session(Box<Session<'p, em::EdgeMatching>>),
    Backtrack(Box<Enumeration<'p, em::EdgeMatching>>),
}

impl<'p> Search<'p> {
    pub fn new(
        puzzle: &'p em::EdgeMatching,
        question: &Question<'_, EdgeMatching>,
        backtracks: bool,
    ) -> Result<Self, Error> {
        let recipe: Build = question.formula.recipe(question.formula.drop.is_empty());
        let (how, solver) = EdgeMatching::auto(puzzle);
        if backtracks {
            let how = question.how.unwrap_or(How::Placement);
            return Ok(Search::Backtrack(Box::new(Enumeration::new(puzzle, how, &recipe)?)));
        }
        let solver = question.search.solver().unwrap_or(&solver);
        let how = question.how.unwrap_or(how);
        Ok(Search::Session(Box::new(Session::new(puzzle, how, &recipe, solver, question.search.seed)?)))
    }

    pub fn solve(&mut self, limits: &Limits) -> Result<Answer<Solution>, Error> {
        match self {
            Search::Session(session) => session.solve(limits),
            Search::Backtrack(enumeration) => enumeration.solve(limits),
        }
    }

    pub fn by(&self) -> By {
        match self {
            Search::Session(session) => session.by(),
            Search::Backtrack(enumeration) => enumeration.by(),
        }
    }

    pub fn effort(&self) -> Effort {
        match self {
            Search::Session(session) => session.effort(),
            Search::Backtrack(enumeration) => enumeration.effort(),
        }
    }

    /// Variables and clauses.
    pub fn size(&self) -> (usize, usize) {
        let encoding = match self {
            Search::Session(session) => session.encoding(),
            Search::Backtrack(enumeration) => enumeration.encoding(),
        };
        (encoding.variables() as usize, encoding.clauses().len())
    }
}

/// Counts the assemblies: all, and up to turns of the board. Where a piece tells turns apart, the formula has one
/// of each, and there are as many times more as the board has turns; else all are listed, and those that `n` turns
/// make from each other count as one n-th each.
pub fn count(
    puzzle: &em::EdgeMatching,
    question: &Question<'_, EdgeMatching>,
    wanted: &Counting,
    limits: &Limits,
) -> Result<Counted, Failure> {
    let is_weakened = !question.formula.drop.is_empty();
    let one_of_each = puzzle.turns_told_apart() && !is_weakened;
    let listed = em::EdgeMatching { turns_are_one: one_of_each, ..puzzle.clone() };
    let turns = puzzle.turns().len() as u128;
    let backtracks = question.search.engine().map_or(question.search.solver().is_none(), |name| name == "backtrack");
    let mut search = Search::new(&listed, question, backtracks)
        .map_err(|error| usage_of_drop(error, &question.formula.drop))?;
    let mut count: u128 = 0;
    // How many assemblies there are of which 1, 2 or 4 are turns of each other.
    let mut of_orbit = [0_u128; 5];
    let mut end = End::Enough;
    while wanted.limit.is_none_or(|limit| count < u128::from(limit)) {
        match search.solve(limits)? {
            Answer::Solved(solution) => {
                let alike = if wanted.labelled { puzzle.labellings(&solution) } else { 1 };
                let orbit = if one_of_each || wanted.labelled { turns as usize } else { puzzle.images(&solution).len() };
                let all = if one_of_each { alike * turns } else { alike };
                count += all;
                of_orbit[orbit.min(4)] += all;
            }
            // Without a rule, models are counted as they are.
            Answer::Refused { .. } => {
                count += 1;
                of_orbit[1] += 1;
            }
            Answer::Impossible(_) => {
                end = End::All;
                break;
            }
            Answer::Unknown(stop) => {
                end = End::Stopped(stop);
                break;
            }
        }
    }
    // Of an orbit that was not listed to its end, what is there counts as one.
    let distinct = (1..).zip(&of_orbit[1..]).map(|(size, count): (u128, &u128)| count.div_ceil(size)).sum();
    let (by, effort, size) = (search.by(), search.effort(), Some(search.size()));
    Ok(Counted { count, distinct: Some(distinct), end, by, effort, size })
}
