//! The searches of every family: a session with a solver, and backtracking.

use jigsat_solve::{
    BuildOptions, Completion, Enumerator, Error, Grown, Held, Limits, Puzzle, Searcher, Solution, Solver,
    Stop,
};
use web_time::Instant;

use crate::{
    AnyGrown, EncodingOf, Family, FormulaOptions, Goal, Lister, Listing, Outcome, OwnListing, Question,
    SearchOptions, Symmetry,
};

/// A puzzle with a question, as searches see it: without its types, so that they are compiled once.
pub(crate) trait AnyAsked<'p>: Sync {
    fn formula_options(&self) -> &FormulaOptions;

    fn search_options(&self) -> &SearchOptions;

    /// The engine and the solver that measured best.
    fn best(&self, goal: Goal) -> (&'static str, Solver);

    /// Whether a model of the formula for this goal may stand for several solutions.
    fn merges(&self, goal: Goal) -> bool;

    /// Builds the formula: in the encoding that was asked for, or in the one that measured best for this goal.
    fn grow(&self, goal: Goal, options: &BuildOptions) -> Result<AnyGrown<'p>, Error>;

    /// The engines of its family that list.
    fn listers(&self) -> &'static [&'static str];

    /// The listing by one of them, if one of them answers the question.
    fn own_listing(&self, limits: &Limits) -> Result<OwnListing<'p>, crate::Error>;

    /// How many symmetries its board has, the identity included; `None` if that isn't known.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    fn symmetries(&self, limits: &Limits) -> Result<Option<usize>, Stop>;

    /// Whether models tell which solutions come first among their images.
    fn models_tell_first(&self) -> bool;

    /// The images of solutions under them.
    fn images(&self) -> Option<SolutionImages<'_>>;
}

/// A puzzle with a question in their own types.
pub(crate) struct Asked<'a, 'p, F: Family> {
    pub family: &'a F,
    pub puzzle: Held<'p, F::Puzzle>,
    pub question: &'a Question<F>,
}

impl<F: Family> Asked<'_, '_, F> {
    fn encoding(&self, goal: Goal) -> EncodingOf<F> {
        self.question.encoding.unwrap_or_else(|| self.family.auto(&self.puzzle, goal).encoding)
    }
}

impl<'p, F: Family> AnyAsked<'p> for Asked<'_, 'p, F> {
    fn formula_options(&self) -> &FormulaOptions {
        &self.question.formula
    }

    fn search_options(&self) -> &SearchOptions {
        &self.question.search
    }

    fn best(&self, goal: Goal) -> (&'static str, Solver) {
        let auto = self.family.auto(&self.puzzle, goal);
        (auto.engine, auto.solver)
    }

    fn merges(&self, goal: Goal) -> bool {
        self.puzzle.completion(self.encoding(goal)).is_some_and(Completion::merges_solutions)
    }

    fn grow(&self, goal: Goal, options: &BuildOptions) -> Result<AnyGrown<'p>, Error> {
        Ok(Box::new(Grown::new(self.puzzle.clone(), self.encoding(goal), options)?))
    }

    fn listers(&self) -> &'static [&'static str] {
        self.family.engines().map_or(&[], |engines| engines.listers())
    }

    fn own_listing(&self, limits: &Limits) -> Result<OwnListing<'p>, crate::Error> {
        let engines = self.family.engines();
        engines.map_or(Ok(None), |engines| engines.list(self.puzzle.clone(), self.question, limits))
    }

    fn symmetries(&self, limits: &Limits) -> Result<Option<usize>, Stop> {
        self.family.symmetry().map_or(Ok(None), |symmetry| symmetry.order(&self.puzzle, limits))
    }

    fn models_tell_first(&self) -> bool {
        self.family.symmetry().is_some_and(Symmetry::models_tell_first)
    }

    fn images(&self) -> Option<SolutionImages<'_>> {
        images(self.family, &self.puzzle)
    }
}

/// The images of solutions of a puzzle under its symmetries, by their numbers. A solution of another puzzle is its own image.
pub type SolutionImages<'p> = Box<dyn Fn(&Solution, usize) -> Solution + Sync + 'p>;

/// The images of a puzzle's solutions; `None` if its family knows no symmetries. The facts about the puzzle are computed only
/// once.
pub fn images<'p, F: Family>(family: &'p F, puzzle: &'p F::Puzzle) -> Option<SolutionImages<'p>> {
    let image = family.symmetry()?.images(puzzle);
    Some(Box::new(move |solution, number| match solution.typed() {
        Some(typed) => Solution::of(image(typed, number)),
        None => solution.clone(),
    }))
}

/// The listing for a question: by the family's own engine if it has one for that, otherwise by its formula.
///
/// # Errors
///
/// As [`lister`].
pub fn listing<'p, F: Family>(
    family: &F,
    puzzle: Held<'p, F::Puzzle>,
    question: &Question<F>,
    limits: &Limits,
) -> Result<Box<dyn Listing + 'p>, crate::Error> {
    listing_of(&Asked { family, puzzle, question }, limits)
}

fn listing_of<'p>(asked: &dyn AnyAsked<'p>, limits: &Limits) -> Result<Box<dyn Listing + 'p>, crate::Error> {
    match asked.own_listing(limits)? {
        Some(own) => Ok(own),
        None => Ok(Box::new(lister_of(asked, limits)?)),
    }
}

/// Lists by the formula, with the engine that was asked for or the family's choice if no solver was named.
///
/// # Errors
///
/// A formula that can't be built as asked or within the limits, a solver that can't be started.
pub fn lister<'p, F: Family>(
    family: &F,
    puzzle: Held<'p, F::Puzzle>,
    question: &Question<F>,
    limits: &Limits,
) -> Result<Lister<'p>, Error> {
    lister_of(&Asked { family, puzzle, question }, limits)
}

/// Finds a solution, and further ones: with a solver, or by backtracking if that engine was asked for.
///
/// # Errors
///
/// As [`lister`].
pub fn finder<'p, F: Family>(
    family: &F,
    puzzle: Held<'p, F::Puzzle>,
    question: &Question<F>,
    limits: &Limits,
) -> Result<Lister<'p>, Error> {
    finder_of(&Asked { family, puzzle, question }, Wanted::All, limits)
}

/// Asks a [`finder`]; twice if a second solution matters.
///
/// # Errors
///
/// As [`lister`] and [`Lister::solve`].
pub fn ask_session<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    question: &Question<F>,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    ask(&Asked { family, puzzle: Held::Borrowed(puzzle), question }, question.unique, limits)
}

fn ask(asked: &dyn AnyAsked<'_>, unique: bool, limits: &Limits) -> Result<Outcome<Solution>, Error> {
    finder_of(asked, Wanted::Two, limits)?.ask(unique, limits)
}

/// The solutions that a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// One, and a second one if there is more than one.
    Two,
    All,
}

/// As [`lister`].
pub(crate) fn lister_of<'p>(asked: &dyn AnyAsked<'p>, limits: &Limits) -> Result<Lister<'p>, Error> {
    if backtracks(asked) {
        return Ok(Lister::Backtrack(Box::new(enumeration(asked, limits)?)));
    }
    let search = asked.search_options();
    let is_free = search.engine().is_none() && search.solver.is_none();
    let can_change = is_free && !asked.merges(Goal::One);
    Ok(Lister::by_solver(session(asked, Wanted::All, limits)?, can_change))
}

fn finder_of<'p>(asked: &dyn AnyAsked<'p>, wanted: Wanted, limits: &Limits) -> Result<Lister<'p>, Error> {
    match asked.search_options().engine() {
        Some("backtrack") => lister_of(asked, limits),
        _ => Ok(Lister::by_solver(session(asked, wanted, limits)?, false)),
    }
}

/// Whether all solutions are found by backtracking: by the engine that was asked for, or by the family's choice if no solver
/// was named.
pub(crate) fn backtracks(asked: &dyn AnyAsked<'_>) -> bool {
    let search = asked.search_options();
    match search.engine() {
        Some(engine) => engine == "backtrack",
        None => search.solver.is_none() && asked.best(Goal::All).0 == "backtrack",
    }
}

/// An enumeration for a question.
///
/// # Errors
///
/// A formula that can't be built as asked or within the limits.
pub(crate) fn enumeration<'p>(
    asked: &dyn AnyAsked<'p>,
    limits: &Limits,
) -> Result<Enumerator<AnyGrown<'p>>, Error> {
    let started = Instant::now();
    let formula = asked.formula_options();
    let is_whole = formula.drop.is_empty();
    let options = formula.build(is_whole && !asked.merges(Goal::All), limits);
    let grown = asked.grow(Goal::All, &options)?;
    Enumerator::of(grown, !is_whole, started.elapsed())
}

/// A session for a question, with what measured best if the question leaves the choice.
fn session<'p>(
    asked: &dyn AnyAsked<'p>,
    wanted: Wanted,
    limits: &Limits,
) -> Result<Searcher<AnyGrown<'p>>, Error> {
    let started = Instant::now();
    let (formula, search) = (asked.formula_options(), asked.search_options());
    let is_whole = formula.drop.is_empty();
    let solver = search.solver.clone().unwrap_or_else(|| asked.best(Goal::One).1);
    let no_detours = is_whole && wanted == Wanted::Two;
    let options = BuildOptions { no_detours, ..solver.options(&formula.build(is_whole, limits)) };
    let grown = asked.grow(Goal::One, &options)?;
    let searcher = Searcher::of(grown, !is_whole, &solver, search.seed, started.elapsed())?;
    if search.solver.is_none() && search.engine().is_none() {
        searcher.begin_by_counting()
    } else {
        Ok(searcher)
    }
}
