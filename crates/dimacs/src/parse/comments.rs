//! What comments say: the forms that `encode --format dimacs` writes, and those that model counters and other programs use.

use jigsat_input::Part;

/// A comment.
pub(super) enum Comment<'t> {
    /// `c var 1 r1c1=1` or `c v 1 r1c1=1`: the name of a variable.
    Name { number: Part<'t>, name: Part<'t> },
    /// `c 1 r1c1=1`: a name, if all comments that begin with a number are of this form.
    Numbered { number: Part<'t>, name: Part<'t> },
    /// `c p show 1 2 0` or `c ind 1 2 0`: variables that are shown.
    Show(Part<'t>),
    /// `c group 3 row[1,5]: row 1 has exactly one 5`: the constraint that the clauses up to the next group state.
    Group { rule: &'t str, sentence: &'t str },
    /// `c title: Pigeons`: a key of the catalogue, and what it says.
    Key { key: &'t str, value: &'t str },
    /// `c p weight 1 0.5 0`: the weight of a literal, for weighted counting.
    Weight(Part<'t>),
    /// Anything else.
    Other,
}

/// The keys of the catalogue.
const KEYS: [&str; 5] = ["title", "source", "difficulty", "teaches", "expect"];

impl<'t> Comment<'t> {
    /// What a line says that begins with `c`.
    pub fn of(line: &Part<'t>) -> Self {
        let Some((c, rest)) = split(line) else { return Comment::Other };
        let Some((word, after)) = (c.text() == "c").then(|| split(&rest)).flatten() else {
            return Comment::Other;
        };
        let second = split(&after);
        match (word.text(), second) {
            ("var" | "v", Some((number, name))) if is_number(&number) => Comment::Name { number, name },
            ("p", Some((show, variables))) if show.text() == "show" => Comment::Show(variables),
            ("p", Some((weight, _))) if weight.text() == "weight" => Comment::Weight(weight),
            ("ind", Some((number, _))) if is_number(&number) => Comment::Show(after),
            ("group", Some((number, text))) if is_number(&number) => group(text.text()),
            (_, Some(_)) if is_number(&word) => Comment::Numbered { number: word, name: after },
            (key, Some(_)) => match key.strip_suffix(':').filter(|key| KEYS.contains(key)) {
                Some(key) => Comment::Key { key, value: after.text() },
                None => Comment::Other,
            },
            (_, None) => Comment::Other,
        }
    }
}

/// The first word and the rest, both without blanks around them; `None` if there is no word.
pub(super) fn split<'t>(part: &Part<'t>) -> Option<(Part<'t>, Part<'t>)> {
    let part = part.trim();
    let text = part.text();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| (part.part(0..end), part.from(end).trim()))
}

fn is_number(word: &Part<'_>) -> bool {
    word.text().bytes().all(|byte| byte.is_ascii_digit())
}

/// `row[1,5]: row 1 has exactly one 5`. The brackets may contain any text in which brackets are closed.
fn group(text: &str) -> Comment<'_> {
    let end = text.find(['[', ':']).unwrap_or(0);
    let rule = text[..end].trim();
    let mut depth = 0_usize;
    let closed = text.char_indices().find(|&(at, char)| {
        match char {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && text[at..].starts_with(": ")
    });
    let colon = closed.map(|(at, _)| at).or_else(|| text.find("]: ").map(|at| at + 1));
    match colon {
        Some(colon) if !rule.is_empty() => Comment::Group { rule, sentence: text[colon + 2..].trim() },
        _ => Comment::Group { rule: "group", sentence: text },
    }
}
