//! Detecting the family of a text.

use jigsat_input::ParseError;
use jigsat_kit::Text;

use crate::{AnyFamily, families, family, names};

/// Detects the family of a text from its content.
///
/// # Errors
///
/// A text that belongs to no family, or may belong to several.
pub fn recognise(text: &Text) -> Result<&'static dyn AnyFamily, ParseError> {
    if let Some(kind) = jigsat_input::yaml_kind(text.start()) {
        return family(kind).ok_or_else(|| {
            let message = format!("has kind '{kind}', expected one of: {}", names().join(", "));
            ParseError::in_file(text.name(), message)
        });
    }
    if is_data(text.start()) {
        let error = ParseError::in_file(
            text.name(),
            "not a puzzle: YAML without a kind, such as the data of a model",
        );
        return Err(error.with_help(
            "a YAML file names its family in a line such as: kind: sudoku. Data belongs to a model: \
             jigsat qprop MODEL --data FILE",
        ));
    }
    let fitting: Vec<_> = families().filter(|family| family.recognises(text.start())).collect();
    match fitting[..] {
        [family] => Ok(family),
        [] => {
            let error = |message: &str| ParseError::in_file(text.name(), message);
            Err(if let Some((site, instead)) = foreign(text.start()) {
                error(&format!("an address of {site}, which jigsat cannot read")).with_help(instead)
            } else if text.start().trim().is_empty() {
                error("is empty").expecting("a puzzle")
            } else if let Some(genre) = genre(text.start()) {
                let unknown = error(&format!("jigsat has no family for puzzles of the kind '{genre}'"));
                match names()
                    .into_iter()
                    .find(|name| strsim::osa_distance(&name.replace('-', ""), genre) <= MOST_SLIPS)
                {
                    Some(near) => unknown.with_help(format!("did you mean {near}?")),
                    None => unknown,
                }
            } else if is_site(text.start()) {
                error("an address of puzz.link without a board")
                    .expecting("https://puzz.link/p?KIND/COLUMNS/ROWS/BOARD")
            } else if text.start().starts_with("https://") || text.start().starts_with("http://") {
                error("an address that jigsat cannot read").with_help(
                    "jigsat reads addresses of puzz.link, pzv.jp and f-puzzles; for other sites, give the puzzle as text",
                )
            } else if text.start().lines().any(|line| line.starts_with("p cnf ")) {
                error("a formula in DIMACS, not a puzzle").with_help(
                    "jigsat writes such formulas with 'encode --format dimacs'; a SAT solver reads them",
                )
            } else if is_mapping(text.start()) {
                error("not a puzzle in any known format")
                    .with_help("a YAML file names its family in a line such as: kind: sudoku")
            } else {
                error("not a puzzle in any known format").with_help(NAME_IT)
            })
        }
        [first, ..] => {
            let names: Vec<&str> = fitting.iter().map(|family| family.info().name.as_ref()).collect();
            let message = format!("could be a puzzle of several families: {}", names.join(", "));
            let help = format!("name the family: jigsat {} FILE", first.info().name);
            Err(ParseError::in_file(text.name(), message).with_help(help))
        }
    }
}

/// Rejects a text that states another family than the named one: by its kind, or as an address.
///
/// # Errors
///
/// Names the family of the text.
pub fn refuse_others(text: &Text, named: &dyn AnyFamily) -> Result<(), ParseError> {
    let own = &named.info().name;
    // The author of a page may give its genre any kind.
    if family(own).is_none() {
        return Ok(());
    }
    let other = match jigsat_input::yaml_kind(text.start()) {
        Some(kind) => family(kind),
        None if genre(text.start()).is_some() => recognise(text).ok(),
        None => None,
    };
    match other.map(|family| &family.info().name).filter(|name| *name != own) {
        Some(name) => {
            let error = ParseError::in_file(text.name(), format!("is a puzzle of {name}, not of {own}"));
            Err(error.with_help(format!("use 'jigsat {name}' in place of 'jigsat {own}'")))
        }
        None => Ok(()),
    }
}

const NAME_IT: &str =
    "name the family to see what is wrong, as in: jigsat sudoku FILE; 'jigsat --help' lists the families";

/// Addresses that contain a puzzle in a form of their own, identified by a part of them: their site, and what to do
/// instead.
const FOREIGN: [(&str, &str, &str); 4] = [
    ("sudokupad.app", "SudokuPad", AS_DIGITS),
    ("crackingthecryptic", "SudokuPad", AS_DIGITS),
    ("tinyurl.com", "a link shortener", "open it in a browser and copy the long address"),
    ("penpa-edit", "Penpa", "export the puzzle from Penpa for puzz.link, and give that address"),
];

const AS_DIGITS: &str = "paste the link of the puzzle on f-puzzles, or give the givens as 81 characters with '.' for an empty cell, or YAML";

/// Maximum number of wrong letters in a kind of puzzle that is nearly a family's name.
const MOST_SLIPS: usize = 2;

/// Sites of pzpr, by a part of their addresses.
const PZPR: [&str; 3] = ["puzz.link", "pzv.jp", "pzpr"];

/// Whether a text is the address of a site of pzpr.
fn is_site(start: &str) -> bool {
    let mut words = start.split_whitespace();
    let first = words.next().unwrap_or_default();
    first.contains('/') && PZPR.iter().any(|site| first.contains(site)) && words.next().is_none()
}

/// The site of an address, and what to do instead.
fn foreign(start: &str) -> Option<(&'static str, &'static str)> {
    let word = start.split_whitespace().next()?;
    FOREIGN.iter().find(|(part, ..)| word.contains(part)).map(|&(_, site, instead)| (site, instead))
}

/// The kind of puzzle that an address of puzz.link or pzpr names: `nurikabe` in `https://puzz.link/p?nurikabe/10/10/…`.
fn genre(start: &str) -> Option<&str> {
    let (address, rest) = start.split_whitespace().next()?.split_once('?')?;
    let is_known = PZPR.iter().any(|site| address.contains(site));
    let (genre, _) = rest.split_once('/')?;
    (is_known && genre.chars().all(|char| char.is_ascii_alphanumeric())).then_some(genre)
}

/// Whether a text begins like a mapping in YAML: `box: 3x3`.
fn is_mapping(start: &str) -> bool {
    content(start).next().is_some_and(is_entry)
}

/// Whether a text is a mapping with several keys and their contents: `rows: 3` and a table in `clue: |`.
fn is_data(start: &str) -> bool {
    let is_inside = |line: &str| line.starts_with([' ', '\t', '-', '}', ']']);
    // The last line of a long text may be cut off.
    let mut lines = content(start).filter(|line| !is_inside(line)).peekable();
    let mut keys = 0;
    while let Some(line) = lines.next() {
        if lines.peek().is_some() && !is_entry(line) {
            return false;
        }
        keys += usize::from(is_entry(line));
    }
    keys > 1
}

/// The lines that are neither blank nor comments.
fn content(start: &str) -> impl Iterator<Item = &str> {
    // Rows of walls are not comments.
    let is_comment = |line: &str| line == "#" || line.starts_with("# ");
    start.lines().filter(move |line| !line.trim().is_empty() && !is_comment(line))
}

/// Whether a line is a key of a mapping, with its value or with none on the line.
fn is_entry(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, value)| {
        let is_word = !key.is_empty() && key.chars().all(|char| char.is_ascii_alphabetic() || char == '_');
        is_word && (value.is_empty() || value.starts_with(' '))
    })
}
