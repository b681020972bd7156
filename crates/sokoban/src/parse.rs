//! Reading levels and plans.
//!
//! A collection is text with drawings in it (XSB): rows of `#` wall, ` ` `-` `_` floor, `.` goal, `$` box, `*` box on a
//! goal, `@` player, `+` player on a goal, also run-length encoded (`3#|#@#`). Around them are titles, notes and
//! solutions (`.sok`). The letters `b`, `B`, `p` and `P` of `.sok` files mean the same as `$`, `*`, `@` and `+`. `.slc` is
//! XML.

mod collection;
mod drawing;
mod slc;
mod solution;
mod yaml;

use jigsat_input::{ParseError, Source, yaml_kind};

use crate::Level;
pub use collection::Entry;
pub use solution::parse_plan;
pub(crate) use yaml::File;
pub use yaml::yaml_schema;

/// Reads all levels of a text: a collection, or one level as YAML. A level that can't be read does not stop the others.
///
/// # Errors
///
/// A text without any level.
pub fn parse(source: &Source) -> Result<Vec<Entry>, ParseError> {
    if yaml_kind(source.text()).is_some() {
        return Ok(vec![Entry { line: 1, level: yaml::parse(source) }]);
    }
    let entries = if slc::is_one(source.text()) { slc::read(source)? } else { collection::read(source) };
    if entries.is_empty() {
        let error = ParseError::in_file(source.name(), "found no level");
        return Err(error.expecting("rows of # for walls, @ for the player, $ for boxes and . for goals"));
    }
    Ok(entries)
}

/// Reads a text of one level.
///
/// # Errors
///
/// The errors of [`parse`], or a second level.
pub fn parse_one(source: &Source) -> Result<Level, ParseError> {
    let mut entries = parse(source)?.into_iter();
    match (entries.next(), entries.next()) {
        (Some(entry), None) => entry.level,
        (_, second) => {
            let line = second.map_or(1, |entry| entry.line);
            let position = jigsat_input::Position { line, column: 1 };
            Err(source.error(position, "found a second level").expecting("only one"))
        }
    }
}

/// Whether a text looks like a collection, from its beginning.
#[must_use]
pub fn looks_like_levels(start: &str) -> bool {
    let rows: Vec<&str> = start.lines().filter(|line| collection::is_row(line)).collect();
    // A line of words that begins with # also counts as a row, but has no letters for squares.
    let squares: Vec<&str> = rows.iter().copied().filter(|row| collection::are_squares(row)).collect();
    let any = |signs: [char; 2], letters: [char; 2]| {
        rows.iter().any(|row| row.contains(signs)) || squares.iter().any(|row| row.contains(letters))
    };
    any(['@', '+'], ['p', 'P']) && any(['$', '*'], ['b', 'B']) || slc::is_one(start)
}
