//! Edge-matching, as the command sees it.

use std::time::Instant;

use jigsat_edge_matching::{self as em, How, MAX_CELLS, MAX_COLORS, Recipe, Solution};
use jigsat_grid::{Picture, Size, Symmetry};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Answer, Error, Flaw, Limits, Solver};

use crate::{
    exit::Failure,
    family::{self, Counted, Counting, Entry, Family, Made, Outcome, Question},
    input::Opened,
};

mod count;
mod options;
mod solve;

pub use options::{GenerateOptions, Options, Rotate, SolveOptions, Turns};

pub struct EdgeMatching;

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
            return Ok(solve::impossible_by_counting(started.elapsed()));
        }
        if own.best { solve::best(puzzle, question, limits) } else { solve::ask(puzzle, question, limits) }
    }

    fn count(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        wanted: &Counting,
        limits: &Limits,
    ) -> Result<Counted, Failure> {
        count::count(puzzle, question, wanted, limits)
    }

    fn counted_as(puzzle: &Self::Puzzle) -> Option<(Self::Puzzle, u128)> {
        let (listed, turns) = count::one_of_each_turn(puzzle, puzzle.turns_told_apart());
        Some((listed, turns as u128))
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
        Ok(Made::Puzzle { puzzle, short_of: None })
    }
}
