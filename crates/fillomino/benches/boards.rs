//! Encodings and solvers on sets of boards, run alternately on one thread: each board is solved, and its solution
//! proven unique.
//!
//! `cargo bench -p jigsat-fillomino --bench boards --features jigsat-solve/minisat -- [OPTIONS] PATH…`
//!
//! Options: those of all benches ([`common::Asked`]); `-v` prints a line for each board; with `--hybrid`, the rules run
//! first, and the formula is about what they leave open. The table has the boards that were proven unique; a board left
//! open counts as the limit.

mod common;

use std::time::{Duration, Instant};

use common::{Asked, Board, Run, boards, median};
use jigsat_cnf::Choice;
use jigsat_fillomino::{
    Encoding, Fillomino, Variant,
    rules::{self, Strategy},
};
use jigsat_solve::{Limits, Solver};

/// Maximum number of cells for the closure, which takes the third power of this; larger boards are left out.
const MOST_CELLS_WARSHALL: usize = 50;

fn main() {
    let (mut is_verbose, mut is_hybrid) = (false, false);
    let asked = Asked::read(|option, _| {
        is_verbose |= option == "-v";
        is_hybrid |= option == "--hybrid";
        ["-v", "--hybrid"].contains(&option)
    });
    let boards = boards(&asked.paths, asked.most_cells);
    let mut contenders: Vec<(Encoding, &Solver, bool)> = Vec::new();
    for &encoding in &asked.encodings {
        for solver in &asked.solvers {
            contenders.push((encoding, solver, false));
            if is_hybrid {
                contenders.push((encoding, solver, true));
            }
        }
    }
    let mut runs: Vec<Vec<(Variant, Run)>> = contenders.iter().map(|_| Vec::new()).collect();
    for board in &boards {
        for ((encoding, solver, is_hybrid), runs) in contenders.iter().zip(&mut runs) {
            if *encoding == Encoding::Warshall && board.cells() > MOST_CELLS_WARSHALL {
                continue;
            }
            let run = one(&asked, board, *encoding, solver, *is_hybrid);
            if is_verbose {
                let (name, encoding, solved) =
                    (board.name(), encoding.name(), if run.unique { "unique" } else { "open" });
                let (clauses, conflicts) = (run.clauses, run.conflicts);
                println!(
                    "{name} {encoding} {solver}: {solved}, {:.1?}, {clauses} clauses, {conflicts} conflicts",
                    run.time
                );
            }
            runs.push((board.puzzle.variant, run));
        }
    }
    println!("| encoding | solver | boards | proven | median | worst | together |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for &variant in Variant::ALL.iter().rev() {
        for ((encoding, solver, is_hybrid), runs) in contenders.iter().zip(&runs) {
            let own: Vec<&Run> = runs.iter().filter(|(of, _)| *of == variant).map(|(_, run)| run).collect();
            if !own.is_empty() {
                let engine = if *is_hybrid { "rules, then " } else { "" };
                let (encoding, cells) = (encoding.name(), row(&own, asked.limit));
                println!("| {engine}`{encoding}` | {solver} | {} {} | {cells} |", own.len(), variant.name());
            }
        }
    }
}

fn one(asked: &Asked, board: &Board, encoding: Encoding, solver: &Solver, is_hybrid: bool) -> Run {
    if !is_hybrid {
        return asked.run(&board.puzzle, encoding, solver, true);
    }
    let started = Instant::now();
    let deduced = rules::deduce(&board.puzzle, Strategy::ALL, &Limits::default())
        .expect("there is no limit")
        .expect("the board has a solution");
    let reasoning = started.elapsed();
    let left = Fillomino { deduced, ..board.puzzle.clone() };
    let run = asked.run(&left, encoding, solver, true);
    Run { time: run.time + reasoning, ..run }
}

/// Number of proven boards, median, worst and total time.
fn row(runs: &[&Run], limit: Duration) -> String {
    let seconds = |run: &&Run| if run.unique { run.time } else { limit }.as_secs_f64();
    let times: Vec<f64> = runs.iter().map(seconds).collect();
    let proven = runs.iter().filter(|run| run.unique).count();
    let (worst, sum) = (times.iter().copied().fold(0.0, f64::max), times.iter().sum::<f64>());
    let open = if proven < runs.len() { "≥ " } else { "" };
    format!("{proven} | {:.1} ms | {open}{:.0} ms | {open}{sum:.2} s", median(&times) * 1e3, worst * 1e3)
}
