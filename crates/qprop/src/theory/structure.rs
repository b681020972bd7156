use super::{Formula, Span, Term, Var};
use crate::syntax::Rooted;

/// A statement about a graph or a sequence.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub shape: Shape,
    /// Nodes, edges, or places of a sequence.
    pub var: Var,
    pub guard: Option<Formula>,
    /// The condition under which one is chosen.
    pub body: Formula,
    pub span: Span,
}

/// The structure of the chosen values. `along` is a fact: with two places if nodes are chosen; with three if edges are,
/// the first of which is the edge.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// They are connected; or none is chosen.
    Connected { along: usize },
    /// They form a single closed line.
    Loop { along: usize },
    /// They close no loop.
    Acyclic { along: usize },
    /// The others join nodes of different regions.
    Closed { along: usize },
    /// They form paths that join the ends of each pair (two ends with the same value), and pass no end.
    Paths { along: usize, ends: Selection, by: Term },
    /// Their regions have this many nodes; with roots, those of a root do, or if there are two, a number strictly between.
    Regions { along: usize, root: Option<Selection>, rooted: Rooted, size: Option<Term> },
    /// Each of them and each selected value belong to one pair that the fact joins.
    Matching { along: usize, with: Selection },
    /// In the order of the sort they form runs of these lengths.
    Runs { nth: Var, guard: Option<Formula>, length: Term },
}

/// The values of a variable for which a guard holds.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub var: Var,
    pub guard: Option<Formula>,
}
