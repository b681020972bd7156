//! Lists of up to four numbers in cells: a digit below 9 is one number, `.` an unknown one, and 9 means 1,1,1,1; two
//! digits in base 36 represent other lists, in which 0 is an unknown number. Letters from g to z mean 1 to 20 empty
//! cells.

use jigsat_input::{ParseError, pzpr::Cursor};

use crate::{
    Givens, Page,
    page::{Part, What},
};

/// For lists of 2, 3 and 4 numbers: their first code, and the number of values of a number.
const CODES: [(usize, u32, u32); 3] = [(2, 360, 6), (3, 396, 4), (4, 460, 2)];

pub(super) fn decode(
    page: &Page,
    part: &Part,
    cursor: &mut Cursor<'_>,
    givens: &mut Givens,
) -> Result<(), ParseError> {
    let mut cell = 0;
    let area = givens.size.area();
    while cell < area {
        let Some(char) = cursor.next_char() else { return Err(cursor.too_short(cell, area, "cells")) };
        let position = cursor.position();
        let list: Vec<Option<u32>> = match char {
            'g'..='z' => {
                cell += char as usize - 'f' as usize;
                continue;
            }
            '0'..='8' => vec![char.to_digit(10)],
            '9' => vec![Some(1); 4],
            '.' => vec![None],
            _ => {
                let high = char.to_digit(36).ok_or_else(|| unexpected(cursor))?;
                let low = cursor.next_char().and_then(|char| char.to_digit(36));
                let code = 36 * high + low.ok_or_else(|| unexpected(cursor))?;
                let known = CODES.iter().find(|(length, first, base)| {
                    (*first..*first + base.pow(*length as u32)).contains(&code)
                });
                let &(length, first, base) = known.ok_or_else(|| unexpected(cursor))?;
                let digit = |place: usize| (code - first) / base.pow((length - 1 - place) as u32) % base;
                (0..length).map(|place| Some(digit(place)).filter(|&digit| digit > 0)).collect()
            }
        };
        for (place, number) in list.into_iter().enumerate() {
            match (number, page.given(&part.args[1]).map(|given| &given.what)) {
                (Some(number), _) => {
                    givens.set(&part.args[0], vec![cell, place], number.to_string(), position);
                }
                (None, Some(What::Word(word))) => {
                    givens.set(&part.args[1], vec![cell, place], word.clone(), position);
                }
                _ => {}
            }
        }
        cell += 1;
    }
    Ok(())
}

fn unexpected(cursor: &Cursor<'_>) -> ParseError {
    cursor.unexpected("a digit, '.', two digits from a0 to d7, or a letter from g to z")
}

pub(super) fn encode(part: &Part, givens: &Givens, text: &mut String) -> Result<(), String> {
    let mut gap = 0;
    let flush = |gap: &mut u8, text: &mut String| {
        while *gap > 0 {
            let now = (*gap).min(20);
            text.push((b'f' + now) as char);
            *gap -= now;
        }
    };
    for cell in 0..givens.size.area() {
        let list = givens.list(&part.args.iter().map(String::as_str), cell);
        if list.is_empty() {
            gap += 1;
            if gap == 20 {
                flush(&mut gap, text);
            }
            continue;
        }
        flush(&mut gap, text);
        let numbers: Vec<u32> = list.iter().map(|number| number.parse().unwrap_or(0)).collect();
        match CODES.iter().find(|(length, ..)| *length == list.len()) {
            None => text.push_str(&list[0].replace('?', ".")),
            Some(_) if list == ["1"; 4] => text.push('9'),
            Some((_, first, base)) => {
                if let Some(number) = numbers.iter().find(|number| *number >= base) {
                    return Err(format!("an address has no list of {} numbers with {number}", list.len()));
                }
                let code = first + numbers.iter().fold(0, |code, number| code * base + number);
                let digit = |digit| char::from_digit(digit, 36).unwrap_or('0');
                text.extend([digit(code / 36), digit(code % 36)]);
            }
        }
    }
    flush(&mut gap, text);
    Ok(())
}
