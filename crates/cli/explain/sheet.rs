//! Several pictures on one sheet, each with words below it, as SVG.

use std::fmt::Write;

/// A picture and the words below it.
pub struct Panel {
    /// An SVG document with a width and a height.
    pub svg: String,
    pub head: String,
    pub lines: Vec<String>,
}

const MARGIN: usize = 12;
/// Height of a line of words.
const LINE: usize = 16;
/// About how wide a character is, in the sheet's own units.
const CHARACTER: usize = 7;
/// No panel is narrower: words need room.
const NARROWEST: usize = 340;
/// A sheet has about this width, unless a picture is wider.
const WIDTH: usize = 1100;

const CSS: &str = "
.sheet { fill: #fff; }
text.words { text-anchor: start; fill: #000; font: 12px 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; }
text.head { font-weight: bold; }
@media screen and (prefers-color-scheme: dark) { .sheet { fill: #16181d; } text.words { fill: #f2f2f2; } }
";

/// Lays the panels out in rows, in reading order.
pub fn sheet(panels: &[Panel]) -> String {
    let widest = panels.iter().map(|panel| extent(&panel.svg, "width")).max().unwrap_or(0).max(NARROWEST);
    let columns = (WIDTH / (widest + MARGIN)).clamp(1, panels.len().max(1));
    let mut body = String::new();
    let mut top = MARGIN;
    for row in panels.chunks(columns) {
        let mut lowest = top;
        for (column, panel) in row.iter().enumerate() {
            let left = MARGIN + column * (widest + MARGIN);
            let mut y = top + extent(&panel.svg, "height");
            body.push_str(&panel.svg.trim().replacen("<svg ", &format!("<svg x=\"{left}\" y=\"{top}\" "), 1));
            let heads = wrapped(&panel.head, widest).into_iter().map(|line| ("words head", line));
            let lines = panel.lines.iter().flat_map(|line| {
                let parts = wrapped(line, widest - 2 * CHARACTER).into_iter().enumerate();
                parts.map(|(part, words)| ("words", format!("{} {words}", if part == 0 { '•' } else { ' ' })))
            });
            for (class, words) in heads.chain(lines) {
                y += LINE;
                let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                let _ = write!(
                    body,
                    "\n<text class=\"{class}\" x=\"{left}\" y=\"{y}\" xml:space=\"preserve\">{words}</text>"
                );
            }
            body.push('\n');
            lowest = lowest.max(y);
        }
        top = lowest + 2 * MARGIN;
    }
    let width = MARGIN + columns * (widest + MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {top}\" width=\"{width}\" \
         height=\"{top}\" role=\"img\">\n<style>{CSS}</style>\n<rect class=\"sheet\" width=\"{width}\" \
         height=\"{top}\"/>\n{body}</svg>\n"
    )
}

/// The width or height of a document, as its first element says it.
fn extent(svg: &str, name: &str) -> usize {
    let value = svg.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
    value.and_then(|value| value.parse().ok()).unwrap_or(0)
}

/// Breaks words into lines of about that width.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let most = (width / CHARACTER).max(10);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one from the start");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > most {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
