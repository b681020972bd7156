//! Texts that are not read line by line: YAML, JSON, XML, and single boards as people paste them.

use jigsat_input::{ParseError, Position, Source, lists::are_lists, narrow, yaml_kind};

use super::{
    candidates, cells,
    entry::{Entry, board},
    lists, opensudoku, pasted, yaml,
};

/// A text that is not read line by line.
pub(super) enum Whole {
    /// A board that has been read.
    Ready(Box<Entry>),
    /// A form, and what reads it.
    Of(fn(&Source) -> Vec<Entry>),
}

/// The form of a text, by its beginning; `None` if it is read line by line.
pub(super) fn whole(file: &str, start: &str) -> Option<Whole> {
    if yaml_kind(start).is_some() {
        return Some(Whole::Of(|source| vec![Entry::new(1, 1, yaml::parse(source))]));
    }
    if are_lists(start) {
        return Some(Whole::Of(lists::read));
    }
    if opensudoku::is_one(start) {
        return Some(Whole::Of(opensudoku::read));
    }
    let start = narrow(start.strip_prefix('\u{feff}').unwrap_or(start));
    if pasted::uneven(&start).is_some() {
        return Some(Whole::Of(|source| {
            let row = pasted::uneven(&narrow(source.text()));
            row.map(|row| Entry::failed(of_row(source, &row))).into_iter().collect()
        }));
    }
    let (puzzle, several) = match (pasted::read(&start), candidates::read(&start)) {
        (Some((side, cells)), _) => (board(side, &cells).map_err(|_| side), 0),
        (None, Some(grid)) => (board(grid.side, &grid.cells).map_err(|_| grid.side), grid.several),
        (None, None) => return None,
    };
    let puzzle = puzzle.map_err(|side| {
        let source = Source::new(file, &*start);
        let zero = source.position(start.find('0').unwrap_or(0));
        source.error(zero, cells::both_ends(side)).expecting(cells::one_end(side))
    });
    let told = (several > 0).then(|| {
        format!("{several} cells have several candidates, which are not read: only cells with one digit are givens")
    });
    let entry = Entry { warnings: told.into_iter().collect(), ..Entry::new(1, 1, puzzle) };
    Some(Whole::Ready(Box::new(entry)))
}

fn of_row(source: &Source, row: &pasted::Uneven) -> ParseError {
    let message = format!("this row has {} cells", row.cells);
    source.error(Position { line: row.line, column: 1 }, message).expecting(row.expected.to_string())
}
