//! What was measured, as CSV, and the picture of it.

use std::collections::BTreeMap;

use super::plot::{Dot, Panel, Plot};

/// Width of the classes of empty cells, in per cent.
const CLASS: usize = 5;

/// The size of the boards that are compared by their empty cells; larger boards would hide the effect.
const CELLS: usize = 100;

const HEAD: &str = "variant,cells,empty,solver,encoding,seconds,unique";

/// A board, solved with one of the encodings.
pub struct Measured {
    pub variant: String,
    pub cells: usize,
    pub empty: usize,
    pub solver: String,
    pub encoding: String,
    pub seconds: f64,
    /// Whether the solution was proved to be the only one within the limit.
    pub unique: bool,
}

/// The lines of a file, below their head.
pub fn to_csv(all: &[Measured]) -> String {
    let line = |one: &Measured| {
        let Measured { variant, cells, empty, solver, encoding, seconds, unique } = one;
        format!("{variant},{cells},{empty},{solver},{encoding},{seconds:.6},{unique}\n")
    };
    format!("{HEAD}\n{}", all.iter().map(line).collect::<String>())
}

/// # Panics
///
/// If the text is not such a file.
pub fn from_csv(text: &str) -> Vec<Measured> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEAD));
    let measured = |line: &str| {
        let words: Vec<&str> = line.split(',').collect();
        let [variant, cells, empty, solver, encoding, seconds, unique] = words[..] else {
            panic!("{line}");
        };
        let number = |word: &str| word.parse::<usize>().expect("a number");
        Measured {
            variant: variant.into(),
            cells: number(cells),
            empty: number(empty),
            solver: solver.into(),
            encoding: encoding.into(),
            seconds: seconds.parse().expect("a number"),
            unique: unique == "true",
        }
    };
    lines.map(measured).collect()
}

/// The picture: panels by size for each variant, and one by empty cells.
pub fn plot(all: &[Measured]) -> Plot {
    let mut names: Vec<String> = Vec::new();
    for one in all {
        if !names.contains(&one.encoding) {
            names.push(one.encoding.clone());
        }
    }
    let cells = |one: &Measured| one.cells as f64;
    let empty = |one: &Measured| ((100 * one.empty / one.cells) / CLASS * CLASS) as f64;
    let panel =
        |title: &str, x: &str, takes_part: &dyn Fn(&Measured) -> bool, place: &dyn Fn(&Measured) -> f64| {
            let dots = |name: &String| {
                let of_name = all.iter().filter(|one| one.encoding == *name && takes_part(one));
                of_name.map(|one| Dot { x: place(one), seconds: one.seconds, is_open: !one.unique }).collect()
            };
            Panel { title: title.into(), x: x.into(), series: names.iter().map(dots).collect() }
        };
    let panels = [
        panel("basic set", "cells", &|one| one.variant == "basic", &cells),
        panel("challenging set", "cells", &|one| one.variant == "challenging", &cells),
        panel(
            "challenging set, 100 cells",
            "empty cells, % (classes of 5)",
            &|one| one.variant == "challenging" && one.cells == CELLS,
            &empty,
        ),
    ];
    let solver = all.first().map_or("", |one| &one.solver);
    let title = format!("Fillomino: seconds to solve and to prove unique, {solver}");
    let panels =
        panels.into_iter().filter(|panel| panel.series.iter().any(|dots| !dots.is_empty())).collect();
    Plot { title, names, panels }
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
