//! Splits the search for solutions into cubes, which can be searched independently: cube and conquer.
//!
//! M. Heule, O. Kullmann, S. Wieringa and A. Biere: Cube and conquer: guiding CDCL SAT solvers by lookaheads,
//! HVC 2011. They choose variables of a formula of which they know nothing else. Here, the formula still says
//! which of its literals are the choices of the puzzle, exactly one of which is true, and a cube is a list of
//! such choices.
mod cover;
mod disjoint;
mod rup;
mod split;

pub use cover::{Cover, cover};
pub use disjoint::overlap;
pub use split::{Cube, Split, split};
