use jigsat_cnf::Encoding;
use jigsat_solve::{ANOTHER, Answer, Build, Error, Limits, Session, Solver, build};

use crate::{Atom, Fillomino, How};

/// The formula of `lazy` with the cuts that were needed to solve the puzzle, and if that was possible within the limits, to
/// prove that there is no second solution: then the solution is its only model, and if there is none, a solver's refutation
/// of this formula is a proof for the puzzle.
///
/// # Errors
///
/// Those of the session.
pub fn complete(puzzle: &Fillomino, recipe: &Build, limits: &Limits) -> Result<Encoding<Atom>, Error> {
    let mut session = Session::new(puzzle, How::Lazy, recipe, &Solver::default(), None)?;
    let base = session.encoding().group_count();
    if let Answer::Solved(_) = session.solve(limits)? {
        session.solve(limits)?;
    }
    let mut formula = build(puzzle, How::Lazy, recipe)?;
    let solved = session.encoding();
    for group in solved.groups_from(base).filter(|group| group.rule().name() != ANOTHER.name()) {
        formula.copy_group(group);
    }
    Ok(formula)
}
