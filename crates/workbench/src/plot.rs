//! Plots as SVG: named series over axes that may be logarithmic, in the style of the other pictures.

mod axis;
mod panel;
mod series;

use svg::{
    Document,
    node::element::{Group, Style as Css, Text, Title},
};

pub use axis::{Axis, short_number, short_time};
use series::{line, marker};

/// Panels side by side, at most three in a row, with one legend below them.
pub struct Plot {
    /// The title above the panels.
    pub title: String,
    /// Width and height of a panel, in pixels.
    pub panel: (u32, u32),
    /// The names of the series in the legend; each panel has one list of points for each.
    pub names: Vec<String>,
    /// The diagrams.
    pub panels: Vec<Panel>,
    /// A line below the legend; empty for none.
    pub note: String,
}

/// One diagram.
pub struct Panel {
    /// The title above it; may be empty.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// The points of each series.
    pub series: Vec<Vec<Point>>,
    /// How they are drawn.
    pub style: Style,
    /// Thin dashed lines, from one point to another.
    pub guides: Vec<[(f64, f64); 2]>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A line with a marker at each point.
    Marked,
    /// A line, every other one dashed; with markers if there are few points.
    Line,
    /// Markers alone.
    Dots,
}

/// A measured value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Its place to the right.
    pub x: f64,
    /// Its place upwards.
    pub y: f64,
    /// Drawn hollow: the true value is larger.
    pub is_bound: bool,
}

/// Series have colours of Okabe and Ito (2008) that are visible on white; markers differ, too.
const CSS: &str = "
svg { background: #fff; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; font-size: 13px; }
text { fill: #000; }
.title { font-size: 16px; }
.name { font-size: 14px; text-anchor: middle; }
.label { text-anchor: middle; }
.tick { font-size: 12px; text-anchor: middle; }
.row { font-size: 12px; text-anchor: end; }
.note { font-size: 12px; }
.grid { stroke: #ddd; }
.axis { stroke: #444; fill: none; }
.guide { stroke: #444; stroke-dasharray: 3 4; }
.c0 { color: #0072b2; } .c1 { color: #d55e00; } .c2 { color: #009e73; } .c3 { color: #cc79a7; }
.c4 { color: #e69f00; } .c5 { color: #56b4e9; } .c6 { color: #666; }
.line { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
.dashed { stroke-dasharray: 7 4; }
.marker { fill: currentColor; stroke: currentColor; }
.hollow { fill: #fff; }
@media screen and (prefers-color-scheme: dark) {
  svg { background: #16181d; }
  text { fill: #f2f2f2; }
  .grid { stroke: #3a3f47; }
  .axis, .guide { stroke: #b8bcc4; }
  .c0 { color: #4aa3df; }
  .c6 { color: #a0a4ab; }
  .hollow { fill: #16181d; }
}
";

/// The usual size of a panel, in pixels.
pub const PANEL: (u32, u32) = (340, 300);
/// Number of panels in a row.
const IN_ROW: usize = 3;
/// Height of the title, in pixels.
const HEAD: u32 = 30;
/// Height of a line of the legend, in pixels.
const ROW: u32 = 20;
/// Length of the line beside a name of the legend, in pixels.
const SAMPLE: u32 = 24;

impl Plot {
    /// The picture as an SVG document. It follows the reader's light or dark colour scheme, and prints light.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let in_row = self.panels.len().clamp(1, IN_ROW);
        let width = self.panel.0 * in_row as u32;
        let foot = HEAD + self.panel.1 * self.panels.len().div_ceil(in_row) as u32;
        let columns = self.columns(width);
        let rows = self.names.len().div_ceil(columns) as u32;
        let height = foot + (rows + u32::from(!self.note.is_empty())) * ROW + 10;
        let mut document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .set("role", "img")
            .add(Title::new(self.title.as_str()))
            .add(Css::new(CSS))
            .add(Text::new(self.title.as_str()).set("class", "title").set("x", 10).set("y", 20));
        for (number, panel) in self.panels.iter().enumerate() {
            let x = (number % in_row) as u32 * self.panel.0;
            let y = HEAD + (number / in_row) as u32 * self.panel.1;
            document = document.add(moved(panel.draw(self.panel), x, y));
        }
        for number in 0..self.names.len() {
            let x = (number % columns) as u32 * (width / columns as u32) + 12;
            let y = foot + (number / columns) as u32 * ROW + 10;
            document = document.add(moved(self.entry(number), x, y));
        }
        if !self.note.is_empty() {
            let note = Text::new(self.note.as_str()).set("class", "note");
            document = document.add(note.set("x", 12).set("y", foot + rows * ROW + 13));
        }
        document.to_string() + "\n"
    }

    /// A name of the legend, with the line and the marker of its series.
    fn entry(&self, number: usize) -> Group {
        let style = self.panels.first().map_or(Style::Marked, |panel| panel.style);
        let mut group = Group::new();
        if let Some(line) = line(number, style, &[(0.0, 0.0), (SAMPLE.into(), 0.0)]) {
            group = group.add(line);
        }
        let name = Text::new(self.names[number].as_str());
        group
            .add(marker(number, (f64::from(SAMPLE) / 2.0, 0.0), false))
            .add(name.set("x", SAMPLE + 6).set("y", 4))
    }

    /// The number of names of the legend that fit side by side.
    fn columns(&self, width: u32) -> usize {
        let longest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(1);
        (width as usize / (longest * 8 + 44)).clamp(1, self.names.len().max(1))
    }
}

fn moved(group: Group, x: u32, y: u32) -> Group {
    group.set("transform", format!("translate({x},{y})"))
}
