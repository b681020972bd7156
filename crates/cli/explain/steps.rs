//! A solution step by step.

use jigsat_cnf::{Encoding, Lit, Literal};
use jigsat_solve::{
    Stop,
    explain::{Blame, Step, Steps},
};

use super::{
    Explainer, Explains,
    marks::Spots,
    record::{Explained, Told, summary},
};
use crate::{
    exit::{Failure, Status},
    family::{AtomOf, SolutionOf},
};

impl<F: Explains> Explainer<'_, F> {
    pub(super) fn steps(
        &mut self,
        record: &mut Explained<'_>,
        solution: &SolutionOf<F>,
        goal: &[Literal<AtomOf<F>>],
        known: &[Literal<AtomOf<F>>],
    ) -> Result<Status, Failure> {
        let recipe = self.args.formula.recipe(false);
        let other = F::to_explain(&self.entry.puzzle, &[solution]);
        let puzzle = other.as_ref().unwrap_or(&self.entry.puzzle);
        let mut steps = Steps::new(puzzle, self.how, &recipe, &self.solver(), goal, known)?;
        if let Some(cell) = &self.args.cell {
            return self.one(record, &mut steps, known, cell);
        }
        let wanted = self.args.step.unwrap_or(usize::MAX);
        let mut so_far = known.to_vec();
        while record.steps.len() < wanted {
            let next = if self.args.minimum {
                steps.next_smallest(&self.limits)?
            } else {
                steps.next(&self.limits)?
            };
            match next {
                None => break,
                Some(Err(stop)) => return self.left_open(record, stop),
                Some(Ok(step)) => {
                    let number = record.steps.len() + 1;
                    let told =
                        self.step(steps.blame(), &step, number, &mut so_far, self.args.step.is_some())?;
                    record.steps.push(told);
                }
            }
        }
        if steps.open().is_empty() {
            self.tell(&summary(&record.steps))?;
        }
        Ok(if record.steps.iter().all(|step| self.is_as_asked(step)) {
            Status::Solved
        } else {
            Status::Unknown
        })
    }

    /// Why one cell has its value.
    fn one(
        &mut self,
        record: &mut Explained<'_>,
        steps: &mut Steps<'_, F::Puzzle>,
        known: &[Literal<AtomOf<F>>],
        cell: &str,
    ) -> Result<Status, Failure> {
        let names = self.lit_names(steps.blame().encoding(), steps.open());
        let spots = Spots::<F>::new(&self.entry.puzzle, steps.blame().encoding());
        let is_cell =
            |lit: &Lit| spots.of_lit(*lit).iter().any(|&spot| F::spot_name(&self.entry.puzzle, spot) == cell);
        let place = names.iter().position(|name| name == cell);
        let Some(place) = place.or_else(|| steps.open().iter().position(is_cell)) else {
            let example = names.first().map(String::as_str).unwrap_or_default();
            let message =
                format!("'{cell}' is nothing that is still to be deduced; that is, for example: {example}");
            return Err(Failure::usage(message));
        };
        let lit = steps.open()[place];
        let why = if self.args.minimum {
            steps.smallest_why(lit, &self.limits)?
        } else {
            steps.why(lit, &self.limits)?
        };
        match why {
            Ok(step) => {
                let told = self.step(steps.blame(), &step, 1, &mut known.to_vec(), true)?;
                let status = if self.is_as_asked(&told) { Status::Solved } else { Status::Unknown };
                record.steps.push(told);
                Ok(status)
            }
            Err(stop) => self.left_open(record, stop),
        }
    }

    /// Whether a step is minimal, and smallest where that was asked for; of formulas that are completed on the way, no step
    /// is proven to be that.
    fn is_as_asked(&self, step: &Told) -> bool {
        step.minimal && (step.smallest || !self.args.minimum || F::is_lazy(self.how))
    }

    fn left_open(&mut self, record: &mut Explained<'_>, stop: Stop) -> Result<Status, Failure> {
        record.status = "unknown";
        record.reason = Some(stop.to_string());
        self.tell(&format!("the rest was left open: {stop}"))?;
        Ok(Status::Unknown)
    }

    /// Tells and draws a step, in the text too where it is asked for alone.
    pub(super) fn step(
        &mut self,
        blame: &Blame<'_, F::Puzzle>,
        step: &Step,
        number: usize,
        so_far: &mut Vec<Literal<AtomOf<F>>>,
        drawn: bool,
    ) -> Result<Told, Failure> {
        let (puzzle, e) = (&self.entry.puzzle, blame.encoding());
        let spots = Spots::<F>::new(puzzle, e);
        let marks = spots.marks(&step.deduced, &step.reasons);
        let told = Told {
            step: number,
            deduced: self.lit_names(e, &step.deduced),
            because: step.reasons.iter().map(|&reason| self.because(blame, &spots, reason)).collect(),
            single: step.is_single,
            minimal: step.stopped.is_none(),
            smallest: step.is_smallest && !F::is_lazy(self.how),
            cells: marks.names::<F>(puzzle),
        };
        so_far.extend(step.deduced.iter().map(|&lit| e.literal(lit)));
        self.tell(&told.sentence())?;
        let solution = F::so_far(puzzle, so_far);
        let head = format!("{}. {}", told.step, told.deduced.join(", "));
        let lines = told.because.iter().map(|because| because.sentence.clone()).collect();
        self.show(&marks, solution.as_ref(), "deduced", head, lines, drawn)?;
        Ok(told)
    }

    fn lit_names(&self, e: &Encoding<AtomOf<F>>, lits: &[Lit]) -> Vec<String> {
        self.names(&lits.iter().map(|&lit| e.literal(lit)).collect::<Vec<_>>())
    }
}
