//! How the time grows with the size of a board and with the share of empty cells: rows, a table and a picture.
//!
//! `cargo bench -p jigsat-fillomino --bench growth --features jigsat-solve/minisat -- [OPTIONS] --rows FILE --basic PATH… --challenging PATH…`
//!
//! The first of the solvers solves each board with each of the encodings, and proves its solution unique: `--runs N` times,
//! of which the fastest counts; what takes long runs once. Formulas that are too large are left out. `--from FILE` takes the rows of an earlier run instead. `--svg FILE` draws them: a dot is a
//! board, a line joins the medians; a hollow dot is a board that was left open at the limit.

#[path = "../common/mod.rs"]
mod common;
mod plot;
mod rows;

use std::{fs, time::Duration};

use common::{Asked, boards};
use jigsat_cnf::Choice;
use jigsat_fillomino::Variant;
use plot::Dot;
use rows::{Row, median_at};

/// A time that is not measured again.
const LONG: Duration = Duration::from_millis(500);

fn main() {
    let (mut rows, mut from, mut svg, mut runs) = (None, None, None, 1);
    let asked = Asked::read(|option, value| {
        match option {
            "--rows" => rows = Some(value()),
            "--from" => from = Some(value()),
            "--svg" => svg = Some(value()),
            "--runs" => runs = value().parse().expect("a number of runs"),
            _ => return false,
        }
        true
    });
    let measured = match &from {
        Some(file) => {
            let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
            rows::read(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
        }
        None => measure(&asked, runs),
    };
    if let Some(file) = rows {
        fs::write(&file, rows::write(&measured)).expect("the rows can be written");
    }
    let plot = rows::plot(&measured);
    for panel in &plot.panels {
        println!("{}: {}, boards, median s of {}", panel.title, panel.x, plot.names.join(", "));
        for (x, count) in panel.places() {
            let told =
                |dots: &Vec<Dot>| median_at(dots, x).map_or("-".into(), |median| format!("{median:.4}"));
            let medians: Vec<String> = panel.series.iter().map(told).collect();
            println!("{x:>6} {count:>4} {}", medians.join(" "));
        }
    }
    if let Some(file) = svg {
        fs::write(&file, plot.to_svg()).expect("the picture can be written");
    }
}

/// A row for each board and encoding.
fn measure(asked: &Asked, runs: usize) -> Vec<Row> {
    let solver = &asked.solvers[0];
    let mut rows = Vec::new();
    for board in boards(&asked.paths, asked.most_cells) {
        for &encoding in &asked.encodings {
            let mut fastest = match asked.try_run(&board.puzzle, encoding, solver, true) {
                Ok(run) => run,
                Err(error) => {
                    println!("left out {}: {error}", board.name());
                    continue;
                }
            };
            for _ in 1..runs {
                if fastest.time > LONG {
                    break;
                }
                let again = asked.run(&board.puzzle, encoding, solver, true);
                if again.time < fastest.time {
                    fastest = again;
                }
            }
            let set = match board.puzzle.variant {
                Variant::Basic => "basic",
                Variant::Challenging => "challenging",
            };
            rows.push(Row {
                set: set.into(),
                board: board.name(),
                cells: board.cells(),
                empty: board.empty(),
                encoding: encoding.name().into(),
                solver: solver.to_string(),
                microseconds: fastest.time.as_micros() as u64,
                open: !fastest.unique,
            });
        }
    }
    rows
}
