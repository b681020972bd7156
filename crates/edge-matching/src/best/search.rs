//! Descending search: from one assembly to a better one, until there is none; the first by annealing.

use std::time::Instant;

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
    /// Variables and clauses of the formula, where one was needed.
    pub size: Option<(usize, usize)>,
}

/// Looks for the assembly with the most matching edges. Annealing finds a good one; then a totalizer counts the seams that differ; each answer
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
    let started = Instant::now();
    let best = Best::new(puzzle);
    let differences = best.differences();
    let edges = differences.len();
    // By counting, so many seams differ in any case.
    let least = puzzle.least_differences().max(usize::from(is_impossible)).min(edges);
    let bound = edges - least;
    let mut found = annealed(&best, ways, limits)?;
    if let Some(solution) = &mut found {
        solution.bound = Some(bound);
        report(solution);
        let is_best = solution.matched == Some(bound);
        let stopped = limits.reached().filter(|_| !is_best);
        if is_best || stopped.is_some() {
            let effort = Effort { solving: started.elapsed(), ..Effort::default() };
            let answer = Answer::Solved(solution.clone());
            return Ok(Improved { answer, stopped, by: by_annealing(), effort, size: None });
        }
    }
    let mut session = Session::new(&best, BestHow::Relaxed, &ways.recipe, &ways.solver, ways.seed)?;
    let mut counter: Option<Vec<Literal<super::BestAtom>>> = None;
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
                let solution = Solution { bound: Some(bound), ..solution };
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
    Ok(Improved { answer, stopped, by: session.by(), effort: session.effort(), size: Some(size) })
}

/// An assembly that annealing finds, if frame and hints can be kept; the referee counts.
fn annealed(best: &Best<'_>, ways: &Ways, limits: &Limits) -> Result<Option<Solution>, Error> {
    let Some(found) = anneal(best.puzzle, ways.seed.unwrap_or_default(), limits) else { return Ok(None) };
    let refused = |flaw| Error::Refused { flaw, by: by_annealing() };
    let (count, edges) = matched(best.puzzle, &found).map_err(refused)?;
    let solution = Solution { matched: Some(count), edges: Some(edges), ..found };
    best.check(&solution).map_err(refused)?;
    Ok(Some(solution))
}

fn by_annealing() -> By {
    By { engine: "annealing", stage: None, solver: None, encoding: None }
}
