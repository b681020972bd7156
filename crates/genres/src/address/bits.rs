//! Borders between rooms and within them: five per digit from 0 to v, first those between columns, row by row, then those
//! between rows.

use jigsat_input::{ParseError, pzpr::Cursor};

use crate::Givens;

pub(super) fn decode(cursor: &mut Cursor<'_>, givens: &mut Givens) -> Result<(), ParseError> {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let mut is_drawn = bits(cursor, rows * (columns - 1))?;
    is_drawn.extend(bits(cursor, (rows - 1) * columns)?);
    givens.set_borders(&is_drawn);
    Ok(())
}

fn bits(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<bool>, ParseError> {
    let mut bits = Vec::with_capacity(count + 4);
    while bits.len() < count {
        let digit = cursor.next_char().and_then(|char| char.to_digit(32));
        let Some(digit) = digit else {
            return Err(cursor.unexpected("a digit from 0 to v: five borders"));
        };
        bits.extend((0..5).rev().map(|bit| digit >> bit & 1 == 1));
    }
    bits.truncate(count);
    Ok(bits)
}

pub(super) fn encode(givens: &Givens, text: &mut String) {
    if givens.rooms.is_none() {
        return;
    }
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let is_drawn = givens.borders();
    let (across, down) = is_drawn.split_at(rows * (columns - 1));
    for five in across.chunks(5).chain(down.chunks(5)) {
        let digit = (0..5).fold(0, |digit, at| digit << 1 | u32::from(five.get(at) == Some(&true)));
        text.push(char::from_digit(digit, 32).unwrap_or('0'));
    }
}
