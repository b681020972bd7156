//! What the command needs of a family besides its encodings.

mod answers;
mod question;
mod recognise;

use clap::Args;
use jigsat_cnf::{Encoding, Literal, Variable};
use jigsat_grid::{Picture, Size};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Answer, Build, Error, Flaw, Limits, Puzzle, Solver, Stop};

pub use answers::{Counted, Counting, Made, More, Outcome, Rating};
pub use question::{Question, ask_session, encoding, session};
pub use recognise::{names, recognise};

use crate::{
    Context,
    args::{CompareArgs, SolveArgs},
    count,
    cubes::{Beginning, Within},
    exit::{Failure, Status},
    input::Opened,
    prove::{Refuted, Theorem, ToProve, follows_from_one},
};

/// A family, as the command sees it.
pub trait Family: Sized + 'static {
    /// Its puzzles.
    type Puzzle: Puzzle + Send + 'static;
    /// A symmetry of its boards.
    type Symmetry: Copy + Sync;
    /// Options that say which puzzle is meant; every verb about a puzzle has them.
    type Options: Args + Send + Sync;
    /// Options of `solve` alone.
    type SolveOptions: Args + Send + Sync;
    /// Options of `generate` alone.
    type GenerateOptions: Args;

    /// Its name on the command line.
    const NAME: &'static str;
    /// What of its own can search, besides the [`ENGINES`](crate::lister::ENGINES).
    const ENGINES: &'static [&'static str];
    /// Forms of its own in which `solve` prints a solution.
    const SOLUTION_FORMATS: &'static [&'static str] = &[];
    /// Forms of its own in which puzzles are written.
    const PUZZLE_FORMATS: &'static [&'static str] = &[];
    /// Forms of its own in which `encode` prints.
    const ENCODE_FORMATS: &'static [&'static str] = &[];

    /// Whether one formula without a solution proves that the puzzle has none.
    const CERTIFIES: bool = true;

    /// Whether all encodings answer the same question.
    const ENCODINGS_AGREE: bool = true;
    /// Whether its boards have symmetries: only then a count is also told up to symmetry.
    const HAS_SYMMETRIES: bool = true;

    /// Whether a text may be one of its puzzles, by its beginning.
    fn recognises(start: &str) -> bool;

    /// Reads all puzzles of a text, one after the other.
    fn read(opened: Opened, options: &Self::Options) -> Result<Puzzles<Self::Puzzle>, ParseError>;

    /// Reads a solution in any form that `solve` prints.
    fn read_solution(puzzle: &Self::Puzzle, source: &Source) -> Result<SolutionOf<Self>, ParseError>;

    /// Whether a partial solution breaks no rule so far.
    fn legal(puzzle: &Self::Puzzle, solution: &SolutionOf<Self>) -> Result<(), Flaw>;

    /// What makes the puzzle plainly impossible, in words: givens that clash.
    fn contradiction(puzzle: &Self::Puzzle) -> Option<String>;

    /// The one length of solutions that formulas of this puzzle speak of, where it was asked for: without a
    /// solution, they don't say that there is none of another length.
    fn only_length(_puzzle: &Self::Puzzle) -> Option<u16> {
        None
    }

    /// Draws the puzzle, or a solution of it.
    fn draw(puzzle: &Self::Puzzle, solution: Option<&SolutionOf<Self>>) -> Box<dyn Picture>;

    /// A solution in its shortest form, without a line end.
    fn plain(puzzle: &Self::Puzzle, solution: &SolutionOf<Self>) -> String;

    /// A solution in one of [`Family::SOLUTION_FORMATS`].
    fn solution_as(_puzzle: &Self::Puzzle, _solution: &SolutionOf<Self>, _format: &str) -> Option<String> {
        None
    }

    /// The puzzle as YAML, which [`Family::read`] takes.
    fn to_yaml(puzzle: &Self::Puzzle) -> Result<String, Failure>;

    /// The puzzle in the shortest form that is read again, without a line end; or why it has none.
    fn to_plain(puzzle: &Self::Puzzle) -> Result<String, Failure>;

    /// The puzzle in one of [`Family::PUZZLE_FORMATS`].
    fn puzzle_as(_puzzle: &Self::Puzzle, _format: &str) -> Option<Result<Vec<u8>, Failure>> {
        None
    }

    /// The puzzle in one of [`Family::ENCODE_FORMATS`].
    fn encode_as(_puzzle: &Self::Puzzle, _how: HowOf<Self>, _format: &str) -> Option<String> {
        None
    }

    /// The formula of a puzzle, as `encode` prints it and `decode` reads answers to it.
    fn formula(
        puzzle: &Self::Puzzle,
        how: HowOf<Self>,
        recipe: &Build,
    ) -> Result<Encoding<AtomOf<Self>>, Error> {
        Ok(jigsat_solve::build(puzzle, how, recipe)?)
    }

    /// The encoding and solver that measured best for such a puzzle.
    fn auto(puzzle: &Self::Puzzle) -> (HowOf<Self>, Solver);

    /// A board of a size for comparing, empty where that makes sense; or why there is none.
    fn of_size(like: &Self::Puzzle, size: Size) -> Result<Self::Puzzle, String>;

    /// The symmetries of the board that keep the puzzle as it is, the identity left out.
    fn symmetries(puzzle: &Self::Puzzle) -> Vec<Self::Symmetry>;

    /// What a solution looks like after one of these.
    fn image(
        puzzle: &Self::Puzzle,
        solution: &SolutionOf<Self>,
        symmetry: Self::Symmetry,
    ) -> SolutionOf<Self>;

    /// Whether all solutions of such a puzzle are found faster by backtracking than by a solver that
    /// excludes one after the other.
    fn lists_by_backtracking(_puzzle: &Self::Puzzle) -> bool {
        true
    }

    /// Whether formulas of that encoding are completed while solving: printed, one may have models that are no
    /// solutions.
    fn is_lazy(_how: HowOf<Self>) -> bool {
        false
    }

    /// Where a solution leaves something unfulfilled that was not demanded: how far it goes, in words.
    fn partial(_puzzle: &Self::Puzzle, _solution: &SolutionOf<Self>) -> Option<String> {
        None
    }

    /// The encoding that measured best for backtracking.
    fn auto_for_backtracking(puzzle: &Self::Puzzle) -> HowOf<Self> {
        Self::auto(puzzle).0
    }

    /// Why an engine can't have a puzzle, if it can't.
    fn refuses(puzzle: &Self::Puzzle, engine: &str, is_plain: bool) -> Option<String>;

    /// Whether a puzzle is solved in a fraction of a millisecond and in little memory, by an engine that looks at
    /// its limits: `batch` then needs no process of its own to bound that.
    fn is_light(_puzzle: &Self::Puzzle, _question: &Question<'_, Self>) -> bool {
        false
    }

    /// Solves by the family's own engine where that was asked for or is best.
    fn solve(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        own: &Self::SolveOptions,
        limits: &Limits,
    ) -> Result<Outcome<SolutionOf<Self>>, Error>;

    /// Looks, before anything is solved, whether what was asked goes together.
    fn begin(
        _own: &Self::SolveOptions,
        _question: &Question<'_, Self>,
        _args: &SolveArgs,
    ) -> Result<(), Failure> {
        Ok(())
    }

    /// What else is to be done once an answer was printed; comes in the order of the puzzles.
    fn told(
        _entry: &Entry<Self::Puzzle>,
        _outcome: &Outcome<SolutionOf<Self>>,
        _own: &Self::SolveOptions,
        _limits: &Limits,
    ) -> Result<(), Failure> {
        Ok(())
    }

    /// A line about all puzzles of a collection, with or without times.
    fn summary(_own: &Self::SolveOptions, _times: bool) -> Option<String> {
        None
    }

    /// What was asked of a solution that is legal and complete.
    fn check_more(
        _puzzle: &Self::Puzzle,
        _solution: &SolutionOf<Self>,
        _options: &Self::Options,
    ) -> Result<More, Failure> {
        Ok(More::Nothing)
    }

    /// The puzzle whose solutions are to be listed, where that is not the puzzle itself.
    fn to_list(
        _puzzle: &Self::Puzzle,
        _question: &Question<'_, Self>,
        _limits: &Limits,
    ) -> Result<Option<Self::Puzzle>, Failure> {
        Ok(None)
    }

    /// Counts the solutions.
    fn count(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        wanted: &Counting,
        limits: &Limits,
    ) -> Result<Counted, Failure> {
        count::by_listing::<Self>(puzzle, question, wanted, limits)
    }

    /// The puzzle whose solutions tasks count in place of this one's, and how many solutions each stands for.
    fn counted_as(_puzzle: &Self::Puzzle) -> Option<(Self::Puzzle, u128)> {
        None
    }

    /// Where a search that is cut into tasks begins: choices that, with their images under the symmetries, leave no
    /// solution out.
    fn beginnings(puzzle: &Self::Puzzle) -> Vec<Beginning<AtomOf<Self>>> {
        Beginning::whole(Self::symmetries(puzzle).len())
    }

    /// Where a symmetry takes an atom that beginnings and cubes speak of; for families with beginnings of their own.
    fn image_of_atom(
        _puzzle: &Self::Puzzle,
        _atom: AtomOf<Self>,
        _symmetry: Self::Symmetry,
    ) -> Option<AtomOf<Self>> {
        None
    }

    /// Counts the solutions in which these literals hold, by an engine of the family's own; and how many of these
    /// symmetries, by the numbers of [`Beginning`], keep each.
    fn count_within(
        _puzzle: &Self::Puzzle,
        _cube: &[Literal<AtomOf<Self>>],
        _group: &[usize],
        _limits: &Limits,
    ) -> Option<Within> {
        None
    }

    /// Says how hard the puzzle is by a measure of its own, besides that of its explanation.
    fn rate(_puzzle: &Self::Puzzle, _limits: &Limits) -> Result<Option<Rating>, Failure> {
        Ok(None)
    }

    /// Compares a model with another family's own encoding, puzzle by puzzle; for models alone.
    fn grade(
        _opened: Opened,
        _options: &Self::Options,
        _args: &CompareArgs,
        _context: &Context,
    ) -> Result<Status, Failure> {
        Err(Failure::usage("--with grades models: jigsat qprop compare MODEL --with sudoku PUZZLE"))
    }

    /// What an outcome claims, for proofs; none where it claims nothing; or why it can't be proven.
    fn to_prove(
        _puzzle: &Self::Puzzle,
        _question: &Question<'_, Self>,
        outcome: &Outcome<SolutionOf<Self>>,
    ) -> Result<Option<ToProve<Self>>, Stop> {
        Ok(ToProve::of_one_formula(outcome))
    }

    /// Why answers to such a question can't be proven, where that is known beforehand.
    fn cannot_prove(_question: &Question<'_, Self>) -> Option<&'static str> {
        None
    }

    /// Weakens an outcome that was not proven.
    fn leave_open(outcome: &mut Outcome<SolutionOf<Self>>, stop: Stop) {
        if outcome.second.is_some() {
            outcome.second = Some(Answer::Unknown(stop));
        } else if matches!(outcome.first, Answer::Impossible(_)) {
            outcome.first = Answer::Unknown(stop);
        }
    }

    /// The puzzle whose formula, for proofs, speaks of solutions of just so many steps; for families whose formulas speak
    /// of one number of steps.
    fn of_length(_puzzle: &Self::Puzzle, _length: u32) -> Option<Self::Puzzle> {
        None
    }

    /// Looks over what a proof rests on besides formulas, and whether a theorem follows from that and the formulas that
    /// were refuted.
    fn follows(
        _puzzle: &Self::Puzzle,
        _theorem: &Theorem,
        grounds: &[serde_json::Value],
        refuted: &[Refuted<Self>],
    ) -> Result<(), Flaw> {
        follows_from_one::<Self>(refuted, grounds)
    }

    /// Makes a puzzle with exactly one solution.
    fn generate(
        own: &Self::GenerateOptions,
        seed: u64,
        limits: &Limits,
    ) -> Result<Made<Self::Puzzle>, Failure>;
}

/// A family's solutions.
pub type SolutionOf<F> = <<F as Family>::Puzzle as Puzzle>::Solution;
/// A family's variables.
pub type AtomOf<F> = <<F as Family>::Puzzle as Puzzle>::Atom;
/// A family's encodings.
pub type HowOf<F> = <<F as Family>::Puzzle as Puzzle>::How;
/// Puzzles as they are read.
pub type Puzzles<P> = Box<dyn Iterator<Item = Result<Entry<P>, ParseError>> + Send>;

/// A puzzle of a collection.
pub struct Entry<P> {
    pub puzzle: P,
    /// What it is called; empty for nothing.
    pub title: String,
}

/// The one puzzle of a text, for verbs about one.
pub fn only<F: Family>(opened: Opened, options: &F::Options) -> Result<Entry<F::Puzzle>, Failure> {
    let name = opened.name.clone();
    let mut puzzles = F::read(opened, options)?;
    let first = puzzles.next().unwrap_or_else(|| Err(ParseError::in_file(&name, "has no puzzle")))?;
    if puzzles.next().is_some() {
        let message = "has several puzzles, expected one";
        return Err(Failure::Input(ParseError::in_file(&name, message)));
    }
    Ok(first)
}

/// A literal as people are shown it.
pub fn literal_name<F: Family>(puzzle: &F::Puzzle, literal: Literal<AtomOf<F>>) -> String {
    struct Named<'p, P: Puzzle>(&'p P, P::Atom);
    impl<P: Puzzle> std::fmt::Display for Named<'_, P> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.name(self.1, f)
        }
    }
    let not = if literal.negated { "not " } else { "" };
    match literal.variable {
        Variable::Atom(atom) => format!("{not}{}", Named(puzzle, atom)),
        Variable::Aux(var) => format!("{not}?{}", var.idx32()),
    }
}
