//! The capabilities that some families have and others lack, each as a small trait.

use std::{collections::BTreeSet, ops::Range};

use jigsat_cnf::{Cnf, Formula, GroupRef, Literal, Var, Variable, rarely};
use jigsat_grid::{Cell, Edge};
use jigsat_input::Message;
use jigsat_solve::{Held, Limits, Provenance, Refusal, Solution, Stop};
use schemars::Schema;
use serde_json::{Map, Value};

use crate::{
    Account, AtomOf, Counted, Counting, EncodingOf, Error, Evidence, FamilyTypes, Files, Listing, Outcome,
    Proposition, Question, Run, SolutionOf, Theorem,
};

/// Engines of a family's own, or its own way to use the general ones.
pub trait Engines<F: FamilyTypes>: Sync {
    /// The names of its own engines, in addition to the [`GENERAL_ENGINES`](crate::GENERAL_ENGINES).
    fn names(&self) -> &'static [&'static str];

    /// Why an engine can't solve a puzzle, if it can't. `is_plain` says that the user named neither formula
    /// nor solver.
    fn refuses(&self, _puzzle: &F::Puzzle, _engine: &str, _is_plain: bool) -> Option<Message> {
        None
    }

    /// Whether a puzzle is solved in a fraction of a millisecond and in little memory, by an engine that
    /// checks its limits. A batch then needs no separate process to bound it.
    fn is_light(&self, _puzzle: &F::Puzzle, _question: &Question<F>) -> bool {
        false
    }

    /// Solves a puzzle, with the engine that was asked for or is best.
    ///
    /// # Errors
    ///
    /// A formula that can't be built as asked, or a solver that fails.
    fn solve(
        &self,
        puzzle: &F::Puzzle,
        question: &Question<F>,
        run: &Run<'_>,
    ) -> Result<Outcome<Solution>, Error>;

    /// Counts the solutions; `None` if [listing](crate::by_listing) them is the only way.
    ///
    /// # Errors
    ///
    /// As [`Engines::solve`], and an engine that can't count.
    fn count(
        &self,
        _puzzle: &F::Puzzle,
        _question: &Question<F>,
        _wanted: &Counting,
        _run: &Run<'_>,
    ) -> Result<Option<Counted>, Error> {
        Ok(None)
    }

    /// Those of its own engines that can list solutions.
    fn listers(&self) -> &'static [&'static str] {
        &[]
    }

    /// Lists the solutions; `None` if a formula is the way to do that.
    ///
    /// # Errors
    ///
    /// As [`Engines::solve`].
    fn list<'p>(
        &self,
        _puzzle: Held<'p, F::Puzzle>,
        _question: &Question<F>,
        _limits: &Limits,
    ) -> Result<OwnListing<'p>, Error> {
        Ok(None)
    }

    /// How hard a puzzle is by a measure of the family's own, in addition to the measure of its explanation if it has one;
    /// `None` if there is no such measure, or no solution.
    ///
    /// # Errors
    ///
    /// As [`Engines::solve`].
    fn rate(&self, _puzzle: &F::Puzzle, _run: &Run<'_>) -> Result<Option<Rating>, Error> {
        Ok(None)
    }
}

/// A listing by a family's own engine, if it has one.
pub type OwnListing<'p> = Option<Box<dyn Listing + 'p>>;

/// The symmetries of a family's boards. The symmetries of a puzzle are numbered; the identity is 0.
pub trait Symmetry<F: FamilyTypes>: Sync {
    /// How many symmetries leave the puzzle unchanged, the identity included; `None` if it isn't known.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    fn order(&self, puzzle: &F::Puzzle, limits: &Limits) -> Result<Option<usize>, Stop>;

    /// The images of solutions under them. The facts about the puzzle are computed only once.
    fn images<'p>(&'p self, puzzle: &'p F::Puzzle) -> Images<'p, F>;

    /// Whether [`Puzzle::comes_first`](jigsat_solve::Puzzle::comes_first) knows these images once [`Symmetry::order`] was asked,
    /// so that solutions need not be written down to be counted up to symmetry.
    fn models_tell_first(&self) -> bool {
        false
    }

    /// The image of an atom of [`Cutting::beginnings`] and cubes under one of them; `None` if it isn't known.
    fn image_of_atom(&self, _puzzle: &F::Puzzle, _atom: AtomOf<F>, _number: usize) -> Option<AtomOf<F>> {
        None
    }
}

/// The images of solutions of a puzzle under its symmetries, by their numbers.
pub type Images<'p, F> = Box<dyn Fn(&SolutionOf<F>, usize) -> SolutionOf<F> + Sync + 'p>;

/// How a search is split into tasks.
pub trait Cutting<F: FamilyTypes>: Sync {
    /// The beginnings of the search: choices that, with their images under the symmetries, leave no solution
    /// out.
    fn beginnings(&self, _puzzle: &F::Puzzle) -> Option<Vec<Beginning<AtomOf<F>>>> {
        None
    }

    /// The puzzle whose solutions tasks count instead of this one's, and the number of solutions for which
    /// each stands.
    fn counted_as(&self, _puzzle: &F::Puzzle) -> Option<(F::Puzzle, u128)> {
        None
    }

    /// Counts the solutions in which these literals are true with an engine of the family's own, and how many
    /// symmetries of a group, by their numbers, leave each unchanged; `None` if there is no such engine.
    fn count_within(
        &self,
        _puzzle: &F::Puzzle,
        _cube: &[Literal<AtomOf<F>>],
        _group: &[usize],
        _run: &Run<'_>,
    ) -> Option<Within> {
        None
    }
}

/// Choices that represent all their images under the symmetries of a puzzle.
pub struct Beginning<A> {
    /// The choices.
    pub literals: Vec<Literal<A>>,
    /// For each image, the number of a symmetry that leads to it; the identity first.
    pub images: Vec<usize>,
    /// The numbers of the symmetries that leave the choices as they are.
    pub stabilizer: Vec<usize>,
}

impl<A> Beginning<A> {
    /// The whole search, for a puzzle with this many symmetries, the identity included.
    #[must_use]
    pub fn whole(order: usize) -> Vec<Self> {
        vec![Beginning { literals: Vec::new(), images: vec![0], stabilizer: (0..order).collect() }]
    }
}

/// The count of the solutions in a cube.
pub struct Within {
    /// How many solutions there are.
    pub count: u128,
    /// How many symmetries of the stabilizer leave each solution unchanged, added up.
    pub fixed: u128,
    /// The engine that counted.
    pub engine: &'static str,
    /// The limit because of which there may be more.
    pub stopped: Option<Stop>,
}

/// For families whose formulas are about solutions of one length, the horizon. Each encoding has its own
/// measure of length, and one formula without a solution doesn't prove that the puzzle has none. Only Sokoban has plans as
/// solutions; it is a trait so that verbs know lengths, and not Sokoban.
pub trait Horizon<F: FamilyTypes>: Sync {
    /// The length of the solutions that formulas of this puzzle are about, if one was asked for.
    fn length(&self, puzzle: &F::Puzzle) -> Option<u16>;

    /// The puzzle whose solutions are listed and counted, if that is not the puzzle itself: the shortest
    /// ones.
    ///
    /// # Errors
    ///
    /// The limit that was reached before the length was found ([`Error::stopped`]), or a plan that the referee rejects.
    fn shortest(
        &self,
        puzzle: &F::Puzzle,
        question: &Question<F>,
        run: &Run<'_>,
    ) -> Result<Option<F::Puzzle>, Error>;

    /// Whether a legal and complete solution is as good as the question asks for; `None` if it asks for
    /// nothing.
    ///
    /// # Errors
    ///
    /// Errors of the search for a better one.
    fn is_optimal(
        &self,
        puzzle: &F::Puzzle,
        solution: &SolutionOf<F>,
        question: &Question<F>,
        run: &Run<'_>,
    ) -> Result<Option<Optimal>, Error>;

    /// Explains the plan that answers a question: it is found as a whole, not literal by literal. `played` is the part of
    /// it that is already played, a legal one.
    ///
    /// # Errors
    ///
    /// As [`Engines::solve`].
    fn account(
        &self,
        puzzle: &F::Puzzle,
        question: &Question<F>,
        played: Option<&SolutionOf<F>>,
        run: &Run<'_>,
    ) -> Result<Account, Error>;

    /// Why answers to this question can't be proved, if that is known beforehand.
    fn cannot_prove(&self, question: &Question<F>) -> Option<&'static str>;

    /// The claims of an outcome; `None` if it claims nothing.
    ///
    /// # Errors
    ///
    /// Why it can't be proved.
    fn proposition(
        &self,
        puzzle: &F::Puzzle,
        question: &Question<F>,
        outcome: &Outcome<Solution>,
        limits: &Limits,
    ) -> Result<Option<Proposition>, Stop>;

    /// Checks that a theorem follows from the evidence.
    ///
    /// # Errors
    ///
    /// What is missing, a ground that doesn't hold, or a limit that was reached first.
    fn follows(
        &self,
        puzzle: &F::Puzzle,
        theorem: &Theorem,
        evidence: &Evidence<'_>,
        limits: &Limits,
    ) -> Result<(), Refusal>;

    /// Weakens an outcome that was not proved.
    fn leave_open(&self, puzzle: &F::Puzzle, outcome: &mut Outcome<Solution>, stop: Stop);
}

/// A short name for a constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A place that takes one value: `r1c2`.
    Place(String),
    /// Places of which one has a value.
    Value {
        /// What people call them together: `row 3`.
        name: String,
        /// The value.
        value: String,
    },
    /// Something else.
    Other {
        /// Its name: `the 3 in r1c2`.
        name: String,
        /// What is the matter if it is broken: `the 3 in r1c2 can't be met`.
        broken: String,
    },
}

/// What a constraint is about, for the names of techniques.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A clue: its cell, and what people call it, such as `3` or `white circle`.
    Clue(Cell, String),
    /// A point of a line, at which it may not end or branch.
    Point,
    /// The cells of a line, in their order, whose runs have certain lengths: the variables that say which are in a run.
    Runs(Vec<Var>),
}

impl Unit {
    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Unit::Place(name) | Unit::Value { name, .. } | Unit::Other { name, .. } => name,
        }
    }

    /// The value that it places.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        if let Unit::Value { value, .. } = self { Some(value) } else { None }
    }
}

/// Whether a solution is optimal.
pub enum Optimal {
    /// It is, in words.
    Yes(String),
    /// It is not, in words.
    No(String),
    /// What was left open.
    Open(String),
}

/// The literals of a family's solutions, and the places where pictures show them.
pub trait Explanation<F: FamilyTypes>: Sync {
    /// The literals of a solution, which may be partial; `None` if a part of it says nothing by itself.
    fn literals(
        &self,
        _puzzle: &F::Puzzle,
        _encoding: EncodingOf<F>,
        _solution: &SolutionOf<F>,
    ) -> Option<Vec<Literal<AtomOf<F>>>> {
        None
    }

    /// The inverse: the partial solution that consists of some literals and the givens.
    fn so_far(&self, _puzzle: &F::Puzzle, _known: &[Literal<AtomOf<F>>]) -> Option<SolutionOf<F>> {
        None
    }

    /// The puzzle for explanations, if another form of it makes them shorter. It must have names for
    /// everything in these solutions.
    fn to_explain(&self, _puzzle: &F::Puzzle, _solutions: &[&SolutionOf<F>]) -> Option<F::Puzzle> {
        None
    }

    /// The words of explanations for an atom that is true, or for one that is not, if its name is not enough:
    /// 'r1c2 is shaded'.
    fn words(&self, _puzzle: &F::Puzzle, _atom: AtomOf<F>, _holds: bool) -> Option<String> {
        None
    }

    /// The same for several atoms, each with whether it is true, if one sentence can say it of several places: 'r1c2 and r1c3 are
    /// shaded'. If this is `None`, each has a sentence of its own.
    fn words_of_all(&self, _puzzle: &F::Puzzle, _atoms: &[(AtomOf<F>, bool)]) -> Option<Vec<String>> {
        None
    }

    /// What people call an atom in the sentence of a constraint about several, if not by its name: 'the line above r3c3'.
    fn noun(&self, _puzzle: &F::Puzzle, _atom: AtomOf<F>) -> Option<String> {
        None
    }

    /// What people call a constraint, such as 'row 3' with one 8; if this is `None`, its sentence is told.
    fn unit(
        &self,
        _puzzle: &F::Puzzle,
        _formula: &Formula<AtomOf<F>>,
        _group: GroupRef<'_, AtomOf<F>>,
    ) -> Option<Unit> {
        None
    }

    /// What a constraint is about, if patterns with names consist of such constraints: a clue, a point of a loop.
    fn subject(
        &self,
        _puzzle: &F::Puzzle,
        _formula: &Formula<AtomOf<F>>,
        group: GroupRef<'_, AtomOf<F>>,
    ) -> Option<Subject> {
        group.is_of_node().then_some(Subject::Point)
    }

    /// The place and the value of an atom that says that a place has a value: `r1c2` and `8`.
    fn placed(&self, _puzzle: &F::Puzzle, _atom: AtomOf<F>) -> Option<[String; 2]> {
        None
    }

    /// The edge of a picture that an atom is about, if it is about one.
    fn edge(&self, _puzzle: &F::Puzzle, _atom: AtomOf<F>) -> Option<Edge> {
        None
    }

    /// The blanks that a person fills in, by kind; empty if solutions are not filled in place by place.
    ///
    /// # Errors
    ///
    /// A limit that was reached.
    fn blanks(&self, _puzzle: &F::Puzzle, _limits: &Limits) -> Result<Vec<Blanks<AtomOf<F>>>, Stop> {
        Ok(Vec::new())
    }

    /// The cells in which pictures of a puzzle show what an atom is about.
    fn cells(&self, puzzle: &F::Puzzle, atom: AtomOf<F>) -> Vec<Cell>;

    /// The name of a place in pictures.
    fn cell_name(&self, _puzzle: &F::Puzzle, cell: Cell) -> String {
        cell.to_string()
    }

    /// The cells in which pictures show what a constraint is about.
    fn cells_of_group(
        &self,
        puzzle: &F::Puzzle,
        formula: &Formula<AtomOf<F>>,
        group: GroupRef<'_, AtomOf<F>>,
    ) -> Vec<Cell> {
        cells_of_atoms::<F>(|atom| self.cells(puzzle, atom), formula, group)
    }
}

/// Places of a board that are filled in with the same values.
#[derive(Clone, Debug)]
pub struct Blanks<A> {
    /// The values that can be written there; empty if a place is only chosen or not, such as an edge or a
    /// shaded cell.
    pub values: Vec<String>,
    /// The places.
    pub places: Vec<Blank<A>>,
    /// Places of the same kind that the puzzle has filled in, if they are not among the others.
    pub givens: Vec<Given>,
}

/// A place that the puzzle has filled in.
#[derive(Clone, Debug)]
pub struct Given {
    /// Its name: `r1c2`.
    pub name: String,
    /// Its middle in a picture, as of a [`Blank`].
    pub at: (u16, u16),
    /// Its value.
    pub value: String,
}

impl Given {
    /// A place that is a cell of a picture.
    #[must_use]
    pub fn cell(cell: Cell, value: String) -> Self {
        Given { name: cell.to_string(), at: (2 * cell.row + 1, 2 * cell.col + 1), value }
    }
}

/// A place that is filled in.
#[derive(Clone, Debug)]
pub struct Blank<A> {
    /// Its name: `r1c2`, `r1c2-top`.
    pub name: String,
    /// Its middle in a picture, down and to the right in half cells: odd numbers are middles of cells, even
    /// numbers are borders.
    pub at: (u16, u16),
    /// The atom of each value, or the one that says that the place is chosen.
    pub atoms: Vec<A>,
}

impl<A> Blank<A> {
    /// A place that is a cell of a picture.
    #[must_use]
    pub fn cell(cell: Cell, atoms: Vec<A>) -> Self {
        Blank { name: cell.to_string(), at: (2 * cell.row + 1, 2 * cell.col + 1), atoms }
    }
}

/// The cells in which pictures show a constraint's atoms.
pub fn cells_of_atoms<F: FamilyTypes>(
    cells: impl Fn(AtomOf<F>) -> Vec<Cell>,
    formula: &Formula<AtomOf<F>>,
    group: GroupRef<'_, AtomOf<F>>,
) -> Vec<Cell> {
    cells_of_clauses(formula, group.clauses(), &|var| match formula.variable(var) {
        Variable::Atom(atom) => cells(atom),
        Variable::Aux(_) => Vec::new(),
    })
}

/// The cells of all variables of some clauses.
fn cells_of_clauses(cnf: &Cnf, clauses: Range<usize>, cells: &dyn Fn(Var) -> Vec<Cell>) -> Vec<Cell> {
    let vars: BTreeSet<Var> =
        rarely::set(clauses.flat_map(|place| &cnf.clauses()[place]).map(|lit| lit.var()));
    let all: BTreeSet<Cell> = rarely::set(vars.into_iter().flat_map(cells));
    all.into_iter().collect()
}

/// The atoms that are known to be true.
pub fn holding<A: Copy>(known: &[Literal<A>]) -> impl Iterator<Item = A> {
    known.iter().filter(|literal| !literal.negated).filter_map(|literal| match literal.variable {
        Variable::Atom(atom) => Some(atom),
        Variable::Aux(_) => None,
    })
}

/// How hard a puzzle is.
pub struct Rating {
    /// The rating in words.
    pub text: String,
    /// The rating for programs: an object.
    pub data: Value,
    /// What was left open.
    pub left_open: Option<String>,
    /// The engine that found what is rated.
    pub by: Provenance,
}

/// Makes new puzzles.
pub trait Generator<F: FamilyTypes>: Sync {
    /// The schema of its options.
    fn options(&self) -> Schema;

    /// Makes a puzzle by these options; the same seed makes the same puzzle.
    ///
    /// # Errors
    ///
    /// Options that don't exist or can't be met.
    fn generate(
        &self,
        options: &Map<String, Value>,
        seed: u64,
        files: &dyn Files,
        run: &Run<'_>,
    ) -> Result<Generated<F::Puzzle>, Error>;
}

/// A new puzzle.
pub enum Generated<P> {
    /// A puzzle was made.
    Puzzle {
        /// The puzzle.
        puzzle: P,
        /// How it differs from what was asked for, and the limit that is the cause, if there is one.
        short_of: Option<(String, Option<Stop>)>,
    },
    /// A limit was reached first.
    Stopped(Stop),
}
