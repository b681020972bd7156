//! Median times of encodings and solvers on generated boards, one thread.
//!
//! `cargo bench -p jigsat-edge-matching --bench solve --features jigsat-solve/cadical,… -- SIZE FRAME INNER SEEDS SECONDS
//! ENCODINGS SOLVERS [DIR]`: with DIR, the boards are written there as plain lists, for other programs.

use std::{
    env, fs,
    path::Path,
    time::{Duration, Instant},
};

use jigsat_cnf::Choice;
use jigsat_edge_matching::{EdgeMatching, How, Recipe, generate};
use jigsat_solve::{Answer, Build, Limits, Session, Solver};

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [size, frame, inner, seeds, seconds, encodings, solvers, dir @ ..] = args.as_slice() else {
        println!("usage: SIZE FRAME INNER SEEDS SECONDS ENCODINGS SOLVERS [DIR]");
        return;
    };
    let number = |text: &String| text.parse::<u16>().expect("a number");
    let limit = Duration::from_secs(number(seconds).into());
    let puzzles: Vec<EdgeMatching> = (1..=u64::from(number(seeds)))
        .map(|seed| {
            let recipe = Recipe {
                size: size.parse().expect("a size"),
                frame_colors: number(frame),
                inner_colors: number(inner),
                seed,
                unique: false,
            };
            let generated = generate(&recipe, &Limits::default()).expect("no solver takes part");
            let puzzle = generated.solution().expect("it has a solution").puzzle;
            if let [dir] = dir {
                let file = format!("{size}_{frame}_{inner}_{seed}.em");
                fs::write(Path::new(dir).join(file), puzzle.to_list()).expect("the folder can be written");
            }
            EdgeMatching { turns_are_one: true, ..puzzle }
        })
        .collect();
    for encoding in encodings.split(',') {
        let how = How::named(encoding).expect("an encoding");
        for solver in solvers.split(',') {
            let solver: Solver = solver.parse().expect("a solver of this build");
            let mut times: Vec<(Duration, bool)> =
                puzzles.iter().map(|puzzle| solve(puzzle, how, &solver, limit)).collect();
            let solved = times.iter().filter(|(_, solved)| *solved).count();
            let line: Vec<String> = times
                .iter()
                .map(|(time, solved)| if *solved { format!("{:.2}", time.as_secs_f64()) } else { "-".into() })
                .collect();
            times.sort_by_key(|(time, _)| *time);
            let median = times[times.len() / 2].0.as_secs_f64();
            println!(
                "{size} {frame} {inner} {encoding} {solver}: median {median:.3} s, {solved} solved [{}]",
                line.join(" ")
            );
        }
    }
}

fn solve(puzzle: &EdgeMatching, how: How, solver: &Solver, limit: Duration) -> (Duration, bool) {
    let started = Instant::now();
    let limits = Limits { deadline: Some(started + limit), ..Limits::default() };
    let recipe = Build { prunes: true, ..Build::default() };
    let mut session = Session::new(puzzle, how, &recipe, solver, None).expect("the formula can be built");
    let answer = session.solve(&limits).expect("the solver answers");
    (started.elapsed(), matches!(answer, Answer::Solved(_)))
}
