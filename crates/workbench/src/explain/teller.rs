//! The names of literals and constraints, and their places in pictures.

use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

use jigsat_cnf::{Atom, Bound, Cnf, Formula, GroupRef, Lit, Literal, Variable};
use jigsat_grid::{Cell, Mark};
use jigsat_kit::{AtomOf, EncodingOf, Family, ReasonOf, Says, SolutionOf, cells_of_atoms, literal_name};
use jigsat_solve::{
    GIVEN,
    explain::{Reason, Step, is_fact},
    with_names,
};

use super::view::Marks;
use crate::{
    case::Case,
    record::{MarkedCells, ReasonRecord, StepRecord, StepWords},
};

/// The explanation of a family without [`Explanation`](jigsat_kit::Explanation): sentences alone.
impl<F: Family> Case<F> {
    /// The words for a literal: a sentence of the family's own, or its name.
    pub(super) fn literal_words(&self, literal: Literal<AtomOf<F>>) -> String {
        let own = match (self.family.explanation(), literal.variable) {
            (Some(explanation), Variable::Atom(atom)) => {
                explanation.words(self.puzzle(), atom, !literal.negated)
            }
            _ => None,
        };
        own.unwrap_or_else(|| literal_name(self.puzzle(), literal))
    }

    pub(crate) fn literals_words(&self, literals: &[Literal<AtomOf<F>>]) -> Vec<String> {
        literals.iter().map(|&literal| self.literal_words(literal)).collect()
    }

    /// The words for some literals; a statement that fits several places is one sentence.
    fn literals_together(&self, literals: &[Literal<AtomOf<F>>]) -> Vec<String> {
        let atom = |literal: &Literal<AtomOf<F>>| match literal.variable {
            Variable::Atom(atom) => Some((atom, !literal.negated)),
            Variable::Aux(_) => None,
        };
        let atoms: Option<Vec<_>> = literals.iter().map(atom).collect();
        let together = atoms.zip(self.family.explanation());
        let together = together.and_then(|(atoms, words)| words.words_of_all(self.puzzle(), &atoms));
        together.unwrap_or_else(|| self.literals_words(literals))
    }

    pub(crate) fn cells_of_literal(&self, literal: Literal<AtomOf<F>>) -> Vec<Cell> {
        match (self.family.explanation(), literal.variable) {
            (Some(explanation), Variable::Atom(atom)) => explanation.cells(self.puzzle(), atom),
            _ => Vec::new(),
        }
    }

    pub(super) fn cell_name(&self, cell: Cell) -> String {
        let explanation = self.family.explanation();
        explanation.map_or_else(|| cell.to_string(), |marks| marks.cell_name(self.puzzle(), cell))
    }

    /// The names of marked cells.
    pub(super) fn cell_names(&self, marks: &Marks) -> MarkedCells {
        let of = |wanted: Mark| {
            let marked = marks.iter().filter(|&(_, mark)| mark == wanted);
            marked.map(|(cell, _)| self.cell_name(cell)).collect()
        };
        MarkedCells { deduced: of(Mark::Deduced), known: of(Mark::Known), concerned: of(Mark::Concerned) }
    }

    /// The literals of a solution, possibly partial.
    pub(crate) fn literals_of(
        &self,
        encoding: EncodingOf<F>,
        solution: &SolutionOf<F>,
    ) -> Option<Vec<Literal<AtomOf<F>>>> {
        self.family.explanation()?.literals(self.puzzle(), encoding, solution)
    }

    /// The partial solution from some literals and the givens.
    pub(crate) fn solution_of(&self, known: &[Literal<AtomOf<F>>]) -> Option<SolutionOf<F>> {
        self.family.explanation()?.so_far(self.puzzle(), known)
    }

    /// The puzzle in the form with the shortest explanations.
    pub(crate) fn to_explain(&self, solutions: &[&SolutionOf<F>]) -> Arc<F::Puzzle> {
        let explanation = self.family.explanation();
        let other = explanation.and_then(|explanation| explanation.to_explain(self.puzzle(), solutions));
        other.map_or_else(|| Arc::clone(&self.board.puzzle), Arc::new)
    }
}

/// The atom that a literal makes true.
fn atom_of<A: Atom>(formula: &Formula<A>, lit: Lit) -> Option<A> {
    let literal = formula.literal(lit);
    match literal.variable {
        Variable::Atom(atom) if !literal.negated => Some(atom),
        _ => None,
    }
}

/// The statement of a constraint, if it is simple.
fn says<A: Atom>(formula: &Formula<A>, group: GroupRef<'_, A>) -> Says<A> {
    let clauses = group.clauses();
    let mut constraints = group.constraints();
    match (constraints.next(), constraints.next()) {
        (None, _) if clauses.len() == 1 => match formula.clauses()[clauses.start] {
            [lit] => atom_of(formula, lit).map_or(Says::Other, Says::Holds),
            _ => Says::Other,
        },
        (Some(only), None) if only.clauses == clauses && only.bound == Bound::Exactly(1) => {
            let atoms = only.lits.iter().map(|&lit| atom_of(formula, lit));
            atoms.collect::<Option<Vec<A>>>().map_or(Says::Other, Says::OneOf)
        }
        _ => Says::Other,
    }
}

/// Reasons in reading order: rules, then facts that the picture shows, then earlier deductions.
fn in_order(cnf: &Cnf, reasons: &[Reason]) -> Vec<Reason> {
    let rank = |reason: &Reason| match *reason {
        Reason::Group(group) => usize::from(is_fact(cnf, cnf.group_at(group))),
        Reason::Fact(_) => 2,
    };
    let mut reasons = reasons.to_vec();
    reasons.sort_by_key(rank);
    reasons
}

/// Describes steps and reasons of one formula.
pub(super) struct Teller<F: Family> {
    case: Case<F>,
    encoding: EncodingOf<F>,
    /// Number of places of the board that the formula is about.
    places: usize,
    proves_smallest: OnceLock<bool>,
}

impl<F: Family> Teller<F> {
    pub fn new(case: &Case<F>, encoding: EncodingOf<F>, formula: &Formula<AtomOf<F>>) -> Self {
        let of_atom = |(atom, _)| case.cells_of_literal(jigsat_cnf::pos(atom));
        let places: BTreeSet<Cell> = formula.atoms().flat_map(of_atom).collect();
        Teller { case: case.clone(), encoding, places: places.len(), proves_smallest: OnceLock::new() }
    }

    /// Whether as few reasons as possible are as few sentences as possible: the formula is not completed on the way, and
    /// each of its groups says all of its sentence.
    pub fn proves_smallest(&self, formula: &Formula<AtomOf<F>>) -> bool {
        *self.proves_smallest.get_or_init(|| {
            !self.case.is_lazy(self.encoding, formula)
                && !with_names(self.case.puzzle(), |names| formula.splits_sentences(names))
        })
    }

    /// The places of a reason; none if it is about most of the board.
    fn cells_of(&self, formula: &Formula<AtomOf<F>>, reason: Reason) -> Vec<Cell> {
        let cells = match reason {
            Reason::Fact(lit) => self.case.cells_of_literal(formula.literal(lit)),
            Reason::Group(group) => {
                let group = formula.group_at(group);
                match self.case.family.explanation() {
                    Some(explanation) => explanation.cells_of_group(self.case.puzzle(), formula, group),
                    None => cells_of_atoms::<F>(|_| Vec::new(), formula, group),
                }
            }
        };
        if cells.len() > 1 && 2 * cells.len() > self.places { Vec::new() } else { cells }
    }

    /// Marks of some deductions and their reasons.
    pub fn marks(&self, formula: &Formula<AtomOf<F>>, deduced: &[Lit], reasons: &[Reason]) -> Marks {
        let mut marks = Marks::default();
        for &lit in deduced {
            marks.add(&self.case.cells_of_literal(formula.literal(lit)), Mark::Deduced);
        }
        for &reason in reasons {
            let is_known = match reason {
                Reason::Fact(_) => true,
                Reason::Group(group) => formula.group_at(group).rule().name() == GIVEN.name(),
            };
            let mark = if is_known { Mark::Known } else { Mark::Concerned };
            marks.add(&self.cells_of(formula, reason), mark);
        }
        marks
    }

    pub fn reasons(&self, formula: &Formula<AtomOf<F>>, reasons: &[Reason]) -> Vec<ReasonRecord> {
        reasons.iter().map(|&reason| self.reason(formula, reason)).collect()
    }

    /// Reasons in sentences; a statement that fits several places is one sentence.
    pub fn together(&self, formula: &Formula<AtomOf<F>>, reasons: &[Reason]) -> Vec<String> {
        let (mut groups, mut facts) = (Vec::new(), Vec::new());
        for reason in reasons {
            match *reason {
                Reason::Group(group) => groups.push(group),
                Reason::Fact(lit) => facts.push(formula.literal(lit)),
            }
        }
        let mut told = with_names(self.case.puzzle(), |names| formula.sentences(groups, names));
        told.extend(self.case.literals_together(&facts));
        told
    }

    fn reason(&self, formula: &Formula<AtomOf<F>>, reason: Reason) -> ReasonRecord {
        let cells = self.cells_of(formula, reason);
        let cells = cells.into_iter().map(|cell| self.case.cell_name(cell)).collect();
        let (rule, sentence) = match reason {
            Reason::Group(group) => {
                let group = formula.group_at(group);
                let sentence = with_names(self.case.puzzle(), |names| group.sentence(names));
                (Some(group.rule().name().to_owned()), sentence)
            }
            Reason::Fact(lit) => (None, self.case.literal_words(formula.literal(lit))),
        };
        ReasonRecord { rule, sentence, cells }
    }

    /// The players' name for a step.
    fn technique(&self, formula: &Formula<AtomOf<F>>, step: &Step) -> Option<&'static str> {
        let explanation = self.case.family.explanation()?;
        let atom = |&lit: &Lit| atom_of(formula, lit);
        let deduced: Vec<AtomOf<F>> = step.deduced.iter().map(atom).collect::<Option<_>>()?;
        let reason = |&reason: &Reason| {
            let (rule, says) = match reason {
                Reason::Group(group) => {
                    let group = formula.group_at(group);
                    (Some(group.rule().name()), says(formula, group))
                }
                Reason::Fact(lit) => (None, atom_of(formula, lit).map_or(Says::Other, Says::Holds)),
            };
            ReasonOf { rule, cells: self.cells_of(formula, reason), says }
        };
        let reasons: Vec<_> = step.reasons.iter().map(reason).collect();
        explanation.technique(self.case.puzzle(), &deduced, &reasons, step.is_single)
    }

    /// The record of a step.
    pub fn step(&self, formula: &Formula<AtomOf<F>>, step: &Step, number: usize) -> (StepRecord, Marks) {
        let marks = self.marks(formula, &step.deduced, &step.reasons);
        let technique = self.technique(formula, step);
        let reasons = in_order(formula, &step.reasons);
        let deduced: Vec<_> = step.deduced.iter().map(|&lit| formula.literal(lit)).collect();
        let told = StepWords {
            deduced: self.case.literals_together(&deduced),
            because: self.together(formula, &reasons),
        };
        let (deduced, because) = (self.case.literals_words(&deduced), self.reasons(formula, &reasons));
        let is_shorter = told.deduced.len() < deduced.len() || told.because.len() < because.len();
        let record = StepRecord {
            step: number,
            deduced,
            because,
            told: is_shorter.then_some(told),
            single: step.is_single,
            technique: technique.map(str::to_owned),
            minimal: step.stopped.is_none(),
            smallest: step.is_smallest && self.proves_smallest(formula),
            cells: self.case.cell_names(&marks),
        };
        (record, marks)
    }
}
