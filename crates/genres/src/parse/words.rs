//! Boards as rows of words, blocks of them one below the other: margins, the board, its rooms.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Position, Source, counted, quote};

use super::{
    head::{self, constant, other_size, size},
    labels, rooms,
    rows::{MAX_SIDE, Row, Word, rows},
};
use crate::{
    Givens, Page,
    page::{At, Given, What},
};

/// The blocks of a board; blocks that it doesn't have are empty.
#[derive(Default)]
pub(super) struct Blocks<'t> {
    pub size: Option<(usize, usize)>,
    pub columns: Vec<Row<'t>>,
    pub rows: Vec<Row<'t>>,
    pub board: Vec<Row<'t>>,
    pub rooms: Vec<Row<'t>>,
}

/// The number of blocks of a board: lines of numbers for its columns and rows, its cells, its rooms.
pub(super) fn blocks(page: &Page) -> usize {
    let margins = if page.has_margins() { 2 } else { 0 };
    margins + usize::from(page.has_words()) + usize::from(page.rooms.is_some())
}

pub(super) fn parse(page: &Page, source: &Source) -> Result<Givens, ParseError> {
    let mut lines = rows(source.text(), source.start());
    let (mut numbers, mut title) = (Vec::new(), String::new());
    while let Some(first) = lines.first() {
        if let Some([name, number]) = constant(page, first) {
            let value: i64 = number.text.parse().map_err(|_| {
                source.error(number.position, format!("found {}", quote(number.text))).expecting("a number")
            })?;
            numbers.push((name.text.to_owned(), value));
        } else if let Some(words) = head::title(first) {
            title = words;
        } else if !first.is_empty() {
            break;
        }
        lines.remove(0);
    }
    if let Some((size, lines)) = head::runs(page, &lines) {
        return Ok(Givens { title, ..of_runs(page, source, size, &lines)? });
    }
    let size = size(page, &lines);
    if size.is_some() {
        lines.remove(0);
    } else if let Some(error) =
        head::without_margins(page, source, &lines).or_else(|| other_size(page, source, &lines))
    {
        return Err(error);
    }
    let mut groups: Vec<Vec<Row<'_>>> = vec![Vec::new()];
    for line in lines {
        match groups.last_mut() {
            Some(last) if !line.is_empty() => last.push(line),
            Some(last) if last.is_empty() => {}
            _ => groups.push(Vec::new()),
        }
    }
    groups.retain(|group| !group.is_empty());
    let wanted = blocks(page);
    let mut blocks = Blocks { size, ..Blocks::default() };
    let is_spaced = groups.iter().all(|group| group.len() == 1);
    if groups.len() > wanted && size.is_none() && !is_spaced {
        let position = groups[wanted][0][0].position;
        let message = format!("found {} blocks with blank lines between them", groups.len());
        let help = if page.runs().is_some() {
            "write 0 for a line without numbers, or ROWS COLUMNS on a line above the board"
        } else {
            "several boards are read if each of them has that many blocks"
        };
        return Err(source
            .error(position, message)
            .expecting(format!("{wanted} for a board"))
            .with_help(help));
    }
    let mut parts = if groups.len() == wanted { groups } else { split(groups.concat(), size, wanted, page) };
    parts.reverse();
    let mut next = || parts.pop().unwrap_or_default();
    if page.has_margins() {
        (blocks.columns, blocks.rows) = (next(), next());
    }
    if page.has_words() {
        blocks.board = next();
    }
    if page.rooms.is_some() {
        blocks.rooms = next();
    }
    if let Some(word) = next().first().and_then(|row| row.first()) {
        let error = source.error(word.position, format!("found {} after the board", quote(word.text)));
        return Err(error.expecting("the end of the text"));
    }
    let mut givens = assemble(page, source, &blocks)?;
    givens.numbers.extend(numbers);
    givens.title = title;
    Ok(givens)
}

/// The board of this many lines of runs, columns first. Runs whose sums agree only if the rows come first are refused.
fn of_runs(
    page: &Page,
    source: &Source,
    (rows, columns): (usize, usize),
    lines: &[Row<'_>],
) -> Result<Givens, ParseError> {
    let board = |columns: &[Row<'_>], rows: &[Row<'_>]| {
        let size = Some((rows.len(), columns.len()));
        assemble(
            page,
            source,
            &Blocks { size, columns: columns.to_vec(), rows: rows.to_vec(), ..Blocks::default() },
        )
    };
    let givens = board(&lines[..columns], &lines[columns..])?;
    let differ = givens.shaded_differ(page);
    let is_swapped =
        || board(&lines[rows..], &lines[..rows]).is_ok_and(|other| other.shaded_differ(page).is_none());
    match differ {
        Some(differ) if is_swapped() => {
            let first = lines.iter().flatten().next().map_or(source.start(), |word| word.position);
            let help = "in a file named .nin, the rows come first; 'rows' and 'columns' on lines above them say it, too";
            let error = source.error(first, format!("{differ}, as they are if the rows come first"));
            Err(error
                .expecting(format!("{columns} lines for the columns, then {rows} for the rows"))
                .with_help(help))
        }
        _ => Ok(givens),
    }
}

/// Splits a text into blocks without blank lines between them: of the known size, or equally large.
fn split<'t>(
    lines: Vec<Row<'t>>,
    size: Option<(usize, usize)>,
    wanted: usize,
    page: &Page,
) -> Vec<Vec<Row<'t>>> {
    let each = match size {
        Some((rows, _)) => page.drawn(rows),
        None if wanted > 0 && lines.len().is_multiple_of(wanted) => (lines.len() / wanted).max(1),
        // `assemble` reports what is missing.
        None => lines.len().max(1),
    };
    let mut lines = lines.into_iter().peekable();
    let mut blocks: Vec<Vec<Row<'t>>> = Vec::new();
    while lines.peek().is_some() {
        let is_columns = page.has_margins() && blocks.is_empty();
        let height = size.filter(|_| is_columns).map_or(each, |(_, columns)| columns);
        blocks.push(lines.by_ref().take(height).collect());
    }
    blocks
}

/// Makes a board from its blocks.
pub(super) fn assemble<'t>(page: &Page, source: &Source, blocks: &Blocks<'t>) -> Result<Givens, ParseError> {
    let is_narrow = blocks.size.is_some_and(|(_, columns)| columns == 1);
    let cells = |block: &[Row<'t>]| if is_narrow { block.to_vec() } else { cells(block) };
    let (board, room_names) = (cells(&blocks.board), cells(&blocks.rooms));
    let block = if page.has_words() { &board } else { &room_names };
    let (rows, columns) = match (blocks.size, page.has_margins()) {
        (Some(size), _) => size,
        (None, true) => (blocks.rows.len(), blocks.columns.len()),
        (None, false) => (page.side(block.len()), page.side(block.first().map_or(0, Vec::len))),
    };
    if rows == 0 || columns == 0 {
        if let (true, Some(word)) = (page.has_margins(), block.iter().flatten().next()) {
            return Err(head::lacks_margins(page, source, word.position));
        }
        return Err(ParseError::in_file(source.name(), "has no board").expecting("rows of words"));
    }
    if rows.max(columns) > MAX_SIDE {
        let message = format!("this board has {rows} rows and {columns} columns");
        return Err(ParseError::in_file(source.name(), message).expecting(format!("at most {MAX_SIDE}")));
    }
    let mut givens = Givens::new(Size::new(rows as u16, columns as u16));
    if page.rooms.is_some() && !blocks.rooms.is_empty() {
        rectangular(source, &room_names, rows, columns)?;
        rooms::read(source, &mut givens, &room_names)?;
    }
    if page.has_words() && !(page.is_blank() && board.is_empty()) {
        rectangular(source, &board, page.drawn(rows), page.drawn(columns))?;
        let labels = labels::numbers(page, source, &board)?;
        for (row, words) in board.iter().enumerate() {
            for (column, word) in words.iter().enumerate() {
                let at = if page.shows_borders() {
                    let is_cell = row % 2 == 0 && column % 2 == 0;
                    let cell = is_cell.then_some(row / 2 * columns + column / 2);
                    let dot = row * words.len() + column;
                    Places { cell, border: givens.border_of(dot), dot: Some(dot), ..Places::default() }
                } else if page.has_corners() {
                    Places { corner: Some(row * words.len() + column), ..Places::default() }
                } else {
                    Places { cell: Some(row * columns + column), ..Places::default() }
                };
                let text = labels.get(word.text).map_or(word.text, String::as_str);
                put(page, source, &mut givens, at, Word { text, ..*word })?;
            }
        }
    }
    if page.has_margins() {
        let lines = blocks.columns.iter().chain(&blocks.rows);
        for (line, words) in lines.enumerate() {
            margin(page, source, &mut givens, line, words)?;
        }
        let found = blocks.columns.len() + blocks.rows.len();
        if found != rows + columns {
            let message = format!("found {} of numbers", counted(found, "line"));
            let expected = format!("{columns} for the columns, then {rows} for the rows");
            return Err(ParseError::in_file(source.name(), message).expecting(expected));
        }
    }
    Ok(givens)
}

/// Splits rows of one word each into characters.
fn cells<'t>(block: &[Row<'t>]) -> Vec<Row<'t>> {
    let is_compact =
        block.iter().all(|row| row.len() == 1) && block.iter().any(|row| row[0].text.chars().count() > 1);
    if !is_compact {
        return block.to_vec();
    }
    let split = |word: &Word<'t>| -> Row<'t> {
        let characters = word.text.char_indices().enumerate();
        characters
            .map(|(number, (at, char))| Word {
                text: &word.text[at..at + char.len_utf8()],
                position: Position { column: word.position.column + number, ..word.position },
            })
            .collect()
    };
    block.iter().map(|row| split(&row[0])).collect()
}

fn rectangular(source: &Source, block: &[Row<'_>], rows: usize, columns: usize) -> Result<(), ParseError> {
    for (number, row) in block.iter().enumerate() {
        if let (false, Some(word)) = (row.len() == columns, row.first()) {
            let message = format!("row {} has {}", number + 1, counted(row.len(), "word"));
            return Err(source.error(word.position, message).expecting(columns.to_string()));
        }
    }
    if block.len() != rows {
        let message = format!("found {}", counted(block.len(), "row"));
        return Err(ParseError::in_file(source.name(), message).expecting(rows.to_string()));
    }
    Ok(())
}

/// The place of a word: a cell, a border, a point where a star may be, or a corner.
#[derive(Clone, Copy, Default)]
struct Places {
    cell: Option<usize>,
    border: Option<usize>,
    dot: Option<usize>,
    corner: Option<usize>,
}

/// Puts a word of a cell into the layer that it is for.
fn put(
    page: &Page,
    source: &Source,
    givens: &mut Givens,
    places: Places,
    word: Word<'_>,
) -> Result<(), ParseError> {
    if word.text == "-" || word.text == "." {
        return Ok(());
    }
    let may_be = |given: &&Given| match given.at {
        At::Cells | At::Rooms => places.cell.is_some(),
        At::Dots => places.dot.is_some(),
        At::Corners => places.corner.is_some(),
        At::Borders => given.is_on_border() && places.border.is_some(),
        _ => false,
    };
    let found = |word: &str| {
        let sign = page.word_of_sign(word);
        let word = sign.as_deref().unwrap_or(word);
        let mut fitting = page.givens.iter().filter(may_be);
        fitting.find_map(|given| Some((given, given.what.value(word)?)))
    };
    let has_lists = page.givens.iter().any(|given| given.at == At::Cells && given.is_list);
    if let (true, Some(cell)) = (has_lists, places.cell) {
        let items: Option<Vec<(&Given, String)>> = word.text.split(',').map(found).collect();
        if let Some(items) = items {
            for (place, (given, value)) in items.into_iter().enumerate() {
                givens.set(&given.name, given.key(cell, place), value, word.position);
            }
            return Ok(());
        }
    }
    // Signs may follow a number: `3>`.
    let signs = word.text.trim_start_matches(|char: char| char.is_ascii_digit());
    let number = &word.text[..word.text.len() - signs.len()];
    // Or the beginning of one word.
    let beginning = || {
        let mut longer = page.givens.iter().filter(may_be).filter_map(|given| match &given.what {
            What::Word(known) if known.starts_with(word.text) => Some((given, given.what.value(known)?)),
            _ => None,
        });
        longer.next().filter(|_| longer.next().is_none())
    };
    let whole = found(word.text).or_else(beginning).map(|found| vec![found]);
    let parts = || {
        let mut parts = vec![];
        if !number.is_empty() {
            parts.push(found(number)?);
        }
        for (at, char) in signs.char_indices() {
            parts.push(found(&signs[at..at + char.len_utf8()])?);
        }
        Some(parts)
    };
    // Or several numbers, each followed by a sign: `16v7>`.
    let signed = || word.text.split_inclusive(|char: char| !char.is_ascii_digit()).map(found).collect();
    let Some(found) = whole.or_else(parts).or_else(signed) else {
        let known = page.words_of(|given| may_be(&given));
        let error = source.error(word.position, format!("found {}", quote(word.text)));
        let nothing = "'-' for nothing".to_owned();
        return Err(error.expecting(if known.is_empty() {
            nothing
        } else {
            format!("{}, or {nothing}", known.join(", "))
        }));
    };
    for (given, value) in found {
        let key = match (given.at, &givens.rooms, places.cell) {
            (At::Rooms, Some(rooms), Some(cell)) => rooms[cell],
            (At::Rooms, ..) => return Ok(()),
            (At::Dots, ..) => places.dot.unwrap_or_default(),
            (At::Corners, ..) => places.corner.unwrap_or_default(),
            (At::Borders, ..) => places.border.unwrap_or_default(),
            (_, _, cell) => cell.unwrap_or_default(),
        };
        if let Some(other) = givens.get(&given.name, &[key])
            && other != value
        {
            let message = format!("found {} in a room that has {other}", quote(word.text));
            return Err(source.error(word.position, message).expecting("one number for a room"));
        }
        givens.set(&given.name, vec![key], value, word.position);
    }
    Ok(())
}

fn margin(
    page: &Page,
    source: &Source,
    givens: &mut Givens,
    line: usize,
    words: &[Word<'_>],
) -> Result<(), ParseError> {
    let Some(given) = page.givens.iter().find(|given| given.at == At::Lines) else { return Ok(()) };
    let is_no_run = |words: &[Word<'_>]| matches!(words, [word] if word.text == "0");
    if page.runs() == Some(given.name.as_str()) && is_no_run(words) {
        return Ok(());
    }
    let words = words.iter().enumerate().filter(|(_, word)| !matches!(word.text, "-" | "."));
    for (place, word) in words {
        let Some(value) = given.what.value(word.text) else {
            let error = source.error(word.position, format!("found {}", quote(word.text)));
            return Err(error.expecting("a number, or '-' for none"));
        };
        if place > 0 && !given.is_list {
            return Err(source
                .error(word.position, format!("found {}", quote(word.text)))
                .expecting("one number"));
        }
        givens.set(&given.name, given.key(line, place), value, word.position);
    }
    Ok(())
}
