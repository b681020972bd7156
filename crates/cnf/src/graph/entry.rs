//! What a formula keeps of graph constraints and their cuts.

use super::{GraphConstraint, Witness};
use crate::Name;

#[derive(Clone, Debug)]
pub(crate) struct GraphEntry {
    pub constraint: GraphConstraint,
    /// Of its nodes; empty if they have none.
    pub names: Vec<Name>,
    pub group: u32,
    /// Whether its clauses alone say less than it does.
    pub is_lazy: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct CutEntry {
    pub graph: u32,
    pub group: u32,
    pub witness: Witness,
}
