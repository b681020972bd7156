//! A puzzle without its types: what answers and fronts need of it, whatever its family is.

use std::any::Any;

use jigsat_grid::Picture;
use jigsat_input::{ParseError, Source};
use jigsat_kit::{Error, Family, Info};
#[cfg(not(target_family = "wasm"))]
use serde_json::value::RawValue;

use crate::{
    Context, Solution,
    case::Case,
    formula::{self, FormulaHandle},
};

/// A puzzle of any family with a question. It owns its puzzle.
pub trait Board: Send + Sync {
    /// Its family's name, formats and help.
    fn info(&self) -> &Info;

    /// The puzzle in its family's type, for callers that know it.
    fn puzzle(&self) -> &dyn Any;

    /// Its origin: the file's name, `-`, or `argument`.
    fn file(&self) -> &str;

    /// Its title; may be empty.
    fn title(&self) -> &str;

    /// Warnings about it.
    fn warnings(&self) -> &[String];

    /// Whether it is solved in a fraction of a millisecond and in little memory: a batch then needs no separate process
    /// to bound it.
    fn is_light(&self) -> bool;

    /// Why it is plainly impossible, if it is and that is found within the limits.
    fn contradiction(&self, context: &Context) -> Option<String>;

    /// The formula.
    ///
    /// # Errors
    ///
    /// A formula that can't be built as asked.
    fn formula(&self, context: &Context) -> Result<Box<dyn FormulaHandle>, Error>;

    /// Draws the puzzle, or a solution of it; a solution of another puzzle is not drawn.
    fn draw(&self, solution: Option<&Solution>) -> Box<dyn Picture>;

    /// Reads a solution, possibly partial, in any form in which solutions are written.
    ///
    /// # Errors
    ///
    /// Malformed text, and a limit that was reached first.
    fn read_solution(&self, source: &Source, context: &Context) -> Result<Solution, ParseError>;

    /// The solution of a record that another process made.
    ///
    /// # Errors
    ///
    /// JSON that is not a solution of the family.
    #[cfg(not(target_family = "wasm"))]
    fn solution(&self, json: &RawValue) -> serde_json::Result<Solution>;

    /// A solution as text: `plain`, or a form of the family's own; `None` for another format.
    fn write_solution(&self, solution: &Solution, format: &str) -> Option<String>;

    /// The puzzle as a file: `yaml`, `plain`, or a form of the family's own.
    ///
    /// # Errors
    ///
    /// Why there is no such form.
    fn write(&self, format: &str) -> Result<Vec<u8>, Error>;

    /// The formula in a form of the family's own; `None` for another format.
    fn write_formula(&self, format: &str) -> Option<String>;
}

impl<F: Family> Board for Case<F> {
    fn info(&self) -> &Info {
        self.family.info()
    }

    fn puzzle(&self) -> &dyn Any {
        &*self.board.puzzle
    }

    fn file(&self) -> &str {
        &self.board.file
    }

    fn title(&self) -> &str {
        &self.board.title
    }

    fn warnings(&self) -> &[String] {
        &self.board.warnings
    }

    fn is_light(&self) -> bool {
        self.family.engines().is_some_and(|engines| engines.is_light(self.puzzle(), &self.question))
    }

    fn contradiction(&self, context: &Context) -> Option<String> {
        self.family.contradiction(self.puzzle(), &self.limits(context))
    }

    fn formula(&self, context: &Context) -> Result<Box<dyn FormulaHandle>, Error> {
        self.one_puzzle()?;
        formula::formula(self, context)
    }

    fn draw(&self, solution: Option<&Solution>) -> Box<dyn Picture> {
        self.family.draw(self.puzzle(), solution.and_then(Solution::typed))
    }

    fn read_solution(&self, source: &Source, context: &Context) -> Result<Solution, ParseError> {
        self.family.read_solution(self.puzzle(), source, &self.limits(context)).map(Solution::unchecked)
    }

    #[cfg(not(target_family = "wasm"))]
    fn solution(&self, json: &serde_json::value::RawValue) -> serde_json::Result<Solution> {
        serde_json::from_str::<jigsat_kit::SolutionOf<F>>(json.get()).map(Solution::unchecked)
    }

    fn write_solution(&self, solution: &Solution, format: &str) -> Option<String> {
        self.family.write_solution(self.puzzle(), solution.typed()?, format)
    }

    fn write(&self, format: &str) -> Result<Vec<u8>, Error> {
        self.family.write(self.puzzle(), format).map_err(Error::Request)
    }

    fn write_formula(&self, format: &str) -> Option<String> {
        self.family.formulas()?.write(self.puzzle(), format)
    }
}

impl<F: Family> Case<F> {
    /// The same puzzle without its types.
    pub fn board(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}
