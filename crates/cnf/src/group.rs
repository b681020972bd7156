use rustsat::types::{Lit, Var};

use crate::{
    constraint::Bound,
    flavour::Amo,
    formula::{ConstraintEntry, Formula},
    literal::{Atom, Literal, Variable},
    rustsat_encoders as encoders,
};

/// Up to this many literals, a bound is written out, as a clause for each set that breaks it. Up to this
/// number, that takes fewer clauses than any encoder, and no auxiliaries.
const WRITTEN_OUT: usize = 6;

/// An open group of a [`Formula`], which takes clauses, implications and constraints.
///
/// A group of a dropped rule keeps none of them.
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
/// let seen = e.propagate(&[e.lit("lamp1")]);
/// assert!(seen.conflict.is_some(), "a second lamp would be too much");
/// ```
#[derive(Debug)]
pub struct Group<'e, A> {
    formula: &'e mut Formula<A>,
    dropped: bool,
}

impl<'e, A: Atom> Group<'e, A> {
    pub(crate) fn new(formula: &'e mut Formula<A>, dropped: bool) -> Self {
        Group { formula, dropped }
    }

    /// Like [`Formula::is_given_up`], for long loops within a group.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.formula.is_given_up()
    }

    /// Like [`Group::is_given_up`], after this many steps of work that wrote nothing.
    pub(crate) fn is_given_up_after(&self, steps: usize) -> bool {
        let _ = self.formula.interrupt().after(u32::try_from(steps).unwrap_or(u32::MAX));
        self.formula.is_given_up()
    }

    /// How many more literals the formula may have.
    pub(crate) fn literals_left(&self) -> usize {
        self.formula.max_literals().saturating_sub(self.formula.clauses().literals())
    }

    /// Like [`Formula::refuse`], for literals beyond those that are there.
    pub(crate) fn refuse(&mut self, more: usize) {
        let literals = self.formula.clauses().literals() + more;
        self.formula.refuse(literals);
    }

    pub(crate) fn is_dropped(&self) -> bool {
        self.dropped
    }

    pub(crate) fn formula_mut(&mut self) -> &mut Formula<A> {
        self.formula
    }

    pub(crate) fn into_formula(self) -> &'e mut Formula<A> {
        self.formula
    }

    pub(crate) fn literal(&self, lit: Lit) -> Literal<A> {
        self.formula.literal(lit)
    }

    /// Makes a new auxiliary variable, named `?1`, `?2` … in text.
    pub fn aux(&mut self) -> Literal<A> {
        Literal { variable: Variable::Aux(self.formula.new_aux()), negated: false }
    }

    /// Makes a new auxiliary variable with a meaning, such as `sum>=3`.
    pub fn named_aux(&mut self, name: impl Into<Box<str>>) -> Literal<A> {
        let var = self.formula.new_aux();
        self.formula.label(var, name);
        Literal { variable: Variable::Aux(var), negated: false }
    }

    /// States that at least one of the literals is true. Without literals, this is the empty clause.
    pub fn clause<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> &mut Self {
        if !self.dropped {
            let resolved = self.resolve(literals);
            self.push(resolved.iter().copied());
            self.formula.scratch = resolved;
        }
        self
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
        let mut ends = Vec::new();
        let mut literals: Vec<Literal<A>> = Vec::new();
        for class in classes {
            literals.extend(class.into_iter().map(Into::into));
            ends.push(literals.len());
        }
        if self.dropped || self.formula.flavours().amo != Amo::Pairwise {
            return self.state(bound, literals);
        }
        let lits = self.resolve(literals);
        let first_clause = self.formula.clauses.len();
        if bound == Bound::Exactly(1) {
            self.push(lits.iter().copied());
        }
        let mut start = 0;
        for end in ends {
            for &first in &lits[start..end] {
                if self.formula.is_given_up() {
                    break;
                }
                for &second in &lits[end..] {
                    self.push([!first, !second]);
                }
            }
            start = end;
        }
        self.keep(bound, &lits, None, first_clause);
        self.formula.scratch = lits;
        self
    }

    /// States a bound on how many of the literals are true.
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
        if self.dropped {
            return self;
        }
        let lits = self.resolve(literals);
        let first_clause = self.formula.clauses.len();
        self.encode(bound, &lits);
        self.keep(bound, &lits, None, first_clause);
        self.formula.scratch = lits;
        self
    }

    fn encode(&mut self, bound: Bound, lits: &[Lit]) {
        let n = lits.len() as u64;
        match bound {
            Bound::AtMost(k) if k >= n => {}
            Bound::AtLeast(0) => {}
            Bound::AtLeast(k) | Bound::Exactly(k) if k > n => self.push([]),
            Bound::AtMost(0) | Bound::Exactly(0) => self.units(lits.iter().map(|&lit| !lit)),
            Bound::AtLeast(1) => self.push(lits.iter().copied()),
            Bound::AtLeast(k) | Bound::Exactly(k) if k == n => self.units(lits.iter().copied()),
            Bound::AtMost(1) => self.at_most_one_of(lits),
            Bound::Exactly(1) => {
                self.push(lits.iter().copied());
                self.at_most_one_of(lits);
            }
            _ if lits.len() <= WRITTEN_OUT => self.write_out(bound, lits),
            _ => encoders::card(self.formula, bound, lits),
        }
    }

    /// Writes a clause for each set of literals that would be one too many, or one too few.
    fn write_out(&mut self, bound: Bound, lits: &[Lit]) {
        let most = match bound {
            Bound::AtMost(k) | Bound::Exactly(k) => Some(k as usize),
            Bound::AtLeast(_) => None,
        };
        let least = match bound {
            Bound::AtLeast(k) | Bound::Exactly(k) => Some(k as usize),
            Bound::AtMost(_) => None,
        };
        for chosen in 0_u32..1 << lits.len() {
            let count = chosen.count_ones() as usize;
            let these = || lits.iter().enumerate().filter(move |(place, _)| chosen >> place & 1 == 1);
            if most.is_some_and(|most| count == most + 1) {
                self.push(these().map(|(_, &lit)| !lit));
            }
            // At least one of this many literals holds, because all others would be too few.
            if least.is_some_and(|least| count == lits.len() - least + 1) {
                self.push(these().map(|(_, &lit)| lit));
            }
        }
    }

    fn at_most_one_of(&mut self, lits: &[Lit]) {
        match self.formula.flavours().amo {
            // Written here and not by rustsat, which would allocate each clause: it is the hot one.
            Amo::Pairwise => {
                for (place, &first) in lits.iter().enumerate() {
                    if self.formula.is_given_up() {
                        return;
                    }
                    for &second in &lits[place + 1..] {
                        self.push([!first, !second]);
                    }
                }
            }
            amo => encoders::at_most_one(self.formula, amo, lits),
        }
    }

    /// States a bound on the sum of the weights of the true literals. If a literal occurs twice, its weights
    /// add up. Weights of 0 are left out.
    pub fn sum<L: Into<Literal<A>>>(
        &mut self,
        bound: Bound,
        terms: impl IntoIterator<Item = (u32, L)>,
    ) -> &mut Self {
        if self.dropped {
            return self;
        }
        let mut merged: Vec<(Lit, u32)> = Vec::new();
        for (weight, literal) in terms {
            let lit = self.formula.lit(literal);
            match merged.iter_mut().find(|(known, _)| *known == lit) {
                Some((_, sum)) => *sum += weight,
                None => merged.push((lit, weight)),
            }
        }
        merged.retain(|&(_, weight)| weight > 0);
        let (lits, weights): (Vec<_>, Vec<_>) = merged.into_iter().unzip();
        let first_clause = self.formula.clauses.len();
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        match bound {
            Bound::AtMost(k) if k >= total => {}
            Bound::AtLeast(0) => {}
            Bound::AtLeast(k) | Bound::Exactly(k) if k > total => self.push([]),
            Bound::AtMost(0) | Bound::Exactly(0) => self.units(lits.iter().map(|&lit| !lit)),
            Bound::AtLeast(k) | Bound::Exactly(k) if k == total => self.units(lits.iter().copied()),
            _ => encoders::sum(self.formula, bound, &lits, &weights),
        }
        self.keep(bound, &lits, Some(&weights), first_clause);
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
        let lits = self.resolve(literals);
        let up_to = up_to.min(lits.len());
        if self.dropped {
            return (0..up_to).map(|_| self.aux()).collect();
        }
        let outputs = encoders::counter(self.formula, &lits, up_to);
        outputs.into_iter().map(|lit| self.formula.literal(lit)).collect()
    }

    fn resolve<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> Vec<Lit> {
        let mut lits = std::mem::take(&mut self.formula.scratch);
        lits.clear();
        lits.extend(literals.into_iter().map(|literal| self.formula.lit(literal)));
        lits
    }

    fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let to = &mut *self.formula;
        if to.is_too_large() || to.interrupt().is_stopped() {
            let _ = to.interrupt().after(1);
            return;
        }
        let before = to.clauses.literals();
        to.clauses.push(clause);
        let _ = to.interrupt().after((to.clauses.literals() - before) as u32 + 1);
    }

    fn units(&mut self, lits: impl Iterator<Item = Lit>) {
        for lit in lits {
            self.push([lit]);
        }
    }

    fn keep(&mut self, bound: Bound, lits: &[Lit], weights: Option<&[u32]>, first_clause: usize) {
        let to = &mut *self.formula;
        let start = to.statement_lits.len() as u32;
        to.statement_lits.extend_from_slice(lits);
        let weights = weights.map(|weights| {
            to.statement_weights.extend_from_slice(weights);
            (to.statement_weights.len() - weights.len()) as u32
        });
        to.constraints.push(ConstraintEntry {
            bound,
            lits: start..to.statement_lits.len() as u32,
            weights,
            clauses: first_clause as u32..to.clauses.len() as u32,
        });
    }

    /// The variable of a literal, for tables of your own.
    #[must_use]
    pub fn var(&self, literal: impl Into<Literal<A>>) -> Var {
        self.formula.lit(literal).var()
    }
}
