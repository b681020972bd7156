//! The first tiling of boards cut at random into pieces that may not be turned: solvers, flavours and encodings on the
//! same boards, on one thread. Reports how many were filled, how many of them in 1 s, the median and the worst. Seconds
//! are processor time, so other work on the machine matters little. The table is in docs/src/guide/tiling.md.
//!
//! `cargo bench -p jigsat-tiling --bench fill --features jigsat-solve/minisat,jigsat-solve/glucose,jigsat-solve/cadical --
//! WAY SIDE PIECES SEEDS SECONDS ENCODINGS SOLVERS FLAVOURS`, lists with commas; solvers `bitboard` and `beam` are the searches without a formula.

#![allow(missing_docs, reason = "a program")]

use std::{
    env,
    ops::ControlFlow,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use cpu_time::ProcessTime;
use jigsat_cnf::{Amo, Choice, Flavours};
use jigsat_solve::{Answer, BuildOptions, Limits, Session, Solver};
use jigsat_tiling::{
    Board, Cut, Encoding, Freedom, Tiling, Way, cut_at_random,
    search::{fill_by_beam, list_bitboard},
};

const USAGE: &str = "usage: WAY SIDE PIECES SEEDS SECONDS ENCODINGS SOLVERS FLAVOURS";

/// The searches that take part.
enum Contender {
    Bitboard,
    Beam,
    Sat(Encoding, Solver, Amo),
}

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [way, side, pieces, seeds, seconds, encodings, solvers, flavours] = args.as_slice() else {
        println!("{USAGE}");
        return;
    };
    let side = number(side);
    let cut = Cut {
        board: Board::full([side, side, 1]),
        pieces: number(pieces),
        way: Way::named(way).expect("a way to cut"),
        freedom: Freedom { rotate: false, mirror: false },
    };
    let boards: Vec<Tiling> = (1..=number(seeds) as u64)
        .map(|seed| cut_at_random(&cut, seed).expect("the board can be cut").puzzle)
        .collect();
    let limit = Duration::from_secs(number(seconds) as u64);
    println!("{side}x{side} in {pieces}, {way}, {seeds} boards, at most {seconds} s each\n");
    println!("| | filled | in 1 s | median, s | worst, s |\n| --- | --- | --- | --- | --- |");
    for contender in contenders(encodings, solvers, flavours) {
        let mut times: Vec<Option<Duration>> =
            boards.iter().map(|board| contender.solve(board, limit)).collect();
        // Boards that were not filled come last.
        times.sort_unstable_by_key(|time| time.unwrap_or(Duration::MAX));
        let filled = times.iter().flatten().count();
        let in_one = times.iter().flatten().filter(|time| time.as_secs() < 1).count();
        let text = |time: Option<Duration>| {
            time.map_or_else(|| format!("over {seconds}"), |time| format!("{:.2}", time.as_secs_f64()))
        };
        println!(
            "| {} | {filled} | {in_one} | {} | {} |",
            contender.name(),
            text(times[times.len() / 2]),
            text(times[times.len() - 1])
        );
    }
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

fn contenders(encodings: &str, solvers: &str, flavours: &str) -> Vec<Contender> {
    let mut contenders = Vec::new();
    for solver in solvers.split(',') {
        match solver {
            "bitboard" => contenders.push(Contender::Bitboard),
            "beam" => contenders.push(Contender::Beam),
            _ => {}
        }
        if matches!(solver, "bitboard" | "beam") {
            continue;
        }
        for encoding in encodings.split(',').map(|name| Encoding::named(name).expect("an encoding")) {
            for amo in flavours.split(',').map(|name| Amo::named(name).expect("a flavour")) {
                contenders.push(Contender::Sat(
                    encoding,
                    solver.parse().expect("a solver of this build"),
                    amo,
                ));
            }
        }
    }
    contenders
}

impl Contender {
    fn name(&self) -> String {
        match self {
            Contender::Bitboard => "`bitboard`".into(),
            Contender::Beam => "`beam`".into(),
            Contender::Sat(encoding, solver, amo) => {
                format!("`{solver}` `{}` `{}`", encoding.name(), amo.name())
            }
        }
    }

    /// The time it took, if the board was filled.
    fn solve(&self, board: &Tiling, limit: Duration) -> Option<Duration> {
        let started = ProcessTime::now();
        let limits = Limits::default();
        let done = AtomicBool::new(false);
        let is_solved = thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    if started.elapsed() >= limit {
                        limits.stop.store(true, Ordering::Relaxed);
                    }
                    thread::sleep(Duration::from_millis(2));
                }
            });
            let is_solved = self.fills(board, &limits);
            done.store(true, Ordering::Relaxed);
            is_solved
        });
        is_solved.then(|| started.elapsed())
    }

    fn fills(&self, board: &Tiling, limits: &Limits) -> bool {
        match self {
            Contender::Bitboard => {
                let mut found = false;
                list_bitboard(board, limits, &mut |_| {
                    found = true;
                    ControlFlow::Break(())
                });
                found
            }
            Contender::Beam => fill_by_beam(board, limits).is_some_and(|filled| filled.found.is_some()),
            Contender::Sat(encoding, solver, amo) => {
                let flavours = Flavours { amo: *amo, ..Flavours::default() };
                let options = BuildOptions { flavours, ..BuildOptions::default() };
                let mut session =
                    Session::new(board, *encoding, &options, solver, None).expect("the formula is built");
                matches!(session.solve(limits).expect("the solver answers"), Answer::Solved(_))
            }
        }
    }
}
