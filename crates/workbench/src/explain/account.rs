//! A plan part by part: what each is for, and why no plan is shorter.

use jigsat_grid::{Cell, Mark};
use jigsat_kit::{Account, Act, Because, Error, Run};
use jigsat_solve::{Answer, Provenance, Refusal};

use super::{
    Explainer, Part,
    steps::no_step,
    teller::cell_names,
    view::{Marks, View},
};
use crate::{
    Solution, Status,
    record::{ReasonRecord, StepRecord},
};

/// Parts of a plan with their numbers, from 1.
type Numbered = Vec<(usize, Act)>;

impl Explainer {
    /// The plan from the start, or from where the moves lead that were played so far.
    pub(super) fn account(&mut self) -> Result<Status, Error> {
        if self.request.minimum {
            let message = "'minimum' asks for the fewest constraints, but a plan is explained without constraints; \
                           with a number of steps, constraints explain why there is no plan of that length";
            return Err(Error::request(message));
        }
        if let Some(reason) = self.board.contradiction(&self.limits) {
            self.record.by = Some(Provenance::engine("analysis"));
            self.impossible(reason);
            return Ok(Status::Impossible);
        }
        let played = self.played()?;
        let account = self.board.account(played.as_ref(), &Run::silent(&self.limits))?;
        let account = account.ok_or_else(|| Error::request("its solutions are not plans"))?;
        let Account { outcome, summary, bounds, acts } = account;
        self.record.reason = outcome.left_open;
        self.record.by = Some(outcome.by);
        let status = match &outcome.first {
            Answer::Solved(_) if self.record.reason.is_none() => Status::Solved,
            Answer::Impossible(_) if outcome.none_within.is_none() => Status::Impossible,
            Answer::Solved(_) | Answer::Impossible(_) | Answer::Unknown(_) | Answer::Refused { .. } => {
                Status::Unknown
            }
        };
        self.record.status = match status {
            Status::Impossible => "impossible",
            Status::Unknown => "unknown",
            _ => "solved",
        };
        if self.record.reason.is_none() && !matches!(outcome.first, Answer::Solved(_)) {
            self.record.reason = Some(summary.clone());
        }
        let acts = match &self.request.cell {
            Some(name) => self.about(acts, name)?,
            None => acts.into_iter().enumerate().map(|(place, act)| (place + 1, act)).collect(),
        };
        if self.is_hint {
            self.hint_of(&summary, acts, &bounds);
            return Ok(status);
        }
        self.record.because = self.reasons(&bounds);
        let mut words = summary;
        if let Some(open) = &self.record.reason
            && status == Status::Unknown
        {
            words += &format!("\nleft open: {open}");
        }
        for (place, bound) in bounds.iter().enumerate() {
            words += if place == 0 { ", because:\n  " } else { "\n  " };
            words += &bound.sentence;
        }
        self.tell(words);
        let in_text = self.request.step.is_some() || self.request.cell.is_some();
        let wanted = |number: usize| self.request.step.is_none_or(|range| range.contains(number));
        let (count, acts): (usize, Numbered) =
            (acts.len(), acts.into_iter().filter(|&(number, _)| wanted(number)).collect());
        if let Some(range) = self.request.step
            && acts.is_empty()
            && count > 0
        {
            return Err(no_step(range.first(), count));
        }
        for (number, act) in acts {
            let does = act.does.clone();
            self.tell_act(number, does, act, in_text);
        }
        Ok(status)
    }

    /// That there is no solution, for a reason that needs no search.
    fn impossible(&mut self, reason: String) {
        self.record.status = "impossible";
        let mut marks = Marks::default();
        marks.add(&cells_in(&reason), Mark::Known);
        self.record.cells = cell_names(&*self.board, &marks);
        let words = format!("impossible: {reason}");
        let view = View {
            head: words.clone(),
            lines: Vec::new(),
            solution: None,
            marks,
            deduced: "deduced",
            in_text: true,
        };
        self.parts.push_back(Part::with_view(words, view));
        self.record.reason = Some(reason);
    }

    /// The moves that are already played; they must be legal.
    fn played(&self) -> Result<Option<Solution>, Error> {
        let Some(from) = &self.request.from else { return Ok(None) };
        let played = self.board.read_solution(&from.to_source(), &self.limits)?;
        if let Some(violation) = Refusal::violation(self.board.check_so_far(&played, &self.limits))? {
            return Err(Error::request(format!("these moves can't be played: {violation}")));
        }
        Ok(Some(played))
    }

    /// The parts in which something moves over a cell, with their numbers.
    fn about(&self, acts: Vec<Act>, name: &str) -> Result<Numbered, Error> {
        let is_there = |cell: &Cell| self.board.cell_name(*cell).eq_ignore_ascii_case(name);
        let all = (1..).zip(acts);
        let about: Vec<_> = all.filter(|(_, act)| act.cells.iter().any(is_there)).collect();
        if about.is_empty() {
            return Err(Error::request(format!("the plan pushes no box to '{name}' or from there")));
        }
        Ok(about)
    }

    /// The next move alone.
    fn hint_of(&mut self, summary: &str, acts: Numbered, bounds: &[Because]) {
        match acts.into_iter().next() {
            Some((number, mut act)) => {
                act.cells.truncate(2);
                let first = act.first.clone();
                self.tell_act(number, first, act, true);
            }
            None if self.record.status == "solved" => self.tell("nothing is left to do"),
            None => {
                self.record.because = self.reasons(bounds);
                self.tell(summary);
            }
        }
    }

    fn reasons(&self, because: &[Because]) -> Vec<ReasonRecord> {
        let reason = |because: &Because| ReasonRecord {
            rule: Some(because.rule.into()),
            sentence: because.sentence.clone(),
            cells: because.cells.iter().map(|&cell| self.board.cell_name(cell)).collect(),
        };
        because.iter().map(reason).collect()
    }

    /// Records a part of a plan, and tells it with the position before it.
    fn tell_act(&mut self, number: usize, does: String, act: Act, in_text: bool) {
        let mut marks = Marks::default();
        marks.add(&act.cells, Mark::Deduced);
        for because in &act.because {
            marks.add(&because.cells, Mark::Known);
        }
        let record = StepRecord {
            step: number,
            deduced: vec![does],
            literals: Vec::new(),
            because: self.reasons(&act.because),
            told: None,
            argument: None,
            single: false,
            technique: None,
            minimal: true,
            stopped: false,
            smallest: false,
            cells: cell_names(&*self.board, &marks),
        };
        let view = View {
            head: record.head(),
            lines: record.lines_told(),
            solution: Some(act.before),
            marks,
            deduced: "the box's way",
            in_text,
        };
        self.record.steps.push(record.clone());
        self.parts.push_back(Part {
            words: record.sentence(),
            more: None,
            step: Some(record),
            view: Some(view),
        });
    }
}

/// The cells that a sentence names.
fn cells_in(sentence: &str) -> Vec<Cell> {
    let words = sentence.split(|char: char| !char.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse().ok()).collect()
}
