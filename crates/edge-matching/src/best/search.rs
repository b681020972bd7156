//! Descending search: from one assembly to a better one, until there is none. The first comes from annealing.

use jigsat_cnf::{Literal, Rule};
use jigsat_solve::{
    Answer, BuildOptions, Checked, Effort, Error, Limits, Provenance, Puzzle, Session, Solver, Stop,
};
use web_time::Instant;

use super::{Best, BestEncoding, anneal::anneal};
use crate::{EdgeMatching, Solution, matched};

const DIFFERENCES: Rule = Rule::new("differences", "the seams that differ are counted");

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct ImproveOptions {
    /// How the formula is built.
    pub build: BuildOptions,
    /// What solves it.
    pub solver: Solver,
    /// Permutes variables and clauses with this seed.
    pub seed: Option<u64>,
}

/// The result of a search for the most matching edges.
#[derive(Clone, Debug, PartialEq)]
pub struct Improved {
    /// The best assembly, with its number of matching edges and the bound; `Impossible` if frame and hints can't be
    /// kept.
    pub answer: Answer<Solution>,
    /// Why a better one is not ruled out, if it is not.
    pub stopped: Option<Stop>,
    /// The solver that answered.
    pub by: Provenance,
    /// The effort.
    pub effort: Effort,
    /// Numbers of variables and clauses of the formula, if one was needed.
    pub size: Option<(usize, usize)>,
}

/// Looks for the assembly with the most matching edges. Annealing finds a good one; then a totalizer counts the seams
/// that differ, and after each answer an assumption asks for fewer than now. `is_impossible` says that not all edges
/// can agree. `report` gets each better assembly as it is found.
///
/// # Errors
///
/// Those of the solver.
pub fn improve(
    puzzle: &EdgeMatching,
    options: &ImproveOptions,
    is_impossible: bool,
    limits: &Limits,
    report: &mut dyn FnMut(&Solution),
) -> Result<Improved, Error> {
    let started = Instant::now();
    let best = Best::new(puzzle);
    let differences = best.differences();
    let edges = differences.len();
    // Counting shows that at least this many seams differ.
    let least = puzzle.least_differences().max(usize::from(is_impossible)).min(edges);
    let bound = edges - least;
    let mut found = annealed(&best, options, limits)?;
    if let Some(solution) = &mut found {
        solution.bound = Some(bound);
        report(solution);
        let is_best = solution.matched == Some(bound);
        let stopped = limits.reached().filter(|_| !is_best);
        if is_best || stopped.is_some() {
            let effort = Effort { solving: started.elapsed(), ..Effort::default() };
            let answer = refereed(&best, solution.clone())?;
            return Ok(Improved { answer, stopped, by: by_annealing(), effort, size: None });
        }
    }
    let session = Session::new(&best, BestEncoding::Relaxed, &options.build, &options.solver, options.seed);
    let mut session = match Error::unless_stopped(session)? {
        Ok(session) => session,
        Err(stop) => {
            let effort = Effort { solving: started.elapsed(), ..Effort::default() };
            let answer = found.map_or(Ok(Answer::Unknown(stop)), |found| refereed(&best, found))?;
            return Ok(Improved { answer, stopped: Some(stop), by: by_annealing(), effort, size: None });
        }
    };
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
                // Fewer than now.
                vec![!counter[differing - 1]]
            }
        };
        match session.solve_assuming(&assumed, limits)? {
            Answer::Solved(solution) => {
                let solution = Solution { bound: Some(bound), ..solution.into_inner() };
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
            Answer::Refused { violation, .. } => return Err(Error::Refused { violation, by: session.by() }),
        }
    };
    let answer = match (found, stopped) {
        (Some(solution), _) => refereed(&best, solution)?,
        (None, Some(stop)) => Answer::Unknown(stop),
        (None, None) => Answer::Impossible(session.by()),
    };
    let size = Some(session.formula().size());
    Ok(Improved { answer, stopped, by: session.by(), effort: session.effort(), size })
}

/// An assembly that annealing finds, if frame and hints can be kept; the referee counts.
fn annealed(best: &Best<'_>, options: &ImproveOptions, limits: &Limits) -> Result<Option<Solution>, Error> {
    let Some(found) = anneal(best.puzzle, options.seed.unwrap_or_default(), limits) else { return Ok(None) };
    let refused = |violation| Error::Refused { violation, by: by_annealing() };
    let (count, edges) = matched(best.puzzle, &found).map_err(refused)?;
    let solution = Solution { matched: Some(count), edges: Some(edges), ..found };
    best.check(&solution).map_err(refused)?;
    Ok(Some(solution))
}

fn refereed(best: &Best<'_>, solution: Solution) -> Result<Answer<Solution>, Error> {
    let refused = |violation| Error::Refused { violation, by: by_annealing() };
    Checked::by(best, solution).map(Answer::Solved).map_err(refused)
}

fn by_annealing() -> Provenance {
    Provenance::engine("annealing")
}
