//! The picture as SVG: one style for all families.

use std::fmt::Write;

use svg::{
    Document,
    node::element::{Circle, Group, Path, Rectangle, Style, Text, Title},
};

use super::{Border, Corner, Drawing, Fill, Outline, Point, Stroke, Tile, argued::ROOM};
use crate::{Cell, Direction, Edge, Mark, title_room};

/// Side of a cell, in the drawing's own units.
pub(super) const SIDE: i32 = 40;
const MARGIN: i32 = 8;
/// Distance of an outline from the borders of its cells.
const INSET: i32 = 4;

/// Region colours are those of Okabe and Ito (2008), distinguished by colour-blind readers too;
/// given and found labels differ in weight as well, which survives black-and-white print.
const CSS: &str = "
svg { background: #fff; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; }
text { text-anchor: middle; fill: #000; }
.board { fill: #fff; }
.given { font-weight: bold; }
.deduced { fill: #0072b2; }
.wrong { fill: #d55e00; font-weight: bold; text-decoration: underline; }
.title { text-anchor: start; }
.small { text-anchor: start; font-size: 10px; }
path { fill: none; stroke: #000; stroke-linecap: square; stroke-linejoin: round; }
.faint { stroke: #999; stroke-width: .75; }
.thin { stroke-width: 1.5; }
.thick { stroke-width: 3; }
.outline { stroke-width: 1; stroke-dasharray: 3 2.2; stroke-linecap: butt; }
.diagonal { stroke: #999; stroke-width: 1.5; stroke-linecap: butt; }
.thermometer { stroke: #ccc; stroke-width: 12; stroke-linecap: round; }
.bulb { fill: #ccc; }
.wall { fill: #444; }
.marked { fill: #f0e442; fill-opacity: .55; }
.c0 { fill: #e69f00; } .c1 { fill: #56b4e9; } .c2 { fill: #009e73; } .c3 { fill: #f0e442; }
.c4 { fill: #0072b2; } .c5 { fill: #d55e00; } .c6 { fill: #cc79a7; } .c7 { fill: #999; }
.c { fill-opacity: .4; }
.concerned { fill: #999; fill-opacity: .22; }
.known { fill: #56b4e9; fill-opacity: .3; stroke: #0072b2; stroke-width: 1.5; }
.found { fill: #e69f00; fill-opacity: .45; stroke: #b36b00; stroke-width: 3; }
@media screen and (prefers-color-scheme: dark) {
  svg { background: #16181d; }
  text { fill: #f2f2f2; }
  .board { fill: #16181d; }
  .deduced { fill: #8fd0f5; }
  .wrong { fill: #ffb07c; }
  path { stroke: #e6e6e6; }
  .faint, .diagonal { stroke: #6b7078; }
  .thermometer { stroke: #4a4f58; }
  .bulb { fill: #4a4f58; }
  .wall { fill: #7a7f88; }
  .marked { fill-opacity: .35; }
  .known { stroke: #8fd0f5; }
  .found { stroke: #ffb84d; }
}
";

/// The look of a line through cells, in either colour scheme.
const LINE: &str = "stroke: #0072b2; stroke-width: 5; stroke-linecap: round";

/// The look of a diagonal that is found.
const SLANT: &str = "stroke: #0072b2; stroke-width: 3.5; stroke-linecap: round";

/// Each of two lines side by side, and how far they are from the middle between them.
const THIN_LINE: &str = "stroke: #0072b2; stroke-width: 3; stroke-linecap: round";
const GAP: i32 = 4;

/// The look of dots and crosses for what is known to be nothing, in either colour scheme; crosses stand on borders.
const NOTHING: &str = "fill: #888";
const CROSS: &str = "stroke: #0072b2; stroke-width: 2; stroke-linecap: round";

/// The edge of the circle around a label on a corner, in either colour scheme.
const CORNER: &str = "stroke: #888; stroke-width: 1";

/// The look of stars, in either colour scheme.
pub(super) const STAR: &str = "fill: #fff; stroke: #000; stroke-width: 1.5";
pub(super) const DARK_STAR: &str = "fill: #000; stroke: #999; stroke-width: 1.5";

/// The look of squares with clues, in either colour scheme, and the half of their edges' width.
const TILES: [(Tile, &str); 3] = [
    (Tile::White, "fill: #fff; stroke: #000; stroke-width: 2"),
    (Tile::Black, "fill: #000; stroke: #999; stroke-width: 2"),
    (Tile::Grey, "fill: #b5b5b5; stroke: #000; stroke-width: 2"),
];
const TILE_INSET: i32 = 2;

const REGION_CLASSES: [&str; 8] = ["c c0", "c c1", "c c2", "c c3", "c c4", "c c5", "c c6", "c c7"];

impl Drawing {
    /// The picture as an SVG document. It follows the reader's light or dark colour scheme, and prints light.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let board = (i32::from(self.size.cols) * SIDE, i32::from(self.size.rows) * SIDE);
        let head = if self.title.is_some() { 26 } else { 0 };
        let is_argued = !self.notes_of_argument.is_empty();
        // Words about marks and arguments name cells.
        let is_numbered = is_argued || self.has_marks();
        let beside = if is_numbered { ROOM } else { 0 };
        let foot = if self.caption.is_some() { 26 } else { 0 };
        let room_for =
            |line: &Option<String>| line.as_ref().map_or((board.0, 0), |line| title_room(line, board.0));
        let ((above, font), (below, small)) = (room_for(&self.title), room_for(&self.caption));
        let (width, height) =
            (above.max(below) + 2 * MARGIN + beside, board.1 + 2 * MARGIN + head + beside + foot);
        let mut document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .set("role", "img");
        if let Some(title) = &self.title {
            document = document.add(Title::new(title));
        }
        document = document.add(Style::new(CSS)).add(rectangle("board", 0, 0, width, height));
        if let Some(title) = &self.title {
            let text = Text::new(title).set("class", "title").set("font-size", font);
            document = document.add(text.set("x", MARGIN).set("y", MARGIN + 13));
        }
        if let Some(caption) = &self.caption {
            let text = Text::new(caption).set("style", "text-anchor: start").set("font-size", small);
            document = document.add(text.set("x", MARGIN).set("y", height - MARGIN - 1));
        }
        let corner = format!("translate({} {})", MARGIN + beside, MARGIN + head + beside);
        let mut group = Group::new().set("transform", corner);
        for cell in self.size.cells() {
            group = draw_fill(group, cell, self.squares[self.size.index(cell)].fill);
        }
        group = self.draw_tints(group);
        for cell in self.size.cells().filter(|_| !is_argued) {
            if let Some(mark) = self.squares[self.size.index(cell)].mark {
                group = draw_mark(group, cell, mark);
            }
        }
        let is_line = |stroke: Stroke| !matches!(stroke, Stroke::Thermometer | Stroke::Diagonal);
        let (above, below): (Vec<_>, Vec<_>) = self.strokes.iter().partition(|(_, stroke)| is_line(*stroke));
        for (cells, stroke) in below {
            group = draw_stroke(group, cells, *stroke);
        }
        for (class, border) in [("faint", Border::Faint), ("thin", Border::Thin), ("thick", Border::Thick)] {
            let lines = self.borders(border);
            if !lines.is_empty() {
                let lines = path(class, lines);
                // The edges of a loop are what is known; those that count are drawn again.
                let is_pale = is_argued && self.dots;
                group = group.add(if is_pale { lines.set("stroke-opacity", ".3") } else { lines });
            }
        }
        let crosses = self.crosses();
        if !crosses.is_empty() {
            group = group.add(path("diagonal", crosses));
        }
        if self.dots {
            // A line of no length has round ends all the same.
            let dots = self.size.dots().cells().map(|dot| format!("M{} {}h0", x(dot), y(dot)));
            let dots = path("dots", dots.collect());
            group = group.add(dots.set("style", "stroke-width: 5; stroke-linecap: round"));
        }
        for (cells, stroke) in above {
            group = draw_stroke(group, cells, *stroke);
        }
        for outline in &self.outlines {
            group = draw_outline(group, outline);
        }
        for &(down, right, point) in &self.stars {
            let at = |half: usize| SIDE / 2 * (i32::try_from(half).unwrap_or(0) + 1);
            let circle = Circle::new().set("r", SIDE / 6).set("cx", at(right)).set("cy", at(down));
            group = match point {
                Point::White => group.add(circle.set("style", STAR)),
                Point::Dark => group.add(circle.set("style", DARK_STAR)),
                Point::Sign(sign) => {
                    let text =
                        Text::new(sign.to_string()).set("class", "given").set("font-size", SIDE * 2 / 5);
                    let text = text.set("x", at(right)).set("y", at(down)).set("dy", ".36em");
                    group.add(circle.set("class", "board")).add(text)
                }
            };
        }
        for (rows, columns, label) in &self.corners {
            let circle = Circle::new().set("class", "board").set("style", CORNER).set("r", SIDE * 9 / 50);
            let [right, down] = [units(*columns), units(*rows)];
            let text = Text::new(label).set("class", "given").set("font-size", SIDE * 3 / 10);
            let text = text.set("x", right).set("y", down).set("dy", ".36em");
            group = group.add(circle.set("cx", right).set("cy", down)).add(text);
        }
        group = self.draw_labels(self.draw_discs(group));
        if is_argued {
            group = self.draw_notes(group);
        }
        if is_numbered {
            group = self.draw_numbers(group);
        }
        document.add(group).to_string() + "\n"
    }

    /// All borders of one kind, as lines that are as long as possible.
    fn borders(&self, kind: Border) -> String {
        let (rows, cols) = (usize::from(self.size.rows), usize::from(self.size.cols));
        let mut lines = String::new();
        for row in 0..=rows {
            for (start, length) in runs(cols, |col| self.above(row, col) == kind) {
                let _ = write!(lines, "M{} {}h{}", units(start), units(row), units(length));
            }
        }
        for col in 0..=cols {
            for (start, length) in runs(rows, |row| self.before(row, col) == kind) {
                let _ = write!(lines, "M{} {}v{}", units(col), units(start), units(length));
            }
        }
        lines
    }

    /// A small cross on the middle of each border that is known not to be there.
    fn crosses(&self) -> String {
        let crossed = |edge: &Edge| {
            let (row, col) = (usize::from(edge.dot.row), usize::from(edge.dot.col));
            let border = if edge.is_vertical { self.before(row, col) } else { self.above(row, col) };
            border == Border::Crossed
        };
        let cross = |edge: Edge| {
            let [one, other] = edge.ends();
            let (x, y) = (i32::midpoint(x(one), x(other)) - 3, i32::midpoint(y(one), y(other)) - 3);
            format!("M{x} {y}l6 6m-6 0l6-6")
        };
        self.size.edges().filter(crossed).map(cross).collect()
    }
}

/// Start and length of each run of consecutive numbers below `count` that hold.
fn runs(count: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in (0..count).filter(|&number| holds(number)) {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == number => *length += 1,
            _ => runs.push((number, 1)),
        }
    }
    runs
}

fn units(cells: usize) -> usize {
    cells * SIDE as usize
}

pub(super) fn x(cell: Cell) -> i32 {
    i32::from(cell.col) * SIDE
}

pub(super) fn y(cell: Cell) -> i32 {
    i32::from(cell.row) * SIDE
}

fn draw_fill(mut group: Group, cell: Cell, fill: Fill) -> Group {
    if let Some(class) = fill_class(fill) {
        group = group.add(rectangle(class, x(cell), y(cell), SIDE, SIDE));
    }
    if let Some((_, style)) = TILES.iter().find(|(tile, _)| fill == Fill::Tile(*tile)) {
        let (left, top) = (x(cell) + TILE_INSET, y(cell) + TILE_INSET);
        let inside = SIDE - 2 * TILE_INSET;
        group = group.add(rectangle("", left, top, inside, inside).set("style", *style));
    }
    group
}

fn fill_class(fill: Fill) -> Option<&'static str> {
    match fill {
        Fill::None | Fill::Tile(_) => None,
        Fill::Wall | Fill::Shaded => Some("wall"),
        Fill::Marked => Some("marked"),
        Fill::Color(number) => Some(REGION_CLASSES[number % REGION_CLASSES.len()]),
    }
}

/// Marks differ in shape as well as in colour: a tint, a disc, a square with a thick edge.
fn draw_mark(group: Group, cell: Cell, mark: Mark) -> Group {
    match mark {
        Mark::Concerned | Mark::RuledOut | Mark::Supposed => {
            group.add(rectangle("concerned", x(cell), y(cell), SIDE, SIDE))
        }
        Mark::Known => {
            let disc = Circle::new().set("class", "known").set("r", SIDE / 2 - INSET);
            group.add(disc.set("cx", x(cell) + SIDE / 2).set("cy", y(cell) + SIDE / 2))
        }
        Mark::Deduced => {
            let inside = SIDE - 2 * INSET;
            group.add(rectangle("found", x(cell) + INSET, y(cell) + INSET, inside, inside))
        }
    }
}

pub(super) fn rectangle(class: &str, x: i32, y: i32, width: i32, height: i32) -> Rectangle {
    let rectangle = Rectangle::new().set("class", class).set("x", x).set("y", y);
    rectangle.set("width", width).set("height", height)
}

pub(super) fn path(class: &str, lines: String) -> Path {
    Path::new().set("class", class).set("d", lines)
}

fn draw_stroke(group: Group, cells: &[Cell], stroke: Stroke) -> Group {
    let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
        return group;
    };
    let center = |cell: Cell| (x(cell) + SIDE / 2, y(cell) + SIDE / 2);
    let mut points: Vec<_> = cells.iter().map(|&cell| center(cell)).collect();
    if stroke == Stroke::Diagonal {
        let across = (i32::from(last.col) - i32::from(first.col)).signum() * SIDE / 2;
        let down = (i32::from(last.row) - i32::from(first.row)).signum() * SIDE / 2;
        points.insert(0, (center(first).0 - across, center(first).1 - down));
        points.push((center(last).0 + across, center(last).1 + down));
    }
    let lines: Vec<_> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    let lines = format!("M{}", lines.join("L"));
    match stroke {
        Stroke::Diagonal => group.add(path("diagonal", lines)),
        Stroke::Line => group.add(path("line", lines).set("style", LINE)),
        Stroke::Falling | Stroke::Rising => {
            group.add(path("line", slants(cells, stroke == Stroke::Rising)).set("style", SLANT))
        }
        Stroke::Half(corner) => {
            group.add(path("wall", cells.iter().map(|&cell| half(cell, corner)).collect()))
        }
        Stroke::Nothing if cells.len() == 1 => {
            let (x, y) = center(first);
            group.add(Circle::new().set("style", NOTHING).set("r", 2.5).set("cx", x).set("cy", y))
        }
        Stroke::Nothing => {
            let (one, other) = (center(first), center(last));
            let (x, y) = (i32::midpoint(one.0, other.0), i32::midpoint(one.1, other.1));
            let cross = format!("M{} {}l8 8m-8 0l8-8", x - 4, y - 4);
            group.add(path("nothing", cross).set("style", CROSS))
        }
        Stroke::Double => group.add(path("line", beside(&points)).set("style", THIN_LINE)),
        Stroke::Thermometer => {
            let (x, y) = center(first);
            let bulb = Circle::new().set("class", "bulb").set("cx", x).set("cy", y).set("r", SIDE * 2 / 5);
            group.add(path("thermometer", lines)).add(bulb)
        }
    }
}

/// The half of a cell at one of its corners: that corner and the two beside it.
fn half(cell: Cell, corner: Corner) -> String {
    let (left, top) = (x(cell), y(cell));
    let clockwise = [(left, top), (left + SIDE, top), (left + SIDE, top + SIDE), (left, top + SIDE)];
    let at = corner as usize;
    let points = [at + 3, at, at + 1].map(|corner| clockwise[corner % 4]);
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    format!("M{}Z", points.join("L"))
}

/// The diagonals of cells.
fn slants(cells: &[Cell], is_rising: bool) -> String {
    let slant = |&cell: &Cell| {
        if is_rising {
            format!("M{} {}l{SIDE}-{SIDE}", x(cell), y(cell) + SIDE)
        } else {
            format!("M{} {}l{SIDE} {SIDE}", x(cell), y(cell))
        }
    };
    cells.iter().map(slant).collect()
}

/// Two lines along the way through these points, each a little beside it.
fn beside(points: &[(i32, i32)]) -> String {
    let mut lines = String::new();
    for pair in points.windows(2) {
        let [(from_x, from_y), (to_x, to_y)] = [pair[0], pair[1]];
        let (x, y) = ((to_y - from_y).signum() * GAP, (to_x - from_x).signum() * GAP);
        for side in [-1, 1] {
            let (x, y) = (side * x, side * y);
            let _ = write!(lines, "M{} {}L{} {}", from_x + x, from_y + y, to_x + x, to_y + y);
        }
    }
    lines
}

/// Each cell draws the sides where the outline leaves it, up to the corner or on to the next cell;
/// where the outline turns inwards at a corner, the two short ends that meet there.
fn draw_outline(group: Group, outline: &Outline) -> Group {
    let inside = |row: i32, col: i32| {
        let cell = u16::try_from(row).ok().zip(u16::try_from(col).ok());
        cell.is_some_and(|(row, col)| outline.cells.binary_search(&Cell::new(row, col)).is_ok())
    };
    let mut lines = String::new();
    for &cell in &outline.cells {
        let (row, col) = (i32::from(cell.row), i32::from(cell.col));
        for side in Direction::ALL {
            let (out, along) = (side.delta(), side.clockwise().delta());
            if inside(row + out.0, col + out.1) {
                continue;
            }
            // From the middle of the side to each of its ends; the clockwise one first.
            let middle = SIDE / 2 - INSET;
            let end = |sign: i32| {
                let beside = inside(row + sign * along.0, col + sign * along.1);
                let corner = inside(row + sign * along.0 + out.0, col + sign * along.1 + out.1);
                sign * if beside && corner {
                    SIDE / 2 + INSET
                } else if beside {
                    SIDE / 2
                } else {
                    middle
                }
            };
            let point = |reach: i32| {
                let x = x(cell) + SIDE / 2 + out.1 * middle + along.1 * reach;
                let y = y(cell) + SIDE / 2 + out.0 * middle + along.0 * reach;
                format!("{x} {y}")
            };
            let _ = write!(lines, "M{}L{}", point(end(-1)), point(end(1)));
        }
    }
    let group = group.add(path("outline", lines));
    match outline.cells.first() {
        Some(&first) if !outline.label.is_empty() => {
            let (x, y) = (x(first) + INSET + 2, y(first) + INSET + 9);
            let back = rectangle("board", x - 3, y - 10, label_width(&outline.label), 11);
            let text = Text::new(&outline.label).set("class", "small").set("x", x).set("y", y);
            group.add(back).add(text)
        }
        _ => group,
    }
}

fn label_width(label: &str) -> i32 {
    i32::try_from(label.chars().count()).unwrap_or(0) * 6 + 4
}
