//! Edge-matching as a family of the kit.
mod count;
mod cutting;
mod engines;
mod explanation;
mod generator;
mod options;
mod solve;

use std::borrow::Cow;

use jigsat_grid::{Picture, Size};
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Auto, Cutting, Engines, Entry, Explanation, Family, FamilyTypes, Files, Generator, Goal, Images, Info,
    Puzzles, Question, Symmetry, Text,
};
use jigsat_solve::{Attempt, Limits, Refusal, Solver, Stop};

use crate::{EdgeMatching, Encoding, MAX_CELLS, Solution, Wanted};
pub use generator::GenerateOptions;
pub use options::{EdgeMatchingOptions, Rotate, Turns};

/// Square pieces whose touching edges agree.
///
/// ```
/// use jigsat_edge_matching::{EdgeMatchingFamily, EdgeMatchingOptions};
/// use jigsat_kit::{Family, NoFiles, Text, only};
///
/// let text = Text::of_string("pieces", "1 2\n1 2 3 2\n1 4 3 4\n".into());
/// let entry = only(&EdgeMatchingFamily, text, &EdgeMatchingOptions::default(), &NoFiles)?;
/// assert_eq!(entry.puzzle.pieces.len(), 2);
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeMatchingFamily;

static INFO: Info = Info {
    name: Cow::Borrowed("edge-matching"),
    about: Cow::Borrowed("Square pieces whose touching edges agree, from Four Squares to Eternity II"),
    rules: Cow::Borrowed(
        "Edge matching. Put a square piece onto every cell.\n\
        1. Each piece is used once; it may be turned, but not mirrored.\n\
        2. Where two pieces touch, their edges have the same colour, or the two halves of a picture.\n\
        3. With a frame, edges at the rim of the board have the colour of the frame, and no others have it.",
    ),
    answers: "By default, a SAT solver answers 'solve', with the encoding that measured best for the size of the board; backtracking over the formula answers 'count', because it lists many solutions sooner. `engine: sat` counts with the solver, too.",
    example: Cow::Borrowed("edge-matching puzzles/edge-matching/four-squares.yaml"),
    solution_formats: &[],
    puzzle_formats: &[],
    formula_formats: &[],
    definition: None,
    #[cfg(not(target_family = "wasm"))]
    file_schema: crate::yaml_schema,
    pasted: None,
    solution_letters: "",
    editor: None,
    cell_side: 64,
};

impl FamilyTypes for EdgeMatchingFamily {
    type Puzzle = EdgeMatching;
    type Options = EdgeMatchingOptions;
}

/// Minimum number of cells of a board on which the choice of the encoding matters: smaller ones take milliseconds.
const LARGE: usize = 36;

impl Family for EdgeMatchingFamily {
    fn info(&self) -> &Info {
        &INFO
    }

    fn recognises(&self, start: &str) -> bool {
        crate::recognises(start)
    }

    fn read(
        &self,
        text: Text,
        options: &EdgeMatchingOptions,
        _files: &dyn Files,
    ) -> Result<Puzzles<EdgeMatching>, ParseError> {
        let source = text.into_source()?;
        let mut puzzle = match options.size {
            Some(size) => crate::parse_drawn(&source, size)?,
            None => crate::parse(&source)?,
        };
        let warnings = if options.size.is_none() { crate::assumed_board(&source) } else { None };
        if let Some(rotate) = options.rotate {
            puzzle.rotate = rotate == Rotate::Always;
            puzzle.validate().map_err(|invalid| ParseError::in_file(source.name(), invalid.to_string()))?;
        }
        puzzle.turns_are_one = options.turns == Turns::One;
        let warnings = warnings.into_iter().chain(puzzle.warning()).collect();
        Ok(Box::new(std::iter::once(Ok(Entry { title: puzzle.title.clone(), puzzle, warnings }))))
    }

    fn read_solution(
        &self,
        puzzle: &EdgeMatching,
        source: &Source,
        _: &Limits,
    ) -> Result<Solution, ParseError> {
        crate::parse_solution(puzzle, source)
    }

    fn check_so_far(&self, puzzle: &EdgeMatching, solution: &Solution, _: &Limits) -> Result<(), Refusal> {
        Ok(crate::check_so_far(puzzle, solution).map(|_| ())?)
    }

    fn draw(&self, puzzle: &EdgeMatching, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(crate::draw(puzzle, solution))
    }

    fn write(&self, puzzle: &EdgeMatching, format: &str) -> Result<Vec<u8>, Message> {
        match format {
            "yaml" => puzzle.to_yaml().map(String::into_bytes).map_err(|error| error.to_string().into()),
            "plain" if !puzzle.hints.is_empty() => {
                Err("a list of pieces cannot hold hints; use `format: yaml`".into())
            }
            "plain" => Ok(puzzle.to_list().trim_end().into()),
            other => Err(format!("edge-matching has no format '{other}'").into()),
        }
    }

    fn write_solution(&self, puzzle: &EdgeMatching, solution: &Solution, format: &str) -> Option<String> {
        (format == "plain").then(|| solution.to_line(puzzle))
    }

    /// Chosen by measurements on generated boards; the table is in docs/src/guide/edge-matching.md. Backtracking uses
    /// the bare placements: helper variables cost time and don't guide the search.
    fn auto(&self, puzzle: &EdgeMatching, goal: Goal) -> Auto<Self> {
        let is_built_in = |solver: &Solver| Solver::built_in().contains(solver);
        match goal {
            Goal::One => match [Solver::Glucose, Solver::Cadical].into_iter().find(is_built_in) {
                Some(Solver::Glucose) if puzzle.size.area() < LARGE || !puzzle.colors_are_even() => {
                    Auto::sat(Encoding::TwoLevel, Solver::Glucose)
                }
                other => Auto::sat(Encoding::Compact, other.unwrap_or_default()),
            },
            Goal::All => Auto::backtrack(Encoding::Placement),
        }
    }

    fn suits(&self, question: &Question<Self>) -> Result<(), Message> {
        if question.options.best && question.unique {
            return Err("'best' looks for one answer and cannot be combined with 'unique'".into());
        }
        Ok(())
    }

    fn contradiction(&self, puzzle: &EdgeMatching, _: &Limits) -> Option<String> {
        puzzle.contradiction()
    }

    /// The pieces of an empty board fit only one size, so this makes other pieces: those of the generator with seed 1,
    /// with the same number of colours.
    fn resize(&self, like: &EdgeMatching, size: Size, limits: &Limits) -> Result<EdgeMatching, Message> {
        if like.frame.is_some() || like.colors.is_signed() || !like.rotate {
            return Err("`sizes` works only for boards with unsigned colours and no frame whose pieces may be turned; \
                'generate' makes other boards"
                .into());
        }
        if !(1..=MAX_CELLS).contains(&size.area()) {
            return Err(format!("there is no board of size {size}, expected 1 to {MAX_CELLS} cells").into());
        }
        let inner_colors = like.colors.len() as u16;
        let wanted = Wanted { size, frame_colors: 0, inner_colors, uniform: false, seed: 1, unique: false };
        match crate::generate(&wanted, limits) {
            Ok(Attempt::Success(generated)) => Ok(generated.puzzle),
            Ok(Attempt::Stopped(stop)) => Err(format!("no such board could be made: {stop}").into()),
            _ => Err("no such board can be made".into()),
        }
    }

    fn engines(&self) -> Option<&dyn Engines<Self>> {
        Some(self)
    }

    fn symmetry(&self) -> Option<&dyn Symmetry<Self>> {
        Some(self)
    }

    fn cutting(&self) -> Option<&dyn Cutting<Self>> {
        Some(self)
    }

    fn explanation(&self) -> Option<&dyn Explanation<Self>> {
        Some(self)
    }

    fn generator(&self) -> Option<&dyn Generator<Self>> {
        Some(self)
    }
}

impl Symmetry<EdgeMatchingFamily> for EdgeMatchingFamily {
    /// Only the identity if the formula already has one of each set of rotations.
    fn order(&self, puzzle: &EdgeMatching, _limits: &Limits) -> Result<Option<usize>, Stop> {
        Ok(Some(if puzzle.turns_are_one && puzzle.turns_told_apart() { 1 } else { puzzle.turns().len() }))
    }

    fn images<'p>(&'p self, puzzle: &'p EdgeMatching) -> Images<'p, EdgeMatchingFamily> {
        let turns = puzzle.turns();
        Box::new(move |solution, number| puzzle.image(solution, turns[number]))
    }
}
