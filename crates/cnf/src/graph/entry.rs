//! What a formula stores about graph constraints and their cuts.

use rustsat::types::Lit;

use super::{GraphConstraint, Witness};
use crate::Name;

#[derive(Clone, Debug)]
pub(crate) struct GraphEntry {
    pub constraint: GraphConstraint,
    /// The names of its nodes; empty if they have none.
    pub names: Vec<Name>,
    pub group: u32,
    /// Whether its clauses alone are weaker than the constraint.
    pub is_lazy: bool,
    /// The labels of paths by node and pair; empty if there are none.
    pub labels: Vec<Vec<Lit>>,
    /// Whether solutions with detours are left out.
    pub is_direct: bool,
}

/// A group about how many edges of a loop or of paths meet in a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeEntry {
    pub graph: u32,
    pub group: u32,
    pub node: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct CutEntry {
    pub graph: u32,
    pub group: u32,
    pub witness: Witness,
}
