//! Formulas that were written without this crate.

use rustsat::types::{Clause, Var};

use crate::{Flavours, Formula, Rule, neg, pos};

const CLAUSES: Rule = Rule::new("clauses", "these clauses hold");

impl Formula<Var> {
    /// A formula of ready clauses, such as a [`Cnf`](rustsat::instances::Cnf) of rustsat, with one rule. Its atoms are their
    /// variables, from the first to the largest that occurs. A [`SatInstance`](rustsat::instances::SatInstance) has a
    /// `Cnf` by `into_cnf`.
    pub fn of_clauses<'c>(clauses: impl IntoIterator<Item = &'c Clause>) -> Self {
        let clauses: Vec<&Clause> = clauses.into_iter().collect();
        let variables = clauses.iter().flat_map(|clause| clause.iter()).map(|lit| lit.vidx32() + 1).max();
        let mut formula = Formula::new(Flavours::default());
        (0..variables.unwrap_or(0)).for_each(|index| formula.declare_projected(Var::new(index)));
        let mut group = formula.group(&CLAUSES, ());
        for clause in clauses {
            group.clause(clause.iter().map(|lit| if lit.is_pos() { pos(lit.var()) } else { neg(lit.var()) }));
        }
        formula
    }
}
