//! Cells that are not part of the board: five per digit from 0 to v, if there are any.

use jigsat_input::{ParseError, pzpr::Cursor};

use super::codec::set_unknown;
use crate::{Givens, Page};

pub(super) fn decode(
    page: &Page,
    layer: &str,
    cursor: &mut Cursor<'_>,
    givens: &mut Givens,
) -> Result<(), ParseError> {
    let cells: Vec<usize> = (0..givens.size.area()).collect();
    for five in cells.chunks(5) {
        let Some(char) = cursor.next_char() else { break };
        let digit = char.to_digit(32);
        let digit = digit.ok_or_else(|| cursor.unexpected("a digit from 0 to v: five cells"))?;
        for (&cell, bit) in five.iter().zip((0..5).rev()) {
            if digit >> bit & 1 == 1 {
                set_unknown(page, Some(layer), vec![cell], cursor.position(), givens);
            }
        }
    }
    Ok(())
}

pub(super) fn encode(layer: &str, givens: &Givens, text: &mut String) {
    let holes: Vec<bool> = (0..givens.size.area()).map(|cell| givens.get(layer, &[cell]).is_some()).collect();
    if holes.contains(&true) {
        for five in holes.chunks(5) {
            let digit = (0..5).fold(0, |digit, at| digit << 1 | u32::from(five.get(at) == Some(&true)));
            text.push(char::from_digit(digit, 32).unwrap_or('0'));
        }
    }
}
