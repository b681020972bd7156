//! Answers: a completed board, or the maximum number of matching edges.

use std::time::Duration;

use jigsat_kit::{Event, Outcome, Question, Run, finder};
use jigsat_solve::{Answer, Checked, Effort, Error, Limits, Provenance, Stop};
use web_time::Instant;

use super::EdgeMatchingFamily;
use crate::{EdgeMatching, ImproveOptions, Solution, improve};

/// Maximum time for completing the board before `best` relaxes it; at most a quarter of the available time.
const COMPLETING: Duration = Duration::from_secs(10);

pub(super) fn impossible_by_counting(solving: Duration) -> Outcome<Solution> {
    let by = Provenance::engine("counting");
    let first = Answer::Impossible(by.clone());
    let effort = Effort { solving, ..Effort::default() };
    Outcome::new(first, by, effort)
}

/// A solution; if asked for, also another one that is not a rotation of it.
pub(super) fn ask(
    puzzle: &EdgeMatching,
    question: &Question<EdgeMatchingFamily>,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let mut search = finder(&EdgeMatchingFamily, puzzle.into(), question, limits)?;
    let first = search.solve(limits)?.typed();
    let mut second = None;
    if let (Answer::Solved(first), true) = (&first, question.unique) {
        let images = if puzzle.turns_are_one { puzzle.images(first) } else { vec![(**first).clone()] };
        second = loop {
            match search.solve(limits)?.typed() {
                Answer::Solved(other) if images.contains(&other) => {}
                answer => break Some(answer),
            }
        };
    }
    let size = Some(search.size());
    Ok(Outcome { second, size, ..Outcome::new(first, search.by(), search.effort()) })
}

/// A solution, or the assembly with the most matching edges.
pub(super) fn best(
    puzzle: &EdgeMatching,
    question: &Question<EdgeMatchingFamily>,
    run: &Run<'_>,
) -> Result<Outcome<Solution>, Error> {
    let limits = run.limits;
    let mut is_impossible = puzzle.contradiction().is_some();
    if !is_impossible {
        let now = Instant::now();
        let quarter =
            limits.deadline.map_or(COMPLETING, |deadline| deadline.saturating_duration_since(now) / 4);
        let some = Limits { deadline: Some(now + quarter.min(COMPLETING)), ..limits.clone() };
        let outcome = ask(puzzle, question, &some)?;
        match outcome.first {
            Answer::Impossible(_) => is_impossible = true,
            Answer::Unknown(_) => {}
            Answer::Solved(_) | Answer::Refused { .. } => return Ok(outcome),
        }
    }
    let options = ImproveOptions {
        build: question.formula.build(true, limits),
        solver: question.search.solver.clone().unwrap_or_default(),
        seed: question.search.seed,
    };
    let mut report = |solution: &Solution| {
        let (matched, edges) = (solution.matched.unwrap_or_default(), solution.edges.unwrap_or_default());
        run.tell(Event::Better(&format!("{matched} of {edges} agree: {}", solution.to_line(puzzle))));
    };
    let improved = improve(puzzle, &options, is_impossible, limits, &mut report)?;
    let first = match improved.answer {
        // All edges agree, so it is a complete solution.
        Answer::Solved(solution) if solution.matched == solution.edges => {
            let solution = Solution::new(solution.into_inner().placements);
            let refused = |violation| Error::Refused { violation, by: improved.by.clone() };
            Answer::Solved(Checked::by(puzzle, solution).map_err(refused)?)
        }
        answer => answer,
    };
    let left_open = improved.stopped.filter(|_| matches!(first, Answer::Solved(_)));
    let left_open = left_open.map(|stop: Stop| format!("whether more can agree: {stop}"));
    let partial = match &first {
        Answer::Solved(solution) => how_far(solution),
        _ => None,
    };
    Ok(Outcome {
        partial,
        left_open,
        size: improved.size,
        ..Outcome::new(first, improved.by, improved.effort)
    })
}

/// How many edges match in a solution that leaves edges unmatched, in words.
fn how_far(solution: &Solution) -> Option<String> {
    let (matched, edges) = (solution.matched?, solution.edges?);
    (matched < edges).then(|| match solution.bound {
        Some(bound) if bound == matched => {
            format!("{matched} of {edges} pairs of edges agree, proved to be the maximum")
        }
        Some(bound) if bound < edges => {
            format!("{matched} of {edges} pairs of edges agree; at most {bound} can agree")
        }
        _ => format!("{matched} of {edges} pairs of edges agree"),
    })
}
