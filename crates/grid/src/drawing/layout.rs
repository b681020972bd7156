//! The layout of a text picture: each line as pieces with their look.

use std::iter;

use super::{Border, Charset, Disc, Drawing, Fill, Ink, Square};
use crate::{Cell, Edge, Mark};

/// A line of text and how its pieces look.
#[derive(Default)]
pub(super) struct Line {
    pub(super) text: String,
    pieces: Vec<Piece>,
}

/// The look of a piece of a line.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// The byte of the line behind it.
    end: usize,
    /// The label's look; `None` for borders and blanks.
    pub(super) ink: Option<Ink>,
    pub(super) fill: Fill,
    pub(super) mark: Option<Mark>,
    /// The number of its colour in an argument.
    pub(super) color: Option<usize>,
    pub(super) spot: Spot,
}

/// What of the board a piece shows. Cells have their numbers, row by row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Cell(usize),
    /// The border to the right of a cell.
    Right(usize),
    /// The border below a cell.
    Below(usize),
    /// Something between these.
    Other,
}

impl Line {
    /// The pieces from left to right, with their texts.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (&str, &Piece)> {
        let starts = iter::once(0).chain(self.pieces.iter().map(|piece| piece.end));
        starts.zip(&self.pieces).map(|(start, piece)| (&self.text[start..piece.end], piece))
    }

    /// Ends a piece, which has what was written since the one before.
    fn end(&mut self, piece: Piece) {
        self.pieces.push(Piece { end: self.text.len(), ..piece });
    }

    fn push(&mut self, char: char, piece: Piece) {
        self.text.push(char);
        self.end(piece);
    }
}

impl Piece {
    fn plain(fill: Fill) -> Self {
        Piece { end: 0, ink: None, fill, mark: None, color: None, spot: Spot::Other }
    }
}

/// Characters of a junction by the weight (0 none, 1 thin, 2 thick) of its arms:
/// 27 * up + 9 * right + 3 * down + left.
const JUNCTIONS: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

struct Layout<'a> {
    drawing: &'a Drawing,
    charset: Charset,
    junctions: Vec<char>,
    /// Characters of a label.
    width: usize,
    /// Whether there is room for brackets around labels.
    marks: bool,
    /// Whether a vertical line of the grid is visible anywhere, or has room nevertheless.
    verticals: Vec<bool>,
}

/// The number of characters of the longest label.
pub(super) fn width(drawing: &Drawing) -> usize {
    let label = |(cell, square): (Cell, &Square)| {
        let label = if square.label.is_empty() { &drawing.candidates(cell) } else { &square.label };
        label.chars().count()
    };
    drawing.size.cells().zip(&drawing.squares).map(label).max().unwrap_or(0).max(1)
}

/// The lines of the board, without title, caption and notes, with labels of this width.
pub(super) fn lines(drawing: &Drawing, charset: Charset, width: usize) -> Vec<Line> {
    let (rows, cols) = (usize::from(drawing.size.rows), usize::from(drawing.size.cols));
    let roomy = |line: usize, lines: usize| drawing.dots || drawing.even && line > 0 && line < lines;
    let layout = Layout {
        drawing,
        charset,
        junctions: junctions(charset),
        width,
        marks: drawing.has_marks(),
        verticals: (0..=cols)
            .map(|col| roomy(col, cols) || (0..rows).any(|row| shows(drawing.before(row, col))))
            .collect(),
    };
    let mut lines = Vec::new();
    for row in 0..=rows {
        if roomy(row, rows) || (0..cols).any(|col| shows(drawing.above(row, col))) {
            lines.push(layout.border_line(row));
        }
        if row < rows {
            lines.push(layout.cell_line(row));
        }
    }
    lines
}

fn shows(border: Border) -> bool {
    border >= Border::Thin
}

fn junctions(charset: Charset) -> Vec<char> {
    let simple = |arms: usize| match (arms / 27 + arms / 3 % 3, arms / 9 % 3 + arms % 3) {
        (0, 0) => ' ',
        (0, _) => '-',
        (_, 0) => '|',
        _ => '+',
    };
    match charset {
        Charset::Unicode => JUNCTIONS.chars().collect(),
        Charset::Ascii => (0..81).map(simple).collect(),
    }
}

impl Layout<'_> {
    fn cols(&self) -> usize {
        usize::from(self.drawing.size.cols)
    }

    fn fill(&self, row: usize, col: usize) -> Fill {
        self.drawing.squares[row * self.cols() + col].fill
    }

    fn junction(&self, up: Border, right: Border, down: Border, left: Border) -> char {
        let weight = |border| match border {
            Border::None | Border::Crossed | Border::Faint => 0,
            Border::Thin => 1,
            Border::Thick => 2,
        };
        self.junctions[27 * weight(up) + 9 * weight(right) + 3 * weight(down) + weight(left)]
    }

    /// The character at a corner of cells.
    fn corner(&self, up: Border, right: Border, down: Border, left: Border) -> char {
        let cut = [up, right, down, left].into_iter().any(shows);
        match self.charset {
            Charset::Unicode if self.drawing.dots && !cut => '·',
            Charset::Ascii if self.drawing.dots => '+',
            _ => self.junction(up, right, down, left),
        }
    }

    fn star(&self, down: usize, right: usize) -> Option<char> {
        self.drawing.star_at(down, right, self.charset)
    }

    fn cross(&self) -> char {
        match self.charset {
            Charset::Unicode => '×',
            Charset::Ascii => 'x',
        }
    }

    /// An edge that an argument is about, and that is not in the picture.
    fn dash(&self, is_vertical: bool) -> char {
        match (self.charset, is_vertical) {
            (Charset::Unicode, true) => '╎',
            (Charset::Unicode, false) => '╌',
            (Charset::Ascii, true) => ':',
            (Charset::Ascii, false) => '-',
        }
    }

    fn horizontal(&self, border: Border) -> char {
        self.junction(Border::None, border, Border::None, border)
    }

    /// The line between the cells of the previous row and of this row.
    fn border_line(&self, row: usize) -> Line {
        let drawing = self.drawing;
        let last = usize::from(drawing.size.rows);
        let mut line = Line::default();
        // The fill goes on where no border cuts it.
        let fill = |col: usize| {
            let cut = row == 0 || row == last || shows(drawing.above(row, col));
            let (before, after) = (!cut).then(|| (self.fill(row - 1, col), self.fill(row, col))).unzip();
            before.filter(|_| before == after).unwrap_or_default()
        };
        for col in 0..=self.cols() {
            let inner = col > 0 && col < self.cols();
            let left = if col > 0 { drawing.above(row, col - 1) } else { Border::None };
            let right = if col < self.cols() { drawing.above(row, col) } else { Border::None };
            let up = if row > 0 { drawing.before(row - 1, col) } else { Border::None };
            let down = if row < last { drawing.before(row, col) } else { Border::None };
            let shared = if inner && fill(col - 1) == fill(col) { fill(col) } else { Fill::None };
            if self.verticals[col] {
                if col > 0 {
                    line.push(self.horizontal(left), Piece::plain(fill(col - 1)));
                }
                let cut = [up, right, down, left].into_iter().any(shows);
                let star = if inner && row > 0 { self.star(2 * row - 1, 2 * col - 1) } else { None };
                let label = drawing.corners.iter().find(|label| (label.0, label.1) == (row, col));
                let label = label.and_then(|(.., label)| label.chars().next());
                let junction = label.or(star).unwrap_or_else(|| self.corner(up, right, down, left));
                line.push(junction, Piece::plain(if cut { Fill::None } else { shared }));
                if col < self.cols() {
                    line.push(self.horizontal(right), Piece::plain(fill(col)));
                }
            } else if inner {
                line.push(self.horizontal(left.min(right)), Piece::plain(shared));
            }
            if col < self.cols() {
                self.edge_above(row, col, Piece::plain(fill(col)), &mut line);
            }
        }
        line
    }

    /// The line above a cell.
    fn edge_above(&self, row: usize, col: usize, plain: Piece, line: &mut Line) {
        let (drawing, border) = (self.drawing, self.drawing.above(row, col));
        let width = self.width + if self.marks { 2 } else { 0 };
        let above = row.checked_sub(1);
        let spot = above.map_or(Spot::Other, |above| Spot::Below(above * self.cols() + col));
        let edge = Edge { dot: Cell::new(row as u16, col as u16), is_vertical: false };
        let mark = drawing.mark_of_edge(edge);
        // The sign in the middle, if there is one, and what is beside it.
        let (middle, sign, other) = match border {
            Border::Crossed if drawing.dots => ((width - 1) / 2, Some(self.cross()), ' '),
            Border::None if mark.is_some() => (0, None, self.dash(false)),
            _ => {
                let star = above.and_then(|above| self.star(2 * above + 1, 2 * col));
                (width / 2, star, self.horizontal(border))
            }
        };
        let brackets = mark.map(|(mark, _)| mark.brackets());
        for place in 0..width {
            line.text.push(match brackets {
                Some([before, _]) if place == 0 => before,
                Some([_, after]) if place == width - 1 => after,
                _ => sign.filter(|_| place == middle).unwrap_or(other),
            });
        }
        let color = mark.and_then(|(_, color)| color);
        line.end(Piece { mark: mark.map(|(mark, _)| mark), color, spot, ..plain });
    }

    fn cell_line(&self, row: usize) -> Line {
        let drawing = self.drawing;
        let square = |col: usize| &drawing.squares[row * self.cols() + col];
        let mut line = Line::default();
        for col in 0..=self.cols() {
            let before = col.checked_sub(1).map_or(Fill::None, |col| square(col).fill);
            let after = if col < self.cols() { square(col).fill } else { Fill::None };
            let shared = if before == after { before } else { Fill::None };
            if self.verticals[col] {
                let border = drawing.before(row, col);
                let edge = Edge { dot: Cell::new(row as u16, col as u16), is_vertical: true };
                let mark = drawing.mark_of_edge(edge);
                let [opening, closing] = mark.map_or([' ', ' '], |(mark, _)| mark.brackets());
                let edge = |piece: Piece| Piece {
                    mark: mark.map(|(mark, _)| mark),
                    color: mark.and_then(|(_, color)| color),
                    ..piece
                };
                if col > 0 {
                    line.push(opening, edge(Piece::plain(before)));
                }
                let sign = match border {
                    Border::Crossed if drawing.dots => self.cross(),
                    Border::None if mark.is_some() => self.dash(true),
                    _ => {
                        let star = col.checked_sub(1).and_then(|before| self.star(2 * row, 2 * before + 1));
                        star.unwrap_or_else(|| self.junction(border, Border::None, border, Border::None))
                    }
                };
                let spot =
                    col.checked_sub(1).map_or(Spot::Other, |left| Spot::Right(row * self.cols() + left));
                let fill = if shows(border) { Fill::None } else { shared };
                line.push(sign, edge(Piece { spot, ..Piece::plain(fill) }));
                if col < self.cols() || mark.is_some() {
                    line.push(closing, edge(Piece::plain(after)));
                }
            } else if col > 0 && col < self.cols() {
                line.push(' ', Piece::plain(shared));
            }
            if col < self.cols() {
                self.label(Cell::new(row as u16, col as u16), square(col), &mut line);
            }
        }
        line
    }

    fn label(&self, cell: Cell, square: &Square, line: &mut Line) {
        let candidates;
        let mut sign = [0; 4];
        let (label, ink): (&str, _) = if square.label.is_empty() || square.fill == Fill::Shaded {
            let is_full = matches!(square.fill, Fill::Wall | Fill::Shaded);
            let stroke = self.drawing.line_through(cell, self.charset);
            let star = self.star(2 * usize::from(cell.row), 2 * usize::from(cell.col));
            let disc = square.disc.and_then(Disc::sign);
            let empty = if is_full { '#' } else { disc.or(star).or(stroke).unwrap_or(self.drawing.empty) };
            candidates = self.drawing.candidates(cell);
            if candidates.is_empty() {
                (empty.encode_utf8(&mut sign), disc.filter(|_| !is_full).map(|_| square.ink))
            } else {
                (&candidates, None)
            }
        } else {
            (&square.label, Some(square.ink))
        };
        let mark = self.drawing.mark_of(cell);
        let [before, after] = mark.map_or([' ', ' '], Mark::brackets);
        let blanks = self.width.saturating_sub(label.chars().count());
        line.text.extend(self.marks.then_some(before).into_iter().chain(iter::repeat_n(' ', blanks)));
        line.text.push_str(label);
        line.text.extend(self.marks.then_some(after));
        let spot = Spot::Cell(self.drawing.size.index(cell));
        let color = self.drawing.color_of(cell).filter(|_| mark != Some(Mark::Deduced));
        line.end(Piece { ink, mark, color, spot, ..Piece::plain(square.fill) });
    }
}
