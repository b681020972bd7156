//! Tiling, as the command sees it.

use std::{io::Read as _, ops::ControlFlow, time::Instant};

use clap::Args;
use jigsat_cnf::Choice;
use jigsat_grid::{Picture, Size};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Answer, By, Effort, End, Error, Limits, Solver, Stop};
use jigsat_tiling::{
    Board, Cut, Freedom, How, Read, Rotate, Solution, Tiling as Puzzle, search,
    search::{FEW_STATES, Frontier, MANY_STATES},
};

use crate::{
    args::{FormulaArgs, Nothing, choices},
    count,
    exit::Failure,
    family::{self, Counted, Counting, Entry, Family, Made, Outcome, Question},
    input::Opened,
};

pub struct Tiling;

/// How pieces may be turned.
#[derive(Clone, Debug, Default, Args)]
#[group(skip)]
pub struct Options {
    /// Whether pieces may be rotated: never, always, or fallback, which tries them as they are given first;
    /// left out, the puzzle says it
    #[arg(long, value_name = "WHEN", value_parser = choices::<Turning>())]
    rotate: Option<Turning>,
}

/// When pieces may be rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turning {
    Never,
    Fallback,
    Always,
}

impl Choice for Turning {
    const ALL: &'static [Self] = &[Turning::Never, Turning::Fallback, Turning::Always];

    fn name(self) -> &'static str {
        match self {
            Turning::Never => "never",
            Turning::Fallback => "fallback",
            Turning::Always => "always",
        }
    }
}

/// Steps that the bit-board search has before a solver is asked for a solution.
const STEPS: u64 = 50_000;
/// Puzzles of more cells go to a solver at once: there the search on bit boards finds nothing in time.
const MANY_CELLS: usize = 150;

impl Family for Tiling {
    type Puzzle = Puzzle;
    type Symmetry = usize;
    type Options = Options;
    type SolveOptions = Nothing;
    type GenerateOptions = GenerateOptions;

    const NAME: &'static str = "tiling";
    const ENGINES: &'static [&'static str] = &["bitboard", "frontier", "colouring"];
    const PUZZLE_FORMATS: &'static [&'static str] = &["xmpuzzle"];

    fn recognises(start: &str) -> bool {
        jigsat_tiling::recognises(start) || start.contains("<puzzle") && start.contains("<voxel")
    }

    fn read(opened: Opened, options: &Options) -> Result<family::Puzzles<Puzzle>, ParseError> {
        let rotate = match options.rotate {
            None => Rotate::AsGiven,
            Some(Turning::Never | Turning::Fallback) => Rotate::Never,
            Some(Turning::Always) => Rotate::Always,
        };
        let name = opened.name.clone();
        let is_packed = opened.start.starts_with('\u{1f}') || opened.start.trim_start().starts_with('<');
        if is_packed {
            let mut bytes = Vec::new();
            let read = opened.into_reader().take(jigsat_input::MAX_TEXT).read_to_end(&mut bytes);
            read.map_err(|error| ParseError::in_file(&name, format!("can't be read: {error}")))?;
            let puzzles = jigsat_tiling::parse_xmpuzzle(&name, bytes, rotate)?;
            return Ok(Box::new(puzzles.into_iter().map(|puzzle| Ok(entry(puzzle)))));
        }
        let Read { puzzle, warnings } = jigsat_tiling::parse(&opened.into_source()?, rotate)?;
        for warning in warnings {
            eprintln!("warning: {name}: {warning}");
        }
        Ok(Box::new(std::iter::once(Ok(entry(puzzle)))))
    }

    fn read_solution(puzzle: &Puzzle, source: &Source) -> Result<Solution, ParseError> {
        jigsat_tiling::parse_solution(puzzle, source)
    }

    fn legal(puzzle: &Puzzle, solution: &Solution) -> Result<(), jigsat_solve::Flaw> {
        jigsat_tiling::check_so_far(puzzle, solution)
    }

    fn contradiction(puzzle: &Puzzle) -> Option<String> {
        search::refute_by_colouring(puzzle)
    }

    fn draw(puzzle: &Puzzle, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(jigsat_tiling::draw(puzzle, solution))
    }

    fn plain(puzzle: &Puzzle, solution: &Solution) -> String {
        solution.to_plain(puzzle)
    }

    fn to_yaml(puzzle: &Puzzle) -> Result<String, Failure> {
        puzzle.to_yaml().map_err(|error| Failure::usage(error.to_string()))
    }

    fn to_plain(puzzle: &Puzzle) -> Result<String, Failure> {
        puzzle.to_plain().map_err(Failure::usage)
    }

    fn puzzle_as(puzzle: &Puzzle, format: &str) -> Option<Result<Vec<u8>, Failure>> {
        (format == "xmpuzzle").then(|| puzzle.to_xmpuzzle().map_err(Failure::usage))
    }

    /// Measured on cut boards; the table is in docs/src/guide/tiling.md.
    fn auto(puzzle: &Puzzle) -> (How, Solver) {
        let cadical = Solver::built_in().iter().find(|&solver| *solver == Solver::Cadical);
        let large = puzzle.area() > MANY_CELLS;
        (How::Placement, cadical.filter(|_| large).cloned().unwrap_or_default())
    }

    fn of_size(like: &Puzzle, size: Size) -> Result<Puzzle, String> {
        let mut spec = like.spec().clone();
        spec.given.clear();
        spec.boards = vec![Board::full([usize::from(size.cols), usize::from(size.rows), 1])];
        Puzzle::new(spec).map_err(|invalid| invalid.to_string())
    }

    /// By their numbers, the identity being 0.
    fn symmetries(puzzle: &Puzzle) -> Vec<usize> {
        (1..puzzle.symmetries().len()).collect()
    }

    fn image(puzzle: &Puzzle, solution: &Solution, symmetry: usize) -> Solution {
        puzzle.image(solution, &puzzle.symmetries()[symmetry])
    }

    fn refuses(_puzzle: &Puzzle, engine: &str, is_plain: bool) -> Option<String> {
        match engine {
            "frontier" => Some("engine 'frontier' counts, it finds no solutions".into()),
            "bitboard" | "colouring" if !is_plain => Some(format!(
                "engine '{engine}' makes no formula: it goes without --encoding, --solver, --drop and --seed"
            )),
            _ => None,
        }
    }

    fn solve(
        puzzle: &Puzzle,
        question: &Question<'_, Self>,
        _own: &Nothing,
        limits: &Limits,
    ) -> Result<Outcome<Solution>, Error> {
        let outcome = solve_as_it_is(puzzle, question, limits)?;
        match (&outcome.first, question.options.rotate) {
            (Answer::Impossible(_), Some(Turning::Fallback)) => match turned(puzzle) {
                Some(turned) => solve_as_it_is(&turned, question, limits),
                None => Ok(outcome),
            },
            _ => Ok(outcome),
        }
    }

    fn count(
        puzzle: &Puzzle,
        question: &Question<'_, Self>,
        wanted: &Counting,
        limits: &Limits,
    ) -> Result<Counted, Failure> {
        let counted = count_as_it_is(puzzle, question, wanted, limits)?;
        match question.options.rotate {
            Some(Turning::Fallback) if counted.count == 0 && counted.end == End::All => {
                match turned(puzzle) {
                    Some(turned) => count_as_it_is(&turned, question, wanted, limits),
                    None => Ok(counted),
                }
            }
            _ => Ok(counted),
        }
    }

    fn generate(own: &GenerateOptions, seed: u64, limits: &Limits) -> Result<Made<Puzzle>, Failure> {
        let board = own.board()?;
        let pieces = own.pieces.unwrap_or_else(|| board.area().div_ceil(5));
        let freedom = Freedom { rotate: own.turn, mirror: own.turn && board.is_flat() };
        let cut = Cut { board, pieces, freedom };
        match jigsat_tiling::generate(&cut, seed, limits) {
            Ok(Ok(generated)) => {
                let turn = if own.turn { ", pieces turn" } else { "" };
                let source = format!("jigsat tiling generate, {} in {pieces}{turn}, seed {seed}", own.size);
                let puzzle = generated.puzzle.with_source(source);
                Ok(Made::Puzzle { puzzle, left_open: None })
            }
            Ok(Err(stop)) => Ok(Made::Stopped(stop)),
            Err(jigsat_tiling::GenerateError::Solver(error)) => Err(error.into()),
            Err(error) => Err(Failure::usage(error.to_string())),
        }
    }
}

/// Which board to cut.
#[derive(Debug, Args)]
pub struct GenerateOptions {
    /// Rows and columns of the board, or layers, rows and columns
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "6x10")]
    size: String,
    /// Into how many pieces it is cut; left out, pieces have about five cells
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// Lets pieces be turned and turned over; some are then given in their places
    #[arg(long)]
    turn: bool,
}

impl GenerateOptions {
    fn board(&self) -> Result<Board, Failure> {
        match Board::parse_size(&self.size) {
            Some(size) if size.iter().product::<usize>() <= 10_000 => Ok(Board::full(size)),
            Some(_) => Err(Failure::usage(format!(
                "a board of {} is too large, expected at most 10000 cells",
                self.size
            ))),
            None => {
                Err(Failure::usage(format!("'{}' is no size, expected one such as 6x10 or 3x4x5", self.size)))
            }
        }
    }
}

fn entry(puzzle: Puzzle) -> Entry<Puzzle> {
    Entry { title: puzzle.spec().title.clone(), puzzle }
}

/// The puzzle with pieces that may be rotated, where that is a puzzle at all.
fn turned(puzzle: &Puzzle) -> Option<Puzzle> {
    let mut spec = puzzle.spec().clone();
    for piece in &mut spec.pieces {
        piece.freedom.rotate = true;
    }
    Puzzle::new(spec).ok()
}

fn by(engine: &'static str) -> By {
    By { engine, stage: None, solver: None, encoding: None }
}

fn outcome(first: Answer<Solution>, engine: &'static str, started: Instant, steps: u64) -> Outcome<Solution> {
    let effort = Effort { solving: started.elapsed(), conflicts: steps, ..Effort::default() };
    Outcome { first, second: None, none_within: None, left_open: None, by: by(engine), effort, size: None }
}

fn solve_as_it_is(
    puzzle: &Puzzle,
    question: &Question<'_, Tiling>,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let engine = question.search.engine();
    let started = Instant::now();
    if matches!(engine, Some("colouring")) || engine.is_none() && question.is_plain() {
        if search::refute_by_colouring(puzzle).is_some() {
            return Ok(outcome(Answer::Impossible(by("colouring")), "colouring", started, 0));
        }
        if engine.is_some() {
            // It can only refute.
            return Ok(outcome(Answer::Unknown(Stop::GaveUp), "colouring", started, 0));
        }
    }
    let small = puzzle.area() <= MANY_CELLS;
    if engine == Some("bitboard") || engine.is_none() && question.is_plain() && small {
        let steps = if engine.is_some() { None } else { Some(STEPS) };
        let steps = steps.into_iter().chain(limits.conflicts).min();
        let bounded = Limits { conflicts: steps, ..limits.clone() };
        if let Some(answered) = solve_bitboard(puzzle, question.unique, &bounded)? {
            let gave_up = |answer: &Answer<Solution>| matches!(answer, Answer::Unknown(Stop::Conflicts));
            let open = gave_up(&answered.first) || answered.second.as_ref().is_some_and(gave_up);
            if engine.is_some() || !open || steps == limits.conflicts {
                return Ok(answered);
            }
        } else if engine.is_some() {
            return Ok(outcome(Answer::Unknown(Stop::GaveUp), "bitboard", started, 0));
        }
    }
    if engine.is_none() && question.is_plain() {
        // The encoding, flavour and solver that measured best where the search on bit boards is at a loss.
        let formula = FormulaArgs { amo: Some(jigsat_cnf::Amo::Ladder), ..question.formula.clone() };
        let question = Question { formula: &formula, how: question.how, ..*question };
        return family::ask_session::<Tiling>(puzzle, &question, limits);
    }
    family::ask_session::<Tiling>(puzzle, question, limits)
}

/// By the search on bit boards; none where there are too many cells.
fn solve_bitboard(
    puzzle: &Puzzle,
    unique: bool,
    limits: &Limits,
) -> Result<Option<Outcome<Solution>>, Error> {
    let started = Instant::now();
    let wanted = if unique { 2 } else { 1 };
    let mut found: Vec<Solution> = Vec::new();
    let listed = search::list_bitboard(puzzle, limits, &mut |placements| {
        found.push(puzzle.solution(placements.iter().copied()));
        if found.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let Some((steps, stopped)) = listed else { return Ok(None) };
    let refereed = |solution: Solution| match jigsat_tiling::check(puzzle, &solution) {
        Ok(()) => Ok(Answer::Solved(solution)),
        Err(flaw) => Err(Error::Refused { flaw, by: by("bitboard") }),
    };
    let none = || match stopped {
        Some(stop) => Answer::Unknown(stop),
        None => Answer::Impossible(by("bitboard")),
    };
    let mut found = found.into_iter();
    let first = found.next().map_or_else(|| Ok(none()), refereed)?;
    let mut outcome = outcome(first, "bitboard", started, steps);
    if unique && matches!(outcome.first, Answer::Solved(_)) {
        outcome.second = Some(found.next().map_or_else(|| Ok(none()), refereed)?);
    }
    Ok(Some(outcome))
}

fn count_as_it_is(
    puzzle: &Puzzle,
    question: &Question<'_, Tiling>,
    wanted: &Counting,
    limits: &Limits,
) -> Result<Counted, Failure> {
    let engine = question.search.engine();
    if matches!(engine, Some("backtrack" | "blocking" | "sat"))
        || !question.is_plain()
        || wanted.limit.is_some()
    {
        if wanted.labelled {
            return Err(Failure::usage(
                "--labelled is for the engines bitboard and frontier, without --limit",
            ));
        }
        return count::by_listing::<Tiling>(puzzle, question, wanted, limits);
    }
    let started = Instant::now();
    let answer = |counted: search::Counted, engine: &'static str| -> Result<Counted, Failure> {
        let effort = Effort { solving: started.elapsed(), conflicts: counted.nodes, ..Effort::default() };
        let count = match (wanted.labelled, counted.labelled) {
            (false, _) => counted.count,
            (true, Some(labelled)) => labelled,
            (true, None) => return Err(Failure::usage("there are more labelled solutions than 2^128")),
        };
        let distinct = counted.distinct.filter(|_| !wanted.labelled);
        let end = counted.stopped.map_or(End::All, End::Stopped);
        Ok(Counted { count, distinct, end, by: by(engine), effort, size: None })
    };
    let none = || search::Counted { distinct: Some(0), labelled: Some(0), ..search::Counted::default() };
    if matches!(engine, None | Some("colouring")) {
        if search::refute_by_colouring(puzzle).is_some() {
            return answer(none(), "colouring");
        }
        if engine.is_some() {
            let counted = search::Counted { stopped: Some(Stop::GaveUp), ..search::Counted::default() };
            return answer(counted, "colouring");
        }
    }
    if matches!(engine, None | Some("frontier")) {
        let states = if engine.is_some() { MANY_STATES } else { FEW_STATES };
        match search::count_frontier(puzzle, states, limits) {
            Frontier::Counted(counted) if !wanted.labelled || counted.labelled.is_some() => {
                return answer(counted, "frontier");
            }
            Frontier::Stopped(stop) => {
                let counted = search::Counted { stopped: Some(stop), ..search::Counted::default() };
                return answer(counted, "frontier");
            }
            Frontier::Refused(why) if engine.is_some() => {
                return Err(Failure::usage(format!("engine 'frontier' can't count this: {why}")));
            }
            Frontier::Counted(_) if engine.is_some() => {
                return Err(Failure::usage("engine 'frontier' can't tell labelled solutions apart here"));
            }
            Frontier::Counted(_) | Frontier::Refused(_) => {}
        }
    }
    match search::count_bitboard(puzzle, wanted.jobs, limits) {
        Some(counted) => answer(counted, "bitboard"),
        None if engine.is_some() || wanted.labelled => {
            let most = search::MAX_ITEMS;
            Err(Failure::usage(format!("engine 'bitboard' is for at most {most} cells and pieces together")))
        }
        None => count::by_listing::<Tiling>(puzzle, question, wanted, limits),
    }
}
