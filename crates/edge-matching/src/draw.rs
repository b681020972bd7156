//! Pictures: pieces as boxes with a label at each edge, and as squares of four coloured triangles.

mod svg;
mod text;

use jigsat_grid::{Cell, Charset, Direction, Mark, Picture};

use crate::{Color, EdgeMatching, Edges, SIDES, Solution, check::Board, puzzle::shown};

/// A picture of a puzzle's pieces, or of an assembly.
#[derive(Clone, Debug)]
pub struct Assembly {
    title: String,
    notes: Vec<String>,
    cols: usize,
    /// Row by row; none for an empty cell.
    tiles: Vec<Option<Tile>>,
    /// Whether the pieces are shown as a list and don't touch.
    apart: bool,
    /// By place, row by row.
    marks: Vec<Option<Mark>>,
}

/// A piece as it is shown.
#[derive(Clone, Debug)]
struct Tile {
    number: String,
    /// Counter-clockwise from the right.
    edges: [Edge; 4],
}

#[derive(Clone, Debug)]
struct Edge {
    label: String,
    paint: Paint,
    /// Whether it touches an edge that does not match.
    is_wrong: bool,
}

/// The colour of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paint {
    /// The frame's grey.
    Frame,
    /// A colour of the palette by its number.
    Hue(usize),
}

/// Draws the pieces of a puzzle, or a solution of it (right, partial or wrong), and marks edges that don't match.
#[must_use]
pub fn draw(puzzle: &EdgeMatching, solution: Option<&Solution>) -> Assembly {
    let cols = usize::from(puzzle.size.cols);
    let Some(solution) = solution else {
        let tile = |(number, edges): (usize, &Edges)| Some(tile(puzzle, number + 1, *edges, [false; 4]));
        let tiles: Vec<_> = puzzle.pieces.iter().enumerate().map(tile).collect();
        return Assembly {
            title: puzzle.title.clone(),
            notes: notes(puzzle),
            cols,
            marks: vec![None; tiles.len()],
            tiles,
            apart: true,
        };
    };
    let mut wrong: Vec<(Cell, Direction)> = Vec::new();
    if let Ok(board) = Board::lay(puzzle, solution) {
        for (cell, side, _, other, _) in board.mismatches() {
            wrong.extend([(cell, side), (other, side.opposite())]);
        }
        let rim = |cell, side| puzzle.size.step(cell, side).is_none();
        let off = |cell, side| puzzle.frame.is_some() && board.seen(cell, side) != puzzle.frame;
        let sides = puzzle.size.cells().flat_map(|cell| SIDES.map(|side| (cell, side)));
        wrong.extend(sides.filter(|&(cell, side)| rim(cell, side) && off(cell, side)));
    }
    let tiles = puzzle.size.cells().map(|cell| {
        let placement = solution.at(cell)?;
        let edges = *puzzle.pieces.get(placement.piece.checked_sub(1)?)?;
        let seen = SIDES.map(|side| shown(edges, placement.rotation, side));
        let is_wrong = SIDES.map(|side| wrong.contains(&(cell, side)));
        Some(tile(puzzle, placement.piece, seen, is_wrong))
    });
    let notes = match (solution.matched, solution.edges) {
        (Some(matched), Some(edges)) => vec![format!("{matched} of {edges} pairs of edges agree")],
        _ => Vec::new(),
    };
    Assembly {
        title: puzzle.title.clone(),
        notes,
        cols,
        marks: vec![None; puzzle.size.area()],
        tiles: tiles.collect(),
        apart: false,
    }
}

fn tile(puzzle: &EdgeMatching, number: usize, edges: Edges, is_wrong: [bool; 4]) -> Tile {
    let edge = |place: usize| Edge {
        label: printable(puzzle.colors.name(edges[place])),
        paint: paint(puzzle, edges[place]),
        is_wrong: is_wrong[place],
    };
    Tile { number: format!("#{number}"), edges: [0, 1, 2, 3].map(edge) }
}

/// Mates have the same paint, and the frame has none of the palette.
fn paint(puzzle: &EdgeMatching, color: Color) -> Paint {
    if puzzle.frame == Some(color) {
        return Paint::Frame;
    }
    let first = |color: Color| color.min(puzzle.colors.mate(color));
    let is_before = |other: &Color| Some(*other) != puzzle.frame && first(*other) == *other;
    Paint::Hue((0..first(color)).filter(is_before).count())
}

/// Facts that the pieces alone don't show.
fn notes(puzzle: &EdgeMatching) -> Vec<String> {
    let mut notes = vec![format!("board {}", puzzle.size)];
    if let Some(frame) = puzzle.frame {
        notes.push(format!("the rim shows {}", puzzle.colors.name(frame)));
    }
    if !puzzle.rotate {
        notes.push("pieces may not be turned".to_owned());
    }
    if puzzle.colors.is_signed() {
        notes.push("a lower-case letter matches only its capital".to_owned());
    }
    if puzzle.surplus() > 0 {
        notes.push(format!("pieces left over: {}", puzzle.surplus()));
    }
    for hint in &puzzle.hints {
        let turned = match hint.rotation {
            Some(turns) => format!(", turned by {turns}"),
            None => String::new(),
        };
        notes.push(format!("piece {} lies in {}{turned}", hint.piece + 1, hint.cell));
    }
    notes
}

/// Without control characters, which neither a terminal nor an SVG should get.
fn printable(text: &str) -> String {
    text.chars().filter(|char| !char.is_control()).collect()
}

impl Assembly {
    fn rows(&self) -> usize {
        self.tiles.len().div_ceil(self.cols)
    }

    fn tile(&self, row: usize, col: usize) -> Option<&Tile> {
        self.tiles.get(row * self.cols + col)?.as_ref()
    }

    /// Whether there is a place: after the last piece of a list there is none.
    fn has(&self, row: usize, col: usize) -> bool {
        row * self.cols + col < self.tiles.len()
    }

    fn is_wrong(&self, row: usize, col: usize, side: Direction) -> bool {
        let place = SIDES.iter().position(|&other| other == side).unwrap_or_default();
        self.tile(row, col).is_some_and(|tile| tile.edges[place].is_wrong)
    }
}

impl Picture for Assembly {
    fn to_text(&self, charset: Charset) -> String {
        text::write(self, charset, false)
    }

    fn to_ansi(&self, charset: Charset) -> String {
        text::write(self, charset, true)
    }

    fn to_svg(&self) -> String {
        svg::write(self)
    }

    /// A list of pieces has no cells.
    fn mark(&mut self, cell: Cell, mark: Mark) {
        let index = usize::from(cell.row) * self.cols + usize::from(cell.col);
        if let Some(known) = self.marks.get_mut(index).filter(|_| !self.apart) {
            *known = (*known).max(Some(mark));
        }
    }
}

/// Red, green, blue.
type Rgb = [u8; 3];

/// Number of different hues; they repeat after that.
const HUES: usize = 21;

/// The hues of Okabe and Ito (2008), which colour-blind readers can distinguish, too; then lighter, then darker ones.
fn rgb(paint: Paint) -> Rgb {
    const PALETTE: [Rgb; 7] = [
        [0xe6, 0x9f, 0x00],
        [0x56, 0xb4, 0xe9],
        [0x00, 0x9e, 0x73],
        [0xf0, 0xe4, 0x42],
        [0x00, 0x72, 0xb2],
        [0xd5, 0x5e, 0x00],
        [0xcc, 0x79, 0xa7],
    ];
    let Paint::Hue(number) = paint else { return [0xb0, 0xb0, 0xb0] };
    let base = PALETTE[number % PALETTE.len()];
    let mix =
        |part: u8, with: u16, weight: u16| ((u16::from(part) * (10 - weight) + with * weight) / 10) as u8;
    match number % HUES / PALETTE.len() {
        0 => base,
        1 => base.map(|part| mix(part, 255, 6)),
        _ => base.map(|part| mix(part, 0, 5)),
    }
}

/// Whether black text is more readable on it than white, by its luminance. Squares are near enough to the curve of sRGB.
fn is_light([red, green, blue]: Rgb) -> bool {
    let part = |part: u8, weight: u32| weight * u32::from(part).pow(2);
    part(red, 2126) + part(green, 7152) + part(blue, 722) > 136_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of WCAG 2.2.
    fn luminance(color: Rgb) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = color.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #[test]
    fn labels_are_readable_on_every_colour() {
        for paint in (0..HUES).map(Paint::Hue).chain([Paint::Frame]) {
            let back = luminance(rgb(paint)) + 0.05;
            let contrast = if is_light(rgb(paint)) { back / 0.05 } else { 1.05 / back };
            assert!(contrast >= 4.5, "{paint:?}: {contrast}");
        }
    }
}
