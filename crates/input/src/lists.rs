//! Boards written as lists of JSON: `[[5,3,0],…]`, a flat list, lists of texts, lists of boards. `null` is an empty cell.
//! Lists of Python are read, too: single quotes and `None`.

use crate::{ParseError, Position, Reader, Source, quote};

/// A cell: its text and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The number or text; [`EMPTY`] for `null` and a text without content.
    pub text: String,
    /// Where it begins.
    pub position: Position,
}

/// The text of an empty cell.
pub const EMPTY: &str = ".";

/// A board: its rows, or all its cells as the only row.
pub type Board = Vec<Vec<Item>>;

/// The keys of an object that may hold a board.
const KEYS: [&str; 6] = ["grid", "board", "puzzle", "givens", "clues", "cells"];

/// Maximum depth of nested lists.
const MAX_DEPTH: usize = 8;

/// A value of JSON.
enum Value {
    Item(Item, Kind),
    List(Vec<Value>, Position),
    Object(Vec<(String, Value)>, Position),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Null,
    Number,
    Text,
}

/// Whether a text begins like lists of JSON, or an object of which a key may hold a board.
#[must_use]
pub fn are_lists(text: &str) -> bool {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix('[') {
        let rest = rest.trim_start();
        return rest.starts_with(|char: char| char.is_ascii_digit() || "[\"'".contains(char))
            || rest.starts_with("null")
            || rest.starts_with("None");
    }
    text.starts_with('{')
        && KEYS.iter().any(|key| {
            let after = text.split_once(&format!("\"{key}\"")).map(|(_, after)| after.trim_start());
            after
                .and_then(|after| after.strip_prefix(':'))
                .is_some_and(|value| value.trim_start().starts_with(['[', '"']))
        })
}

/// The boards of a text of lists. A list of lists is a board of rows, a list of those is several boards. In a list of
/// texts, each text is a row, and its characters, or words if it has blanks, are the cells.
///
/// ```
/// use jigsat_input::{Source, lists::boards};
///
/// let all = boards(&Source::new("f", "[[1, null],\n [\"\", 2]]"))?;
/// let texts: Vec<Vec<&str>> =
///     all[0].iter().map(|row| row.iter().map(|item| item.text.as_str()).collect()).collect();
/// assert_eq!(texts, [["1", "."], [".", "2"]]);
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
///
/// # Errors
///
/// The place where the text is not JSON, or where lists and cells are mixed.
pub fn boards(source: &Source) -> Result<Vec<Board>, ParseError> {
    let mut reader = Reader::new(source);
    let value = value(&mut reader, 0)?;
    reader.skip_blanks();
    if let Some(token) = reader.clone().token() {
        return Err(reader.unexpected(token).expecting("the end of the text"));
    }
    let value = match value {
        Value::Object(entries, position) => {
            let mut entries = entries.into_iter();
            let found = entries.find(|(key, _)| KEYS.contains(&key.as_str()));
            let missing =
                || source.error(position, "found no board").expecting(format!("a key {}", KEYS.join(", ")));
            found.ok_or_else(missing)?.1
        }
        other => other,
    };
    match value {
        Value::List(values, position) => of_list(source, values, position),
        Value::Item(item, _) => Ok(vec![vec![cells(&item)]]),
        Value::Object(_, position) => Err(source.error(position, "found an object").expecting("a list")),
    }
}

/// The boards of a list.
fn of_list(source: &Source, values: Vec<Value>, position: Position) -> Result<Vec<Board>, ParseError> {
    if let Some(Value::List(first, _)) = values.first() {
        let is_board = matches!(first.first(), Some(Value::List(..)));
        let is_text =
            |value: &Value| matches!(value, Value::Item(item, Kind::Text) if item.text.chars().count() > 1);
        if is_board || first.len() > 1 && first.iter().all(|value| is_text(value) && !is_number(value)) {
            let boards = values.into_iter().map(|value| match value {
                Value::List(rows, position) => of_list(source, rows, position),
                other => Err(mixed(source, &other, "a board, which is a list")),
            });
            return Ok(boards.collect::<Result<Vec<_>, _>>()?.concat());
        }
        let rows = values.into_iter().map(|value| match value {
            Value::List(row, _) => row.into_iter().map(|value| item(source, value)).collect(),
            other => Err(mixed(source, &other, "a row, which is a list")),
        });
        return Ok(vec![rows.collect::<Result<_, _>>()?]);
    }
    if values.is_empty() {
        return Err(source.error(position, "found an empty list").expecting("the rows of a board"));
    }
    let are_rows = values.iter().any(|value| match value {
        Value::Item(item, Kind::Text) => item.text.chars().count() > 1 && !is_number(value),
        _ => false,
    }) || values
        .iter()
        .all(|value| matches!(value, Value::Item(item, Kind::Text) if item.text.chars().count() >= 4));
    let items: Vec<Item> = values.into_iter().map(|value| item(source, value)).collect::<Result<_, _>>()?;
    Ok(if are_rows { vec![items.iter().map(cells).collect()] } else { vec![vec![items]] })
}

/// Whether a text is a number of at most three digits, and so a cell rather than a row.
fn is_number(value: &Value) -> bool {
    matches!(value, Value::Item(item, _) if item.text.len() <= 3 && item.text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn item(source: &Source, value: Value) -> Result<Item, ParseError> {
    match value {
        Value::Item(item, _) => Ok(item),
        other => Err(mixed(source, &other, "a cell: a number, a text or null")),
    }
}

fn mixed(source: &Source, value: &Value, expected: &str) -> ParseError {
    let (position, found) = match value {
        Value::Item(item, _) => (item.position, quote(&item.text)),
        Value::List(_, position) => (*position, "a list".into()),
        Value::Object(_, position) => (*position, "an object".into()),
    };
    source.error(position, format!("found {found}")).expecting(expected)
}

/// The cells of a row that is a text.
fn cells(row: &Item) -> Vec<Item> {
    let at = |offset: usize| Position { column: row.position.column + 1 + offset, ..row.position };
    if row.text.trim().contains(char::is_whitespace) {
        let start = row.text.as_ptr() as usize;
        let words = row.text.split_whitespace().map(|word| {
            let before = &row.text[..word.as_ptr() as usize - start];
            Item { text: word.into(), position: at(before.chars().count()) }
        });
        return words.collect();
    }
    row.text
        .trim()
        .chars()
        .enumerate()
        .map(|(offset, char)| Item { text: char.into(), position: at(offset) })
        .collect()
}

fn value(reader: &mut Reader<'_>, depth: usize) -> Result<Value, ParseError> {
    const EXPECTED: &str = "a list, a number, a text or null";
    reader.skip_blanks();
    let position = reader.position();
    if depth > MAX_DEPTH {
        return Err(reader.error(format!("found lists nested deeper than {MAX_DEPTH} levels")));
    }
    match reader.peek() {
        Some('[') => {
            let mut values = Vec::new();
            several(reader, ']', |reader| {
                values.push(value(reader, depth + 1)?);
                Ok(())
            })?;
            Ok(Value::List(values, position))
        }
        Some('{') => {
            let mut entries = Vec::new();
            several(reader, '}', |reader| {
                let key = text(reader)?;
                reader.expect(":")?;
                entries.push((key, value(reader, depth + 1)?));
                Ok(())
            })?;
            Ok(Value::Object(entries, position))
        }
        Some('"' | '\'') => {
            let text = text(reader)?;
            let text = if text.trim().is_empty() { EMPTY.into() } else { text };
            Ok(Value::Item(Item { text, position }, Kind::Text))
        }
        _ => {
            let ends = |char: char| char.is_whitespace() || ",[]{}:\"'".contains(char);
            let word = reader.rest().split(ends).next().unwrap_or_default();
            let number = word.strip_prefix('-').unwrap_or(word);
            let kind = match word {
                "null" | "None" => Kind::Null,
                "true" | "false" => Kind::Text,
                _ if number.starts_with(|char: char| char.is_ascii_digit()) => Kind::Number,
                _ => return Err(reader.error(format!("found {}", quote(word))).expecting(EXPECTED)),
            };
            for _ in word.chars() {
                reader.next_char();
            }
            let text = if kind == Kind::Null { EMPTY } else { word };
            Ok(Value::Item(Item { text: text.into(), position }, kind))
        }
    }
}

/// Reads what is between brackets, with commas between.
fn several(
    reader: &mut Reader<'_>,
    end: char,
    mut read: impl FnMut(&mut Reader<'_>) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    reader.next_char();
    loop {
        reader.skip_blanks();
        if reader.peek() == Some(end) {
            reader.next_char();
            return Ok(());
        }
        read(reader)?;
        reader.skip_blanks();
        match reader.peek() {
            Some(',') => {
                reader.next_char();
            }
            Some(char) if char == end => {}
            found => {
                let found = found.map(String::from).unwrap_or_default();
                return Err(reader
                    .error(format!("found {}", quote(&found)))
                    .expecting(format!("',' or '{end}'")));
            }
        }
    }
}

/// A text in quotes. Only quotes and backslashes are escaped in boards.
fn text(reader: &mut Reader<'_>) -> Result<String, ParseError> {
    reader.skip_blanks();
    let open = reader.peek().filter(|char| matches!(char, '"' | '\''));
    let Some(open) = open else {
        return Err(reader.error("found a key without quotes").expecting("a text in quotes"));
    };
    let start = reader.clone();
    reader.next_char();
    let mut text = String::new();
    loop {
        match reader.next_char() {
            Some('\\') => text.extend(reader.next_char()),
            Some(char) if char == open => return Ok(text),
            Some('\n') | None => return Err(start.error("found a text that does not end on its line")),
            Some(char) => text.push(char),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Vec<String>>, String> {
        let all = boards(&Source::new("f", text)).map_err(|error| error.to_string())?;
        let row = |row: &Vec<Item>| row.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join(" ");
        Ok(all.iter().map(|board| board.iter().map(row).collect()).collect())
    }

    #[test]
    fn forms_of_boards() {
        let board = vec![vec!["1 .".to_owned(), ". 12".to_owned()]];
        for text in [
            "[[1,null],[null,12]]",
            " [ [1, \"\"],\n['.', 12], ]",
            "{\"title\":\"x\",\"grid\":[[1,None],[\" \",\"12\"]]}",
            "[\"1 .\", \". 12\"]",
        ] {
            assert_eq!(read(text).as_ref(), Ok(&board), "{text}");
        }
        assert_eq!(read("[1,null,0]"), Ok(vec![vec!["1 . 0".into()]]));
        assert_eq!(read("[\"1..2\"]"), Ok(vec![vec!["1 . . 2".into()]]));
        assert_eq!(read("[[[1]],[[2]]]"), Ok(vec![vec!["1".into()], vec!["2".into()]]));
        assert_eq!(read("[[\"1..2\",\"3..4\"],[\"5..6\",\"7..8\"]]").map(|all| all.len()), Ok(2));
        assert_eq!(read("{\"board\":\"1..2\"}"), Ok(vec![vec!["1 . . 2".into()]]));
    }

    #[test]
    fn mistakes_have_places() {
        for (text, expected) in [
            ("[[1,x]]", "f:1:5: found 'x', expected a list, a number, a text or null"),
            ("[[1,2],\n 3]", "f:2:2: found '3', expected a row, which is a list"),
            ("[[1,[2]]]", "f:1:5: found a list, expected a cell: a number, a text or null"),
            ("[[1,2]", "f:1:7: found end of text, expected ',' or ']'"),
            ("[\"1\n\"]", "f:1:2: found a text that does not end on its line"),
            ("[[1]] 2", "f:1:7: found '2', expected the end of the text"),
            ("[]", "f:1:1: found an empty list, expected the rows of a board"),
        ] {
            assert_eq!(read(text), Err(expected.to_owned()), "{text}");
        }
        assert!(read(&"[".repeat(99)).unwrap_err().contains("nested deeper"));
    }

    #[test]
    fn what_are_lists() {
        for text in ["[[1]]", "\n[ 1,2]", "['53..']", "[null,1]", "{\"grid\": [[1]]}"] {
            assert!(are_lists(text), "{text}");
        }
        for text in ["[Puzzle]\n53..", "[", "{}", "{\"status\":\"solved\"}", "53..7", "[problem]"] {
            assert!(!are_lists(text), "{text}");
        }
    }
}
