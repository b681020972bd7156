use std::{fmt, ops::Range};

use rustsat::types::Lit;

/// A bound on how many literals of a constraint are true, or on their weighted sum.
///
/// ```
/// use jigsat_cnf::Bound;
///
/// assert!(Bound::AtMost(2).allows(1));
/// assert_eq!(Bound::Exactly(1).to_string(), "exactly one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// At most this many.
    AtMost(u64),
    /// At least this many.
    AtLeast(u64),
    /// Exactly this many.
    Exactly(u64),
}

impl Bound {
    /// Whether the number is within the bound.
    #[must_use]
    pub fn allows(self, number: u64) -> bool {
        match self {
            Bound::AtMost(k) => number <= k,
            Bound::AtLeast(k) => number >= k,
            Bound::Exactly(k) => number == k,
        }
    }

    pub(crate) fn number(self) -> u64 {
        let (Bound::AtMost(k) | Bound::AtLeast(k) | Bound::Exactly(k)) = self;
        k
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, k) = match *self {
            Bound::AtMost(k) => ("at most", k),
            Bound::AtLeast(k) => ("at least", k),
            Bound::Exactly(k) => ("exactly", k),
        };
        if k == 1 { write!(f, "{words} one") } else { write!(f, "{words} {k}") }
    }
}

/// A constraint that is kept beside the clauses that were made from it: enumeration branches on it, and text
/// prints it.
///
/// ```
/// use jigsat_cnf::{Amo, Bound, Formula, Flavours, Rule};
///
/// const CELL: Rule = Rule::new("cell", "the cell has exactly one digit");
///
/// let mut e = Formula::new(Flavours { amo: Amo::Ladder, ..Flavours::default() });
/// (1..=9).for_each(|digit| e.declare_projected(digit));
/// e.group(&CELL, ()).exactly_one(1..=9);
///
/// let constraint = e.constraints_from(0).next().expect("it was kept");
/// assert_eq!((constraint.bound, constraint.lits.len()), (Bound::Exactly(1), 9));
/// // One clause for 'at least one', 3n - 4 for the ladder.
/// assert_eq!(constraint.clauses.len(), 1 + 23);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint<'e> {
    /// How many of its literals may be true, or the sum of the weights of those that are.
    pub bound: Bound,
    /// Its literals, each variable once: equal literals have become one with a weight, and opposite ones are taken out.
    pub lits: &'e [Lit],
    /// The weight of each literal, in a weighted sum.
    pub weights: Option<&'e [u64]>,
    /// The places of its clauses in [`Cnf::clauses`](crate::Cnf::clauses).
    pub clauses: Range<usize>,
}
