//! The formula of a lazy encoding with what completes it.

use jigsat_cnf::Formula;

use crate::{ANOTHER, Answer, BuildOptions, Error, Limits, Puzzle, Session, Solver, build};

/// Maximum number of conflicts for finding what completes a formula.
const CONFLICTS: u64 = 100_000;

/// The formula of a lazy encoding with the cuts that were needed to solve the puzzle and, if that was possible within the
/// limits, to prove that there is no second solution. Then the solution is its only model; if there is no solution, a
/// refutation of this formula is a proof for the puzzle.
///
/// # Errors
///
/// A formula that can't be built as asked, or a solver that fails.
pub fn completed<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    options: &BuildOptions,
) -> Result<Formula<P::Atom>, Error> {
    let conflicts = options.limits.conflicts.map_or(CONFLICTS, |conflicts| conflicts.min(CONFLICTS));
    let limits = Limits { conflicts: Some(conflicts), ..options.limits.clone() };
    let mut session = Session::new(puzzle, encoding, options, &Solver::default(), None)?;
    let base = session.formula().group_count();
    if let Answer::Solved(_) = session.solve(&limits)? {
        session.solve(&limits)?;
    }
    let mut formula = build(puzzle, encoding, options)?;
    let solved = session.formula();
    for group in solved.groups_from(base).filter(|group| group.rule().name() != ANOTHER.name()) {
        formula.copy_group(group);
    }
    Ok(formula)
}
