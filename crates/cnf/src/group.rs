use rustsat::types::{Lit, Var};

use crate::{
    cnf::OpenGroup,
    constraint::Bound,
    formula::Atoms,
    interrupt::Stop,
    literal::{Atom, Literal, Variable},
};

/// An open group of a [`Formula`](crate::Formula), which takes clauses, implications and constraints.
///
/// A group of a dropped rule keeps none of them, and neither does a group of a formula that was given up.
///
/// ```
/// use jigsat_cnf::{Bound, Formula, Flavours, Rule, neg, pos};
///
/// const DOOR: Rule = Rule::new("door", "the door opens if the key turns and nobody holds it shut");
/// const LAMPS: Rule = Rule::new("lamps", "two of three lamps are lit");
/// const WATTS: Rule = Rule::new("watts", "the lamps take at most {0} watts");
///
/// let mut e = Formula::new(Flavours::default());
/// for atom in ["open", "key", "shut", "lamp1", "lamp2", "lamp3"] {
///     e.declare_projected(atom);
/// }
/// // If all of the first, then one of the second; and 'if and only if', by Tseitin's clauses.
/// e.group(&DOOR, ()).implies([pos("key"), neg("shut")], ["open"]).equals_all("open", [pos("key"), neg("shut")]);
/// e.group(&LAMPS, ()).count(Bound::Exactly(2), ["lamp1", "lamp2", "lamp3"]);
/// e.group(&WATTS, (50,)).sum(Bound::AtMost(50), [(40, "lamp1"), (25, "lamp2"), (25, "lamp3")]);
///
/// let seen = e.propagate(&[e.lit("lamp1")]).expect("nothing stops it");
/// assert!(seen.conflict.is_some(), "a second lamp would be too much");
/// ```
#[derive(Debug)]
pub struct Group<'e, A> {
    atoms: &'e Atoms<A>,
    pub(crate) open: OpenGroup<'e>,
}

impl<'e, A: Atom> Group<'e, A> {
    pub(crate) fn new(atoms: &'e Atoms<A>, open: OpenGroup<'e>) -> Self {
        Group { atoms, open }
    }

    /// As [`Cnf::step`](crate::Cnf::step), for long loops within a group.
    ///
    /// # Errors
    ///
    /// Why the formula was given up.
    pub fn step(&self, steps: usize) -> Result<(), Stop> {
        self.open.step(steps)
    }

    pub(crate) fn lit(&self, literal: impl Into<Literal<A>>) -> Lit {
        self.atoms.lit(literal.into(), self.open.cnf.interrupt())
    }

    /// Makes a new auxiliary variable, named `?1`, `?2` … in text.
    pub fn aux(&mut self) -> Literal<A> {
        auxiliary(self.open.aux())
    }

    /// Makes a new auxiliary variable with a meaning, such as `sum>=3`.
    pub fn named_aux(&mut self, name: impl Into<Box<str>>) -> Literal<A> {
        auxiliary(self.open.named_aux(name))
    }

    /// States that at least one of the literals is true. Without literals, this is the empty clause.
    pub fn clause<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> &mut Self {
        if self.open.is_closed() {
            return self;
        }
        self.with(literals, OpenGroup::clause)
    }

    /// States that if all of the first literals are true, at least one of the second is.
    pub fn implies<L: Into<Literal<A>>, M: Into<Literal<A>>>(
        &mut self,
        if_all: impl IntoIterator<Item = L>,
        then_any: impl IntoIterator<Item = M>,
    ) -> &mut Self {
        let premises = if_all.into_iter().map(|literal| !literal.into());
        self.clause(premises.chain(then_any.into_iter().map(Into::into)))
    }

    /// States that the literal is true if and only if all of the others are. G. S. Tseitin: On the complexity
    /// of derivation in propositional calculus, 1968.
    pub fn equals_all<L: Into<Literal<A>>>(
        &mut self,
        literal: impl Into<Literal<A>>,
        all_of: impl IntoIterator<Item = L>,
    ) -> &mut Self {
        let literal = literal.into();
        let all_of: Vec<Literal<A>> = all_of.into_iter().map(Into::into).collect();
        for &one in &all_of {
            self.implies([literal], [one]);
        }
        self.implies(all_of, [literal])
    }

    /// States that the literal is true if and only if at least one of the others is.
    pub fn equals_any<L: Into<Literal<A>>>(
        &mut self,
        literal: impl Into<Literal<A>>,
        any_of: impl IntoIterator<Item = L>,
    ) -> &mut Self {
        self.equals_all(!literal.into(), any_of.into_iter().map(|one| !one.into()))
    }

    /// States that at least one of the literals is true: a clause that is kept as a constraint.
    pub fn at_least_one<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> &mut Self {
        self.state(Bound::AtLeast(1), literals)
    }

    /// States that at most one of the literals is true, in the formula's flavour.
    pub fn at_most_one<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> &mut Self {
        self.state(Bound::AtMost(1), literals)
    }

    /// States that exactly one of the literals is true, in the formula's flavour.
    pub fn exactly_one<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> &mut Self {
        self.state(Bound::Exactly(1), literals)
    }

    /// Like [`Group::at_most_one`] over all classes together, if other constraints already state it within
    /// each class: the pairwise flavour leaves those pairs out.
    pub fn at_most_one_of_classes<L: Into<Literal<A>>>(
        &mut self,
        classes: impl IntoIterator<Item = Vec<L>>,
    ) -> &mut Self {
        self.state_classes(Bound::AtMost(1), classes)
    }

    /// Like [`Group::exactly_one`], with classes as in [`Group::at_most_one_of_classes`].
    pub fn exactly_one_of_classes<L: Into<Literal<A>>>(
        &mut self,
        classes: impl IntoIterator<Item = Vec<L>>,
    ) -> &mut Self {
        self.state_classes(Bound::Exactly(1), classes)
    }

    fn state_classes<L: Into<Literal<A>>>(
        &mut self,
        bound: Bound,
        classes: impl IntoIterator<Item = Vec<L>>,
    ) -> &mut Self {
        if self.open.is_closed() {
            return self;
        }
        let mut ends = Vec::new();
        let mut literals: Vec<L> = Vec::new();
        for class in classes {
            literals.extend(class);
            ends.push(literals.len());
        }
        self.with(literals, |open, lits| open.count_classes(bound, lits, &ends))
    }

    /// States a bound on how many of the literals are true. A literal that occurs twice counts twice.
    pub fn count<L: Into<Literal<A>>>(
        &mut self,
        bound: Bound,
        literals: impl IntoIterator<Item = L>,
    ) -> &mut Self {
        self.state(bound, literals)
    }

    fn state<L: Into<Literal<A>>>(
        &mut self,
        bound: Bound,
        literals: impl IntoIterator<Item = L>,
    ) -> &mut Self {
        if self.open.is_closed() {
            return self;
        }
        self.with(literals, |open, lits| open.count(bound, lits))
    }

    /// States a bound on the sum of the weights of the true literals. If a literal occurs twice, its weights
    /// add up. Weights of 0 are left out. If the flavour's encoding would be too large for a formula, [`Cnf::is_too_large`]
    /// is true afterwards.
    ///
    /// [`Cnf::is_too_large`]: crate::Cnf::is_too_large
    pub fn sum<L: Into<Literal<A>>>(
        &mut self,
        bound: Bound,
        terms: impl IntoIterator<Item = (u32, L)>,
    ) -> &mut Self {
        if !self.open.is_closed() {
            let terms: Vec<(u32, Lit)> =
                terms.into_iter().map(|(weight, literal)| (weight, self.lit(literal))).collect();
            self.open.sum(bound, &terms);
        }
        self
    }

    /// Returns literals that count the others: the one at place i is true if and only if more than i of them
    /// are true. There are as many as there are literals, or `up_to`, whichever is less. They are the outputs
    /// of a totalizer, and bound the count by assumptions.
    pub fn counter<L: Into<Literal<A>>>(
        &mut self,
        literals: impl IntoIterator<Item = L>,
        up_to: usize,
    ) -> Vec<Literal<A>> {
        let mut outputs = Vec::new();
        self.with(literals, |open, lits| outputs = open.counter(lits, up_to));
        let is_closed = self.open.is_closed();
        let literal = |lit| if is_closed { auxiliary(lit) } else { self.atoms.literal(lit, self.open.cnf) };
        outputs.into_iter().map(literal).collect()
    }

    /// Gives the literals to the group by their numbers.
    fn with<L: Into<Literal<A>>>(
        &mut self,
        literals: impl IntoIterator<Item = L>,
        then: impl FnOnce(&mut OpenGroup<'e>, &[Lit]),
    ) -> &mut Self {
        let mut lits = std::mem::take(&mut self.open.cnf.scratch);
        lits.clear();
        lits.extend(literals.into_iter().map(|literal| self.lit(literal)));
        then(&mut self.open, &lits);
        self.open.cnf.scratch = lits;
        self
    }

    /// The variable of a literal, for tables of your own.
    #[must_use]
    pub fn var(&self, literal: impl Into<Literal<A>>) -> Var {
        self.lit(literal).var()
    }
}

fn auxiliary<A>(lit: Lit) -> Literal<A> {
    Literal { variable: Variable::Aux(lit.var()), negated: lit.is_neg() }
}
