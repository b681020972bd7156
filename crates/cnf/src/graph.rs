//! Graph constraints: which nodes and edges hold together as one connected set, one loop, regions or paths.
//!
//! A [`GraphConstraint`] is kept beside the clauses of its group, as a counting constraint is. [`cut`] finds clauses that
//! some values break and every solution keeps, each with a [`Witness`]; [`justify`] checks a cut by plain search. There
//! is no solver in here, and a checker trusts nothing but [`justify`]. The complete encoding by trees is written by
//! [`Group`](crate::Group) where [`GraphFlavour::Tree`](crate::GraphFlavour::Tree) asks for it.
mod clauses;
mod constraint;
mod cut;
mod entry;
mod group;
mod justify;
mod store;
mod tree;
mod witness;
mod words;

pub use constraint::{Edge, Graph, GraphConstraint, Kind, Regions, Root, Rooted};
pub use cut::cut;
pub use justify::justify;
pub use store::{CutRef, Unjustified};
pub use witness::{Breach, Cut, Witness};

pub(crate) use entry::{CutEntry, GraphEntry};
pub(crate) use words::{element_name, sentence};
