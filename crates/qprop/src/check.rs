//! The referee of solutions.

use jigsat_solve::{Limits, Refusal, Violation};

use crate::{Model, Solution, hidden};

/// Whether all asserts hold; otherwise, or if a limit comes first, why not.
///
/// A solution that was read has no hidden atoms: a solver then looks for some that are consistent with the shown ones
/// ([`hidden`]), and the evaluator checks the result.
pub(crate) fn check(model: &Model, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
    let mut holds = vec![false; model.atoms() as usize];
    for name in &solution.holds {
        let Some(atom) = model.theory.read_atom(name) else {
            return Err(Violation::new(format!("the model has no atom {name}")).into());
        };
        let pred = model.theory.pred_of(atom);
        if !pred.is_some_and(|pred| pred.shown) {
            return Err(Violation::new(format!("the model doesn't show {name}")).into());
        }
        holds[atom.0 as usize] = true;
    }
    match &solution.hidden {
        Some(hidden) => {
            for atom in hidden {
                holds[atom.0 as usize] = true;
            }
        }
        None if model.theory.preds.iter().all(|pred| pred.shown) => {}
        None => hidden::complete(model, &mut holds, limits)?,
    }
    model.evaluate_within(&holds, limits)
}
