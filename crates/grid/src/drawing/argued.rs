//! What pictures show of an argument.

use anstyle::{Ansi256Color, AnsiColor, Style};
use svg::node::element::{Circle, Group, Path, Text};

use super::{
    Drawing,
    svg::{SIDE, path, rectangle, x, y},
};
use crate::{Cell, Edge, Mark, Note};

/// The colours of lines of an argument: those of Okabe and Ito, as in other pictures. The first five name lines and edges
/// in words.
const COLORS: [&str; 7] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#c4420f", "#56b4e9", "#8c8c00"];

/// The same in a terminal: light enough for black letters.
const LIGHT: [u8; 7] = [111, 222, 115, 182, 216, 153, 187];

/// Room for the numbers of rows and columns.
pub(super) const ROOM: i32 = 26;

const RULED_OUT: &str = "#a6330a";

/// The colour that a part of an argument has in pictures and words, by its number: `#0072b2`. Colours repeat.
#[must_use]
pub fn line_color(number: usize) -> &'static str {
    COLORS[number % COLORS.len()]
}

/// The same in a terminal, behind black letters.
#[must_use]
pub fn line_style(number: usize) -> Style {
    let back = Ansi256Color(LIGHT[number % LIGHT.len()]);
    AnsiColor::Black.on_default().bg_color(Some(back.into()))
}

impl Drawing {
    /// The mark of a cell in text.
    pub(super) fn mark_of(&self, cell: Cell) -> Option<Mark> {
        if self.notes_of_argument.is_empty() {
            return self.squares[self.size.index(cell)].mark;
        }
        self.notes_of_argument.iter().filter(|note| note.cell() == Some(cell)).filter_map(Note::mark).max()
    }

    /// The number of the first colour of a cell.
    pub(super) fn color_of(&self, cell: Cell) -> Option<usize> {
        self.notes_of_argument.iter().find_map(|note| match *note {
            Note::Tint { cell: of, color } if of == cell => Some(color),
            _ => None,
        })
    }

    /// The possibilities that text shows in a cell: those that are supposed, or otherwise those that are ruled out.
    pub(super) fn candidates(&self, cell: Cell) -> String {
        let mark = self.mark_of(cell);
        let shown = self.notes_of_argument.iter().filter_map(|note| match note {
            Note::Candidate { cell: of, label, .. } if *of == cell && note.mark() == mark => Some(&label[..]),
            _ => None,
        });
        let mut labels: Vec<&str> = shown.collect();
        labels.dedup();
        labels.concat()
    }

    /// The strongest mark of an edge in text, with the number of its colour if it has one.
    pub(super) fn mark_of_edge(&self, edge: Edge) -> Option<(Mark, Option<usize>)> {
        let marks = self.notes_of_argument.iter().filter_map(|note| match *note {
            Note::Edge { edge: of, color, mark } if of == edge => Some((mark, Some(color))),
            Note::Cross(of) if of == edge => Some((Mark::Deduced, None)),
            _ => None,
        });
        marks.max()
    }

    /// Whether a label stays dark: it counts in the argument.
    pub(super) fn counts(&self, cell: Cell) -> bool {
        self.notes_of_argument.is_empty()
            || self
                .notes_of_argument
                .iter()
                .any(|note| matches!(note, Note::Ring(of) | Note::Found(of) if *of == cell))
    }

    /// The tints below everything else.
    pub(super) fn draw_tints(&self, mut group: Group) -> Group {
        for note in &self.notes_of_argument {
            if let Note::Tint { cell, color: number } = *note {
                let tint = rectangle(&class(number), x(cell), y(cell), SIDE, SIDE);
                let style = format!("fill: {}; fill-opacity: .22", line_color(number));
                group = group.add(tint.set("style", style));
            }
        }
        for note in &self.notes_of_argument {
            if let Note::Found(cell) = *note {
                let found = rectangle("found", x(cell) + 2, y(cell) + 2, SIDE - 4, SIDE - 4);
                group = group.add(found);
            }
        }
        group
    }

    /// Everything else of the argument, above the board.
    pub(super) fn draw_notes(&self, mut group: Group) -> Group {
        let struck = |cell: Cell| {
            self.notes_of_argument
                .iter()
                .any(|note| matches!(note, Note::Candidate { cell: of, is_struck: true, .. } if *of == cell))
        };
        for note in &self.notes_of_argument {
            group = match note {
                &Note::Ring(cell) => {
                    let ring = Circle::new().set("r", SIDE * 2 / 5).set("cx", x(cell) + SIDE / 2);
                    let style = "fill: none; stroke: #777; stroke-width: 1.5";
                    group.add(ring.set("cy", y(cell) + SIDE / 2).set("style", style))
                }
                &Note::Ray { from, to } if struck(to) => {
                    let (from, to) = (middle(from), middle(to));
                    // From beside one label to beside the other.
                    let near = |one: i32, other: i32| one + (other - one).signum() * SIDE / 3;
                    let line = format!(
                        "M{} {}L{} {}",
                        near(from.0, to.0),
                        near(from.1, to.1),
                        near(to.0, from.0),
                        near(to.1, from.1)
                    );
                    let style = format!(
                        "stroke: {RULED_OUT}; stroke-width: 1.5; stroke-dasharray: 4 3; stroke-linecap: butt"
                    );
                    group.add(path("", line).set("style", style))
                }
                Note::Tint { .. } | Note::Found(_) | Note::Ray { .. } => group,
                Note::Candidate { cell, label, is_struck } => {
                    let (x, y) = middle(*cell);
                    let text = Text::new(label)
                        .set("x", x)
                        .set("y", y)
                        .set("dy", ".36em")
                        .set("font-size", SIDE * 2 / 5);
                    let style = format!("fill: {RULED_OUT}; font-style: italic");
                    let mut drawn = group.add(text.set("style", style));
                    if *is_struck {
                        drawn = drawn.add(cross(x, y, SIDE / 3, RULED_OUT));
                    }
                    drawn
                }
                &Note::Edge { edge, color, mark } => group.add(line(edge, color, mark == Mark::Supposed)),
                &Note::Cross(edge) => {
                    let [one, other] = edge.ends();
                    let (x, y) = (i32::midpoint(x(one), x(other)), i32::midpoint(y(one), y(other)));
                    group.add(cross(x, y, SIDE / 5, "#000"))
                }
            };
        }
        group
    }

    /// The numbers of rows and columns, beside the board.
    pub(super) fn draw_numbers(&self, mut group: Group) -> Group {
        let number = |name: String, x: i32, y: i32| {
            let text = Text::new(name).set("x", x).set("y", y).set("dy", ".36em").set("font-size", 11);
            text.set("style", "fill: #777")
        };
        let (first, size) = self.numbered;
        for col in 0..size.cols {
            let middle = i32::from(first.col + col) * SIDE + SIDE / 2;
            group = group.add(number(format!("c{}", col + 1), middle, -ROOM / 2));
        }
        for row in 0..size.rows {
            let middle = i32::from(first.row + row) * SIDE + SIDE / 2;
            group = group.add(number(format!("r{}", row + 1), -ROOM / 2, middle));
        }
        group
    }
}

/// By its class, a page finds what has a colour.
fn class(number: usize) -> String {
    format!("line{}", number % COLORS.len())
}

fn middle(cell: Cell) -> (i32, i32) {
    (x(cell) + SIDE / 2, y(cell) + SIDE / 2)
}

fn cross(x: i32, y: i32, reach: i32, color: &str) -> Path {
    let (left, top) = (x - reach, y - reach);
    let lines = format!("M{left} {top}l{0} {0}m-{0} 0l{0} -{0}", 2 * reach);
    path("", lines).set("style", format!("stroke: {color}; stroke-width: 2.5; stroke-linecap: butt"))
}

fn line(edge: Edge, number: usize, is_dashed: bool) -> Path {
    let [one, other] = edge.ends();
    let dashes = if is_dashed { "; stroke-dasharray: 7 5; stroke-linecap: butt" } else { "" };
    let style = format!("stroke: {}; stroke-width: 4.5{dashes}", line_color(number));
    path(&class(number), format!("M{} {}L{} {}", x(one), y(one), x(other), y(other))).set("style", style)
}
