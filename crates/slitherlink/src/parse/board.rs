//! Boards drawn in rows: a number, `.` or `-` for each cell, with or without blanks between them; `ROWS COLUMNS` may be on a
//! line above them, and a list of JSON has the rows as lists. In YAML and in lists a number may be 4; plain text with a 4
//! is more likely a small Sudoku.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Part, Source, lists, quote, yaml_error};

use super::{clue, expected, fits};
use crate::{MAX_SIDE, Slitherlink};

/// Reads boards separated by empty lines. A line above the rows of a board is its title.
pub(super) fn parse(source: &Source) -> Vec<Result<Slitherlink, ParseError>> {
    let lines = source.lines().map(|line| line.trim()).filter(|line| !line.text().starts_with('#'));
    let lines: Vec<Part<'_>> = lines.collect();
    let mut boards: Vec<Result<Slitherlink, ParseError>> = Vec::new();
    let mut title = "";
    for block in lines.split(|line| line.text().is_empty()).filter(|block| !block.is_empty()) {
        // A title has letters: a line of other digits is a row of another puzzle.
        let is_row = |line: &Part<'_>| {
            let first = line.text().chars().next();
            first.is_some_and(|char| clue(char).is_some()) || !line.text().contains(char::is_alphabetic)
        };
        let first = block.iter().position(is_row).unwrap_or(block.len());
        if let Some(line) = block[..first].first() {
            title = line.text().strip_prefix("title:").unwrap_or(line.text()).trim();
        }
        if first < block.len() {
            let board = match stated(&block[first..]) {
                Some(size) => of_size(size, block[first], &block[first + 1..]),
                None => board(&block[first..], 3),
            };
            boards.push(
                board.map(|board| Slitherlink { title: std::mem::take(&mut title).to_owned(), ..board }),
            );
        }
    }
    if boards.is_empty() {
        boards.push(Err(ParseError::in_file(source.name(), "found no board")
            .expecting(format!("rows of cells, each {}", expected(3)))));
    }
    boards
}

/// `ROWS COLUMNS` above the rows. Two numbers are also the first row of a board with two columns.
fn stated(rows: &[Part<'_>]) -> Option<Size> {
    let mut numbers = rows.first()?.words().map(|word| word.number("", 1..=MAX_SIDE));
    let (Some(Ok(height)), Some(Ok(width)), None) = (numbers.next(), numbers.next(), numbers.next()) else {
        return None;
    };
    let cells = |row: &Part<'_>| row.text().chars().filter(|char| !char.is_whitespace()).count();
    let first = rows.get(1)?;
    let is_board = rows.len() == usize::from(height) + 1 && cells(first) == usize::from(width);
    (is_board || cells(first) != cells(&rows[0])).then_some(Size::new(height, width))
}

/// The board of some rows below its size, with its digits up to 4: the size shows that it is no Sudoku.
fn of_size(size: Size, head: Part<'_>, rows: &[Part<'_>]) -> Result<Slitherlink, ParseError> {
    let board = board(rows, 4)?;
    if board.size != size {
        let found = format!("found {size} above a board of {}", board.size);
        return Err(head.error(found).expecting("the same number of rows and of columns"));
    }
    Ok(board)
}

/// The boards of a text of lists.
pub(super) fn of_lists(source: &Source) -> Vec<Result<Slitherlink, ParseError>> {
    let board = |rows: lists::Board| {
        let width = rows.first().map_or(0, Vec::len);
        let size = fits(rows.len(), width).ok_or_else(|| {
            ParseError::in_file(source.name(), format!("found {} rows of {width} cells", rows.len()))
                .expecting(format!("at most {MAX_SIDE} rows and columns"))
        })?;
        let mut clues = Vec::with_capacity(size.area());
        for (number, row) in (1..).zip(&rows) {
            if row.len() != width {
                let place = row.first().map_or(source.start(), |item| item.position);
                let error = source.error(place, format!("found {} cells in row {number}", row.len()));
                return Err(error.expecting(width.to_string()));
            }
            for item in row {
                let mut chars = item.text.chars();
                let clue = match (chars.next(), chars.as_str()) {
                    (Some('-'), "1") => Some(None),
                    (Some(char), "") => clue(char),
                    _ => None,
                };
                clues.push(clue.ok_or_else(|| {
                    let error = source.error(item.position, format!("found {}", quote(&item.text)));
                    error.expecting("a number from 0 to 4, or null for none")
                })?);
            }
        }
        Ok(Slitherlink::new(size, clues))
    };
    match lists::boards(source) {
        Ok(boards) => boards.into_iter().map(board).collect(),
        Err(error) => vec![Err(error)],
    }
}

/// The board in a text of YAML.
pub(super) fn parse_grid(source: &Source, path: &str, text: &str) -> Result<Slitherlink, ParseError> {
    let inner = Source::new("", text);
    let rows = inner.lines().map(|line| line.trim()).filter(|line| !line.text().is_empty());
    let rows: Vec<Part<'_>> = rows.collect();
    board(&rows, 4).map_err(|error| {
        let place = error.position().map_or(0, |position| {
            let before: usize = text.split_inclusive('\n').take(position.line - 1).map(str::len).sum();
            let line = inner.line(position.line).char_indices().nth(position.column - 1);
            before + line.map_or(0, |(offset, _)| offset)
        });
        yaml_error(source, path, place, error.message())
    })
}

/// The board of some rows, with numbers up to the largest.
fn board(rows: &[Part<'_>], largest: u8) -> Result<Slitherlink, ParseError> {
    let mut clues = Vec::new();
    let mut cols = None;
    for (number, row) in (1..).zip(rows) {
        let before = clues.len();
        for cell in row.words().flat_map(|word| word.chars().collect::<Vec<_>>()) {
            let fits = |clue: &Option<u8>| clue.is_none_or(|number| number <= largest);
            let clue = cell.text().chars().next().and_then(clue).filter(fits);
            clues.push(clue.ok_or_else(|| cell.unexpected(expected(largest)))?);
        }
        let found = clues.len() - before;
        let wanted = *cols.get_or_insert(found);
        let error =
            |expected: String| row.error(format!("found {found} cells in row {number}")).expecting(expected);
        if found != wanted {
            return Err(error(wanted.to_string()));
        }
        if fits(number, found).is_none() {
            return Err(error(format!("at most {MAX_SIDE} rows and columns")));
        }
    }
    let size = cols.and_then(|cols| fits(rows.len(), cols));
    size.map(|size| Slitherlink::new(size, clues)).ok_or_else(|| ParseError::in_file("", "found no rows"))
}
