//! Several pictures on one sheet, each with words below it, as SVG.

use std::fmt::Write;

use jigsat_grid::{line_color, wrapped};

use crate::{record::SpanRecord, words::escaped};

/// A picture and the words below it.
#[derive(Clone, Debug)]
pub struct Panel {
    /// An SVG document with a width and a height.
    pub svg: String,
    /// The first line below it.
    pub head: String,
    /// The list below that.
    pub lines: Vec<Vec<SpanRecord>>,
}

const MARGIN: usize = 12;
/// Height of a line of words.
const LINE: usize = 16;
/// Approximate width of a character, in the sheet's own units.
const CHARACTER: usize = 7;
/// Minimum width of a panel, so that words have room.
const NARROWEST: usize = 340;
/// Minimum width of a sheet with many pictures; with more of them it is about as wide as it is high.
const WIDTH: usize = 1100;
/// Maximum number of lines below a picture in one column.
const LONG: usize = 30;

const CSS: &str = "
.sheet { fill: #fff; }
text.words { text-anchor: start; fill: #000; font: 12px 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; }
text.head { font-weight: bold; }
@media screen and (prefers-color-scheme: dark) { .sheet { fill: #16181d; } text.words { fill: #f2f2f2; } }
";

/// Arranges the panels in rows, in reading order; one with many words has a row of its own, with its words in columns.
#[must_use]
pub fn sheet(panels: &[Panel]) -> String {
    let widest = panels.iter().map(|panel| extent(&panel.svg, "width")).max().unwrap_or(0).max(NARROWEST);
    let columns = columns(panels, widest);
    let mut body = String::new();
    let mut top = MARGIN;
    let mut width = MARGIN + columns * (widest + MARGIN);
    let runs = panels.chunk_by(|one, next| !is_long(one) && !is_long(next));
    for row in runs.flat_map(|run| run.chunks(columns)) {
        let mut lowest = top;
        for (column, panel) in row.iter().enumerate() {
            let left = MARGIN + column * (widest + MARGIN);
            let mut y = top + extent(&panel.svg, "height");
            body.push_str(&panel.svg.trim().replacen("<svg ", &format!("<svg x=\"{left}\" y=\"{top}\" "), 1));
            for line in wrapped(&panel.head, widest / CHARACTER) {
                y += LINE;
                write_words(&mut body, "words head", (left, y), &[SpanRecord::plain(line)]);
            }
            let is_long = is_long(panel);
            let room = if is_long { NARROWEST } else { widest };
            let lines: Vec<_> = panel.lines.iter().flat_map(|line| bulleted(line, room)).collect();
            let side_by_side = if is_long { WIDTH / (NARROWEST + MARGIN) } else { 1 };
            let high = lines.len().div_ceil(side_by_side).max(1);
            for (number, line) in lines.iter().enumerate() {
                let at = (left + number / high * (room + MARGIN), y + (number % high + 1) * LINE);
                write_words(&mut body, "words", at, line);
                width = width.max(at.0 + room + MARGIN);
                lowest = lowest.max(at.1);
            }
            lowest = lowest.max(y);
            body.push('\n');
        }
        top = lowest + 2 * MARGIN;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {top}\" width=\"{width}\" \
         height=\"{top}\" role=\"img\">\n<style>{CSS}</style>\n<rect class=\"sheet\" width=\"{width}\" \
         height=\"{top}\"/>\n{body}</svg>\n"
    )
}

/// How many panels fit beside each other on a sheet that is about as wide as it is high.
fn columns(panels: &[Panel], widest: usize) -> usize {
    let height = |panel: &Panel| {
        let lines: usize = panel.lines.iter().map(|line| bulleted(line, widest).len()).sum();
        extent(&panel.svg, "height") + (lines + 1) * LINE + 2 * MARGIN
    };
    let area: usize = panels.iter().filter(|panel| !is_long(panel)).map(height).sum::<usize>() * widest;
    (WIDTH.max(area.isqrt()) / (widest + MARGIN)).clamp(1, panels.len().max(1))
}

fn is_long(panel: &Panel) -> bool {
    panel.lines.len() > LONG
}

/// A line of a list, as lines of at most that width.
fn bulleted(line: &[SpanRecord], room: usize) -> Vec<Vec<SpanRecord>> {
    let patched = |part: &SpanRecord| match part.color {
        Some(color) => SpanRecord { text: format!("{PATCH}\u{a0}{}", part.text), color: Some(color) },
        None => part.clone(),
    };
    let line: Vec<SpanRecord> = line.iter().map(patched).collect();
    let parts = SpanRecord::wrapped(&line, room / CHARACTER - 2).into_iter().enumerate();
    let bullet = |part| SpanRecord::plain(if part == 0 { "• " } else { "  " });
    parts.map(|(part, words)| [vec![bullet(part)], words].concat()).collect()
}

/// A patch of colour before words that have it in the picture: most colours are too light for letters.
const PATCH: char = '■';

fn write_words(body: &mut String, class: &str, (x, y): (usize, usize), words: &[SpanRecord]) {
    let _ = write!(body, "\n<text class=\"{class}\" x=\"{x}\" y=\"{y}\" xml:space=\"preserve\">");
    for part in words {
        let text = escaped(&part.text);
        let _ = match part.color {
            None => write!(body, "{text}"),
            Some(number) => {
                let patch = format!("<tspan fill=\"{}\">{PATCH}</tspan>", line_color(number));
                write!(body, "<tspan font-weight=\"bold\">{}</tspan>", text.replacen(PATCH, &patch, 1))
            }
        };
    }
    body.push_str("</text>");
}

/// The width or height of a document, as stated in its first element.
fn extent(svg: &str, name: &str) -> usize {
    let value = svg.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
    value.and_then(|value| value.parse().ok()).unwrap_or(0)
}
