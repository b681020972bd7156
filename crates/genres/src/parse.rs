//! Reading boards and solutions, in whatever format a text has.

mod clues;
mod drawing;
mod head;
mod labels;
mod layers;
pub(crate) mod rooms;
mod rows;
mod several;
mod solution;
mod words;
pub(crate) mod yaml;

use std::{collections::BTreeMap, sync::Arc};

use jigsat_input::{ParseError, Source, pzpr::Saved, yaml_kind};
use jigsat_qprop::Unread;
use jigsat_solve::Limits;

use crate::{
    Board, Givens, Page, address,
    generate::Step,
    page::{At, Given, What},
    saved,
};
pub(crate) use clues::is_one as are_runs;
pub(crate) use layers::misfit;
pub(crate) use several::boards;
pub(crate) use solution::{are_words, parse_solution};

/// Reads a board: YAML, an address of puzz.link, a board saved by pzpr, lists of runs of other programs, or rows of words.
pub(crate) fn parse(page: &Arc<Page>, source: &Source, limits: &Limits) -> Result<Board, Unread> {
    let givens = givens(page, source)?;
    Board::within(page.clone(), givens, source, limits)
}

fn givens(page: &Page, source: &Source) -> Result<Givens, ParseError> {
    let text = source.text().trim();
    if yaml_kind(text).is_some() {
        return yaml::parse(page, source);
    }
    if Saved::is_one(text) {
        return Ok(saved::parse(page, source)?.0);
    }
    if address::genre(text).is_some() {
        return address::parse(page, source);
    }
    if let Some(runs) = clues::parse(page, source) {
        return runs;
    }
    if drawing::is_one(text) {
        let help = "'show' with `format: words` writes a board as rows of words";
        let error = ParseError::in_file(source.name(), "found a picture");
        return Err(error.expecting("rows of words, an address or YAML").with_help(help));
    }
    words::parse(page, source)
}

/// Whether a text that doesn't say its genre can be read as boards in rows of words.
pub(crate) fn reads(page: &Page, text: &str) -> bool {
    let is_board = |board: &Source| words::parse(page, board).is_ok_and(|givens| is_typical(page, &givens));
    let boards = boards(page, &Source::new("", text));
    !boards.is_empty() && boards.iter().all(is_board)
}

/// Whether a board has what boards of its genre hardly lack.
fn is_typical(page: &Page, givens: &Givens) -> bool {
    let has = |given: &&Given| givens.layers.get(&given.name).is_some_and(|layer| !layer.is_empty());
    let of = |at: At| page.givens.iter().filter(move |given| given.at == at);
    let signs = || of(At::Cells).filter(|given| matches!(&given.what, What::Word(_) | What::Signed(_)));
    // A single sign, such as that of a wall, may be lacking; one of several makes the genre.
    let has_signs = signs().count() < 2 || signs().any(|given| has(&given));
    let has_margins = of(At::Lines).next().is_none() || of(At::Lines).any(|given| has(&given));
    let has_rooms = page.rooms.is_none() || givens.rooms.iter().flatten().any(|&room| room > 0);
    // Latin squares that aren't completed but shaded are full of numbers.
    let is_full = page.steps.iter().any(|step| matches!(step, Step::Latin { .. }));
    let numbers = |given: &Given| givens.layers.get(&given.name).map_or(0, BTreeMap::len);
    let is_filled = !is_full || of(At::Cells).any(|given| numbers(given) == givens.size.area());
    let has_any = page.is_blank() || page.givens.iter().any(|given| has(&given)) || givens.rooms.is_some();
    givens.size.rows > 1
        && givens.size.cols > 1
        && has_any
        && has_signs
        && has_margins
        && has_rooms
        && is_filled
}

/// The genre that a text is of, if it says so itself.
pub(crate) fn genre(text: &str) -> Option<&str> {
    // Of several addresses, the first decides.
    let first = text.lines().find(|line| !is_blank(line)).unwrap_or_default();
    Saved::genre_of(text).or_else(|| address::genre(first))
}

/// Whether a line is neither a part of a board nor an address: blank, or a comment above addresses.
pub(crate) fn is_blank(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with("# ")
}

/// Whether addresses or saved boards call a page's genre so.
pub(crate) fn is_of(page: &Page, genre: &str) -> bool {
    let forms = [&page.address, &page.saved].into_iter().flatten().map(|(name, _)| name);
    is_called(&page.name, forms.chain(&page.other_names).map(String::as_str), genre)
}

/// Whether a genre of that name, with these names in addresses and saved boards, is called so.
pub(crate) fn is_called<'n>(name: &str, mut names: impl Iterator<Item = &'n str>, genre: &str) -> bool {
    genre == name.replace('-', "") || names.any(|name| name == genre)
}
