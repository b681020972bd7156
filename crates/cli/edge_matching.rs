//! Edge-matching, as the command sees it.

use std::time::{Duration, Instant};

use clap::Args;
use jigsat_cnf::Choice;
use jigsat_edge_matching::{self as em, How, MAX_CELLS, MAX_COLORS, Recipe, Solution, Ways};
use jigsat_grid::{Picture, Size, Symmetry};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Answer, By, Effort, Error, Flaw, Limits, Solver, Stop};

use crate::{
    args::choices,
    exit::Failure,
    family::{self, Counted, Counting, Entry, Family, Made, Outcome, Question},
    input::Opened,
    lister::Lister,
};

mod count;

pub struct EdgeMatching;

/// Which puzzle is meant.
#[derive(Debug, Args)]
pub struct Options {
    /// Whether pieces may be turned, whatever the puzzle says
    #[arg(long, value_name = "WHEN", value_parser = choices::<Rotate>())]
    pub rotate: Option<Rotate>,
    /// Whether assemblies that are turns of each other are one, where a piece tells them apart, or are each its own
    #[arg(long, value_name = "HOW", value_parser = choices::<Turns>(), default_value = "one")]
    pub turns: Turns,
}

/// How to solve.
#[derive(Debug, Args)]
pub struct SolveOptions {
    /// Where the board can't be completed, matches as many edges as can be; better answers come on the standard error
    #[arg(long, conflicts_with_all = ["all", "limit", "unique"])]
    pub best: bool,
}

/// Which puzzle to make.
#[derive(Debug, Args)]
pub struct GenerateOptions {
    /// The board
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "5x5")]
    pub size: Size,
    /// How many colours are seen between the pieces of the border; 0 makes a board without frame
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub frame_colors: u16,
    /// How many colours are seen elsewhere
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub inner_colors: u16,
    /// Makes boards until one has a single solution, turns of the board not counted
    #[arg(long)]
    pub unique: bool,
}

/// Whether pieces may be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotate {
    Always,
    Never,
}

impl Choice for Rotate {
    const ALL: &'static [Self] = &[Rotate::Always, Rotate::Never];

    fn name(self) -> &'static str {
        match self {
            Rotate::Always => "always",
            Rotate::Never => "never",
        }
    }
}

/// What turns of an assembly are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    One,
    Apart,
}

impl Choice for Turns {
    const ALL: &'static [Self] = &[Turns::One, Turns::Apart];

    fn name(self) -> &'static str {
        match self {
            Turns::One => "one",
            Turns::Apart => "apart",
        }
    }
}

/// So long, and no longer than a quarter of the time that there is, is spent on completing the board before
/// `--best` relaxes it.
const COMPLETING: Duration = Duration::from_secs(10);

impl Family for EdgeMatching {
    type Puzzle = em::EdgeMatching;
    type Symmetry = Symmetry;
    type Options = Options;
    type SolveOptions = SolveOptions;
    type GenerateOptions = GenerateOptions;

    const NAME: &'static str = "edge-matching";
    const ENGINES: &'static [&'static str] = &[];

    fn recognises(start: &str) -> bool {
        em::recognises(start)
    }

    fn read(opened: Opened, options: &Options) -> Result<family::Puzzles<Self::Puzzle>, ParseError> {
        let source = opened.into_source()?;
        let mut puzzle = em::parse(&source)?;
        if let Some(rotate) = options.rotate {
            puzzle.rotate = rotate == Rotate::Always;
            puzzle.validate().map_err(|invalid| ParseError::in_file(source.name(), invalid.to_string()))?;
        }
        puzzle.turns_are_one = options.turns == Turns::One;
        let entry = Entry { title: puzzle.title.clone(), puzzle };
        Ok(Box::new(std::iter::once(Ok(entry))))
    }

    fn read_solution(puzzle: &Self::Puzzle, source: &Source) -> Result<Solution, ParseError> {
        em::parse_solution(puzzle, source)
    }

    fn draw(puzzle: &Self::Puzzle, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(em::draw(puzzle, solution))
    }

    fn plain(puzzle: &Self::Puzzle, solution: &Solution) -> String {
        solution.to_line(puzzle)
    }

    fn to_yaml(puzzle: &Self::Puzzle) -> Result<String, Failure> {
        puzzle.to_yaml().map_err(|error| Failure::usage(error.to_string()))
    }

    fn to_plain(puzzle: &Self::Puzzle) -> Result<String, Failure> {
        if !puzzle.hints.is_empty() {
            return Err(Failure::usage("a list of pieces can't tell hints; --format yaml does"));
        }
        Ok(puzzle.to_list().trim_end().to_owned())
    }

    fn legal(puzzle: &Self::Puzzle, solution: &Solution) -> Result<(), Flaw> {
        em::check_so_far(puzzle, solution).map(|_| ())
    }

    fn contradiction(puzzle: &Self::Puzzle) -> Option<String> {
        puzzle.hopeless()
    }

    /// Measured on generated boards; the table is in docs/src/guide/edge-matching.md.
    fn auto(_puzzle: &Self::Puzzle) -> (How, Solver) {
        if Solver::built_in().contains(&Solver::Glucose) {
            (How::TwoLevel, Solver::Glucose)
        } else {
            (How::Compact, Solver::default())
        }
    }

    /// The pieces of an empty board fit one size, so this makes others: those of `generate --seed 1`, with as many colours.
    fn of_size(like: &Self::Puzzle, size: Size) -> Result<Self::Puzzle, String> {
        if like.frame.is_some() || like.colors.is_signed() || !like.rotate {
            return Err("only boards of unsigned colours, without a frame, whose pieces may be turned come in other sizes; \
                'generate --size' makes others"
                .into());
        }
        if !(1..=MAX_CELLS).contains(&size.area()) {
            return Err(format!("a board of {size} is none, expected 1 to {MAX_CELLS} cells"));
        }
        let inner_colors = like.colors.len() as u16;
        let recipe = Recipe { size, frame_colors: 0, inner_colors, seed: 1, unique: false };
        match em::generate(&recipe, &Limits::default()) {
            Ok(Answer::Solved(generated)) => Ok(generated.puzzle),
            _ => Err("there is no such board".into()),
        }
    }

    /// None where the formula has one of each turn already.
    fn symmetries(puzzle: &Self::Puzzle) -> Vec<Symmetry> {
        if puzzle.turns_are_one && puzzle.turns_told_apart() {
            return Vec::new();
        }
        puzzle.turns().into_iter().filter(|&turn| turn != Symmetry::Identity).collect()
    }

    fn image(puzzle: &Self::Puzzle, solution: &Solution, turn: Symmetry) -> Solution {
        puzzle.image(solution, turn)
    }

    /// The bare placements: helpers cost time and don't guide the search.
    fn auto_for_backtracking(_puzzle: &Self::Puzzle) -> How {
        How::Placement
    }

    fn refuses(_puzzle: &Self::Puzzle, _engine: &str, _is_plain: bool) -> Option<String> {
        None
    }

    fn partial(_puzzle: &Self::Puzzle, solution: &Solution) -> Option<String> {
        let (matched, edges) = (solution.matched?, solution.edges?);
        (matched < edges).then(|| match solution.bound {
            Some(bound) if bound == matched => {
                format!("{matched} of {edges} pairs of edges agree, proven to be the most")
            }
            Some(bound) if bound < edges => {
                format!("{matched} of {edges} pairs of edges agree, at most {bound} can")
            }
            _ => format!("{matched} of {edges} pairs of edges agree"),
        })
    }

    fn solve(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        own: &SolveOptions,
        limits: &Limits,
    ) -> Result<Outcome<Solution>, Error> {
        let is_weakened = !question.formula.drop.is_empty();
        let started = Instant::now();
        if !own.best && !is_weakened && question.search.engine().is_none() && puzzle.hopeless().is_some() {
            return Ok(impossible_by_counting(started.elapsed()));
        }
        if own.best { best(puzzle, question, limits) } else { ask(puzzle, question, limits) }
    }

    fn count(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        wanted: &Counting,
        limits: &Limits,
    ) -> Result<Counted, Failure> {
        count::count(puzzle, question, wanted, limits)
    }

    fn generate(own: &GenerateOptions, seed: u64, limits: &Limits) -> Result<Made<Self::Puzzle>, Failure> {
        let cells = own.size.area();
        if cells > MAX_CELLS {
            let message = format!("a board of {} is too large, expected at most {MAX_CELLS} cells", own.size);
            return Err(Failure::usage(message));
        }
        let colors = usize::from(own.frame_colors) + usize::from(own.inner_colors);
        if own.inner_colors == 0 || colors >= MAX_COLORS {
            return Err(Failure::usage(format!("expected 1 to {} colours inside", MAX_COLORS - 1)));
        }
        let recipe = Recipe {
            size: own.size,
            frame_colors: own.frame_colors,
            inner_colors: own.inner_colors,
            seed,
            unique: own.unique,
        };
        let mut puzzle = match em::generate(&recipe, limits)? {
            Answer::Solved(generated) => generated.puzzle,
            Answer::Unknown(stop) => return Ok(Made::Stopped(stop)),
            Answer::Impossible(_) | Answer::Refused { .. } => {
                return Err(Failure::usage("there is no such board"));
            }
        };
        puzzle.source = format!(
            "jigsat edge-matching generate, size {}, {} frame and {} inner colours, seed {seed}{}",
            own.size,
            own.frame_colors,
            own.inner_colors,
            if own.unique { ", unique" } else { "" }
        );
        Ok(Made::Puzzle { puzzle, left_open: None })
    }
}

fn impossible_by_counting(solving: Duration) -> Outcome<Solution> {
    let by = By { engine: "counting", stage: None, solver: None, encoding: None };
    let first = Answer::Impossible(by.clone());
    let effort = Effort { solving, ..Effort::default() };
    Outcome { first, second: None, none_within: None, left_open: None, by, effort, size: None }
}

/// A solution; and where that was asked for, another one that is no turn of it.
fn ask(
    puzzle: &em::EdgeMatching,
    question: &Question<'_, EdgeMatching>,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let mut search = match question.search.engine() {
        Some("backtrack") => Lister::<EdgeMatching>::new(puzzle, question)?,
        _ => Lister::Blocking(Box::new(family::session::<EdgeMatching>(puzzle, question)?)),
    };
    let first = search.solve(limits)?;
    let mut second = None;
    if let (Answer::Solved(first), true) = (&first, question.unique) {
        let images = if puzzle.turns_are_one { puzzle.images(first) } else { vec![first.clone()] };
        second = loop {
            match search.solve(limits)? {
                Answer::Solved(other) if images.contains(&other) => {}
                answer => break Some(answer),
            }
        };
    }
    let size = Some(search.size());
    let (by, effort) = (search.by(), search.effort());
    Ok(Outcome { first, second, none_within: None, left_open: None, by, effort, size })
}

/// A solution, or the assembly with the most matching edges.
fn best(
    puzzle: &em::EdgeMatching,
    question: &Question<'_, EdgeMatching>,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let mut is_impossible = puzzle.hopeless().is_some();
    if !is_impossible {
        let now = Instant::now();
        let quarter =
            limits.deadline.map_or(COMPLETING, |deadline| deadline.saturating_duration_since(now) / 4);
        let some = Limits { deadline: Some(now + quarter.min(COMPLETING)), ..limits.clone() };
        let outcome = ask(puzzle, question, &some)?;
        match outcome.first {
            Answer::Impossible(_) => is_impossible = true,
            Answer::Unknown(_) => {}
            Answer::Solved(_) | Answer::Refused { .. } => return Ok(outcome),
        }
    }
    let ways = Ways {
        recipe: question.formula.recipe(true),
        solver: question.search.solver().cloned().unwrap_or_default(),
        seed: question.search.seed,
    };
    let mut report = |solution: &Solution| {
        let (matched, edges) = (solution.matched.unwrap_or_default(), solution.edges.unwrap_or_default());
        eprintln!("{matched} of {edges} agree: {}", solution.to_line(puzzle));
    };
    let improved = em::improve(puzzle, &ways, is_impossible, limits, &mut report)?;
    let first = match improved.answer {
        // All edges agree: no partial solution after all.
        Answer::Solved(solution) if solution.matched == solution.edges => {
            Answer::Solved(Solution::new(solution.placements))
        }
        answer => answer,
    };
    let left_open = improved.stopped.filter(|_| matches!(first, Answer::Solved(_)));
    let left_open = left_open.map(|stop: Stop| format!("whether more can agree: {stop}"));
    let (by, effort, size) = (improved.by, improved.effort, improved.size);
    Ok(Outcome { first, second: None, none_within: None, left_open, by, effort, size })
}
