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
    let words = |line: &str| -> Vec<(usize, usize)> {
        let mut words = Vec::new();
        let mut start = None;
        for (offset, char) in line.char_indices().chain([(line.len(), ' ')]) {
            match (char.is_whitespace(), start) {
                (false, None) => start = Some(offset),
                (true, Some(begun)) => {
                    words.push((begun, offset));
                    start = None;
                }
                _ => {}
            }
        }
        words
    };
    text.lines()
        .enumerate()
        .map(|(number, line)| {
            let place = |begun: usize| Position {
                line: at.line + number,
                column: at.column + line[..begun].chars().count(),
            };
            words(line)
                .into_iter()
                .map(|(begun, end)| Word { text: &line[begun..end], position: place(begun) })
                .collect()
        })
        .collect()
}
