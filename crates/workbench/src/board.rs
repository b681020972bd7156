//! A puzzle without its types: what verbs and fronts need of it, whatever its family is.

use std::{any::Any, sync::Arc};

use jigsat_grid::{Cell, Edge, Picture, Size};
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Account, Beginning, Blanks, Counted, Counting, Error, Evidence, FormulaOptions, Goal, Info, Listing,
    Optimal, Outcome, Proposition, Rating, Run, SearchOptions, SolutionImages, Theorem, Within,
};
use jigsat_solve::{BuildOptions, Limits, Provenance, Refusal, Searcher, Solver, Stop};
#[cfg(not(target_family = "wasm"))]
use serde_json::value::RawValue;
use web_time::Instant;

use crate::{
    AnyFamily, Ask, Context, Solution,
    puzzle_formula::{AtomId, Known, PuzzleFormula, Search},
};

/// What a formula is made for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose<'p> {
    /// The puzzle as it is.
    Puzzle,
    /// To be explained: the form of the puzzle with the shortest explanations that has names for everything in these
    /// solutions.
    Explained(&'p [Solution]),
    /// To be enumerated: in no model of the formula are several solutions.
    Enumerated,
    /// To be refuted: the form of the puzzle that proofs are about, with solutions of this many steps if they are about one
    /// number.
    Proof(Option<u32>),
}

/// What measured best for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The engine.
    pub engine: &'static str,
    /// The encoding, by name.
    pub encoding: &'static str,
    /// The solver.
    pub solver: Solver,
}

/// A puzzle of any family with a question. It owns its puzzle. One adapter, for all families, hides their types here.
pub trait Board: Send + Sync {
    /// The same puzzle; clones share it.
    fn shared(&self) -> Arc<dyn Board>;

    // ---- what it is

    /// Its family.
    fn family(&self) -> Box<dyn AnyFamily>;

    /// Its family's name, formats and help.
    fn info(&self) -> &Info;

    /// The puzzle in its family's type, for callers that know it.
    fn puzzle(&self) -> &dyn Any;

    /// Its origin: the file's name, `-`, or `argument`.
    fn file(&self) -> &Arc<str>;

    /// Its title; may be empty.
    fn title(&self) -> &Arc<str>;

    /// Warnings about it.
    fn warnings(&self) -> &[String];

    /// Its number, from 1, if it is one of several that are asked about.
    fn index(&self) -> Option<u64>;

    /// Whether it is solved in a fraction of a millisecond and in little memory: a batch then needs no separate process
    /// to bound it.
    fn is_light(&self) -> bool;

    // ---- what is asked

    /// The formula that was asked for.
    fn formula_options(&self) -> &FormulaOptions;

    /// How to search.
    fn search_options(&self) -> &SearchOptions;

    /// Rejects a question that is about another puzzle, too.
    ///
    /// # Errors
    ///
    /// Why only `solve` and `count` can answer it.
    fn one_puzzle(&self) -> Result<(), Error>;

    /// The names of the encodings, the first of them the default.
    fn encodings(&self) -> Vec<&'static str>;

    /// How many symmetries its board has, the identity included; `None` if its family knows none.
    fn symmetries(&self) -> Option<usize>;

    /// The encoding that was asked for, or the one that measured best.
    fn encoding(&self) -> &'static str;

    /// What measured best.
    fn best(&self, goal: Goal) -> Best;

    /// Whether the user left the choice of formula and solver open.
    fn is_plain(&self) -> bool;

    /// The same puzzle with another question. Options that choose the puzzle no longer have an effect.
    ///
    /// # Errors
    ///
    /// As [`AnyFamily::prepare`](crate::AnyFamily::prepare).
    fn asking(&self, ask: &Ask) -> Result<Arc<dyn Board>, Error>;

    /// The same puzzle as one of several, with its number from 1.
    fn numbered(&self, index: u64) -> Arc<dyn Board>;

    /// The same puzzle with another formula and search.
    ///
    /// # Errors
    ///
    /// A name that no encoding or engine has.
    fn with(
        &self,
        formula: &Arc<FormulaOptions>,
        search: &Arc<SearchOptions>,
    ) -> Result<Arc<dyn Board>, Error>;

    /// A board of another size for comparisons.
    ///
    /// # Errors
    ///
    /// Why there is none, or the limit that was reached first.
    fn resize(&self, size: Size, limits: &Limits) -> Result<Arc<dyn Board>, Error>;

    // ---- who answers

    /// The names of its family's own engines.
    fn engines(&self) -> &'static [&'static str];

    /// Why an engine can't solve it, if it can't. `is_plain` says that the user named neither formula nor solver.
    fn refuses(&self, engine: &str, is_plain: bool) -> Option<Message>;

    /// Solves it with the engine that was asked for or is best.
    ///
    /// # Errors
    ///
    /// An engine that can't, a formula that can't be built as asked, a solver that fails.
    fn solve(&self, run: &Run<'_>) -> Result<Outcome<Solution>, Error>;

    /// Counts its solutions.
    ///
    /// # Errors
    ///
    /// As [`Board::solve`].
    fn count(&self, wanted: &Counting, run: &Run<'_>) -> Result<Counted, Error>;

    /// Lists its solutions: the shortest, if they have a length and none was asked for.
    ///
    /// # Errors
    ///
    /// As [`Board::solve`].
    fn list(&self, run: &Run<'_>) -> Result<Box<dyn Listing>, Error>;

    /// The puzzle whose solutions are listed and counted, if that is not this one: the shortest solutions, if they have a
    /// length and none was asked for. `None` also if there is none.
    ///
    /// # Errors
    ///
    /// As [`Board::solve`], and the limit that was reached before the length was found.
    fn shortest(&self, run: &Run<'_>) -> Result<Option<Arc<dyn Board>>, Error>;

    /// How hard it is by a measure of the family's own; `None` if there is no such measure, or no solution.
    ///
    /// # Errors
    ///
    /// As [`Board::solve`].
    fn rate(&self, run: &Run<'_>) -> Result<Option<Rating>, Error>;

    // ---- what the referee says

    /// Why it is plainly impossible, if it is and that is found within the limits.
    fn contradiction(&self, limits: &Limits) -> Option<String>;

    /// Whether a partial solution breaks no rule so far.
    ///
    /// # Errors
    ///
    /// The first rule that is broken, and where, or the limit that was reached first.
    fn check_so_far(&self, solution: &Solution, limits: &Limits) -> Result<(), Refusal>;

    /// Whether a solution is legal and complete.
    ///
    /// # Errors
    ///
    /// As [`Board::check_so_far`].
    fn check(&self, solution: &Solution, limits: &Limits) -> Result<(), Refusal>;

    // ---- formulas, and what their atoms mean

    /// Makes a formula.
    ///
    /// # Errors
    ///
    /// A name that no encoding has, and a formula that can't be built as asked or within the limits.
    fn encode(
        &self,
        purpose: Purpose<'_>,
        encoding: &str,
        options: &BuildOptions,
    ) -> Result<Box<dyn PuzzleFormula>, Error>;

    /// Whether the family completes formulas of that encoding while solving.
    fn is_completed(&self, encoding: &str) -> bool;

    /// The literals of a solution, possibly partial; `None` if a part of it says nothing by itself in that encoding.
    fn literals(&self, encoding: &str, solution: &Solution) -> Option<Vec<Known>>;

    /// The partial solution that consists of some literals and the givens, if there is such a form.
    fn so_far(&self, known: &[Known]) -> Option<Solution>;

    /// The givens.
    fn givens(&self) -> Vec<Known>;

    /// The words for each literal: a sentence of the family's own, or its name.
    fn words(&self, literals: &[Known]) -> Vec<String>;

    /// The same, but a statement that fits several places is one sentence.
    fn words_together(&self, literals: &[Known]) -> Vec<String>;

    /// The cells in which pictures show what a literal is about.
    fn cells(&self, literal: Known) -> Vec<Cell>;

    /// The name of a place in pictures.
    fn cell_name(&self, cell: Cell) -> String;

    /// The place and the value of a literal that is about one; see [`jigsat_kit::Explanation::placed`].
    fn placed(&self, literal: Known) -> Option<[String; 2]>;

    /// The edge of the picture that a literal is about.
    fn edge(&self, literal: Known) -> Option<Edge>;

    /// The blanks that a person fills in, by kind; empty if solutions are not filled in place by place.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    fn blanks(&self, limits: &Limits) -> Result<Vec<Blanks<AtomId>>, Stop>;

    // ---- plans: solutions that have a length

    /// Whether its solutions are plans.
    fn has_plans(&self) -> bool;

    /// The length of solutions that its formulas are about, if they are about one length.
    fn length(&self) -> Option<u16>;

    /// Whether there is a formula about solutions of exactly this many steps.
    fn has_length(&self, steps: u32) -> bool;

    /// Explains the plan that answers the question, after the moves that were played; `None` if solutions are not plans.
    ///
    /// # Errors
    ///
    /// As [`Board::solve`].
    fn account(&self, played: Option<&Solution>, run: &Run<'_>) -> Result<Option<Account>, Error>;

    /// Whether a legal and complete solution is as good as the question asks for; `None` if it asks for nothing.
    ///
    /// # Errors
    ///
    /// As [`Board::solve`].
    fn is_optimal(&self, solution: &Solution, run: &Run<'_>) -> Result<Option<Optimal>, Error>;

    // ---- what proofs show

    /// Why answers to this question can't be proved, if that is known beforehand.
    fn cannot_prove(&self) -> Option<&'static str>;

    /// The claims of an outcome; `None` if it claims nothing.
    ///
    /// # Errors
    ///
    /// Why it can't be proved.
    fn proposition(&self, outcome: &Outcome<Solution>, limits: &Limits) -> Result<Option<Proposition>, Stop>;

    /// Checks that a theorem follows from the evidence.
    ///
    /// # Errors
    ///
    /// What is missing, a ground that doesn't hold, or a limit that was reached first.
    fn follows(&self, theorem: &Theorem, evidence: &Evidence<'_>, limits: &Limits) -> Result<(), Refusal>;

    /// Weakens an outcome that was not proved.
    fn leave_open(&self, outcome: &mut Outcome<Solution>, stop: Stop);

    // ---- tasks, and symmetries

    /// The beginnings of the search as the family cuts it; see [`jigsat_kit::Cutting::beginnings`].
    fn beginnings(&self) -> Option<Vec<Beginning<AtomId>>>;

    /// The puzzle whose solutions tasks count instead of this one's, and the number of solutions for which each stands.
    fn counted_as(&self) -> Option<(Arc<dyn Board>, u128)>;

    /// Counts the solutions in which these literals are true with an engine of the family's own; see
    /// [`jigsat_kit::Cutting::count_within`].
    fn count_within(&self, cube: &[Known], group: &[usize], run: &Run<'_>) -> Option<Within>;

    /// The image of literals under the symmetry with that number; `None` if it isn't known.
    fn image_of(&self, literals: &[Known], number: usize) -> Option<Vec<Known>>;

    /// The images of solutions under symmetries, by number. The facts about the puzzle are computed only once.
    fn images(&self) -> Option<SolutionImages<'_>>;

    // ---- text and pictures

    /// Draws the puzzle, or a solution of it; a solution of another puzzle is not drawn.
    fn draw(&self, solution: Option<&Solution>) -> Box<dyn Picture>;

    /// Reads a solution, possibly partial, in any form in which solutions are written.
    ///
    /// # Errors
    ///
    /// Malformed text, and a limit that was reached first.
    fn read_solution(&self, source: &Source, limits: &Limits) -> Result<Solution, ParseError>;

    /// The solution of a record that another process made.
    ///
    /// # Errors
    ///
    /// JSON that is not a solution of the family.
    #[cfg(not(target_family = "wasm"))]
    fn solution(&self, json: &RawValue) -> serde_json::Result<Solution>;

    /// A solution as text: `plain`, or a form of the family's own; `None` for another format.
    fn write_solution(&self, solution: &Solution, format: &str) -> Option<String>;

    /// The puzzle as a file, `yaml`, `plain`, or a form of the family's own; or as a formula in a form of the family's own.
    ///
    /// # Errors
    ///
    /// Why there is no such form.
    fn write(&self, format: &str) -> Result<Vec<u8>, Error>;
}

impl dyn Board + '_ {
    /// The limits of a search that starts now.
    #[must_use]
    pub fn limits(&self, context: &Context) -> Limits {
        context.limits(self.search_options())
    }

    /// The solver that was asked for; otherwise `default`.
    pub(crate) fn solver_or(&self, default: &Solver) -> Solver {
        self.search_options().solver.as_ref().unwrap_or(default).clone()
    }

    /// Whether the choice of the encoding is left open.
    #[must_use]
    pub fn names_no_encoding(&self) -> bool {
        self.formula_options().encoding.as_deref().is_none_or(|name| name == "auto")
    }

    /// The provenance if no formula was built within the limits.
    pub(crate) fn builder(&self) -> Provenance {
        let solver = self.search_options().solver.as_ref().map(ToString::to_string);
        let encoding = Some(self.encoding().into());
        Provenance { engine: "sat".into(), stage: Some("encoding".into()), solver, encoding }
    }

    /// Builds a formula, and starts a search with it.
    ///
    /// # Errors
    ///
    /// As [`Board::encode`], and a solver that can't be started.
    pub(crate) fn search(
        &self,
        purpose: Purpose<'_>,
        encoding: &str,
        options: &BuildOptions,
        solver: &Solver,
        seed: Option<u64>,
    ) -> Result<Search, Error> {
        let started = Instant::now();
        let formula = self.encode(purpose, encoding, &solver.options(options))?;
        let weakened = !options.dropped.is_empty();
        Ok(Searcher::of(formula, weakened, solver, seed, started.elapsed())?)
    }
}
