//! Boards and texts with a change.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use jigsat_workbench::{AnyFamily, Board};

use crate::subjects::read;

/// The form in which a person would write a board.
pub fn written(board: &dyn Board) -> String {
    let mut known = ["words", "plain", "yaml"].into_iter().filter_map(|format| board.write(format).ok());
    let text = known.find_map(|bytes| String::from_utf8(bytes).ok());
    text.unwrap_or_else(|| panic!("no form of {} is text", board.file()))
}

/// Number of changes of each character.
const EACH: usize = 3;

/// The boards whose text differs from that of a board in one character, which is another one of the text or a small number,
/// or in a word that is left out.
pub fn changed<'b>(
    family: &'b dyn AnyFamily,
    board: &'b dyn Board,
) -> impl Iterator<Item = Arc<dyn Board>> + 'b {
    let text = written(board);
    let places: Vec<(usize, char)> = text.char_indices().filter(|(_, char)| !char.is_whitespace()).collect();
    let known: BTreeSet<char> = places.iter().map(|(_, char)| *char).chain(['1', '2', '3']).collect();
    let known: Vec<char> = known.into_iter().collect();
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    for (at, char) in places {
        let own = known.iter().position(|known| *known == char).expect("it is one of them");
        let others = known.iter().cycle().skip(own + 1).take(EACH.min(known.len() - 1));
        changes.extend(others.map(|other| (at..at + char.len_utf8(), other.to_string())));
        let is_start = text[..at].ends_with(char::is_whitespace);
        let word = text[at..].split_whitespace().next().unwrap_or_default();
        if is_start && word.len() > 2 && word.chars().all(char::is_alphabetic) {
            changes.push((at..at + word.len(), "-".into()));
        }
    }
    changes.into_iter().filter_map(move |(place, other)| {
        let changed = [&text[..place.start], &other, &text[place.end..]].concat();
        read(family, board.file(), changed.as_bytes()).ok()
    })
}
