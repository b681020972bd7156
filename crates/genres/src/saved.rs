//! Boards as saved by pzpr, puzzle and answer together: `pzprv3/nurikabe/ROWS/COLUMNS/…`, with slashes or line breaks.
//!
//! The page says what follows: `saved nurikabe: clues(number, shade)`. The parts follow each other.

mod arrows;
mod block;
mod corner;
mod frame;
mod galaxies;
mod lists;
mod picture;
mod sums;

use std::collections::BTreeMap;

use jigsat_grid::Size;
use jigsat_input::{Message, ParseError, Source, pzpr::Saved};

use crate::{
    Givens, Page,
    address::MAX_SIDE,
    page::{At, What},
    parse,
};

/// The answers on a saved board: by layer, the value of each place.
pub(crate) type Answer = BTreeMap<String, Vec<i64>>;

/// The value of a place where nothing is drawn: it may be empty, or the player may not have been there yet.
pub(crate) const OPEN: i64 = -1;

/// The shade of a cell: `#` for yes, `+` for no.
fn shade(word: &str) -> i64 {
    match word {
        "#" => 1,
        "+" => 0,
        _ => OPEN,
    }
}

/// Reads a saved board.
pub(crate) fn parse(page: &Page, source: &Source) -> Result<(Givens, Answer), ParseError> {
    let text = source.text();
    let Some((name, parts)) = &page.saved else {
        return Err(ParseError::in_file(source.name(), format!("{} has no saved boards", page.name)));
    };
    let mut lines = Saved::new(source);
    if Saved::genre_of(text).is_none_or(|found| !parse::is_of(page, found)) {
        return Err(page.other_genre(&lines.genre(), name));
    }
    let (rows, columns) = lines.size(MAX_SIDE)?;
    let outer = Page::outer(parts);
    let mut givens = Givens::new(Size::new(rows + outer, columns + outer));
    let mut answer = Answer::new();
    for part in parts {
        block::decode(page, part, &mut lines, &mut givens, &mut answer)?;
    }
    Ok((givens, answer))
}

/// Whether saved boards show every border that is drawn, and not only which cells a room has.
pub(crate) fn has_borders(page: &Page) -> bool {
    page.saved.iter().flat_map(|(_, parts)| parts).any(|part| part.name == "edges")
}

/// The numbers of an answer, with the givens filled in.
fn with_givens(page: &Page, givens: &Givens, mut written: Vec<i64>) -> Vec<i64> {
    for given in page.givens.iter().filter(|given| given.at == At::Cells && given.what == What::Number) {
        for (key, word) in givens.layers.get(&given.name).into_iter().flatten() {
            written[key[0]] = word.value.parse().unwrap_or(-1);
        }
    }
    written
}

/// A board in the format of pzpr, with an answer if there is one.
pub(crate) fn write(page: &Page, givens: &Givens, answer: &Answer) -> Result<String, Message> {
    let Some((name, parts)) = &page.saved else {
        return Err(format!("{} has no saved boards", page.name).into());
    };
    let mut lines = vec!["pzprv3".to_owned(), name.clone()];
    let outer = Page::outer(parts);
    lines.extend([givens.size.rows, givens.size.cols].map(|side| (side - outer).to_string()));
    for part in parts {
        block::encode(page, part, givens, answer, &mut lines)?;
    }
    Ok(lines.join("\n") + "\n")
}
