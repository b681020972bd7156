//! Pieces as squares of four triangles.

use std::fmt::Write;

use svg::{
    Document,
    node::element::{Circle, Group, Path, Rectangle, Style, Text, Title},
};

use jigsat_grid::{Mark, title_room};

use super::{Assembly, Edge, HUES, Paint, Tile, is_light, printable, rgb};

/// Side of a piece, in the drawing's own units.
const SIDE: i32 = 64;
const MARGIN: i32 = 10;
/// Gap between pieces that don't touch, in the drawing's own units.
const GAP: i32 = 10;

const CSS: &str = "
svg { background: #fff; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; }
text { text-anchor: middle; fill: #000; }
.on-dark { fill: #fff; }
.title { text-anchor: start; }
.back { fill: #fff; }
.number { font-size: 11px; font-weight: bold; }
.disc { fill: #fff; fill-opacity: .85; }
path { fill: none; stroke: #000; stroke-width: 1.5; stroke-linejoin: round; }
.inner { stroke-width: .75; stroke-opacity: .55; }
.halo { stroke: #fff; stroke-width: 7; stroke-linecap: round; }
.wrong { stroke: #c00; stroke-width: 3.5; stroke-linecap: round; }
.concerned { fill: #999; fill-opacity: .22; }
.known { fill: none; stroke: #fff; stroke-width: 6; }
.known-line { fill: none; stroke: #0072b2; stroke-width: 3; }
.found { fill: none; stroke: #fff; stroke-width: 7; }
.found-line { fill: none; stroke: #b36b00; stroke-width: 4; }
.empty { fill: none; stroke: #999; stroke-dasharray: 4 3; }
@media screen and (prefers-color-scheme: dark) {
  svg { background: #16181d; }
  .back { fill: #16181d; }
  .title { fill: #f2f2f2; }
}
";

pub(super) fn write(picture: &Assembly) -> String {
    let step = if picture.apart { SIDE + GAP } else { SIDE };
    let length = |count: usize| i32::try_from(count).unwrap_or(0) * step - (step - SIDE);
    let head = if picture.title.is_empty() { 0 } else { 26 };
    let title = printable(&picture.title);
    let board = length(picture.cols);
    let (room, font) = if title.is_empty() { (board, 0) } else { title_room(&title, board) };
    let (width, height) = (room + 2 * MARGIN, length(picture.rows()) + 2 * MARGIN + head);
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img");
    if !title.is_empty() {
        document = document.add(Title::new(title.as_str()));
    }
    let back = Rectangle::new().set("class", "back").set("width", width).set("height", height);
    document = document.add(Style::new(css())).add(back);
    if !title.is_empty() {
        let title = Text::new(title).set("class", "title").set("font-size", font);
        document = document.add(title.set("x", MARGIN).set("y", MARGIN + 13));
    }
    let mut group = Group::new().set("transform", format!("translate({MARGIN} {})", MARGIN + head));
    for (index, tile) in picture.tiles.iter().enumerate() {
        let at = |count: usize| i32::try_from(count).unwrap_or(0) * step;
        let (x, y) = (at(index % picture.cols), at(index / picture.cols));
        group = match tile {
            Some(tile) => draw(group, tile, x, y),
            None => group.add(rectangle("empty", x, y)),
        };
    }
    for (index, mark) in picture.marks.iter().enumerate() {
        let at = |count: usize| i32::try_from(count).unwrap_or(0) * step;
        let (x, y) = (at(index % picture.cols), at(index / picture.cols));
        group = draw_mark(group, *mark, x, y);
    }
    for (index, tile) in picture.tiles.iter().enumerate() {
        let at = |count: usize| i32::try_from(count).unwrap_or(0) * step;
        if let Some(tile) = tile {
            group = labels(group, tile, at(index % picture.cols), at(index / picture.cols));
        }
    }
    // On top of all pieces; otherwise the neighbour would cover half of it.
    for class in ["halo", "wrong"] {
        let lines = wrong(picture, step);
        if !lines.is_empty() {
            group = group.add(Path::new().set("class", class).set("d", lines));
        }
    }
    document.add(group).to_string() + "\n"
}

/// Marks differ in shape as well as in colour: a tint, a ring around the piece's number, a square along its edges.
/// Lines with a light edge are visible on every colour, and stay clear of the edges' labels.
fn draw_mark(group: Group, mark: Option<Mark>, x: i32, y: i32) -> Group {
    let middle = (x + SIDE / 2, y + SIDE / 2);
    let ring =
        |class: &str| Circle::new().set("class", class).set("cx", middle.0).set("cy", middle.1).set("r", 12);
    let square = |class: &str| {
        let square = Rectangle::new().set("class", class).set("x", x + 3).set("y", y + 3);
        square.set("width", SIDE - 6).set("height", SIDE - 6)
    };
    match mark {
        None => group,
        Some(Mark::Concerned | Mark::RuledOut | Mark::Supposed) => group.add(rectangle("concerned", x, y)),
        Some(Mark::Known) => group.add(ring("known")).add(ring("known-line")),
        Some(Mark::Deduced) => group.add(square("found")).add(square("found-line")),
    }
}

/// The style, with a class for each paint.
fn css() -> String {
    let mut css = CSS.to_owned();
    let hues = (0..HUES).map(|number| (format!("c{number}"), Paint::Hue(number)));
    for (class, paint) in hues.chain([("frame".to_owned(), Paint::Frame)]) {
        let [red, green, blue] = rgb(paint);
        let _ = writeln!(css, ".{class} {{ fill: #{red:02x}{green:02x}{blue:02x}; stroke: none; }}");
    }
    css
}

fn class(paint: Paint) -> String {
    match paint {
        Paint::Frame => "frame".to_owned(),
        Paint::Hue(number) => format!("c{}", number % HUES),
    }
}

fn rectangle(class: &str, x: i32, y: i32) -> Rectangle {
    Rectangle::new().set("class", class).set("x", x).set("y", y).set("width", SIDE).set("height", SIDE)
}

/// The ends of each edge of a piece, counter-clockwise from the right.
fn ends(x: i32, y: i32) -> [((i32, i32), (i32, i32)); 4] {
    let (left, right, top, bottom) = (x, x + SIDE, y, y + SIDE);
    [
        ((right, top), (right, bottom)),
        ((left, top), (right, top)),
        ((left, top), (left, bottom)),
        ((left, bottom), (right, bottom)),
    ]
}

fn draw(mut group: Group, tile: &Tile, x: i32, y: i32) -> Group {
    let (middle_x, middle_y) = (x + SIDE / 2, y + SIDE / 2);
    let ends = ends(x, y);
    for (edge, ((x1, y1), (x2, y2))) in tile.edges.iter().zip(ends) {
        let triangle = format!("M{x1} {y1}L{x2} {y2}L{middle_x} {middle_y}Z");
        group = group.add(Path::new().set("class", class(edge.paint)).set("d", triangle));
    }
    let (right, bottom) = (x + SIDE, y + SIDE);
    let cross = format!("M{x} {y}L{right} {bottom}M{right} {y}L{x} {bottom}");
    group = group.add(Path::new().set("class", "inner").set("d", cross));
    group.add(Path::new().set("d", format!("M{x} {y}h{SIDE}v{SIDE}h-{SIDE}Z")))
}

/// The labels of a piece, on top of all marks, so that they are always legible.
fn labels(mut group: Group, tile: &Tile, x: i32, y: i32) -> Group {
    let (middle_x, middle_y) = (x + SIDE / 2, y + SIDE / 2);
    for (edge, ((x1, y1), (x2, y2))) in tile.edges.iter().zip(ends(x, y)) {
        // A third of the distance from the edge to the middle, where the triangle is wide enough.
        let at = |one: i32, two: i32, middle: i32| (one + two + middle) / 3;
        group = group.add(label(edge, at(x1, x2, middle_x), at(y1, y2, middle_y)));
    }
    let disc = Circle::new().set("class", "disc").set("cx", middle_x).set("cy", middle_y).set("r", 9);
    let number = Text::new(tile.number.trim_start_matches('#')).set("class", "number").set("dy", ".36em");
    group.add(disc).add(number.set("x", middle_x).set("y", middle_y))
}

fn label(edge: &Edge, x: i32, y: i32) -> Text {
    let length = i32::try_from(edge.label.chars().count().max(1)).unwrap_or(1);
    let font = (24 / length).clamp(3, 13);
    let class = if is_light(rgb(edge.paint)) { "label" } else { "label on-dark" };
    let text = Text::new(&edge.label).set("class", class).set("font-size", font);
    text.set("x", x).set("y", y).set("dy", ".36em")
}

/// The edges that don't match, as lines.
fn wrong(picture: &Assembly, step: i32) -> String {
    let mut lines = String::new();
    for (index, tile) in picture.tiles.iter().enumerate() {
        let Some(tile) = tile else { continue };
        let at = |count: usize| i32::try_from(count).unwrap_or(0) * step;
        let ends = ends(at(index % picture.cols), at(index / picture.cols));
        for (_, ((x1, y1), (x2, y2))) in tile.edges.iter().zip(ends).filter(|(edge, _)| edge.is_wrong) {
            // Not up to the corners, where lines of two edges would meet.
            let near = |one: i32, two: i32| one + (two - one) / 6;
            let (x3, y3, x4, y4) = (near(x1, x2), near(y1, y2), near(x2, x1), near(y2, y1));
            let _ = write!(lines, "M{x3} {y3}L{x4} {y4}");
        }
    }
    lines
}
