//! Whether a puzzle has one solution, several or none: what is to be explained.

use jigsat_cnf::Literal;
use jigsat_solve::{Answer, Limits, Session, Stop};

use super::Explains;
use crate::{
    args::{FormulaArgs, SearchArgs},
    exit::Failure,
    family::{AtomOf, HowOf, SolutionOf},
    solve::usage_of_drop,
};

/// What a puzzle has.
pub enum Has<F: Explains> {
    /// One solution, with the literals that make it up.
    One(SolutionOf<F>, Vec<Literal<AtomOf<F>>>),
    /// Two of them, and what only the first and only the second has.
    Two(Box<[SolutionOf<F>; 2]>, Vec<Literal<AtomOf<F>>>),
    /// No solution.
    None,
    /// A limit was reached first.
    Open(Stop),
}

/// Solves a puzzle, and looks for a second solution where one formula speaks of all.
pub fn what_it_has<F: Explains>(
    puzzle: &F::Puzzle,
    how: HowOf<F>,
    formula: &FormulaArgs,
    search: &SearchArgs,
    limits: &Limits,
) -> Result<Has<F>, Failure> {
    let (_, auto_solver) = F::auto(puzzle);
    let solver = search.solver().unwrap_or(&auto_solver);
    // A solution that says what its atoms are may come from a smaller formula than what explains it.
    let recipe = formula.recipe(F::is_lazy(how) && formula.drop.is_empty());
    let mut session = Session::new(puzzle, how, &recipe, solver, search.seed)
        .map_err(|error| usage_of_drop(error, &formula.drop))?;
    let nothing = || Failure::usage("without that rule there is nothing to explain");
    let first = match session.solve(limits)? {
        Answer::Solved(solution) | Answer::Refused { solution: Some(solution), .. } => solution,
        Answer::Impossible(_) => return Ok(Has::None),
        Answer::Unknown(stop) => return Ok(Has::Open(stop)),
        Answer::Refused { .. } => return Err(nothing()),
    };
    let atoms_of = |session: &Session<'_, F::Puzzle>, solution: &SolutionOf<F>| {
        let said = if F::is_lazy(how) { F::literals(puzzle, how, solution) } else { None };
        said.unwrap_or_else(|| session.true_keys())
    };
    let goal = atoms_of(&session, &first);
    if !F::CERTIFIES {
        return Ok(Has::One(first, goal));
    }
    Ok(match session.solve(limits)? {
        Answer::Impossible(_) => Has::One(first, goal),
        Answer::Unknown(stop) => Has::Open(stop),
        Answer::Solved(second) => {
            let other = atoms_of(&session, &second);
            let only = |these: &[Literal<_>], those: &[Literal<_>]| -> Vec<Literal<AtomOf<F>>> {
                these.iter().copied().filter(|literal| !those.contains(literal)).collect()
            };
            let differ = [only(&goal, &other), only(&other, &goal)].concat();
            Has::Two(Box::new([first, second]), differ)
        }
        Answer::Refused { .. } => return Err(nothing()),
    })
}
