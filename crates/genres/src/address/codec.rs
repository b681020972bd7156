//! The parts of an address, by the names that pages use.

use std::{collections::BTreeMap, ops::RangeInclusive};

use jigsat_input::{
    ParseError, Position,
    pzpr::{Cursor, Item, number4, number16},
    quote,
};

use super::{arrows, bits, dots, fleet, holes, lists, sums};
use crate::{
    Givens, Page,
    page::{Part, What},
};

/// Description of the places of numbers around a board.
const EDGE: &str = "places at the edge";

/// The readers of boards check how large numbers are.
const ANY: RangeInclusive<u32> = 0..=u32::MAX;

pub(super) fn decode(
    page: &Page,
    part: &Part,
    cursor: &mut Cursor<'_>,
    givens: &mut Givens,
) -> Result<(), ParseError> {
    let area = givens.size.area();
    let layer = part.args.first().map_or("", String::as_str);
    let unknown = part.args.get(1).map(String::as_str);
    match part.name.as_str() {
        "number16" => {
            let places = (0..area).map(|cell| vec![cell]).collect();
            let items = number16::decode(cursor, area, "cells", ANY)?;
            put(page, layer, unknown, &items, places, cursor, givens)?;
        }
        // Nothing follows if no cell has a number.
        "inside" => {
            cursor.skip_slash();
            if cursor.end().is_ok() {
                return Ok(());
            }
            let places = (0..area).map(|cell| vec![cell]).collect();
            let items = number16::decode(cursor, area, "cells", ANY)?;
            put(page, layer, None, &items, places, cursor, givens)?;
        }
        "roomnumber16" => {
            let rooms = givens.first_cells().len();
            let places = (0..rooms).map(|room| vec![room]).collect();
            let items = number16::decode(cursor, rooms, "rooms", ANY)?;
            put(page, layer, unknown, &items, places, cursor, givens)?;
        }
        "rooms" => {
            bits::decode(cursor, givens)?;
            cursor.skip_slash();
        }
        "number" => {
            let segment = cursor.segment();
            let number = segment.text().parse().map_err(|_| segment.unexpected("a number"))?;
            givens.numbers.insert(layer.to_owned(), number);
        }
        "base36" => {
            for cell in 0..area {
                let digit = match cursor.next_char() {
                    Some('-') => {
                        let high = cursor.next_char().and_then(|char| char.to_digit(36));
                        let low = cursor.next_char().and_then(|char| char.to_digit(36));
                        high.zip(low).map(|(high, low)| high * 36 + low)
                    }
                    Some('%' | '.') => continue,
                    char => char.and_then(|char| char.to_digit(36)),
                };
                let number = digit.ok_or_else(|| cursor.unexpected("a digit from 0 to z"))?;
                givens.set(layer, vec![cell], number.to_string(), cursor.position());
            }
        }
        "circles" => {
            let names = page.given(layer).map(|given| given.what.clone());
            let Some(What::Symbol(names)) = names else { return Ok(()) };
            let mut cell = 0;
            while cell < area {
                let digit = cursor.next_char().and_then(|char| char.to_digit(36)).filter(|&digit| digit < 27);
                let digit = digit.ok_or_else(|| cursor.unexpected("a digit from 0 to q: three cells"))?;
                for circle in [digit / 9, digit / 3 % 3, digit % 3] {
                    if let Some(name) = (circle as usize).checked_sub(1).and_then(|circle| names.get(circle))
                        && cell < area
                    {
                        givens.set(layer, vec![cell], name.clone(), cursor.position());
                    }
                    cell += 1;
                }
            }
        }
        "four" => {
            let places = (0..area).map(|cell| vec![cell]).collect();
            put(page, layer, unknown, &number4::decode(cursor, area)?, places, cursor, givens)?;
        }
        "margins" => margins(page, part, cursor, givens)?,
        "sides" => {
            let Some(given) = page.given(layer) else { return Ok(()) };
            cursor.skip_slash();
            let places = line_places(givens, given.is_list);
            let keys = places.iter().map(|&(line, end)| given.key(line, end)).collect();
            let items = number16::decode(cursor, places.len(), EDGE, ANY)?;
            put(page, layer, unknown, &items, keys, cursor, givens)?;
        }
        "arrows" => arrows::decode(part, cursor, givens)?,
        "lists" => lists::decode(page, part, cursor, givens)?,
        "sums" => sums::decode(part, cursor, givens)?,
        "dots" => dots::decode(page, part, cursor, givens)?,
        "holes" => holes::decode(page, layer, cursor, givens)?,
        "fleet" => fleet::decode(layer, cursor, givens)?,
        "slash" => cursor.skip_slash(),
        // These come before the size.
        "flag" | "style" => {}
        other => {
            let message = format!("the page of {} names {} as a part of addresses", page.name, quote(other));
            return Err(cursor.error(message));
        }
    }
    Ok(())
}

/// Lists of numbers, each half as long as a line has cells.
fn margins(page: &Page, part: &Part, cursor: &mut Cursor<'_>, givens: &mut Givens) -> Result<(), ParseError> {
    let layer = part.args.first().map_or("", String::as_str);
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let heights: Vec<usize> =
        (0..columns).map(|_| rows.div_ceil(2)).chain((0..rows).map(|_| columns.div_ceil(2))).collect();
    let items = number16::decode(cursor, heights.iter().sum(), EDGE, ANY)?;
    let mut rest = &items[..];
    for (line, &height) in heights.iter().enumerate() {
        let (own, other) = rest.split_at(height);
        rest = other;
        // They are written from the board outwards.
        let numbers: Vec<Item> = own.iter().rev().copied().filter(|item| *item != Item::Nothing).collect();
        let places = (0..numbers.len()).map(|place| vec![line, place]).collect();
        put(page, layer, None, &numbers, places, cursor, givens)?;
    }
    Ok(())
}

/// The lines, columns first; if each has two ends, first those above all columns, then those below, and so on.
fn line_places(givens: &Givens, has_ends: bool) -> Vec<(usize, usize)> {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let ends = if has_ends { 2 } else { 1 };
    let of = |lines: std::ops::Range<usize>| {
        (0..ends).flat_map(move |end| lines.clone().map(move |line| (line, end)))
    };
    of(0..columns).chain(of(columns..columns + rows)).collect()
}

fn put(
    page: &Page,
    layer: &str,
    unknown: Option<&str>,
    items: &[Item],
    places: Vec<Vec<usize>>,
    cursor: &Cursor<'_>,
    givens: &mut Givens,
) -> Result<(), ParseError> {
    let position = cursor.position();
    for (&item, place) in items.iter().zip(places) {
        match (item, page.given(layer).map(|given| &given.what)) {
            (Item::Nothing, _) => {}
            (Item::Number(number), Some(What::Symbol(names))) => {
                let Some(name) = names.get(number as usize) else {
                    let error = cursor.error(format!("found the number {number}"));
                    return Err(error.expecting(format!("a number below {}", names.len())));
                };
                givens.set(layer, place, name.clone(), position);
            }
            (Item::Number(number), _) => givens.set(layer, place, number.to_string(), position),
            (Item::Unknown, _) => set_unknown(page, unknown, place, position, givens),
        }
    }
    Ok(())
}

pub(super) fn set_unknown(
    page: &Page,
    layer: Option<&str>,
    place: Vec<usize>,
    position: Position,
    givens: &mut Givens,
) {
    if let Some(given) = layer.and_then(|layer| page.given(layer))
        && let What::Word(word) = &given.what
    {
        givens.set(&given.name, place, word.clone(), position);
    }
}

/// The error that an address has no number as large as this one.
fn too_large(number: u32) -> String {
    format!("an address has no number {number}")
}

pub(super) fn encode(page: &Page, part: &Part, givens: &Givens, text: &mut String) -> Result<(), String> {
    let area = givens.size.area();
    let layer = part.args.first().map_or("", String::as_str);
    let item = |key: &[usize]| {
        let value = givens.get(layer, key);
        let number = match page.given(layer).map(|given| &given.what) {
            Some(What::Symbol(names)) => {
                value.and_then(|value| names.iter().position(|name| name == value)).map(|place| place as u32)
            }
            _ => value.and_then(|number| number.parse().ok()),
        };
        let is_unknown = part.args.get(1).is_some_and(|unknown| givens.get(unknown, key).is_some());
        number.map_or(if is_unknown { Item::Unknown } else { Item::Nothing }, Item::Number)
    };
    match part.name.as_str() {
        "number16" => *text += &number16::encode((0..area).map(|cell| item(&[cell]))).map_err(too_large)?,
        "inside" if givens.layers.get(layer).is_none_or(BTreeMap::is_empty) => {}
        "inside" => {
            text.push('/');
            *text += &number16::encode((0..area).map(|cell| item(&[cell]))).map_err(too_large)?;
        }
        "roomnumber16" => {
            let rooms = givens.first_cells().len();
            *text += &number16::encode((0..rooms).map(|room| item(&[room]))).map_err(too_large)?;
        }
        "rooms" => bits::encode(givens, text),
        "number" => {
            let number = givens.number(page, layer);
            text.push_str(&format!("{number}/"));
        }
        "base36" => {
            for cell in 0..area {
                match item(&[cell]) {
                    Item::Number(number) if number < 36 => {
                        text.push(char::from_digit(number, 36).unwrap_or('0'));
                    }
                    Item::Number(number) if number < 36 * 36 => {
                        let digit = |digit| char::from_digit(digit, 36).unwrap_or('0');
                        text.extend(['-', digit(number / 36), digit(number % 36)]);
                    }
                    Item::Number(number) => return Err(too_large(number)),
                    _ => text.push('.'),
                }
            }
        }
        "circles" => {
            let names = page.given(layer).map(|given| given.what.clone());
            let Some(What::Symbol(names)) = names else { return Ok(()) };
            let circle = |cell: usize| {
                let value = givens.get(layer, &[cell])?;
                names.iter().position(|name| name == value).map(|circle| circle as u32 + 1)
            };
            for three in (0..area).collect::<Vec<_>>().chunks(3) {
                let digit = (0..3).fold(0, |digit, at| {
                    digit * 3 + three.get(at).and_then(|&cell| circle(cell)).unwrap_or(0)
                });
                text.push(char::from_digit(digit, 36).unwrap_or('0'));
            }
        }
        "four" => {
            let items: Vec<Item> = (0..area).map(|cell| item(&[cell])).collect();
            *text += &number4::encode(&items).map_err(too_large)?;
        }
        "margins" => {
            let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
            let mut items = Vec::new();
            for line in 0..rows + columns {
                let height = if line < columns { rows.div_ceil(2) } else { columns.div_ceil(2) };
                let numbers: Vec<Item> = (0..height).map(|place| item(&[line, place])).collect();
                let mut own: Vec<Item> =
                    numbers.into_iter().filter(|item| *item != Item::Nothing).rev().collect();
                own.resize(height, Item::Nothing);
                items.extend(own);
            }
            *text += &number16::encode(items).map_err(too_large)?;
        }
        "sides" => {
            let Some(given) = page.given(layer) else { return Ok(()) };
            let places = line_places(givens, given.is_list).into_iter();
            let items = places.map(|(line, end)| item(&given.key(line, end)));
            *text += &number16::encode(items).map_err(too_large)?;
        }
        "arrows" => arrows::encode(part, givens, text)?,
        "lists" => lists::encode(part, givens, text)?,
        "sums" => sums::encode(part, givens, text)?,
        "dots" => dots::encode(part, givens, text),
        "holes" => holes::encode(layer, givens, text),
        "fleet" => fleet::encode(page, layer, givens, text)?,
        "slash" => text.push('/'),
        "flag" | "style" => {}
        other => return Err(format!("addresses have no part '{other}'")),
    }
    Ok(())
}
