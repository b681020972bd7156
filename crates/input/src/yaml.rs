//! Reading and writing YAML: the only module that uses `serde_yaml`.

mod locate;
mod weigh;

use serde::{Serialize, de::DeserializeOwned};

use crate::{ParseError, Position, Source, quote};

/// Maximum number of bytes of a YAML text: 2 MiB. The reader needs up to a hundred times as much memory.
pub const MAX_YAML: usize = 2 << 20;

/// The error for a value that has no form in YAML, such as a map whose keys are maps.
#[derive(Debug, thiserror::Error)]
#[error("this value cannot be written as YAML: {0}")]
pub struct WriteError(String);

/// Reads a value from a YAML text of one document.
///
/// Give the type `#[serde(deny_unknown_fields)]`, so that a misspelt key is an error. Tags (`!name`) are
/// rejected. Aliases are followed as long as the text doesn't grow out of proportion.
///
/// # Errors
///
/// Syntax errors and values of a wrong type, with their line, column and path; a text that is empty,
/// larger than [`MAX_YAML`], nested deeper than 128 levels or blown up by aliases; several documents.
pub fn from_yaml<T: DeserializeOwned>(source: &Source) -> Result<T, ParseError> {
    let text = source.text();
    if text.len() > MAX_YAML {
        let found = format!("found {} bytes of YAML", text.len());
        return Err(ParseError::in_file(source.name(), found).expecting(format!("at most {MAX_YAML}")));
    }
    if text.lines().all(is_blank) {
        return Err(ParseError::in_file(source.name(), "found no content").expecting("YAML"));
    }
    if let Some(offset) = weigh::too_deep(text) {
        return Err(source.error(source.position(offset), "found nesting that is too deep"));
    }
    if let Some(line) = joined_rows(text) {
        let key = text.lines().nth(line).unwrap_or_default().trim();
        let found = format!("found rows under {}, which YAML joins into one line", quote(key));
        let error = source.error(Position { line: source.start().line + line, column: 1 }, found);
        return Err(error.expecting(format!("'{key} |', which keeps them apart")));
    }
    let weighed = || weigh::weigh(text).map_err(|error| convert(source, &error));
    // Most texts have no aliases and no tags.
    if text.contains(['&', '!']) {
        weighed()?;
    }
    serde_yaml::from_str(text).or_else(|error| {
        // What is wrong with the text as YAML comes first.
        weighed()?;
        Err(convert(source, &error))
    })
}

/// The line of a key for a drawing, counted from 0, if the drawing has several rows and no `|` before it.
fn joined_rows(text: &str) -> Option<usize> {
    let is_drawn = |line: &&str| ["grid:", "board:", "level:"].contains(&line.trim_end());
    let is_row = |line: &&str| {
        line.starts_with(' ') && !line.trim_start().starts_with(['-', '|', '{', '[', '"', '\''])
    };
    let lines: Vec<&str> = text.lines().collect();
    let rows =
        |at: usize| lines[at + 1..].iter().take_while(|line| is_row(line) && !line.contains(':')).count();
    (0..lines.len()).find(|&at| is_drawn(&lines[at]) && rows(at) > 1)
}

/// Writes a value as YAML.
///
/// # Errors
///
/// A value that has no form in YAML. That depends on its type, not on its content.
pub fn to_yaml<T: Serialize>(value: &T) -> Result<String, WriteError> {
    serde_yaml::to_string(value).map_err(|error| WriteError(error.to_string()))
}

/// An error in the meaning of a YAML text that [`from_yaml`] has read: about the value at `path`
/// (`cages[3].sum`; empty for the whole), and if the value is text, about the character at byte `offset` in
/// it. The place is that of the character if it can be determined (in block scalars `|` and in values on one
/// line), otherwise that of the value.
#[must_use]
pub fn yaml_error(source: &Source, path: &str, offset: usize, message: impl Into<String>) -> ParseError {
    let error = match locate::locate(source, path, offset) {
        Some(position) => source.error(position, message),
        None => ParseError::in_file(source.name(), message),
    };
    if path.is_empty() { error } else { error.with_path(path) }
}

/// The value of the top-level key `kind` of a YAML (or JSON) text, found by scanning its lines: cheap, and
/// safe for any text. `None` if there is no such key.
#[must_use]
pub fn yaml_kind(text: &str) -> Option<&str> {
    const LOOKED_AT: usize = 1 << 16;
    let mut end = text.len().min(LOOKED_AT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].lines().find_map(|line| {
        let key = line.strip_prefix('{').map_or(line, str::trim_start);
        let quoted = key.strip_prefix("\"kind\"").or_else(|| key.strip_prefix("'kind'"));
        let value = quoted.or_else(|| key.strip_prefix("kind"))?.trim_start().strip_prefix(':')?;
        let value = value.split([',', '#', '}']).next()?.trim();
        let value = value.trim_matches(['"', '\'']);
        (!value.is_empty()).then_some(value)
    })
}

/// The documents of a YAML text, which stand between lines `---`. Before each are as many empty lines as there are lines
/// before it in the text, so that places in it are places in the text. Documents without content are left out.
#[must_use]
pub fn yaml_documents(text: &str) -> Vec<String> {
    let mut documents = Vec::new();
    let mut document = String::new();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if line.trim_end() == "---" {
            documents.push(std::mem::replace(&mut document, "\n".repeat(index + 1)));
        } else {
            document.push_str(line);
        }
    }
    documents.push(document);
    documents.retain(|document| !document.lines().all(is_blank));
    documents
}

/// Whether a line of YAML has no content.
fn is_blank(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

fn convert(source: &Source, error: &serde_yaml::Error) -> ParseError {
    let words = error.to_string();
    if words.contains("more than one document") {
        // It says the same of any text after the end of the value.
        let marks = source.text().lines().enumerate().skip(1).filter(|(_, line)| line.starts_with("---"));
        return match marks.last() {
            Some((index, _)) => source
                .error(
                    Position { line: source.start().line + index, column: 1 },
                    "found a second YAML document",
                )
                .expecting("one puzzle")
                .with_help("put each puzzle into its own file"),
            None => ParseError::in_file(source.name(), "found more text after the end of the YAML value"),
        };
    }
    // serde_yaml writes `path: message at line 3 column 7, context`; place and path have their own fields here.
    let (message, context) = match words.split_once(" at line ") {
        Some((message, rest)) => (message, rest.split_once(", ").map(|(_, context)| context.to_owned())),
        None => (words.as_str(), None),
    };
    let (path, message) = match message.split_once(": ") {
        Some((path, message)) if locate::locate(source, path, 0).is_some() => (path, message),
        _ => ("", message),
    };
    // The path is that of the map, but the key is at fault.
    let path = match message.strip_prefix("unknown field `").and_then(|key| key.split_once('`')) {
        Some((key, _)) if path.is_empty() => key.to_owned(),
        Some((key, _)) => format!("{path}.{key}"),
        None => path.to_owned(),
    };
    let (message, expected) = match message.rsplit_once(", expected ") {
        Some((start, kind)) if kind.starts_with("struct ") => (start, Some("keys with values")),
        Some((start, kind)) => match in_words(kind) {
            Some(words) => (start, Some(words)),
            None => (message, None),
        },
        None => (message, None),
    };
    let found = found(message);
    let message = found.as_deref().unwrap_or(message);
    let place = match message.split_once(" at position ").map(|(_, offset)| offset.parse()) {
        Some(Ok(offset)) => Some(source.position(offset)),
        _ => error.location().map(|location| source.position(location.index())),
    };
    let mut converted = match place {
        Some(position) => source.error(position, message),
        None => ParseError::in_file(source.name(), message),
    };
    if let Some(expected) = expected {
        converted = converted.expecting(expected);
    }
    if !path.is_empty() {
        converted = converted.with_path(path);
    }
    if let Some(context) = context {
        converted = converted.with_help(context);
    }
    converted
}

/// What serde calls a value of another type, as people say it.
fn found(message: &str) -> Option<String> {
    let value = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "))?;
    let (value, expected) = value.split_once(", expected ").unwrap_or((value, ""));
    let value = match value {
        "sequence" => "a list".into(),
        "map" => "keys with values".into(),
        "unit value" | "null" => "nothing".into(),
        other => match other.split_once('`').or_else(|| other.split_once('"')) {
            Some((_, word)) => quote(word.trim_end_matches(['`', '"'])),
            None => other.into(),
        },
    };
    let expected = if expected.is_empty() { String::new() } else { format!(", expected {expected}") };
    Some(format!("found {value}{expected}"))
}

/// What serde expects, as people say it.
fn in_words(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "a map" => "keys with values",
        "a sequence" => "a list",
        "a string" => "a text",
        "a boolean" => "true or false",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        _ => return None,
    })
}
