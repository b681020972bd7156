//! Encodings that leave rules out at first, and what adds them.

use jigsat_cnf::{Formula, Lit};

use crate::{ANOTHER, Answer, BuildOptions, Error, Limits, Puzzle, Session, Solver, build};

/// What completes the formulas of a puzzle's lazy encodings while they are used: see [`Puzzle::completion`].
///
/// A rule that can be stated as a [graph constraint](jigsat_cnf::graph) needs none of this. Fillomino's `lazy`, for boards and
/// for its generator, uses it because its own cuts, which use the fact that all numbers share one board, measured 1.06 to 1.1
/// times faster than one constraint on regions for each number, and its explanations up to three times.
pub trait Completion<P: Puzzle + ?Sized> {
    /// Gets a decoded model before the referee does, and adds clauses that this candidate breaks and every solution
    /// satisfies.
    fn refine(&self, encoding: P::Encoding, candidate: &P::Solution, e: &mut Formula<P::Atom>) -> Refined;

    /// Adds implied clauses that are unit or falsified under one of these partial assignments, each indexed by
    /// variable. Explanations call it, with many assignments that differ little.
    fn notice(&self, _encoding: P::Encoding, _assignments: &[Vec<Option<bool>>], _e: &mut Formula<P::Atom>) {}

    /// Extends the formula before a session excludes the solution that it found last, given by the values of its
    /// variables. Encodings in which one model represents several solutions add here what distinguishes them.
    /// Projection variables declared here count as false in the solution to exclude.
    ///
    /// Fillomino's `lazy` uses it because values above the largest given share an atom. So one model stands for
    /// several solutions, which no constraint on regions expresses.
    fn before_another(&self, _encoding: P::Encoding, _values: &[bool], _e: &mut Formula<P::Atom>) {}

    /// Whether in a pruned formula one model may represent several solutions, which [`Completion::before_another`]
    /// distinguishes. Enumerations don't prune such formulas.
    fn merges_solutions(&self) -> bool {
        false
    }
}

/// The verdict of [`Completion::refine`] on a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refined {
    /// The candidate goes to the referee.
    Accepted,
    /// The candidate is not a solution; clauses that exclude it were added.
    Cut,
}

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
    let is_false = |lit: &Lit| values.get(lit.vidx()).is_some_and(|&value| value == lit.is_neg());
    let excludes = |clause: &[Lit]| clause.iter().all(is_false);
    // A limit may have cut the clauses off.
    if refined == Refined::Accepted
        || formula.given_up().is_some()
        || formula.clauses().from(known).any(excludes)
    {
        return Ok(refined);
    }
    if may_miss {
        return Ok(Refined::Accepted);
    }
    let rule =
        formula.group_count().checked_sub(1).map(|last| formula.group_at(last).rule().name().to_owned());
    Err(Error::IdleCut { rule: rule.unwrap_or_default() })
}

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
