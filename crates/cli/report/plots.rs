//! The plots of a report.

use std::collections::BTreeMap;

use jigsat_workbench::{
    batch::{Category, ResultLine},
    plot::{Axis, PANEL, Panel, Plot, Point, Style, short_time},
};

use super::{compare::is_answered, read::Results};

/// Maximum number of points of a line; more could not be seen.
const POINTS: usize = 500;

/// Resolution of the clock, in seconds.
const LEAST: f64 = 1e-6;

/// The number of puzzles answered within a given time: a panel for each family, a line for each run. The puzzles of a
/// run are sorted by their time, as in the 'cactus plots' of SAT competitions; lines farther to the right and below are
/// better.
pub fn cactus(runs: &[&Results]) -> Plot {
    let mut families: BTreeMap<&str, Vec<Vec<f64>>> = BTreeMap::new();
    for (number, run) in runs.iter().enumerate() {
        for told in run.puzzles() {
            let times = families.entry(&told.family).or_insert_with(|| vec![Vec::new(); runs.len()]);
            times[number].extend(told.time_s.filter(|_| is_answered(told)).map(|time| time.max(LEAST)));
        }
    }
    families.retain(|_, times| times.iter().any(|times| !times.is_empty()));
    let limit = runs.iter().flat_map(|run| run.puzzles()).filter_map(ResultLine::timeout).fold(0.0, f64::max);
    let panel = |(family, mut times): (&str, Vec<Vec<f64>>)| {
        for times in &mut times {
            times.sort_unstable_by(f64::total_cmp);
        }
        let most = times.iter().map(Vec::len).max().unwrap_or_default() as f64;
        Panel {
            title: family.to_owned(),
            x: Axis {
                label: "puzzles".into(),
                is_log: false,
                ticks: Vec::new(),
                name: |count| format!("{count}"),
            },
            y: time_axis("time for each"),
            series: times.iter().map(|times| line(times)).collect(),
            style: Style::Line,
            guides: if limit > 0.0 { vec![[(0.0, limit), (most, limit)]] } else { Vec::new() },
        }
    };
    Plot {
        title: "Puzzles answered within a given time".into(),
        panel: PANEL,
        panels: families.into_iter().map(panel).collect(),
        names: runs.iter().map(|run| run.name.clone()).collect(),
        note: "Dashed line at the top: the time limit".into(),
    }
}

/// For sorted times: the number of times below each.
fn line(times: &[f64]) -> Vec<Point> {
    let step = times.len().div_ceil(POINTS).max(1);
    let is_shown = |number: usize| number.is_multiple_of(step) || number == times.len();
    let numbered = (1..).zip(times).filter(|&(number, _)| is_shown(number));
    numbered.map(|(number, &y)| Point { x: number as f64, y, is_bound: false }).collect()
}

/// Each puzzle's time in both runs; a puzzle that a run left open lies on its time limit.
pub fn scatter(first: &Results, second: &Results) -> Plot {
    let mut families: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    let mut ends = (f64::INFINITY, 0.0_f64);
    let mut limits = (0.0_f64, 0.0_f64);
    for told in first.puzzles() {
        let Some(other) = second.same(told) else { continue };
        let (Some(x), Some(y)) = (place(told), place(other)) else { continue };
        if !is_answered(told) && !is_answered(other) {
            continue;
        }
        limits = (limits.0.max(told.timeout().unwrap_or(0.0)), limits.1.max(other.timeout().unwrap_or(0.0)));
        ends = (ends.0.min(x).min(y), ends.1.max(x).max(y));
        let is_bound = !is_answered(told) || !is_answered(other);
        families.entry(&told.family).or_default().push(Point { x, y, is_bound });
    }
    let (least, most) = (ends.0.min(ends.1), ends.1.max(limits.0).max(limits.1));
    let mut guides = Vec::new();
    if most > 0.0 {
        guides.push([(least, least), (most, most)]);
        guides.extend((limits.0 > 0.0).then_some([(limits.0, least), (limits.0, most)]));
        guides.extend((limits.1 > 0.0).then_some([(least, limits.1), (most, limits.1)]));
    }
    let names = families.keys().map(|&name| name.to_owned()).collect();
    let panel = Panel {
        title: String::new(),
        x: time_axis(&first.name),
        y: time_axis(&second.name),
        series: families.into_values().collect(),
        style: Style::Dots,
        guides,
    };
    Plot {
        title: "Time of each puzzle in both results".into(),
        panel: (560, 540),
        panels: vec![panel],
        names,
        note: "Below the diagonal, the second run is faster. Hollow: left open in one of the runs".into(),
    }
}

fn time_axis(label: &str) -> Axis {
    Axis { label: label.into(), is_log: true, ticks: Vec::new(), name: short_time }
}

/// Where a puzzle lies on an axis of time.
fn place(told: &ResultLine) -> Option<f64> {
    match told.verdict().category {
        Category::Solved | Category::Impossible => told.time_s.map(|time| time.max(LEAST)),
        Category::Unknown => told.timeout().or(told.time_s),
        Category::Failed => None,
    }
}
