//! Square grids: [`Cell`], [`Direction`], [`Size`] and [`Symmetry`], and [`Drawing`], one description
//! of a picture that comes out as text, as text with ANSI colours and as SVG.
mod cell;
mod direction;
mod drawing;
mod picture;
mod size;
mod symmetry;
mod title;

pub use cell::{Cell, ParseCellError};
pub use direction::Direction;
pub use drawing::{Border, Charset, Drawing, Fill, Ink, Stroke};
pub use picture::{Mark, Picture};
pub use size::{ParseSizeError, Size};
pub use symmetry::Symmetry;
pub use title::title_room;
