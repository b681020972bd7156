use std::{
    fmt::{self, Write as _},
    io,
};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Message, Naming, Position};

/// How many characters a rendered line shows on each side of the caret.
const AROUND: usize = 60;

/// What is wrong with an input, and where.
///
/// `Display` is one line, `puzzle.sdk:3:7: found 'x', expected a digit`; [`ParseError::render`] adds the line with a
/// caret. It is serialized as `{"file", "line", "column", "path", "message", "help", "families"}`, without the keys that
/// are unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(description = "What is wrong with an input, and where.")]
pub struct ParseError(Box<Detail>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct Detail {
    file: String,
    #[serde(flatten)]
    position: Option<Position>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Message>,
    /// The families that the text may belong to, if it names none and several can read it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    families: Vec<String>,
    #[serde(skip)]
    unfinished: bool,
    #[serde(skip)]
    expected: Option<String>,
    #[serde(skip)]
    excerpt: Option<Excerpt>,
}

/// A part of the offending line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Excerpt {
    text: String,
    /// Byte offset of the caret in `text`.
    caret: usize,
}

impl ParseError {
    /// An error about a file as a whole.
    #[must_use]
    pub fn in_file(file: impl Into<String>, message: impl Into<String>) -> Self {
        ParseError(Box::new(Detail {
            file: printable(&file.into()),
            position: None,
            path: None,
            message: printable(&message.into()),
            help: None,
            families: Vec::new(),
            unfinished: false,
            expected: None,
            excerpt: None,
        }))
    }

    /// The error that a file or a stream can't be read, or that waiting for a stream was given up
    /// ([`io::ErrorKind::TimedOut`]).
    ///
    /// ```
    /// use std::io::{Error, ErrorKind};
    /// use jigsat_input::ParseError;
    ///
    /// let error = ParseError::unreadable("-", &Error::from(ErrorKind::NotFound));
    /// assert!(!error.is_unfinished());
    /// let error = ParseError::unreadable("-", &Error::new(ErrorKind::TimedOut, "interrupted"));
    /// assert!(error.is_unfinished());
    /// assert_eq!(error.to_string(), "-: interrupted while it was read");
    /// ```
    #[must_use]
    pub fn unreadable(file: impl Into<String>, error: &io::Error) -> Self {
        // The operating system's words, without Rust's "(os error 2)".
        let words = error.to_string();
        let words = words.split(" (os error").next().unwrap_or_default();
        match error.kind() {
            io::ErrorKind::TimedOut => ParseError::unfinished(file, format!("{words} while it was read")),
            _ => ParseError::in_file(file, format!("can't be read: {words}")),
        }
    }

    /// The error that reading a file was given up at a limit; nothing is known to be wrong with the file.
    #[must_use]
    pub fn unfinished(file: impl Into<String>, message: impl Into<String>) -> Self {
        let mut error = ParseError::in_file(file, message);
        error.0.unfinished = true;
        error
    }

    /// Whether reading was given up at a limit.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.0.unfinished
    }

    /// An error at a place, for which the caller has the text of the line (without its end).
    #[must_use]
    pub fn in_line(file: &str, position: Position, line: &str, message: impl Into<String>) -> Self {
        let mut error = ParseError::in_file(file, message);
        error.0.position = Some(position);
        error.0.excerpt = Some(Excerpt::around(line, position.column));
        error
    }

    /// The same place with another message, and nothing expected.
    #[must_use]
    pub fn with_message(mut self, message: impl AsRef<str>) -> Self {
        self.0.message = printable(message.as_ref());
        self.0.expected = None;
        self
    }

    /// States what was expected: the message continues with `, expected …`.
    #[must_use]
    pub fn expecting(mut self, expected: impl AsRef<str>) -> Self {
        let expected = printable(expected.as_ref());
        let _ = write!(self.0.message, ", expected {expected}");
        self.0.expected = Some(expected);
        self
    }

    /// Adds advice, shown below the line.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Message>) -> Self {
        self.0.help = Some(help.into().map(printable));
        self
    }

    /// Names the families that the text may belong to, one of which a user can choose.
    #[must_use]
    pub fn among(mut self, families: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.0.families = families.into_iter().map(Into::into).collect();
        self
    }

    /// Names the value within structured data, such as `cages[3].sum`.
    #[must_use]
    pub fn with_path(mut self, path: impl AsRef<str>) -> Self {
        self.0.path = Some(printable(path.as_ref()));
        self
    }

    /// The file's name, `-` for standard input.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// The place, if there is one.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.position
    }

    /// The path of the value within structured data, such as `cages[3].sum`.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.0.path.as_deref()
    }

    /// What is wrong, in one line, without its place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The advice, if there is any.
    #[must_use]
    pub fn help(&self) -> Option<&Message> {
        self.0.help.as_ref()
    }

    /// Several lines for people: the line of `Display`, and the offending line (cut if it is long) with a
    /// caret. Ends with a line end.
    #[must_use]
    pub fn render(&self, color: bool) -> String {
        let help = self.0.help.as_ref().map(Message::to_string);
        self.rendered(help.as_deref(), color)
    }

    /// The same, with the fields in the advice as a front shows them.
    #[must_use]
    pub fn render_named(&self, naming: &Naming<'_>, color: bool) -> String {
        let help = self.0.help.as_ref().map(|help| help.shown(naming));
        self.rendered(help.as_deref(), color)
    }

    fn rendered(&self, help: Option<&str>, color: bool) -> String {
        let detail = &*self.0;
        let mut group = Group::with_title(Level::ERROR.primary_title(self.to_string()));
        if let (Some(position), Some(excerpt)) = (detail.position, &detail.excerpt) {
            let end = excerpt.text[excerpt.caret..].chars().next().map_or(0, char::len_utf8);
            let mut annotation = AnnotationKind::Primary.span(excerpt.caret..excerpt.caret + end);
            if let Some(expected) = &detail.expected {
                annotation = annotation.label(format!("expected {expected}"));
            }
            group = group.element(
                Snippet::source(excerpt.text.as_str()).line_start(position.line).annotation(annotation),
            );
        }
        if let Some(help) = help {
            group = group.element(Level::HELP.message(help));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group]) + "\n"
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = &*self.0;
        f.write_str(&detail.file)?;
        if let Some(Position { line, column }) = detail.position {
            write!(f, ":{line}:{column}")?;
        }
        if let Some(path) = &detail.path {
            write!(f, ": {path}")?;
        }
        write!(f, ": {}", detail.message)
    }
}

impl std::error::Error for ParseError {}

impl Excerpt {
    fn around(line: &str, column: usize) -> Self {
        let column = column.saturating_sub(1);
        let skipped = column.saturating_sub(AROUND);
        let mut text = String::new();
        if skipped > 0 {
            text.push('…');
        }
        let mut caret = None;
        let mut rest = line.chars().skip(skipped);
        for (index, char) in (skipped..).zip(rest.by_ref().take(2 * AROUND)) {
            if index == column {
                caret = Some(text.len());
            }
            // A tab is one column here, so that the caret stays below its character.
            text.push(if char.is_control() { ' ' } else { char });
        }
        let caret = caret.unwrap_or(text.len());
        if rest.next().is_some() {
            text.push('…');
        }
        Excerpt { text, caret }
    }
}

/// A piece of input as messages quote it: `'x'`, escaped and cut after 30 characters; `end of text` if it is
/// empty.
#[must_use]
pub fn quote(text: &str) -> String {
    if text.is_empty() {
        return "end of text".to_owned();
    }
    let mut quoted = String::from("'");
    for (count, char) in text.chars().enumerate() {
        if count == 30 {
            quoted.push('…');
            break;
        }
        if char == '\'' {
            quoted.push(char);
        } else {
            quoted.extend(char.escape_debug());
        }
    }
    quoted.push('\'');
    quoted
}

/// A number of things: `1 step`, `7 steps`.
///
/// ```
/// use jigsat_input::counted;
/// assert_eq!([counted(1_u64, "step"), counted(0_u64, "step")], ["1 step", "0 steps"]);
/// ```
pub fn counted<N: Copy + fmt::Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// The text with control characters escaped, and cut in the middle if it is long: a message is one line, and
/// no input can control the terminal or flood it.
fn printable(text: &str) -> String {
    const HEAD: usize = 300;
    const TAIL: usize = 150;
    let count = text.chars().count();
    let mut out = String::new();
    for (index, char) in text.chars().enumerate() {
        if count > HEAD + TAIL && (HEAD..count - TAIL).contains(&index) {
            if index == HEAD {
                out.push('…');
            }
        } else if char.is_control() {
            out.extend(char.escape_default());
        } else {
            out.push(char);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_and_rendering() {
        let error = ParseError::in_line("p.sdk", Position { line: 3, column: 7 }, "53..7.x..", "found 'x'")
            .expecting("a digit or '.'")
            .with_help("empty cells are dots");
        assert_eq!(error.to_string(), "p.sdk:3:7: found 'x', expected a digit or '.'");
        insta::assert_snapshot!(error.render(false), @r"
        error: p.sdk:3:7: found 'x', expected a digit or '.'
          |
        3 | 53..7.x..
          |       ^ expected a digit or '.'
          |
          = help: empty cells are dots
        ");
        assert!(error.render(true).contains("\x1b["));
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let line = ".".repeat(5000) + "x" + &".".repeat(5000);
        let error = ParseError::in_line("long", Position { line: 1, column: 5001 }, &line, "found 'x'");
        insta::assert_snapshot!(error.render(false), @r"
        error: long:1:5001: found 'x'
          |
        1 | …............................................................x...........................................................…
          |                                                              ^
        ");
    }

    #[test]
    fn place_at_the_end_of_a_line_and_no_place() {
        let error = ParseError::in_line("f", Position { line: 2, column: 4 }, "abc", "found end of line");
        insta::assert_snapshot!(error.render(false), @r"
        error: f:2:4: found end of line
          |
        2 | abc
          |    ^
        ");
        insta::assert_snapshot!(ParseError::in_file("dir", "found a folder").render(false), @"error: dir: found a folder");
    }

    #[test]
    fn quotes_are_short_and_harmless() {
        assert_eq!(quote("x"), "'x'");
        assert_eq!(quote("\x1b[2J"), "'\\u{1b}[2J'");
        assert_eq!(quote(&"y".repeat(99)).chars().count(), 33);
        assert_eq!(quote(""), "end of text");
    }
}
