//! Sudoku, as the command sees it.

use std::time::Instant;

use clap::Args;
use jigsat_cnf::Choice;
use jigsat_grid::{Picture, Size, Symmetry};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Answer, By, Effort, Error, Limits, Solver};
use jigsat_sudoku::{
    How, MAX_SIDE, Pattern, Puzzles, Solution,
    fast::{self, Fast, Found, Grid, Want},
};

use crate::{
    args::{Nothing, choices},
    exit::Failure,
    family::{self, Entry, Family, Made, Outcome, Question},
    input::{self, Opened},
};

pub struct Sudoku;

impl Family for Sudoku {
    type Puzzle = jigsat_sudoku::Sudoku;
    type Symmetry = Symmetry;
    type Options = Nothing;
    type SolveOptions = Nothing;
    type GenerateOptions = GenerateOptions;

    const NAME: &'static str = "sudoku";
    const ENGINES: &'static [&'static str] = &["fast"];

    fn recognises(start: &str) -> bool {
        Puzzles::new("", start.as_bytes()).next().is_some_and(|entry| entry.puzzle.is_ok())
    }

    fn read(opened: Opened, _options: &Nothing) -> Result<family::Puzzles<Self::Puzzle>, ParseError> {
        let name = opened.name.clone();
        let entries = Puzzles::new(&name, opened.into_reader());
        Ok(Box::new(entries.map(|entry| {
            let puzzle = entry.puzzle?;
            Ok(Entry { title: puzzle.title.clone(), puzzle })
        })))
    }

    fn read_solution(puzzle: &Self::Puzzle, source: &Source) -> Result<Solution, ParseError> {
        jigsat_sudoku::parse_solution(puzzle, source)
    }

    fn draw(puzzle: &Self::Puzzle, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(jigsat_sudoku::draw(puzzle, solution))
    }

    fn plain(_puzzle: &Self::Puzzle, solution: &Solution) -> String {
        solution.to_line().unwrap_or_else(|| solution.to_numbers())
    }

    fn to_yaml(puzzle: &Self::Puzzle) -> Result<String, Failure> {
        puzzle.to_yaml().map_err(|error| Failure::usage(error.to_string()))
    }

    fn to_plain(puzzle: &Self::Puzzle) -> Result<String, Failure> {
        if !puzzle.is_classic() {
            return Err(Failure::usage("a line tells the digits alone, not a variant; --format yaml does"));
        }
        Ok(puzzle.to_line().unwrap_or_else(|| puzzle.to_numbers()))
    }

    fn legal(puzzle: &Self::Puzzle, solution: &Solution) -> Result<(), jigsat_solve::Flaw> {
        jigsat_sudoku::check_so_far(puzzle, solution).map(|_| ())
    }

    fn contradiction(puzzle: &Self::Puzzle) -> Option<String> {
        puzzle.clash().map(|clash| clash.to_string())
    }

    /// Measured on single boards of each size; the table is in docs/src/guide/sudoku.md.
    fn auto(puzzle: &Self::Puzzle) -> (How, Solver) {
        match puzzle.side() {
            0..=24 => (How::Extended, Solver::default()),
            25..=30 => (How::Triads, built_in(&Solver::Cadical)),
            31..=48 => (How::Extended, built_in(&Solver::Cadical)),
            49.. => (How::Triads, Solver::default()),
        }
    }

    fn of_size(like: &Self::Puzzle, size: Size) -> Result<Self::Puzzle, String> {
        if !like.is_classic() {
            return Err("only classic boards come in other sizes".into());
        }
        let blank = jigsat_sudoku::Sudoku {
            box_size: size,
            givens: vec![0; size.area() * size.area()],
            ..like.clone()
        };
        blank.validate().map_err(|invalid| invalid.to_string())?;
        Ok(blank)
    }

    fn symmetries(puzzle: &Self::Puzzle) -> Vec<Symmetry> {
        puzzle.symmetries().into_iter().filter(|&symmetry| symmetry != Symmetry::Identity).collect()
    }

    fn image(_puzzle: &Self::Puzzle, solution: &Solution, symmetry: Symmetry) -> Solution {
        solution.image(symmetry)
    }

    fn is_light(puzzle: &Self::Puzzle, question: &Question<'_, Self>) -> bool {
        may_be_fast(question) && grid(puzzle).is_some()
    }

    fn solve(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        _own: &Nothing,
        limits: &Limits,
    ) -> Result<Outcome<Solution>, Error> {
        match grid(puzzle).filter(|_| may_be_fast(question)) {
            Some(cells) => solve_fast(puzzle, &cells, question, limits),
            None => family::ask_session::<Self>(puzzle, question, limits),
        }
    }

    fn refuses(puzzle: &Self::Puzzle, engine: &str, is_plain: bool) -> Option<String> {
        let fits = engine != "fast" || is_plain && grid(puzzle).is_some();
        let message =
            "engine 'fast' is for classic 9x9 boards, without --encoding, --solver, --drop and --seed";
        (!fits).then(|| message.into())
    }

    fn generate(
        own: &GenerateOptions,
        seed: u64,
        limits: &Limits,
    ) -> Result<Made<jigsat_sudoku::Sudoku>, Failure> {
        let (blank, what) = blank(own)?;
        let generated = match jigsat_sudoku::generate(&blank, seed, own.symmetry, limits)? {
            Answer::Solved(generated) => generated,
            Answer::Unknown(stop) => return Ok(Made::Stopped(stop)),
            Answer::Impossible(_) | Answer::Refused { .. } => {
                return Err(Failure::usage("such a board can't be filled at all"));
            }
        };
        let mut puzzle = generated.puzzle;
        let pattern = match own.symmetry.name() {
            "none" => String::new(),
            name => format!(", symmetry {name}"),
        };
        puzzle.source = format!("jigsat sudoku generate, {what}, seed {seed}{pattern}");
        let short_of = generated
            .stopped
            .map(|stop| ("unique, but it may have givens that could be spared".into(), Some(stop)));
        Ok(Made::Puzzle { puzzle, short_of })
    }
}

/// Which Sudoku to make.
#[derive(Debug, Args)]
pub struct GenerateOptions {
    /// The size of a box
    #[arg(long = "box", value_name = "ROWSxCOLUMNS", default_value = "3x3")]
    pub box_size: Size,
    /// Makes a puzzle of this one's size and variant: its regions, cages and so on, not its givens
    #[arg(long, value_name = "PUZZLE", conflicts_with = "box_size")]
    pub like: Option<String>,
    /// How the givens lie: anyhow, the same after half a turn, or the same in a mirror
    #[arg(long, value_name = "PATTERN", value_parser = choices::<Pattern>(), default_value = "none")]
    pub symmetry: Pattern,
}

/// The board to fill, and what it is in words.
fn blank(own: &GenerateOptions) -> Result<(jigsat_sudoku::Sudoku, String), Failure> {
    if let Some(like) = &own.like {
        let like = family::only::<Sudoku>(input::open(like)?, &Nothing {})?.puzzle;
        let what = format!("like {}", if like.title.is_empty() { "another" } else { &like.title });
        return Ok((jigsat_sudoku::Sudoku { givens: vec![0; like.givens.len()], ..like }, what));
    }
    let side = own.box_size.area();
    if !(1..=usize::from(MAX_SIDE)).contains(&side) {
        let message =
            format!("a board of {side}x{side} is too large, expected at most {MAX_SIDE}x{MAX_SIDE}");
        return Err(Failure::usage(message));
    }
    Ok((jigsat_sudoku::Sudoku::new(own.box_size, vec![0; side * side]), format!("box {}", own.box_size)))
}

/// That solver where this build has it.
fn built_in(wanted: &Solver) -> Solver {
    let known = Solver::built_in().iter().find(|&solver| solver == wanted);
    known.cloned().unwrap_or_default()
}

/// Whether nothing was asked for that the fast engine can't do.
fn may_be_fast(question: &Question<'_, Sudoku>) -> bool {
    question.is_plain() && matches!(question.search.engine(), None | Some("fast"))
}

/// The board as the fast engine takes it, if it is a classic one of 9x9.
fn grid(puzzle: &jigsat_sudoku::Sudoku) -> Option<Grid> {
    if puzzle.box_size != Size::new(3, 3) || !puzzle.is_classic() {
        return None;
    }
    let mut cells = [0; 81];
    for (cell, &digit) in cells.iter_mut().zip(&puzzle.givens) {
        *cell = u8::try_from(digit).ok().filter(|&digit| digit <= 9)?;
    }
    Some(cells)
}

fn solve_fast(
    puzzle: &jigsat_sudoku::Sudoku,
    cells: &Grid,
    question: &Question<'_, Sudoku>,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let started = Instant::now();
    let want = if question.unique { Want::Unique } else { Want::First };
    let outcome = Fast::new().solve(cells, want, limits)?;
    let (stage, solver) = match outcome.found {
        Found::Propagation => ("propagation", None),
        Found::Search => ("search", None),
        Found::Residual => ("residual", Some(Solver::Batsat.to_string())),
    };
    let by = By { engine: "fast", stage: Some(stage), solver, encoding: None };
    let refereed = |grid: Grid| {
        let rows = grid.chunks(9).map(|row| row.iter().map(|&digit| digit.into()).collect());
        let solution = Solution { grid: rows.collect() };
        match jigsat_sudoku::check(puzzle, &solution) {
            Ok(()) => Ok(Answer::Solved(solution)),
            Err(flaw) => Err(Error::Refused { flaw, by: by.clone() }),
        }
    };
    let impossible = || Answer::Impossible(by.clone());
    let (first, second) = match outcome.answer {
        fast::Answer::Impossible => (impossible(), None),
        fast::Answer::One(grid) => (refereed(grid)?, question.unique.then(impossible)),
        fast::Answer::Two(grid, other) => (refereed(grid)?, Some(refereed(other)?)),
        fast::Answer::Unknown(stop, None) => (Answer::Unknown(stop), None),
        fast::Answer::Unknown(stop, Some(grid)) => (refereed(grid)?, Some(Answer::Unknown(stop))),
    };
    let solving = started.elapsed();
    let effort = Effort { solving, conflicts: outcome.conflicts, ..Effort::default() };
    Ok(Outcome { first, second, none_within: None, left_open: None, by, effort, size: None })
}
