//! Every way to corrupt a JSON text by one value or one key, keeping the order of its keys.

use std::ops::Range;

use serde_json::Value;

/// The places of all strings, numbers and words of a JSON text, and whether each is a key.
pub fn tokens(text: &str) -> Vec<(Range<usize>, bool)> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut place = 0;
    while place < bytes.len() {
        let start = place;
        match bytes[place] {
            b'"' => {
                place += 1;
                while bytes[place] != b'"' {
                    place += if bytes[place] == b'\\' { 2 } else { 1 };
                }
                place += 1;
            }
            byte if byte.is_ascii_alphanumeric() || byte == b'-' => {
                while bytes[place].is_ascii_alphanumeric() || b"+-.".contains(&bytes[place]) {
                    place += 1;
                }
            }
            _ => {
                place += 1;
                continue;
            }
        }
        let is_key = text[place..].trim_start().starts_with(':');
        tokens.push((start..place, is_key));
    }
    tokens
}

/// Each token with its replacement, its place, and the resulting text.
pub fn corrupted(text: &str) -> impl Iterator<Item = (String, usize, String)> {
    tokens(text).into_iter().flat_map(move |(place, is_key)| {
        let token = &text[place.clone()];
        let key = text[..place.start].rsplit('"').nth(1).unwrap_or_default();
        others(token, is_key).into_iter().map(move |other| {
            let whole = [&text[..place.start], &other, &text[place.end..]].concat();
            (format!("{key}: {other} for {token}"), place.start, whole)
        })
    })
}

/// The possible replacements of a value.
fn others(token: &str, is_key: bool) -> Vec<String> {
    let value: Value = serde_json::from_str(token).expect("a token is a value");
    match value {
        Value::String(string) if is_key => vec![Value::from(format!("{string}x")).to_string()],
        Value::String(string) => {
            let longer = Value::from(format!("{string}x")).to_string();
            let path = Value::from(format!("../{string}")).to_string();
            vec![longer, path, "\"\"".into(), "7".into(), "null".into()]
        }
        Value::Number(number) => match number.as_i64() {
            Some(number) => {
                vec![(number + 1).to_string(), (number - 1).to_string(), "99999999".into(), "\"1\"".into()]
            }
            None => vec!["0.25".into()],
        },
        Value::Bool(bool) => vec![(!bool).to_string(), "0".into()],
        _ => vec!["1".into()],
    }
}
