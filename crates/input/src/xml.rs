//! XML with positions: the only module that parses it. Documents are bounded in depth and size before they are parsed, and
//! entities of their own are refused.

use crate::{ParseError, Position, Source};
pub use roxmltree::{Document, Node};

/// Maximum number of elements, attributes and texts of a document.
const MAX_NODES: u32 = 1 << 20;

/// Maximum depth of nested elements; puzzle files need six.
const MAX_DEPTH: usize = 100;

/// Maximum length of a tag, as the reader compares each attribute of a tag with each other one.
const MAX_TAG: usize = 1 << 14;

/// Whether a text begins like XML.
#[must_use]
pub fn is_one(text: &str) -> bool {
    let mut chars = text.trim_start().chars();
    chars.next() == Some('<')
        && chars.next().is_some_and(|char| char.is_ascii_alphabetic() || "?!".contains(char))
}

/// Whether a text, possibly cut off anywhere, is XML in which an element of this name begins.
#[must_use]
pub fn has_element(text: &str, name: &str) -> bool {
    let ends = |rest: &str| rest.starts_with(|char: char| char.is_whitespace() || char == '>' || char == '/');
    is_one(text) && text.split('<').any(|tag| tag.strip_prefix(name).is_some_and(ends))
}

/// Parses a document.
///
/// ```
/// use jigsat_input::{Source, xml};
///
/// let source = Source::new("f", "<level>\n  <row width='3'>#@#</row>\n</level>");
/// let document = xml::parse(&source)?;
/// let row = xml::children(document.root_element(), "row").next().expect("there is one");
/// assert_eq!((row.attribute("width"), row.text()), (Some("3"), Some("#@#")));
/// assert_eq!(xml::error(&source, row, "found a row").to_string(), "f:2:3: found a row");
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
///
/// # Errors
///
/// The place where the text is not XML, is nested too deep, has too many nodes or a tag that is too long, or defines an
/// entity.
pub fn parse(source: &Source) -> Result<Document<'_>, ParseError> {
    bound(source)?;
    let options = roxmltree::ParsingOptions { nodes_limit: MAX_NODES, allow_dtd: true };
    Document::parse_with_options(source.text(), options).map_err(|error| {
        let at = error.pos();
        let line = source.start().line + at.row as usize - 1;
        source.error(Position { line, column: at.col as usize }, format!("found broken XML: {error}"))
    })
}

/// An error at the place of an element or text.
#[must_use]
pub fn error(source: &Source, node: Node<'_, '_>, message: impl Into<String>) -> ParseError {
    source.error(source.position(node.range().start), message)
}

/// The elements of this name directly in another one.
pub fn children<'a, 'd: 'a>(node: Node<'a, 'd>, name: &'a str) -> impl Iterator<Item = Node<'a, 'd>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

/// The first element of this name directly in another one.
#[must_use]
pub fn child<'a, 'd>(node: Node<'a, 'd>, name: &str) -> Option<Node<'a, 'd>> {
    node.children().find(|child| child.tag_name().name() == name)
}

/// Rejects text that would exhaust the stack or the time of a recursive reader. For malformed XML it need not be exact:
/// the reader stops at the mistake, which is no deeper than what was checked here.
fn bound(source: &Source) -> Result<(), ParseError> {
    let xml = source.text();
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(found) = xml[at..].find('<') {
        let start = at + found;
        let rest = &xml[start..];
        let to_end = |end: &str| rest.find(end).map_or(rest.len(), |offset| offset + end.len());
        let error = |message: String| source.error(source.position(start), message);
        let length = if rest.starts_with("<!--") {
            to_end("-->")
        } else if rest.starts_with("<![CDATA[") {
            to_end("]]>")
        } else if rest.starts_with("<?") {
            to_end("?>")
        } else if rest.starts_with("<!ENTITY") {
            return Err(
                error("found the definition of an entity".into()).expecting("XML without its own entities")
            );
        } else if rest.starts_with("<!") {
            "<!".len()
        } else if rest.starts_with("</") {
            depth = depth.saturating_sub(1);
            to_end(">")
        } else {
            let length = tag_length(rest);
            if !rest[..length].ends_with("/>") {
                depth += 1;
            }
            if depth > MAX_DEPTH {
                return Err(error(format!("found elements nested deeper than {MAX_DEPTH} levels")));
            }
            if length > MAX_TAG {
                return Err(error(format!("found a tag of more than {MAX_TAG} characters")));
            }
            length
        };
        at = start + length;
    }
    Ok(())
}

/// The length of a tag, up to the `>` that is not in quotes.
fn tag_length(tag: &str) -> usize {
    let mut quote = None;
    for (offset, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return offset + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if byte == open => quote = None,
            _ => {}
        }
    }
    tag.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_like_xml() {
        assert!(is_one("\n<?xml version='1.0'?><a/>") && is_one("<!DOCTYPE a><a/>") && is_one("<a>"));
        assert!(!is_one("< 3\n") && !is_one("a < b") && !is_one("<<>>") && !is_one(""));
        assert!(has_element("<?xml?>\n<a><game data='", "game") && !has_element("<games/>", "game"));
    }

    #[test]
    fn mistakes_have_places() {
        let found = |text: &str| parse(&Source::new("f", text)).map(|_| ()).unwrap_err().to_string();
        assert!(found("<a>\n <b></a>").starts_with("f:2:"), "{}", found("<a>\n <b></a>"));
        let bomb = "<!DOCTYPE a [\n<!ENTITY b \"c\">]><a>&b;</a>";
        assert_eq!(
            found(bomb),
            "f:2:1: found the definition of an entity, expected XML without its own entities"
        );
        assert!(found(&"<a>".repeat(200)).contains("nested deeper than 100 levels"));
        assert!(found(&format!("<a b='{}'/>", "c".repeat(1 << 15))).contains("a tag of more than"));
        let with_type = Source::new("f", "<!DOCTYPE pbn SYSTEM \"http://example.org/pbn.dtd\">\n<pbn/>");
        assert!(parse(&with_type).is_ok());
        assert_eq!(
            parse(&with_type.part(5, "<a>\n</b>")).map(|_| ()).unwrap_err().position().map(|at| at.line),
            Some(6)
        );
    }
}
