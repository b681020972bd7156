//! Pieces drawn as boxes with a label at each edge; the piece's number may be in the middle:
//!
//! ```text
//! +--------+--------+
//! |   4    |   1    |
//! | 2 #1 3 | 3 #2 2 |
//! |   2    |   3    |
//! +--------+--------+
//! ```
//!
//! Boxes may share their borders or stand apart, and be drawn with box drawing characters. Their arrangement is the board,
//! unless a line such as `board 2x2` gives its size.

use jigsat_grid::{Cell, Size};
use jigsat_input::{ParseError, Position, Source, quote};

use super::{Named, Pieces, zeros};
use crate::{EdgeMatching, MAX_CELLS};

const HORIZONTAL: &str = "-=─━≠!";
const CORNERS: &str = "+┌┬┐├┼┤└┴┘┏┳┓┣╋┫┗┻┛";

/// A box of a drawing.
pub(super) struct Drawn {
    pub cell: Cell,
    /// The labels counter-clockwise from the right; `None` if the box is empty.
    pub labels: Option<[(String, Position); 4]>,
    /// The number in the middle.
    pub number: Option<(String, Position)>,
    /// Its first inner character.
    pub position: Position,
}

/// The number of a piece, written `#3` or `3`.
pub(super) fn number(word: &str) -> Option<usize> {
    word.strip_prefix('#').unwrap_or(word).parse().ok()
}

/// Whether one of the first lines is a border of boxes.
pub(super) fn is_drawing(text: &str) -> bool {
    text.lines().take(20).any(|line| !columns(line).is_empty())
}

/// Whether these may be pieces: boxes with at most one label above and one below. The boxes of a Sudoku have more.
pub(super) fn are_pieces(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    is_drawing(text)
        && lines.windows(4).all(|band| {
            let few = |line: &str, (start, end)| words(line, start, end, 0).len() <= 1;
            let is_frame = |line: &str| !columns(line).is_empty();
            let is_band = !band[1..].iter().any(|line| is_frame(line));
            !is_band
                || columns(band[0]).into_iter().all(|inside| few(band[1], inside) && few(band[3], inside))
        })
}

/// The columns within the boxes below such a border, from 0; `None` if the line is no border.
fn columns(line: &str) -> Vec<(usize, usize)> {
    let line = line.trim_end();
    let is_border = |char: char| char == ' ' || HORIZONTAL.contains(char) || CORNERS.contains(char);
    if line.trim().chars().count() < 5 || !line.chars().all(is_border) {
        return Vec::new();
    }
    let corners: Vec<usize> =
        line.chars().enumerate().filter(|(_, char)| CORNERS.contains(*char)).map(|(at, _)| at).collect();
    let chars: Vec<char> = line.chars().collect();
    let run = |pair: &[usize]| {
        let inside = pair[0] + 1..pair[1];
        let drawn = !inside.is_empty() && chars[inside.clone()].iter().all(|&char| HORIZONTAL.contains(char));
        drawn.then_some((inside.start, inside.end))
    };
    corners.windows(2).filter_map(run).collect()
}

/// The boxes of a drawing, and the board's size.
pub(super) fn read(source: &Source) -> Result<(Size, Vec<Drawn>), ParseError> {
    let lines: Vec<&str> = source.text().lines().collect();
    let mut drawn = Vec::new();
    let (mut row, mut cols) = (0_usize, 0_usize);
    let mut at = 0;
    while at < lines.len() {
        let columns = columns(lines[at]);
        let below: Vec<&str> = lines[at + 1..].iter().take(3).copied().collect();
        let is_content = |line: &&str| line.contains(['|', '│', '┃', '≠', '!']);
        if columns.is_empty() || below.is_empty() || !is_content(&below[0]) {
            at += 1;
            continue;
        }
        let error = |line: usize, column: usize, found: String| {
            source.error(Position { line: line + 1, column: column + 1 }, found)
        };
        if below.len() < 3 || !below.iter().all(is_content) {
            let place = error(at + below.len(), 0, "found a box of fewer than three lines".into());
            return Err(place.expecting("a label above, labels left and right, a label below"));
        }
        if row > 0 && columns.len() != cols {
            let found = format!("found {} boxes in row {}", columns.len(), row + 1);
            return Err(error(at, 0, found).expecting(cols.to_string()));
        }
        cols = columns.len();
        if (row + 1) * cols > MAX_CELLS {
            let found = format!("found more than {MAX_CELLS} boxes");
            return Err(error(at, 0, found).expecting("fewer"));
        }
        for (col, &(start, end)) in columns.iter().enumerate() {
            let cell = Cell::new(row as u16, col as u16);
            let words = |line: usize| words(below[line], start, end, at + line + 2);
            drawn.push(read_box(source, cell, words(0), words(1), words(2), (at + 2, start + 1))?);
        }
        row += 1;
        at += 4;
    }
    if drawn.is_empty() {
        return Err(ParseError::in_file(source.name(), "found no box").expecting("pieces drawn as boxes"));
    }
    Ok((Size::new(row as u16, cols as u16), drawn))
}

type Word = (String, Position);

/// The words between two columns of a line.
fn words(line: &str, start: usize, end: usize, number: usize) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    for (column, char) in line.chars().enumerate().take(end).skip(start) {
        if char.is_whitespace() {
            open = false;
        } else if let Some((word, _)) = words.last_mut().filter(|_| open) {
            word.push(char);
        } else {
            words.push((char.to_string(), Position { line: number, column: column + 1 }));
            open = true;
        }
    }
    words
}

fn read_box(
    source: &Source,
    cell: Cell,
    above: Vec<Word>,
    middle: Vec<Word>,
    below: Vec<Word>,
    (line, column): (usize, usize),
) -> Result<Drawn, ParseError> {
    let position = Position { line, column };
    let only = |mut words: Vec<Word>, what: &str, line: usize| match (words.pop(), words.pop()) {
        (Some(word), None) => Ok(word),
        (Some((word, position)), Some(_)) => {
            let error = source.error(position, format!("found {}", quote(&word)));
            Err(error.expecting(format!("one label {what}")))
        }
        (None, _) => Err(source
            .error(Position { line, column }, format!("found no label {what}"))
            .expecting("a box with a label at each edge")),
    };
    if above.is_empty() && below.is_empty() && middle.len() <= 1 {
        let number = middle.into_iter().next().filter(|(word, _)| word != ".");
        return Ok(Drawn { cell, labels: None, number, position });
    }
    let (up, down) = (only(above, "above", line)?, only(below, "below", line + 2)?);
    let mut middle = middle.into_iter();
    let (left, number, right) = match (middle.next(), middle.next(), middle.next(), middle.next()) {
        (Some(left), Some(right), None, None) => (left, None, right),
        (Some(left), number, Some(right), None) => (left, number, right),
        _ => {
            let position = Position { line: line + 1, column };
            let error = source.error(position, "found a piece with other than two labels in the middle");
            return Err(error.expecting("left and right, and between them nothing or the piece's number"));
        }
    };
    Ok(Drawn { cell, labels: Some([right, up, left, down]), number, position })
}

/// The size that a line `board 2x2` outside of the boxes states, as the pictures of puzzles do.
fn stated(source: &Source) -> Result<Option<Size>, ParseError> {
    let mut stated: Option<Size> = None;
    for (line, number) in source.text().lines().zip(1..) {
        let Some((word, size)) = line.trim().split_once(' ').filter(|(word, _)| *word == "board") else {
            continue;
        };
        let position = Position { line: number, column: line.find(word).unwrap_or(0) + word.len() + 2 };
        let error = || source.error(position, format!("found {}", quote(size)));
        let size: Size =
            size.trim().parse().map_err(|_| error().expecting("the board's size, such as 2x2"))?;
        if size.area() > MAX_CELLS {
            return Err(error().expecting(format!("at most {MAX_CELLS} squares")));
        }
        if stated.is_some_and(|known| known != size) {
            return Err(error().expecting("one size"));
        }
        stated = Some(size);
    }
    Ok(stated)
}

/// The board that is assumed for several pieces in one row or column that don't share borders, if no line states another:
/// such pieces are more often laid out than put together.
pub(super) fn strip(source: &Source) -> Option<Size> {
    let (size, drawn) = read(source).ok()?;
    let is_prime = |number: usize| (2..number).all(|part| !number.is_multiple_of(part));
    if size.rows > 1 && size.cols > 1 || is_prime(size.area()) || stated(source).ok()?.is_some() {
        return None;
    }
    let apart = |pair: &[Drawn]| {
        let [first, second] = [&pair[0], &pair[1]].map(|drawn| drawn.position);
        let wide = source.text().lines().nth(first.line - 2).map(columns)?;
        let (_, end) = wide.into_iter().find(|(start, _)| start + 1 == first.column)?;
        Some(if size.rows == 1 { second.column > end + 2 } else { second.line > first.line + 4 })
    };
    drawn.windows(2).all(|pair| apart(pair) == Some(true)).then_some(size)
}

pub(super) fn parse(source: &Source, size: Option<Size>) -> Result<EdgeMatching, ParseError> {
    let (arranged, drawn) = read(source)?;
    let size = match size {
        Some(size) => size,
        None => stated(source)?.unwrap_or(arranged),
    };
    if drawn.len() < size.area() {
        let found = format!("found {} pieces", drawn.len());
        return Err(
            ParseError::in_file(source.name(), found).expecting(format!("{} for {size}", size.area()))
        );
    }
    let mut edges: Vec<Option<[Named; 4]>> = (0..drawn.len()).map(|_| None).collect();
    let count = drawn.len();
    for (index, drawn) in drawn.into_iter().enumerate() {
        let Some(labels) = drawn.labels else {
            return Err(source.error(drawn.position, "found an empty box").expecting("a piece"));
        };
        let number = match &drawn.number {
            None => index,
            Some((word, position)) => match number(word) {
                Some(number) if (1..=count).contains(&number) => number - 1,
                _ => {
                    let error = source.error(*position, format!("found {}", quote(word)));
                    return Err(error.expecting(format!("the piece's number, #1 to #{count}")));
                }
            },
        };
        let named = labels.map(|(name, position)| Named { name, position });
        if edges[number].replace(named).is_some() {
            let found = format!("found piece {} for the second time", number + 1);
            return Err(source.error(drawn.position, found).expecting("each once"));
        }
    }
    let edges = edges.into_iter().flatten().collect();
    let pieces = Pieces { edges, frame: None, signed: false, size, zeros: Some(zeros(size)) };
    let (colors, pieces, frame) = pieces
        .number()
        .map_err(|(position, found, expected)| source.error(position, found).expecting(expected))?;
    Ok(EdgeMatching { frame, ..EdgeMatching::new(size, colors, pieces) })
}
