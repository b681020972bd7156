//! How the time grows with the size of a board and with the share of empty cells: a table and a picture.
//!
//! `cargo bench -p jigsat-fillomino --bench growth --features jigsat-solve/minisat -- [OPTIONS] --out FILE.csv --basic PATH… --challenging PATH…`
//! measures, and `… --bench growth -- --from FILE.csv --svg FILE.svg` draws what was measured.
//!
//! The first of the solvers solves each board with each of the encodings, and proves its solution unique. A dot is a
//! board, a line joins the medians; a hollow dot is a board that was left open at the limit.

#[path = "../common/mod.rs"]
mod common;
mod measured;
mod plot;

use common::{Asked, boards};
use jigsat_cnf::Choice;
use jigsat_fillomino::Variant;
use measured::Measured;

fn main() {
    let (mut svg, mut out, mut from) = (None, None, None);
    let asked = Asked::read(|option, value| {
        let file = match option {
            "--svg" => &mut svg,
            "--out" => &mut out,
            "--from" => &mut from,
            _ => return false,
        };
        *file = Some(value());
        true
    });
    let all = match from {
        Some(file) => measured::from_csv(&std::fs::read_to_string(file).expect("the file can be read")),
        None => measure(&asked),
    };
    let plot = measured::plot(&all);
    for panel in &plot.panels {
        println!("{}: {}, boards, median s of {}", panel.title, panel.x, plot.names.join(", "));
        for (x, count) in panel.places() {
            let median = |dots: &Vec<plot::Dot>| format!("{:.4}", plot::median_at(dots, x));
            let medians: Vec<String> = panel.series.iter().map(median).collect();
            println!("{x:>6} {count:>4} {}", medians.join(" "));
        }
    }
    if let Some(file) = out {
        std::fs::write(file, measured::to_csv(&all)).expect("the file can be written");
    }
    if let Some(file) = svg {
        let text = plot.to_svg().expect("the picture can be drawn");
        std::fs::write(file, text).expect("the picture can be written");
    }
}

fn measure(asked: &Asked) -> Vec<Measured> {
    let mut all = Vec::new();
    let solver = &asked.solvers[0];
    for board in boards(&asked.paths, asked.most_cells) {
        for &encoding in &asked.encodings {
            let run = asked.run(&board.puzzle, encoding, solver, true);
            let variant = if board.puzzle.variant == Variant::Basic { "basic" } else { "challenging" };
            all.push(Measured {
                variant: variant.into(),
                cells: board.cells(),
                empty: board.empty(),
                solver: solver.to_string(),
                encoding: encoding.name().into(),
                seconds: run.time.as_secs_f64(),
                unique: run.unique,
            });
        }
    }
    all
}
