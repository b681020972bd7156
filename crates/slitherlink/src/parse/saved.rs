//! Files saved by pzpr, with a line for each row: `pzprv3`, `slither`, rows, columns, the numbers, and then the edges,
//! 1 for one on the loop, -1 for one that is crossed out. Some have `/` instead of line breaks.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Source};

use super::{Part, clue, expected, parts, refuse_full};
use crate::Solution;

/// The content of a file.
pub(super) struct Saved {
    pub size: Size,
    pub clues: Vec<Option<u8>>,
    /// The known edges; those that are not drawn are unknown.
    pub edges: Solution,
}

/// Whether a text begins like such a file.
pub(super) fn is_one(text: &str) -> bool {
    text.starts_with("pzprv3")
}

/// Whether such a file is of this genre.
pub(super) fn names_the_genre(source: &Source) -> bool {
    parts(source, '/').filter(|line| !line.text.is_empty()).nth(1).is_some_and(|line| is_genre(line.text))
}

fn is_genre(word: &str) -> bool {
    ["slither", "slitherlink"].contains(&word)
}

pub(super) fn parse(source: &Source) -> Result<Saved, ParseError> {
    let mut lines = parts(source, '/').filter(|line| !line.text.is_empty());
    let end = Part { source, text: "", start: source.text().trim_end().len() };
    let mut next = || lines.next().unwrap_or(end);
    let version = next();
    let genre = next();
    if !is_genre(genre.text) {
        return Err(genre.unexpected("slither"));
    }
    let (rows, cols) = (next().side("the number of rows")?, next().side("the number of columns")?);
    let size = Size::new(rows, cols);
    // A later version has the variant here, and shades of the cells after the numbers.
    let is_later = version.text.ends_with(".1");
    if is_later {
        refuse_full(next())?;
    }
    let mut clues = Vec::new();
    for _ in 0..rows {
        clues.extend(row(next(), cols, &expected(4), |word| {
            let mut chars = word.chars();
            clue(chars.next()?).filter(|_| chars.next().is_none())
        })?);
    }
    for _ in 0..if is_later { rows } else { 0 } {
        next();
    }
    let known = |word: &str| match word {
        "1" => Some(Some(true)),
        "0" => Some(None),
        "-1" => Some(Some(false)),
        _ => None,
    };
    let mut edges =
        |rows, cols| (0..rows).map(|_| row(next(), cols, "1, 0 or -1", known)).collect::<Result<Vec<_>, _>>();
    let vertical = edges(rows, cols + 1)?;
    let horizontal = edges(rows + 1, cols)?;
    Ok(Saved { size, clues, edges: Solution { horizontal, vertical } })
}

/// A line with this many words.
fn row<T>(
    line: Part<'_>,
    count: u16,
    expected: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, ParseError> {
    let words = line.words().map(|word| read(word.text).ok_or_else(|| word.unexpected(expected)));
    let row: Vec<T> = words.collect::<Result<_, _>>()?;
    if row.len() != usize::from(count) {
        return Err(line
            .error(format!("found {} values in the row", row.len()))
            .expecting(count.to_string()));
    }
    Ok(row)
}
