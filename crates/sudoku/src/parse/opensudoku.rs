//! Collections of `OpenSudoku`: XML, with a `<game data="…"/>` for each board of 9x9. The data are 81 digits, or cells
//! between `|`: a value, notes in one or two fields, and whether the player may change it.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Source, quote, xml};

use super::entry::Entry;
use crate::Sudoku;

const CELLS: usize = 81;

/// Whether a text is such a collection, by its beginning.
pub(super) fn is_one(text: &str) -> bool {
    xml::has_element(text, "opensudoku")
}

/// The puzzles of a collection.
pub(super) fn read(source: &Source) -> Vec<Entry> {
    let document = match xml::parse(source) {
        Ok(document) => document,
        Err(error) => return vec![Entry::failed(error)],
    };
    let root = document.root_element();
    let text = |name: &str| {
        let element = root.descendants().find(|node| node.tag_name().name() == name);
        element.and_then(|node| node.text()).unwrap_or_default().trim().to_owned()
    };
    let (title, author) = (text("name"), text("author"));
    let games: Vec<_> = root.descendants().filter(|node| node.tag_name().name() == "game").collect();
    if games.is_empty() {
        let error = xml::error(source, root, "found no board");
        return vec![Entry::failed(error.expecting("<game data=\"…\"/> in <opensudoku>"))];
    }
    let is_alone = games.len() == 1;
    let games = (1..).zip(games).map(|(index, game)| {
        let title = if is_alone || title.is_empty() { title.clone() } else { format!("{title} {index}") };
        let puzzle = board(source, game).map(|sudoku| Sudoku { title, source: author.clone(), ..sudoku });
        Entry::new(index, source.position(game.range().start).line, puzzle)
    });
    games.collect()
}

fn board(source: &Source, game: xml::Node<'_, '_>) -> Result<Sudoku, ParseError> {
    let Some(data) = game.attribute_node("data") else {
        return Err(xml::error(source, game, "found a game without data").expecting("<game data=\"…\"/>"));
    };
    let start = data.range_value().start;
    let error = |offset: usize, found: String| source.error(source.position(start + offset), found);
    let text = data.value();
    let givens = if text.contains('|') { saved(text) } else { digits(text) };
    let givens = givens.map_err(|(offset, found)| {
        error(offset, found).expecting(format!("{CELLS} digits, 0 for an empty cell"))
    })?;
    Ok(Sudoku::new(Size::new(3, 3), givens))
}

/// A mistake: its byte offset, and what was found.
type Bad = (usize, String);

fn digits(text: &str) -> Result<Vec<u16>, Bad> {
    let digit = |(offset, char): (usize, char)| match char {
        '.' => Ok(0),
        _ => char
            .to_digit(10)
            .map(|digit| digit as u16)
            .ok_or_else(|| (offset, format!("found {}", quote(&char.to_string())))),
    };
    let cells = text.char_indices().filter(|(_, char)| !char.is_whitespace());
    let givens: Vec<u16> = cells.map(digit).collect::<Result<_, _>>()?;
    if givens.len() == CELLS { Ok(givens) } else { Err((0, format!("found {} cells", givens.len()))) }
}

/// The givens of a saved game: the cells that the player can't change.
fn saved(text: &str) -> Result<Vec<u16>, Bad> {
    // `version: 3` and a line end, which XML makes a blank.
    let fields = match text.trim_start().strip_prefix("version:") {
        Some(rest) => rest.trim_start().trim_start_matches(|char: char| char.is_ascii_digit()).trim(),
        None => text.trim(),
    };
    let fields: Vec<&str> = fields.trim_end_matches('|').split('|').map(str::trim).collect();
    let each = fields.len() / CELLS;
    if !(3..=4).contains(&each) || fields.len() != each * CELLS {
        return Err((0, format!("found {} fields between '|'", fields.len())));
    }
    let given = |cell: &[&str]| match (cell[0].parse(), cell[each - 1]) {
        (Ok(value @ 0..=9), "0") => Ok(value),
        (Ok(0..=9), _) => Ok(0),
        _ => Err((0, format!("found the value {}", quote(cell[0])))),
    };
    fields.chunks(each).map(given).collect()
}
