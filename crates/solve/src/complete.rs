//! The formula of a lazy encoding with what completes it.

use jigsat_cnf::Cnf;

use crate::{ANOTHER, Error, Growing, Limits, Searched, Searcher};

/// Maximum number of conflicts for finding what completes a formula.
const CONFLICTS: u64 = 100_000;

/// Completes the formula of a lazy encoding with the cuts that are needed to solve the puzzle and, if that is possible within
/// the limits, to prove that there is no second solution. Then the solution is its only model; if there is no solution, a
/// refutation of this formula is a proof for the puzzle. The search has begun with the same formula.
///
/// # Errors
///
/// A solver that fails.
pub fn complete(
    formula: &mut Cnf,
    search: &mut Searcher<dyn Growing + '_>,
    limits: &Limits,
) -> Result<(), Error> {
    let conflicts = limits.conflicts.map_or(CONFLICTS, |conflicts| conflicts.min(CONFLICTS));
    let limits = Limits { conflicts: Some(conflicts), ..limits.clone() };
    let base = search.cnf().group_count();
    if search.search(&[], &limits)? == Searched::Solved {
        search.search(&[], &limits)?;
    }
    for group in search.cnf().groups_from(base).filter(|group| group.rule().name() != ANOTHER.name()) {
        formula.copy_group(group);
    }
    Ok(())
}
