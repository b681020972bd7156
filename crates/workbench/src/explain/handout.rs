//! An explanation as a document to hand out: HTML or Markdown, with its pictures in it.

use std::fmt::Write;

use jigsat_grid::line_color;

use super::Part;
use crate::{Board, record::SpanRecord, words::escaped};

/// The look: a picture with its words beside it, below it on narrow screens; no step is torn apart by the end of a page.
const STYLE: &str = "
body { font: 16px/1.5 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
section { display: grid; grid-template-columns: minmax(0, 22em) minmax(0, 1fr); gap: 0 2em; margin: 1.5em 0; break-inside: avoid; }
svg { max-width: 100%; height: auto; }
figure { margin: 0; }
h2 { font-size: 1.15em; margin: .3em 0; break-after: avoid; }
p { margin: .5em 0; }
mark { color: inherit; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
@media (max-width: 45em) { section { grid-template-columns: minmax(0, 1fr); } }
@media screen and (prefers-color-scheme: dark) { body { background: #16181d; color: #f2f2f2; } }
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 11pt; } @page { margin: 1.5cm; } }
";

/// Some words, with a picture if there is one.
struct Section {
    heading: Option<String>,
    paragraphs: Vec<Vec<SpanRecord>>,
    items: Vec<String>,
    /// What the picture shows, and the picture.
    figure: Option<(String, String)>,
}

/// An explanation as a page of HTML that needs no other file.
pub(super) fn html(board: &dyn Board, parts: &[Part]) -> String {
    let title = escaped(&title_of(board));
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <h1>{title}</h1>\n<figure>{}</figure>\n",
        board.draw(None).to_svg().trim()
    );
    for section in sections(board, parts) {
        html.push_str("<section>\n");
        if let Some((_, svg)) = &section.figure {
            put(&mut html, format_args!("<figure>{}</figure>\n", svg.trim()));
        }
        html.push_str("<div>\n");
        if let Some(heading) = &section.heading {
            put(&mut html, format_args!("<h2>{}</h2>\n", escaped(heading)));
        }
        for paragraph in &section.paragraphs {
            put(&mut html, format_args!("<p>{}</p>\n", colored(paragraph, escaped)));
        }
        if !section.items.is_empty() {
            html.push_str("<ul>\n");
            for item in &section.items {
                put(&mut html, format_args!("<li>{}</li>\n", escaped(item)));
            }
            html.push_str("</ul>\n");
        }
        html.push_str("</div>\n</section>\n");
    }
    html.push_str("</html>\n");
    html
}

/// An explanation as Markdown, with its pictures as data in their addresses.
pub(super) fn markdown(board: &dyn Board, parts: &[Part]) -> String {
    let image = |what: &str, svg: &str| {
        format!("![{}](data:image/svg+xml,{})\n\n", literal(what), percent_encoded(svg.trim()))
    };
    let mut text = format!("# {}\n\n", literal(&title_of(board)));
    text += &image("the puzzle", &board.draw(None).to_svg());
    for section in sections(board, parts) {
        if let Some(heading) = &section.heading {
            put(&mut text, format_args!("## {}\n\n", literal(heading)));
        }
        if let Some((what, svg)) = &section.figure {
            text += &image(what, svg);
        }
        for paragraph in &section.paragraphs {
            put(&mut text, format_args!("{}\n\n", colored(paragraph, literal)));
        }
        for item in &section.items {
            put(&mut text, format_args!("- {}\n", literal(item)));
        }
        if !section.items.is_empty() {
            text.push('\n');
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn title_of(board: &dyn Board) -> String {
    if board.title().is_empty() { board.info().name.to_string() } else { board.title().to_string() }
}

fn sections<'p>(board: &'p dyn Board, parts: &'p [Part]) -> impl Iterator<Item = Section> + 'p {
    parts.iter().map(move |part| {
        let svg = part.view.as_ref().map(|view| view.draw(board).to_svg());
        let Some(step) = &part.step else {
            let view = part.view.as_ref();
            let words = if part.words.is_empty() { view.map_or("", |view| &view.head) } else { &part.words };
            let is_item = |line: &&str| line.starts_with("  ");
            let (items, lines): (Vec<&str>, Vec<&str>) = words.lines().partition(is_item);
            return Section {
                heading: None,
                paragraphs: lines.into_iter().map(|line| vec![SpanRecord::plain(line)]).collect(),
                items: items.into_iter().map(|item| item.trim().to_owned()).collect(),
                figure: svg.map(|svg| (words.lines().next().unwrap_or_default().to_owned(), svg)),
            };
        };
        let mut section = Section {
            heading: Some(step.head() + step.how_good()),
            paragraphs: Vec::new(),
            items: Vec::new(),
            figure: svg.map(|svg| (format!("step {}", step.step), svg)),
        };
        let told = step.lines_told();
        if step.is_argued() {
            section.paragraphs = told;
        } else {
            section.items = step.because_told().into_iter().map(str::to_owned).collect();
        }
        // What was asked for besides the argument.
        section.paragraphs.extend(part.more.iter().map(|line| vec![SpanRecord::plain(line)]));
        section
    })
}

fn put(text: &mut String, words: std::fmt::Arguments<'_>) {
    text.write_fmt(words).expect("a String takes everything");
}

/// A paragraph with what names a part of the picture in the colour of that part.
fn colored(paragraph: &[SpanRecord], escaped: impl Fn(&str) -> String) -> String {
    let span = |span: &SpanRecord| match span.color {
        // A light tint, as in the picture.
        Some(number) => {
            format!("<mark style=\"background: {}38\">{}</mark>", line_color(number), escaped(&span.text))
        }
        None => escaped(&span.text),
    };
    paragraph.iter().map(span).collect()
}

/// A text that Markdown shows as it is.
fn literal(text: &str) -> String {
    let is_special = |char: char| "\\`*_[]<>|#~".contains(char);
    text.chars().flat_map(|char| is_special(char).then_some('\\').into_iter().chain([char])).collect()
}

/// A text as part of an address: RFC 3986, 2.1.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(2 * text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~:/;=,".contains(&byte) {
            encoded.push(byte.into());
        } else {
            put(&mut encoded, format_args!("%{byte:02X}"));
        }
    }
    encoded
}
