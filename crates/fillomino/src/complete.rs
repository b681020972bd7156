use jigsat_cnf::Formula;
use jigsat_solve::{ANOTHER, Answer, BuildOptions, Error, Limits, Session, Solver, build};

use crate::{Atom, Encoding, Fillomino};

/// The formula of `lazy` with the cuts that were needed to solve the puzzle and, if that was possible within the
/// limits, to prove that there is no second solution. Then the solution is its only model; if there is no solution, a
/// refutation of this formula is a proof for the puzzle.
///
/// # Errors
///
/// Errors of the session.
pub fn complete(puzzle: &Fillomino, options: &BuildOptions, limits: &Limits) -> Result<Formula<Atom>, Error> {
    let mut session = Session::new(puzzle, Encoding::Lazy, options, &Solver::default(), None)?;
    let base = session.formula().group_count();
    if let Answer::Solved(_) = session.solve(limits)? {
        session.solve(limits)?;
    }
    let mut formula = build(puzzle, Encoding::Lazy, options)?;
    let solved = session.formula();
    for group in solved.groups_from(base).filter(|group| group.rule().name() != ANOTHER.name()) {
        formula.copy_group(group);
    }
    Ok(formula)
}
