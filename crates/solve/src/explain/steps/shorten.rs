//! Shorter arguments for what is supposed: the fewest reasons may lead to a contradiction by a detour.

use jigsat_cnf::Lit;

use super::{Step, Stepper};
use crate::{
    Error, Growing, Limits,
    explain::{
        Argument, How, Reason,
        argument::{by_supposing, facts_and_rules},
        is_fact,
    },
};

/// The number of lines up to which an argument is no detour.
const FEW_LINES: usize = 4;

/// What is known about a variable, for the constraints that may shorten an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    None,
    /// The argument is about it.
    Told,
    Fact(Lit),
}

impl Stepper<dyn Growing + '_> {
    /// Replaces an argument that supposes something by one that costs less, if other clauses about the same literals make one.
    /// A graph constraint is cut into many clauses, and the fewest reasons have hardly any.
    pub(super) fn shorten(&self, step: &mut Step, limits: &Limits) -> Result<(), Error> {
        let e = self.blame.cnf();
        let Some(argument) = step.argument.as_ref().filter(|argument| is_long(argument)) else {
            return Ok(());
        };
        if e.graphs().next().is_none() {
            return Ok(());
        }
        let mut uses = vec![Use::None; e.variables() as usize];
        for line in argument.all_lines() {
            let supposed = if let How::Suppose(lit, _) = line.how { Some(lit) } else { None };
            for lit in line.gives.iter().chain(&line.premises).copied().chain(supposed) {
                uses[lit.vidx()] = Use::Told;
            }
        }
        self.facts.iter().for_each(|&lit| uses[lit.vidx()] = Use::Fact(lit));
        let mut reasons = step.reasons.clone();
        for group in e.groups() {
            e.interrupt().step(1)?;
            let clauses = group.clauses();
            if clauses.len() != 1 || is_fact(e, group) {
                continue;
            }
            let clause = &e.clauses()[clauses.start];
            // A clause that is true says nothing.
            let says_something = |lit: &Lit| match uses[lit.vidx()] {
                Use::None => false,
                Use::Told => true,
                Use::Fact(fact) => fact != *lit,
            };
            if clause.iter().all(says_something) {
                reasons.push(Reason::Group(group.index()));
                reasons.extend(clause.iter().filter_map(|lit| self.known.get(&!*lit)));
            }
        }
        reasons.sort_unstable();
        reasons.dedup();
        let (facts, rules) = facts_and_rules(e, &reasons);
        let lit = step.deduced[0];
        let found = by_supposing(e, lit, &facts, &rules, &self.scale, limits);
        let Ok(Some(shorter)) = Error::unless_stopped(found)? else { return Ok(()) };
        if self.scale.cost(e, &shorter) < self.scale.cost(e, argument) {
            step.reasons = self.named(shorter.reasons());
            step.is_minimal = false;
            step.deduced.retain(|&lit| shorter.gives(&[lit]));
            step.argument = Some(shorter);
        }
        Ok(())
    }
}

fn is_long(argument: &Argument) -> bool {
    let supposes = |how: &How| matches!(how, How::Suppose(..));
    argument.lines.iter().any(|line| supposes(&line.how)) && argument.all_lines().len() > FEW_LINES
}
