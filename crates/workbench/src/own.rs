//! Puzzles without a family: any [`Puzzle`] of a program becomes a [`Board`], without registration.

use std::{any::type_name, borrow::Cow, sync::Arc};

use jigsat_cnf::Choice;
use jigsat_grid::{Cell, Lines, Picture};
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Auto, EncodingOf, Explanation, Family, FamilyTypes, Files, Goal, Info, NoOptions, Puzzles, Text,
};
use jigsat_solve::{Limits, Puzzle, Refusal, Solver};
use schemars::JsonSchema;

use crate::{
    Ask, Board, Error,
    typed::{Case, Origin, question},
};

/// Draws a puzzle, or a solution of it.
type Draw<P> = dyn Fn(&P, Option<&<P as Puzzle>::Solution>) -> Box<dyn Picture> + Send + Sync;

/// The cells in which pictures show what an atom is about.
type Cells<P> = dyn Fn(&P, <P as Puzzle>::Atom) -> Vec<Cell> + Send + Sync;

/// A puzzle of any type, from which boards are made that are solved, counted, checked, encoded, proved and explained.
///
/// Such a puzzle has no files: its solutions are read as JSON, and drawn as JSON unless it has a picture.
pub struct OwnPuzzle<P: Puzzle> {
    family: Own<P>,
    puzzle: P,
}

impl<P> OwnPuzzle<P>
where
    P: Puzzle<Solution: JsonSchema + Sync + 'static> + Send + 'static,
{
    /// A puzzle with the name that records have for its family.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, puzzle: P) -> Self {
        let info = Info {
            name: name.into(),
            answers: "",
            about: type_name::<P>().into(),
            rules: "".into(),
            example: "".into(),
            solution_formats: &[],
            puzzle_formats: &[],
            formula_formats: &[],
            definition: None,
            #[cfg(not(target_family = "wasm"))]
            file_schema: schemars::Schema::default,
            pasted: None,
            solution_letters: "",
            editor: None,
            cell_side: jigsat_kit::CELL_SIDE,
        };
        OwnPuzzle { family: Own { info, draw: None, cells: None }, puzzle }
    }

    /// With a picture of the puzzle alone or of a solution.
    #[must_use]
    pub fn drawn(
        mut self,
        draw: impl Fn(&P, Option<&P::Solution>) -> Box<dyn Picture> + Send + Sync + 'static,
    ) -> Self {
        self.family.draw = Some(Box::new(draw));
        self
    }

    /// With the cells in which pictures of explanations show what an atom is about.
    #[must_use]
    pub fn placed(mut self, cells: impl Fn(&P, P::Atom) -> Vec<Cell> + Send + Sync + 'static) -> Self {
        self.family.cells = Some(Box::new(cells));
        self
    }

    /// The board, with a question.
    ///
    /// # Errors
    ///
    /// An encoding or engine that the puzzle doesn't have.
    pub fn board(self, ask: &Ask) -> Result<Arc<dyn Board>, Error> {
        let family = Arc::new(self.family);
        let question = question(&*family, ask)?;
        Ok(Case::board(&family, self.puzzle, Origin::made(), &question))
    }
}

/// The family of one puzzle, as complete as such puzzles allow.
struct Own<P: Puzzle> {
    info: Info,
    draw: Option<Box<Draw<P>>>,
    cells: Option<Box<Cells<P>>>,
}

impl<P> FamilyTypes for Own<P>
where
    P: Puzzle<Solution: JsonSchema + Sync + 'static> + Send + 'static,
{
    type Puzzle = P;
    type Options = NoOptions;
}

impl<P> Family for Own<P>
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

    fn draw(&self, puzzle: &P, solution: Option<&P::Solution>) -> Box<dyn Picture> {
        if let Some(draw) = &self.draw {
            return draw(puzzle, solution);
        }
        let text = solution.and_then(|solution| serde_json::to_string(solution).ok());
        Box::new(Lines(vec![text.unwrap_or_else(|| self.info.name.to_string())]))
    }

    fn write(&self, _: &P, format: &str) -> Result<Vec<u8>, Message> {
        Err(format!("puzzles of {} have no format '{format}'", self.info.name).into())
    }

    fn write_solution(&self, _: &P, solution: &P::Solution, format: &str) -> Option<String> {
        (format == "plain").then(|| serde_json::to_string(solution).ok())?
    }

    fn explanation(&self) -> Option<&dyn Explanation<Self>> {
        self.cells.as_ref().map(|_| self as &dyn Explanation<Self>)
    }

    fn auto(&self, _: &P, goal: Goal) -> Auto<Self> {
        let encoding = EncodingOf::<Self>::ALL[0];
        match goal {
            Goal::One => Auto::sat(encoding, Solver::default()),
            Goal::All => Auto::backtrack(encoding),
        }
    }
}

impl<P> Explanation<Own<P>> for Own<P>
where
    P: Puzzle<Solution: JsonSchema + Sync + 'static> + Send + 'static,
{
    fn cells(&self, puzzle: &P, atom: P::Atom) -> Vec<Cell> {
        self.cells.as_ref().map_or_else(Vec::new, |cells| cells(puzzle, atom))
    }
}
