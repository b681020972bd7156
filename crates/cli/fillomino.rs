//! Fillomino, as the command sees it.

use std::{fmt::Write, path::PathBuf, time::Instant};

use clap::Args;
use jigsat_cnf::{Choice, Encoding};
use jigsat_fillomino::{
    Atom, How, MAX_SIDE, Solution, Variant, Wanted, parse_all,
    rules::{self, Branch, Found, Rules, Strategy},
};
use jigsat_grid::{Picture, Size, Symmetry};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Answer, Build, By, Effort, Error, Limits, Solver};
use serde_json::json;

use crate::{
    args::choices,
    exit::Failure,
    family::{self, Entry, Family, Made, Outcome, Question, Rating},
    input::Opened,
    output::write_file,
};

pub struct Fillomino;

/// Which groups solutions may have.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Options {
    /// challenging: groups without a given are allowed; basic: they are not. The file says it if not this
    #[arg(long, value_name = "NAME", value_parser = choices::<Variant>())]
    pub variant: Option<Variant>,
}

/// How the engines rules and hybrid reason.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct SolveOptions {
    /// Engines rules and hybrid: which strategies, separated by commas, or 'none'
    #[arg(long, value_name = "NAMES", default_value = "single-exit,forced,reach", value_parser = strategies)]
    pub strategies: Strategies,
    /// Engine rules: at which empty cell to guess
    #[arg(long, value_name = "NAME", value_parser = choices::<Branch>(), default_value = "first")]
    pub branch: Branch,
    /// Engine rules: writes each step to the first solution, and which strategy made it
    #[arg(long, value_name = "FILE", value_parser = new_file)]
    pub log: Option<PathBuf>,
}

/// A file that is not there yet: logs replace nothing.
fn new_file(path: &str) -> Result<PathBuf, String> {
    if path != "-" && std::path::Path::new(path).exists() {
        return Err("it exists already, and is not replaced".into());
    }
    Ok(path.into())
}

#[derive(Clone, Debug)]
pub struct Strategies(Vec<Strategy>);

fn strategies(names: &str) -> Result<Strategies, String> {
    if names == "none" {
        return Ok(Strategies(Vec::new()));
    }
    let named = |name| {
        Strategy::named(name)
            .ok_or_else(|| format!("there is no strategy '{name}'; there are: {}", Strategy::names()))
    };
    names.split(',').map(named).collect::<Result<_, _>>().map(Strategies)
}

impl Family for Fillomino {
    type Puzzle = jigsat_fillomino::Fillomino;
    type Symmetry = Symmetry;
    type Options = Options;
    type SolveOptions = SolveOptions;
    type GenerateOptions = GenerateOptions;

    const NAME: &'static str = "fillomino";
    const ENGINES: &'static [&'static str] = &["rules", "hybrid"];
    const PUZZLE_FORMATS: &'static [&'static str] = &["numbers", "filling"];
    const ENCODE_FORMATS: &'static [&'static str] = &["smt2"];

    fn recognises(start: &str) -> bool {
        // Lists of edge-matching pieces begin with a height, a width and numbers, too, but four for each cell.
        let puzzles = parse_all(&Source::new("", start));
        !puzzles.is_empty() && puzzles.iter().all(Result::is_ok)
    }

    fn read(opened: Opened, options: &Options) -> Result<family::Puzzles<Self::Puzzle>, ParseError> {
        let source = opened.into_source()?;
        let variant = options.variant;
        Ok(Box::new(parse_all(&source).into_iter().map(move |puzzle| {
            let mut puzzle = puzzle?;
            puzzle.variant = variant.unwrap_or(puzzle.variant);
            Ok(Entry { title: puzzle.title.clone(), puzzle })
        })))
    }

    fn read_solution(puzzle: &Self::Puzzle, source: &Source) -> Result<Solution, ParseError> {
        jigsat_fillomino::parse_solution(puzzle, source)
    }

    fn legal(puzzle: &Self::Puzzle, solution: &Solution) -> Result<(), jigsat_solve::Flaw> {
        jigsat_fillomino::check_so_far(puzzle, solution).map(|_| ())
    }

    fn contradiction(puzzle: &Self::Puzzle) -> Option<String> {
        puzzle.contradiction()
    }

    fn draw(puzzle: &Self::Puzzle, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(jigsat_fillomino::draw(puzzle, solution))
    }

    fn plain(_puzzle: &Self::Puzzle, solution: &Solution) -> String {
        solution.to_numbers()
    }

    fn to_yaml(puzzle: &Self::Puzzle) -> Result<String, Failure> {
        puzzle.to_yaml().map_err(|error| Failure::usage(error.to_string()))
    }

    fn to_plain(puzzle: &Self::Puzzle) -> Result<String, Failure> {
        Ok(puzzle.to_url())
    }

    fn puzzle_as(puzzle: &Self::Puzzle, format: &str) -> Option<Result<Vec<u8>, Failure>> {
        match format {
            "numbers" => Some(Ok(puzzle.to_numbers().into_bytes())),
            "filling" => Some(match puzzle.to_filling_id() {
                Some(id) => Ok((id + "\n").into_bytes()),
                None => Err(Failure::usage("a Filling id has no numbers above 9; --format plain does")),
            }),
            _ => None,
        }
    }

    fn encode_as(puzzle: &Self::Puzzle, _how: How, format: &str) -> Option<String> {
        (format == "smt2").then(|| jigsat_fillomino::smt2(puzzle))
    }

    /// With the cuts of `lazy` that solving needs.
    fn formula(puzzle: &Self::Puzzle, how: How, recipe: &Build) -> Result<Encoding<Atom>, Error> {
        /// So many conflicts are spent on finding cuts.
        const CONFLICTS: u64 = 100_000;
        if how != How::Lazy || !recipe.dropped.is_empty() {
            return Ok(jigsat_solve::build(puzzle, how, recipe)?);
        }
        let limits = Limits { conflicts: Some(CONFLICTS), ..Limits::default() };
        jigsat_fillomino::complete(puzzle, recipe, &limits)
    }

    fn auto(_puzzle: &Self::Puzzle) -> (How, Solver) {
        (How::Lazy, Solver::default())
    }

    fn of_size(like: &Self::Puzzle, size: Size) -> Result<Self::Puzzle, String> {
        if size.rows.max(size.cols) > MAX_SIDE || size.area() == 0 {
            return Err(format!("a board of {size} is none, expected 1 to {MAX_SIDE} rows and columns"));
        }
        let mut blank = jigsat_fillomino::Fillomino::new(size, vec![0; size.area()]);
        blank.variant = like.variant;
        Ok(blank)
    }

    fn symmetries(puzzle: &Self::Puzzle) -> Vec<Symmetry> {
        puzzle.symmetries().into_iter().filter(|&symmetry| symmetry != Symmetry::Identity).collect()
    }

    fn image(puzzle: &Self::Puzzle, solution: &Solution, symmetry: Symmetry) -> Solution {
        puzzle.image(solution, symmetry)
    }

    fn lists_by_backtracking(_puzzle: &Self::Puzzle) -> bool {
        false
    }

    fn is_lazy(how: How) -> bool {
        how == How::Lazy
    }

    fn refuses(_puzzle: &Self::Puzzle, engine: &str, is_plain: bool) -> Option<String> {
        let message = "engine 'rules' does without --encoding, --solver, --drop and --seed";
        (engine == "rules" && !is_plain).then(|| message.into())
    }

    fn solve(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        own: &SolveOptions,
        limits: &Limits,
    ) -> Result<Outcome<Solution>, Error> {
        match question.search.engine() {
            Some("rules") => solve_by_rules(puzzle, question, own, limits),
            Some("hybrid") => solve_hybrid(puzzle, question, own, limits),
            _ => family::ask_session::<Self>(puzzle, question, limits),
        }
    }

    fn rate(puzzle: &Self::Puzzle, limits: &Limits) -> Result<Option<Rating>, Failure> {
        Ok(Some(rating(&rules::solve(puzzle, &Rules::default(), 1, limits))))
    }

    fn generate(
        own: &GenerateOptions,
        seed: u64,
        limits: &Limits,
    ) -> Result<Made<jigsat_fillomino::Fillomino>, Failure> {
        if own.size.rows.max(own.size.cols) > MAX_SIDE || own.size.area() == 0 {
            let size = own.size;
            let message = format!("a board of {size} is none, expected 1 to {MAX_SIDE} rows and columns");
            return Err(Failure::usage(message));
        }
        let variant = own.variant.unwrap_or_default();
        let empty = if own.minimal { None } else { Some(f64::from(own.empty.0) / 100.0) };
        let wanted = Wanted { size: own.size, most: own.max, variant, empty, depth: own.depth };
        let generated = match jigsat_fillomino::generate(&wanted, seed, limits)? {
            Answer::Solved(generated) => generated,
            Answer::Unknown(stop) => return Ok(Made::Stopped(stop)),
            Answer::Impossible(_) | Answer::Refused { .. } => {
                return Err(Failure::usage("such a board can't be filled at all"));
            }
        };
        let mut puzzle = generated.puzzle;
        puzzle.source = format!("jigsat fillomino generate, size {}, max {}, seed {seed}", own.size, own.max);
        let left_open =
            generated.stopped.map(|stop| (stop, "unique, but with more givens than asked for".into()));
        Ok(Made::Puzzle { puzzle, left_open })
    }
}

/// Which Fillomino to make.
#[derive(Debug, Args)]
pub struct GenerateOptions {
    /// The size of the board
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "10x10")]
    pub size: Size,
    /// The largest group
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(2..=10_000))]
    pub max: u16,
    /// challenging: solvers must reckon with groups without a given; basic: every group has one
    #[arg(long, value_name = "NAME", value_parser = choices::<Variant>())]
    pub variant: Option<Variant>,
    /// How many cells to empty, as far as the solution stays the only one
    #[arg(long, value_name = "PERCENT", default_value = "60%", conflicts_with = "minimal")]
    pub empty: Percent,
    /// Takes away every given that can be spared
    #[arg(long)]
    pub minimal: bool,
    /// How hard: so many guesses must rest on each other when the engine 'rules' solves it
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
}

/// A share from 0% to 100%; the sign may be left out.
#[derive(Clone, Copy, Debug)]
pub struct Percent(u8);

impl std::str::FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_suffix('%').unwrap_or(text);
        let value = digits.parse().ok().filter(|&value| value <= 100);
        value.map(Percent).ok_or_else(|| "expected a share from 0% to 100%".to_owned())
    }
}

fn solve_by_rules(
    puzzle: &jigsat_fillomino::Fillomino,
    question: &Question<'_, Fillomino>,
    own: &SolveOptions,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let started = Instant::now();
    let rules = Rules { strategies: own.strategies.0.clone(), branch: own.branch };
    let found = rules::solve(puzzle, &rules, if question.unique { 2 } else { 1 }, limits);
    let solving = started.elapsed();
    let by = By { engine: "rules", stage: Some(stage(found.depth)), solver: None, encoding: None };
    if let Some(path) = &own.log {
        let replaces = false;
        write_file(path, &log(&found), replaces)
            .map_err(|failure| Error::External { command: "--log".into(), message: failure.to_string() })?;
    }
    let end = || found.stopped.map_or(Answer::Impossible(by.clone()), Answer::Unknown);
    let mut solutions = found.solutions.iter().cloned();
    let first = solutions.next();
    let second = first.is_some() && question.unique;
    let second = second.then(|| solutions.next().map_or_else(end, Answer::Solved));
    let first = first.map_or_else(end, Answer::Solved);
    let effort = Effort { solving, conflicts: found.guesses, ..Effort::default() };
    Ok(Outcome { first, second, none_within: None, left_open: None, by, effort, size: None })
}

/// The rules until they stop, then a formula of what is left.
fn solve_hybrid(
    puzzle: &jigsat_fillomino::Fillomino,
    question: &Question<'_, Fillomino>,
    own: &SolveOptions,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let started = Instant::now();
    let deduced = rules::deduce(puzzle, &own.strategies.0);
    let reasoning = started.elapsed();
    let Some(deduced) = deduced else {
        let by = By { engine: "hybrid", stage: Some("rules"), solver: None, encoding: None };
        let effort = Effort { solving: reasoning, ..Effort::default() };
        let first = Answer::Impossible(by.clone());
        return Ok(Outcome {
            first,
            second: None,
            none_within: None,
            left_open: None,
            by,
            effort,
            size: None,
        });
    };
    let left = jigsat_fillomino::Fillomino { deduced, ..puzzle.clone() };
    let mut outcome = family::ask_session::<Fillomino>(&left, question, limits)?;
    outcome.by.engine = "hybrid";
    outcome.effort.solving += reasoning;
    Ok(outcome)
}

/// The depth of guesses as a stage of the engine.
fn stage(depth: usize) -> &'static str {
    const STAGES: [&str; 26] = [
        "no guess", "depth 1", "depth 2", "depth 3", "depth 4", "depth 5", "depth 6", "depth 7", "depth 8",
        "depth 9", "depth 10", "depth 11", "depth 12", "depth 13", "depth 14", "depth 15", "depth 16",
        "depth 17", "depth 18", "depth 19", "depth 20", "depth 21", "depth 22", "depth 23", "depth 24",
        "depth 25",
    ];
    STAGES.get(depth).copied().unwrap_or("depth over 25")
}

/// How many cells a strategy filled in, or guesses.
fn count(found: &Found, by: Option<Strategy>) -> usize {
    found.steps.iter().filter(|step| step.by == by).count()
}

fn log(found: &Found) -> String {
    let mut text = String::new();
    for step in &found.steps {
        let by = step.by.map_or("guess", Strategy::name);
        let _ = writeln!(text, "{}={} {by}, depth {}", step.cell, step.number, step.depth);
    }
    text
}

fn rating(found: &Found) -> Rating {
    let by_strategy: Vec<String> = Strategy::ALL
        .iter()
        .map(|&strategy| format!("{} by {}", count(found, Some(strategy)), strategy.name()))
        .collect();
    let solved = !found.solutions.is_empty();
    let mut text = match (solved, found.depth) {
        (false, _) if found.stopped.is_none() => "impossible".to_owned(),
        (_, 0) => "no guess needed".to_owned(),
        (_, depth) => format!("depth {depth}, {} guesses", found.guesses),
    };
    if solved {
        let _ = write!(text, "; {} cells: {}", found.steps.len(), by_strategy.join(", "));
        let _ = write!(text, ", {} by guesses", count(found, None));
    }
    let data = json!({
        "solved": solved,
        "depth": found.depth,
        "guesses": found.guesses,
        "steps": {
            "single-exit": count(found, Some(Strategy::SingleExit)),
            "forced": count(found, Some(Strategy::Forced)),
            "reach": count(found, Some(Strategy::Reach)),
            "guess": count(found, None),
        },
    });
    Rating { text, data, left_open: found.stopped.map(|stop| stop.to_string()) }
}
