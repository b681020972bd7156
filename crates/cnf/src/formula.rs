use std::{
    fmt,
    ops::{Deref, DerefMut},
};

use rustc_hash::FxHashMap;
use rustsat::types::{Lit, Var};

use crate::{
    Cnf,
    flavour::Flavours,
    group::Group,
    interrupt::Interrupt,
    literal::{Atom, Literal, Variable},
    rule::{Args, Rule},
};

/// Writes the name of an atom, such as `r1c2=5`; usually `&|atom, f| puzzle.name(atom, f)`.
pub type Names<'n, A> = &'n dyn Fn(A, &mut fmt::Formatter<'_>) -> fmt::Result;

/// A formula under construction: declared atoms, and groups of clauses that belong to named rules.
///
/// ```
/// use jigsat_cnf::{Formula, Flavours, Rule, neg};
///
/// const ONE: Rule = Rule::new("one", "exactly one of the two lamps is lit");
/// const FIRST: Rule = Rule::new("first", "lamp {0} is off");
///
/// let mut e = Formula::new(Flavours::default());
/// e.declare_projected(1);
/// e.declare_projected(2);
/// e.group(&ONE, ()).exactly_one([1, 2]);
/// e.group(&FIRST, (1,)).clause([neg(1)]);
/// assert_eq!(e.clauses().len(), 3);
/// let names = |lamp: i32, f: &mut std::fmt::Formatter<'_>| write!(f, "lamp{lamp}");
/// assert_eq!(e.group_at(1).sentence(&names), "lamp 1 is off");
/// ```
#[derive(Clone, Debug)]
pub struct Formula<A> {
    pub(crate) atoms: Atoms<A>,
    pub(crate) cnf: Cnf,
}

/// The atoms of a formula.
#[derive(Clone, Debug)]
pub(crate) struct Atoms<A> {
    /// In the order of declaration.
    all: Vec<A>,
    /// The variable of each.
    index: FxHashMap<A, u32>,
}

impl<A: Atom> Atoms<A> {
    pub fn at(&self, place: u32) -> A {
        self.all[place as usize]
    }

    pub fn lit(&self, literal: Literal<A>, interrupt: &Interrupt) -> Lit {
        let index = match literal.variable {
            Variable::Aux(var) => var.idx32(),
            Variable::Atom(atom) => match self.index.get(&atom) {
                Some(&index) => index,
                // A formula that was given up may lack declarations.
                None if interrupt.stopped().is_some() => 0,
                None => panic!("atom {atom:?} is used but was not declared"),
            },
        };
        Lit::new(index, literal.negated)
    }

    pub fn literal(&self, lit: Lit, cnf: &Cnf) -> Literal<A> {
        let var = lit.var();
        let variable = cnf.atom_of(var).map_or(Variable::Aux(var), |atom| Variable::Atom(self.at(atom)));
        Literal { variable, negated: lit.is_neg() }
    }
}

impl<A> Deref for Formula<A> {
    type Target = Cnf;

    fn deref(&self) -> &Cnf {
        &self.cnf
    }
}

impl<A> DerefMut for Formula<A> {
    fn deref_mut(&mut self) -> &mut Cnf {
        &mut self.cnf
    }
}

impl<A: Atom> Formula<A> {
    /// An empty formula whose constraints are written in these flavours.
    #[must_use]
    pub fn new(flavours: Flavours) -> Self {
        let atoms = Atoms { all: Vec::new(), index: FxHashMap::default() };
        Formula { atoms, cnf: Cnf::new(flavours) }
    }

    /// Drops the rules with these names: their groups stay, without clauses.
    #[must_use]
    pub fn without(mut self, rules: &[String]) -> Self {
        self.cnf.drop_rules(rules);
        self
    }

    /// Allows the encoding to leave out what the givens of this puzzle rule out.
    #[must_use]
    pub fn pruning(mut self) -> Self {
        self.cnf.prune();
        self
    }

    /// Sets the maximum number of literals: [`MAX_LITERALS`](crate::MAX_LITERALS) by default, at most 2³² - 1.
    #[must_use]
    pub fn at_most_literals(mut self, literals: usize) -> Self {
        self.cnf.set_max_literals(literals);
        self
    }

    /// Declares an atom that is part of the answer: solutions are distinguished by these atoms. Variables are
    /// numbered in the order of declaration. Declaring an atom twice changes nothing.
    pub fn declare_projected(&mut self, atom: A) {
        self.declare_as(atom, true);
    }

    /// Declares an atom that is not part of the answer.
    pub fn declare(&mut self, atom: A) {
        self.declare_as(atom, false);
    }

    fn declare_as(&mut self, atom: A, is_projected: bool) {
        if self.cnf.interrupt().step(1).is_err() {
            return;
        }
        let next = self.cnf.next_variable();
        self.atoms.index.entry(atom).or_insert_with(|| {
            self.atoms.all.push(atom);
            self.cnf.add_atom(is_projected);
            next
        });
    }

    /// Notes a clause without adding it. Returns whether it was not noted before: where clauses are found
    /// again and again, each is then added once.
    ///
    /// # Panics
    ///
    /// As [`Formula::lit`].
    pub fn note(&mut self, clause: impl IntoIterator<Item = impl Into<Literal<A>>>) -> bool {
        let lits = clause.into_iter().map(|literal| self.lit(literal)).collect();
        self.cnf.note(lits)
    }

    /// Opens a group: one constraint of a rule. Everything that is added goes into this group until the next
    /// one opens.
    ///
    /// # Panics
    ///
    /// If the arguments don't fit the rule's sentence, or the same rule was declared differently: both are
    /// bugs of the encoding.
    pub fn group(&mut self, rule: &Rule, args: impl Args) -> Group<'_, A> {
        Group::new(&self.atoms, self.cnf.open(rule, args))
    }

    /// The declared atoms with their variables, in the order of declaration.
    pub fn atoms(&self) -> impl Iterator<Item = (A, Var)> {
        self.atoms.all.iter().copied().zip(self.cnf.atom_variables())
    }

    /// The atoms declared by [`Formula::declare_projected`] with their variables, in the order of declaration.
    pub fn projected(&self) -> impl Iterator<Item = (A, Var)> {
        let atom = |var| self.cnf.atom_of(var).map(|atom| (self.atoms.at(atom), var));
        self.cnf.projected_variables().filter_map(atom)
    }

    /// A declared atom by its number ([`Cnf::atom_of`]).
    ///
    /// # Panics
    ///
    /// If there are not that many.
    #[must_use]
    pub fn atom_at(&self, number: u32) -> A {
        self.atoms.at(number)
    }

    /// What a variable of this formula represents.
    #[must_use]
    pub fn variable(&self, var: Var) -> Variable<A> {
        self.literal(var.pos_lit()).variable
    }

    /// What a solver's literal represents.
    #[must_use]
    pub fn literal(&self, lit: Lit) -> Literal<A> {
        self.atoms.literal(lit, &self.cnf)
    }

    /// The variable of an atom, if the atom was declared.
    #[must_use]
    pub fn var(&self, atom: A) -> Option<Var> {
        self.atoms.index.get(&atom).map(|&index| Var::new(index))
    }

    /// The solver's literal for a literal of the encoding.
    ///
    /// # Panics
    ///
    /// If the atom was not declared: a bug of the encoding.
    #[must_use]
    pub fn lit(&self, literal: impl Into<Literal<A>>) -> Lit {
        self.atoms.lit(literal.into(), self.cnf.interrupt())
    }

    /// Writes the name of a variable: that of its atom, or a name such as `sum>=3`. An auxiliary is `?2` in
    /// its own group and `row[1,5]?2` elsewhere.
    ///
    /// # Errors
    ///
    /// Only errors of writing to `out`.
    pub fn write_variable(
        &self,
        var: Var,
        seen_from: Option<usize>,
        names: Names<'_, A>,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        self.cnf.write_variable(var, seen_from, &self.atoms.names(names), out)
    }
}

impl<A: Atom> Atoms<A> {
    /// The names of atoms by their numbers.
    pub fn names<'n>(
        &'n self,
        names: Names<'n, A>,
    ) -> impl Fn(u32, &mut fmt::Formatter<'_>) -> fmt::Result + 'n {
        move |atom, f| names(self.at(atom), f)
    }
}
