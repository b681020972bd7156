//! Code that the benches of this crate share.
#![allow(dead_code, reason = "each bench uses some of it")]

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use jigsat_cnf::{Amo, Choice, Flavours};
use jigsat_fillomino::{Encoding, Fillomino, Variant, parse};
use jigsat_input::Source;
use jigsat_solve::{Answer, BuildOptions, Error as SolveError, Limits, Session, Solver};

/// A board of a set, and its file.
pub struct Board {
    pub file: PathBuf,
    pub puzzle: Fillomino,
}

/// Reads files, and the `.txt` files of folders, in the order of their names. A file that is no board is left out, with
/// a message.
pub fn boards(paths: &[(Variant, String)], most_cells: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    for (variant, path) in paths {
        for file in files(Path::new(path)) {
            match read(&file) {
                Ok(puzzle) => boards.push(Board { file, puzzle: Fillomino { variant: *variant, ..puzzle } }),
                Err(error) => println!("left out {}: {error}", file.display()),
            }
        }
    }
    boards.retain(|board| board.cells() <= most_cells);
    boards
}

fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).expect("the folder can be read");
    let all = entries.map(|entry| entry.expect("the folder can be read").path());
    let is_text = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "txt");
    let mut files: Vec<PathBuf> = all.filter(is_text).collect();
    files.sort();
    files
}

fn read(file: &Path) -> Result<Fillomino, String> {
    let source = Source::read(file).map_err(|error| error.to_string())?;
    parse(&source).map_err(|error| error.to_string())
}

impl Board {
    /// The file's name without its ending.
    pub fn name(&self) -> String {
        self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.puzzle.size.area()
    }

    /// Number of cells without a given.
    pub fn empty(&self) -> usize {
        self.puzzle.givens.iter().filter(|&&given| given == 0).count()
    }
}

/// The result of a session for a board, and its time.
pub struct Run {
    /// Whether a solution was found.
    pub solved: bool,
    /// Whether it was proven to be the only one.
    pub unique: bool,
    pub time: Duration,
    pub clauses: usize,
    pub conflicts: u64,
}

/// The arguments of all benches.
pub struct Asked {
    /// `--basic` and `--challenging` set the variant of the paths that follow; challenging by default.
    pub paths: Vec<(Variant, String)>,
    /// `--encodings NAMES`.
    pub encodings: Vec<Encoding>,
    /// `--solvers NAMES`.
    pub solvers: Vec<Solver>,
    /// `--amo NAME`: how 'exactly one number' is written.
    pub flavours: Flavours,
    /// `--timeout SECONDS` for each board.
    pub limit: Duration,
    /// `--at-most CELLS`: larger boards are left out.
    pub most_cells: usize,
}

impl Asked {
    /// Reads the arguments; passes those that are not for all benches, and their values, to `other`.
    ///
    /// # Panics
    ///
    /// If a value is missing, or is not one of those allowed.
    pub fn read(mut other: impl FnMut(&str, &mut dyn FnMut() -> String) -> bool) -> Self {
        let mut asked = Asked {
            paths: Vec::new(),
            encodings: vec![Encoding::default()],
            solvers: vec![Solver::default()],
            flavours: Flavours::default(),
            limit: Duration::from_secs(10),
            most_cells: usize::MAX,
        };
        let mut variant = Variant::Challenging;
        let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
        while let Some(arg) = args.next() {
            let mut value = || args.next().unwrap_or_else(|| panic!("{arg} has a value"));
            match arg.as_str() {
                "--basic" => variant = Variant::Basic,
                "--challenging" => variant = Variant::Challenging,
                "--encodings" => {
                    let named =
                        |name| Encoding::named(name).unwrap_or_else(|| panic!("no encoding is {name}"));
                    asked.encodings = value().split(',').map(named).collect();
                }
                "--solvers" => {
                    let named = |name: &str| name.parse().expect("a solver of this build");
                    asked.solvers = value().split(',').map(named).collect();
                }
                "--amo" => asked.flavours.amo = Amo::named(&value()).expect("a flavour"),
                "--timeout" => asked.limit = Duration::from_secs_f64(value().parse().expect("seconds")),
                "--at-most" => asked.most_cells = value().parse().expect("a number of cells"),
                _ if other(&arg, &mut value) => {}
                _ if arg.starts_with('-') => panic!("there is no option {arg}"),
                _ => asked.paths.push((variant, arg)),
            }
        }
        asked
    }

    /// Builds the formula and finds a solution; with `prove`, also proves that there is no second.
    ///
    /// # Panics
    ///
    /// As [`Asked::try_run`], and if the formula is too large.
    pub fn run(&self, puzzle: &Fillomino, encoding: Encoding, solver: &Solver, prove: bool) -> Run {
        self.try_run(puzzle, encoding, solver, prove).expect("the formula can be built")
    }

    /// The same, or why the formula can't be built.
    ///
    /// # Panics
    ///
    /// If the board has no solution, or two: all boards of the sets have exactly one.
    pub fn try_run(
        &self,
        puzzle: &Fillomino,
        encoding: Encoding,
        solver: &Solver,
        prove: bool,
    ) -> Result<Run, SolveError> {
        let started = Instant::now();
        let limits = Limits { deadline: Some(started + self.limit), ..Limits::default() };
        let options = BuildOptions { prunes: true, flavours: self.flavours, ..BuildOptions::default() };
        let mut session = Session::new(puzzle, encoding, &options, solver, None)?;
        let mut run = Run { solved: false, unique: false, time: Duration::ZERO, clauses: 0, conflicts: 0 };
        match session.solve(&limits).expect("the solver answers") {
            Answer::Solved(_) => run.solved = true,
            Answer::Impossible(_) => panic!("the board has a solution"),
            _ => {}
        }
        if run.solved && prove {
            match session.solve(&limits).expect("the solver answers") {
                Answer::Solved(_) => panic!("the board has one solution"),
                Answer::Impossible(_) => run.unique = true,
                _ => {}
            }
        }
        run.time = started.elapsed();
        run.clauses = session.formula().clauses().len();
        run.conflicts = session.effort().conflicts;
        Ok(run)
    }
}

/// The value in the middle; for an even number, the mean of the two.
pub fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        count => f64::midpoint(values[(count - 1) / 2], values[count / 2]),
    }
}
