//! How the time grows with the size of a board and with the share of empty cells: a table and a picture.
//!
//! `cargo bench -p jigsat-fillomino --bench growth --features jigsat-solve/minisat -- [OPTIONS] --svg FILE --basic PATH… --challenging PATH…`
//!
//! The first of the solvers solves each board with each of the encodings, and proves its solution unique. A dot is a
//! board, a line joins the medians; a hollow dot is a board that was left open at the limit.

#[path = "../common/mod.rs"]
mod common;
mod plot;

use std::collections::BTreeMap;

use common::{Asked, Board, boards, median};
use jigsat_cnf::Choice;
use jigsat_fillomino::Variant;
use plot::{Dot, Panel, Plot};

/// Width of the classes of empty cells, in per cent.
const CLASS: usize = 5;

/// The size of the boards that are compared by their empty cells; larger boards would hide the effect.
const CELLS: usize = 100;

fn main() {
    let mut svg = None;
    let asked = Asked::read(|option, value| {
        let is_svg = option == "--svg";
        if is_svg {
            svg = Some(value());
        }
        is_svg
    });
    let boards = boards(&asked.paths, asked.most_cells);
    let solver = &asked.solvers[0];
    let names: Vec<&'static str> = asked.encodings.iter().map(|encoding| encoding.name()).collect();
    let mut measured: Vec<Vec<Dot>> = Vec::new();
    for board in &boards {
        let one = |encoding| {
            let run = asked.run(&board.puzzle, encoding, solver, true);
            Dot { x: 0.0, seconds: run.time.as_secs_f64(), is_open: !run.unique }
        };
        measured.push(asked.encodings.iter().map(|&encoding| one(encoding)).collect());
    }
    let of = |variant: Variant| move |board: &Board| board.puzzle.variant == variant;
    let cells = |board: &Board| board.cells() as f64;
    let empty = |board: &Board| ((100 * board.empty() / board.cells()).div_euclid(CLASS) * CLASS) as f64;
    let same_size = |board: &Board| board.puzzle.variant == Variant::Challenging && board.cells() == CELLS;
    let panels = [
        panel("basic set", "cells", &boards, &measured, &of(Variant::Basic), &cells),
        panel("challenging set", "cells", &boards, &measured, &of(Variant::Challenging), &cells),
        panel(
            "challenging set, 100 cells",
            "empty cells, % (classes of 5)",
            &boards,
            &measured,
            &same_size,
            &empty,
        ),
    ];
    let panels: Vec<Panel> = panels.into_iter().filter(|panel| !panel.series.is_empty()).collect();
    for panel in &panels {
        println!("{}: {}, boards, median s of {} by {solver}", panel.title, panel.x, names.join(", "));
        for (x, count) in panel.places() {
            let medians: Vec<String> =
                panel.series.iter().map(|dots| format!("{:.4}", median(&at(dots, x)))).collect();
            println!("{x:>6} {count:>4} {}", medians.join(" "));
        }
    }
    if let Some(file) = svg {
        let title = format!("Fillomino: seconds to solve and to prove unique, {solver}");
        let names = names.into_iter().map(str::to_owned).collect();
        let text = Plot { title, names, panels }.to_svg().expect("the picture can be drawn");
        std::fs::write(&file, text).expect("the picture can be written");
    }
}

fn at(dots: &[Dot], x: f64) -> Vec<f64> {
    dots.iter().filter(|dot| dot.x.total_cmp(&x).is_eq()).map(|dot| dot.seconds).collect()
}

fn panel(
    title: &str,
    x: &str,
    boards: &[Board],
    measured: &[Vec<Dot>],
    takes_part: &dyn Fn(&Board) -> bool,
    place: &dyn Fn(&Board) -> f64,
) -> Panel {
    let mut series: Vec<Vec<Dot>> = Vec::new();
    for (board, dots) in boards.iter().zip(measured).filter(|(board, _)| takes_part(board)) {
        series.resize(dots.len(), Vec::new());
        for (series, dot) in series.iter_mut().zip(dots) {
            series.push(Dot { x: place(board), ..*dot });
        }
    }
    Panel { title: title.into(), x: x.into(), series }
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
