//! A board with numbers on all four sides: `frame(sight, number, height)`.

use jigsat_input::{ParseError, pzpr::Saved};

use super::{Answer, with_givens};
use crate::{Givens, Page, page::Part};

/// The content of a place of the frame.
enum At {
    Corner,
    /// A line, and one of its ends.
    Line(usize, usize),
    Cell(usize),
}

struct Frame {
    rows: usize,
    columns: usize,
}

impl Frame {
    fn of(givens: &Givens) -> Self {
        Frame { rows: usize::from(givens.size.rows), columns: usize::from(givens.size.cols) }
    }

    fn height(&self) -> usize {
        self.rows + 2
    }

    fn width(&self) -> usize {
        self.columns + 2
    }

    fn at(&self, place: usize) -> At {
        let (row, column) = (place / self.width(), place % self.width());
        let inside = |at: usize, count: usize| at.checked_sub(1).filter(|&at| at < count);
        match (inside(row, self.rows), inside(column, self.columns)) {
            (Some(row), Some(column)) => At::Cell(row * self.columns + column),
            (None, Some(column)) => At::Line(column, usize::from(row > 0)),
            (Some(row), None) => At::Line(self.columns + row, usize::from(column > 0)),
            (None, None) => At::Corner,
        }
    }
}

pub(super) fn decode(
    page: &Page,
    part: &Part,
    lines: &mut Saved<'_>,
    givens: &mut Givens,
    answer: &mut Answer,
) -> Result<(), ParseError> {
    let frame = Frame::of(givens);
    let words = lines.table(frame.height(), frame.width())?;
    let mut values = vec![-1; frame.rows * frame.columns];
    for (place, (position, word)) in words.into_iter().enumerate() {
        match frame.at(place) {
            At::Corner => {}
            At::Cell(cell) => match word.strip_prefix('q') {
                Some(number) => givens.set(&part.args[1], vec![cell], number, position),
                None => values[cell] = word.parse().unwrap_or(-1),
            },
            At::Line(..) if word == "." => {}
            At::Line(line, end) => {
                let Some(given) = page.given(&part.args[0]) else { continue };
                let Some(value) = given.what.value(word) else {
                    return Err(lines.unexpected(position, word).expecting("a number"));
                };
                givens.set(&given.name, given.key(line, end), value, position);
            }
        }
    }
    answer.insert(part.args[2].clone(), with_givens(page, givens, values));
    Ok(())
}

pub(super) fn encode(page: &Page, part: &Part, givens: &Givens, answer: &Answer, lines: &mut Vec<String>) {
    let frame = Frame::of(givens);
    let values = answer.get(&part.args[2]);
    let word = |place: usize| match frame.at(place) {
        At::Corner => ".".to_owned(),
        At::Line(line, end) => {
            let key = page.given(&part.args[0]).map(|given| given.key(line, end)).unwrap_or_default();
            givens.get(&part.args[0], &key).unwrap_or(".").to_owned()
        }
        At::Cell(cell) => {
            let value = values.and_then(|values| values.get(cell));
            match (givens.get(&part.args[1], &[cell]), value) {
                (Some(given), _) => format!("q{given}"),
                (None, Some(&value)) if value >= 0 => value.to_string(),
                _ => ".".into(),
            }
        }
    };
    for row in 0..frame.height() {
        lines.push((0..frame.width()).map(|column| word(row * frame.width() + column) + " ").collect());
    }
}
