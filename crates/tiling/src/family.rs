//! Tiling as a family of the kit.
mod count;
mod cutting;
mod engines;
mod explanation;
mod generator;
mod list;
mod options;
mod solve;

use std::{borrow::Cow, io::Read as _};

use jigsat_grid::{Picture, Size};
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Auto, CELL_SIDE, Cutting, Editor, Engines, Entry, Explanation, Family, FamilyTypes, Files, Form,
    Generator, Goal, Images, Info, Puzzles, Question, Symmetry, Text, Word,
};
use jigsat_solve::{Limits, Refusal, Solver, Stop};

use crate::{Atom, Board, Encoding, Read, Rotate, Solution, Tiling};
pub use generator::GenerateOptions;
pub use options::{TilingOptions, Turning};

/// Tiling and shape fitting, flat and in space.
///
/// ```
/// use jigsat_kit::{Family, NoFiles, Text, only};
/// use jigsat_tiling::{TilingFamily, TilingOptions};
///
/// let text = Text::of_string("board", "W = 2\nH = 1\nshapes = [\n[[1, 1]]\n]\n".into());
/// let entry = only(&TilingFamily, text, &TilingOptions::default(), &NoFiles)?;
/// assert_eq!(entry.puzzle.area(), 2);
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TilingFamily;

static INFO: Info = Info {
    name: Cow::Borrowed("tiling"),
    about: Cow::Borrowed("Tiling and shape fitting, flat and in space"),
    rules: Cow::Borrowed(
        "Tiling. Cover the board with the pieces.\n\
        1. Pieces lie within the board and don't overlap. They may be turned, and mirrored where the puzzle says so.\n\
        2. Every cell of the board is covered, unless the puzzle lets some stay empty.",
    ),
    answers: "By default, searches on bit boards answer ('bitboard', and 'frontier' for counts), because they are faster than SAT solvers on nearly all boards. `engine: sat` solves the formula.",
    example: Cow::Borrowed("tiling count puzzles/tiling/pentominoes-6x10.yaml"),
    solution_formats: &[],
    puzzle_formats: &["xmpuzzle", "placements"],
    formula_formats: &[],
    definition: None,
    #[cfg(not(target_family = "wasm"))]
    file_schema: crate::yaml_schema,
    pasted: None,
    solution_letters: "",
    editor: Some(Editor::Board(Form {
        cells: "board",
        also_blank: &["-"],
        compact: true,
        sized: true,
        digits: "",
        letters: true,
        words: &[Word::new("#", "outside")],
        painted: true,
        sets: &[
            "pentominoes",
            "one-sided-pentominoes",
            "tetrominoes",
            "one-sided-tetrominoes",
            "hexominoes",
            "dominoes",
        ],
        usual: [6, 10],
        ..Form::NUMBERS
    })),
    cell_side: CELL_SIDE,
};

/// Number of cells above which puzzles go directly to a solver: the bit-board search finds nothing in time.
const MANY_CELLS: usize = 150;

impl FamilyTypes for TilingFamily {
    type Puzzle = Tiling;
    type Options = TilingOptions;
}

impl Family for TilingFamily {
    fn info(&self) -> &Info {
        &INFO
    }

    fn recognises(&self, start: &str) -> bool {
        // The second byte of gzip's mark is not valid text.
        let packed = start.starts_with("\u{1f}\u{fffd}");
        packed || crate::recognises(start) || start.contains("<puzzle") && start.contains("<voxel")
    }

    fn read(
        &self,
        text: Text,
        options: &TilingOptions,
        _files: &dyn Files,
    ) -> Result<Puzzles<Tiling>, ParseError> {
        let is_packed = text.start().starts_with('\u{1f}') || text.start().trim_start().starts_with('<');
        if is_packed {
            let name = text.name().to_owned();
            let mut bytes = Vec::new();
            let read = text.into_reader().take(jigsat_input::MAX_TEXT).read_to_end(&mut bytes);
            read.map_err(|error| ParseError::unreadable(&name, &error))?;
            let puzzles = as_given_or_rotated(options.rotate, |rotate| {
                crate::parse_xmpuzzle(&name, bytes.clone(), rotate)
            })?;
            return Ok(Box::new(puzzles.into_iter().map(|puzzle| Ok(entry(puzzle, Vec::new())))));
        }
        let source = text.into_source()?;
        let Read { puzzle, warnings } =
            as_given_or_rotated(options.rotate, |rotate| crate::parse(&source, rotate))?;
        Ok(Box::new(std::iter::once(Ok(entry(puzzle, warnings)))))
    }

    fn read_solution(&self, puzzle: &Tiling, source: &Source, _: &Limits) -> Result<Solution, ParseError> {
        crate::parse_solution(puzzle, source)
    }

    fn check_so_far(&self, puzzle: &Tiling, solution: &Solution, _: &Limits) -> Result<(), Refusal> {
        Ok(crate::check_so_far(puzzle, solution)?)
    }

    fn draw(&self, puzzle: &Tiling, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(crate::draw(puzzle, solution))
    }

    fn write(&self, puzzle: &Tiling, format: &str) -> Result<Vec<u8>, Message> {
        match format {
            "yaml" => puzzle.to_yaml().map(String::into_bytes).map_err(|error| error.to_string().into()),
            "plain" => puzzle.to_plain().map(String::into_bytes),
            "xmpuzzle" => puzzle.to_xmpuzzle().map_err(Message::from),
            "placements" => Ok(puzzle.placements_by_piece().into_bytes()),
            other => Err(format!("tiling has no format '{other}'").into()),
        }
    }

    fn write_solution(&self, puzzle: &Tiling, solution: &Solution, format: &str) -> Option<String> {
        (format == "plain").then(|| solution.to_plain(puzzle))
    }

    /// Chosen by measurements on cut boards; the table is in docs/src/guide/tiling.md.
    fn auto(&self, puzzle: &Tiling, goal: Goal) -> Auto<Self> {
        let cadical = Solver::built_in().iter().find(|&solver| *solver == Solver::Cadical);
        let large = puzzle.area() > MANY_CELLS;
        match goal {
            Goal::One => {
                Auto::sat(Encoding::Placement, cadical.filter(|_| large).cloned().unwrap_or_default())
            }
            Goal::All => Auto::backtrack(Encoding::Placement),
        }
    }

    fn only_searched(&self, question: &Question<Self>) -> Option<&'static str> {
        (question.options.rotate == Some(Turning::Fallback)).then_some(
            "`rotate: fallback` is for solve and count, without proofs; ask about one of its two puzzles, with `rotate: never` or \
             `rotate: always`",
        )
    }

    fn contradiction(&self, puzzle: &Tiling, limits: &Limits) -> Option<String> {
        puzzle.contradiction(&limits.interrupt())
    }

    fn resize(&self, like: &Tiling, size: Size, _: &Limits) -> Result<Tiling, Message> {
        let mut spec = like.spec().clone();
        spec.given.clear();
        spec.boards = vec![Board::full([usize::from(size.cols), usize::from(size.rows), 1])];
        Tiling::new(spec).map_err(|invalid| invalid.to_string().into())
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

impl Symmetry<TilingFamily> for TilingFamily {
    fn order(&self, puzzle: &Tiling, _limits: &Limits) -> Result<Option<usize>, Stop> {
        Ok(Some(puzzle.symmetries().len()))
    }

    fn images<'p>(&'p self, puzzle: &'p Tiling) -> Images<'p, Self> {
        let symmetries = puzzle.symmetries();
        Box::new(move |solution, number| puzzle.image(solution, &symmetries[number]))
    }

    fn image_of_atom(&self, puzzle: &Tiling, atom: Atom, number: usize) -> Option<Atom> {
        match atom {
            Atom::Place(placement) => {
                Some(Atom::Place(puzzle.symmetries()[number].placements[placement as usize]))
            }
            Atom::Covers { .. } => None,
        }
    }
}

fn entry(puzzle: Tiling, warnings: Vec<String>) -> Entry<Tiling> {
    Entry { title: puzzle.spec().title.clone(), puzzle, warnings }
}

/// Reads a puzzle; if that fails because a piece doesn't fit as given, and rotation is the fallback, reads it with
/// pieces that may be rotated.
fn as_given_or_rotated<T>(
    turning: Option<Turning>,
    read: impl Fn(Rotate) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    match turning {
        None => read(Rotate::AsGiven),
        Some(Turning::Never) => read(Rotate::Never),
        Some(Turning::Fallback) => read(Rotate::Never).or_else(|_| read(Rotate::Always)),
        Some(Turning::Always) => read(Rotate::Always),
    }
}
