use rustsat::types::{Lit, Var};

use crate::{
    encoding::{Encoding, StatementEntry},
    flavour::Amo,
    literal::{Atom, Literal, Variable},
    rustsat_encoders as encoders,
    statement::Bound,
};

/// An open group of an [`Encoding`]: takes clauses, implications and statements.
///
/// In a group of a dropped rule nothing of that is kept.
///
/// ```
/// use jigsat_cnf::{Bound, Encoding, Flavours, Rule, neg, pos};
///
/// const DOOR: Rule = Rule::new("door", "the door opens if the key turns and nobody holds it shut");
/// const LAMPS: Rule = Rule::new("lamps", "two of three lamps are lit");
/// const WATTS: Rule = Rule::new("watts", "the lamps take at most {0} watts");
///
/// let mut e = Encoding::new(Flavours::default());
/// for atom in ["open", "key", "shut", "lamp1", "lamp2", "lamp3"] {
///     e.declare_key(atom);
/// }
/// // If all of the first, then one of the second; and 'just when', by Tseitin's clauses.
/// e.group(&DOOR, ()).implies([pos("key"), neg("shut")], ["open"]).equals_all("open", [pos("key"), neg("shut")]);
/// e.group(&LAMPS, ()).count(Bound::Exactly(2), ["lamp1", "lamp2", "lamp3"]);
/// e.group(&WATTS, (50,)).sum(Bound::AtMost(50), [(40, "lamp1"), (25, "lamp2"), (25, "lamp3")]);
///
/// let seen = e.propagate(&[e.lit("lamp1")]);
/// assert!(seen.conflict.is_some(), "a second lamp would be too much");
/// ```
#[derive(Debug)]
pub struct Group<'e, A> {
    encoding: &'e mut Encoding<A>,
    dropped: bool,
}

impl<'e, A: Atom> Group<'e, A> {
    pub(crate) fn new(encoding: &'e mut Encoding<A>, dropped: bool) -> Self {
        Group { encoding, dropped }
    }

    /// A new auxiliary variable, named `?1`, `?2` … in text.
    pub fn aux(&mut self) -> Literal<A> {
        Literal { variable: Variable::Aux(self.encoding.new_aux()), negated: false }
    }

    /// A new auxiliary variable that has a meaning, such as `sum>=3`.
    pub fn named_aux(&mut self, name: impl Into<Box<str>>) -> Literal<A> {
        let var = self.encoding.new_aux();
        self.encoding.label(var, name);
        Literal { variable: Variable::Aux(var), negated: false }
    }

    /// At least one of the literals holds; none is the empty clause.
    pub fn clause<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> &mut Self {
        if !self.dropped {
            let resolved = self.resolve(literals);
            self.push(resolved.iter().copied());
            self.encoding.scratch = resolved;
        }
        self
    }

    /// If all of the first hold, then one of the second does.
    pub fn implies<L: Into<Literal<A>>, M: Into<Literal<A>>>(
        &mut self,
        if_all: impl IntoIterator<Item = L>,
        then_any: impl IntoIterator<Item = M>,
    ) -> &mut Self {
        let premises = if_all.into_iter().map(|literal| !literal.into());
        self.clause(premises.chain(then_any.into_iter().map(Into::into)))
    }

    /// The literal holds just when all of the others do.
    /// G. S. Tseitin: On the complexity of derivation in propositional calculus, 1968.
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

    /// The literal holds just when one of the others does.
    pub fn equals_any<L: Into<Literal<A>>>(
        &mut self,
        literal: impl Into<Literal<A>>,
        any_of: impl IntoIterator<Item = L>,
    ) -> &mut Self {
        self.equals_all(!literal.into(), any_of.into_iter().map(|one| !one.into()))
    }

    /// One or more of the literals hold: their clause, kept as a statement.
    pub fn at_least_one<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> &mut Self {
        self.state(Bound::AtLeast(1), literals)
    }

    /// None or one of the literals holds, in the encoding's flavour.
    pub fn at_most_one<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> &mut Self {
        self.state(Bound::AtMost(1), literals)
    }

    /// One of the literals holds and no other, in the encoding's flavour.
    pub fn exactly_one<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> &mut Self {
        self.state(Bound::Exactly(1), literals)
    }

    /// As [`Group::at_most_one`] of all classes together, where other statements already say so within each class:
    /// pairwise leaves those pairs out.
    pub fn at_most_one_of_classes<L: Into<Literal<A>>>(
        &mut self,
        classes: impl IntoIterator<Item = Vec<L>>,
    ) -> &mut Self {
        self.state_classes(Bound::AtMost(1), classes)
    }

    /// As [`Group::exactly_one`], in the way of [`Group::at_most_one_of_classes`].
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
        if self.dropped || self.encoding.flavours().amo != Amo::Pairwise {
            return self.state(bound, literals);
        }
        let lits = self.resolve(literals);
        let first_clause = self.encoding.clauses.len();
        if bound == Bound::Exactly(1) {
            self.push(lits.iter().copied());
        }
        let mut start = 0;
        for end in ends {
            for &first in &lits[start..end] {
                for &second in &lits[end..] {
                    self.push([!first, !second]);
                }
            }
            start = end;
        }
        self.keep(bound, &lits, None, first_clause);
        self.encoding.scratch = lits;
        self
    }

    /// As many of the literals hold as the bound says.
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
        let first_clause = self.encoding.clauses.len();
        self.encode(bound, &lits);
        self.keep(bound, &lits, None, first_clause);
        self.encoding.scratch = lits;
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
            _ => encoders::card(self.encoding, bound, lits),
        }
    }

    fn at_most_one_of(&mut self, lits: &[Lit]) {
        match self.encoding.flavours().amo {
            // Written here and not by rustsat, which would allocate each clause: it is the hot one.
            Amo::Pairwise => {
                for (place, &first) in lits.iter().enumerate() {
                    for &second in &lits[place + 1..] {
                        self.push([!first, !second]);
                    }
                }
            }
            amo => encoders::at_most_one(self.encoding, amo, lits),
        }
    }

    /// The weights of the literals that hold add up to what the bound says.
    /// A literal may occur twice; its weights add up. Weights of 0 are left out.
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
            let lit = self.encoding.lit(literal);
            match merged.iter_mut().find(|(known, _)| *known == lit) {
                Some((_, sum)) => *sum += weight,
                None => merged.push((lit, weight)),
            }
        }
        merged.retain(|&(_, weight)| weight > 0);
        let (lits, weights): (Vec<_>, Vec<_>) = merged.into_iter().unzip();
        let first_clause = self.encoding.clauses.len();
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        match bound {
            Bound::AtMost(k) if k >= total => {}
            Bound::AtLeast(0) => {}
            Bound::AtLeast(k) | Bound::Exactly(k) if k > total => self.push([]),
            Bound::AtMost(0) | Bound::Exactly(0) => self.units(lits.iter().map(|&lit| !lit)),
            Bound::AtLeast(k) | Bound::Exactly(k) if k == total => self.units(lits.iter().copied()),
            _ => encoders::sum(self.encoding, bound, &lits, &weights),
        }
        self.keep(bound, &lits, Some(&weights), first_clause);
        self
    }

    /// Literals that count the others: the one at place i is true just when more than i of them hold.
    /// As many as there are literals, or `up_to`, whichever is less; a totalizer, whose outputs
    /// bound the count by assumptions.
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
        let outputs = encoders::counter(self.encoding, &lits, up_to);
        outputs.into_iter().map(|lit| self.encoding.literal(lit)).collect()
    }

    fn resolve<L: Into<Literal<A>>>(&mut self, literals: impl IntoIterator<Item = L>) -> Vec<Lit> {
        let mut lits = std::mem::take(&mut self.encoding.scratch);
        lits.clear();
        lits.extend(literals.into_iter().map(|literal| self.encoding.lit(literal)));
        lits
    }

    fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        if !self.encoding.is_too_large() {
            self.encoding.clauses.push(clause);
        }
    }

    fn units(&mut self, lits: impl Iterator<Item = Lit>) {
        for lit in lits {
            self.push([lit]);
        }
    }

    fn keep(&mut self, bound: Bound, lits: &[Lit], weights: Option<&[u32]>, first_clause: usize) {
        let to = &mut *self.encoding;
        let start = to.statement_lits.len() as u32;
        to.statement_lits.extend_from_slice(lits);
        let weights = weights.map(|weights| {
            to.statement_weights.extend_from_slice(weights);
            (to.statement_weights.len() - weights.len()) as u32
        });
        to.statements.push(StatementEntry {
            bound,
            lits: start..to.statement_lits.len() as u32,
            weights,
            clauses: first_clause as u32..to.clauses.len() as u32,
        });
    }

    /// The variable of a literal, for tables of one's own.
    #[must_use]
    pub fn var(&self, literal: impl Into<Literal<A>>) -> Var {
        self.encoding.lit(literal).var()
    }
}
