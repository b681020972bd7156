//! Borders of rooms: five per digit from 0 to v, first those between columns, row by row, then those between rows.

use jigsat_input::{ParseError, pzpr::Cursor};

use crate::{
    Givens,
    givens::{between, pieces},
};

pub(super) fn decode(cursor: &mut Cursor<'_>, givens: &mut Givens) -> Result<(), ParseError> {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let across = bits(cursor, rows * (columns - 1))?;
    let down = bits(cursor, (rows - 1) * columns)?;
    let joined = |a: usize, b: usize| !*between(columns, &across, &down, a, b);
    givens.set_rooms(&pieces(givens.size, joined));
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
    let size = givens.size;
    let (rows, columns) = (usize::from(size.rows), usize::from(size.cols));
    let Some(rooms) = &givens.rooms else { return };
    let differ = |a: usize, b: usize| rooms[a] != rooms[b];
    let across: Vec<bool> = (0..rows)
        .flat_map(|row| (1..columns).map(move |column| row * columns + column))
        .map(|cell| differ(cell - 1, cell))
        .collect();
    let down: Vec<bool> = (columns..rows * columns).map(|cell| differ(cell - columns, cell)).collect();
    for bits in [across, down] {
        for five in bits.chunks(5) {
            let digit = (0..5).fold(0, |digit, at| digit << 1 | u32::from(five.get(at) == Some(&true)));
            text.push(char::from_digit(digit, 32).unwrap_or('0'));
        }
    }
}
