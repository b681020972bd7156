//! Literals by name, as in the files of a folder: `F@r1c2`, `!r1c2=5`.

use std::collections::HashMap;

use jigsat_cnf::{Lit, Var};

use crate::puzzle_formula::PuzzleFormula;

/// Finds literals by name.
pub struct Names(HashMap<String, Lit>);

impl Names {
    pub fn of(formula: &dyn PuzzleFormula) -> Self {
        let named = |var: Var| (formula.name(var.pos_lit()), var.pos_lit());
        Names(formula.cnf().atom_variables().map(named).collect())
    }

    /// The literals with these names, or the first name that no literal has.
    pub fn find(&self, names: &[String]) -> Result<Vec<Lit>, String> {
        let find = |name: &String| {
            let bare = name.strip_prefix('!');
            let found = self.0.get(bare.unwrap_or(name));
            let &lit = found.ok_or_else(|| name.clone())?;
            Ok(if bare.is_some() { !lit } else { lit })
        };
        names.iter().map(find).collect()
    }
}
