//! The names of literals and constraints, and their places in pictures.

use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

use jigsat_cnf::{Cnf, Lit, rarely};
use jigsat_grid::{Cell, Mark, Note};
use jigsat_solve::explain::{Argument, How, Line, Reason, Scale, Step, is_fact};

use super::{argument::tell, technique::techniques, view::Marks};
use crate::{
    Board,
    puzzle_formula::PuzzleFormula,
    record::{ArgumentRecord, LineRecord, MarkedCells, ReasonRecord, StepRecord, StepWords},
};

/// The names of marked cells.
pub(crate) fn cell_names(board: &dyn Board, marks: &Marks) -> MarkedCells {
    let of = |wanted: Mark| {
        let marked = marks.iter().filter(|&(_, mark)| mark == wanted);
        marked.map(|(cell, _)| board.cell_name(cell)).collect()
    };
    MarkedCells { deduced: of(Mark::Deduced), known: of(Mark::Known), concerned: of(Mark::Concerned) }
}

/// Reasons in reading order: rules, then facts that the picture shows, then earlier deductions.
fn in_order(cnf: &Cnf, reasons: &[Reason]) -> Vec<Reason> {
    let rank = |reason: &Reason| match *reason {
        Reason::Group(group) => usize::from(is_fact(cnf, cnf.group_at(group))),
        Reason::Fact(_) => 2,
    };
    let mut reasons = reasons.to_vec();
    rarely::sort_by_key(&mut reasons, rank);
    reasons
}

/// Describes steps and reasons of one formula.
pub(super) struct Teller {
    board: Arc<dyn Board>,
    /// Number of places of the board that the formula is about.
    places: usize,
    scale: Scale,
    proves_smallest: OnceLock<bool>,
}

impl Teller {
    pub fn new(board: &Arc<dyn Board>, formula: &dyn PuzzleFormula, scale: Scale) -> Self {
        let atoms = formula.cnf().atom_variables();
        let places: BTreeSet<Cell> =
            rarely::set(atoms.flat_map(|var| board.cells(formula.literal(var.pos_lit()))));
        Teller { board: Arc::clone(board), places: places.len(), scale, proves_smallest: OnceLock::new() }
    }

    /// Whether as few reasons as possible are as few sentences as possible: the formula is not completed on the way, and
    /// each of its groups says all of its sentence.
    pub fn proves_smallest(&self, formula: &dyn PuzzleFormula) -> bool {
        let proves = || !formula.is_lazy() && !formula.cnf().splits_sentences(&formula.names());
        *self.proves_smallest.get_or_init(proves)
    }

    /// The places of a reason; none if it is about most of the board.
    fn cells_of(&self, formula: &dyn PuzzleFormula, reason: Reason) -> Vec<Cell> {
        let cells = match reason {
            Reason::Fact(lit) => self.board.cells(formula.literal(lit)),
            Reason::Group(group) => formula.cells_of_group(group),
        };
        if cells.len() > 1 && 2 * cells.len() > self.places { Vec::new() } else { cells }
    }

    /// Marks of some deductions and their reasons.
    pub fn marks(&self, formula: &dyn PuzzleFormula, deduced: &[Lit], reasons: &[Reason]) -> Marks {
        let mut marks = Marks::default();
        for &lit in deduced {
            marks.add(&self.board.cells(formula.literal(lit)), Mark::Deduced);
        }
        for &reason in reasons {
            let is_known = match reason {
                Reason::Fact(_) => true,
                Reason::Group(group) => is_fact(formula.cnf(), formula.cnf().group_at(group)),
            };
            let mark = if is_known { Mark::Known } else { Mark::Concerned };
            marks.add(&self.cells_of(formula, reason), mark);
        }
        marks
    }

    pub fn reasons(&self, formula: &dyn PuzzleFormula, reasons: &[Reason]) -> Vec<ReasonRecord> {
        reasons.iter().map(|&reason| self.reason(formula, reason)).collect()
    }

    /// Reasons in sentences; a statement that fits several places is one sentence.
    pub fn together(&self, formula: &dyn PuzzleFormula, reasons: &[Reason]) -> Vec<String> {
        let (mut groups, mut facts) = (Vec::new(), Vec::new());
        for reason in reasons {
            match *reason {
                Reason::Group(group) => groups.push(group),
                Reason::Fact(lit) => facts.push(formula.literal(lit)),
            }
        }
        let mut told = formula.sentences(&groups);
        told.extend(self.board.words_together(&facts));
        told
    }

    fn reason(&self, formula: &dyn PuzzleFormula, reason: Reason) -> ReasonRecord {
        let cells = self.cells_of(formula, reason);
        let cells = cells.into_iter().map(|cell| self.board.cell_name(cell)).collect();
        let (rule, sentence) = match reason {
            Reason::Group(group) => {
                let rule = formula.cnf().group_at(group).rule().name().to_owned();
                (Some(rule), formula.sentence(group))
            }
            Reason::Fact(lit) => (None, self.board.words(&[formula.literal(lit)]).remove(0)),
        };
        ReasonRecord { rule, sentence, cells }
    }

    /// The record of an argument, whose picture has these marks.
    pub fn argument(
        &self,
        formula: &dyn PuzzleFormula,
        argument: &Argument,
        marks: &mut Marks,
    ) -> ArgumentRecord {
        let told = tell(&*self.board, formula, &self.scale, argument);
        marks.notes = told.notes;
        let lines = self.lines(formula, &argument.lines);
        ArgumentRecord { told: told.paragraphs, lines, cost: self.scale.cost(formula.cnf(), argument) }
    }

    /// The scale by which it compares arguments.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }

    /// The record of a step with its argument.
    pub fn step(&self, formula: &dyn PuzzleFormula, step: &Step, number: usize) -> (StepRecord, Marks) {
        let mut marks = self.marks(formula, &step.deduced, &step.reasons);
        let mut technique = None;
        let argument = step.argument.as_ref().map(|argument| {
            technique = techniques(formula, argument, step, &self.scale).into_iter().next().flatten();
            self.argument(formula, argument, &mut marks)
        });
        if !marks.notes.is_empty() {
            let found = step.deduced.iter().filter(|lit| lit.is_pos());
            let places = found.filter(|&&lit| self.board.edge(formula.literal(lit)).is_none());
            marks
                .notes
                .extend(places.flat_map(|&lit| self.board.cells(formula.literal(lit))).map(Note::Found));
        }
        let reasons = in_order(formula.cnf(), &step.reasons);
        let deduced = formula.literals(&step.deduced);
        let told = StepWords {
            deduced: self.board.words_together(&deduced),
            because: self.together(formula, &reasons),
        };
        let (deduced, because) = (self.board.words(&deduced), self.reasons(formula, &reasons));
        let names: Vec<String> =
            step.deduced.iter().map(|&lit| formula.cnf().literal_name(lit, None, &formula.names())).collect();
        let is_shorter = told.deduced.len() < deduced.len() || told.because.len() < because.len();
        let record = StepRecord {
            step: number,
            literals: if names == deduced { Vec::new() } else { names },
            deduced,
            because,
            told: is_shorter.then_some(told),
            argument,
            single: step.is_single,
            technique,
            minimal: step.is_minimal,
            stopped: step.stopped.is_some(),
            smallest: step.is_smallest && self.proves_smallest(formula),
            cells: cell_names(&*self.board, &marks),
        };
        (record, marks)
    }

    fn lines(&self, formula: &dyn PuzzleFormula, lines: &[Line]) -> Vec<LineRecord> {
        lines.iter().map(|line| self.line(formula, line)).collect()
    }

    fn line(&self, formula: &dyn PuzzleFormula, line: &Line) -> LineRecord {
        let words = |lits: &[Lit]| self.board.words(&formula.literals(lits));
        let groups = |groups: &[usize]| -> Vec<ReasonRecord> {
            groups.iter().map(|&group| self.reason(formula, Reason::Group(group))).collect()
        };
        let (premises, gives) = (words(&line.premises), words(&line.gives));
        let mut record = LineRecord {
            kind: "constraint",
            constraints: Vec::new(),
            times: Vec::new(),
            with: None,
            supposed: None,
            lines: Vec::new(),
            premises,
            gives,
        };
        match &line.how {
            How::Constraint(group, within) => record.constraints = groups(&[&[*group], &within[..]].concat()),
            How::Sum { terms, with } => {
                record.kind = "sum";
                record.constraints = groups(&terms.iter().map(|term| term.group).collect::<Vec<_>>());
                record.times = terms.iter().map(|term| term.times).collect();
                record.with = with.map(|group| self.reason(formula, Reason::Group(group)));
            }
            How::Suppose(lit, within) => {
                record.kind = "suppose";
                record.supposed = words(&[*lit]).pop();
                record.lines = self.lines(formula, within);
            }
            How::Search(all) => {
                record.kind = "search";
                record.constraints = groups(all);
            }
        }
        record
    }
}
