//! Literals by name, as in the files of a folder: `F@r1c2`, `!r1c2=5`.

use std::collections::HashMap;

use jigsat_cnf::{Formula, Lit};
use jigsat_kit::{AtomOf, Family};
use jigsat_solve::with_names;

/// The name of a literal.
pub fn name_of<F: Family>(puzzle: &F::Puzzle, formula: &Formula<AtomOf<F>>, lit: Lit) -> String {
    let mut name = String::from(if lit.is_neg() { "!" } else { "" });
    with_names(puzzle, |names| formula.write_variable(lit.var(), None, names, &mut name))
        .expect("a String takes everything");
    name
}

/// Finds literals by name.
pub struct Names(HashMap<String, Lit>);

impl Names {
    pub fn of<F: Family>(puzzle: &F::Puzzle, formula: &Formula<AtomOf<F>>) -> Self {
        let named = |(_, var): (AtomOf<F>, jigsat_cnf::Var)| {
            (name_of::<F>(puzzle, formula, var.pos_lit()), var.pos_lit())
        };
        Names(formula.atoms().map(named).collect())
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
