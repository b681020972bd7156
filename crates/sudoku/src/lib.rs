//! Sudoku of any box size, with its variants: [`Sudoku`] is a puzzle, [`parse`] and [`Puzzles`] read it,
//! [`check()`] is the referee, [`draw()`] makes the picture.
mod check;
mod draw;
mod parse;
mod puzzle;
mod valid;
mod write;

pub use check::{Clash, Progress, check, check_so_far};
pub use draw::draw;
pub use parse::{Entry, Puzzles, parse, parse_solution};
pub use puzzle::{Cage, MAX_SIDE, Solution, Sudoku, UnitKind};
pub use valid::{Invalid, default_box};
