//! Boards saved by pzpr: after the size the numbers, and then the edges, 1 for one on the loop, -1 for one that is crossed
//! out.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Source, pzpr};

use super::{NAMES, clue, expected, refuse_full};
use crate::{MAX_SIDE, Solution};

/// A saved board.
pub(super) struct Saved {
    pub size: Size,
    pub clues: Vec<Option<u8>>,
    /// The known edges; those that are not drawn are unknown.
    pub edges: Solution,
}

/// Whether a text is a saved board of this genre.
pub(super) fn names_the_genre(text: &str) -> bool {
    pzpr::Saved::genre_of(text).is_some_and(|genre| NAMES.contains(&genre))
}

pub(super) fn parse(source: &Source) -> Result<Saved, ParseError> {
    let mut lines = pzpr::Saved::new(source);
    if !names_the_genre(source.text()) {
        return Err(lines.genre().unexpected("slither"));
    }
    let (rows, cols) = lines.size(MAX_SIDE)?;
    let size = Size::new(rows, cols);
    let [height, width] = [usize::from(rows), usize::from(cols)];
    // A later version has the variant here, and shades of the cells after the numbers.
    if lines.is_later() {
        refuse_full(lines.line())?;
    }
    let clues = values(&mut lines, height, width, &expected(4), |word| {
        let mut chars = word.chars();
        clue(chars.next()?).filter(|_| chars.next().is_none())
    })?;
    lines.skip(if lines.is_later() { height } else { 0 });
    let known = |word: &str| match word {
        "1" => Some(Some(true)),
        "0" => Some(None),
        "-1" => Some(Some(false)),
        _ => None,
    };
    let mut edges = |height, width| -> Result<Vec<Vec<Option<bool>>>, ParseError> {
        let edges = values(&mut lines, height, width, "1, 0 or -1", known)?;
        Ok(edges.chunks(width).map(<[_]>::to_vec).collect())
    };
    let vertical = edges(height, width + 1)?;
    let horizontal = edges(height + 1, width)?;
    Ok(Saved { size, clues, edges: Solution { horizontal, vertical } })
}

/// The values of this many lines with this many words each.
fn values<T>(
    lines: &mut pzpr::Saved<'_>,
    height: usize,
    width: usize,
    expected: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, ParseError> {
    let words = lines.table(height, width)?.into_iter();
    words
        .map(|(position, word)| {
            read(word).ok_or_else(|| lines.unexpected(position, word).expecting(expected))
        })
        .collect()
}
