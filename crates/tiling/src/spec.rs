//! The specification of a puzzle.

use jigsat_cnf::choice;
use strum::{IntoStaticStr, VariantArray};

use crate::{
    board::{Board, Place},
    shape::Shape,
    turn::Freedom,
};

/// Whether every cell must be covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Cover {
    /// Every cell exactly once.
    #[default]
    All,
    /// Every cell at most once.
    Some,
}

choice!(Cover);

/// A piece of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// Its cells, in the orientation in which it is given.
    pub shape: Shape,
    /// Minimum number of copies to use.
    pub min: u32,
    /// Number of copies, at least `min`.
    pub max: u32,
    /// How it may be turned.
    pub freedom: Freedom,
}

/// A piece that lies on the board from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The piece, by its place in the list.
    pub piece: usize,
    /// The cells that it covers.
    pub cells: Vec<Place>,
}

/// The specification of a puzzle; [`Tiling::new`](crate::Tiling::new) makes a puzzle of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The puzzle's title; may be empty.
    pub title: String,
    /// Where it comes from; may be empty.
    pub source: String,
    /// The boards, at least one.
    pub boards: Vec<Board>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// Whether every cell must be covered.
    pub cover: Cover,
    /// The pieces that lie on the boards from the start.
    pub given: Vec<Given>,
}
