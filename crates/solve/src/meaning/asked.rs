//! The second formula, which is asked whether it has a solution with given values.

use jigsat_cnf::{Cnf, Lit};

use super::{blame::Blame, found::Difference, shown::Shown, source::values_of};
use crate::{
    Error, Growing, Limits, Solver,
    loaded::{Found, Loaded},
};

/// The second formula in a solver.
pub(super) struct Asked<'m> {
    grown: &'m mut dyn Growing,
    loaded: Loaded,
    pub shown: &'m Shown,
    solver: Solver,
}

/// The answer about some values.
pub(super) enum Judgement {
    /// It has such a solution: the values of its variables.
    Has(Vec<bool>),
    /// It has none with these values of these places.
    Lacks(Vec<(usize, bool)>),
}

impl<'m> Asked<'m> {
    pub fn new(grown: &'m mut dyn Growing, shown: &'m Shown, solver: &Solver) -> Result<Self, Error> {
        let loaded = Loaded::new(solver, None, std::time::Duration::ZERO)?;
        Ok(Asked { grown, loaded, shown, solver: solver.clone() })
    }

    pub fn cnf(&self) -> &Cnf {
        self.grown.cnf()
    }

    /// Whether its clauses are completed while it is solved, so that they don't say everything.
    pub fn is_lazy(&self) -> bool {
        self.cnf().is_lazy() || self.cnf().awaits_rules()
    }

    /// Whether it has a solution with these values, place by place.
    pub fn has(&mut self, values: &[bool], limits: &Limits) -> Result<Judgement, Error> {
        let mut assumed: Vec<Lit> = Vec::with_capacity(values.len());
        for (place, (&[_, lit], &value)) in self.shown.places.iter().zip(values).enumerate() {
            match lit {
                Some(lit) => assumed.push(if value { lit } else { !lit }),
                None if value => return Ok(Judgement::Lacks(vec![(place, true)])),
                None => {}
            }
        }
        loop {
            let conflicts = self.loaded.effort.conflicts;
            match self.loaded.model(self.grown.cnf_mut(), &assumed, conflicts, limits)? {
                Found::Nothing => {
                    let core = self.loaded.core();
                    let is_in_core = |&(place, &value): &(usize, &bool)| {
                        let lit = self.shown.places[place][1];
                        lit.is_some_and(|lit| core.contains(&if value { lit } else { !lit }))
                    };
                    let core = values.iter().enumerate().filter(is_in_core);
                    return Ok(Judgement::Lacks(core.map(|(place, &value)| (place, value)).collect()));
                }
                Found::Model(model) => {
                    if self.grown.judge(&model, true, limits)?.is_some() {
                        return Ok(Judgement::Has(model));
                    }
                }
            }
        }
    }

    /// The difference that a model of the first formula makes, with what is to blame for it: the group at `likely`,
    /// if it alone is enough. `core` are places that the second formula can't have together.
    pub fn difference(
        &self,
        values: Vec<bool>,
        core: &[(usize, bool)],
        likely: Option<usize>,
        limits: &Limits,
    ) -> Result<Difference, Error> {
        if let [(place, true)] = core
            && self.shown.places[*place][1].is_none()
        {
            return Ok(Difference { values, forbidden: core.to_vec(), groups: Vec::new() });
        }
        let shown = values_of(self.shown.places.iter().map(|place| place[0]), &values);
        let all: Vec<(usize, bool)> = shown.into_iter().enumerate().collect();
        let mut blame = Blame::new(self.cnf(), self.shown, &self.solver, limits)?;
        let (forbidden, groups) = blame.least(core, &all, likely)?;
        Ok(Difference { values, forbidden, groups })
    }
}
