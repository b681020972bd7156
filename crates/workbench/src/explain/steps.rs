//! A solution step by step.

use jigsat_cnf::Lit;
use jigsat_input::counted;
use jigsat_kit::Error;
use jigsat_solve::{
    Error as SolveError,
    explain::{Argument, Step, Stepper, Verifier},
};

use super::{Explainer, Part, teller::Teller, view::View};
use crate::{
    Solution, Status,
    puzzle_formula::{Known, PuzzleFormula},
    record::StepRecord,
};

/// The remaining steps, with the puzzle that they own.
pub(super) struct Walk {
    steps: Stepper<Box<dyn PuzzleFormula>>,
    teller: Teller,
    /// The literals known so far.
    known: Vec<Known>,
}

impl Explainer {
    /// Starts from the partial solution; explains why one cell has its value, if that was asked.
    pub(super) fn walk(
        &mut self,
        solution: &Solution,
        goal: &[Known],
        known: Vec<Known>,
    ) -> Result<Status, Error> {
        let formula = self.explained(std::slice::from_ref(solution))?;
        let (goal, facts) = (formula.lits(goal), formula.lits(&known));
        let scale = self.scale(&*formula)?;
        let mut steps = Stepper::boxed(formula, &self.solver(), &goal, &facts)?;
        steps.weigh_by(scale.clone());
        let teller = Teller::new(&self.board, &**steps.blame().grown(), scale);
        let walk = Walk { steps, teller, known };
        if let Some(cell) = self.request.cell.clone() {
            return self.why(walk, &cell);
        }
        self.walk = Some(walk);
        Ok(Status::Solved)
    }

    /// Why one cell has its value.
    fn why(&mut self, mut walk: Walk, cell: &str) -> Result<Status, Error> {
        let open = walk.steps.open().to_vec();
        let formula = &**walk.steps.blame().grown();
        let names: Vec<String> =
            open.iter().map(|&lit| formula.cnf().literal_name(lit, None, &formula.names())).collect();
        let is_cell = |lit: &Lit| {
            let cells = self.board.cells(formula.literal(*lit));
            cells.into_iter().any(|place| self.board.cell_name(place).eq_ignore_ascii_case(cell))
        };
        let place = names.iter().position(|name| name == cell);
        let Some(place) = place.or_else(|| open.iter().position(is_cell)) else {
            let example = names.first().map(String::as_str).unwrap_or_default();
            return Err(Error::request(format!(
                "'{cell}' is not a cell or literal of this puzzle, or it is given, so there is nothing to deduce; try {example}"
            )));
        };
        let lit = open[place];
        let why = if self.request.minimum {
            walk.steps.smallest_why(lit, &self.limits)
        } else {
            walk.steps.why(lit, &self.limits)
        };
        match SolveError::unless_stopped(why)? {
            Ok(step) => {
                let part = self.tell_step(&mut walk, &step, true)?;
                self.parts.extend(part);
                Ok(self.status)
            }
            Err(stop) => {
                let part = self.left_open(stop);
                self.parts.push_back(part);
                Ok(Status::Unknown)
            }
        }
    }

    /// The next step that was asked for, or the text after the last one.
    pub(super) fn next_step(&mut self) -> Result<Option<Part>, Error> {
        let Some(mut walk) = self.walk.take() else { return Ok(None) };
        let range = self.request.step;
        loop {
            let is_enough = range.is_some_and(|range| self.found >= range.last());
            let next = if is_enough || walk.steps.open().is_empty() {
                Ok(None)
            } else if let Some(stop) = self.limits.reached() {
                // Small questions are answered before a solver checks its limits.
                Err(stop.into())
            } else if self.request.minimum {
                walk.steps.next_smallest(&self.limits)
            } else {
                walk.steps.next(&self.limits)
            };
            let step = match SolveError::unless_stopped(next)? {
                Ok(Some(step)) => step,
                Ok(None) => break,
                Err(stop) => return Ok(Some(self.left_open(stop))),
            };
            if let Some(part) = self.tell_step(&mut walk, &step, range.is_some())? {
                self.walk = Some(walk);
                return Ok(Some(part));
            }
        }
        match range {
            Some(range) if range.first() > 1 && self.found < range.first() => {
                Err(no_step(range.first(), self.found))
            }
            // Some of the steps are not in the record.
            Some(range) if range.first() > 1 => Ok(None),
            _ => Ok(walk.steps.open().is_empty().then(|| Part::of_words(self.record.summary()))),
        }
    }

    fn left_open(&mut self, stop: jigsat_solve::Stop) -> Part {
        self.record.status = "unknown";
        self.record.reason = Some(stop.to_string());
        self.status = Status::Unknown;
        Part::of_words(format!("the remaining steps were not found: {stop}"))
    }

    fn tell_step(&mut self, walk: &mut Walk, step: &Step, in_text: bool) -> Result<Option<Part>, Error> {
        let formula = &**walk.steps.blame().grown();
        let can_prove = !self.request.minimum || walk.teller.proves_smallest(formula);
        let part = self.step_part(&walk.teller, formula, step, &mut walk.known, in_text)?;
        if part.is_some() && !self.record.steps.last().is_some_and(|step| self.is_as_asked(step, can_prove)) {
            self.status = Status::Unknown;
        }
        Ok(part)
    }

    /// Records a step, unless others were asked for; its deductions are known from here on.
    pub(super) fn step_part(
        &mut self,
        teller: &Teller,
        formula: &dyn PuzzleFormula,
        step: &Step,
        known: &mut Vec<Known>,
        in_text: bool,
    ) -> Result<Option<Part>, Error> {
        self.found += 1;
        if let Some(argument) = &step.argument {
            self.verify(formula, argument, &step.deduced, known)?;
        }
        if self.request.step.is_some_and(|range| !range.contains(self.found)) {
            known.extend(formula.literals(&step.deduced));
            return Ok(None);
        }
        let (record, marks) = teller.step(formula, step, self.found);
        known.extend(formula.literals(&step.deduced));
        let view = View {
            head: record.head(),
            lines: record.lines_told(),
            solution: self.board.so_far(known),
            marks,
            deduced: "deduced",
            in_text,
        };
        self.record.steps.push(record.clone());
        let more = self.request.constraints.then(|| format!("  {}", record.rests_on()));
        Ok(Some(Part { words: record.sentence(), more, step: Some(record), view: Some(view) }))
    }

    /// Verifies the argument for some literals, or for a contradiction, if that was asked.
    pub(super) fn verify(
        &mut self,
        formula: &dyn PuzzleFormula,
        argument: &Argument,
        deduced: &[Lit],
        known: &[Known],
    ) -> Result<(), Error> {
        if !self.request.checked {
            return Ok(());
        }
        let (known, limits) = (formula.lits_there(known), &self.limits);
        let verifier = self.verifier.get_or_insert_with(|| Verifier::new(formula.cnf(), &known, limits));
        let verified = verifier.verify(formula.cnf(), argument, deduced);
        if let Ok(Some(flaw)) = SolveError::unless_stopped(verified)? {
            let which = match deduced {
                [] => "the contradiction".to_owned(),
                _ => format!("step {}", self.found),
            };
            let message = format!("the argument of {which} is wrong: {flaw}");
            return Err(SolveError::Backend { solver: "explain".into(), message }.into());
        }
        Ok(())
    }

    /// Whether no limit was reached, and the step is smallest if that was asked for and can be proved.
    fn is_as_asked(&self, step: &StepRecord, can_prove: bool) -> bool {
        !step.stopped && (step.smallest || !self.request.minimum || !can_prove)
    }
}

/// The error for a step after the last one.
pub(super) fn no_step(number: usize, count: usize) -> Error {
    Error::request(format!("there is no step {number}: all is told in {}", counted(count, "step")))
}
