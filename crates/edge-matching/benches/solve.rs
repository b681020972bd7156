//! Encodings, solvers and other programs on the same generated boards, run alternately on one thread; medians,
//! 90th percentiles and ratios.
//!
//! `cargo bench -p jigsat-edge-matching --bench solve --features jigsat-solve/glucose -- SIZE FRAME INNER SEEDS SECONDS
//! ENCODINGS SOLVERS [PYTHON SCRIPT]`
//!
//! SCRIPT is called with `cpsat FILE SECONDS` and `clingo FILE SECONDS`, where FILE is a plain list, and prints `STATUS
//! cpu=SECONDS` on its first line. Boards come from both generators, with random and with uniform colours; the rows are
//! those of the guide. Times of jigsat are wall-clock seconds for building and solving; times of the others are what
//! the script reports. A board that is not solved counts as the limit.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command},
    time::{Duration, Instant},
};

use jigsat_cnf::Choice;
use jigsat_edge_matching::{EdgeMatching, Encoding, Wanted, generate};
use jigsat_solve::{Answer, BuildOptions, Limits, Session, Solver};

const USAGE: &str = "usage: SIZE FRAME INNER SEEDS SECONDS ENCODINGS SOLVERS [PYTHON SCRIPT]";

/// The programs and encodings that take part.
enum Contender<'a> {
    Ours(Encoding, Solver),
    Peer { name: &'static str, python: &'a str, script: &'a str },
}

/// A generated board, and the file that it is in.
struct Board {
    puzzle: EdgeMatching,
    file: PathBuf,
}

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [size, frame, inner, seeds, seconds, encodings, solvers, peers @ ..] = args.as_slice() else {
        println!("{USAGE}");
        return;
    };
    let contenders = contenders(encodings, solvers, peers);
    let limit = Duration::from_secs(number(seconds));
    let dir = env::temp_dir().join(format!("jigsat-edge-matching-{}", process::id()));
    fs::create_dir(&dir).expect("the folder can be made");
    println!("| colours | | median (s) | 90 % (s) | ratio | total (s) | solved |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for uniform in [false, true] {
        let wanted = Wanted {
            size: size.parse().expect("a size"),
            frame_colors: frame.parse().expect("a number of colours"),
            inner_colors: inner.parse().expect("a number of colours"),
            uniform,
            seed: 0,
            unique: false,
        };
        boards(&wanted, number(seeds), &contenders, limit, &dir);
    }
    fs::remove_dir_all(&dir).expect("the folder can be removed");
}

/// The boards of one generator, solved by all contenders: the rows of a table.
fn boards(wanted: &Wanted, seeds: u64, contenders: &[Contender<'_>], limit: Duration, dir: &Path) {
    let mut times: Vec<Vec<Option<Duration>>> = vec![Vec::new(); contenders.len()];
    for seed in 1..=seeds {
        let board = write(&Wanted { seed, ..wanted.clone() }, dir);
        for (contender, times) in contenders.iter().zip(&mut times) {
            times.push(contender.solve(&board, limit));
        }
    }
    let first = median(&seconds(&times[0], limit));
    for (contender, times) in contenders.iter().zip(&times) {
        let seconds = seconds(times, limit);
        let (median, slow) = (median(&seconds), seconds[(seconds.len() * 9).div_ceil(10) - 1]);
        let total: f64 = seconds.iter().sum();
        let solved = times.iter().flatten().count();
        let Wanted { size, frame_colors, inner_colors, .. } = wanted;
        let how = if wanted.uniform { "uniform" } else { "by lot" };
        println!(
            "| {size}, {frame_colors} + {inner_colors}, {how} | {} | {median:.2} | {slow:.2} | {:.2} | {total:.1} | {solved} of {} |",
            contender.name(),
            median / first,
            times.len(),
        );
    }
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

fn contenders<'a>(encodings: &str, solvers: &str, peers: &'a [String]) -> Vec<Contender<'a>> {
    let mut contenders = Vec::new();
    for encoding in encodings.split(',') {
        for solver in solvers.split(',') {
            let encoding = Encoding::named(encoding).expect("an encoding");
            contenders.push(Contender::Ours(encoding, solver.parse().expect("a solver of this build")));
        }
    }
    if let [python, script] = peers {
        contenders.extend(["cpsat", "clingo"].map(|name| Contender::Peer { name, python, script }));
    } else {
        println!("no PYTHON and SCRIPT given: CP-SAT and clingo are left out");
    }
    contenders
}

fn write(wanted: &Wanted, dir: &Path) -> Board {
    let generated = generate(wanted, &Limits::default()).expect("no solver takes part");
    let puzzle = generated.success().expect("it has a solution").puzzle;
    let file = dir.join(format!("{}.em", wanted.seed));
    fs::write(&file, puzzle.to_list()).expect("the board can be written");
    Board { puzzle: EdgeMatching { turns_are_one: true, ..puzzle }, file }
}

/// The times in order, with the limit for each board that is not solved.
fn seconds(times: &[Option<Duration>], limit: Duration) -> Vec<f64> {
    let mut times: Vec<f64> = times.iter().map(|time| time.unwrap_or(limit).as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// The median of times in order; for an even number, the mean of the two in the middle.
fn median(times: &[f64]) -> f64 {
    f64::midpoint(times[(times.len() - 1) / 2], times[times.len() / 2])
}

impl Contender<'_> {
    fn name(&self) -> String {
        match self {
            Contender::Ours(encoding, solver) => format!("{} {solver}", encoding.name()),
            Contender::Peer { name, .. } => (*name).to_owned(),
        }
    }

    /// The time it took, if the board was solved.
    fn solve(&self, board: &Board, limit: Duration) -> Option<Duration> {
        match self {
            Contender::Ours(encoding, solver) => ours(&board.puzzle, *encoding, solver, limit),
            Contender::Peer { name, python, script } => peer(name, python, script, &board.file, limit),
        }
    }
}

fn ours(puzzle: &EdgeMatching, encoding: Encoding, solver: &Solver, limit: Duration) -> Option<Duration> {
    let started = Instant::now();
    let limits = Limits { deadline: Some(started + limit), ..Limits::default() };
    let wanted = BuildOptions { prunes: true, ..BuildOptions::default() };
    let mut session =
        Session::new(puzzle, encoding, &wanted, solver, None).expect("the formula can be built");
    let answer = session.solve(&limits).expect("the solver answers");
    matches!(answer, Answer::Solved(_)).then(|| started.elapsed())
}

fn peer(name: &str, python: &str, script: &str, file: &Path, limit: Duration) -> Option<Duration> {
    let seconds = limit.as_secs().to_string();
    let output = Command::new(python).arg(script).arg(name).arg(file).arg(seconds).output();
    let output = output.expect("python runs");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = said.lines().next().unwrap_or_default().split_whitespace().collect();
    let is_solved = words.iter().any(|word| matches!(*word, "OPTIMAL" | "FEASIBLE" | "SAT"));
    let cpu = words.iter().find_map(|word| word.strip_prefix("cpu=")).expect("the script says its time");
    is_solved.then(|| Duration::from_secs_f64(cpu.parse().expect("a number of seconds")))
}
