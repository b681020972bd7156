//! Sums of Kakuro: a letter from k to z means 1 to 16 white cells, `.` a black one without sums, and two digits are the
//! sums below and to the right of one, 0 or - for none: 0 to 9, a to j up to 19, A to Z up to 45. The sums before the
//! first row and column follow, one for each white cell there.

use jigsat_input::{ParseError, Position, pzpr::Cursor};

use crate::{Givens, page::Part};

/// The board has one more row and column, before those of the address.
pub(super) fn decode(part: &Part, cursor: &mut Cursor<'_>, givens: &mut Givens) -> Result<(), ParseError> {
    let [wall, below, right] = &part.args[..] else { return Ok(()) };
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let inner: Vec<usize> =
        (1..rows).flat_map(|row| (1..columns).map(move |column| row * columns + column)).collect();
    let mut is_white = vec![true; givens.size.area()];
    let mut at = 0;
    while at < inner.len() {
        let Some(char) = cursor.next_char() else {
            return Err(cursor.too_short(at, inner.len(), "cells"));
        };
        let position = cursor.position();
        match char {
            'k'..='z' => at += char as usize - 'j' as usize,
            '.' => {
                is_white[inner[at]] = false;
                givens.set(wall, vec![inner[at]], "#", position);
                at += 1;
            }
            _ => {
                is_white[inner[at]] = false;
                let below_sum = value(Some(char)).ok_or_else(|| unexpected(cursor))?;
                let right_sum = value(cursor.next_char()).ok_or_else(|| unexpected(cursor))?;
                set(givens, &[(below, below_sum), (right, right_sum)], wall, inner[at], position);
                at += 1;
            }
        }
    }
    givens.set(wall, vec![0], "#", cursor.position());
    let above = (1..columns).map(|column| (column, columns + column, below));
    let before = (1..rows).map(|row| (row * columns, row * columns + 1, right));
    for (cell, first, layer) in above.chain(before) {
        let sum =
            if is_white[first] { value(cursor.next_char()).ok_or_else(|| unexpected(cursor))? } else { 0 };
        set(givens, &[(layer, sum)], wall, cell, cursor.position());
    }
    Ok(())
}

fn unexpected(cursor: &Cursor<'_>) -> ParseError {
    cursor.unexpected("a sum, 0 to 9, a to j or A to Z, or '-' for none; a letter from k to z, or '.'")
}

/// A black cell with the sums that are not 0, or with none.
fn set(givens: &mut Givens, sums: &[(&String, u32)], wall: &str, cell: usize, position: Position) {
    let mut is_wall = true;
    for (layer, sum) in sums.iter().filter(|(_, sum)| *sum > 0) {
        givens.set(layer, vec![cell], sum.to_string(), position);
        is_wall = false;
    }
    if is_wall {
        givens.set(wall, vec![cell], "#", position);
    }
}

fn value(char: Option<char>) -> Option<u32> {
    match char? {
        char @ ('0'..='9' | 'a'..='j') => char.to_digit(20),
        char @ 'A'..='Z' => char.to_digit(36).map(|digit| digit + 10),
        // Some writers use it where there is no sum.
        '-' => Some(0),
        _ => None,
    }
}

pub(super) fn encode(part: &Part, givens: &Givens, text: &mut String) -> Result<(), String> {
    let [wall, below, right] = &part.args[..] else { return Ok(()) };
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let sum = |layer: &str, cell: usize| -> u32 {
        givens.get(layer, &[cell]).and_then(|sum| sum.parse().ok()).unwrap_or(0)
    };
    let is_black =
        |cell: usize| [wall, below, right].iter().any(|layer| givens.get(layer, &[cell]).is_some());
    let outer = (0..columns).chain((1..rows).map(|row| row * columns));
    if !outer.clone().all(is_black) {
        return Err("an address has boards whose first row and column are black".into());
    }
    let digit = |sum: u32| match sum {
        0..=19 => char::from_digit(sum, 20).unwrap_or('0'),
        _ => char::from_digit(sum - 10, 36).unwrap_or('z').to_ascii_uppercase(),
    };
    let mut gap = 0;
    let flush = |gap: &mut u8, text: &mut String| {
        if *gap > 0 {
            text.push((b'j' + *gap) as char);
            *gap = 0;
        }
    };
    for cell in (1..rows).flat_map(|row| (1..columns).map(move |column| row * columns + column)) {
        if is_black(cell) {
            flush(&mut gap, text);
            match (sum(below, cell), sum(right, cell)) {
                (0, 0) => text.push('.'),
                (below, right) => text.extend([digit(below), digit(right)]),
            }
        } else {
            gap += 1;
            if gap == 16 {
                flush(&mut gap, text);
            }
        }
    }
    flush(&mut gap, text);
    let above = (1..columns).map(|column| (column, columns + column, below));
    let before = (1..rows).map(|row| (row * columns, row * columns + 1, right));
    for (cell, _, layer) in above.chain(before).filter(|&(_, first, _)| !is_black(first)) {
        text.push(digit(sum(layer, cell)));
    }
    Ok(())
}
