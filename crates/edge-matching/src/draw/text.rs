//! Pieces as boxes of characters.

use std::fmt::Write;

use anstyle::{AnsiColor, RgbColor, Style};
use jigsat_grid::{Charset, Direction, Mark};

use super::{Assembly, Edge, Tile, is_light, printable, rgb};

/// The characters of lines.
struct Lines {
    horizontal: char,
    vertical: char,
    wrong: char,
    /// A corner by the directions of its lines: 8 up, 4 right, 2 down, 1 left.
    corners: [char; 16],
}

const UNICODE: Lines = Lines {
    horizontal: '─',
    vertical: '│',
    wrong: '≠',
    corners: [' ', '╴', '╷', '┐', '╶', '─', '┌', '┬', '╵', '┘', '│', '┤', '└', '┴', '├', '┼'],
};

const ASCII: Lines = Lines { horizontal: '-', vertical: '|', wrong: '!', corners: ['+'; 16] };

struct Writer<'a> {
    picture: &'a Assembly,
    lines: Lines,
    colored: bool,
    /// Number of characters of the longest label, and of the longest number.
    label: usize,
    number: usize,
    out: String,
}

pub(super) fn write(picture: &Assembly, charset: Charset, colored: bool) -> String {
    let tiles = || picture.tiles.iter().flatten();
    let labels = tiles().flat_map(|tile| &tile.edges).map(|edge| edge.label.chars().count());
    let lines = match charset {
        Charset::Unicode => UNICODE,
        Charset::Ascii => ASCII,
    };
    let label = labels.max().unwrap_or(1);
    let number = tiles().map(|tile| tile.number.len()).max().unwrap_or(1);
    let mut writer = Writer { picture, lines, colored, label, number, out: String::new() };
    if !picture.title.is_empty() {
        let _ = writeln!(writer.out, "{}", printable(&picture.title));
    }
    for row in 0..picture.rows() {
        if row == 0 || picture.apart {
            writer.border(row, false);
        }
        writer.outer(row, 1);
        writer.middle(row);
        writer.outer(row, 3);
        writer.border(row, true);
    }
    for note in &picture.notes {
        let _ = writeln!(writer.out, "{}", printable(note));
    }
    writer.out
}

impl Writer<'_> {
    /// Number of characters between the borders of a box.
    fn width(&self) -> usize {
        2 * self.label + self.number + 4
    }

    /// The border above a row of boxes, or below.
    fn border(&mut self, row: usize, below: bool) {
        let (picture, width) = (self.picture, self.width());
        let side = if below { Direction::Down } else { Direction::Up };
        let goes_on = below && !picture.apart && row + 1 < picture.rows();
        let (up, down) = (below, !below || goes_on);
        let boxes = (0..picture.cols).filter(|&col| picture.has(row, col)).count();
        for col in 0..boxes {
            if col == 0 || picture.apart {
                self.out.push(self.corner([up, true, down, false]));
            }
            let half = |length: usize| self.lines.horizontal.to_string().repeat(length);
            if picture.is_wrong(row, col, side) {
                let (before, after) = (half(width / 2), half(width - width / 2 - 1));
                self.out.push_str(&before);
                self.mark();
                self.out.push_str(&after);
            } else {
                let run = half(width);
                self.out.push_str(&run);
            }
            self.out.push(self.corner([up, !picture.apart && col + 1 < boxes, down, true]));
            if picture.apart && col + 1 < boxes {
                self.out.push(' ');
            }
        }
        self.out.push('\n');
    }

    fn corner(&self, up_right_down_left: [bool; 4]) -> char {
        let bits = up_right_down_left.into_iter().fold(0, |bits, goes| bits << 1 | usize::from(goes));
        self.lines.corners[bits]
    }

    /// The line with the labels above or below, given by the edge's place.
    fn outer(&mut self, row: usize, place: usize) {
        let width = self.width();
        self.line(row, false, |writer, _, tile| {
            let Some(tile) = tile else { return writer.out.push_str(&" ".repeat(width)) };
            let edge = &tile.edges[place];
            let before = (width - edge.label.chars().count()) / 2;
            writer.out.push_str(&" ".repeat(before));
            writer.edge(edge, 0);
            writer.out.push_str(&" ".repeat(width - before - edge.label.chars().count()));
        });
    }

    /// The line with the labels left and right, and the number.
    fn middle(&mut self, row: usize) {
        let width = self.width();
        self.line(row, true, |writer, col, tile| {
            let mark = writer.picture.marks[row * writer.picture.cols + col];
            let [before, after] = mark.map_or([' ', ' '], Mark::brackets);
            let style = mark.filter(|_| writer.colored).map_or(Style::new(), Mark::style);
            let Some(tile) = tile else {
                let dot = if mark.is_some() { format!("{before}.{after}") } else { ".".to_owned() };
                let (left, right) = (width.saturating_sub(dot.len()) / 2, width.saturating_sub(dot.len()));
                let right = right - left;
                let _ = write!(writer.out, "{:left$}{style}{dot}{style:#}{:right$}", "", "");
                return;
            };
            let label = writer.label;
            writer.out.push(' ');
            writer.edge(&tile.edges[2], label);
            let number = format!("{before}{:^1$}{after}", tile.number, writer.number);
            let _ = write!(writer.out, "{style}{number}{style:#}");
            let missing = label - tile.edges[0].label.chars().count();
            writer.out.push_str(&" ".repeat(missing));
            writer.edge(&tile.edges[0], 0);
            writer.out.push(' ');
        });
    }

    /// A line of the boxes of a row; in the middle line, marks between boxes show edges that don't match.
    fn line(&mut self, row: usize, marked: bool, content: impl Fn(&mut Self, usize, Option<&Tile>)) {
        let picture = self.picture;
        let boxes = (0..picture.cols).filter(|&col| picture.has(row, col)).count();
        let mark = |col: usize, side| marked && picture.is_wrong(row, col, side);
        for col in 0..boxes {
            if col == 0 || picture.apart {
                self.vertical(mark(col, Direction::Left));
            }
            content(self, col, picture.tile(row, col));
            self.vertical(mark(col, Direction::Right));
            if picture.apart && col + 1 < boxes {
                self.out.push(' ');
            }
        }
        self.out.push('\n');
    }

    fn vertical(&mut self, is_wrong: bool) {
        if is_wrong {
            self.mark();
        } else {
            self.out.push(self.lines.vertical);
        }
    }

    /// The mark of edges that don't match.
    fn mark(&mut self) {
        let style = if self.colored { AnsiColor::Red.on_default().bold() } else { Style::new() };
        let _ = write!(self.out, "{style}{}{style:#}", self.lines.wrong);
    }

    /// A label in its colour, padded to a width.
    fn edge(&mut self, edge: &Edge, width: usize) {
        if self.colored {
            let [red, green, blue] = rgb(edge.paint);
            let ink = if is_light([red, green, blue]) { RgbColor(0, 0, 0) } else { RgbColor(255, 255, 255) };
            let style =
                Style::new().bg_color(Some(RgbColor(red, green, blue).into())).fg_color(Some(ink.into()));
            let style = if edge.is_wrong { style.bold().underline() } else { style };
            let _ = write!(self.out, "{style}{}{style:#}", edge.label);
        } else {
            self.out.push_str(&edge.label);
        }
        let missing = width.saturating_sub(edge.label.chars().count());
        self.out.push_str(&" ".repeat(missing));
    }
}
