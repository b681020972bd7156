//! What some families have and others lack, each as a small trait.

use std::collections::BTreeSet;

use jigsat_cnf::{Formula, GroupRef, Literal, Var, Variable};
use jigsat_grid::Cell;
use jigsat_solve::{Stop, Violation};
use schemars::Schema;
use serde_json::{Map, Value};

use crate::{
    AtomOf, Counted, Counting, EncodingOf, Error, FamilyTypes, Files, Outcome, Proposition, Question,
    Refuted, Run, SolutionOf, Theorem,
};

/// Engines of a family's own, or a way of its own to ask the general ones.
pub trait Engines<F: FamilyTypes>: Sync {
    /// What of its own can search, besides the [`GENERAL_ENGINES`](crate::GENERAL_ENGINES).
    fn names(&self) -> &'static [&'static str];

    /// Why an engine can't have a puzzle, if it can't; `is_plain` says that neither formula nor solver was named.
    fn refuses(&self, _puzzle: &F::Puzzle, _engine: &str, _is_plain: bool) -> Option<String> {
        None
    }

    /// Whether a puzzle is solved in a fraction of a millisecond and in little memory, by an engine that looks at its
    /// limits: a batch then needs no process of its own to bound that.
    fn is_light(&self, _puzzle: &F::Puzzle, _question: &Question<F>) -> bool {
        false
    }

    /// Solves a puzzle, by the engine that was asked for or is best.
    ///
    /// # Errors
    ///
    /// A formula that can't be built as asked, a solver that fails.
    fn solve(
        &self,
        puzzle: &F::Puzzle,
        question: &Question<F>,
        run: &Run<'_>,
    ) -> Result<Outcome<SolutionOf<F>>, Error>;

    /// Counts the solutions; none where [listing](crate::by_listing) them is all there is.
    ///
    /// # Errors
    ///
    /// As [`Engines::solve`], and engines that can't count.
    fn count(
        &self,
        _puzzle: &F::Puzzle,
        _question: &Question<F>,
        _wanted: &Counting,
        _run: &Run<'_>,
    ) -> Result<Option<Counted>, Error> {
        Ok(None)
    }
}

/// The symmetries of a family's boards. Those of a puzzle are numbered; the identity is 0.
pub trait Symmetry<F: FamilyTypes>: Sync {
    /// How many symmetries keep the puzzle as it is, the identity included.
    fn order(&self, puzzle: &F::Puzzle) -> usize;

    /// What a solution looks like after one of them.
    fn image(&self, puzzle: &F::Puzzle, solution: &SolutionOf<F>, number: usize) -> SolutionOf<F>;

    /// [`Symmetry::image`] for many solutions of one puzzle: what has to be known about the puzzle is found out once.
    fn images<'p>(&'p self, puzzle: &'p F::Puzzle) -> Images<'p, F> {
        Box::new(move |solution, number| self.image(puzzle, solution, number))
    }

    /// Where one of them takes an atom that [`Cutting::beginnings`] and cubes are about; none where that isn't known.
    fn image_of_atom(&self, _puzzle: &F::Puzzle, _atom: AtomOf<F>, _number: usize) -> Option<AtomOf<F>> {
        None
    }
}

/// What solutions of a puzzle look like after its symmetries, by their numbers.
pub type Images<'p, F> = Box<dyn Fn(&SolutionOf<F>, usize) -> SolutionOf<F> + Sync + 'p>;

/// How a search is cut into tasks.
pub trait Cutting<F: FamilyTypes>: Sync {
    /// Where the search begins: choices that, with their images under the symmetries, leave no solution out.
    fn beginnings(&self, _puzzle: &F::Puzzle) -> Option<Vec<Beginning<AtomOf<F>>>> {
        None
    }

    /// The puzzle whose solutions tasks count in place of this one's, and how many solutions each stands for.
    fn counted_as(&self, _puzzle: &F::Puzzle) -> Option<(F::Puzzle, u128)> {
        None
    }

    /// Counts the solutions in which these literals hold by an engine of the family's own, and how many symmetries of a
    /// group, by their numbers, keep each; none where there is no such engine.
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

/// Choices that stand for all their images under the symmetries of a puzzle.
pub struct Beginning<A> {
    /// What is chosen.
    pub literals: Vec<Literal<A>>,
    /// For each image the number of a symmetry that leads to it; the identity first.
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

/// What lies within a cube.
pub struct Within {
    /// How many solutions.
    pub count: u128,
    /// How many symmetries of the stabilizer keep each solution, added up.
    pub fixed: u128,
    /// Which engine counted.
    pub engine: &'static str,
    /// Why there may be more.
    pub stopped: Option<Stop>,
}

/// For families whose formulas are about solutions of one length, the horizon: each encoding has its own measure of
/// length, and one formula without a solution doesn't prove that the puzzle has none.
pub trait Horizon<F: FamilyTypes>: Sync {
    /// The one length of solutions that formulas of this puzzle are about, where it was asked for.
    fn length(&self, puzzle: &F::Puzzle) -> Option<u16>;

    /// The puzzle whose formula, for proofs, is about solutions of exactly this many steps.
    fn of_length(&self, puzzle: &F::Puzzle, steps: u32) -> Option<F::Puzzle>;

    /// The puzzle whose solutions are listed and counted, where that is not the puzzle itself: the shortest ones.
    ///
    /// # Errors
    ///
    /// A length that could not be found within the limits.
    fn shortest(
        &self,
        puzzle: &F::Puzzle,
        question: &Question<F>,
        run: &Run<'_>,
    ) -> Result<Option<F::Puzzle>, Error>;

    /// Whether a legal and complete solution is as good as the question asks for; none where it asks for nothing.
    ///
    /// # Errors
    ///
    /// Those of the search for a better one.
    fn is_optimal(
        &self,
        puzzle: &F::Puzzle,
        solution: &SolutionOf<F>,
        question: &Question<F>,
        run: &Run<'_>,
    ) -> Result<Option<Optimal>, Error>;

    /// Why answers to such a question can't be proven, where that is known beforehand.
    fn cannot_prove(&self, question: &Question<F>) -> Option<&'static str>;

    /// What an outcome claims; none where it claims nothing.
    ///
    /// # Errors
    ///
    /// Why it can't be proven.
    fn proposition(
        &self,
        puzzle: &F::Puzzle,
        question: &Question<F>,
        outcome: &Outcome<SolutionOf<F>>,
    ) -> Result<Option<Proposition<F>>, Stop>;

    /// Whether a theorem follows from its grounds and the formulas that were refuted.
    ///
    /// # Errors
    ///
    /// What is missing, or a ground that doesn't hold.
    fn follows(
        &self,
        puzzle: &F::Puzzle,
        theorem: &Theorem,
        grounds: &[Value],
        refuted: &[Refuted<F>],
    ) -> Result<(), Violation>;

    /// Weakens an outcome that was not proven.
    fn leave_open(&self, puzzle: &F::Puzzle, outcome: &mut Outcome<SolutionOf<F>>, stop: Stop);
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

/// What a family's solutions are made of, and where pictures show it.
pub trait Explanation<F: FamilyTypes>: Sync {
    /// The literals that a solution, maybe a partial one, is made of; none where a part of it says nothing by itself.
    fn literals(
        &self,
        _puzzle: &F::Puzzle,
        _encoding: EncodingOf<F>,
        _solution: &SolutionOf<F>,
    ) -> Option<Vec<Literal<AtomOf<F>>>> {
        None
    }

    /// The other way round: the partial solution that some literals and the givens make up.
    fn so_far(&self, _puzzle: &F::Puzzle, _known: &[Literal<AtomOf<F>>]) -> Option<SolutionOf<F>> {
        None
    }

    /// The puzzle as explanations use it, where another form of it makes them shorter; it must have names for all
    /// that these solutions have.
    fn to_explain(&self, _puzzle: &F::Puzzle, _solutions: &[&SolutionOf<F>]) -> Option<F::Puzzle> {
        None
    }

    /// What explanations say where an atom holds, or where it does not, if its name is not enough: 'r1c2 is shaded'.
    fn words(&self, _puzzle: &F::Puzzle, _atom: AtomOf<F>, _holds: bool) -> Option<String> {
        None
    }

    /// What players call a step that deduces one atom from a constraint that leaves one possibility, and from what rules
    /// out its others: `hidden single`. `reasons` has the rule and the cells of each constraint among the reasons.
    fn technique(
        &self,
        _puzzle: &F::Puzzle,
        _deduced: AtomOf<F>,
        _reasons: &[(&str, Vec<Cell>)],
    ) -> Option<&'static str> {
        None
    }

    /// What a person fills in, kind by kind; empty where solutions are not filled in place by place.
    fn blanks(&self, _puzzle: &F::Puzzle) -> Vec<Blanks<AtomOf<F>>> {
        Vec::new()
    }

    /// Where pictures of a puzzle show what an atom is about.
    fn cells(&self, puzzle: &F::Puzzle, atom: AtomOf<F>) -> Vec<Cell>;

    /// What a place in pictures is called.
    fn cell_name(&self, _puzzle: &F::Puzzle, cell: Cell) -> String {
        cell.to_string()
    }

    /// Where pictures show what a constraint is about.
    fn cells_of_group(
        &self,
        puzzle: &F::Puzzle,
        formula: &Formula<AtomOf<F>>,
        group: GroupRef<'_, AtomOf<F>>,
    ) -> Vec<Cell> {
        cells_of_atoms::<F>(|atom| self.cells(puzzle, atom), formula, group)
    }
}

/// Places of a board that are filled in alike.
#[derive(Clone, Debug)]
pub struct Blanks<A> {
    /// What can be written there; empty where a place is chosen or not, as edges and shaded cells are.
    pub values: Vec<String>,
    /// The places.
    pub places: Vec<Blank<A>>,
}

/// A place that is filled in.
#[derive(Clone, Debug)]
pub struct Blank<A> {
    /// What it is called: `r1c2`, `r1c2-top`.
    pub name: String,
    /// Its middle in a picture, down and to the right in half cells: odd numbers are middles of cells, even ones borders.
    pub at: (u16, u16),
    /// The atom of each value, or the one that says that the place is chosen.
    pub atoms: Vec<A>,
}

impl<A> Blank<A> {
    /// A cell of a picture.
    #[must_use]
    pub fn cell(cell: Cell, atoms: Vec<A>) -> Self {
        Blank { name: cell.to_string(), at: (2 * cell.row + 1, 2 * cell.col + 1), atoms }
    }
}

/// Where pictures show a constraint's atoms.
pub fn cells_of_atoms<F: FamilyTypes>(
    cells: impl Fn(AtomOf<F>) -> Vec<Cell>,
    formula: &Formula<AtomOf<F>>,
    group: GroupRef<'_, AtomOf<F>>,
) -> Vec<Cell> {
    let vars: BTreeSet<Var> =
        group.clauses().flat_map(|place| &formula.clauses()[place]).map(|lit| lit.var()).collect();
    let atoms = vars.into_iter().filter_map(|var| match formula.variable(var) {
        Variable::Atom(atom) => Some(atom),
        Variable::Aux(_) => None,
    });
    let all: BTreeSet<Cell> = atoms.flat_map(cells).collect();
    all.into_iter().collect()
}

/// The atoms that are known to hold.
pub fn holding<A: Copy>(known: &[Literal<A>]) -> impl Iterator<Item = A> {
    known.iter().filter(|literal| !literal.negated).filter_map(|literal| match literal.variable {
        Variable::Atom(atom) => Some(atom),
        Variable::Aux(_) => None,
    })
}

/// How hard a puzzle is.
pub struct Rating {
    /// In words.
    pub text: String,
    /// The same for programs; an object.
    pub data: Value,
    /// What was left open.
    pub left_open: Option<String>,
}

/// Makes new puzzles.
pub trait Generator<F: FamilyTypes>: Sync {
    /// The schema of its options.
    fn options(&self) -> Schema;

    /// Makes a puzzle as its options say; the same seed makes the same one.
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
    /// One that was made.
    Puzzle {
        /// The puzzle.
        puzzle: P,
        /// In what it is not as asked for, and the limit that is the cause, if one is.
        short_of: Option<(String, Option<Stop>)>,
    },
    /// A limit was reached first.
    Stopped(Stop),
}
