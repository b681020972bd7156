//! Detecting the family of a text.

mod readings;

use std::path::Path;

use jigsat_input::{
    Message, ParseError, Part,
    pzpr::{Address, Saved},
};
use jigsat_kit::{
    Text,
    links::{self, Unreadable},
};

use crate::{AnyFamily, families, family, names};

/// The family that a text most likely belongs to.
#[derive(Clone)]
pub struct Guess {
    /// The family.
    pub family: &'static dyn AnyFamily,
    /// Other families that it may belong to, if nothing in the text names one.
    pub others: Vec<&'static dyn AnyFamily>,
}

impl Guess {
    fn certain(family: &'static dyn AnyFamily) -> Self {
        Guess { family, others: Vec::new() }
    }

    /// What else a text of this name could be, and the commands that read it so.
    #[must_use]
    pub fn note(&self, file: &str) -> Option<String> {
        readings::note(self, file)
    }
}

/// Detects the family of a text from its content.
///
/// # Errors
///
/// A text that belongs to no family, or may belong to several.
pub fn recognise(text: &Text) -> Result<&'static dyn AnyFamily, ParseError> {
    guess(text).map(|guess| guess.family)
}

/// Detects the family of a text from its content, and what else the text could be.
///
/// # Errors
///
/// As [`recognise`].
pub fn guess(text: &Text) -> Result<Guess, ParseError> {
    if let Some(kind) = jigsat_input::yaml_kind(text.start()) {
        return family(kind).map(Guess::certain).ok_or_else(|| {
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
    if let Some(genre) = genre(text.start()) {
        // Most genres have the name that they have there, so that the others need not be made.
        let is_it = |family: &&dyn AnyFamily| family.recognises(text.start());
        let named = family(genre).filter(is_it).or_else(|| families().find(is_it));
        return named.map(Guess::certain).ok_or_else(|| stranger(text));
    }
    if let Some(header) = header(text.start())
        && let Some(named) =
            families().find(|family| [header, text.start()].iter().all(|text| family.recognises(text)))
    {
        return Ok(Guess::certain(named));
    }
    match readings::likeliest(text)? {
        Some(guess) => Ok(guess),
        // Its reader says where it is malformed.
        None if is_formula(text) => family("dimacs").map(Guess::certain).ok_or_else(|| stranger(text)),
        None => Err(stranger(text)),
    }
}

/// Whether a file is called a formula in DIMACS, and may be one.
fn is_formula(text: &Text) -> bool {
    Path::new(text.name()).extension().is_some_and(|extension| extension == "cnf")
        && !text.start().trim().is_empty()
}

/// The line that names the format of a text, as in DIMACS: `p FORMAT`, below lines that begin with `c`.
fn header(start: &str) -> Option<&str> {
    let mut lines = start.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines.find(|line| line.split_whitespace().next() != Some("c"))?;
    line.starts_with("p ").then_some(line)
}

/// The error that a text belongs to no family.
fn stranger(text: &Text) -> ParseError {
    let error = |message: &str| ParseError::in_file(text.name(), message);
    if let Some(Unreadable { found, help }) = links::unreadable(text.start()) {
        error(&found).with_help(help)
    } else if text.start().trim().is_empty() {
        error("is empty").expecting("a puzzle")
    } else if let Some(genre) = genre(text.start()) {
        let unknown = error(&format!("jigsat has no family for puzzles of the kind '{genre}'"));
        let is_near = |name: &&str| strsim::osa_distance(&name.replace('-', ""), genre) <= MOST_SLIPS;
        match names().into_iter().find(is_near) {
            Some(near) => unknown.with_help(format!("did you mean {near}?")),
            None => unknown,
        }
    } else if is_site(text.start()) {
        error("an address of puzz.link without a board")
            .expecting("https://puzz.link/p?KIND/COLUMNS/ROWS/BOARD")
    } else if text.start().starts_with("https://") || text.start().starts_with("http://") {
        error("an address that jigsat cannot read").with_help(
            "jigsat reads addresses of puzz.link, pzv.jp, Penpa and f-puzzles; for other sites, give the puzzle as text",
        )
    } else if is_mapping(text.start()) {
        error("not a puzzle in any known format")
            .with_help("a YAML file names its family in a line such as: kind: sudoku")
    } else {
        error("not a puzzle in any known format").with_help(NAME_IT)
    }
}

/// Rejects a text that states another family than the named one: by its kind, or as an address.
///
/// # Errors
///
/// Names the family of the text.
pub(crate) fn refuse_others(text: &Text, named: &dyn AnyFamily) -> Result<(), ParseError> {
    let own = &named.info().name;
    // The author of a page may give its genre any kind.
    if family(own).is_none() {
        return Ok(());
    }
    let other = match jigsat_input::yaml_kind(text.start()) {
        Some(kind) => family(kind),
        None if genre(text.start()).is_some() && !named.recognises(text.start()) => recognise(text).ok(),
        None => None,
    };
    let is_link = text.whole().is_some_and(|whole| whole.trim().lines().count() == 1);
    if is_link && let Some(Unreadable { found, help }) = links::unreadable(text.start()) {
        return Err(ParseError::in_file(text.name(), found).with_help(help));
    }
    match other.map(|family| &family.info().name).filter(|name| *name != own) {
        Some(name) => {
            let error = ParseError::in_file(text.name(), format!("is a puzzle of {name}, not of {own}"));
            Err(error.with_help(Message::with("use `family: {}` in place of `family: {}`", &[name, &own])))
        }
        None => Ok(()),
    }
}

const NAME_IT: &str = "name the family to see what is wrong, as in `family: sudoku`";

/// Maximum number of wrong letters in a kind of puzzle that is nearly a family's name.
const MOST_SLIPS: usize = 2;

/// Whether a text is the address of a site of pzpr.
fn is_site(start: &str) -> bool {
    let mut words = start.split_whitespace();
    let first = words.next().unwrap_or_default();
    first.contains('/') && links::is_of_pzpr(first) && words.next().is_none()
}

/// The kind of puzzle that a saved board or the first address of a text names: `nurikabe` in
/// `https://puzz.link/p?nurikabe/10/10/…`.
fn genre(start: &str) -> Option<&str> {
    let is_content = |line: &&str| !line.trim().is_empty() && !line.starts_with("# ");
    let line = start.lines().find(is_content).unwrap_or_default();
    let address = || {
        Address::read(Part::line("", 1, line)).filter(|address| address.has_size() || links::is_of_pzpr(line))
    };
    Saved::genre_of(start).or_else(|| address().map(|address| address.kind()))
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
