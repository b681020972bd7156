//! Comparing by meaning: does one formula have a solution that another one lacks?
//!
//! Two formulas are compared on what both show: a solution is the values of the [`Shown`] variables that can be
//! completed to a model. Whether the second formula lacks a solution of the first is a question with two quantifiers,
//! since the second may have variables of its own: for all solutions of the first there are values of these with
//! which its clauses hold. It is answered in two ways:
//!
//! - *Rule by rule.* The variables of the second formula are defined by those of the first, as its own clauses
//!   suggest (`define`), and then each of its constraints is negated and asked for by itself. A constraint that can't
//!   be broken is implied. Of constraints that are images of each other under symmetries of the first formula
//!   (`symmetry`), one is asked for. The definitions are only a guess: a model that breaks a constraint is a
//!   candidate, which the second formula itself judges. Where the solver is slow, inequalities are added up
//!   (`adding_up`).
//! - *Solution by solution*, if that leaves something open: each solution of the first is judged by the second
//!   formula, and all solutions with the same reason are excluded together. This is counterexample-guided abstraction
//!   refinement: M. Janota, W. Klieber, J. Marques-Silva and E. Clarke, Solving QBF with counterexample guided
//!   refinement (2012).
//!
//! A difference is always one that the second formula itself confirms: it is unsatisfiable with these values. 'None' is
//! proved by one of the two ways, and the [`Verdict`] says by which.

mod adding_up;
mod asked;
mod blame;
mod define;
mod found;
mod one_by_one;
mod rule_by_rule;
mod shown;
mod source;
mod symmetry;
mod translation;

use asked::Asked;
pub use found::{Difference, Lost, RuleMeaning, Verdict};
pub use shown::{Named, Shown, Unmatched};

use crate::{Error, Growing, Limits, Solver};

/// Finds out whether the second formula lacks a solution of the first.
///
/// Both are extended while they are asked, if they are completed while solving; nothing is excluded from them. With
/// `all_rules`, every rule of the second formula is asked for; otherwise, the first difference ends the search.
///
/// # Errors
///
/// Errors of the solver.
pub fn lost(
    first: &mut dyn Growing,
    second: &mut dyn Growing,
    shown: &Shown,
    all_rules: bool,
    solver: &Solver,
    limits: &Limits,
) -> Result<Lost, Error> {
    first.cnf_mut().stop_when(limits.interrupt());
    second.cnf_mut().stop_when(limits.interrupt());
    let mut lost = Lost { verdict: Verdict::Loses, difference: None, rules: Vec::new(), candidates: 0 };
    let asked = lost.search(first, second, shown, all_rules, solver, limits);
    if let Err(stop) = Error::unless_stopped(asked)? {
        lost.verdict = if lost.difference.is_some() { Verdict::Loses } else { Verdict::Open(stop) };
    }
    Ok(lost)
}

impl Lost {
    fn search(
        &mut self,
        first: &mut dyn Growing,
        second: &mut dyn Growing,
        shown: &Shown,
        all_rules: bool,
        solver: &Solver,
        limits: &Limits,
    ) -> Result<(), Error> {
        // Small formulas are compared before anything looks at the limits.
        limits.check()?;
        let mut asked = Asked::new(second, shown, solver)?;
        let is_lazy = asked.is_lazy();
        let outcome = self.rule_by_rule(first, &mut asked, all_rules, solver, limits)?;
        if self.difference.is_some() {
            return Ok(());
        }
        self.verdict = match outcome {
            // What comes while solving was not asked for.
            Some(verdict) if !is_lazy => verdict,
            _ => self.one_by_one(first, &mut asked, solver, limits)?,
        };
        Ok(())
    }
}
