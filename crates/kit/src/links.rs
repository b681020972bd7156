//! Links to puzzles in texts as people pass them on: in angle brackets, in Markdown, in sentences, percent-encoded, inside
//! the links of other sites. They are decoded, never fetched.

mod penpa;

use std::borrow::Cow;

use jigsat_input::{
    Part,
    pzpr::{Address, Saved},
    yaml_kind,
};

/// Sites of pzpr, by a part of their addresses.
const PZPR: [&str; 5] = ["puzz.link", "pzv.jp", "pzplus", "pzprxs", "pzpr"];

/// Links in the form of f-puzzles, by parts that they have.
const FPUZZLES: [[&str; 2]; 3] =
    [["f-puzzles.com/", "?"], ["sudokupad.app/", "fpuz"], ["crackingthecryptic.com/", "fpuz"]];

/// Sites whose links are not read, by a part of their addresses, with what to do instead.
const FOREIGN: [(&str, &str, &str); 16] = [
    ("sudokupad.app", "SudokuPad", AS_DIGITS),
    ("crackingthecryptic.com", "SudokuPad", AS_DIGITS),
    ("tinyurl.com", "a link shortener", OPEN_IT),
    ("bit.ly/", "a link shortener", OPEN_IT),
    ("://t.co/", "a link shortener", OPEN_IT),
    ("is.gd/", "a link shortener", OPEN_IT),
    ("goo.gl/", "a link shortener", OPEN_IT),
    ("git.io/", "a link shortener", OPEN_IT),
    (
        "gmpuzzles.com",
        "GMPuzzles",
        "open 'solve online' there, and copy the long address that the browser then has",
    ),
    (
        "logic-masters.de",
        "Logic Masters",
        "copy the link of the puzzle on puzz.link, Penpa or f-puzzles from that page",
    ),
    ("kudamono", "Kudamono", AS_ADDRESS),
    ("crossmark", "Crossmark", AS_TEXT),
    ("crosshare.org", "Crosshare", AS_TEXT),
    ("janko.at", "janko.at", AS_TEXT),
    ("kanpen", "Kanpen", AS_ADDRESS),
    ("puzzle-", "a site of puzzles", AS_TEXT),
];

const OPEN_IT: &str = "open it in a browser and copy the long address";
const AS_TEXT: &str = "give the board as text; 'jigsat puzzles' lists examples";
const AS_ADDRESS: &str = "export the puzzle for puzz.link or as text, and give that";
const AS_DIGITS: &str = "paste the link of the puzzle on f-puzzles, or give the givens as 81 characters with '.' for an empty cell, or YAML";

/// What a text says in place of puzzles: a link that can't be read, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// What was found.
    pub found: String,
    /// What to do instead.
    pub help: String,
}

/// The text without what surrounds its links: each of them on a line of its own, at its place if it can stay there, in
/// the form that readers know. `None` if nothing is to be changed: the text has no links, or is a puzzle in which a link
/// says where it comes from.
///
/// ```
/// let text = jigsat_kit::links::plain("[easy](https://puzz.link/p?nurikabe_edit/5/5/g5k2o1k3g), by me");
/// assert_eq!(text.as_deref().map(str::trim), Some("https://puzz.link/p?nurikabe_edit/5/5/g5k2o1k3g"));
/// ```
#[must_use]
pub fn plain(text: &str) -> Option<String> {
    if !may_have_links(text) {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    let (mut has_links, mut is_changed) = (false, false);
    for line in text.lines() {
        if is_comment(line) || line.trim().is_empty() {
            lines.push(line.to_owned());
            continue;
        }
        let found = links(line);
        match &found[..] {
            [] if !is_prose(line) => return None,
            [] => lines.push(String::new()),
            [(at, link)] if !link.contains('\n') => {
                let indent = line[..*at].chars().count();
                lines.push(format!("{:indent$}{link}", ""));
            }
            // A blank line ends a board in rows.
            all => lines.extend(all.iter().flat_map(|(_, link)| [link.to_string(), String::new()])),
        }
        has_links |= !found.is_empty();
        is_changed |= lines.last().is_none_or(|last| last.trim() != line.trim());
    }
    (has_links && is_changed).then(|| lines.join("\n") + "\n")
}

/// Whether a line has a link that can be read.
#[must_use]
pub fn are_in(line: &str) -> bool {
    !links(line).is_empty()
}

/// Beginnings of addresses without `https://`. Some can't be read; the error says so.
const BEGINNINGS: [&str; 5] =
    ["f-puzzles.com/", "sudokupad.app/", "tinyurl.com/", "penpa-edit/", "puzz.link/"];

/// Whether a word looks like the address of a puzzle, with or without `https://` before it, or like a board that pzpr saved.
#[must_use]
pub fn may_be_one(word: &str) -> bool {
    let host = word.strip_prefix("www.").unwrap_or(word);
    are_in(word)
        || BEGINNINGS.iter().any(|site| host.starts_with(site))
        || word.starts_with("http://")
        || word.starts_with("pzprv3/")
        || word.starts_with("https://")
        || word.contains("/p?")
        || word.contains("/p.html?")
}

/// The full address for a word that is the end of one: `p?slither/5/5/cbcbcddad`, or the part behind the question mark.
#[must_use]
pub fn completed(word: &str) -> Option<String> {
    let end = ["p.html?", "p?", "?"].iter().find_map(|start| word.strip_prefix(start)).unwrap_or(word);
    let mut parts = end.split('/');
    let is_of_kind = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    let is_kind = parts.next().is_some_and(|kind| !kind.is_empty() && kind.bytes().all(is_of_kind));
    let is_size = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    // A variant may come before the size: `nurikabe/v:/10/10/…`.
    let sizes = parts.filter(|part| is_size(part)).count();
    // `p?nurikabe` is an address without its board; a later error says so.
    (is_kind && (sizes >= 2 || word.starts_with("p?"))).then(|| format!("https://puzz.link/p?{end}"))
}

/// The first link of a text, if it is on the first line and can't be read.
#[must_use]
pub fn unreadable(text: &str) -> Option<Unreadable> {
    let line = text.lines().find(|line| !line.trim().is_empty() && !is_comment(line))?;
    let is_link = |word: &&str| word.contains("://") || word.contains('/') && *word == line.trim();
    let word = line.split(is_around).find(is_link).filter(|word| read(word).is_none())?;
    let decoded = decoded(word);
    if let Some(Err(why)) = penpa::board(&decoded) {
        return Some(Unreadable { found: format!("a link of Penpa {why}"), help: penpa::HELP.into() });
    }
    let (_, site, help) = FOREIGN.iter().find(|(part, ..)| decoded.contains(part))?;
    Some(Unreadable {
        found: format!("an address of {site}, which jigsat cannot read"),
        help: (*help).into(),
    })
}

/// Whether an address is of a site of pzpr.
#[must_use]
pub fn is_of_pzpr(address: &str) -> bool {
    PZPR.iter().any(|site| address.contains(site))
}

/// A quick look.
fn may_have_links(text: &str) -> bool {
    let has_marks =
        text.contains('?') || text.contains("%3F") || text.contains("%3f") || text.contains("://");
    has_marks && yaml_kind(text).is_none() && !Saved::is_one(text) && !text.trim_start().starts_with('{')
}

/// The links of a line that can be read, each once, with their places in bytes.
fn links(line: &str) -> Vec<(usize, Cow<'_, str>)> {
    let mut found: Vec<(usize, Cow<'_, str>)> = Vec::new();
    // A comment behind something else.
    let line = line.split(" #").next().unwrap_or_default();
    for word in line.split(is_around).filter(|word| word.contains(['/', '%'])) {
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        let Some((start, link)) = read(word) else { continue };
        // The end of an address has no mark of its own.
        let is_bare = start == 0 && !link.contains(['?', '\n']);
        if (!is_bare || word == line.trim()) && found.iter().all(|(_, known)| *known != link) {
            found.push((at + start, link));
        }
    }
    found
}

/// The link in a word that has no blank, in the form that readers know, and where it begins.
fn read(word: &str) -> Option<(usize, Cow<'_, str>)> {
    if let Some(found) = of_pzpr(word) {
        return Some((found.0, found.1.into()));
    }
    let decoded = decoded(word);
    if let Some((_, link)) = of_pzpr(&decoded) {
        return Some((0, link.to_owned().into()));
    }
    let is_fpuzzles = |link: &str| FPUZZLES.iter().any(|parts| parts.iter().all(|part| link.contains(part)));
    if is_fpuzzles(word) {
        let start = word.find("http").or_else(|| word.find("www.")).unwrap_or(0);
        return Some((start, word[start..].trim_end_matches(is_punctuation).into()));
    }
    if is_fpuzzles(&decoded) {
        return Some((0, decoded.into_owned().into()));
    }
    Some((0, penpa::board(&decoded)?.ok()?.into()))
}

/// The address of pzpr in a word, and where it begins.
fn of_pzpr(word: &str) -> Option<(usize, &str)> {
    let address = Address::read(Part::line("", 1, word))?;
    let at = address.name().text().as_ptr() as usize - word.as_ptr() as usize;
    let before = &word[..at];
    let start = before.rfind("http").or_else(|| PZPR.iter().filter_map(|site| before.rfind(site)).max());
    let start = start.or_else(|| before.rfind("p.html?")).or_else(|| before.rfind("p?")).unwrap_or(0);
    address.has_size().then_some((start, &word[start..]))
}

/// Characters that surround links, but are not part of them.
fn is_around(char: char) -> bool {
    char.is_whitespace() || "<>()[]{}\"'`|«»“”‘’„".contains(char)
}

/// Characters that end a sentence.
fn is_punctuation(char: char) -> bool {
    ".,;:!…".contains(char)
}

fn is_comment(line: &str) -> bool {
    line.starts_with('#')
}

/// Whether a line may stand beside links: it has a word, or only marks.
fn is_prose(line: &str) -> bool {
    let has_word = line.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic));
    has_word || !line.is_ascii() || line.chars().all(|char| "-=*_~ \t".contains(char))
}

/// A link without its percent-encoding, which may have been applied twice.
fn decoded(link: &str) -> Cow<'_, str> {
    let mut link = Cow::Borrowed(link);
    for _ in 0..2 {
        if let Some(next) = once_decoded(&link) {
            link = next.into();
        }
    }
    link
}

fn once_decoded(link: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(link.len());
    let mut rest = link.as_bytes();
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    while let [first, more @ ..] = rest {
        match (first, more) {
            (b'%', [high, low, after @ ..]) if digit(high).is_some() && digit(low).is_some() => {
                bytes.push((digit(high)? * 16 + digit(low)?) as u8);
                rest = after;
            }
            _ => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8(bytes).ok().filter(|decoded| decoded != link)
}
