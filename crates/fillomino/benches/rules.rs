//! The rule engine with every subset of its strategies and both ways to choose the cell for a guess, without SAT, on
//! one thread.
//!
//! `cargo bench -p jigsat-fillomino --bench rules -- [OPTIONS] PATH…`
//!
//! Options: `--basic`, `--challenging` and `--timeout` as for all benches ([`common::Asked`]). `--published FILE` only
//! compares the depths of the default strategies with a table of lines `height,width,board,depth,…` for boards in files
//! `HEIGHTxWIDTHPBNUMBER`. Guesses, depth and time are up to the first solution, for solved boards; in time, a board
//! left open counts as the limit.

mod common;

use std::{
    collections::BTreeMap,
    fs,
    time::{Duration, Instant},
};

use common::{Asked, Board, boards};
use jigsat_cnf::Choice;
use jigsat_fillomino::rules::{Branch, Found, Rules, Strategy, solve};
use jigsat_solve::Limits;

fn main() {
    let mut published = None;
    let asked = Asked::read(|option, value| {
        let is_published = option == "--published";
        if is_published {
            published = Some(value());
        }
        is_published
    });
    let boards = boards(&asked.paths, asked.most_cells);
    println!("{} boards, at most {} s each", boards.len(), asked.limit.as_secs_f64());
    if let Some(file) = published {
        compare(&boards, &file, asked.limit);
        return;
    }
    println!("| strategies | guess at | solved | of these without a guess | guesses | depth | s |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for strategies in subsets() {
        for &branch in Branch::ALL {
            let rules = Rules { strategies: strategies.clone(), branch };
            let runs: Vec<(Found, Duration)> =
                boards.iter().map(|board| run(board, &rules, asked.limit)).collect();
            println!("{}", row(&rules, &runs));
        }
    }
}

/// All subsets, the largest first.
fn subsets() -> Vec<Vec<Strategy>> {
    let chosen = |bits: usize| {
        let chosen = Strategy::ALL.iter().enumerate().filter(move |(place, _)| bits >> place & 1 == 1);
        chosen.map(|(_, &strategy)| strategy).collect()
    };
    let mut subsets: Vec<Vec<Strategy>> = (0..1 << Strategy::ALL.len()).map(chosen).collect();
    subsets.sort_by_key(|subset| std::cmp::Reverse(subset.len()));
    subsets
}

fn run(board: &Board, rules: &Rules, limit: Duration) -> (Found, Duration) {
    let started = Instant::now();
    let limits = Limits { deadline: Some(started + limit), ..Limits::default() };
    (solve(&board.puzzle, rules, 1, &limits), started.elapsed())
}

fn row(rules: &Rules, runs: &[(Found, Duration)]) -> String {
    let names: Vec<&str> = rules.strategies.iter().map(|strategy| strategy.name()).collect();
    let names = if names.is_empty() { "none".to_owned() } else { names.join(",") };
    let solved: Vec<&Found> =
        runs.iter().map(|(found, _)| found).filter(|found| !found.solutions.is_empty()).collect();
    let unguessed = solved.iter().filter(|found| found.guesses == 0).count();
    let guesses: u64 = solved.iter().map(|found| found.guesses).sum();
    let depth = solved.iter().map(|found| found.depth).max().unwrap_or(0);
    let seconds: f64 = runs.iter().map(|(_, time)| time.as_secs_f64()).sum();
    let (branch, solved) = (rules.branch.name(), solved.len());
    format!("| `{names}` | {branch} | {solved} | {unguessed} | {guesses} | {depth} | {seconds:.1} |")
}

/// Boards whose depth differs from the published one.
fn compare(boards: &[Board], file: &str, limit: Duration) {
    let table = fs::read_to_string(file).expect("the table can be read");
    let mut published: BTreeMap<String, usize> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [height, width, number, depth, ..] = fields[..] else { panic!("too few fields: {line}") };
        published.insert(format!("{height}x{width}PB{number}"), depth.parse().expect("a depth"));
    }
    let (mut same, mut told) = (0, 0);
    for board in boards {
        let Some(&theirs) = published.get(&board.name()) else { continue };
        let (found, _) = run(board, &Rules::default(), limit);
        told += 1;
        if found.depth == theirs {
            same += 1;
        } else {
            println!("{}: depth {}, published {theirs}", board.name(), found.depth);
        }
    }
    println!("{same} of {told} boards have the published depth");
}
