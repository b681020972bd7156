//! Sudoku as a family of the kit.
mod engines;
mod explanation;
mod generator;

use std::borrow::Cow;

use jigsat_grid::{Picture, Size};
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Auto, CELL_SIDE, Editor, Engines, Entry, Explanation, Family, FamilyTypes, Files, Form, Generator, Goal,
    Images, Info, NoOptions, Puzzles, Symmetry, Text, Word,
};
use jigsat_solve::{Limits, Refusal, Solver, Stop};

use crate::{Encoding, Solution, Sudoku};
pub use generator::GenerateOptions;

/// Sudoku of any box size, and its variants.
///
/// ```
/// use jigsat_kit::{Family, NoFiles, NoOptions, Text, only};
/// use jigsat_sudoku::SudokuFamily;
///
/// let text = Text::of_string("line", "1...34....2....4".into());
/// let entry = only(&SudokuFamily, text, &NoOptions {}, &NoFiles)?;
/// assert_eq!(entry.puzzle.side(), 4);
/// assert_eq!(SudokuFamily.write(&entry.puzzle, "plain"), Ok(b"1...34....2....4".to_vec()));
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SudokuFamily;

static INFO: Info = Info {
    name: Cow::Borrowed("sudoku"),
    about: Cow::Borrowed("Sudoku of any box size, and its variants"),
    rules: Cow::Borrowed(
        "Sudoku. Put a digit into every cell, from 1 to the number of rows.\n\
        1. Every row, every column and every box has each digit once.\n\
        2. A board may have regions of other shapes in place of boxes, or diagonals that have each digit once, too.\n\
        3. The digits of a cage differ, and have the sum that is written in it.\n\
        4. Along a thermometer, digits become greater from the bulb on.\n\
        5. With anti-knight or anti-king, cells that such a move joins have different digits.",
    ),
    answers: "By default, the engine 'fast' answers for classic 9x9 boards: propagation and search on bit sets solve most of them before a formula is built. A SAT solver answers for all others, and for all boards with `engine: sat`.",
    example: Cow::Borrowed("sudoku puzzles/sudoku/hard.yaml"),
    solution_formats: &[],
    puzzle_formats: &["address"],
    formula_formats: &[],
    definition: None,
    #[cfg(not(target_family = "wasm"))]
    file_schema: crate::yaml_schema,
    pasted: Some("a Sudoku as 81 digits"),
    solution_letters: "",
    editor: Some(Editor::Board(Form {
        also_blank: &["0", "-"],
        square: true,
        regions: Some("regions"),
        figures: true,
        switches: &[
            Word::new("diagonals", "diagonals"),
            Word::new("anti_knight", "anti-knight"),
            Word::new("anti_king", "anti-king"),
        ],
        usual: [9, 9],
        address: Some("address"),
        ..Form::NUMBERS
    })),
    cell_side: CELL_SIDE,
};

impl FamilyTypes for SudokuFamily {
    type Puzzle = Sudoku;
    type Options = NoOptions;
}

impl Family for SudokuFamily {
    fn info(&self) -> &Info {
        &INFO
    }

    fn recognises(&self, start: &str) -> bool {
        let first = crate::Puzzles::new("", start.as_bytes()).next();
        first.is_some_and(|entry| entry.puzzle.is_ok_and(|puzzle| crate::parse::is_likely(start, &puzzle)))
            || crate::parse::resembles(start)
    }

    fn read(
        &self,
        text: Text,
        _options: &NoOptions,
        _files: &dyn Files,
    ) -> Result<Puzzles<Sudoku>, ParseError> {
        let name = text.name().to_owned();
        let entries = crate::Puzzles::new(&name, text.into_reader());
        Ok(Box::new(entries.map(|entry| {
            let puzzle = entry.puzzle?;
            Ok(Entry { title: puzzle.title.clone(), puzzle, warnings: entry.warnings })
        })))
    }

    fn read_solution(&self, puzzle: &Sudoku, source: &Source, _: &Limits) -> Result<Solution, ParseError> {
        crate::parse_solution(puzzle, source)
    }

    fn check_so_far(&self, puzzle: &Sudoku, solution: &Solution, _: &Limits) -> Result<(), Refusal> {
        Ok(crate::check_so_far(puzzle, solution).map(|_| ())?)
    }

    fn draw(&self, puzzle: &Sudoku, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(crate::draw(puzzle, solution))
    }

    fn write(&self, puzzle: &Sudoku, format: &str) -> Result<Vec<u8>, Message> {
        match format {
            "yaml" => puzzle.to_yaml().map(String::into_bytes).map_err(|error| error.to_string().into()),
            "plain" if !puzzle.is_classic() => {
                Err("a line holds only the digits, not the variant; use `format: yaml`".into())
            }
            "plain" => Ok(puzzle.to_line().unwrap_or_else(|| puzzle.to_numbers()).into_bytes()),
            "address" => puzzle
                .to_address()
                .map(|address| (address + "\n").into_bytes())
                .ok_or_else(|| "only classic boards have an address of puzz.link; use `format: yaml`".into()),
            other => Err(format!("Sudoku has no format '{other}'").into()),
        }
    }

    fn write_solution(&self, puzzle: &Sudoku, solution: &Solution, format: &str) -> Option<String> {
        (format == "plain").then(|| puzzle.solution_line(solution))
    }

    /// Chosen by measurements on single boards of each size; the table is in docs/src/guide/sudoku.md.
    fn auto(&self, puzzle: &Sudoku, goal: Goal) -> Auto<Self> {
        let (encoding, solver) = match puzzle.side() {
            0..=24 => (Encoding::Extended, Solver::default()),
            25..=30 => (Encoding::Triads, built_in(&Solver::Cadical)),
            31..=48 => (Encoding::Extended, built_in(&Solver::Cadical)),
            49.. => (Encoding::Triads, Solver::default()),
        };
        match goal {
            Goal::One => Auto::sat(encoding, solver),
            Goal::All => Auto::backtrack(encoding),
        }
    }

    fn contradiction(&self, puzzle: &Sudoku, _: &Limits) -> Option<String> {
        puzzle.contradiction().map(|clash| clash.to_string())
    }

    fn resize(&self, like: &Sudoku, size: Size, _: &Limits) -> Result<Sudoku, Message> {
        if !like.is_classic() {
            return Err("`sizes` works only for classic boards".into());
        }
        let blank = Sudoku { box_size: size, givens: vec![0; size.area() * size.area()], ..like.clone() };
        blank.validate().map_err(|invalid| invalid.to_string())?;
        Ok(blank)
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

impl Symmetry<SudokuFamily> for SudokuFamily {
    fn order(&self, puzzle: &Sudoku, _limits: &Limits) -> Result<Option<usize>, Stop> {
        Ok(Some(puzzle.symmetries().len()))
    }

    fn images<'p>(&'p self, puzzle: &'p Sudoku) -> Images<'p, SudokuFamily> {
        let symmetries = puzzle.symmetries();
        Box::new(move |solution, number| solution.image(symmetries[number]))
    }
}

/// That solver if this build has it, otherwise the default.
fn built_in(wanted: &Solver) -> Solver {
    let known = Solver::built_in().iter().find(|&solver| solver == wanted);
    known.cloned().unwrap_or_default()
}
