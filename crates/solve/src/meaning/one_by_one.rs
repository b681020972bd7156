//! Solution by solution: each solution of the first formula is judged by the second.

use jigsat_cnf::Lit;

use super::{
    asked::{Asked, Judgement},
    found::{Lost, Verdict},
    source::{Source, own, values_of},
};
use crate::{Error, Growing, Limits, Solver};

impl Lost {
    /// Asks the second formula about each solution of the first. All solutions that it has for the same reason are
    /// excluded at once.
    pub(super) fn one_by_one(
        &mut self,
        first: &mut dyn Growing,
        asked: &mut Asked<'_>,
        solver: &Solver,
        limits: &Limits,
    ) -> Result<Verdict, Error> {
        let mut source = Source::new(first, solver)?;
        let mut steps = 0;
        while let Some(model) = source.model(&[], limits)? {
            steps += 1;
            let Some(witness) = self.judged(&model, None, asked, limits)? else { return Ok(Verdict::Loses) };
            let values = values_of(asked.shown.places.iter().map(|place| place[0]), &model);
            let needed = needed(asked, &values, &witness);
            let differs: Vec<Lit> = (asked.shown.places.iter().zip(&values).zip(needed))
                .filter(|&(_, is_needed)| is_needed)
                .filter_map(|((place, &value), _)| {
                    let lit = own(place[0]?);
                    Some(if value { !lit } else { lit })
                })
                .collect();
            source.add(&differs)?;
        }
        Ok(Verdict::Listed { steps })
    }

    /// Asks the second formula about a model of the first, and notes a difference with the rule that is to blame:
    /// that of the group at `likely`, if that forbids it, too. Otherwise, these are values with which the second
    /// formula has the solution.
    pub(super) fn judged(
        &mut self,
        model: &[bool],
        likely: Option<usize>,
        asked: &mut Asked<'_>,
        limits: &Limits,
    ) -> Result<Option<Vec<bool>>, Error> {
        self.candidates += 1;
        let values = values_of(asked.shown.places.iter().map(|place| place[0]), model);
        let core = match asked.has(&values, limits)? {
            Judgement::Has(witness) => return Ok(Some(witness)),
            Judgement::Lacks(core) => core,
        };
        let difference = asked.difference(model.to_vec(), &core, likely, limits)?;
        // A rule is to blame if one of its constraints forbids the solution by itself. Of several that do so
        // together, that is open for each, unless it was asked for.
        if let &[group] = &difference.groups[..]
            && let Some(rule) = self.rules.get_mut(asked.cnf().group_at(group).rule_index())
        {
            rule.difference.get_or_insert_with(|| difference.clone());
        }
        self.difference.get_or_insert(difference);
        Ok(None)
    }
}

/// Which of these values the second formula needs, with the values that a model gives to its own variables: every
/// solution with these values is one of its solutions. If more clauses may come while it is solved, it needs all.
fn needed(asked: &Asked<'_>, values: &[bool], model: &[bool]) -> Vec<bool> {
    if asked.is_lazy() {
        return vec![true; values.len()];
    }
    let cnf = asked.cnf();
    // The place of each variable that is shown.
    let mut place_of = vec![None; cnf.variables() as usize];
    for (place, lits) in asked.shown.places.iter().enumerate() {
        if let Some(lit) = lits[1] {
            place_of[lit.vidx()] = Some(place);
        }
    }
    // What has no atom in the second formula must stay false.
    let mut needed: Vec<bool> = asked.shown.places.iter().map(|lits| lits[1].is_none()).collect();
    let is_true = |lit: Lit| model[lit.vidx()] != lit.is_neg();
    for clause in cnf.clauses().iter() {
        let mut own_literal = clause.iter().filter(|&&lit| is_true(lit)).map(|lit| place_of[lit.vidx()]);
        let is_satisfied = own_literal.clone().any(|place| place.is_none_or(|place| needed[place]));
        if !is_satisfied && let Some(Some(place)) = own_literal.next() {
            needed[place] = true;
        }
    }
    needed
}
