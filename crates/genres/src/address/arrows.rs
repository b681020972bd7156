//! Numbers with arrows: the direction (up, down, left, right, from 1), then the number as a hexadecimal digit, `.` for
//! none; 5 is added to the direction if the number has two digits. A letter from a to z means 1 to 26 empty cells.

use jigsat_input::{ParseError, pzpr::Cursor};

use crate::{
    Givens,
    page::{Part, SIGNS},
};

pub(super) fn decode(part: &Part, cursor: &mut Cursor<'_>, givens: &mut Givens) -> Result<(), ParseError> {
    let area = givens.size.area();
    let mut cell = 0;
    while cell < area {
        let Some(char) = cursor.next_char() else { return Err(cursor.too_short(cell, area, "cells")) };
        let position = cursor.position();
        let digit = match char.to_digit(36) {
            Some(digit @ 10..) => {
                cell += digit as usize - 9;
                continue;
            }
            Some(digit) => digit as usize,
            None => return Err(cursor.unexpected("a direction from 0 to 9, or a letter")),
        };
        let number = if digit >= 5 {
            Some(cursor.hexadecimal(2)?)
        } else {
            match cursor.next_char() {
                Some('.') => None,
                char => {
                    let number = char.and_then(|char| char.to_digit(16));
                    Some(number.ok_or_else(|| cursor.unexpected("a hexadecimal digit, or '.'"))?)
                }
            }
        };
        if let Some(number) = number {
            givens.set(&part.args[0], vec![cell], number.to_string(), position);
        }
        if let Some(direction) = (digit % 5).checked_sub(1) {
            givens.set(&part.args[direction + 1], vec![cell], SIGNS[direction], position);
        }
        cell += 1;
    }
    Ok(())
}

pub(super) fn encode(part: &Part, givens: &Givens, text: &mut String) -> Result<(), String> {
    let mut gap = 0;
    let flush = |gap: &mut u32, text: &mut String| {
        while *gap > 0 {
            let now = (*gap).min(26);
            text.push(char::from_digit(9 + now, 36).unwrap_or('z'));
            *gap -= now;
        }
    };
    for cell in 0..givens.size.area() {
        let direction = (1..5).find(|&at| givens.get(&part.args[at], &[cell]).is_some()).unwrap_or(0);
        let number = givens.get(&part.args[0], &[cell]).map(str::parse::<u32>);
        match (number, direction) {
            (None, 0) => gap += 1,
            (None, direction) => {
                flush(&mut gap, text);
                text.push_str(&format!("{direction}."));
            }
            (Some(Ok(number @ 0..=15)), direction) => {
                flush(&mut gap, text);
                text.push_str(&format!("{direction}{number:x}"));
            }
            (Some(Ok(number @ 16..=255)), direction) => {
                flush(&mut gap, text);
                text.push_str(&format!("{}{number:02x}", direction + 5));
            }
            (Some(_), _) => return Err("an address has no such number".into()),
        }
    }
    flush(&mut gap, text);
    Ok(())
}
