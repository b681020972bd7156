//! Slitherlink as a family of the kit.
mod explanation;
mod generator;

use std::borrow::Cow;

use jigsat_grid::{Edge, Picture, Size};
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Auto, CELL_SIDE, Editor, Entry, Explanation, Family, FamilyTypes, Files, Form, Generator, Goal, Images,
    Info, NoOptions, Puzzles, Symmetry, Text,
};
use jigsat_solve::{Limits, Refusal, Solver, Stop};

use crate::{Encoding, MAX_SIDE, Slitherlink, Solution};
pub use generator::GenerateOptions;

/// Slitherlink: a single loop along edges, counted by numbers.
///
/// ```
/// use jigsat_kit::{Family, NoFiles, NoOptions, Text, only};
/// use jigsat_slitherlink::SlitherlinkFamily;
///
/// let text = Text::of_string("address", "https://puzz.link/p?slither/5/5/cbcbcddad".into());
/// let puzzle = only(&SlitherlinkFamily, text, &NoOptions {}, &NoFiles)?.puzzle;
/// assert_eq!(puzzle.clues[..5], [Some(2), None, None, Some(1), None]);
/// assert_eq!(SlitherlinkFamily.write(&puzzle, "plain"), Ok(b"https://puzz.link/p?slither/5/5/cbcbcdda3".to_vec()));
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlitherlinkFamily;

static INFO: Info = Info {
    name: Cow::Borrowed("slitherlink"),
    about: Cow::Borrowed("Slitherlink: a single loop along edges, counted by numbers"),
    rules: Cow::Borrowed(
        "Slitherlink. Draw a loop along the borders of cells.\n\
        1. The line is a single loop: it neither branches nor crosses itself.\n\
        2. A number says how many of the four borders of its cell are part of the loop.",
    ),
    answers: "By default, a SAT solver answers 'solve', and cuts are added while it runs; backtracking over the formula answers 'count', because it lists many solutions sooner. `engine: sat` counts with the solver, too.",
    example: Cow::Borrowed("slitherlink puzzles/slitherlink/easy.yaml --unique"),
    solution_formats: &["pzpr"],
    puzzle_formats: &["address", "pzpr"],
    formula_formats: &[],
    definition: None,
    #[cfg(not(target_family = "wasm"))]
    file_schema: crate::yaml_schema,
    pasted: None,
    solution_letters: "",
    editor: Some(Editor::Board(Form { also_blank: &["-"], compact: true, digits: "01234", ..Form::NUMBERS })),
    cell_side: CELL_SIDE,
};

impl FamilyTypes for SlitherlinkFamily {
    type Puzzle = Slitherlink;
    type Options = NoOptions;
}

impl Family for SlitherlinkFamily {
    fn info(&self) -> &Info {
        &INFO
    }

    fn recognises(&self, start: &str) -> bool {
        crate::parse::recognises(start)
    }

    fn read(&self, text: Text, _: &NoOptions, _: &dyn Files) -> Result<Puzzles<Slitherlink>, ParseError> {
        let puzzles = crate::parse_all(&text.into_source()?);
        Ok(Box::new(puzzles.into_iter().map(|puzzle| {
            let puzzle = puzzle?;
            Ok(Entry::new(puzzle.title.clone(), puzzle))
        })))
    }

    fn read_solution(
        &self,
        puzzle: &Slitherlink,
        source: &Source,
        _: &Limits,
    ) -> Result<Solution, ParseError> {
        crate::parse_solution(puzzle, source)
    }

    fn check_so_far(&self, puzzle: &Slitherlink, solution: &Solution, _: &Limits) -> Result<(), Refusal> {
        Ok(crate::check_so_far(puzzle, solution)?)
    }

    fn draw(&self, puzzle: &Slitherlink, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(crate::draw(puzzle, solution))
    }

    fn write(&self, puzzle: &Slitherlink, format: &str) -> Result<Vec<u8>, Message> {
        let text = match format {
            "yaml" => puzzle.to_yaml().map_err(|error| error.to_string())?,
            "plain" => puzzle.to_url(),
            "address" => puzzle.to_url() + "\n",
            "pzpr" => puzzle.to_pzpr(None, '\n'),
            other => return Err(format!("Slitherlink has no format '{other}'").into()),
        };
        Ok(text.into_bytes())
    }

    fn write_solution(&self, puzzle: &Slitherlink, solution: &Solution, format: &str) -> Option<String> {
        match format {
            "plain" => Some(puzzle.to_pzpr(Some(solution), '/')),
            "pzpr" => Some(puzzle.to_pzpr(Some(solution), '\n')),
            _ => None,
        }
    }

    /// Chosen by measurements on boards of 10x10 to 30x40; the table is in docs/src/guide/slitherlink.md.
    fn auto(&self, _: &Slitherlink, goal: Goal) -> Auto<Self> {
        match goal {
            Goal::One => Auto::sat(Encoding::Edges, Solver::default()),
            Goal::All => Auto::backtrack(Encoding::Edges),
        }
    }

    fn resize(&self, _: &Slitherlink, size: Size, _: &Limits) -> Result<Slitherlink, Message> {
        fits(size)?;
        Ok(Slitherlink::new(size, vec![None; size.area()]))
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

impl Symmetry<SlitherlinkFamily> for SlitherlinkFamily {
    fn order(&self, puzzle: &Slitherlink, _limits: &Limits) -> Result<Option<usize>, Stop> {
        Ok(Some(puzzle.symmetries().len()))
    }

    fn images<'p>(&'p self, puzzle: &'p Slitherlink) -> Images<'p, Self> {
        let symmetries = puzzle.symmetries();
        Box::new(move |solution, number| puzzle.image(solution, symmetries[number]))
    }

    fn models_tell_first(&self) -> bool {
        true
    }

    fn image_of_atom(&self, puzzle: &Slitherlink, edge: Edge, number: usize) -> Option<Edge> {
        Some(puzzle.symmetries()[number].edge(edge, puzzle.size))
    }
}

/// Whether there are boards of that size.
fn fits(size: Size) -> Result<(), String> {
    if size.rows.max(size.cols) > MAX_SIDE || size.area() == 0 {
        return Err(format!("a board of {size} can't be had, expected 1 to {MAX_SIDE} rows and columns"));
    }
    Ok(())
}
