//! One puzzle in one encoding, without its types: what verbs need of a formula, whatever the puzzle is.

use std::{cmp::Ordering, fmt};

use jigsat_cnf::{Lit, Literal, Var, Variable};
use jigsat_grid::Cell;
use jigsat_kit::{Subject, Unit};
use jigsat_solve::{Answer, Growing, Searcher, Solution, explain::Blamer};

/// An atom of a puzzle by its number, which is the same in all formulas of the puzzle. The variables of formulas are
/// [`Var`], which mean something in their own formula only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AtomId {
    pub(crate) number: u32,
    /// The board that has numbered it, so that one of another board is found out in tests.
    #[cfg(debug_assertions)]
    pub(crate) board: u32,
}

/// A literal in terms of the puzzle: it means the same in all of the puzzle's formulas.
pub type Known = Literal<AtomId>;

/// A formula with its puzzle. It owns what it needs. One adapter, for all families, hides their types here.
///
/// The clauses, groups, constraints and projection variables are in its [`cnf`](Growing::cnf). This trait adds what the
/// variables mean.
pub trait PuzzleFormula: Growing + Send + Sync {
    /// Writes the name of an atom by its number in this formula ([`jigsat_cnf::Cnf::atom_of`]).
    ///
    /// # Errors
    ///
    /// Only errors of the formatter.
    fn name_atom(&self, atom: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Writes what people call an atom in sentences: its name, unless its family has another word.
    ///
    /// # Errors
    ///
    /// Only errors of the formatter.
    fn call_atom(&self, atom: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The order of two atoms by their numbers in this formula, for text.
    fn compare_atoms(&self, one: u32, other: u32) -> Ordering;

    /// The atom of a variable; `None` for an auxiliary.
    fn atom(&self, var: Var) -> Option<AtomId>;

    /// The variable of an atom, if the formula has it.
    fn variable(&self, atom: AtomId) -> Option<Var>;

    /// Whether the formula is completed while it is solved, by its puzzle or by cuts of graph constraints. Its clauses alone
    /// may then have models that are not solutions.
    fn is_lazy(&self) -> bool;

    /// The cells in which pictures show what a group is about.
    fn cells_of_group(&self, group: usize) -> Vec<Cell>;

    /// What people call a constraint that places something; see [`jigsat_kit::Explanation::unit`].
    fn unit(&self, group: usize) -> Option<Unit>;

    /// What a constraint is about; see [`jigsat_kit::Explanation::subject`].
    fn subject(&self, group: usize) -> Option<Subject>;

    /// The candidates for which the puzzle has added clauses while it was searched, in their order.
    fn candidates(&self) -> Vec<Solution>;

    /// Adds the clauses that the puzzle adds for a candidate; one of another family is ignored.
    fn refine_by(&mut self, candidate: &Solution);

    /// The solutions that count as one with this one, itself first; none if it is one of another family.
    fn alike(&self, solution: &Solution) -> Vec<Solution>;
}

/// A search for solutions of any puzzle.
pub(crate) type Search = Searcher<Box<dyn PuzzleFormula>>;

/// The constraints of any puzzle that are to blame for something.
pub(crate) type Blame = Blamer<Box<dyn PuzzleFormula>>;

impl dyn PuzzleFormula + '_ {
    /// A literal in terms of the puzzle.
    #[must_use]
    pub fn literal(&self, lit: Lit) -> Known {
        let variable = self.atom(lit.var()).map_or(Variable::Aux(lit.var()), Variable::Atom);
        Literal { variable, negated: lit.is_neg() }
    }

    /// The literal of this formula; `None` if it does not have the atom.
    #[must_use]
    pub fn lit(&self, literal: Known) -> Option<Lit> {
        let var = match literal.variable {
            Variable::Atom(atom) => self.variable(atom)?,
            Variable::Aux(var) => var,
        };
        Some(var.lit(literal.negated))
    }

    /// The literals of this formula.
    ///
    /// # Panics
    ///
    /// If it does not have an atom.
    #[must_use]
    pub fn lits(&self, literals: &[Known]) -> Vec<Lit> {
        let lit = |&literal: &Known| self.lit(literal).expect("the formula has the atom");
        literals.iter().map(lit).collect()
    }

    /// The literals of this formula, without those whose atoms it lacks.
    #[must_use]
    pub fn lits_there(&self, literals: &[Known]) -> Vec<Lit> {
        literals.iter().filter_map(|&literal| self.lit(literal)).collect()
    }

    /// Some literals in terms of the puzzle.
    #[must_use]
    pub fn literals(&self, lits: &[Lit]) -> Vec<Known> {
        lits.iter().map(|&lit| self.literal(lit)).collect()
    }

    /// The function that writes the names of atoms, as the text of a [`jigsat_cnf::Cnf`] needs it.
    pub fn names(&self) -> impl Fn(u32, &mut fmt::Formatter<'_>) -> fmt::Result {
        |atom, f| self.name_atom(atom, f)
    }

    /// The constraint of a group, in words.
    #[must_use]
    pub fn sentence(&self, group: usize) -> String {
        self.cnf().group_at(group).sentence(&|atom, f: &mut fmt::Formatter<'_>| self.call_atom(atom, f))
    }

    /// The constraints of some groups, in words; see [`jigsat_cnf::Formula::sentences`].
    #[must_use]
    pub fn sentences(&self, groups: &[usize]) -> Vec<String> {
        self.cnf().sentences(groups, &|atom, f: &mut fmt::Formatter<'_>| self.call_atom(atom, f))
    }

    /// The solution of the last candidate, even if the referee rejects it, once.
    pub fn take_solution(&mut self) -> Option<Solution> {
        match self.take_answer()? {
            Answer::Solved(solution) => Some(solution.into_inner()),
            Answer::Refused { solution, .. } => solution,
            Answer::Impossible(_) | Answer::Unknown(_) => None,
        }
    }

    /// The name of a literal: `r1c2=5`, `!r1c2=5`, `?17` for an auxiliary.
    #[must_use]
    pub fn name(&self, lit: Lit) -> String {
        let mut name = String::from(if lit.is_neg() { "!" } else { "" });
        let written = self.cnf().write_variable(lit.var(), None, &self.names(), &mut name);
        written.expect("a String takes everything");
        name
    }
}
