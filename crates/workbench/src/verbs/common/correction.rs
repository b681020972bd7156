//! For a board without solutions: the fewest givens that are to blame, or the fewest values of those filled in.

use jigsat_cnf::{Formula, Literal, Variable};
use jigsat_kit::{AtomOf, Error, Family};
use jigsat_solve::{
    Error as SolveError, GIVEN, Limits, Stop,
    explain::{Blame, Corrections, Reason},
};

use crate::case::Case;

/// Maximum number of sets.
const MOST: usize = 20;

/// The smallest sets of literals without which there is a solution.
pub(super) struct Correction<A> {
    pub sets: Vec<Vec<Literal<A>>>,
    /// Whether there are no others of this size.
    pub complete: bool,
}

/// The smallest sets among the literals that are assumed; among the givens if these leave no solution by themselves. A
/// stop is that of a limit at which no set was found.
pub(super) fn correction<F: Family>(
    case: &Case<F>,
    assumed: &[Literal<AtomOf<F>>],
    limits: &Limits,
) -> Result<Result<Correction<AtomOf<F>>, Stop>, Error> {
    let search = || -> Result<Result<Correction<AtomOf<F>>, Stop>, SolveError> {
        let options = case.question.formula.build(false, limits);
        let solver = case.question.search.solver.clone().unwrap_or_default();
        let mut blame = Blame::new(case.to_explain(&[]), case.encoding(), &options, &solver)?;
        let givens = givens(blame.formula());
        // What no board of this shape can have is wrong however the rest is filled in.
        let is_there = |literal: &Literal<AtomOf<F>>| match literal.variable {
            Variable::Atom(atom) => blame.formula().var(atom).is_some(),
            Variable::Aux(_) => true,
        };
        if !assumed.iter().all(is_there) {
            return Ok(Ok(Correction { sets: Vec::new(), complete: true }));
        }
        let is_given = |literal: &Literal<_>| givens.iter().any(|(_, given)| given == literal);
        let filled = assumed.iter().copied().filter(|literal| !is_given(literal));
        let filled: Vec<_> = filled.map(|literal| (Reason::Fact(blame.formula().lit(literal)), literal)).collect();
        for removable in [filled, givens] {
            let reasons: Vec<Reason> = removable.iter().map(|&(reason, _)| reason).collect();
            let Corrections { sets, complete, stopped } = blame.corrections(&reasons, MOST, limits)?;
            if let Some(stop) = stopped.filter(|_| sets.is_empty()) {
                return Ok(Err(stop));
            }
            let literal = |reason: &Reason| removable.iter().find(|(of, _)| of == reason).map(|&(_, literal)| literal);
            let literals = |set: &Vec<Reason>| set.iter().filter_map(literal).collect();
            if sets.iter().any(|set| !set.is_empty()) {
                return Ok(Ok(Correction { sets: sets.iter().map(literals).collect(), complete }));
            }
        }
        Ok(Ok(Correction { sets: Vec::new(), complete: true }))
    };
    Ok(SolveError::unless_stopped(search())?.unwrap_or_else(Err))
}

/// The givens that are constraints of their own. Other clues are parts of several.
fn givens<A: jigsat_cnf::Atom>(formula: &Formula<A>) -> Vec<(Reason, Literal<A>)> {
    let given = |place| {
        let group = formula.group_at(place);
        let clauses = group.clauses();
        if clauses.len() != 1 || group.rule().name() != GIVEN.name() {
            return None;
        }
        let [lit] = formula.clauses()[clauses.start] else { return None };
        Some((Reason::Group(place), formula.literal(lit)))
    };
    (0..formula.group_count()).filter_map(given).collect()
}
