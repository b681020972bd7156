//! Reading puzzles and solutions.
//!
//! Text formats differ only in the layout of the cells: one board per line (81 characters, `.sdm`, larger boards as
//! numbers between blanks), or one row per line (`.sdk`, `.ss`, drawings). [`Puzzles`] distinguishes them by counting. It
//! also reads single boards as people paste them, grids of candidates, lists of JSON, `OpenSudoku`'s XML, addresses of
//! puzz.link, and links of f-puzzles.

mod address;
mod candidates;
mod cells;
mod entry;
mod fpuzzles;
mod lines;
mod lists;
mod opensudoku;
mod pasted;
mod solution;
mod text;
mod whole;
pub(crate) mod yaml;

use jigsat_input::{ParseError, Position, Source, yaml_kind};

use crate::Sudoku;
pub use entry::Entry;
pub use solution::parse_solution;
pub use text::Puzzles;
pub(crate) use text::{is_likely, resembles};
pub use yaml::yaml_schema;

/// Reads a single puzzle in any format.
///
/// # Errors
///
/// The errors of [`Puzzles`], or a text with no puzzle or several.
pub fn parse(source: &Source) -> Result<Sudoku, ParseError> {
    if yaml_kind(source.text()).is_some() {
        return yaml::parse(source);
    }
    let mut puzzles = Puzzles::new(source.name(), source.text().as_bytes());
    let Some(first) = puzzles.next() else {
        return Err(ParseError::in_file(source.name(), "found no puzzle").expecting("a Sudoku"));
    };
    let sudoku = first.puzzle?;
    match puzzles.next() {
        Some(second) => {
            let position = Position { line: second.line, column: 1 };
            Err(source.error(position, "found a second puzzle").expecting("only one"))
        }
        None => Ok(sudoku),
    }
}
