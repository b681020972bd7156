//! A text as rows of words.

use jigsat_input::Position;

/// Maximum number of rows and columns of a board.
pub(super) const MAX_SIDE: usize = 200;

/// A word and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub text: &'t str,
    pub position: Position,
}

pub(super) type Row<'t> = Vec<Word<'t>>;

/// The lines of a text that begins at a position, each as words; a blank line is empty.
pub(super) fn rows(text: &str, at: Position) -> Vec<Row<'_>> {
    let lines = text.lines().zip(at.line..);
    lines.map(|(text, line)| row(text, Position { line, ..at })).collect()
}

/// The words of a line that begins at a position.
pub(super) fn row(line: &str, at: Position) -> Row<'_> {
    let mut words = Row::new();
    let mut start = None;
    for ((offset, char), column) in line.char_indices().chain([(line.len(), ' ')]).zip(at.column..) {
        match (char.is_whitespace(), start) {
            (false, None) => start = Some((offset, Position { column, ..at })),
            (true, Some((begun, position))) => {
                words.push(Word { text: &line[begun..offset], position });
                start = None;
            }
            _ => {}
        }
    }
    words
}
