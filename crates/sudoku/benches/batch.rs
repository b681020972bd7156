//! `cargo bench -p jigsat-sudoku -- FILE…`: puzzles per second of the fast engine and of the crate `sudoku`, on files
//! with one 81-character line per puzzle.

#![allow(clippy::cast_precision_loss, reason = "counts far below 2^52")]

#[path = "../tests/common.rs"]
mod common;

use std::{fs, process::ExitCode, time::Instant};

use common::{board, is_solution};
use jigsat_solve::Limits;
use jigsat_sudoku::fast::{Answer, Fast, Found, Grid, Want};

/// Number of rounds of each engine; the rates are medians.
const ROUNDS: usize = 7;

/// Number of boards per round, approximately: a file's lines are repeated up to this.
const BOARDS: usize = 2000;

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if files.is_empty() {
        println!("pass files with one 81-character line a puzzle: cargo bench -p jigsat-sudoku -- FILE…");
        return ExitCode::SUCCESS;
    }
    println!("one thread, medians of {ROUNDS} rounds; each answer proven unique, each grid of ours refereed");
    for file in files {
        if let Err(message) = bench(&file) {
            eprintln!("{file}: {message}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn bench(file: &str) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let boards = parse(&text)?;
    let repeats = (BOARDS / boards.len()).max(1);
    let boards_a_round = boards.len() * repeats;

    let mut tallies = [Tally::default(); 2];
    let mut rates = [const { Vec::new() }; 3];
    let mut oracle_unique = 0;
    for _ in 0..ROUNDS {
        for (engine, nodes) in [Fast::NODES, 0].into_iter().enumerate() {
            let fast = Fast::with_nodes(nodes);
            let start = Instant::now();
            let mut tally = Tally::default();
            for _ in 0..repeats {
                for board in &boards {
                    tally.solve(fast, board)?;
                }
            }
            rates[engine].push(boards_a_round as f64 / start.elapsed().as_secs_f64());
            tallies[engine] = tally;
        }
        let start = Instant::now();
        oracle_unique = 0;
        for _ in 0..repeats {
            for board in &boards {
                let unique = sudoku::Sudoku::from_bytes(*board).is_ok_and(|board| board.solution().is_some());
                oracle_unique += usize::from(unique);
            }
        }
        rates[2].push(boards_a_round as f64 / start.elapsed().as_secs_f64());
    }

    let [ours, residual_only, oracle] = rates.map(median);
    println!("\n{file}: {} puzzles", boards.len());
    println!(
        "{:34} {:>10} {:>7} {:>12} {:>8} {:>9} {:>10}",
        "", "puzzles/s", "ratio", "propagation", "search", "residual", "conflicts"
    );
    for (name, rate, tally) in [
        ("propagation, search, residual", ours, &tallies[0]),
        ("propagation, residual (0 nodes)", residual_only, &tallies[1]),
    ] {
        let share = |found: Found| 100.0 * tally.found[found as usize] as f64 / boards_a_round as f64;
        println!(
            "{name:34} {rate:10.0} {:7.2} {:10.2} % {:6.2} % {:7.2} % {:10.1}",
            rate / oracle,
            share(Found::Propagation),
            share(Found::Search),
            share(Found::Residual),
            tally.conflicts as f64 / boards_a_round as f64
        );
    }
    println!("{:34} {oracle:10.0} {:7.2}", "crate sudoku 0.8 (exact search)", 1.0);
    println!(
        "unique and refereed: {} and {} of {boards_a_round}; crate sudoku: {oracle_unique}",
        tallies[0].unique, tallies[1].unique
    );
    Ok(())
}

/// The result of one round of one engine.
#[derive(Clone, Copy, Default)]
struct Tally {
    found: [usize; 3],
    unique: usize,
    conflicts: u64,
}

impl Tally {
    fn solve(&mut self, fast: Fast, board: &Grid) -> Result<(), String> {
        let outcome =
            fast.solve(board, Want::Unique, &Limits::default()).map_err(|error| error.to_string())?;
        let grids = match &outcome.answer {
            Answer::One(grid) => &[*grid][..],
            Answer::Two(a, b) => &[*a, *b],
            Answer::Impossible | Answer::Unknown(..) => &[],
        };
        if let Some(wrong) = grids.iter().find(|grid| !is_solution(board, grid)) {
            return Err(format!("the referee refuses {wrong:?} as an answer to {board:?}"));
        }
        self.found[outcome.found as usize] += 1;
        self.unique += usize::from(grids.len() == 1);
        self.conflicts += outcome.conflicts;
        Ok(())
    }
}

fn parse(text: &str) -> Result<Vec<Grid>, String> {
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() {
        return Err("no puzzle in it".into());
    }
    let board = |(index, line): (usize, &&str)| {
        board(line.trim()).ok_or_else(|| format!("line {} is not 81 digits or dots", index + 1))
    };
    lines.iter().enumerate().map(board).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
