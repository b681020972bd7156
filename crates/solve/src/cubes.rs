//! Cutting the search for solutions into cubes, parts that can be searched apart: cube and conquer.
//!
//! M. Heule, O. Kullmann, S. Wieringa and A. Biere, Cube and conquer: guiding CDCL SAT solvers by lookaheads (2011).
//! They choose variables of a formula that they know nothing of; here the formula still says which of its literals
//! are the choices of the puzzle, exactly one of which holds, and a cube is a list of such choices.
mod cover;
mod disjoint;
mod rup;
mod split;

pub use cover::{Cover, cover};
pub use disjoint::overlap;
pub use split::{Cube, Split, split};
