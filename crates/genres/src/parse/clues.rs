//! Pictures by runs (Nonograms) in the formats of other programs:
//!
//! - `.non` of S. Simpson (<https://www.comp.lancs.ac.uk/~ss/nonogram/fmt2>) and similar texts with a line `rows` or
//!   `columns` before the runs of each line;
//! - `.nin` of J. Wilk's solver: width and height, the rows, then the columns. Only the file's name distinguishes it from
//!   rows of words, where the columns come first;
//! - the XML of webpbn.com (<https://webpbn.com/pbn_fmt.html>).

use jigsat_input::{ParseError, Position, Source, counted, quote, xml};

use super::{
    head,
    rows::{Row, Word, rows},
    words::{Blocks, assemble},
};
use crate::{Givens, Page};

/// Whether a text says by itself that it has the runs of rows and columns.
pub(crate) fn is_one(start: &str) -> bool {
    if xml::is_one(start) {
        return xml::has_element(start, "puzzleset")
            || xml::has_element(start, "puzzle") && xml::has_element(start, "clues");
    }
    let has = |wanted: Section| start.lines().any(|line| Key::of(line) == Some(Key::Section(wanted)));
    has(Section::Rows) && has(Section::Columns)
}

/// The puzzles of a text in XML, each as a text of its own.
pub(super) fn split(source: &Source) -> Vec<Source> {
    let Ok(document) = xml::parse(source) else { return vec![source.clone()] };
    let puzzles = document.descendants().filter(|node| node.tag_name().name() == "puzzle");
    let part = |puzzle: xml::Node<'_, '_>| {
        let range = puzzle.range();
        let at = source.position(range.start);
        // Columns on the first line stay as they are.
        source.part(at.line, " ".repeat(at.column - 1) + &source.text()[range])
    };
    let parts: Vec<Source> = puzzles.map(part).collect();
    if parts.len() > 1 { parts } else { vec![source.clone()] }
}

/// Reads a board, if a text is in one of these formats.
pub(super) fn parse(page: &Page, source: &Source) -> Option<Result<Givens, ParseError>> {
    page.runs()?;
    let is_nin = source.name().to_ascii_lowercase().ends_with(".nin");
    if !is_one(source.text()) {
        return is_nin.then(|| nin(page, source));
    }
    Some(if xml::is_one(source.text()) { pbn(page, source) } else { non(page, source) })
}

/// The runs of both directions, a line each.
#[derive(Default)]
struct Runs<'t> {
    columns: Vec<Row<'t>>,
    rows: Vec<Row<'t>>,
    title: String,
    by: String,
}

impl<'t> Runs<'t> {
    fn givens(self, page: &Page, source: &Source) -> Result<Givens, ParseError> {
        let size = Some((self.rows.len(), self.columns.len()));
        let blocks = Blocks { size, columns: self.columns, rows: self.rows, ..Blocks::default() };
        let givens = assemble(page, source, &blocks)?;
        Ok(Givens { title: self.title, source: self.by, ..givens })
    }

    fn of(&mut self, section: Section) -> &mut Vec<Row<'t>> {
        if section == Section::Rows { &mut self.rows } else { &mut self.columns }
    }
}

/// The words of a line between blanks and commas. A 0 is no run, but alone shows that there is a line.
fn numbers(line: &str, at: Position) -> Row<'_> {
    let is_between = |char: char| char.is_whitespace() || char == ',';
    let mut row = Vec::new();
    let mut offset = 0;
    for piece in line.split(is_between) {
        if !piece.is_empty() {
            let column = at.column + line[..offset].chars().count();
            row.push(Word { text: piece, position: Position { column, ..at } });
        }
        offset += piece.len() + line[offset + piece.len()..].chars().next().map_or(0, char::len_utf8);
    }
    if row.len() > 1 {
        row.retain(|word| word.text != "0");
    }
    row
}

fn nin(page: &Page, source: &Source) -> Result<Givens, ParseError> {
    let lines = rows(source.text(), source.start());
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let Some((columns, rows)) = lines.get(first..).and_then(head::stated) else {
        return Err(ParseError::in_file(source.name(), "found no size").expecting("width and height"));
    };
    let Some(lines) = head::lines_of(&lines[first + 1..], [rows, columns]) else {
        let found = lines[first + 1..].iter().filter(|line| !line.is_empty()).count();
        let error =
            source.error(lines[first][0].position, format!("found {} of numbers", counted(found, "line")));
        return Err(error.expecting(format!("{rows} for the rows, then {columns} for the columns")));
    };
    let (rows, columns) = lines.split_at(rows);
    Runs { rows: rows.to_vec(), columns: columns.to_vec(), ..Runs::default() }.givens(page, source)
}

/// Which lines follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Rows,
    Columns,
}

/// A line of `.non` that begins with a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Section(Section),
    /// The number of lines of a section.
    Count(Section, usize),
    Other,
}

impl Key {
    /// `None` for a line of numbers and for a blank one.
    fn of(line: &str) -> Option<Key> {
        let text = line.trim();
        if !text.starts_with(|char: char| char.is_alphabetic() || char == '[') {
            return None;
        }
        let lower = text.trim_matches(['[', ']', ':']).to_lowercase();
        let (word, rest) = lower.split_once(char::is_whitespace).unwrap_or((&lower, ""));
        let section = match word.trim_end_matches(':') {
            "rows" | "row" | "height" => Section::Rows,
            "columns" | "column" | "cols" | "width" => Section::Columns,
            _ => return Some(Key::Other),
        };
        Some(match rest.trim() {
            "" if !matches!(word, "height" | "width") => Key::Section(section),
            "clues" => Key::Section(section),
            number => number.parse().map_or(Key::Other, |count| Key::Count(section, count)),
        })
    }
}

fn non(page: &Page, source: &Source) -> Result<Givens, ParseError> {
    let mut runs = Runs::default();
    let mut counts: [Option<usize>; 2] = [None; 2];
    let mut section = None;
    for line in source.lines() {
        let text = line.text();
        match (Key::of(text), section) {
            (Some(Key::Section(next)), _) => section = Some(next),
            (Some(Key::Count(of, count)), _) => {
                (counts[of as usize], section) = (Some(count), None);
            }
            (Some(Key::Other), _) => {
                section = None;
                let (key, value) = text.trim().split_once(char::is_whitespace).unwrap_or_default();
                let value = || value.trim().trim_matches('"').to_owned();
                match key.to_lowercase().as_str() {
                    "title" => runs.title = value(),
                    "by" | "author" => runs.by = value(),
                    _ => {}
                }
            }
            // If the number of lines is not stated, blank ones don't count.
            (None, Some(section)) if counts[section as usize].is_none() && text.trim().is_empty() => {}
            (None, Some(section)) => runs.of(section).push(numbers(text, line.position())),
            (None, None) => {}
        }
    }
    let colored = |word: &&Word<'_>| word.text.ends_with(|char: char| char.is_ascii_alphabetic());
    if let Some(word) = runs.rows.iter().chain(&runs.columns).flatten().find(colored) {
        let error = source.error(word.position, format!("found {}, a run with a colour", quote(word.text)));
        return Err(error.expecting("one colour, so runs without letters"));
    }
    for of in [Section::Rows, Section::Columns] {
        let lines = std::mem::take(runs.of(of));
        let name = if of == Section::Rows { "rows" } else { "columns" };
        let found = lines.iter().filter(|line| !line.is_empty()).count();
        let count = counts[of as usize];
        let kept = match count {
            Some(count) => head::lines_of(&lines, [count, 0]),
            None => Some(lines),
        };
        *runs.of(of) = kept.ok_or_else(|| {
            let found = format!("found {} of runs for the {name}", counted(found, "line"));
            ParseError::in_file(source.name(), found).expecting(count.unwrap_or_default().to_string())
        })?;
    }
    runs.givens(page, source)
}

fn pbn(page: &Page, source: &Source) -> Result<Givens, ParseError> {
    let document = xml::parse(source)?;
    let element = |name: &str| document.descendants().find(|node| node.tag_name().name() == name);
    let Some(puzzle) = element("puzzle") else {
        return Err(xml::error(source, document.root_element(), "found no <puzzle>")
            .expecting("a puzzle of webpbn.com"));
    };
    if let Some(kind) = puzzle.attribute("type").filter(|kind| *kind != "grid") {
        return Err(
            xml::error(source, puzzle, format!("found a puzzle of type {}", quote(kind))).expecting("grid")
        );
    }
    let text = |name: &str| element(name).and_then(|node| node.text()).unwrap_or_default().trim().to_owned();
    let (title, by) = (text("title"), text("author"));
    let mut runs = Runs { title, by, ..Runs::default() };
    let mut color: Option<&str> = None;
    for clues in xml::children(puzzle, "clues") {
        let section = match clues.attribute("type") {
            Some("rows") => Section::Rows,
            Some("columns") => Section::Columns,
            other => {
                let found = format!("found clues of type {}", quote(other.unwrap_or_default()));
                return Err(xml::error(source, clues, found).expecting("rows or columns"));
            }
        };
        for line in xml::children(clues, "line") {
            let mut row = Vec::new();
            for count in xml::children(line, "count") {
                let own = count.attribute("color").unwrap_or("black");
                if *color.get_or_insert(own) != own {
                    let found = format!("found runs of several colours, such as {}", quote(own));
                    return Err(xml::error(source, count, found).expecting("one colour"));
                }
                let text = count.text().unwrap_or_default().trim();
                if text != "0" {
                    row.push(Word { text, position: source.position(count.range().start) });
                }
            }
            runs.of(section).push(row);
        }
    }
    if runs.rows.is_empty() || runs.columns.is_empty() {
        let help = "export the puzzle with its clues, or in another format";
        let error = xml::error(source, puzzle, "found no clues for rows and columns");
        return Err(error.expecting("<clues type=\"rows\"> and <clues type=\"columns\">").with_help(help));
    }
    runs.givens(page, source)
}
