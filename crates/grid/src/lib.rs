//! Square grids: [`Cell`], [`Direction`], [`Edge`], [`Size`] and [`Symmetry`]. A [`Drawing`] describes a
//! picture once, and prints it as text, as text with ANSI colours, or as SVG. [`Lines`] is for pictures
//! without a board.
mod cell;
mod direction;
mod drawing;
mod edge;
mod lines;
mod picture;
mod size;
mod symmetry;
mod title;
mod wrap;

pub use cell::{Cell, ParseCellError};
pub use direction::Direction;
pub use drawing::{
    Border, Charset, Corner, Cut, Disc, Drawing, Fill, Ink, Stroke, Tile, line_color, line_style,
};
pub use edge::Edge;
pub use lines::Lines;
pub use picture::{Mark, Note, Picture};
pub use size::{ParseSizeError, Size};
pub use symmetry::Symmetry;
pub use title::title_room;
pub use wrap::wrapped;

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
