//! Plots as SVG: named series over axes that may be logarithmic, in the style of the other pictures.

mod axis;

use std::io;

use jigsat_kit::Error;
use plotters::{
    coord::Shift,
    element::DashedPathElement,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use axis::Scale;
pub use axis::{Axis, short_number, short_time};

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

/// Colours of Okabe and Ito (2008) that are visible on white; markers differ, too.
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(102, 102, 102),
];
const PAPER: RGBColor = RGBColor(255, 255, 255);
const LINES: RGBColor = RGBColor(221, 221, 221);
const AXES: RGBColor = RGBColor(68, 68, 68);

/// Markers as polygons around their point: the number of markers and that of colours have no common divisor.
const MARKERS: [&[(i32, i32)]; 6] = [
    &[(-4, -1), (-2, -4), (2, -4), (4, -1), (4, 2), (2, 4), (-2, 4), (-4, 2)],
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    &[(0, -5), (5, 4), (-5, 4)],
    &[(0, -6), (5, 0), (0, 6), (-5, 0)],
    &[(0, 5), (5, -4), (-5, -4)],
    &[(-5, -5), (0, -2), (5, -5), (2, 0), (5, 5), (0, 2), (-5, 5), (-2, 0)],
];

/// Plotters writes colours as attributes; these rules invert them for dark screens.
const STYLE: &str = "<style>
text { font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; }
@media screen and (prefers-color-scheme: dark) {
  [fill='#FFFFFF'] { fill: #16181d; }
  text { fill: #f2f2f2; }
  [stroke='#DDDDDD'] { stroke: #3a3f47; }
  [stroke='#444444'] { stroke: #b8bcc4; }
  [stroke='#0072B2'] { stroke: #4aa3df; } [fill='#0072B2'] { fill: #4aa3df; }
  [stroke='#666666'] { stroke: #a0a4ab; } [fill='#666666'] { fill: #a0a4ab; }
}
</style>
";

/// The usual size of a panel, in pixels.
pub const PANEL: (u32, u32) = (340, 300);
/// Number of panels in a row.
const IN_ROW: usize = 3;
/// Minimum number of points of a line without markers.
const FEW: usize = 25;
const HEAD: u32 = 30;
const ROW: u32 = 20;

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

impl Plot {
    /// The picture as an SVG document. It follows the reader's light or dark colour scheme, and prints light.
    ///
    /// # Errors
    ///
    /// Errors of drawing.
    pub fn to_svg(&self) -> Result<String, Error> {
        let mut svg = String::new();
        self.draw(&mut svg).map_err(|error| Error::Output {
            path: "the plot".into(),
            error: io::Error::other(error.to_string()),
        })?;
        let Some((head, body)) = svg.split_once('\n') else { return Ok(svg) };
        let head = head.replace("<svg ", "<svg role=\"img\" ");
        let title = self.title.replace('&', "&amp;").replace('<', "&lt;");
        Ok(format!("{head}\n<title>{title}</title>\n{STYLE}{body}"))
    }

    fn draw(&self, svg: &mut String) -> Drawn {
        let in_row = self.panels.len().clamp(1, IN_ROW);
        let width = self.panel.0 * in_row as u32;
        let height = self.panel.1 * self.panels.len().div_ceil(in_row) as u32;
        let columns = self.columns(width);
        let rows = (self.names.len().div_ceil(columns) + usize::from(!self.note.is_empty())) as u32;
        let size = (width, HEAD + height + rows * ROW + 10);
        let root = SVGBackend::with_string(svg, size).into_drawing_area();
        root.fill(&PAPER)?;
        text(&root, &self.title, (10, 8), 16, HPos::Left)?;
        let (_, rest) = root.split_vertically(HEAD);
        let (above, below) = rest.split_vertically(height);
        for (panel, area) in
            self.panels.iter().zip(above.split_evenly((self.panels.len().div_ceil(in_row), in_row)))
        {
            panel.draw(&area, &root)?;
        }
        let column = (width as usize / columns) as i32;
        for (number, name) in self.names.iter().enumerate() {
            let (x, y) =
                ((number % columns) as i32 * column + 12, (number / columns) as i32 * ROW as i32 + 10);
            let line = vec![(x, y), (x + 24, y)];
            let color = COLORS[number % COLORS.len()].stroke_width(2);
            match self.panels.first().map(|panel| panel.style) {
                Some(Style::Dots) => {}
                Some(Style::Line) if is_broken(number) => {
                    below.draw(&DashedPathElement::new(line, 7, 4, color))?;
                }
                _ => below.draw(&PathElement::new(line, color))?,
            }
            marker(&below, number, (x + 12, y), false)?;
            text(&below, name, (x + 30, y - 6), 13, HPos::Left)?;
        }
        if !self.note.is_empty() {
            text(&below, &self.note, (12, (rows - 1) as i32 * ROW as i32 + 4), 12, HPos::Left)?;
        }
        root.present()
    }

    /// The number of names of the legend that fit side by side.
    fn columns(&self, width: u32) -> usize {
        let longest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(1);
        (width as usize / (longest * 8 + 44)).clamp(1, self.names.len().max(1))
    }
}

impl Panel {
    /// Markers are drawn on the root, whose coordinates are those of the picture.
    fn draw(&self, area: &Area<'_>, root: &Area<'_>) -> Drawn {
        let points = || self.series.iter().flatten();
        let ends = || self.guides.iter().flatten();
        let x = Scale::new(&self.x, &points().map(|point| point.x).chain(ends().map(|end| end.0)));
        let y = Scale::new(&self.y, &points().map(|point| point.y).chain(ends().map(|end| end.1)));
        let mut builder = ChartBuilder::on(area);
        builder.margin(8).margin_right(14).x_label_area_size(40).y_label_area_size(66);
        builder.caption(&self.title, font(14));
        let mut chart = builder.build_cartesian_2d(x, y)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(&self.x.label).y_desc(&self.y.label);
        mesh.axis_style(AXES).bold_line_style(LINES).light_line_style(TRANSPARENT);
        mesh.label_style(font(12)).axis_desc_style(font(13)).draw()?;
        for &guide in &self.guides {
            chart.draw_series([DashedPathElement::new(guide, 3, 4, AXES)])?;
        }
        for (number, series) in self.series.iter().enumerate() {
            let at: Vec<(f64, f64)> = series.iter().map(|point| (point.x, point.y)).collect();
            let style = COLORS[number % COLORS.len()].stroke_width(2);
            match self.style {
                Style::Dots => {}
                Style::Line if is_broken(number) => {
                    chart.draw_series([DashedPathElement::new(at, 7, 4, style)])?;
                }
                Style::Marked | Style::Line => {
                    chart.draw_series([PathElement::new(at, style)])?;
                }
            }
            let is_marked = self.style != Style::Line || series.len() < FEW;
            for point in series.iter().filter(|_| is_marked) {
                marker(root, number, chart.backend_coord(&(point.x, point.y)), point.is_bound)?;
            }
        }
        Ok(())
    }
}

/// Whether the line of a series is dashed.
fn is_broken(series: usize) -> bool {
    series % 2 == 1
}

/// Draws the marker of a series.
fn marker(area: &Area<'_>, series: usize, at: (i32, i32), is_hollow: bool) -> Drawn {
    let color = COLORS[series % COLORS.len()];
    let shape = MARKERS[series % MARKERS.len()];
    let mut corners: Vec<(i32, i32)> =
        shape.iter().map(|corner| (at.0 + corner.0, at.1 + corner.1)).collect();
    area.draw(&Polygon::new(corners.clone(), if is_hollow { PAPER } else { color }.filled()))?;
    corners.push(corners[0]);
    area.draw(&PathElement::new(corners, color.stroke_width(1)))
}

/// A font of this many pixels; plotters divides sizes by this number.
fn font(pixels: u32) -> TextStyle<'static> {
    ("sans-serif", f64::from(pixels) * 1.24).into_font().color(&BLACK)
}

fn text(area: &Area<'_>, words: &str, at: (i32, i32), pixels: u32, anchor: HPos) -> Drawn {
    area.draw_text(words, &font(pixels).pos(Pos::new(anchor, VPos::Top)), at)
}
