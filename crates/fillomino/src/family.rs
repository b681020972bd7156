//! Fillomino as a family of the kit.
mod engines;
mod explanation;
mod generator;
mod options;
mod rating;

use std::borrow::Cow;

use jigsat_grid::{Picture, Size};
use jigsat_input::{Message, ParseError, Source, lists::are_lists};
use jigsat_kit::{
    Auto, CELL_SIDE, Editor, Engines, Entry, Explanation, Family, FamilyTypes, Files, Form, Generator, Goal,
    Images, Info, Puzzles, Symmetry, Text,
};
use jigsat_solve::{Limits, Refusal, Solver, Stop};

use crate::{Encoding, Fillomino, MAX_SIDE, Solution};
pub use generator::{GenerateOptions, Percent};
pub use options::FillominoOptions;

/// Fillomino: each number is in a group of that many cells.
///
/// ```
/// use jigsat_fillomino::{FillominoFamily, FillominoOptions};
/// use jigsat_kit::{Family, NoFiles, Text, only};
///
/// let text = Text::of_string("board", "2 2\n3 0\n0 1\n".into());
/// let entry = only(&FillominoFamily, text, &FillominoOptions::default(), &NoFiles)?;
/// assert_eq!(entry.puzzle.givens, [3, 0, 0, 1]);
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FillominoFamily;

static INFO: Info = Info {
    name: Cow::Borrowed("fillomino"),
    about: Cow::Borrowed("Fillomino: each connected group of equal numbers has that many cells"),
    rules: Cow::Borrowed(
        "Fillomino. Put a number into every cell.\n\
        1. Equal numbers that touch along borders form a group. A group of a number has that many cells.\n\
        2. A group may have several of the given numbers, or none.",
    ),
    answers: "By default, a SAT solver answers (`engine: sat`), on a formula that grows while it is solved (encoding 'lazy'): it is the fastest on all boards that were measured. `engine: rules` reasons as people do.",
    example: Cow::Borrowed("fillomino puzzles/fillomino/easy.yaml --unique"),
    solution_formats: &[],
    puzzle_formats: &["address", "numbers", "filling"],
    formula_formats: &["smt2"],
    definition: None,
    #[cfg(not(target_family = "wasm"))]
    file_schema: crate::yaml_schema,
    pasted: None,
    solution_letters: "",
    editor: Some(Editor::Board(Form {
        also_blank: &["0", "-"],
        one_column: Some("one_column"),
        ..Form::NUMBERS
    })),
    cell_side: CELL_SIDE,
};

impl FamilyTypes for FillominoFamily {
    type Puzzle = Fillomino;
    type Options = FillominoOptions;
}

impl Family for FillominoFamily {
    fn info(&self) -> &Info {
        &INFO
    }

    fn recognises(&self, start: &str) -> bool {
        // Lists of edge-matching pieces also begin with a height, a width and numbers, but have four for each cell.
        // Lists of numbers may be of any family.
        if are_lists(start) {
            return false;
        }
        let puzzles = crate::parse_all(&Source::new("", start));
        // A malformed address has an error of its own.
        crate::parse::is_address(start) || !puzzles.is_empty() && puzzles.iter().all(Result::is_ok)
    }

    fn read(
        &self,
        text: Text,
        options: &FillominoOptions,
        _files: &dyn Files,
    ) -> Result<Puzzles<Fillomino>, ParseError> {
        let source = text.into_source()?;
        let variant = options.variant;
        Ok(Box::new(crate::parse_all(&source).into_iter().map(move |puzzle| {
            let mut puzzle = puzzle?;
            puzzle.variant = variant.unwrap_or(puzzle.variant);
            Ok(Entry::new(puzzle.title.clone(), puzzle))
        })))
    }

    fn read_solution(&self, puzzle: &Fillomino, source: &Source, _: &Limits) -> Result<Solution, ParseError> {
        crate::parse_solution(puzzle, source)
    }

    fn check_so_far(&self, puzzle: &Fillomino, solution: &Solution, _: &Limits) -> Result<(), Refusal> {
        Ok(crate::check_so_far(puzzle, solution).map(|_| ())?)
    }

    fn draw(&self, puzzle: &Fillomino, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(crate::draw(puzzle, solution))
    }

    fn write(&self, puzzle: &Fillomino, format: &str) -> Result<Vec<u8>, Message> {
        let text = match format {
            "yaml" => puzzle.to_yaml().map_err(|error| error.to_string())?,
            "plain" => puzzle.to_url(),
            "address" => puzzle.to_url() + "\n",
            "numbers" => puzzle.to_numbers(),
            "smt2" => crate::smt2(puzzle),
            "filling" => match puzzle.to_filling_id() {
                Some(id) => id + "\n",
                None => return Err("a Filling id cannot hold numbers above 9; use `format: plain`".into()),
            },
            other => return Err(format!("Fillomino has no format '{other}'").into()),
        };
        Ok(text.into_bytes())
    }

    fn write_solution(&self, _puzzle: &Fillomino, solution: &Solution, format: &str) -> Option<String> {
        (format == "plain").then(|| solution.to_numbers())
    }

    /// A solver finds all solutions faster than backtracking, too.
    fn auto(&self, _puzzle: &Fillomino, _goal: Goal) -> Auto<Self> {
        Auto::sat(Encoding::Lazy, Solver::default())
    }

    fn contradiction(&self, puzzle: &Fillomino, _: &Limits) -> Option<String> {
        puzzle.contradiction()
    }

    /// Numbers above the largest given share an atom, as when solving; otherwise nearly all of the formula would be
    /// about them.
    fn to_prove(&self, puzzle: &Fillomino, _: Option<u32>) -> Option<Fillomino> {
        Some(Fillomino { largest_named: Some(puzzle.largest_given()), ..puzzle.clone() })
    }

    fn resize(&self, like: &Fillomino, size: Size, _: &Limits) -> Result<Fillomino, Message> {
        fits(size)?;
        let blank = Fillomino::new(size, vec![0; size.area()]);
        Ok(Fillomino { variant: like.variant, ..blank })
    }

    fn engines(&self) -> Option<&dyn Engines<Self>> {
        Some(self)
    }

    fn symmetry(&self) -> Option<&dyn Symmetry<Self>> {
        Some(self)
    }

    fn explanation(&self) -> Option<&dyn Explanation<Self>> {
        Some(self)
    }

    fn generator(&self) -> Option<&dyn Generator<Self>> {
        Some(self)
    }
}

impl Symmetry<FillominoFamily> for FillominoFamily {
    fn order(&self, puzzle: &Fillomino, _limits: &Limits) -> Result<Option<usize>, Stop> {
        Ok(Some(puzzle.symmetries().len()))
    }

    fn images<'p>(&'p self, puzzle: &'p Fillomino) -> Images<'p, FillominoFamily> {
        let symmetries = puzzle.symmetries();
        Box::new(move |solution, number| puzzle.image(solution, symmetries[number]))
    }
}

/// Whether there are boards of that size.
fn fits(size: Size) -> Result<(), String> {
    if size.rows.max(size.cols) > MAX_SIDE || size.area() == 0 {
        return Err(format!("there is no board of size {size}, expected 1 to {MAX_SIDE} rows and columns"));
    }
    Ok(())
}
