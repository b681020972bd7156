//! The plain list: rows and columns, then a piece per line with its colours N E S W (from the top, clockwise).
//!
//! Rows and columns may be followed by the colour of the rim, and by the words `signed` and `fixed` (pieces may not be
//! turned). If no colour is named, colour 0 is that of the rim if there is enough of it for half of the rim. `#` starts
//! a comment; the first comment line is the title.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Position, Source, quote};

use super::{Named, Pieces, zeros};
use crate::{EdgeMatching, MAX_CELLS, MAX_PIECES};

struct Line<'t> {
    number: usize,
    words: Vec<(usize, &'t str)>,
}

/// The lines with words, and the words with their columns.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.lines()).filter_map(|(number, line)| {
        let content = line.split('#').next().unwrap_or_default();
        let mut words = Vec::new();
        let mut column = 1;
        let mut rest = content;
        loop {
            let blank: usize = rest.chars().take_while(|char| char.is_whitespace()).count();
            column += blank;
            rest = rest.trim_start();
            let word = rest.split(char::is_whitespace).next().unwrap_or_default();
            if word.is_empty() {
                break;
            }
            words.push((column, word));
            column += word.chars().count();
            rest = &rest[word.len()..];
        }
        (!words.is_empty()).then_some(Line { number, words })
    })
}

/// Whether a text, possibly cut off anywhere, may be such a list.
pub(super) fn recognises(start: &str) -> bool {
    let mut lines = lines(start);
    let Some(head) = lines.next() else { return false };
    let Some(size) = size(&head) else { return false };
    let is_color = |(_, word): &&(usize, &str)| !["signed", "fixed"].contains(word);
    if head.words[2..].iter().filter(is_color).count() > 1 {
        return false;
    }
    let whole = if start.ends_with('\n') { usize::MAX } else { start.lines().count() };
    let mut pieces = lines.filter(|line| line.number < whole).take(size.area().max(2) - 1).peekable();
    pieces.peek().is_some() && pieces.all(|line| line.words.len() == 4)
}

fn size(head: &Line<'_>) -> Option<Size> {
    let [(_, rows), (_, cols), ..] = head.words[..] else { return None };
    let size: Size = format!("{rows}x{cols}").parse().ok()?;
    let extra = &head.words[2..];
    (size.area() <= MAX_CELLS && extra.len() <= 3).then_some(size)
}

pub(super) fn parse(source: &Source) -> Result<EdgeMatching, ParseError> {
    let mut lines = lines(source.text());
    let Some(head) = lines.next() else {
        return Err(ParseError::in_file(source.name(), "found no puzzle").expecting("rows and columns"));
    };
    let at = |line: usize, column: usize| Position { line, column };
    let unexpected = |line: usize, (column, word): (usize, &str)| {
        source.error(at(line, column), format!("found {}", quote(word)))
    };
    let Some(size) = size(&head) else {
        let error = unexpected(head.number, head.words[0]);
        let expected = format!("rows and columns such as 6 6, of at most {MAX_CELLS} cells");
        return Err(error.expecting(expected));
    };
    let (mut frame, mut signed, mut rotate) = (None, false, true);
    for &(column, word) in &head.words[2..] {
        match word {
            "signed" => signed = true,
            "fixed" => rotate = false,
            _ if frame.is_none() => frame = Some(word.to_owned()),
            _ => {
                let error = unexpected(head.number, (column, word));
                return Err(error.expecting("one colour of the rim, 'signed' or 'fixed'"));
            }
        }
    }
    let mut edges = Vec::new();
    let mut last = head.number;
    for line in lines {
        let [north, east, south, west] = line.words[..] else {
            let words = line.words.len();
            let place = line.words.get(4).unwrap_or(&line.words[words - 1]);
            let found = format!("found {words} colours");
            let error = source.error(at(line.number, place.0), found);
            return Err(error.expecting("four: north, east, south, west"));
        };
        if edges.len() == MAX_PIECES {
            let found = format!("found more than {MAX_PIECES} pieces");
            return Err(source.error(at(line.number, 1), found).expecting("fewer"));
        }
        last = line.number;
        let named = |(column, name): (usize, &str)| Named {
            name: name.to_owned(),
            position: at(line.number, column),
        };
        edges.push([named(east), named(north), named(west), named(south)]);
    }
    if edges.len() < size.area() {
        let column = source.line(last).chars().count() + 1;
        let found = format!("found {} pieces", edges.len());
        let expected = format!("{} for a board of {size}", size.area());
        return Err(source.error(at(last, column), found).expecting(expected));
    }
    let pieces = Pieces { edges, frame, signed, size, zeros: Some(zeros(size)) };
    let (colors, pieces, frame) = pieces
        .number()
        .map_err(|(position, found, expected)| source.error(position, found).expecting(expected))?;
    let title = source.text().lines().next().and_then(|line| line.strip_prefix('#')).unwrap_or_default();
    let title = title.trim().chars().take(200).collect();
    Ok(EdgeMatching { title, rotate, frame, ..EdgeMatching::new(size, colors, pieces) })
}
