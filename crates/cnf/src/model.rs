use rustsat::types::{Lit, Var};

use crate::{Formula, literal::Atom};

/// An assignment to the variables of a [`Formula`], as a solver returns it.
///
/// ```
/// use jigsat_cnf::{Formula, Flavours, Model, Rule};
///
/// const ONE: Rule = Rule::new("one", "exactly one lamp is lit");
/// let mut e = Formula::new(Flavours::default());
/// e.declare_projected('a');
/// e.declare_projected('b');
/// e.group(&ONE, ()).exactly_one(['a', 'b']);
/// let model = Model::new(&e, &[false, true]);
/// assert!(model.holds('b'));
/// assert_eq!(model.violated(), None);
/// assert_eq!(Model::new(&e, &[false, false]).violated(), Some(0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Model<'m, A> {
    formula: &'m Formula<A>,
    values: &'m [bool],
}

impl<'m, A: Atom> Model<'m, A> {
    /// A model with the values of variables 0, 1, …; missing values are false.
    #[must_use]
    pub fn new(formula: &'m Formula<A>, values: &'m [bool]) -> Self {
        Model { formula, values }
    }

    /// Whether the atom is true. An atom that was never declared is false.
    #[must_use]
    pub fn holds(&self, atom: A) -> bool {
        self.formula.var(atom).is_some_and(|var| self.value(var))
    }

    /// The atoms that are true, in the order of declaration.
    pub fn true_atoms(&self) -> impl Iterator<Item = A> {
        self.formula.atoms().filter(|&(_, var)| self.value(var)).map(|(atom, _)| atom)
    }

    /// The value of a variable.
    #[must_use]
    pub fn value(&self, var: Var) -> bool {
        self.values.get(var.idx()).copied().unwrap_or(false)
    }

    /// Whether a literal is true.
    #[must_use]
    pub fn satisfies(&self, lit: Lit) -> bool {
        self.value(lit.var()) != lit.is_neg()
    }

    /// The place of the first clause that is false under the assignment.
    #[must_use]
    pub fn violated(&self) -> Option<usize> {
        self.formula.clauses().iter().position(|clause| !clause.iter().any(|&lit| self.satisfies(lit)))
    }
}
