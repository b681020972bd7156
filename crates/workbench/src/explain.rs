//! Explanations: a solution step by step, the difference between two solutions, or why there is none.

mod account;
mod argument;
mod conflict;
mod differ;
mod handout;
mod right_so_far;
mod sheet;
mod solutions;
mod steps;
mod technique;
mod teller;
mod view;
mod weights;

use std::{collections::VecDeque, io, sync::Arc, time::Duration};

use jigsat_grid::Picture;
use jigsat_kit::Error;
use jigsat_solve::{
    BuildOptions, Limits, Provenance, Solver, Stop,
    explain::{Scale, Verifier},
};
use web_time::Instant;

use crate::{
    Context, ExplainRequest, Solution, Status,
    board::Board,
    puzzle_formula::{Known, PuzzleFormula},
    record::{ExplainRecord, StepRecord},
    verb::{Listener, Part as PartOfAnswer, Teller},
    words::of_length,
};
pub(crate) use right_so_far::right_so_far;
pub use sheet::{Panel, sheet};
pub(crate) use solutions::{Has, literals_of, what_it_has};
use steps::Walk;
pub(crate) use technique::techniques;
pub use view::{Marks, View};
pub(crate) use weights::scale;

/// Default time limit for finding reasons in formulas of one length, which are large.
const SECONDS_OF_PLANS: Duration = Duration::from_secs(60);

/// A part of an explanation: a step, or the text around the steps.
#[derive(Clone, Debug)]
pub struct Part {
    /// In words, one or more lines; empty if there is only a picture.
    pub words: String,
    /// Further lines, for a step whose constraints were asked for.
    pub more: Option<String>,
    /// The step, if it is one.
    pub step: Option<StepRecord>,
    /// The content of its picture.
    pub view: Option<View>,
}

impl Part {
    fn of_words(words: impl Into<String>) -> Self {
        Part { words: words.into(), more: None, step: None, view: None }
    }

    /// All of it in words.
    fn all_words(&self) -> String {
        let more = self.more.iter().map(|more| format!("\n{more}"));
        [self.words.clone()].into_iter().chain(more).collect()
    }

    fn with_view(words: impl Into<String>, view: View) -> Self {
        Part { words: words.into(), more: None, step: None, view: Some(view) }
    }
}

/// Gives an explanation to a listener, part by part, and at its end.
pub(crate) fn tell_all(
    mut explainer: Explainer,
    context: &Context,
    listener: &mut Listener<'_>,
) -> Result<(), Error> {
    let puzzle = Arc::clone(&explainer.board);
    let (mut said, mut parts) = (Vec::new(), Vec::new());
    let keeps = context.wants.draws || is_document(&context.wants.form);
    while let Some(part) = explainer.next()? {
        if !part.words.is_empty() {
            said.push(part.all_words());
        }
        if keeps {
            parts.push(part.clone());
        }
        let told = Told { status: explainer.status, part, puzzle: Arc::clone(&puzzle) };
        listener(Box::new(told), true)?;
    }
    let Explainer { status, record, .. } = explainer;
    listener(Box::new(Explained { status, record, said: said.join("\n"), parts, puzzle }), false)
}

/// Whether a form is written at the end, with pictures.
fn is_document(form: &str) -> bool {
    matches!(form, "html" | "markdown")
}

/// A part of an explanation that is told.
pub struct Told {
    /// The status so far.
    pub status: Status,
    /// The part.
    pub part: Part,
    puzzle: Arc<dyn Board>,
}

impl PartOfAnswer for Told {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        self.part.step.as_ref().map(|step| step as &dyn erased_serde::Serialize)
    }

    fn is_piece(&self) -> bool {
        true
    }

    fn words(&self) -> String {
        self.part.all_words()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        match &self.part.step {
            Some(step) => step.lines().iter().try_for_each(|line| teller.colored(line))?,
            None if self.part.words.is_empty() => {}
            None => teller.sentence(&self.part.words)?,
        }
        if let Some(more) = &self.part.more {
            teller.sentence(more)?;
        }
        if let Some(view) = self.part.view.as_ref().filter(|view| view.in_text)
            && let Some(legend) = view.legend()
        {
            teller.picture(&*view.draw(&*self.puzzle))?;
            teller.line(&legend)?;
        }
        Ok(())
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn solution(&self) -> Option<&Solution> {
        self.part.view.as_ref()?.solution.as_ref()
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        self.part.view.as_ref().map(|view| view.draw(&*self.puzzle))
    }

    fn number(&self) -> Option<usize> {
        self.part.step.as_ref().map(|step| step.step)
    }

    fn svg(&self) -> Result<Option<String>, Error> {
        Ok(self.part.view.as_ref().map(|view| sheet(&[view.panel(&*self.puzzle)])))
    }
}

/// The end of an explanation, with all of it.
pub struct Explained {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: ExplainRecord,
    said: String,
    /// The parts, if a picture or a document of all of them is wanted.
    parts: Vec<Part>,
    puzzle: Arc<dyn Board>,
}

impl PartOfAnswer for Explained {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.said.clone()
    }

    fn tell(&self, _: &mut dyn Teller) -> io::Result<()> {
        // Its parts were told.
        Ok(())
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn svg(&self) -> Result<Option<String>, Error> {
        let views = self.parts.iter().filter_map(|part| part.view.as_ref());
        let panels: Vec<Panel> = views.map(|view| view.panel(&*self.puzzle)).collect();
        Ok((!panels.is_empty()).then(|| sheet(&panels)))
    }

    fn write(&self, form: &str, out: &mut dyn io::Write) -> Result<(), Error> {
        let text = match form {
            "html" => handout::html(&*self.puzzle, &self.parts),
            "markdown" => handout::markdown(&*self.puzzle, &self.parts),
            _ => return Ok(()),
        };
        let written = out.write_all(text.as_bytes());
        written.map_err(|error| Error::Output { path: String::new(), error })
    }
}

/// A puzzle while it is explained.
pub(crate) struct Explainer {
    board: Arc<dyn Board>,
    request: ExplainRequest,
    /// Whether only the next step is wanted: then no solution is shown.
    is_hint: bool,
    encoding: &'static str,
    limits: Limits,
    /// The remaining time.
    left: Option<Duration>,
    record: ExplainRecord,
    status: Status,
    /// The number of steps that were found so far; some of them may not be told.
    found: usize,
    /// The parts that are ready.
    parts: VecDeque<Part>,
    /// Verifies arguments, if that was asked.
    verifier: Option<Verifier>,
    /// The source of the steps after these.
    walk: Option<Walk>,
}

impl Explainer {
    /// Finds out what there is to explain. Steps are computed on demand; the time limit counts only the time spent here.
    pub fn new(
        board: &dyn Board,
        request: &ExplainRequest,
        is_hint: bool,
        context: &Context,
    ) -> Result<Self, Error> {
        if request.step.is_some() && request.cell.is_some() {
            return Err(Error::request("'step' and 'cell' cannot be combined"));
        }
        let mut limits = board.limits(context);
        if board.has_plans() && limits.deadline.is_none() {
            limits.deadline = Instant::now().checked_add(SECONDS_OF_PLANS);
        }
        let mut explainer = Explainer {
            board: board.shared(),
            request: request.clone(),
            is_hint,
            encoding: board.encoding(),
            limits,
            left: None,
            record: ExplainRecord::new(board.info().name.clone(), board.file(), board.title()),
            status: Status::Solved,
            found: 0,
            parts: VecDeque::new(),
            verifier: None,
            walk: None,
        };
        explainer.status =
            Error::unless_stopped(explainer.begin())?.unwrap_or_else(|stop| explainer.unknown(stop));
        let now = Instant::now();
        explainer.left = explainer.limits.deadline.map(|deadline| deadline.saturating_duration_since(now));
        Ok(explainer)
    }

    /// Finds out what to explain, and prepares the parts before the steps.
    fn begin(&mut self) -> Result<Status, Error> {
        let length = self.board.length();
        if length.is_none() && self.board.has_plans() {
            return self.account();
        }
        let has_horizon = length.is_some();
        let known = self.filled_in()?;
        self.record.by = Some(Provenance {
            solver: Some(self.solver().to_string()),
            encoding: Some(self.encoding.into()),
            ..Provenance::engine("sat")
        });
        if !has_horizon
            && self.board.formula_options().drop.is_empty()
            && let Some(reason) = self.board.contradiction(&self.limits)
        {
            return self.by_counting(reason, &known);
        }
        match what_it_has(&*self.board, self.encoding, &self.limits)? {
            Has::None => self.none(&known),
            Has::Open(stop) => Ok(self.unknown(stop)),
            Has::Two(_, differ) if self.is_hint => Ok(self.not_unique(&differ, &known)),
            Has::Two(solutions, differ) => Ok(self.two(&solutions, &differ)),
            Has::One(..) if has_horizon => {
                self.record.reason = Some("it is found as a whole: there are no steps to explain".into());
                let length = of_length(length.unwrap_or_default());
                self.tell(format!(
                    "there is a solution of {length}; it is found as a whole: nothing to explain"
                ));
                Ok(Status::Solved)
            }
            Has::One(solution, goal) => {
                self.record.unique = Some(true);
                if known.iter().all(|literal| goal.contains(literal)) {
                    self.walk(&solution, &goal, known)
                } else {
                    self.none(&known)
                }
            }
        }
    }

    fn unknown(&mut self, stop: Stop) -> Status {
        self.record.status = "unknown";
        self.record.reason = Some(stop.to_string());
        self.tell(format!("unknown: {stop}"));
        Status::Unknown
    }

    fn tell(&mut self, words: impl Into<String>) {
        self.parts.push_back(Part::of_words(words));
    }

    /// Options for formulas that hold for every board of this shape.
    fn options(&self) -> BuildOptions {
        self.board.formula_options().build(false, &self.limits)
    }

    /// By what steps and arguments are compared.
    fn scale(&self, formula: &dyn PuzzleFormula) -> Result<Scale, Error> {
        scale(&*self.board, formula, self.request.weights.as_ref())
    }

    /// The solver that looks for reasons.
    fn solver(&self) -> Solver {
        self.board.solver_or(&Solver::default())
    }

    fn names(&self, literals: &[Known]) -> Vec<String> {
        self.board.words(literals)
    }
}

impl Explainer {
    /// The next part; `None` at the end.
    fn next(&mut self) -> Result<Option<Part>, Error> {
        if let Some(part) = self.parts.pop_front() {
            return Ok(Some(part));
        }
        let started = Instant::now();
        self.limits.deadline = self.left.and_then(|left| started.checked_add(left));
        let part = self.next_step();
        self.left = self.left.map(|left| left.saturating_sub(started.elapsed()));
        part
    }
}

/// Small numbers as words.
fn number(number: usize) -> String {
    const WORDS: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    number.checked_sub(1).and_then(|at| WORDS.get(at)).map_or_else(|| number.to_string(), |&word| word.into())
}
