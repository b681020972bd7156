//! What was measured, a line of JSON each, and the picture of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    common::median,
    plot::{Dot, Panel, Plot},
};

/// Width of the classes of empty cells, in per cent.
const CLASS: usize = 5;

/// The size of the boards that are compared by their empty cells; larger boards would hide the effect.
const CELLS: usize = 100;

/// A board, solved and proved unique with one encoding.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// `basic` or `challenging`.
    pub set: String,
    /// The file's name without its ending.
    pub board: String,
    pub cells: usize,
    /// Number of cells without a given.
    pub empty: usize,
    pub encoding: String,
    pub solver: String,
    pub microseconds: u64,
    /// Whether the limit was reached.
    pub open: bool,
}

/// Reads rows. The message for one that is malformed has its line.
pub fn read(text: &str) -> Result<Vec<Row>, String> {
    let row = |(line, text): (usize, &str)| {
        serde_json::from_str(text).map_err(|error| format!("line {}: {error}", line + 1))
    };
    text.lines().enumerate().map(row).collect()
}

/// Writes rows.
pub fn write(rows: &[Row]) -> String {
    let line = |row| serde_json::to_string(row).expect("rows are plain data") + "\n";
    rows.iter().map(line).collect()
}

/// The plot of rows: time by size and by share of empty cells. Panels without boards are left out.
pub fn plot(rows: &[Row]) -> Plot {
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        if !names.contains(&row.encoding) {
            names.push(row.encoding.clone());
        }
    }
    let solver = rows.first().map_or("", |row| &row.solver);
    let cells = |row: &Row| row.cells as f64;
    let empty = |row: &Row| ((100 * row.empty / row.cells) / CLASS * CLASS) as f64;
    let panel = |title: &str, x: &str, takes_part: &dyn Fn(&Row) -> bool, place: &dyn Fn(&Row) -> f64| {
        let dots = |name: &String| {
            let chosen = rows.iter().filter(|row| row.encoding == *name && takes_part(row));
            chosen
                .map(|row| Dot { x: place(row), seconds: row.microseconds as f64 / 1e6, is_open: row.open })
                .collect()
        };
        Panel { title: title.into(), x: x.into(), series: names.iter().map(dots).collect() }
    };
    let panels = vec![
        panel("basic set", "cells", &|row| row.set == "basic", &cells),
        panel("challenging set", "cells", &|row| row.set == "challenging", &cells),
        panel(
            "challenging set, 100 cells",
            "empty cells, % (classes of 5)",
            &|row| row.set == "challenging" && row.cells == CELLS,
            &empty,
        ),
    ];
    let title = format!("Fillomino: seconds to solve and to prove unique, {solver}");
    let has_dots = |panel: &Panel| panel.series.iter().any(|dots| !dots.is_empty());
    Plot { title, names, panels: panels.into_iter().filter(has_dots).collect() }
}

/// The median of a series at a place, if it has dots there.
pub fn median_at(dots: &[Dot], x: f64) -> Option<f64> {
    let at = dots.iter().filter(|dot| dot.x.total_cmp(&x).is_eq());
    let seconds: Vec<f64> = at.map(|dot| dot.seconds).collect();
    (!seconds.is_empty()).then(|| median(&seconds))
}

impl Panel {
    /// The places on the axis, rising, and how many boards each has.
    pub fn places(&self) -> Vec<(f64, usize)> {
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for dot in self.series.first().into_iter().flatten() {
            *counts.entry(dot.x as u64).or_default() += 1;
        }
        counts.into_iter().map(|(x, count)| (x as f64, count)).collect()
    }
}
