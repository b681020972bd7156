//! Descending search: from one assembly to a better one, until there is none; the first by annealing.

use jigsat_cnf::{Literal, Rule};
use jigsat_solve::{Answer, Build, By, Effort, Error, Limits, Puzzle, Session, Solver, Stop};

use super::{Best, BestHow, anneal::anneal};
use crate::{EdgeMatching, Solution, matched};

const DIFFERENCES: Rule = Rule::new("differences", "how many seams differ");

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// How the formula is built.
    pub recipe: Build,
    /// What solves it.
    pub solver: Solver,
    /// Permutes variables and clauses.
    pub seed: Option<u64>,
}

/// What a search for the most matching edges came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Improved {
    /// The best assembly, with how many edges agree and the bound; `Impossible` where frame and hints can't be kept.
    pub answer: Answer<Solution>,
    /// Why a better one is not ruled out, if it is not.
    pub stopped: Option<Stop>,
    /// Who answers.
    pub by: By,
    /// What it has cost.
    pub effort: Effort,
    /// Variables and clauses of the formula.
    pub size: (usize, usize),
}

/// Looks for the assembly with the most matching edges. The first that a solver finds keeps frame and hints; annealing
/// makes a good one of it; then a totalizer counts the seams that differ; each answer
/// bounds the next question by assumption: fewer than now. `is_impossible` says that it is known that not all can
/// agree. `report` is given each better assembly as it is found.
///
/// # Errors
///
/// Those of the solver.
pub fn improve(
    puzzle: &EdgeMatching,
    ways: &Ways,
    is_impossible: bool,
    limits: &Limits,
    report: &mut dyn FnMut(&Solution),
) -> Result<Improved, Error> {
    let best = Best::new(puzzle);
    let mut session = Session::new(&best, BestHow::Relaxed, &ways.recipe, &ways.solver, ways.seed)?;
    let differences = best.differences();
    let edges = differences.len();
    // By counting, so many seams differ in any case.
    let least = puzzle.least_differences().max(usize::from(is_impossible)).min(edges);
    let bound = edges - least;
    let mut counter: Option<Vec<Literal<super::BestAtom>>> = None;
    let mut found: Option<Solution> = None;
    let stopped = loop {
        let assumed: Vec<Literal<super::BestAtom>> = match &found {
            None => Vec::new(),
            Some(solution) => {
                let differing = edges - solution.matched.unwrap_or_default();
                if differing <= least {
                    break None;
                }
                let counter = counter.get_or_insert_with(|| {
                    session.grow().group(&DIFFERENCES, ()).counter(differences.iter().copied(), differing)
                });
                // Not as many as now.
                vec![!counter[differing - 1]]
            }
        };
        match session.solve_assuming(&assumed, limits)? {
            Answer::Solved(solution) => {
                let is_first = found.is_none();
                let mut solution = Solution { bound: Some(bound), ..solution };
                if is_first {
                    solution = annealed(&best, solution, ways.seed.unwrap_or_default(), limits)?;
                }
                report(&solution);
                found = Some(solution);
            }
            Answer::Impossible(_) => {
                if let Some(solution) = &mut found {
                    solution.bound = solution.matched;
                }
                break None;
            }
            Answer::Unknown(stop) => break Some(stop),
            Answer::Refused { flaw, .. } => return Err(Error::Refused { flaw, by: session.by() }),
        }
    };
    let answer = match (found, stopped) {
        (Some(solution), _) => Answer::Solved(solution),
        (None, Some(stop)) => Answer::Unknown(stop),
        (None, None) => Answer::Impossible(session.by()),
    };
    let size = (session.encoding().variables() as usize, session.encoding().clauses().len());
    Ok(Improved { answer, stopped, by: session.by(), effort: session.effort(), size })
}

/// A better assembly than the first one, if annealing finds one; the referee counts.
fn annealed(best: &Best<'_>, first: Solution, seed: u64, limits: &Limits) -> Result<Solution, Error> {
    let by = || By { engine: "annealing", stage: None, solver: None, encoding: None };
    let refused = |flaw| Error::Refused { flaw, by: by() };
    let found = anneal(best.puzzle, &first, seed, limits);
    let (count, _) = matched(best.puzzle, &found).map_err(refused)?;
    if Some(count) <= first.matched {
        return Ok(first);
    }
    let solution = Solution { matched: Some(count), placements: found.placements, ..first };
    best.check(&solution).map_err(refused)?;
    Ok(solution)
}
