//! Asserts that hold for all values of their outer variables except where an inner guard joins these with inner ones.
//!
//! `forall r, n . atmost 1 c | number(c) = n and row(c) = r . …` says nothing of a row without that number. So the guard is walked
//! once, for outer and inner variables together, and not once for each r and n.

use super::{
    MAX_PARTS, Stop, Writer,
    enumerate::{Code, Grounder, Walk},
    node::Node,
    order::sorted,
    plan::Step,
};
use crate::theory::{Assert, Formula, Quantifier, Slot, Term, Var};

/// Such an assert, prepared for grounding.
pub(super) struct Joined<'t> {
    walk: Walk<'t>,
    /// Number of outer variables: the first ones.
    outer: usize,
    body: Code<'t>,
    /// At most this many of the instances hold.
    most: u64,
}

impl<'t> Grounder<'t> {
    /// Prepares an assert with these outer variables, if it is of that kind and facts say all values of its variables.
    pub fn join(&mut self, assert: &'t Assert, vars: &[Var]) -> Option<Joined<'t>> {
        let Formula::Quantified(inner) = &assert.body else { return None };
        let Quantifier::AtMost(Term::Value(most)) = inner.quantifier else { return None };
        if assert.guard.is_some() || assert.structure.is_some() {
            return None;
        }
        let all: Vec<Var> = vars.iter().chain(&inner.vars).cloned().collect();
        let walk = self.walk(&all, Some(inner.guard.as_ref()?), &[]);
        if walk.plan.steps.iter().any(|step| matches!(step, Step::Each { .. })) {
            return None;
        }
        let bound: Vec<Slot> = all.iter().map(|var| var.slot).collect();
        let body = self.compile(&inner.body, &bound);
        Some(Joined { walk, outer: vars.len(), body, most: u64::try_from(most).ok()? })
    }
}

impl<'t> Joined<'t> {
    /// All rows of values of outer and inner variables, in lexicographic order; `None` if there are too many, or if the guard has
    /// no truth for one.
    pub fn rows(&self, grounder: &mut Grounder<'t>) -> Result<Option<Vec<u32>>, Stop> {
        let mut rows = Vec::new();
        let done = grounder.each(&self.walk, &mut |_, row, undefined| {
            if undefined.is_some() || rows.len() >= MAX_PARTS as usize {
                return Err(Stop::Decided);
            }
            rows.extend_from_slice(row);
            Ok(())
        });
        match done {
            Err(Stop::Decided) => Ok(None),
            Err(stop) => Err(stop),
            Ok(()) => Ok(Some(sorted(rows, self.walk.plan.vars.len()))),
        }
    }

    /// Writes the constraint of each row of outer values.
    pub fn write(
        &self,
        rows: &[u32],
        grounder: &mut Grounder<'t>,
        writer: &mut Writer<'_>,
    ) -> Result<(), Stop> {
        let vars = &self.walk.plan.vars;
        let rows: Vec<&[u32]> = rows.chunks_exact(vars.len()).collect();
        for same in rows.chunk_by(|a, b| a[..self.outer] == b[..self.outer]) {
            grounder.set(vars, same[0]);
            if !writer.opens(grounder, same[0]) {
                continue;
            }
            let mut parts = Vec::with_capacity(same.len());
            for row in same {
                grounder.set(vars, row);
                parts.push(grounder.build(&self.body)?);
                grounder.live += 1;
            }
            writer.demand(Node::count(0, self.most, parts))?;
        }
        Ok(())
    }
}
