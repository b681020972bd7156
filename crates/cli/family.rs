//! What the command needs of a family besides its encodings.

use jigsat_cnf::Choice;
use jigsat_grid::{Drawing, Size};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Answer, Build, By, Effort, Error, Flaw, Limits, Puzzle, Session, Solver};

use crate::{
    args::{FormulaArgs, SearchArgs},
    exit::Failure,
    input::Opened,
    sudoku::Sudoku,
};

/// A family, as the command sees it.
pub trait Family: 'static {
    /// Its puzzles.
    type Puzzle: Puzzle + Send + 'static;

    /// Its name on the command line.
    const NAME: &'static str;
    /// What can search, `sat` among them.
    const ENGINES: &'static [&'static str];

    /// Whether a text may be one of its puzzles, by its beginning.
    fn recognises(start: &str) -> bool;

    /// Reads all puzzles of a text, one after the other.
    fn read(opened: Opened) -> Result<Puzzles<Self::Puzzle>, ParseError>;

    /// Reads a solution in any form that `solve` prints.
    fn read_solution(puzzle: &Self::Puzzle, source: &Source) -> Result<SolutionOf<Self>, ParseError>;

    /// Whether a partial solution breaks no rule so far.
    fn legal(puzzle: &Self::Puzzle, solution: &SolutionOf<Self>) -> Result<(), Flaw>;

    /// What makes the puzzle plainly impossible, in words: givens that clash.
    fn contradiction(puzzle: &Self::Puzzle) -> Option<String>;

    /// Draws the puzzle, or a solution of it.
    fn draw(puzzle: &Self::Puzzle, solution: Option<&SolutionOf<Self>>) -> Drawing;

    /// A solution in one line.
    fn plain(solution: &SolutionOf<Self>) -> String;

    /// The encoding and solver that measured best for such a puzzle.
    fn auto(puzzle: &Self::Puzzle) -> (HowOf<Self>, Solver);

    /// The empty board of a size, for comparing; or why there is none.
    fn of_size(like: &Self::Puzzle, size: Size) -> Result<Self::Puzzle, String>;

    /// What a solution looks like under the board's symmetries, itself first.
    fn images(puzzle: &Self::Puzzle, solution: &SolutionOf<Self>) -> Vec<SolutionOf<Self>>;

    /// Why an engine can't have a puzzle, if it can't.
    fn refuses(puzzle: &Self::Puzzle, engine: &str, is_plain: bool) -> Option<String>;

    /// Solves by the family's own engine where that was asked for or is best.
    fn solve(
        puzzle: &Self::Puzzle,
        question: &Question<'_, HowOf<Self>>,
        limits: &Limits,
    ) -> Result<Outcome<SolutionOf<Self>>, Error>;
}

/// A family's solutions.
pub type SolutionOf<F> = <<F as Family>::Puzzle as Puzzle>::Solution;
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

/// What is asked about each puzzle.
pub struct Question<'a, H> {
    /// The encoding, where one was asked for.
    pub how: Option<H>,
    pub formula: &'a FormulaArgs,
    pub search: &'a SearchArgs,
    pub unique: bool,
}

impl<'a, H: Choice> Question<'a, H> {
    /// Checks the names of encoding and engine against the family's.
    pub fn new<F: Family>(
        formula: &'a FormulaArgs,
        search: &'a SearchArgs,
        unique: bool,
    ) -> Result<Self, Failure>
    where
        F::Puzzle: Puzzle<How = H>,
    {
        if let Some(engine) = search.engine()
            && !F::ENGINES.contains(&engine)
        {
            let known = F::ENGINES.join(", ");
            return Err(Failure::usage(format!("there is no engine '{engine}'; {} has: {known}", F::NAME)));
        }
        let how = encoding::<F>(formula)?;
        Ok(Question { how, formula, search, unique })
    }

    /// Refuses an engine that finds no more than two solutions.
    pub fn needs_sat(&self, what: &str) -> Result<(), Failure> {
        match self.search.engine() {
            None | Some("sat") => Ok(()),
            Some(engine) => Err(Failure::usage(format!("{what} is for engine 'sat', not '{engine}'"))),
        }
    }

    /// Whether neither the formula nor the solver was asked to be of some kind.
    pub fn is_plain(&self) -> bool {
        self.formula.is_default() && self.search.solver().is_none() && self.search.seed.is_none()
    }
}

/// The encoding that was asked for, if one was.
pub fn encoding<F: Family>(formula: &FormulaArgs) -> Result<Option<HowOf<F>>, Failure> {
    match formula.encoding.as_deref() {
        None | Some("auto") => Ok(None),
        Some(name) => HowOf::<F>::named(name).map(Some).ok_or_else(|| {
            let known = HowOf::<F>::names();
            Failure::usage(format!("there is no encoding '{name}'; {} has: {known}", F::NAME))
        }),
    }
}

/// What came of a question.
pub struct Outcome<S> {
    pub first: Answer<S>,
    /// A second solution, or the proof that there is none, where that was asked for.
    pub second: Option<Answer<S>>,
    pub by: By,
    pub effort: Effort,
    /// Variables and clauses of the formula, where there was one.
    pub size: Option<(usize, usize)>,
}

/// Asks a session: the engine `sat` of every family.
pub fn ask_session<F: Family>(
    puzzle: &F::Puzzle,
    question: &Question<'_, HowOf<F>>,
    limits: &Limits,
) -> Result<Outcome<SolutionOf<F>>, Error> {
    let mut session = session::<F>(puzzle, question)?;
    let first = session.solve(limits)?;
    let second = match (&first, question.unique) {
        (Answer::Solved(_), true) => Some(session.solve(limits)?),
        _ => None,
    };
    let size = (session.encoding().variables() as usize, session.encoding().clauses().len());
    Ok(Outcome { first, second, by: session.by(), effort: session.effort(), size: Some(size) })
}

/// A session as the question asks for it, with what measured best where it leaves the choice.
pub fn session<'p, F: Family>(
    puzzle: &'p F::Puzzle,
    question: &Question<'_, HowOf<F>>,
) -> Result<Session<'p, F::Puzzle>, Error> {
    let (auto_how, auto_solver) = F::auto(puzzle);
    let recipe: Build = question.formula.recipe(question.formula.drop.is_empty());
    let solver = question.search.solver().unwrap_or(&auto_solver);
    Session::new(puzzle, question.how.unwrap_or(auto_how), &recipe, solver, question.search.seed)
}

/// Finds the family of a text from its content.
pub fn recognise(opened: &Opened) -> Result<&'static str, Failure> {
    if let Some(kind) = jigsat_input::yaml_kind(&opened.start) {
        return match kind {
            Sudoku::NAME => Ok(Sudoku::NAME),
            other => {
                let message = format!("has kind '{other}', expected one of: {}", Sudoku::NAME);
                Err(Failure::Input(ParseError::in_file(&opened.name, message)))
            }
        };
    }
    let known = [(Sudoku::NAME, Sudoku::recognises(&opened.start))];
    let fitting: Vec<&'static str> =
        known.into_iter().filter(|(_, fits)| *fits).map(|(name, _)| name).collect();
    match fitting[..] {
        [family] => Ok(family),
        [] => {
            let message = "is no puzzle of a format that is known";
            let help = "name the family: jigsat sudoku FILE";
            Err(Failure::Input(ParseError::in_file(&opened.name, message).with_help(help)))
        }
        _ => {
            let message = format!("may be a puzzle of: {}", fitting.join(", "));
            let help = format!("name the family: jigsat {} FILE", fitting[0]);
            Err(Failure::Input(ParseError::in_file(&opened.name, message).with_help(help)))
        }
    }
}

/// The one puzzle of a text, for verbs about one.
pub fn only<F: Family>(opened: Opened) -> Result<Entry<F::Puzzle>, Failure> {
    let name = opened.name.clone();
    let mut puzzles = F::read(opened)?;
    let first = puzzles.next().unwrap_or_else(|| Err(ParseError::in_file(&name, "has no puzzle")))?;
    if puzzles.next().is_some() {
        let message = "has several puzzles, expected one";
        return Err(Failure::Input(ParseError::in_file(&name, message)));
    }
    Ok(first)
}
