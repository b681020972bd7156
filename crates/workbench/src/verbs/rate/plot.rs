//! A picture of the size of each step of a puzzle's explanation.

use super::StepSize;
use crate::plot::{Axis, Panel, Plot, Point, Style, short_number};

/// A marker for each step at the height of its number of reasons; singles are distinguished.
pub(super) fn plot(puzzle: &str, sizes: &[StepSize]) -> Plot {
    let series = |of_singles: bool| {
        let numbered = (1..).zip(sizes).filter(|(_, size)| size.is_single == of_singles);
        numbered.map(|(number, size)| point(number, size)).collect()
    };
    let axis =
        |label: &str, is_log| Axis { label: label.into(), is_log, ticks: Vec::new(), name: short_number };
    Plot {
        title: format!("{puzzle}: reasons of each step"),
        panel: (680, 320),
        names: vec!["singles".into(), "other steps".into()],
        panels: vec![Panel {
            title: String::new(),
            x: axis("step", false),
            y: axis("reasons", true),
            series: vec![series(true), series(false)],
            style: Style::Dots,
            guides: Vec::new(),
        }],
        note: String::new(),
    }
}

fn point(number: u32, size: &StepSize) -> Point {
    Point { x: f64::from(number), y: size.reasons as f64, is_bound: false }
}
