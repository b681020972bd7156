//! `rate`: the difficulty of a puzzle.

mod needed;
mod plot;

use std::{borrow::Cow, io, sync::Arc};

use jigsat_cnf::Cnf;
use jigsat_input::counted;
use jigsat_kit::{Error, Rating, TextFile};
use jigsat_solve::{
    Error as SolveError, Limits, Provenance, Solver, Stop,
    explain::{Reason, Step, Stepper, is_fact},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::needed::Needed;
use crate::{
    Ask, Context, Purpose, Status,
    board::Board,
    difficulty::Difficulty,
    explain::{Has, scale, techniques, what_it_has},
    record::SCHEMA,
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Teller, Verb},
    words::singles_of,
};

/// Rates how hard a puzzle is: by the steps of its explanation, and by the family's own measure if it has one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["weights", "ask.search.timeout_s"]))]
pub struct RateRequest {
    /// Formula, search and options. Ratings with different encodings or weights cannot be compared.
    pub ask: Ask,
    /// Weights by which steps are compared and rated: a file, or the text itself, such as suppose=40,line=8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "WEIGHTS"))]
    pub weights: Option<TextFile>,
}

/// The output of `rate`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RateRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The result.
    #[schemars(extend("enum" = ["solved", "impossible", "unknown"]))]
    pub status: &'static str,
    /// Whether the solution is the only one. Other puzzles are not rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The engine that found the steps or the plan, with its solver and encoding if it used them.
    pub by: Provenance,
    /// The number and the sizes of the explanation's steps, what they cost, the techniques beyond singles with the number of
    /// steps that need them, and the family's own measure if it has one; empty if the puzzle is not rated. If steps were left
    /// open, a lower bound takes the place of the difficulty.
    pub rating: serde_json::Value,
}

impl Verb for RateRequest {
    const ABOUT: About = About {
        name: "rate",
        command: Some("rate"),
        group: "Understand",
        purpose: "Rates how hard a puzzle is for people",
        more: "Example:\n  jigsat sudoku rate puzzles/sudoku/hard.yaml --svg steps.svg",
        subject: Subject::Puzzles,
        forms: Forms::Records,
        record: "what rate prints",
        picture: "Also plots the number of reasons of each step; for several puzzles, FILE.svg becomes FILE-1.svg, FILE-2.svg, …",
    };

    type Record = RateRecord;
    type Answer = Rated;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for RateRequest {
    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        listener(Box::new(rate(board, self, context)?), false)
    }
}

/// The answer to a [`RateRequest`].
pub struct Rated {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: RateRecord,
    /// The sizes of the steps of the explanation; empty unless the puzzle has exactly one solution.
    pub sizes: Vec<StepSize>,
    words: String,
    index: Option<u64>,
    puzzle: Arc<dyn Board>,
}

/// The properties of a step that the rating uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepSize {
    /// Number of reasons.
    pub reasons: usize,
    /// What it takes to follow its argument.
    pub cost: u64,
    /// Whether it is a single: a step for which one constraint is enough.
    pub is_single: bool,
}

impl Rated {
    /// A picture of the number of reasons of each step, as SVG; `None` if there are no steps.
    fn plot(&self) -> Option<String> {
        let record = &self.record;
        let name = if record.puzzle.is_empty() { &record.file } else { &record.puzzle };
        (!self.sizes.is_empty()).then(|| plot::plot(name, &self.sizes).to_svg())
    }
}

fn rate(board: &dyn Board, request: &RateRequest, context: &Context) -> Result<Rated, Error> {
    let limits = board.limits(context);
    let own = board.rate(&context.run(&limits));
    let own = Error::unless_stopped(own)?;
    let (rating, sizes, unique) = if board.has_plans() {
        let (rating, unique) = of_plan(own);
        (rating, Vec::new(), unique)
    } else {
        let BySteps { rating, sizes, unique, .. } = by_steps(board, request.weights.as_ref(), &limits)?;
        let rating = match own {
            Ok(Some(own)) => both(rating, own),
            Ok(None) => rating,
            Err(stop) => Rating { left_open: rating.left_open.or(Some(stop.to_string())), ..rating },
        };
        (rating, sizes, unique)
    };
    let (status, word) = match (&rating.left_open, unique) {
        (_, Unique::None) => (Status::Impossible, "impossible"),
        (_, Unique::No) => (Status::Impossible, "solved"),
        (Some(_), _) => (Status::Unknown, "unknown"),
        (None, _) => (Status::Solved, "solved"),
    };
    let record = RateRecord {
        schema: SCHEMA,
        family: board.info().name.clone(),
        file: Arc::clone(board.file()),
        puzzle: Arc::clone(board.title()),
        status: word,
        unique: match unique {
            Unique::Yes => Some(true),
            Unique::No => Some(false),
            Unique::None | Unique::Open | Unique::Plan => None,
        },
        reason: rating.left_open,
        by: rating.by,
        rating: rating.data,
    };
    Ok(Rated { status, record, sizes, words: rating.text, index: board.index(), puzzle: board.shared() })
}

impl Part for Rated {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        match &self.record.reason {
            Some(reason) => format!("{}\nleft open: {reason}", self.words),
            None => self.words.clone(),
        }
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        let Some(index) = self.index else { return teller.line(&self.words()) };
        let title = self.puzzle.title();
        let space = if title.is_empty() { "" } else { " " };
        teller.line(&format!("{index}{space}{title}: {}", self.words().replace('\n', "; ")))
    }

    fn index(&self) -> Option<u64> {
        self.index
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn svg(&self) -> Result<Option<String>, Error> {
        Ok(self.plot())
    }
}

/// The result of [`grade`].
pub(crate) enum Graded {
    Difficulty(Difficulty),
    /// It has no solution, or several.
    NotUnique,
    Stopped(Stop),
}

/// Grades a puzzle.
pub(crate) fn grade(board: &dyn Board, limits: &Limits) -> Result<Graded, Error> {
    if board.has_plans() {
        let message = "a plan is found as a whole, not step by step, so there are no steps to rate";
        return Err(Error::request(message));
    }
    let BySteps { difficulty, unique, .. } = by_steps(board, None, limits)?;
    match (difficulty, unique) {
        (Some(difficulty), _) => Ok(Graded::Difficulty(difficulty)),
        (None, Unique::No | Unique::None) => Ok(Graded::NotUnique),
        (None, Unique::Yes | Unique::Open | Unique::Plan) => {
            Ok(Graded::Stopped(limits.reached().unwrap_or(Stop::GaveUp)))
        }
    }
}

/// The rating by the steps of the explanation.
struct BySteps {
    rating: Rating,
    /// `None` if not all steps were found.
    difficulty: Option<Difficulty>,
    sizes: Vec<StepSize>,
    unique: Unique,
}

/// Whether the puzzle has exactly one solution: only then can it be rated.
#[derive(Clone, Copy)]
enum Unique {
    Yes,
    No,
    /// There is no solution.
    None,
    /// A limit was reached first.
    Open,
    /// Its solutions are plans, of which there are usually many.
    Plan,
}

/// The rating of a puzzle whose solutions are plans, which are found as a whole: the family's own measure.
fn of_plan(own: Result<Option<Rating>, Stop>) -> (Rating, Unique) {
    let unrated = |text: &str, left_open| Rating {
        text: text.into(),
        data: json!({}),
        left_open,
        by: Provenance::engine("analysis"),
    };
    match own {
        Ok(Some(own)) => (own, Unique::Plan),
        Ok(None) => (unrated("impossible: no rating", None), Unique::None),
        Err(stop) => (unrated("not solved: no rating", Some(stop.to_string())), Unique::Open),
    }
}

/// Rates a puzzle by the steps that explain it: it is as hard as the step whose argument is the hardest to follow. A step by one
/// constraint is also a single if that constraint is all that a person has to look at.
fn by_steps(board: &dyn Board, weights: Option<&TextFile>, limits: &Limits) -> Result<BySteps, Error> {
    let encoding = board.encoding();
    let solver = board.solver_or(&Solver::default());
    let by = Provenance {
        solver: Some(solver.to_string()),
        encoding: Some(encoding.into()),
        ..Provenance::engine("sat")
    };
    let unrated = |unique, text: &str, left_open| {
        let rating = Rating { text: text.into(), data: json!({}), left_open, by: by.clone() };
        BySteps { rating, difficulty: None, sizes: Vec::new(), unique }
    };
    let (solution, goal) = match what_it_has(board, encoding, limits)? {
        Has::One(solution, goal) => (solution, goal),
        Has::Two(..) => return Ok(unrated(Unique::No, "not unique: no rating", None)),
        Has::None => return Ok(unrated(Unique::None, "impossible: no rating", None)),
        Has::Open(stop) => {
            return Ok(unrated(Unique::Open, "not solved: no rating", Some(stop.to_string())));
        }
    };
    let options = board.formula_options().build(false, limits);
    let formula = board.encode(Purpose::Explained(&[solution]), encoding, &options);
    let steps = formula.and_then(|formula| {
        let goal = formula.lits(&goal);
        let scale = scale(board, &*formula, weights)?;
        let mut steps = Stepper::boxed(formula, &solver, &goal, &[])?;
        steps.weigh_by(scale.clone());
        Ok((steps, scale))
    });
    let (mut steps, scale) = match Error::unless_stopped(steps)? {
        Ok(steps) => steps,
        Err(stop) => return Ok(unrated(Unique::Yes, "not explained: no rating", Some(stop.to_string()))),
    };
    let (mut sizes, mut left_open, mut needed) = (Vec::new(), None, Needed::default());
    loop {
        // Small questions are answered before a solver checks its limits.
        let next = limits.reached().map_or_else(|| steps.next(limits), |stop| Err(stop.into()));
        match SolveError::unless_stopped(next)? {
            Ok(None) => break,
            Ok(Some(step)) => {
                let formula = &**steps.blame().grown();
                let is_single = step.is_single || has_one_constraint(formula.cnf(), &step);
                let cost = step.argument.as_ref().map_or(0, |argument| scale.cost(formula.cnf(), argument));
                if let Some(argument) = step.argument.as_ref().filter(|_| !is_single) {
                    needed.add(techniques(formula, argument, &step, &scale), cost);
                }
                sizes.push(StepSize { reasons: step.reasons.len(), cost, is_single });
            }
            Err(stop) => {
                left_open = Some(stop.to_string());
                break;
            }
        }
    }
    if sizes.is_empty() && left_open.is_some() {
        return Ok(unrated(Unique::Yes, "not explained: no rating", left_open));
    }
    let hardest = sizes.iter().map(|size| size.cost).max().unwrap_or(0);
    let of_all_steps: u64 = sizes.iter().map(|size| size.cost).sum();
    let count = sizes.len();
    let singles = sizes.iter().filter(|size| size.is_single).count();
    let difficulty = Difficulty::of(singles == count, hardest);
    // Further steps can only add to it.
    let (at_least, so_far) = if left_open.is_some() { ("at least ", " so far") } else { ("", "") };
    let (word, steps) = (difficulty.words(), counted(count, "step") + so_far);
    let text = match count {
        0 => format!("{word}: there is nothing to deduce"),
        _ => format!(
            "{at_least}{word}: {steps}, {}{}; the hardest costs {hardest}, all together {of_all_steps}",
            singles_of(count, singles),
            needed.words(),
        ),
    };
    let largest = sizes.iter().map(|size| size.reasons).max().unwrap_or(0);
    let mut data = json!({
        "steps": count, "singles": singles, "largest": largest, "cost": of_all_steps, "techniques": needed.named,
        "unnamed": needed.unnamed,
    });
    if left_open.is_some() {
        data["difficulty_at_least"] = hardest.into();
    } else {
        data["difficulty"] = hardest.into();
        data["word"] = word.into();
    }
    let difficulty = left_open.is_none().then_some(difficulty);
    let rating = Rating { text, data, left_open, by };
    Ok(BySteps { rating, difficulty, sizes, unique: Unique::Yes })
}

/// Whether all reasons of a step but one are known: givens, or deduced before.
fn has_one_constraint(cnf: &Cnf, step: &Step) -> bool {
    let is_constraint = |reason: &&Reason| match **reason {
        Reason::Group(place) => !is_fact(cnf, cnf.group_at(place)),
        Reason::Fact(_) => false,
    };
    step.reasons.iter().filter(is_constraint).count() == 1
}

/// Combines a rating by steps and the family's own.
fn both(by_steps: Rating, own: Rating) -> Rating {
    let mut data = own.data;
    if let (Some(data), Value::Object(more)) = (data.as_object_mut(), by_steps.data) {
        data.insert("explained".into(), more.into());
    }
    let is_said = by_steps.text.starts_with(&own.text);
    let text = if is_said { by_steps.text } else { format!("{}\n{}", own.text, by_steps.text) };
    Rating { text, data, left_open: own.left_open.or(by_steps.left_open), by: by_steps.by }
}
