//! The block of rooms: the name of each cell's room, and behind it the borders within that room.

use std::collections::BTreeMap;

use jigsat_input::{ParseError, Source, quote};

use super::rows::{Row, Word};
use crate::{
    Givens,
    givens::{edge, ends, pieces},
};

/// The signs behind a room's name: a border to the right of the cell, and one below it.
pub(crate) const RIGHT: char = '|';
pub(crate) const BELOW: char = '_';

/// Divides a board into the rooms of a block that has a word for each cell.
pub(super) fn read(source: &Source, givens: &mut Givens, block: &[Row<'_>]) -> Result<(), ParseError> {
    let size = givens.size;
    let words: Vec<Word<'_>> = block.iter().flatten().copied().collect();
    let mut names = Vec::with_capacity(words.len());
    let mut is_drawn = vec![false; givens.border_count()];
    for (cell, word) in words.iter().enumerate() {
        let name = word.text.trim_end_matches([RIGHT, BELOW]);
        if matches!(name, "" | "-" | ".") {
            let error = source.error(word.position, format!("found {}", quote(word.text)));
            return Err(error.expecting("the name of the cell's room"));
        }
        names.push(name);
        let columns = usize::from(size.cols);
        for sign in word.text[name.len()..].chars() {
            let (is_inside, next) = match sign {
                RIGHT => (cell % columns + 1 < columns, cell + 1),
                _ => (cell + columns < size.area(), cell + columns),
            };
            if !is_inside {
                let error = source.error(word.position, format!("found {}", quote(word.text)));
                let side = if sign == RIGHT { "last column" } else { "last row" };
                return Err(error.expecting(format!("no '{sign}' in the {side}")));
            }
            is_drawn[edge(size, cell, next)] = true;
        }
    }
    let piece = pieces(size, |a, b| names[a] == names[b] && !is_drawn[edge(size, a, b)]);
    let mut firsts: BTreeMap<&str, usize> = BTreeMap::new();
    for (cell, word) in words.iter().enumerate() {
        let first = *firsts.entry(names[cell]).or_insert(cell);
        if piece[cell] != piece[first] {
            let message = format!(
                "room {} begins in {} and is not connected to here",
                quote(names[cell]),
                size.cell(first)
            );
            return Err(source.error(word.position, message).expecting("a name of its own for each room"));
        }
    }
    for (number, border) in is_drawn.iter_mut().enumerate() {
        let [a, b] = ends(size, number);
        *border |= names[a] != names[b];
    }
    givens.set_borders(&is_drawn);
    Ok(())
}
