use super::{Formula, Span, Term, Var};

/// What is said of a graph or a sequence.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub shape: Shape,
    /// Nodes, edges, or places of a sequence.
    pub var: Var,
    pub guard: Option<Formula>,
    /// Which of them are chosen.
    pub body: Formula,
    pub span: Span,
}

/// Which structure the chosen values have. `along` is a fact: of two places where nodes are chosen, and of three, the
/// first one that of the edge, where edges are.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// They are in one piece; or none is chosen.
    Connected { along: usize },
    /// They form a single closed line.
    Loop { along: usize },
    /// They form paths that join the ends of each pair, which have the same value, and pass no end.
    Paths { along: usize, ends: Selection, by: Term },
    /// Their regions have one root each and so many nodes.
    Regions { along: usize, root: Option<Selection>, size: Option<Term> },
    /// In the order of the sort they form runs of these lengths.
    Runs { nth: Var, guard: Option<Formula>, length: Term },
}

/// The values of a variable for which a guard holds.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub var: Var,
    pub guard: Option<Formula>,
}
