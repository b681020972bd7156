use std::{borrow::Cow, fmt, sync::Arc};

use jigsat_cnf::{Choice, Literal, Variable};
use jigsat_grid::{Picture, Size};
use jigsat_input::{Message, ParseError, Source};
use jigsat_solve::{Limits, Puzzle, Refusal, Solver};

use crate::{
    Cutting, Editor, EncodingOf, Engines, Explanation, FamilyTypes, Files, Generator, Horizon, Question,
    SolutionOf, Symmetry, Text,
};

/// A family of puzzles: how its files are read, its solutions written and its boards drawn.
///
/// A family is a value: one type may represent many families, each with an [`Info`] of its own. A method such
/// as [`Family::engines`] or [`Family::symmetry`] returns each capability that the family has.
pub trait Family: FamilyTypes {
    /// Its name, its formats and its help.
    fn info(&self) -> &Info;

    /// Whether a text may be one of its puzzles, judged by its beginning.
    fn recognises(&self, start: &str) -> bool;

    /// Whether a whole text that names no family can be read as one of its puzzles, though nothing in the text says that
    /// it is one.
    fn reads(&self, text: &str) -> bool {
        self.recognises(text)
    }

    /// Reads all puzzles of a text, one after the other.
    ///
    /// # Errors
    ///
    /// A malformed text in which no further puzzle can be read. A malformed puzzle among others is an item.
    fn read(
        &self,
        text: Text,
        options: &Self::Options,
        files: &dyn Files,
    ) -> Result<Puzzles<Self::Puzzle>, ParseError>;

    /// Reads a solution, which may be partial, in any form that [`Family::write_solution`] and the records
    /// have.
    ///
    /// # Errors
    ///
    /// Malformed text, and a limit that was reached first: [`ParseError::is_unfinished`].
    fn read_solution(
        &self,
        puzzle: &Self::Puzzle,
        source: &Source,
        limits: &Limits,
    ) -> Result<SolutionOf<Self>, ParseError>;

    /// Whether a partial solution breaks no rule so far.
    ///
    /// # Errors
    ///
    /// The first rule that is broken, and where, or the limit that was reached first.
    fn check_so_far(
        &self,
        puzzle: &Self::Puzzle,
        solution: &SolutionOf<Self>,
        limits: &Limits,
    ) -> Result<(), Refusal>;

    /// Draws the puzzle, or a solution of it.
    fn draw(&self, puzzle: &Self::Puzzle, solution: Option<&SolutionOf<Self>>) -> Box<dyn Picture>;

    /// The puzzle as a file: `yaml`, `plain` (the shortest form that can be read again, without a line end)
    /// or one of [`Info::puzzle_formats`].
    ///
    /// # Errors
    ///
    /// Why this puzzle has no such form.
    fn write(&self, puzzle: &Self::Puzzle, format: &str) -> Result<Vec<u8>, Message>;

    /// A solution as text: `plain` (its shortest form, without a line end) or one of
    /// [`Info::solution_formats`]; `None` for another format.
    fn write_solution(
        &self,
        puzzle: &Self::Puzzle,
        solution: &SolutionOf<Self>,
        format: &str,
    ) -> Option<String>;

    /// The engine, encoding and solver that measured best for puzzles of this kind.
    fn auto(&self, puzzle: &Self::Puzzle, goal: Goal) -> Auto<Self>;

    /// Whether the fields of the question can be combined.
    ///
    /// # Errors
    ///
    /// The fields that can't, and what to do instead.
    fn suits(&self, _question: &Question<Self>) -> Result<(), Message> {
        Ok(())
    }

    /// Why only `solve` and `count` can answer this question, and without proofs: they look at another puzzle, too. `None`
    /// if the puzzle is all that it is about.
    fn only_searched(&self, _question: &Question<Self>) -> Option<&'static str> {
        None
    }

    /// Why the puzzle is plainly impossible, in words: givens that clash, a count that doesn't fit. `None` also if a
    /// limit was reached first.
    fn contradiction(&self, _puzzle: &Self::Puzzle, _limits: &Limits) -> Option<String> {
        None
    }

    /// A board of another size for comparisons, empty if that makes sense.
    ///
    /// # Errors
    ///
    /// Why there is none, or the limit that was reached first.
    fn resize(&self, _like: &Self::Puzzle, _size: Size, _limits: &Limits) -> Result<Self::Puzzle, Message> {
        Err(Message::with("`sizes` does not work for {}", &[&self.info().name]))
    }

    /// The puzzle for the formulas of proofs, about solutions of exactly this many steps if they are about one number;
    /// `None` if that is the puzzle itself, or if there is no formula for that number. Its formula must have a solution if the
    /// puzzle has one, and a second one if the puzzle has a second one, because `check-proof` builds it from the puzzle.
    fn to_prove(&self, _puzzle: &Self::Puzzle, _steps: Option<u32>) -> Option<Self::Puzzle> {
        None
    }

    /// Engines of its own, or its own way to use the general ones.
    fn engines(&self) -> Option<&dyn Engines<Self>> {
        None
    }

    /// The symmetries of its boards.
    fn symmetry(&self) -> Option<&dyn Symmetry<Self>> {
        None
    }

    /// How a search is split into tasks, if the family has its own way.
    fn cutting(&self) -> Option<&dyn Cutting<Self>> {
        None
    }

    /// If formulas are about solutions of one length: what several of them say together.
    fn horizon(&self) -> Option<&dyn Horizon<Self>> {
        None
    }

    /// The facts that explanations need.
    fn explanation(&self) -> Option<&dyn Explanation<Self>> {
        None
    }

    /// The generator of new puzzles.
    fn generator(&self) -> Option<&dyn Generator<Self>> {
        None
    }
}

/// The description of a family.
#[derive(Clone, Debug)]
pub struct Info {
    /// Its name in requests and on the command line: lower case, words joined by hyphens.
    pub name: Cow<'static, str>,
    /// A line about its puzzles.
    pub about: Cow<'static, str>,
    /// Its rules in words: a line with its name, further names and what the solver does, as in `Akari, or Light Up. Put lights
    /// into cells.`; a numbered line for each rule; and lines about special cases. Empty if its puzzles have no rules in common.
    pub rules: Cow<'static, str>,
    /// What answers if no engine is named, and why, in sentences that may name fields of a request, as in a [`Message`].
    pub answers: &'static str,
    /// Words that follow `jigsat` in an example of solving one.
    pub example: Cow<'static, str>,
    /// Forms of its own in which a solution is written.
    pub solution_formats: &'static [&'static str],
    /// Forms of its own in which puzzles are written.
    pub puzzle_formats: &'static [&'static str],
    /// Forms of its own in which formulas are written.
    pub formula_formats: &'static [&'static str],
    /// The text that defines it, such as a page of QPROP, if it doesn't come with jigsat.
    pub definition: Option<Arc<str>>,
    /// The schema of its files in YAML. A page checks no files by schemas.
    #[cfg(not(target_family = "wasm"))]
    pub file_schema: fn() -> schemars::Schema,
    /// A form of text that is for this family alone, as a hint for people: `81 digits`.
    pub pasted: Option<&'static str>,
    /// If a word of certain letters is a solution by itself: these letters.
    pub solution_letters: &'static str,
    /// How a front end edits its puzzles; `None` if it can't.
    pub editor: Option<Editor>,
    /// Side of a cell in its pictures, in the units of SVG: usually [`CELL_SIDE`].
    pub cell_side: u16,
}

/// The usual side of a cell in pictures, in the units of SVG.
pub const CELL_SIDE: u16 = 40;

/// The goal of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One solution, and possibly whether there is another.
    One,
    /// All of them.
    All,
}

/// The engine, encoding and solver that measured best.
pub struct Auto<F: Family> {
    /// `sat`, or `backtrack` if all solutions are found faster without a solver.
    pub engine: &'static str,
    /// The encoding for that engine.
    pub encoding: EncodingOf<F>,
    /// The solver, for engine `sat`.
    pub solver: Solver,
}

/// Puzzles as they are read.
pub type Puzzles<P> = Box<dyn Iterator<Item = Result<Entry<P>, ParseError>> + Send>;

/// A puzzle of a collection.
pub struct Entry<P> {
    /// The puzzle.
    pub puzzle: P,
    /// Its title; empty if it has none.
    pub title: String,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

impl<P> Entry<P> {
    /// A puzzle without warnings.
    pub fn new(title: impl Into<String>, puzzle: P) -> Self {
        Entry { puzzle, title: title.into(), warnings: Vec::new() }
    }
}

/// The only puzzle of a text.
///
/// # Errors
///
/// Malformed text, and text with no puzzle or several.
pub fn only<F: Family>(
    family: &F,
    text: Text,
    options: &F::Options,
    files: &dyn Files,
) -> Result<Entry<F::Puzzle>, ParseError> {
    let name = text.name().to_owned();
    let mut puzzles = family.read(text, options, files)?;
    let first = puzzles.next().unwrap_or_else(|| Err(ParseError::in_file(&name, "has no puzzle")))?;
    if puzzles.next().is_some() {
        return Err(ParseError::in_file(&name, "has several puzzles, expected one"));
    }
    Ok(first)
}

/// A literal as people see it.
pub fn literal_name<P: Puzzle>(puzzle: &P, literal: Literal<P::Atom>) -> String {
    named(literal.negated, &|f| match literal.variable {
        Variable::Atom(atom) => puzzle.name(atom, f),
        Variable::Aux(var) => write!(f, "?{}", var.idx32()),
    })
}

/// The name that a function writes, or its negation.
fn named(negated: bool, name: &dyn Fn(&mut fmt::Formatter<'_>) -> fmt::Result) -> String {
    struct Named<'n>(&'n dyn Fn(&mut fmt::Formatter<'_>) -> fmt::Result);
    impl fmt::Display for Named<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }
    format!("{}{}", if negated { "not " } else { "" }, Named(name))
}

impl<F: Family> Clone for Auto<F> {
    fn clone(&self) -> Self {
        Auto { engine: self.engine, encoding: self.encoding, solver: self.solver.clone() }
    }
}

impl<F: Family> Auto<F> {
    /// A solver with an encoding.
    pub fn sat(encoding: EncodingOf<F>, solver: Solver) -> Self {
        Auto { engine: "sat", encoding, solver }
    }

    /// Backtracking in an encoding.
    pub fn backtrack(encoding: EncodingOf<F>) -> Self {
        Auto { engine: "backtrack", encoding, solver: Solver::default() }
    }

    /// The choice in words: the solver, and the encoding by name.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{}, encoding {}", self.solver, self.encoding.name())
    }
}
