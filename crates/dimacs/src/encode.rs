//! The clauses as they are written. A group of clauses has the sentence of its comment; any other clause is a constraint
//! by itself.

use jigsat_cnf::{Draft, Lit, Literal, Rule, Stop, Var, choice, neg, pos};
use strum::{IntoStaticStr, VariantArray};

use crate::Dimacs;

/// Which encoding: there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Encoding {
    /// The clauses as written.
    #[default]
    Clauses,
}

choice!(Encoding);

/// The name of the rule of clauses without a group.
pub(crate) const CLAUSE: &str = "clause";

/// Writes the clauses of a formula.
pub(crate) fn encode(puzzle: &Dimacs, e: &mut Draft<'_, Var>) -> Result<(), Stop> {
    let mut shown = puzzle.shown().iter().copied().peekable();
    for var in (0..puzzle.variables()).map(Var::new) {
        if shown.next_if_eq(&var).is_some() {
            e.declare_projected(var)?;
        } else {
            e.declare(var)?;
        }
    }
    let rule = |name: &str| Rule::owned(name.to_owned(), "{0}".to_owned());
    let clause = rule(CLAUSE);
    for place in 0..puzzle.ungrouped() {
        let lits = &puzzle.clauses()[place];
        let words = e.name(puzzle.words(lits));
        e.group(&clause, (words,))?.clause(lits.iter().copied().map(literal));
    }
    for (group, clauses) in puzzle.groups() {
        let sentence = e.name(&*group.sentence);
        let mut open = e.group(&rule(&group.rule), (sentence,))?;
        for place in clauses {
            open.clause(puzzle.clauses()[place].iter().copied().map(literal));
        }
    }
    Ok(())
}

/// A literal of the text as a literal of the formula.
pub(crate) fn literal(lit: Lit) -> Literal<Var> {
    if lit.is_neg() { neg(lit.var()) } else { pos(lit.var()) }
}
