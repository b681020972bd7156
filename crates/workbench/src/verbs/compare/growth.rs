//! A picture of the growth of formulas and times with the size.

use jigsat_cnf::{choice, rarely};
use jigsat_grid::Size;
use jigsat_kit::Error;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::plot::{Axis, PANEL, Panel, Plot, Point, Style, short_number, short_time};

use super::record::CompareRecord;

/// The measure that a picture shows of each row.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Measure {
    /// All variables of the formula.
    Variables,
    /// Clauses.
    Clauses,
    /// Literals in all clauses together.
    Literals,
    /// Conflicts, median over the seeds.
    Conflicts,
    /// Literals that the solver propagated, median over the seeds.
    Propagations,
    /// Time to build and solve, median over the seeds.
    Time,
}

choice!(Measure);

/// Whether there is something to draw.
pub(super) fn possible(sizes: &[Size], measures: &[Measure], timed: bool) -> Result<(), Error> {
    if sizes.is_empty() {
        return Err(Error::request(
            "`svg` draws how formulas grow with the size of the board: name the sizes, for example `sizes: 2x2,3x3,4x4`",
        ));
    }
    if !timed && measures.iter().all(|&measure| measure == Measure::Time) {
        return Err(Error::request("`no_times` leaves the picture nothing to show"));
    }
    Ok(())
}

/// The key that distinguishes one series from another.
type Key<'r> = [&'r str; 4];

/// The picture: a panel for each measure, a series for each engine, or encoding, flavour and solver.
pub(super) fn plot(rows: &[CompareRecord], sizes: &[Size], measures: &[Measure]) -> Plot {
    let timed = rows.iter().any(|row| row.median_s.is_some());
    let measures = measures.iter().filter(|&&measure| timed || measure != Measure::Time);
    let mut keys: Vec<Key<'_>> = Vec::new();
    for row in rows {
        if !keys.contains(&key(row)) {
            keys.push(key(row));
        }
    }
    let panel = |&measure: &Measure| Panel {
        title: title(measure).into(),
        x: axis(sizes),
        y: Axis { label: String::new(), is_log: true, ticks: Vec::new(), name: namer(measure) },
        series: keys.iter().map(|&wanted| series(rows, wanted, measure)).collect(),
        style: Style::Marked,
        guides: Vec::new(),
    };
    let panels = measures.map(panel).collect();
    let hollow = "Hollow: left open at the limit";
    let note = if rows.iter().any(CompareRecord::is_open) { hollow.into() } else { String::new() };
    let (shared, names) = names(&keys);
    let family = rows.first().map_or("", |row| &row.family);
    Plot { title: format!("{family} by size{shared}"), panel: PANEL, names, panels, note }
}

fn key(row: &CompareRecord) -> Key<'_> {
    [
        row.engine.as_deref().unwrap_or(&row.encoding),
        &row.amo,
        row.graph.as_deref().unwrap_or_default(),
        &row.solver,
    ]
}

/// The words that all keys share, for the title, and the other words of each key.
fn names(keys: &[Key<'_>]) -> (String, Vec<String>) {
    let differs = [0, 1, 2, 3].map(|place| keys.iter().any(|words| words[place] != keys[0][place]));
    let some = |words: &Key<'_>, wanted: bool| -> Vec<String> {
        let pairs =
            words.iter().zip(differs).filter(|&(word, differs)| differs == wanted && !word.is_empty());
        pairs.map(|(&word, _)| word.to_owned()).collect()
    };
    let shared = keys.first().map(|words| some(words, false)).unwrap_or_default();
    let shared = shared.into_iter().map(|word| format!(", {word}")).collect();
    let name = |words: &Key<'_>| {
        let told = some(words, true);
        if told.is_empty() { words[0].to_owned() } else { told.join(", ") }
    };
    (shared, keys.iter().map(name).collect())
}

fn series(rows: &[CompareRecord], wanted: Key<'_>, measure: Measure) -> Vec<Point> {
    let of_key = rows.iter().filter(|row| key(row) == wanted);
    let point = |row: &CompareRecord| {
        let effort = matches!(measure, Measure::Conflicts | Measure::Propagations | Measure::Time);
        Some(Point {
            x: row.board()?.area() as f64,
            y: value(row, measure)?,
            is_bound: effort && row.is_open(),
        })
    };
    let mut points: Vec<Point> = of_key.filter_map(point).collect();
    rarely::sort_by(&mut points, |a, b| a.x.total_cmp(&b.x));
    points
}

fn value(row: &CompareRecord, measure: Measure) -> Option<f64> {
    if !row.built && measure != Measure::Time {
        return None;
    }
    Some(match measure {
        Measure::Variables => row.variables as f64,
        Measure::Clauses => row.clauses as f64,
        Measure::Literals => row.literals as f64,
        Measure::Conflicts => row.conflicts as f64,
        Measure::Propagations => row.propagations as f64,
        Measure::Time => row.median_s?,
    })
}

fn title(measure: Measure) -> &'static str {
    match measure {
        Measure::Variables => "variables",
        Measure::Clauses => "clauses",
        Measure::Literals => "literals",
        Measure::Conflicts => "conflicts, median",
        Measure::Propagations => "propagated literals, median",
        Measure::Time => "time to write and solve, median",
    }
}

fn namer(measure: Measure) -> fn(f64) -> String {
    if measure == Measure::Time { short_time } else { short_number }
}

/// An axis with the sizes by their area; sizes with equal areas share a tick.
fn axis(sizes: &[Size]) -> Axis {
    let mut ticks: Vec<(f64, String)> = Vec::new();
    for &size in sizes {
        let place = size.area() as f64;
        match ticks.iter_mut().find(|tick| tick.0.total_cmp(&place).is_eq()) {
            Some((_, names)) if !names.split(' ').any(|name| name == size.to_string()) => {
                *names = format!("{names} {size}");
            }
            Some(_) => {}
            None => ticks.push((place, size.to_string())),
        }
    }
    Axis { label: "size".into(), is_log: true, ticks, name: short_number }
}
