//! Reading boards and solutions, in whatever format a text has.

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

use std::sync::Arc;

use jigsat_input::{ParseError, Source, pzpr::Saved, yaml_kind};
use jigsat_solve::{Limits, Stop};

use crate::{Board, Givens, Page, address, saved};
pub(crate) use several::boards;
pub(crate) use solution::{are_words, parse_solution};

/// Reads a board: YAML, an address of puzz.link, a board saved by pzpr, or rows of words.
pub(crate) fn parse(
    page: &Arc<Page>,
    source: &Source,
    limits: &Limits,
) -> Result<Result<Board, Stop>, ParseError> {
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
    if drawing::is_one(text) {
        let help = "'show --format words' writes a board as rows of words";
        let error = ParseError::in_file(source.name(), "found a picture");
        return Err(error.expecting("rows of words, an address or YAML").with_help(help));
    }
    words::parse(page, source)
}

/// The genre that a text is of, if it says so itself.
pub(crate) fn genre(text: &str) -> Option<&str> {
    // Of several addresses, the first decides.
    let first = text.trim().lines().next().unwrap_or_default();
    Saved::genre(text).or_else(|| address::genre(first))
}

/// Whether addresses or saved boards call a page's genre so.
pub(crate) fn is_of(page: &Page, genre: &str) -> bool {
    let plain = page.name.replace('-', "");
    let mut names = [&page.address, &page.saved].into_iter().flatten().map(|(name, _)| name.as_str());
    genre == plain || names.any(|name| name == genre)
}
