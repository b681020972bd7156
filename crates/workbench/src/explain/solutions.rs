//! Whether a puzzle has one solution, several or none, which determines what to explain.

use std::collections::HashSet;

use jigsat_cnf::Literal;
use jigsat_kit::{AtomOf, EncodingOf, Error, Family, Goal, SolutionOf};
use jigsat_solve::{Answer, Limits, Session, Stop};

use crate::case::{Case, is_lazy};

/// The solutions of a puzzle.
pub(crate) enum Has<F: Family> {
    /// One solution, with its literals.
    One(SolutionOf<F>, Vec<Literal<AtomOf<F>>>),
    /// Two solutions, and what only the first and only the second has.
    Two(Box<[SolutionOf<F>; 2]>, [Vec<Literal<AtomOf<F>>>; 2]),
    /// No solution.
    None,
    /// A limit was reached first.
    Open(Stop),
}

/// Solves a puzzle, and looks for a second solution if one formula is about all of them.
pub(crate) fn what_it_has<F: Family>(
    case: &Case<F>,
    encoding: EncodingOf<F>,
    limits: &Limits,
) -> Result<Has<F>, Error> {
    let (family, puzzle, question) = (&*case.family, case.puzzle(), &*case.question);
    let dropped = &question.formula.drop;
    let auto = family.auto(puzzle, Goal::One);
    let solver = question.search.solver.as_ref().unwrap_or(&auto.solver);
    // A solution that determines its atoms may come from a smaller formula than its explanation.
    let is_lazy = is_lazy(family, encoding);
    let options = question.formula.build(is_lazy && dropped.is_empty(), limits);
    let session = Session::new(puzzle, encoding, &options, solver, question.search.seed)
        .map_err(|error| Error::from(error).of_dropped(dropped));
    let mut session = match Error::unless_stopped(session)? {
        Ok(session) => session,
        Err(stop) => return Ok(Has::Open(stop)),
    };
    let nothing = || Error::request("without that rule there is nothing to explain");
    let first = match session.solve(limits)? {
        Answer::Solved(solution) => solution.into_inner(),
        Answer::Refused { solution: Some(solution), .. } => solution,
        Answer::Impossible(_) => return Ok(Has::None),
        Answer::Unknown(stop) => return Ok(Has::Open(stop)),
        Answer::Refused { .. } => return Err(nothing()),
    };
    let literals_of = |session: &Session<'_, F::Puzzle>, solution: &SolutionOf<F>| {
        case.literals_of(encoding, solution).unwrap_or_else(|| session.true_projected())
    };
    let goal = literals_of(&session, &first);
    if family.horizon().is_some() {
        return Ok(Has::One(first, goal));
    }
    Ok(match session.solve(limits)? {
        Answer::Impossible(_) => Has::One(first, goal),
        Answer::Unknown(stop) => Has::Open(stop),
        Answer::Solved(second) => {
            let second = second.into_inner();
            let other = literals_of(&session, &second);
            let only = |these: &[Literal<_>], those: &[Literal<_>]| -> Vec<Literal<AtomOf<F>>> {
                let those: HashSet<&Literal<_>> = those.iter().collect();
                these.iter().copied().filter(|literal| !those.contains(literal)).collect()
            };
            let differ = [only(&goal, &other), only(&other, &goal)];
            Has::Two(Box::new([first, second]), differ)
        }
        Answer::Refused { .. } => return Err(nothing()),
    })
}
