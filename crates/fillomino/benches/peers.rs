//! Encodings and SMT solvers on the same boards, run alternately on one thread; medians and ratios. Each finds a first
//! solution; the SMT solvers get the spanning-tree model that `encode --format smt2` writes.
//!
//! `cargo bench -p jigsat-fillomino --bench peers --features jigsat-solve/minisat -- [OPTIONS] PATH…`, a path being a file or a folder.
//!
//! Options: those of all benches ([`common::Asked`]), and `--z3 PYTHON SCRIPT`, a script that is called with `FILE
//! SECONDS` and prints `sat` or `unsat` and `cpu=SECONDS`. The programs `z3` and `yices-smt2` take part if they are on
//! the path. Times of jigsat are wall-clock seconds for building and solving; so are those of the programs, from start
//! to end; the script reports its own. A board that is not solved counts as the limit.

mod common;

use std::{
    env, fs,
    path::Path,
    process::{self, Command},
    time::{Duration, Instant},
};

use common::{Asked, boards, median};
use jigsat_cnf::Choice;
use jigsat_fillomino::{Encoding, Fillomino, smt2};
use jigsat_solve::Solver;

/// The arguments for a program, from a file and a number of seconds.
type Arguments = fn(&Path, u64) -> Vec<String>;

/// The programs and encodings that take part.
enum Contender {
    Ours(Encoding, Solver),
    Script { python: String, script: String },
    Program { name: &'static str, args: Arguments },
}

/// SMT solvers: the names of their programs, and their arguments.
const PROGRAMS: [(&str, Arguments); 2] = [
    ("z3", |file, seconds| vec![format!("-T:{seconds}"), file.display().to_string()]),
    ("yices-smt2", |file, seconds| vec![format!("--timeout={seconds}"), file.display().to_string()]),
];

fn main() {
    let mut script = None;
    let asked = Asked::read(|option, value| {
        let is_script = option == "--z3";
        if is_script {
            script = Some(Contender::Script { python: value(), script: value() });
        }
        is_script
    });
    let limit = asked.limit;
    let mut contenders = Vec::new();
    for encoding in &asked.encodings {
        contenders.extend(asked.solvers.iter().map(|solver| Contender::Ours(*encoding, solver.clone())));
    }
    match script {
        Some(script) => contenders.push(script),
        None => println!("skipped: z3 by a script (--z3 PYTHON SCRIPT)"),
    }
    for (name, args) in PROGRAMS {
        if Command::new(name).arg("--version").output().is_ok() {
            contenders.push(Contender::Program { name, args });
        } else {
            println!("skipped: there is no program {name}");
        }
    }
    let boards = boards(&asked.paths, asked.most_cells);
    let mut times: Vec<Vec<Option<Duration>>> = vec![Vec::new(); contenders.len()];
    let file = env::temp_dir().join(format!("jigsat-fillomino-{}.smt2", process::id()));
    for board in &boards {
        fs::write(&file, smt2(&board.puzzle)).expect("the script can be written");
        for (contender, times) in contenders.iter().zip(&mut times) {
            times.push(contender.solve(&board.puzzle, &file, &asked));
        }
    }
    let _ = fs::remove_file(&file);
    println!("{} boards, at most {} s each", boards.len(), limit.as_secs_f64());
    report(&contenders, &times, limit);
}

fn report(contenders: &[Contender], times: &[Vec<Option<Duration>>], limit: Duration) {
    let seconds = |time: &Option<Duration>| time.unwrap_or(limit).as_secs_f64();
    let medians: Vec<f64> =
        times.iter().map(|times| median(&times.iter().map(seconds).collect::<Vec<_>>())).collect();
    println!("{:<24} {:>7} {:>10} {:>10} {:>10}", "", "solved", "median", "worst", "ratio");
    for ((contender, times), own) in contenders.iter().zip(times).zip(&medians) {
        let solved = times.iter().flatten().count();
        let worst = times.iter().map(seconds).fold(0.0, f64::max);
        let name = contender.name();
        println!("{name:<24} {solved:>7} {own:>8.4} s {worst:>8.3} s {:>10.2}", own / medians[0]);
    }
}

impl Contender {
    fn name(&self) -> String {
        match self {
            Contender::Ours(encoding, solver) => format!("{} {solver}", encoding.name()),
            Contender::Script { .. } => "z3 by the script".into(),
            Contender::Program { name, .. } => (*name).to_owned(),
        }
    }

    /// The time it took, if the board was solved.
    fn solve(&self, puzzle: &Fillomino, file: &Path, asked: &Asked) -> Option<Duration> {
        let whole = asked.limit.as_secs().max(1);
        match self {
            Contender::Ours(encoding, solver) => {
                let run = asked.run(puzzle, *encoding, solver, false);
                run.solved.then_some(run.time)
            }
            Contender::Script { python, script } => {
                let said = said(Command::new(python).arg(script).arg(file).arg(whole.to_string()));
                let cpu = said.split_whitespace().find_map(|word| word.strip_prefix("cpu="));
                let cpu = cpu.unwrap_or_else(|| panic!("the script says no time: {said}"));
                is_sat(&said).then(|| Duration::from_secs_f64(cpu.parse().expect("a number of seconds")))
            }
            Contender::Program { name, args } => {
                let started = Instant::now();
                let said = said(Command::new(name).args(args(file, whole)));
                is_sat(&said).then(|| started.elapsed())
            }
        }
    }
}

fn said(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn is_sat(said: &str) -> bool {
    let says = |wanted: &str| said.split_whitespace().any(|word| word == wanted);
    assert!(!says("unsat"), "the board has a solution: {said}");
    says("sat")
}
