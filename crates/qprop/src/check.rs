//! The referee of solutions.

use jigsat_cnf::Lit;
use jigsat_solve::{Build, Flaw, Limits, Solver, Verdict, build};

use crate::{Model, Solution, model::How};

/// Whether all asserts hold.
///
/// A solution that was read has no hidden atoms: then a solver looks for some that go with the
/// shown ones, and the evaluator has the last word on what it finds.
pub(crate) fn check(model: &Model, solution: &Solution) -> Result<(), Flaw> {
    let mut holds = vec![false; model.atoms() as usize];
    for name in &solution.holds {
        let Some(atom) = model.theory.read_atom(name) else {
            return Err(Flaw::new(format!("the model has no atom {name}")));
        };
        let pred = model.theory.pred_of(atom);
        if !pred.is_some_and(|pred| pred.shown) {
            return Err(Flaw::new(format!("the model doesn't show {name}")));
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
        None => complete(model, &mut holds)?,
    }
    model.evaluate(&holds)
}

/// Finds values of the hidden atoms.
fn complete(model: &Model, holds: &mut [bool]) -> Result<(), Flaw> {
    let failed =
        |error: &dyn std::fmt::Display| Flaw::new(format!("the hidden atoms can't be found: {error}"));
    let encoding = build(model, How::Model, &Build::default()).map_err(|error| failed(&error))?;
    let mut sat = Solver::Batsat.start().map_err(|error| failed(&error))?;
    sat.reserve(encoding.variables()).map_err(|error| failed(&error))?;
    let shown: Vec<Lit> = encoding.keys().map(|(atom, var)| var.lit(!holds[atom.0 as usize])).collect();
    for lit in shown {
        sat.add(&[lit]).map_err(|error| failed(&error))?;
    }
    // Assert by assert, so that the first one that can't hold is found.
    let groups: Vec<_> = encoding.groups().collect();
    for of_one in groups.chunk_by(|a, b| a.rule_index() == b.rule_index()) {
        for clause in of_one.iter().flat_map(|group| group.clauses()) {
            sat.add(&encoding.clauses()[clause]).map_err(|error| failed(&error))?;
        }
        match sat.solve(&[], &Limits::default()).map_err(|error| failed(&error))? {
            Verdict::Sat => {}
            Verdict::Unsat => {
                let name = of_one[0].rule().name();
                let hidden: Vec<&str> = model
                    .theory
                    .preds
                    .iter()
                    .filter(|pred| !pred.shown)
                    .map(|pred| pred.name.as_str())
                    .collect();
                let message = format!(
                    "assert '{name}' or one before it is broken, whatever {} is",
                    hidden.join(" or ")
                );
                return Err(Flaw::new(message));
            }
            Verdict::Stopped(stop) => return Err(failed(&stop)),
        }
    }
    for (atom, var) in encoding.atoms() {
        holds[atom.0 as usize] = sat.value(var);
    }
    Ok(())
}
