use std::{fmt::Debug, hash::Hash, ops::Not};

use rustsat::types::Var;

/// A type whose values are a family's variables: an enum of the family's own, for all its encodings.
///
/// Every type with these supertraits implements it, including tuples and numbers, which are enough for small
/// encodings.
///
/// ```
/// /// The variables of a Sudoku, and those that an encoding of it adds.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// enum Sudoku {
///     Cell { row: u8, col: u8, digit: u8 },
///     RowMeetsBox { row: u8, block: u8, digit: u8 },
/// }
///
/// fn is_atom<A: jigsat_cnf::Atom>() {}
/// is_atom::<Sudoku>();
/// is_atom::<(u8, u8)>();
/// ```
pub trait Atom: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {}

impl<T: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static> Atom for T {}

/// An atom, or an auxiliary variable that an encoding made for itself.
///
/// ```
/// use jigsat_cnf::{Formula, Flavours, Rule, Variable};
///
/// const RULE: Rule = Rule::new("rule", "something helps");
/// let mut e = Formula::new(Flavours::default());
/// e.declare_projected("lamp");
/// let helper = e.group(&RULE, ()).aux();
/// assert_eq!(e.variable(e.lit("lamp").var()), Variable::Atom("lamp"));
/// assert!(matches!(helper.variable, Variable::Aux(_)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variable<A> {
    /// A declared atom.
    Atom(A),
    /// A variable without an atom, from [`Group::aux`](crate::Group::aux) or from a cardinality encoding.
    Aux(Var),
}

/// A variable or its negation. An atom converts to a literal, so clauses take atoms directly.
///
/// ```
/// use jigsat_cnf::{Literal, neg, pos};
///
/// assert_eq!(!pos("lamp"), neg("lamp"));
/// assert_eq!(Literal::from("lamp"), pos("lamp"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal<A> {
    /// The variable.
    pub variable: Variable<A>,
    /// Whether the literal is the negation of the variable.
    pub negated: bool,
}

/// The literal that is true if the atom is.
pub const fn pos<A>(atom: A) -> Literal<A> {
    Literal { variable: Variable::Atom(atom), negated: false }
}

/// The literal that is true if the atom is not.
pub const fn neg<A>(atom: A) -> Literal<A> {
    Literal { variable: Variable::Atom(atom), negated: true }
}

impl<A> From<A> for Literal<A> {
    fn from(atom: A) -> Self {
        pos(atom)
    }
}

impl<A> Not for Literal<A> {
    type Output = Self;

    fn not(self) -> Self {
        Literal { variable: self.variable, negated: !self.negated }
    }
}
