//! The line and the markers of a series. Its colour is a class of the picture's style.

use svg::node::element::{Polygon, Polyline};

use super::Style;

/// Number of colours.
const COLORS: usize = 7;

/// Markers as polygons around their point: the number of markers and that of colours have no common divisor.
const MARKERS: [&[(f64, f64)]; 6] = [
    &[(-4., -1.), (-2., -4.), (2., -4.), (4., -1.), (4., 2.), (2., 4.), (-2., 4.), (-4., 2.)],
    &[(-4., -4.), (4., -4.), (4., 4.), (-4., 4.)],
    &[(0., -5.), (5., 4.), (-5., 4.)],
    &[(0., -6.), (5., 0.), (0., 6.), (-5., 0.)],
    &[(0., 5.), (5., -4.), (-5., -4.)],
    &[(-5., -5.), (0., -2.), (5., -5.), (2., 0.), (5., 5.), (0., 2.), (-5., 5.), (-2., 0.)],
];

/// The line of a series through these places, if that style has lines.
pub fn line(series: usize, style: Style, places: &[(f64, f64)]) -> Option<Polyline> {
    let dashed = match style {
        Style::Dots => return None,
        Style::Line if series % 2 == 1 => " dashed",
        Style::Line | Style::Marked => "",
    };
    let class = format!("line{dashed} c{}", series % COLORS);
    Some(Polyline::new().set("class", class).set("points", points(places.iter().copied())))
}

/// The marker of a series at a place.
pub fn marker(series: usize, place: (f64, f64), is_hollow: bool) -> Polygon {
    let hollow = if is_hollow { " hollow" } else { "" };
    let class = format!("marker{hollow} c{}", series % COLORS);
    let corners = MARKERS[series % MARKERS.len()].iter().map(|(x, y)| (place.0 + x, place.1 + y));
    Polygon::new().set("class", class).set("points", points(corners))
}

fn points(places: impl Iterator<Item = (f64, f64)>) -> String {
    places.map(|(x, y)| format!("{},{}", rounded(x), rounded(y))).collect::<Vec<_>>().join(" ")
}

/// A tenth of a pixel is as exact as anybody sees.
pub fn rounded(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}
