//! Boards and solutions as text.

use jigsat_input::{Message, Source, to_yaml};

use crate::{
    Board, Givens, Page, Solution, address,
    code::Answer,
    givens::edge,
    page::{At, Given, What},
    parse::{
        are_words,
        rooms::{BELOW, RIGHT},
        yaml::File,
    },
    saved,
};

/// A board as rows of words.
pub(crate) fn words(page: &Page, givens: &Givens) -> String {
    let file = file(page, givens);
    let numbers: Vec<String> =
        file.numbers.iter().map(|(name, number)| format!("{name} {number}\n")).collect();
    let size = format!("{} {}\n", givens.size.rows, givens.size.cols);
    let blocks = [file.columns, file.rows, file.board, file.rooms].into_iter().flatten();
    numbers.concat() + &size + &blocks.collect::<Vec<_>>().join("\n")
}

/// A board as YAML.
pub(crate) fn yaml(page: &Page, givens: &Givens) -> Result<String, String> {
    to_yaml(&file(page, givens)).map_err(|error| error.to_string())
}

/// The shortest form that can be read again: an address, if it can state all givens, otherwise rows of words.
pub(crate) fn plain(page: &Page, givens: &Givens) -> String {
    address(page, givens).unwrap_or_else(|_| words(page, givens).trim_end().to_owned())
}

/// A board as an address, if that can state all givens.
pub(crate) fn address(page: &Page, givens: &Givens) -> Result<String, Message> {
    let address = address::write(page, givens)?;
    let again = address::parse(page, &Source::new("address", address.as_str()));
    let is_same = again.is_ok_and(|again| {
        let same_number = |name: &String| again.number(page, name) == givens.number(page, name);
        again.size == givens.size
            && again.layers == givens.layers
            && again.rooms == givens.rooms
            && again.inner == givens.inner
            && page.numbers.keys().all(same_number)
    });
    if is_same {
        Ok(address)
    } else {
        Err("an address can't express this whole board; use `format: plain` or yaml".into())
    }
}

/// A board in the format of pzpr, with a solution if there is one.
pub(crate) fn saved(board: &Board, solution: Option<&Solution>) -> Result<String, Message> {
    let mut answer = Answer::new();
    for layer in &board.layers {
        let values = solution.map_or_else(Vec::new, |solution| solution.flat(&layer.name));
        let number = |value: &crate::Value| {
            let text = value.text()?;
            if are_words(&layer.values) {
                layer.values.iter().position(|word| *word == text).map(|place| place as i64)
            } else {
                text.parse().ok()
            }
        };
        let number = |value: &crate::Value| number(value).unwrap_or(-1);
        answer.insert(layer.name.clone(), values.into_iter().map(number).collect());
    }
    saved::write(&board.page, &board.givens, &answer)
}

fn file(page: &Page, givens: &Givens) -> File {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let lines = |lines: std::ops::Range<usize>| {
        let given = page.givens.iter().find(|given| given.at == At::Lines)?;
        let line = |line: usize| {
            let numbers = givens.line(given, line);
            let words: Vec<&str> = numbers.iter().map(|number| number.unwrap_or("-")).collect();
            if words.is_empty() { "-\n".to_owned() } else { words.join(" ") + "\n" }
        };
        Some(lines.map(line).collect())
    };
    File {
        kind: page.name.clone(),
        size: (columns == 1).then_some(givens.size),
        title: givens.title.clone(),
        source: givens.source.clone(),
        about: givens.about.clone(),
        numbers: givens.numbers.clone(),
        columns: lines(0..columns),
        rows: lines(columns..columns + rows),
        board: page.has_words().then(|| {
            if page.shows_borders() {
                dots(page, givens)
            } else if page.has_corners() {
                corners(page, givens)
            } else {
                let cells = givens.in_cells(page);
                table(columns, cells.len(), |cell| word(&cells[cell]))
            }
        }),
        rooms: givens.rooms.as_ref().map(|rooms| {
            let names: Vec<String> = (0..rooms.len()).map(|cell| room(givens, rooms, cell)).collect();
            // Signs of borders stand behind names, which begin in one column.
            let width = names.iter().map(String::len).max().filter(|_| !givens.inner.is_empty());
            table(columns, names.len(), |cell| format!("{:<1$}", names[cell], width.unwrap_or_default()))
        }),
    }
}

/// The word of a cell with these givens.
fn word(givens: &[(&Given, &str)]) -> String {
    let mut word = String::new();
    for (given, value) in givens {
        if given.is_list && !word.is_empty() {
            word.push(',');
        }
        word += value;
        if let What::Signed(sign) = &given.what {
            word += sign;
        }
    }
    if word.is_empty() { "-".into() } else { word }
}

/// The board for genres with stars or words on borders: a sign for each middle, border and corner.
fn dots(page: &Page, givens: &Givens) -> String {
    let (width, height) = givens.dots();
    let sign = |dot: usize| {
        let is_cell = (dot / width).is_multiple_of(2) && (dot % width).is_multiple_of(2);
        let of = |given: &Given| match given.at {
            At::Dots => givens.get(&given.name, &[dot]),
            At::Borders if given.is_on_border() => givens.get(&given.name, &[givens.border_of(dot)?]),
            At::Cells if is_cell => givens.get(&given.name, &[givens.beside(dot)[0]]),
            _ => None,
        };
        page.givens.iter().find_map(of).unwrap_or(".")
    };
    (0..height).map(|row| (0..width).map(|at| sign(row * width + at)).collect::<String>() + "\n").collect()
}

/// The board for genres with something at corners: a word for each corner.
fn corners(page: &Page, givens: &Givens) -> String {
    let [rows, columns] = [givens.size.rows, givens.size.cols].map(|side| usize::from(side) + 1);
    let word = |corner: usize| {
        let own =
            |given: &Given| (given.at == At::Corners).then(|| givens.get(&given.name, &[corner])).flatten();
        page.givens.iter().find_map(own).unwrap_or("-").to_owned()
    };
    table(columns, rows * columns, word)
}

/// The name of a cell's room, with the borders within that room to the right of the cell and below it.
fn room(givens: &Givens, rooms: &[usize], cell: usize) -> String {
    let (size, columns) = (givens.size, usize::from(givens.size.cols));
    let is_inner = |next: usize| givens.inner.contains(&edge(size, cell, next));
    let mut name = room_name(rooms[cell]);
    if cell % columns + 1 < columns && is_inner(cell + 1) {
        name.push(RIGHT);
    }
    if cell + columns < size.area() && is_inner(cell + columns) {
        name.push(BELOW);
    }
    name
}

/// `A` to `Z`, then `AA` and so on.
fn room_name(room: usize) -> String {
    let letter = (b'A' + (room % 26) as u8) as char;
    if room < 26 { letter.to_string() } else { room_name(room / 26 - 1) + &letter.to_string() }
}

/// A line for each row; words of the same place are aligned.
fn table(columns: usize, count: usize, word: impl Fn(usize) -> String) -> String {
    let words: Vec<String> = (0..count).map(word).collect();
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(1);
    let row = |row: &[String]| {
        let padded: Vec<String> = row.iter().map(|word| format!("{word:>width$}")).collect();
        padded.join(" ").trim_end().to_owned() + "\n"
    };
    words.chunks(columns).map(row).collect()
}
