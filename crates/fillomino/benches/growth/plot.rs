//! Dots and medians over a logarithmic axis of seconds, as SVG.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
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

/// Colours of M. Okabe and K. Ito (2008), which colour-blind readers can distinguish, too.
const COLORS: [RGBColor; 5] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(102, 102, 102),
];
const PALE: RGBColor = RGBColor(221, 221, 221);
const DARK: RGBColor = RGBColor(68, 68, 68);
const PANEL: (u32, u32) = (330, 260);
const HEAD: u32 = 30;
const LEGEND: u32 = 26;

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

impl Plot {
    pub fn to_svg(&self) -> Result<String, Box<dyn std::error::Error>> {
        let mut svg = String::new();
        {
            let size = (PANEL.0 * self.panels.len().max(1) as u32, HEAD + PANEL.1 + LEGEND);
            let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            root.fill(&WHITE)?;
            write(&root, &self.title, (12, 8), 16, HPos::Left)?;
            let (_, rest) = root.split_vertically(HEAD);
            let (above, below) = rest.split_vertically(PANEL.1);
            for (panel, area) in self.panels.iter().zip(above.split_evenly((1, self.panels.len().max(1)))) {
                panel.draw(&area)?;
            }
            let mut x = 12;
            for (name, color) in self.names.iter().zip(COLORS) {
                below.draw(&Circle::new((x + 12, 10), 3, color.filled()))?;
                below.draw(&PathElement::new(vec![(x, 10), (x + 24, 10)], color.stroke_width(2)))?;
                write(&below, name, (x + 30, 4), 13, HPos::Left)?;
                x += 50 + 8 * name.chars().count() as i32;
            }
            root.present()?;
        }
        Ok(svg.replacen("<svg ", "<svg role=\"img\" font-family=\"sans-serif\" ", 1))
    }
}

impl Panel {
    fn draw(&self, area: &Area<'_>) -> Drawn {
        let dots = || self.series.iter().flatten();
        let least = dots().map(|dot| dot.seconds).fold(f64::INFINITY, f64::min).log10().floor();
        let most = dots().map(|dot| dot.seconds).fold(0.0, f64::max).log10().ceil().max(least + 1.0);
        let left = dots().map(|dot| dot.x).fold(f64::INFINITY, f64::min);
        let right = dots().map(|dot| dot.x).fold(0.0, f64::max).max(left + 1.0);
        // The part inside the axes, in pixels.
        let (x0, x1, y0, y1) = (60.0, f64::from(PANEL.0) - 16.0, f64::from(PANEL.1) - 46.0, 28.0);
        let column = |x: f64| (x0 + 8.0 + (x - left) / (right - left) * (x1 - x0 - 16.0)).round() as i32;
        let row = |log: f64| (y0 + (log - least) / (most - least) * (y1 - y0)).round() as i32;
        write(area, &self.title, (x0 as i32, 6), 14, HPos::Left)?;
        for power in least as i32..=most as i32 {
            let y = row(f64::from(power));
            area.draw(&PathElement::new(vec![(x0 as i32, y), (x1 as i32, y)], PALE.stroke_width(1)))?;
            write(area, &format!("{} s", 10_f64.powi(power)), (x0 as i32 - 6, y - 6), 12, HPos::Right)?;
        }
        let mut free = i32::MIN;
        for (x, _) in self.places() {
            let at = column(x);
            area.draw(&PathElement::new(vec![(at, y0 as i32), (at, y0 as i32 + 4)], DARK.stroke_width(1)))?;
            if at > free {
                write(area, &x.to_string(), (at, y0 as i32 + 8), 12, HPos::Center)?;
                free = at + 30;
            }
        }
        area.draw(&PathElement::new(
            vec![(x0 as i32, y1 as i32), (x0 as i32, y0 as i32), (x1 as i32, y0 as i32)],
            DARK.stroke_width(1),
        ))?;
        write(area, &self.x, (f64::midpoint(x0, x1) as i32, PANEL.1 as i32 - 20), 12, HPos::Center)?;
        for (dots, color) in self.series.iter().zip(COLORS) {
            for dot in dots {
                let center = (column(dot.x), row(dot.seconds.log10()));
                let style = if dot.is_open { color.stroke_width(1) } else { color.mix(0.35).filled() };
                area.draw(&Circle::new(center, 3, style))?;
            }
            let at = |(x, _)| Some((column(x), row(super::rows::median_at(dots, x)?.log10())));
            let line: Vec<(i32, i32)> = self.places().into_iter().filter_map(at).collect();
            area.draw(&PathElement::new(line, color.stroke_width(2)))?;
        }
        Ok(())
    }
}

fn write(area: &Area<'_>, text: &str, at: (i32, i32), size: u32, side: HPos) -> Drawn {
    let style = ("sans-serif", size).into_font().color(&BLACK).pos(Pos::new(side, VPos::Top));
    area.draw(&Text::new(text.to_owned(), at, style))
}
