use std::sync::Arc;

use jigsat_cnf::{Lit, Var};
use jigsat_solve::Violation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Dimacs;

/// The values of the shown variables, by their names. Those in neither list are open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The variables that are true.
    #[serde(rename = "true", default)]
    pub holding: Vec<String>,
    /// The variables that are false.
    #[serde(rename = "false", default)]
    pub failing: Vec<String>,
    #[serde(skip)]
    pub(crate) witness: Witness,
}

/// The model that a solution was read from, if it is known and the formula has variables that are not shown: the referee looks at
/// it before it searches. It is no part of the solution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witness(pub Option<Arc<[bool]>>);

impl PartialEq for Witness {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Witness {}

impl Solution {
    /// The values of the shown variables of a formula, by their places; missing ones are open.
    #[must_use]
    pub fn of_values(puzzle: &Dimacs, values: impl IntoIterator<Item = Option<bool>>) -> Self {
        let mut solution = Solution::default();
        for (&var, value) in puzzle.shown().iter().zip(values) {
            let Some(value) = value else { continue };
            let list = if value { &mut solution.holding } else { &mut solution.failing };
            list.push(puzzle.name_of(var).into_owned());
        }
        solution
    }

    /// The shown part of a model: a value for each variable.
    pub(crate) fn of_model(puzzle: &Dimacs, model: &[bool]) -> Self {
        let shown = puzzle.shown().iter().map(|var| Some(model[var.idx()]));
        let witness = Witness(puzzle.has_hidden().then(|| model.into()));
        Solution { witness, ..Solution::of_values(puzzle, shown) }
    }

    /// The value of each shown variable of a formula.
    ///
    /// # Errors
    ///
    /// A name that no shown variable has, or a variable with two values.
    pub fn values(&self, puzzle: &Dimacs) -> Result<Vec<Option<bool>>, Violation> {
        let mut values = vec![None; puzzle.shown().len()];
        let holding = self.holding.iter().map(|name| (name, true));
        for (name, value) in holding.chain(self.failing.iter().map(|name| (name, false))) {
            let var =
                puzzle.var(name).ok_or_else(|| Violation::new(format!("there is no variable {name}")))?;
            let place = puzzle.place_of(var);
            let place = place.ok_or_else(|| Violation::new(format!("variable {name} is not shown")))?;
            if values[place].replace(value).is_some_and(|other| other != value) {
                return Err(Violation::new(format!("{name} is both true and false")));
            }
        }
        Ok(values)
    }

    /// The literals of the variables that have a value.
    ///
    /// # Errors
    ///
    /// As [`Solution::values`].
    pub(crate) fn literals(&self, puzzle: &Dimacs) -> Result<Vec<Lit>, Violation> {
        let values = self.values(puzzle)?;
        let literal = |(var, value): (&Var, Option<bool>)| value.map(|value| var.lit(!value));
        Ok(puzzle.shown().iter().zip(values).filter_map(literal).collect())
    }
}
