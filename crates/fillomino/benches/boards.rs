//! `cargo bench -p jigsat-fillomino --bench boards --features jigsat-solve/minisat -- [OPTIONS] FILE…`: solves each board
//! and proves that there is no second solution; prints the time of each, the sum, the median and the worst.
//!
//! Options: `--basic` (the variant), `--encoding NAME`, `--solver NAME`, `--timeout SECONDS`.

use std::{
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use jigsat_cnf::Choice;
use jigsat_fillomino::{How, Variant, parse};
use jigsat_input::Source;
use jigsat_solve::{Answer, Build, Limits, Session, Solver};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut how, mut solver, mut variant) = (How::default(), Solver::default(), Variant::default());
    let mut timeout = Duration::from_secs(10);
    let mut files = Vec::new();
    while let Some(argument) = args.next() {
        let mut value = || args.next().unwrap_or_default();
        match argument.as_str() {
            "--basic" => variant = Variant::Basic,
            "--encoding" => how = How::named(&value()).expect("a known encoding"),
            "--solver" => solver = value().parse().expect("a known solver"),
            "--timeout" => timeout = Duration::from_secs_f64(value().parse().expect("seconds")),
            _ => files.push(argument),
        }
    }
    let mut times = Vec::new();
    for file in &files {
        let source = match Source::read(Path::new(file)) {
            Ok(source) => source,
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        };
        let mut puzzle = match parse(&source) {
            Ok(puzzle) => puzzle,
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        puzzle.variant = variant;
        let started = Instant::now();
        let limits = Limits { deadline: Some(started + timeout), ..Limits::default() };
        let recipe = Build { prunes: true, ..Build::default() };
        let mut session = Session::new(&puzzle, how, &recipe, &solver, None).expect("it is small enough");
        let before = session.encoding().clauses().len();
        let what = match session.solve(&limits).expect("the solver works") {
            Answer::Solved(_) => match session.solve(&limits).expect("the solver works") {
                Answer::Solved(_) => "not unique",
                Answer::Impossible(_) => "unique",
                _ => "solved, open whether unique",
            },
            Answer::Impossible(_) => "impossible",
            _ => "open",
        };
        let time = started.elapsed();
        let (clauses, conflicts) = (session.encoding().clauses().len(), session.effort().conflicts);
        let cuts = clauses - before;
        println!("{file}: {what}, {time:.1?}, {before} clauses, {cuts} cuts, {conflicts} conflicts");
        times.push(time);
    }
    times.sort_unstable();
    if let (Some(worst), Some(median)) = (times.last(), times.get(times.len() / 2)) {
        let sum: Duration = times.iter().sum();
        println!("{} boards, sum {sum:.1?}, median {median:.1?}, worst {worst:.1?}", times.len());
    }
    ExitCode::SUCCESS
}
