//! Refines a formula by what its puzzle left out at first.

use jigsat_cnf::{Cnf, Formula, Lit};

use crate::{Error, Puzzle, Refined};

/// Calls [`Completion::refine`], and checks that the new clauses exclude the candidate: else the search would find it
/// again and again. If rules are dropped (`may_miss`), a cut may miss its candidate, which is then accepted.
///
/// # Errors
///
/// [`Error::IdleCut`].
pub(crate) fn refine<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    candidate: &P::Solution,
    values: &[bool],
    may_miss: bool,
    formula: &mut Formula<P::Atom>,
) -> Result<Refined, Error> {
    let Some(completion) = puzzle.completion(encoding) else { return Ok(Refined::Accepted) };
    let known = formula.clauses().len();
    let refined = completion.refine(encoding, candidate, formula);
    excluded(refined, formula, known, values, may_miss)
}

/// Whether one of the clauses from the one at `known` on excludes the candidate, if it is said to be cut.
fn excluded(
    refined: Refined,
    cnf: &Cnf,
    known: usize,
    values: &[bool],
    may_miss: bool,
) -> Result<Refined, Error> {
    let is_false = |lit: &Lit| values.get(lit.vidx()).is_some_and(|&value| value == lit.is_neg());
    let excludes = |clause: &[Lit]| clause.iter().all(is_false);
    // A limit may have cut the clauses off.
    if refined == Refined::Accepted || cnf.given_up().is_some() || cnf.clauses().from(known).any(excludes) {
        return Ok(refined);
    }
    if may_miss {
        return Ok(Refined::Accepted);
    }
    let rule = cnf.group_count().checked_sub(1).map(|last| cnf.group_at(last).rule().name().to_owned());
    Err(Error::IdleCut { rule: rule.unwrap_or_default() })
}
