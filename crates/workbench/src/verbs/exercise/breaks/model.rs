//! Changes of the asserts of a model.

use std::ops::Range;

use super::Break;

/// Words that are replaced, and what kind of mistake that is.
const WORDS: [(&str, &str, &str); 14] = [
    ("exactly ", "atmost ", "count"),
    ("exactly ", "atleast ", "count"),
    ("forall ", "exists ", "quantifier"),
    (" and ", " or ", "connective"),
    ("not ", "", "sign"),
    (" implies ", " iff ", "connective"),
    (" iff ", " implies ", "connective"),
    (" < ", " <= ", "off by one"),
    (" <= ", " < ", "off by one"),
    (" != ", " = ", "sign"),
    (" + 1", " + 2", "off by one"),
    (" + 1", "", "off by one"),
    (" - 1", "", "off by one"),
    (" = ", " != ", "sign"),
];

/// All changes of the asserts of a model.
pub(super) fn breaks(text: &str) -> Vec<Break> {
    let mut found = Vec::new();
    for statement in asserts(text) {
        let words = &text[statement.clone()];
        let rule = words
            .split([' ', ':', '"'])
            .filter(|word| !word.is_empty())
            .nth(1)
            .unwrap_or_default()
            .to_owned();
        let mut add = |kind, place: Range<usize>, is: String| {
            let was = text[place.clone()].to_owned();
            found.push(Break { kind, rule: rule.clone(), was, is: is.clone(), edits: vec![(place, is)] });
        };
        add("dropped", statement.clone(), String::new());
        let Some(body) = body(words) else { continue };
        let (start, body) = (statement.start + body, &words[body..]);
        for (from, to, kind) in WORDS {
            for (place, _) in body.match_indices(from) {
                add(kind, start + place..start + place + from.len(), to.to_owned());
            }
        }
        for (open, _) in body.match_indices('(') {
            let rest = &body[open + 1..];
            let Some(length) = rest.find(['(', ')']).filter(|&end| rest[end..].starts_with(')')) else {
                continue;
            };
            let is_atom = body[..open].ends_with(|char: char| char.is_alphanumeric() || char == '_');
            let args: Vec<&str> = rest[..length].split(", ").collect();
            for first in 0..args.len().saturating_sub(1) {
                if is_atom && args[first] != args[first + 1] {
                    let mut swapped = args.clone();
                    swapped.swap(first, first + 1);
                    add("index", start + open + 1..start + open + 1 + length, swapped.join(", "));
                }
            }
        }
    }
    found
}

/// The places of the asserts: from the word to the next line that begins a statement.
fn asserts(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let continues = line.starts_with([' ', '\t']) && !line.trim().is_empty();
        if line.starts_with("assert ") {
            found.push(start..end);
            is_open = true;
        } else if is_open && continues {
            found.last_mut().expect("one is open").end = end;
        } else {
            is_open = false;
        }
        start = end;
    }
    found
}

/// Where the formula of an assert begins: after the colon behind its name and sentence.
fn body(statement: &str) -> Option<usize> {
    let mut is_quoted = false;
    let colon = statement.char_indices().find(|&(_, char)| {
        is_quoted ^= char == '"';
        char == ':' && !is_quoted
    });
    colon.map(|(place, _)| place + 1)
}
