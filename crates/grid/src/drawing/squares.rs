//! What SVG shows in cells: circles and labels.

use svg::node::element::{Circle, Group, Text};

use super::{
    Disc, Drawing, Fill, Ink, Parts, Square, Tile,
    svg::{DARK_STAR, SIDE, STAR, path, rectangle, x, y},
};
use crate::{Cell, Direction};

/// Labels on walls and on shaded cells, which are dark.
const ON_WALL: &str = "fill: #fff";

/// Labels on white and grey squares of clues.
const ON_TILE: &str = "fill: #000";

/// The diagonal of a divided cell, which is dark.
const DIAGONAL: &str = "stroke: #fff; stroke-width: 1.5; stroke-linecap: butt";

/// The largest font of each of several labels in a cell, and the room of the longest of them.
const SMALL: i32 = SIDE * 2 / 5;
const PART: i32 = SIDE * 7 / 10;

impl Parts {
    /// The labels of a cell that has several.
    fn labels(&self) -> impl Iterator<Item = &str> {
        let labels: &[String] = match self {
            Parts::One | Parts::Corner | Parts::Unsigned(_) | Parts::Ship(_) => &[],
            Parts::Split(labels) => labels,
            Parts::Around(labels) => labels,
        };
        labels.iter().map(String::as_str)
    }
}

impl Disc {
    /// What text shows in its place.
    pub(super) fn sign(self) -> Option<char> {
        match self {
            Disc::White => Some('○'),
            Disc::Black => Some('●'),
            Disc::Ring => None,
        }
    }
}

impl Drawing {
    /// The circles.
    pub(super) fn draw_discs(&self, mut group: Group) -> Group {
        for cell in self.size.cells() {
            let Some(disc) = self.squares[self.size.index(cell)].disc else { continue };
            let circle = Circle::new().set("r", SIDE * 9 / 25).set("cx", x(cell) + SIDE / 2);
            let circle = circle.set("cy", y(cell) + SIDE / 2);
            group = group.add(match disc {
                Disc::White => circle.set("style", STAR),
                Disc::Black => circle.set("style", DARK_STAR),
                Disc::Ring => circle.set("class", "board").set("style", "stroke: #888; stroke-width: 1.5"),
            });
        }
        group
    }

    /// The labels; whole ones share a font in which the longest has room, and so do those that are several in a cell.
    pub(super) fn draw_labels(&self, mut group: Group) -> Group {
        let whole = self.squares.iter().filter_map(|square| match &square.parts {
            Parts::One => Some(square.label.as_str()),
            Parts::Unsigned(label) => Some(label.as_str()),
            _ => None,
        });
        // Room for the outlines' own labels.
        let (largest, lower) = if self.outlines.is_empty() { (SIDE * 3 / 5, 0) } else { (SIDE / 2, 4) };
        let font = font_size(whole, SIDE, largest);
        let small = font_size(self.squares.iter().flat_map(|square| square.parts.labels()), PART, SMALL);
        for cell in self.size.cells() {
            let square = &self.squares[self.size.index(cell)];
            if square.label.is_empty() {
                continue;
            }
            let whole = |label: &str| self.text(cell, square, label, (SIDE / 2, SIDE / 2 + lower), font);
            group = match &square.parts {
                Parts::One => group.add(whole(&square.label)),
                Parts::Unsigned(label) if label.is_empty() => group,
                Parts::Unsigned(label) => group.add(whole(label)),
                Parts::Corner => {
                    group.add(self.text(cell, square, &square.label, (SIDE / 5, SIDE / 4), SMALL))
                }
                Parts::Ship(goes_on) => draw_ship(group, cell, *goes_on),
                Parts::Split(labels) => {
                    let line = format!("M{} {}l{SIDE} {SIDE}", x(cell), y(cell));
                    group = group.add(path("", line).set("style", DIAGONAL));
                    let at = [(SIDE * 3 / 10, SIDE * 7 / 10), (SIDE * 7 / 10, SIDE * 3 / 10)];
                    let labels = labels.iter().zip(at).filter(|(label, _)| !label.is_empty());
                    labels.fold(group, |group, (label, at)| {
                        group.add(self.text(cell, square, label, at, small))
                    })
                }
                Parts::Around(labels) => {
                    let font = if labels.len() == 1 { largest } else { small };
                    let places = labels.iter().zip(places(labels.len()));
                    places
                        .fold(group, |group, (label, at)| group.add(self.text(cell, square, label, at, font)))
                }
            };
        }
        group
    }

    fn text(&self, cell: Cell, square: &Square, label: &str, (right, down): (i32, i32), font: i32) -> Text {
        let class = match square.ink {
            Ink::Given => "given",
            Ink::Deduced => "deduced",
            Ink::Wrong => "wrong",
        };
        let mut text = Text::new(label).set("class", class).set("font-size", font);
        match square.fill {
            Fill::Wall | Fill::Shaded | Fill::Tile(Tile::Black) => text = text.set("style", ON_WALL),
            Fill::Tile(Tile::White | Tile::Grey) => text = text.set("style", ON_TILE),
            Fill::None | Fill::Marked | Fill::Color(_) => {}
        }
        if !self.counts(cell) {
            text = text.set("fill-opacity", ".35");
        }
        text.set("x", x(cell) + right).set("y", y(cell) + down).set("dy", ".36em")
    }
}

/// A disc, with a bar from its middle to each side on which the ship goes on.
fn draw_ship(group: Group, cell: Cell, goes_on: [bool; 4]) -> Group {
    let (reach, middle) = (SIDE * 3 / 8, SIDE / 2);
    let disc = Circle::new().set("r", reach).set("cx", x(cell) + middle).set("cy", y(cell) + middle);
    let sides = Direction::ALL.into_iter().zip(goes_on).filter(|(_, goes_on)| *goes_on);
    sides.fold(group.add(disc.set("class", "wall")), |group, (side, _)| {
        let (down, right) = side.delta();
        // From the middle to the border, or as wide as the disc.
        let span = |way: i32| {
            if way == 0 { (middle - reach, 2 * reach) } else { (middle.min(middle + way * middle), middle) }
        };
        let ((left, width), (top, height)) = (span(right), span(down));
        group.add(rectangle("wall", x(cell) + left, y(cell) + top, width, height))
    })
}

/// The size in which the longest of some labels has this much room.
fn font_size<'l>(labels: impl Iterator<Item = &'l str>, room: i32, largest: i32) -> i32 {
    let longest = labels.map(|label| label.chars().count()).max().unwrap_or(0);
    (room / i32::try_from(longest.max(1)).unwrap_or(room)).clamp(2, largest)
}

/// Where several labels are in a cell: one in its middle, two on a diagonal, the others evenly around the middle, the
/// first on top.
fn places(count: usize) -> Vec<(i32, i32)> {
    let middle = f64::from(SIDE) / 2.0;
    if count == 1 {
        return vec![(SIDE / 2, SIDE / 2)];
    }
    let first = if count == 2 { 0.625 } else { 0.75 };
    let at = |place: usize| {
        let angle = std::f64::consts::TAU * (first + place as f64 / count as f64);
        let reach = middle * 0.56;
        ((middle + reach * angle.cos()).round() as i32, (middle + reach * angle.sin()).round() as i32)
    };
    (0..count).map(at).collect()
}
