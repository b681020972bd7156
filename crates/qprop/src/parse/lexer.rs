//! Words, numbers and signs with their places.

use jigsat_input::{ParseError, Source, quote};

use super::foreign;
use crate::syntax::Span;

/// The words that can't be names.
pub(crate) const KEYWORDS: [&str; 25] = [
    "include", "const", "sort", "var", "fact", "pred", "def", "assert", "show", "forall", "exists",
    "exactly", "atmost", "atleast", "and", "or", "not", "implies", "iff", "if", "div", "mod", "abs", "true",
    "false",
];

/// Longest first, so that `<=` is not read as `<`.
const SIGNS: [&str; 21] = [
    "=/=", ":=", "->", "..", "<=", ">=", "!=", "=", "<", ">", "(", ")", "{", "}", ",", ":", ".", "|", "+",
    "-", "*",
];

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Token<'a> {
    pub kind: TokenKind,
    pub text: &'a str,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Keyword,
    Name,
    Number(i64),
    /// With its quotes.
    Text,
    Sign,
    End,
}

/// All tokens of a text, `End` last.
///
/// # Errors
///
/// A character that begins no token, a number above 10¹², a text without its closing quote.
pub(crate) fn tokens(source: &Source, file: u32) -> Result<Vec<Token<'_>>, ParseError> {
    let text = source.text();
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at += blank(&text[at..]);
        let rest = &text[at..];
        let error = |message: String| source.error(source.position(at), message);
        let Some(first) = rest.chars().next() else { break };
        let (kind, length) = if first.is_alphabetic() || first == '_' {
            let length = rest.find(|char: char| !is_name(char)).unwrap_or(rest.len());
            let is_keyword = KEYWORDS.contains(&&rest[..length]);
            (if is_keyword { TokenKind::Keyword } else { TokenKind::Name }, length)
        } else if first.is_ascii_digit() {
            let length = rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len());
            if rest[length..].starts_with(|char: char| char.is_alphabetic() || char == '_') {
                let word = rest.split(|char: char| !is_name(char)).next().unwrap_or_default();
                return Err(error(format!("found {}", quote(word)))
                    .expecting("a number, or a name that begins with a letter"));
            }
            match rest[..length].parse() {
                Ok(number) if number <= MAX_NUMBER => (TokenKind::Number(number), length),
                _ => {
                    return Err(error(format!("found {}", quote(&rest[..length])))
                        .expecting("a number of at most 1000000000000"));
                }
            }
        } else if first == '"' {
            match rest[1..].find(['"', '\n']) {
                Some(end) if rest[1 + end..].starts_with('"') => (TokenKind::Text, end + 2),
                _ => {
                    return Err(error("this text has no closing quote".into()).expecting("'\"' on this line"));
                }
            }
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (TokenKind::Sign, sign.len())
        } else {
            let all = "a model has names, numbers, texts in double quotes, signs, and comments after '#'";
            let help = foreign::hint(text, at).unwrap_or(all);
            return Err(error(format!("found {}", quote(&rest[..first.len_utf8()]))).with_help(help));
        };
        tokens.push(Token { kind, text: &rest[..length], span: span(file, at, at + length) });
        at += length;
    }
    tokens.push(Token { kind: TokenKind::End, text: "", span: span(file, text.len(), text.len()) });
    Ok(tokens)
}

/// Maximum number, far from where sums overflow.
const MAX_NUMBER: i64 = 1_000_000_000_000;

fn is_name(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || char == '\''
}

fn span(file: u32, start: usize, end: usize) -> Span {
    Span { file, start: start as u32, end: end as u32 }
}

/// The length of blanks and comments at the beginning.
fn blank(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let blanks = rest.len() - rest.trim_start().len();
        at += blanks;
        if text[at..].starts_with('#') {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
        } else {
            return at;
        }
    }
}
