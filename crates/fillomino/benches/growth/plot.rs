//! Dots and medians over a logarithmic axis of seconds, as SVG.

use svg::{
    Document,
    node::element::{Circle, Group, Line, Path, Polyline, Style, Text},
};

/// A measured board.
#[derive(Clone, Copy)]
pub struct Dot {
    pub x: f64,
    pub seconds: f64,
    /// Whether the limit was reached.
    pub is_open: bool,
}

/// One diagram.
pub struct Panel {
    pub title: String,
    /// The label of the axis below.
    pub x: String,
    /// One list of dots for each name of the plot.
    pub series: Vec<Vec<Dot>>,
}

/// Panels side by side, and a legend.
pub struct Plot {
    pub title: String,
    pub names: Vec<String>,
    pub panels: Vec<Panel>,
}

/// Series have colours of M. Okabe and K. Ito (2008), which colour-blind readers can distinguish, too.
const CSS: &str = "
svg { background: #fff; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; font-size: 11px; }
text { fill: #000; }
.title { font-size: 14px; }
.name { font-size: 12px; }
.entry { font-size: 12px; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.grid { stroke: #ddd; }
.axis { stroke: #444; fill: none; }
.c0 { color: #0072b2; } .c1 { color: #d55e00; } .c2 { color: #009e73; } .c3 { color: #cc79a7; } .c4 { color: #666; }
.line { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
.dot { fill: currentColor; }
.pale { fill-opacity: .35; }
.hollow { fill: none; stroke: currentColor; }
@media screen and (prefers-color-scheme: dark) {
  svg { background: #16181d; }
  text { fill: #f2f2f2; }
  .grid { stroke: #3a3f47; }
  .axis { stroke: #b8bcc4; }
  .c0 { color: #4aa3df; }
  .c4 { color: #a0a4ab; }
}
";
/// Number of colours.
const COLORS: usize = 5;
const PANEL: (u32, u32) = (330, 260);
const HEAD: u32 = 30;
const LEGEND: u32 = 26;

impl Plot {
    pub fn to_svg(&self) -> String {
        let (width, height) = (PANEL.0 * self.panels.len().max(1) as u32, HEAD + PANEL.1 + LEGEND);
        let mut document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .set("role", "img")
            .add(Style::new(CSS))
            .add(text("title", &self.title, (12, 20)));
        for (number, panel) in (0..).zip(&self.panels) {
            let place = format!("translate({},{HEAD})", number * PANEL.0);
            document = document.add(panel.draw().set("transform", place));
        }
        let (mut x, y) = (12, (HEAD + PANEL.1 + 10) as i32);
        for (name, color) in self.names.iter().zip(0..COLORS) {
            document = document
                .add(line(&[(x, y), (x + 24, y)], color))
                .add(dot((x + 12, y), "dot", color))
                .add(text("entry", name, (x + 30, y + 4)));
            x += 50 + 8 * name.chars().count() as i32;
        }
        document.to_string() + "\n"
    }
}

impl Panel {
    fn draw(&self) -> Group {
        let dots = || self.series.iter().flatten();
        let least = dots().map(|dot| dot.seconds).fold(f64::INFINITY, f64::min).log10().floor();
        let most = dots().map(|dot| dot.seconds).fold(0.0, f64::max).log10().ceil().max(least + 1.0);
        let left = dots().map(|dot| dot.x).fold(f64::INFINITY, f64::min);
        let right = dots().map(|dot| dot.x).fold(0.0, f64::max).max(left + 1.0);
        // The part inside the axes, in pixels.
        let (x0, x1, y0, y1) = (60, PANEL.0 as i32 - 16, PANEL.1 as i32 - 46, 28);
        let share = |value: f64, from: f64, to: f64| (value - from) / (to - from);
        let column = |x: f64| x0 + 8 + (share(x, left, right) * f64::from(x1 - x0 - 16)).round() as i32;
        let row = |log: f64| y0 + (share(log, least, most) * f64::from(y1 - y0)).round() as i32;
        let mut group = Group::new().add(text("name", &self.title, (x0, 17)));
        for power in least as i32..=most as i32 {
            let y = row(f64::from(power));
            let name = format!("{} s", 10_f64.powi(power));
            group = group.add(segment("grid", (x0, y), (x1, y))).add(text("end", &name, (x0 - 6, y + 4)));
        }
        let mut free = i32::MIN;
        for (x, _) in self.places() {
            let at = column(x);
            group = group.add(segment("axis", (at, y0), (at, y0 + 4)));
            if at > free {
                group = group.add(text("middle", &x.to_string(), (at, y0 + 18)));
                free = at + 30;
            }
        }
        group = group
            .add(Path::new().set("class", "axis").set("d", format!("M{x0},{y1} V{y0} H{x1}")))
            .add(text("middle", &self.x, (i32::midpoint(x0, x1), PANEL.1 as i32 - 10)));
        for (dots, color) in self.series.iter().zip(0..COLORS) {
            for a_dot in dots {
                let class = if a_dot.is_open { "hollow" } else { "dot pale" };
                group = group.add(dot((column(a_dot.x), row(a_dot.seconds.log10())), class, color));
            }
            let at = |(x, _)| Some((column(x), row(super::rows::median_at(dots, x)?.log10())));
            group = group.add(line(&self.places().into_iter().filter_map(at).collect::<Vec<_>>(), color));
        }
        group
    }
}

fn text(class: &str, words: &str, at: (i32, i32)) -> Text {
    Text::new(words).set("class", class).set("x", at.0).set("y", at.1)
}

fn segment(class: &str, from: (i32, i32), to: (i32, i32)) -> Line {
    Line::new().set("class", class).set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1)
}

fn line(places: &[(i32, i32)], color: usize) -> Polyline {
    let points: Vec<String> = places.iter().map(|(x, y)| format!("{x},{y}")).collect();
    Polyline::new().set("class", format!("line c{color}")).set("points", points.join(" "))
}

fn dot(at: (i32, i32), class: &str, color: usize) -> Circle {
    Circle::new().set("class", format!("{class} c{color}")).set("cx", at.0).set("cy", at.1).set("r", 3)
}
