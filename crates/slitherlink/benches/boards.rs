//! The time to find the loop and to prove that it is the only one, on boards of growing size, with cuts and with trees:
//! `cargo bench -p jigsat-slitherlink --bench boards [-- BOARDS]`. The generator makes the boards with seeds from 1 on;
//! times are processor times. On boards of odd seeds every number is needed; the others keep half of all numbers, and
//! so do all boards of 30x40, which take too long to thin out.

use std::time::Duration;

use cpu_time::ProcessTime;
use jigsat_cnf::{Choice, Flavours, GraphFlavour};
use jigsat_grid::Size;
use jigsat_slitherlink::{Encoding, Slitherlink, generate};
use jigsat_solve::{Answer, Attempt, BuildOptions, Limits, Session, Solver};

/// Maximum number of cells for trees, which take too long on larger boards.
const LARGEST_FOR_TREES: usize = 100;

/// Maximum number of cells for thinning out; larger boards keep half of their numbers.
const LARGEST_TO_THIN_OUT: usize = 400;

struct Cost {
    time: Duration,
    cuts: usize,
    clauses: usize,
    conflicts: u64,
}

fn boards(size: Size, count: u64) -> Vec<Slitherlink> {
    let make = |seed| {
        let keeps_half = seed % 2 == 0 || size.area() > LARGEST_TO_THIN_OUT;
        let fewest = if keeps_half { size.area() / 2 } else { 0 };
        let limits = Limits { conflicts: Some(2_000), ..Limits::default() };
        match generate(size, fewest, seed, &limits).expect("a solver") {
            Attempt::Success(generated) => generated.puzzle,
            _ => panic!("no board of {size} from seed {seed}"),
        }
    };
    (1..=count).map(make).collect()
}

fn unique(board: &Slitherlink, graph: GraphFlavour, solver: &Solver) -> Cost {
    let flavours = Flavours { graph, ..Flavours::default() };
    let options = BuildOptions { flavours, prunes: true, ..BuildOptions::default() };
    let start = ProcessTime::now();
    let mut session = Session::new(board, Encoding::Edges, &options, solver, None).expect("a session");
    let limits = Limits::default();
    let first = session.solve(&limits).expect("an answer");
    let second = session.solve(&limits).expect("an answer");
    let time = start.elapsed();
    assert!(matches!((first, second), (Answer::Solved(_), Answer::Impossible(_))), "it is unique");
    let formula = session.formula();
    Cost {
        time,
        cuts: formula.cuts().len(),
        clauses: formula.clauses().len(),
        conflicts: session.effort().conflicts,
    }
}

fn main() {
    let count = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(20);
    println!("size    solver     graph  median ms  worst ms  cuts  clauses  conflicts (medians)");
    for size in [Size::new(10, 10), Size::new(20, 20), Size::new(30, 40)] {
        let boards = boards(size, count);
        for solver in Solver::built_in() {
            for &graph in GraphFlavour::ALL {
                if graph == GraphFlavour::Tree && size.area() > LARGEST_FOR_TREES {
                    continue;
                }
                let mut costs: Vec<Cost> = boards.iter().map(|board| unique(board, graph, solver)).collect();
                let mut median = |key: fn(&Cost) -> u128| {
                    costs.sort_by_key(key);
                    key(&costs[costs.len() / 2])
                };
                let [cuts, clauses, conflicts] = [
                    median(|cost| cost.cuts as u128),
                    median(|cost| cost.clauses as u128),
                    median(|cost| cost.conflicts.into()),
                ];
                let median = median(|cost| cost.time.as_micros());
                let worst = costs.last().map_or(0, |cost| cost.time.as_micros());
                let millis = |micros: u128| micros as f64 / 1000.0;
                println!(
                    "{size:<7} {:<10} {:<6} {:>9.2} {:>9.2} {cuts:>5} {clauses:>8} {conflicts:>10}",
                    solver.to_string(),
                    graph.name(),
                    millis(median),
                    millis(worst),
                );
            }
        }
    }
}
