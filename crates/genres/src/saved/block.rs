//! The parts of a saved board, by the names that pages use.

use jigsat_input::{Message, ParseError, Position, pzpr::Saved, quote};

use super::{Answer, OPEN, shade, with_givens};
use crate::{
    Givens, Page,
    address::FLEETS,
    givens::pieces,
    page::{At, Part, What},
};

pub(super) fn decode(
    page: &Page,
    part: &Part,
    lines: &mut Saved<'_>,
    givens: &mut Givens,
    answer: &mut Answer,
) -> Result<(), ParseError> {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let area = rows * columns;
    let arg = |place: usize| part.args.get(place).map_or("", String::as_str);
    match part.name.as_str() {
        "clues" => {
            let shaded = answer.entry(arg(2).to_owned()).or_insert_with(|| vec![OPEN; area]);
            for (cell, (position, word)) in lines.table(rows, columns)?.into_iter().enumerate() {
                match word {
                    "#" => shaded[cell] = 1,
                    "+" => shaded[cell] = 0,
                    word => given(page, part, lines, (position, word), cell, givens)?,
                }
            }
        }
        "numbers" | "circles" => {
            for (cell, (position, word)) in lines.table(rows, columns)?.into_iter().enumerate() {
                given(page, part, lines, (position, word), cell, givens)?;
            }
        }
        "rooms" => {
            lines.number()?;
            let names = lines.table(rows, columns)?;
            // Borders are drawn where numbers differ, so areas with the same number are separate rooms.
            givens.set_rooms(&pieces(givens.size, |a, b| names[a].1 == names[b].1));
        }
        "number" => {
            let number = lines.number()?;
            givens.numbers.insert(arg(0).to_owned(), number);
        }
        "edges" => {
            let mut words = lines.table(rows, columns - 1)?;
            words.extend(lines.table(rows - 1, columns)?);
            givens.set_borders(&words.iter().map(|(_, word)| *word == "1").collect::<Vec<_>>());
        }
        "digits" => {
            // If sums come before the cells, there are fewer.
            let outer = usize::from(outer(page));
            let words = lines.table(rows - outer, columns - outer)?;
            let number = |&(_, word): &(Position, &str)| word.trim_start_matches('q').parse().unwrap_or(-1);
            let mut written = vec![-1; area];
            for (place, word) in words.iter().enumerate() {
                let (row, column) = (place / (columns - outer), place % (columns - outer));
                written[(row + outer) * columns + column + outer] = number(word);
            }
            answer.insert(arg(0).to_owned(), with_givens(page, givens, written));
        }
        "frame" => super::frame::decode(page, part, lines, givens, answer)?,
        "corner" => super::corner::decode(page, part, lines, givens, answer)?,
        "lists" => super::lists::decode(page, part, lines, givens, answer)?,
        "sums" => super::sums::decode(part, lines, givens)?,
        "dots" => super::galaxies::decode_dots(page, part, lines, givens)?,
        "areas" => super::galaxies::decode_areas(page, part, lines, givens, answer)?,
        "flag" => {
            if lines.takes(arg(1)) {
                givens.numbers.insert(arg(0).to_owned(), 1);
            }
        }
        "fleet" => {
            let [(position, word)] = lines.words(1)?[..] else { return Ok(()) };
            let size = FLEETS.find(word).filter(|_| word.len() == 1);
            let size = size.ok_or_else(|| {
                lines.unexpected(position, word).expecting("c, d or e: a fleet of 3, 4 or 5")
            })?;
            givens.numbers.insert(arg(0).to_owned(), size as i64 + 3);
        }
        // The ships that the player has crossed out.
        "ships" => lines.skip(1),
        "arrows" => super::arrows::decode(part, lines, givens)?,
        "shades" => {
            let words = lines.table(rows, columns)?;
            // Cells with a given are shaded without a sign, unless the given is the first of its words.
            let is_given = |cell: usize| {
                part.args[1..].iter().any(|layer| {
                    let what = page.given(layer).map(|given| &given.what);
                    let none = if let Some(What::Symbol(names)) = what { names.first() } else { None };
                    givens.get(layer, &[cell]).is_some_and(|word| none.is_none_or(|none| none != word))
                })
            };
            let shaded = words
                .iter()
                .enumerate()
                .map(|(cell, (_, word))| if is_given(cell) { 1 } else { shade(word) });
            answer.insert(arg(0).to_owned(), shaded.collect());
        }
        "lines" | "borders" => {
            let mut words = lines.table(rows, columns - 1)?;
            words.extend(lines.table(rows - 1, columns)?);
            // Negative numbers are marks of the player: nothing is there.
            let drawn = words.iter().map(|(_, word)| match word.parse().unwrap_or(0) {
                0 => OPEN,
                number => i64::max(number, 0),
            });
            answer.insert(arg(0).to_owned(), drawn.collect());
        }
        "picture" => super::picture::decode(part, lines, givens, answer)?,
        other => {
            let message =
                format!("the page of {} names {} as a part of saved boards", page.name, quote(other));
            return Err(ParseError::in_file(lines.name(), message));
        }
    }
    Ok(())
}

/// Number of rows and columns that a board has and saved ones don't count.
fn outer(page: &Page) -> u16 {
    page.saved.as_ref().map_or(0, |(_, parts)| Page::outer(parts))
}

/// A word of a cell: `.` for nothing, `-` for unknown, a number, or the word of a circle.
fn given(
    page: &Page,
    part: &Part,
    lines: &Saved<'_>,
    (position, word): (Position, &str),
    cell: usize,
    givens: &mut Givens,
) -> Result<(), ParseError> {
    if word == "." {
        return Ok(());
    }
    let layer = page.given(part.args.first().map_or("", String::as_str));
    let unknown = part.args.get(1).and_then(|name| page.given(name));
    let found = match (word, layer, unknown) {
        ("-", _, Some(unknown)) => match &unknown.what {
            What::Word(word) => Some((unknown, word.clone())),
            _ => None,
        },
        (word, Some(layer), _) => match &layer.what {
            What::Symbol(names) => {
                let place = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                place.and_then(|place| names.get(place)).map(|name| (layer, name.clone()))
            }
            what => what.value(word).map(|value| (layer, value)),
        },
        _ => None,
    };
    let Some((layer, value)) = found else {
        return Err(lines.unexpected(position, word).expecting("what such a board has in a cell"));
    };
    let key = match (layer.at, &givens.rooms) {
        (At::Rooms, Some(rooms)) => rooms[cell],
        _ => cell,
    };
    givens.set(&layer.name, vec![key], value, position);
    Ok(())
}

/// Adds the lines of a part; returns a sentence if they can't express the board.
pub(super) fn encode(
    page: &Page,
    part: &Part,
    givens: &Givens,
    answer: &Answer,
    lines: &mut Vec<String>,
) -> Result<(), Message> {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let arg = |place: usize| part.args.get(place).map_or("", String::as_str);
    let is_yes =
        |layer: &str, place: usize| answer.get(layer).is_some_and(|values| values.get(place) == Some(&1));
    let firsts: Vec<usize> = givens.first_cells().into_iter().map(|cell| givens.size.index(cell)).collect();
    let word = |cell: usize| -> String {
        let layer = page.given(arg(0));
        let key = match layer {
            Some(layer) if layer.at == At::Rooms => firsts.iter().position(|&first| first == cell),
            _ => Some(cell),
        };
        let value = key.and_then(|key| givens.get(arg(0), &[key]));
        match (value, layer.map(|layer| &layer.what)) {
            (Some(value), Some(What::Symbol(names))) => names
                .iter()
                .position(|name| name == value)
                .map_or(".".into(), |place| (place + 1).to_string()),
            (Some(value), _) => value.to_owned(),
            (None, _) if givens.get(arg(1), &[cell]).is_some() => "-".into(),
            (None, _) => ".".into(),
        }
    };
    let table = |count: usize, columns: usize, word: &dyn Fn(usize) -> String| -> Vec<String> {
        let row = |row: usize| (0..columns).map(|column| word(row * columns + column) + " ").collect();
        (0..count).map(row).collect()
    };
    let outer = usize::from(outer(page));
    let unwritten =
        || format!("saved boards of {} have a part {} that can't be written", page.name, quote(&part.name));
    match part.name.as_str() {
        "clues" => {
            let shaded = |cell| if is_yes(arg(2), cell) { "#".into() } else { word(cell) };
            lines.extend(table(rows, columns, &shaded));
        }
        "numbers" | "circles" => lines.extend(table(rows, columns, &word)),
        "rooms" => {
            if !givens.inner.is_empty() {
                return Err(
                    "saved boards have no borders within rooms; use `format: words`, yaml or address".into(),
                );
            }
            let rooms = givens.rooms.as_deref().unwrap_or_default();
            lines.push(firsts.len().to_string());
            lines.extend(table(rows, columns, &|cell| rooms.get(cell).copied().unwrap_or(0).to_string()));
        }
        "number" => lines.push(givens.number(page, arg(0)).to_string()),
        "edges" => {
            let is_drawn = givens.borders();
            let (across, down) = is_drawn.split_at(rows * (columns - 1));
            let word = |is_drawn: bool| u8::from(is_drawn).to_string();
            lines.extend(table(rows, columns - 1, &|place| word(across[place])));
            lines.extend(table(rows - 1, columns, &|place| word(down[place])));
        }
        "digits" => lines.extend(table(rows - outer, columns - outer, &|place| match answer
            .get(arg(0))
            .and_then(|all| {
                all.get((place / (columns - outer) + outer) * columns + place % (columns - outer) + outer)
            }) {
            Some(&number) if number >= 0 => number.to_string(),
            _ => ".".into(),
        })),
        "frame" => super::frame::encode(page, part, givens, answer, lines),
        "corner" => super::corner::encode(page, part, givens, answer, lines),
        "lists" => super::lists::encode(part, givens, answer, lines),
        "sums" => super::sums::encode(part, givens, lines).ok_or_else(unwritten)?,
        "dots" => super::galaxies::encode_dots(part, givens, lines),
        "areas" => super::galaxies::encode_areas(part, givens, answer, lines),
        "flag" => {
            if givens.number(page, arg(0)) != 0 {
                lines.push(arg(1).to_owned());
            }
        }
        "fleet" => {
            let place = usize::try_from(givens.number(page, arg(0)) - 3).ok();
            lines.push(place.and_then(|place| FLEETS.chars().nth(place)).ok_or_else(unwritten)?.to_string());
        }
        "ships" => {
            let size = givens.number(page, arg(0)).max(0) as usize;
            lines.push("0 ".repeat(size * (size + 1) / 2));
        }
        "arrows" => super::arrows::encode(part, givens, lines),
        "shades" => {
            lines.extend(table(rows, columns, &|cell| {
                if is_yes(arg(0), cell) { "#".into() } else { ".".into() }
            }));
        }
        "lines" | "borders" => {
            let drawn = |place: usize| answer.get(arg(0)).and_then(|values| values.get(place)).copied();
            let edge = |place: usize| drawn(place).unwrap_or(0).max(0).to_string();
            lines.extend(table(rows, columns - 1, &edge));
            lines.extend(table(rows - 1, columns, &|place| edge(place + rows * (columns - 1))));
        }
        "picture" => super::picture::encode(part, givens, answer, lines),
        _ => return Err(unwritten().into()),
    }
    Ok(())
}
