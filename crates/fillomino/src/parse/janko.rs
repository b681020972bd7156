//! Text in sections, as puzzles are exchanged on janko.at: keys with values, then the rows after `problem`.
//!
//! ```text
//! puzzle fillomino
//! title An example
//! size 3
//! problem
//! - 3 -
//! 1 - 3
//! - - -
//! ```
//!
//! `rows` and `cols` state other sizes; without any, the rows determine the size. Names of sections may be in brackets.
//! Text after the rows is ignored.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Position, Source, quote};

use super::{expected, number};
use crate::{Fillomino, MAX_SIDE};

pub(super) fn parse(source: &Source) -> Result<Fillomino, ParseError> {
    let (mut title, mut author) = (String::new(), String::new());
    let (mut rows, mut cols): (Option<u16>, Option<u16>) = (None, None);
    let mut lines = source.text().split('\n').enumerate();
    loop {
        let Some((index, line)) = lines.next() else {
            let last = source.position(source.text().len());
            return Err(source
                .error(last, "found end of text")
                .expecting("a line 'problem' with rows after it"));
        };
        let trimmed = line.trim();
        let (key, value) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let value = value.trim();
        match key.trim_matches(['[', ']']).to_lowercase().as_str() {
            "problem" => break,
            "title" => value.clone_into(&mut title),
            "author" => value.clone_into(&mut author),
            "puzzle" if !value.eq_ignore_ascii_case("fillomino") => {
                let column = line.find(value).unwrap_or(0) + 1;
                let error =
                    source.error(Position { line: index + 1, column }, format!("found {}", quote(value)));
                return Err(error.expecting("fillomino"));
            }
            key @ ("size" | "rows" | "cols" | "columns") => {
                let side = value.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
                let Some(side) = side else {
                    let column = line.len() - line.trim_start().len() + key.len() + 2;
                    let found = format!("found {}", quote(value));
                    let error = source.error(Position { line: index + 1, column }, found);
                    return Err(error.expecting(format!("a number from 1 to {MAX_SIDE}")));
                };
                if key != "cols" && key != "columns" {
                    rows = Some(side);
                }
                if key != "rows" {
                    cols = Some(side);
                }
            }
            _ => {}
        }
    }
    let mut givens = Vec::new();
    let mut found_rows = 0;
    let mut last = source.position(source.text().len());
    for (index, line) in lines {
        if line.trim().is_empty() {
            continue;
        }
        let starts_section = line.trim_start().starts_with(|char: char| char.is_alphabetic() || char == '[');
        if starts_section || rows.is_some_and(|rows| found_rows == rows) {
            break;
        }
        let place = |offset: usize| Position { line: index + 1, column: line[..offset].chars().count() + 1 };
        let before = givens.len();
        let mut at = 0;
        for word in line.split_whitespace() {
            let offset = at + line[at..].find(word).unwrap_or(0);
            at = offset + word.len();
            let Some(given) = number(word, true) else {
                let error = source.error(place(offset), format!("found {}", quote(word)));
                return Err(error.expecting(expected(true)));
            };
            givens.push(given);
        }
        let width = givens.len() - before;
        let wanted = usize::from(*cols.get_or_insert(width.min(usize::from(MAX_SIDE)) as u16));
        if width != wanted {
            let error = source.error(place(line.trim_end().len()), format!("found {width} cells"));
            return Err(error.expecting(format!("{wanted} in row {}", found_rows + 1)));
        }
        found_rows += 1;
        last = place(line.trim_end().len());
        if found_rows > MAX_SIDE {
            return Err(source.error(last, "found too many rows").expecting(format!("at most {MAX_SIDE}")));
        }
    }
    let wanted = rows.unwrap_or(found_rows.max(1));
    if found_rows != wanted {
        let error = source.error(last, format!("found {found_rows} rows"));
        return Err(error.expecting(wanted.to_string()));
    }
    let size = Size::new(wanted, cols.unwrap_or(1));
    Ok(Fillomino { title, source: author, ..Fillomino::new(size, givens) })
}
