use jigsat_input::{ParseError, Source};

use super::drawing::{self, Row};
use crate::{Level, Stored};

/// A level of a collection, as far as it could be read.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line in which its drawing begins, from 1.
    pub line: usize,
    /// The level, or what is wrong with it.
    pub level: Result<Level, ParseError>,
}

/// A drawing with the text around it.
struct Draft {
    line: usize,
    rows: Result<Vec<Row>, ParseError>,
    /// The text after `Title:`.
    title: Option<String>,
    /// The last line of text before the drawing.
    heading: Option<String>,
    notes: Vec<String>,
    stored: Vec<Stored>,
}

/// Whether a line is a row of a drawing, or several of them run-length encoded: it has a wall, and nothing but squares,
/// or begins with a wall, whatever follows.
pub(super) fn is_row(line: &str) -> bool {
    let text = line.trim();
    let fits = |char: char| is_square(char) || char.is_ascii_digit() || matches!(char, '|' | '(' | ')');
    text.starts_with('#') || text.contains('#') && text.chars().all(fits)
}

/// Whether a line has nothing but squares.
pub(super) fn are_squares(line: &str) -> bool {
    line.trim().chars().all(is_square)
}

fn is_square(char: char) -> bool {
    matches!(char, '#' | ' ' | '-' | '_' | '.' | '$' | '*' | '@' | '+' | 'b' | 'B' | 'p' | 'P')
}

/// Whether a line is nothing but moves.
fn is_moves(line: &str) -> bool {
    let text = line.trim();
    !text.is_empty()
        && text.chars().all(|char| {
            matches!(char, 'l' | 'u' | 'r' | 'd' | 'L' | 'U' | 'R' | 'D' | '0'..='9' | '(' | ')' | ' ')
        })
        && text.contains(['l', 'u', 'r', 'd', 'L', 'U', 'R', 'D'])
}

/// A line `Key: value`, with an optional `;` before it.
fn key_value(line: &str) -> Option<(String, &str)> {
    let (key, value) = line.trim_start_matches([';', ' ']).split_once(':')?;
    let is_word = !key.is_empty() && key.len() <= 40 && !key.contains("//");
    is_word.then(|| (key.trim().to_ascii_lowercase(), value.trim()))
}

/// All levels of a text.
pub(super) fn read(source: &Source) -> Vec<Entry> {
    let mut reader =
        Reader { source, drafts: Vec::new(), collection: None, heading: None, state: State::Around };
    for (number, line) in (1..).zip(source.text().lines()) {
        reader.line(number, line);
    }
    let Reader { drafts, collection, .. } = reader;
    drafts.into_iter().map(|draft| draft.finish(source, collection.as_deref())).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Between drawings.
    Around,
    /// In a drawing.
    Rows,
    /// Among the moves of a solution.
    Moves,
    /// In a comment of several lines.
    Comment,
}

struct Reader<'s> {
    source: &'s Source,
    drafts: Vec<Draft>,
    /// The title of the collection.
    collection: Option<String>,
    heading: Option<String>,
    state: State,
}

impl Reader<'_> {
    fn line(&mut self, number: usize, line: &str) {
        let text = line.trim();
        if self.state == State::Comment {
            if text.to_ascii_lowercase().starts_with("comment-end") {
                self.state = State::Around;
            } else {
                self.note(text);
            }
            return;
        }
        let goes_on = self.state == State::Rows && !text.is_empty() && are_squares(text);
        if is_row(line) || goes_on {
            self.row(number, line.trim_end());
        } else if self.state == State::Moves && is_moves(line) {
            if let Some(stored) = self.drafts.last_mut().and_then(|draft| draft.stored.last_mut()) {
                stored.moves.push_str(text);
            }
        } else {
            self.words(text);
        }
    }

    fn row(&mut self, number: usize, line: &str) {
        let rows = drawing::rows(self.source, number, line);
        match self.drafts.last_mut() {
            Some(draft) if self.state == State::Rows => match (&mut draft.rows, rows) {
                (Ok(known), Ok(more)) => known.extend(more),
                (Ok(_), Err(error)) => draft.rows = Err(error),
                (Err(_), _) => {}
            },
            _ => {
                let heading = self.heading.take();
                let draft =
                    Draft { line: number, rows, title: None, heading, notes: Vec::new(), stored: Vec::new() };
                self.drafts.push(draft);
            }
        }
        self.state = State::Rows;
    }

    fn words(&mut self, text: &str) {
        self.state = State::Around;
        if text.is_empty() {
            return;
        }
        let words = text.trim_start_matches([';', ' ']);
        if words.to_ascii_lowercase().starts_with("solution") {
            let (name, moves) = words.split_once(':').unwrap_or((words, ""));
            if moves.trim().is_empty() || is_moves(moves) {
                let stored = Stored { name: name.trim().into(), moves: moves.trim().into() };
                if let Some(draft) = self.drafts.last_mut() {
                    draft.stored.push(stored);
                }
                self.state = State::Moves;
                return;
            }
        }
        match key_value(text) {
            Some((key, value)) if key == "title" => match self.drafts.last_mut() {
                Some(draft) if draft.title.is_none() => draft.title = Some(value.into()),
                _ => self.heading = Some(value.into()),
            },
            Some((key, value)) if key == "collection" => self.collection = Some(value.into()),
            Some((key, "")) if key == "comment" => self.state = State::Comment,
            Some(_) => self.note(words),
            None if words.chars().any(char::is_alphanumeric) => {
                self.heading = Some(words.into());
            }
            None => {}
        }
    }

    fn note(&mut self, text: &str) {
        if let Some(draft) = self.drafts.last_mut().filter(|_| !text.is_empty()) {
            draft.notes.push(text.into());
        }
    }
}

impl Draft {
    fn finish(self, source: &Source, collection: Option<&str>) -> Entry {
        let title = self.title.or(self.heading).unwrap_or_default();
        let is_number = !title.is_empty() && title.bytes().all(|byte| byte.is_ascii_digit());
        let title = match collection {
            Some(collection) if is_number => format!("{collection} {title}"),
            _ => title,
        };
        let level = self.rows.and_then(|rows| drawing::level(source, &rows)).map_err(|error| {
            if title.is_empty() {
                return error;
            }
            let message = format!("level '{title}': {}", error.message());
            error.with_message(message)
        });
        let level = level.map(|level| {
            let stored = self.stored.into_iter().filter(|stored| !stored.moves.is_empty());
            Level { title, notes: self.notes, stored: stored.collect(), ..level }
        });
        Entry { line: self.line, level }
    }
}
