use std::fmt::Write;

use crate::{Charset, Picture, wrapped};

/// A picture that consists of lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines(pub Vec<String>);

impl Picture for Lines {
    fn to_text(&self, _charset: Charset) -> String {
        self.0.join("\n") + "\n"
    }

    fn to_ansi(&self, charset: Charset) -> String {
        self.to_text(charset)
    }

    fn to_svg(&self) -> String {
        const LINE: usize = 20;
        const CHARACTER: usize = 9;
        const MOST: usize = 80;
        let lines: Vec<String> = self.0.iter().flat_map(|line| wrapped(line, MOST)).collect();
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let (width, height) = ((longest + 2) * CHARACTER, (lines.len() + 1) * LINE);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<style>{CSS}</style>\n\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n"
        );
        for (line, row) in lines.iter().zip(1..) {
            let text = line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let _ = writeln!(
                svg,
                "<text class=\"line\" x=\"{CHARACTER}\" y=\"{}\" xml:space=\"preserve\">{text}</text>",
                row * LINE
            );
        }
        svg + "</svg>\n"
    }
}

const CSS: &str = "
.page { fill: #fff; }
.line { fill: #000; font: 15px 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
@media screen and (prefers-color-scheme: dark) { .page { fill: #16181d; } .line { fill: #f2f2f2; } }
";
