//! Graph constraints: the nodes and edges that hold form one connected set, one loop, regions or paths. A
//! node or an edge *holds* if its literal is true, or if it has no literal.
//!
//! A [`GraphConstraint`] is kept beside the clauses of its group, like a counting constraint. [`cut`] finds
//! clauses that some values break and every solution satisfies, each with a [`Witness`]. [`justify`] checks a
//! cut by plain search. This module contains no solver, and a checker trusts nothing but [`justify`]. With
//! [`GraphFlavour::Tree`](crate::GraphFlavour::Tree), [`Group`](crate::Group) writes the complete encoding by
//! trees.
mod clauses;
mod constraint;
mod cut;
mod detours;
mod entry;
mod group;
mod justify;
mod labels;
mod pairs;
mod sizes;
mod store;
mod tree;
mod witness;
mod words;

pub use constraint::{Clue, Edge, Graph, GraphConstraint, Kind, Pairs, Regions, Root, Rooted};
pub use cut::cut;
pub use justify::justify;
pub use store::{CutRef, Unjustified};
pub use witness::{Breach, Cut, Witness};

pub(crate) use entry::{CutEntry, GraphEntry, NodeEntry};
pub(crate) use words::{degrees_sentence, element_name, sentence};
