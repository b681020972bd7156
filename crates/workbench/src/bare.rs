//! Puzzles without a family: any [`Puzzle`] of a program becomes an [`Instance`], without registration.

use std::{any::type_name, borrow::Cow, sync::Arc};

use jigsat_cnf::Choice;
use jigsat_grid::{Lines, Picture};
use jigsat_input::{ParseError, Source};
use jigsat_kit::{Auto, EncodingOf, Family, FamilyTypes, Files, Goal, Info, NoOptions, Puzzles, Text};
use jigsat_solve::{Limits, Puzzle, Refusal, Solver};
use schemars::JsonSchema;

use crate::{
    Ask, Error, Instance,
    case::{Case, question},
};

/// An instance of a puzzle of any type, ready to be solved, counted, checked, encoded and proved.
///
/// Such a puzzle has no files: its solutions are read and drawn as JSON. It lacks the other abilities of a family, such
/// as explanations.
///
/// # Errors
///
/// An encoding or engine that the puzzle doesn't have.
pub fn instance<P>(
    name: impl Into<Cow<'static, str>>,
    puzzle: P,
    ask: &Ask,
) -> Result<Box<dyn Instance>, Error>
where
    P: Puzzle<Solution: JsonSchema + Sync + 'static> + Send + 'static,
{
    let info = Info {
        name: name.into(),
        answers: "".into(),
        about: type_name::<P>().into(),
        example: "".into(),
        solution_formats: &[],
        puzzle_formats: &[],
        formula_formats: &[],
        definition: None,
        file_schema: schemars::Schema::default,
        pasted: None,
        solution_letters: "",
        editor: None,
        cell_side: jigsat_kit::CELL_SIDE,
    };
    let family = Arc::new(Bare { info, of: std::marker::PhantomData });
    let question = question(&*family, ask)?;
    Ok(Box::new(Case::of_puzzle(&family, puzzle, "", question)))
}

/// The family of one type of puzzles, as complete as such puzzles allow.
struct Bare<P> {
    info: Info,
    of: std::marker::PhantomData<fn(P)>,
}

impl<P> FamilyTypes for Bare<P>
where
    P: Puzzle<Solution: JsonSchema + Sync + 'static> + Send + 'static,
{
    type Puzzle = P;
    type Options = NoOptions;
}

impl<P> Family for Bare<P>
where
    P: Puzzle<Solution: JsonSchema + Sync + 'static> + Send + 'static,
{
    fn info(&self) -> &Info {
        &self.info
    }

    fn recognises(&self, _start: &str) -> bool {
        false
    }

    fn read(&self, text: Text, _: &NoOptions, _: &dyn Files) -> Result<Puzzles<P>, ParseError> {
        let message = format!("can't be read: puzzles of {} are made by a program", self.info.name);
        Err(ParseError::in_file(text.name(), message))
    }

    fn read_solution(&self, _: &P, source: &Source, _: &Limits) -> Result<P::Solution, ParseError> {
        serde_json::from_str(source.text()).map_err(|error| {
            ParseError::in_file(source.name(), format!("is no solution: {error}")).expecting("its JSON")
        })
    }

    fn check_so_far(&self, puzzle: &P, solution: &P::Solution, limits: &Limits) -> Result<(), Refusal> {
        puzzle.check_within(solution, limits)
    }

    fn draw(&self, _: &P, solution: Option<&P::Solution>) -> Box<dyn Picture> {
        let text = solution.and_then(|solution| serde_json::to_string(solution).ok());
        Box::new(Lines(vec![text.unwrap_or_else(|| self.info.name.to_string())]))
    }

    fn write(&self, _: &P, format: &str) -> Result<Vec<u8>, String> {
        Err(format!("puzzles of {} have no format '{format}'", self.info.name))
    }

    fn write_solution(&self, _: &P, solution: &P::Solution, format: &str) -> Option<String> {
        (format == "plain").then(|| serde_json::to_string(solution).ok())?
    }

    fn auto(&self, _: &P, goal: Goal) -> Auto<Self> {
        let encoding = EncodingOf::<Self>::ALL[0];
        match goal {
            Goal::One => Auto::sat(encoding, Solver::default()),
            Goal::All => Auto::backtrack(encoding),
        }
    }
}
