//! One diagram: axes with ticks, guides, and series.

use svg::node::element::{Group, Line, Path, Text};

use super::{
    Panel, Style,
    axis::Scale,
    series::{line, marker, rounded},
};

/// Room around the axes, in pixels.
const LEFT: f64 = 74.0;
const RIGHT: f64 = 15.0;
const BOTTOM: f64 = 49.0;
/// Without and with a title.
const TOP: (f64, f64) = (12.0, 32.0);
/// Length of a tick, in pixels.
const TICK: f64 = 5.0;
/// Minimum number of points of a line without markers.
const FEW: usize = 25;

impl Panel {
    /// Draws it in this size, with its upper left corner at the origin.
    pub(super) fn draw(&self, size: (u32, u32)) -> Group {
        let points = || self.series.iter().flatten();
        let ends = || self.guides.iter().flatten();
        let x = Scale::new(&self.x, &points().map(|point| point.x).chain(ends().map(|end| end.0)));
        let y = Scale::new(&self.y, &points().map(|point| point.y).chain(ends().map(|end| end.1)));
        let top = if self.title.is_empty() { TOP.0 } else { TOP.1 };
        let (right, bottom) = (f64::from(size.0) - RIGHT, f64::from(size.1) - BOTTOM);
        let column = |value| rounded(LEFT + x.share(value) * (right - LEFT));
        let row = |value| rounded(bottom - y.share(value) * (bottom - top));
        let middle = (f64::midpoint(LEFT, right), f64::midpoint(top, bottom));

        let mut group = Group::new();
        for (value, name) in x.ticks() {
            let at = column(*value);
            group = group
                .add(segment("grid", (at, top), (at, bottom)))
                .add(segment("axis", (at, bottom), (at, bottom + TICK)))
                .add(text("tick", name, (at, bottom + 20.0)));
        }
        for (value, name) in y.ticks() {
            let at = row(*value);
            group = group
                .add(segment("grid", (LEFT, at), (right, at)))
                .add(segment("axis", (LEFT - TICK, at), (LEFT, at)))
                .add(text("row", name, (LEFT - 10.0, at + 4.0)));
        }
        let axes = format!("M{LEFT},{top} V{bottom} H{right}");
        group = group.add(Path::new().set("class", "axis").set("d", axes)).add(text(
            "label",
            &self.x.label,
            (middle.0, bottom + 38.0),
        ));
        if !self.title.is_empty() {
            group = group.add(text("name", &self.title, (middle.0, 22.0)));
        }
        if !self.y.label.is_empty() {
            let turned = format!("rotate(-90 20 {})", middle.1);
            group = group.add(text("label", &self.y.label, (20.0, middle.1)).set("transform", turned));
        }
        for [from, to] in &self.guides {
            group = group.add(segment("guide", (column(from.0), row(from.1)), (column(to.0), row(to.1))));
        }
        for (number, series) in self.series.iter().enumerate() {
            let places: Vec<(f64, f64)> =
                series.iter().map(|point| (column(point.x), row(point.y))).collect();
            if let Some(line) = line(number, self.style, &places) {
                group = group.add(line);
            }
            if self.style != Style::Line || series.len() < FEW {
                for (point, &place) in series.iter().zip(&places) {
                    group = group.add(marker(number, place, point.is_bound));
                }
            }
        }
        group
    }
}

fn segment(class: &str, from: (f64, f64), to: (f64, f64)) -> Line {
    Line::new().set("class", class).set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1)
}

fn text(class: &str, words: &str, at: (f64, f64)) -> Text {
    Text::new(words).set("class", class).set("x", at.0).set("y", at.1)
}
