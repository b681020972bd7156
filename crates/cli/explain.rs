//! `explain`: a solution step by step, or why there is none.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use jigsat_cnf::{Lit, Literal};
use jigsat_solve::{
    Answer, Limits, Session, Stop,
    explain::{Blame, Blamed, Reason, Step, Steps},
    with_names,
};
use serde::Serialize;

use crate::{
    Context,
    args::{DataFormat, ExplainArgs, With},
    exit::{Failure, Status},
    family::{self, AtomOf, Entry, Family, HowOf, SolutionOf},
    input::{self, Opened},
    output::{Output, text_of, write_json, write_yaml},
    record::SCHEMA,
    solve::{limits, usage_of_drop},
};

/// How long reasons are looked for in formulas of one length, which are large, where no limit is given.
const SECONDS_OF_PLANS: Duration = Duration::from_secs(60);

/// What is said for programs.
#[derive(Serialize)]
struct Explained<'a> {
    schema: u32,
    family: &'static str,
    file: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    puzzle: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<bool>,
    /// Why there is no solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    because: Vec<Because>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<Told>,
    /// Two solutions of an ambiguous puzzle, and what only one of them has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<serde_json::Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// A step, for people and programs.
#[derive(Serialize)]
struct Told {
    step: usize,
    deduced: Vec<String>,
    because: Vec<Because>,
    /// Whether one constraint leaves one possibility.
    single: bool,
    /// Whether no reason can be spared.
    minimal: bool,
}

/// One reason.
#[derive(Serialize)]
struct Because {
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    sentence: String,
}

pub fn run<F: Family>(
    with: &With<ExplainArgs, F::Options>,
    opened: Opened,
    context: &Context,
) -> Result<Status, Failure> {
    let args = &with.args;
    let file = opened.name.clone();
    let entry = family::only::<F>(opened, &with.options)?;
    let mut limits = limits(&args.search, context);
    if !F::CERTIFIES && limits.deadline.is_none() {
        limits.deadline = Instant::now().checked_add(SECONDS_OF_PLANS);
    }
    let how = family::encoding::<F>(&args.formula)?.unwrap_or_else(|| F::auto(&entry.puzzle).0);
    let mut explainer = Explainer::<F> { args, entry: &entry, how, limits, out: Output::open(&args.output)? };
    let mut record = Explained {
        schema: SCHEMA,
        family: F::NAME,
        file: &file,
        puzzle: &entry.title,
        status: "solved",
        unique: None,
        because: Vec::new(),
        steps: Vec::new(),
        solutions: Vec::new(),
        differ: Vec::new(),
        reason: None,
    };
    let status = explainer.explain(&mut record)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut explainer.out)?,
        DataFormat::Yaml => write_yaml(&record, &mut explainer.out)?,
        DataFormat::Text => {}
    }
    explainer.out.finish()?;
    Ok(status)
}

struct Explainer<'a, F: Family> {
    args: &'a ExplainArgs,
    entry: &'a Entry<F::Puzzle>,
    how: HowOf<F>,
    limits: Limits,
    out: Output,
}

/// What a puzzle has.
enum Has<F: Family> {
    /// One solution, with the literals that make it up.
    One(SolutionOf<F>, Vec<Literal<AtomOf<F>>>),
    /// Two of them, and what only the first and only the second has.
    Two(Box<[SolutionOf<F>; 2]>, Vec<Literal<AtomOf<F>>>),
    None,
    Open(Stop),
}

impl<F: Family> Explainer<'_, F> {
    fn explain(&mut self, record: &mut Explained<'_>) -> Result<Status, Failure> {
        let known = match &self.args.from {
            Some(word) => self.so_far(word)?,
            None => Vec::new(),
        };
        let length = F::only_length(&self.entry.puzzle);
        if !F::CERTIFIES && length.is_none() {
            return self.without_length(record);
        }
        match self.solve()? {
            Has::None => self.none(record, &known),
            Has::Open(stop) => {
                record.status = "unknown";
                record.reason = Some(stop.to_string());
                self.tell(&format!("unknown: {stop}"))?;
                Ok(Status::Unknown)
            }
            Has::Two(solutions, differ) => {
                record.unique = Some(false);
                record.differ = self.names(&differ);
                for solution in &*solutions {
                    record.solutions.push(serde_json::to_value(solution).map_err(std::io::Error::from)?);
                    let picture = F::draw(&self.entry.puzzle, Some(solution));
                    let text = text_of(picture.as_ref(), &self.out);
                    self.tell(text.trim_end())?;
                }
                let differ = record.differ.join(", ");
                self.tell(&format!("not unique: only one of these two solutions has each of {differ}"))?;
                Ok(Status::Impossible)
            }
            Has::One(..) if !F::CERTIFIES => {
                record.reason = Some("it is found as a whole: there are no steps to explain".into());
                let steps = length.unwrap_or_default();
                self.tell(&format!(
                    "there is a solution of just {steps} steps; it is found as a whole: nothing to explain"
                ))?;
                Ok(Status::Solved)
            }
            Has::One(_, goal) => {
                record.unique = Some(true);
                if known.iter().all(|literal| goal.contains(literal)) {
                    self.steps(record, &goal, &known)
                } else {
                    self.none(record, &known)
                }
            }
        }
    }

    /// Of puzzles whose formulas speak of one length: what can be said without one.
    fn without_length(&mut self, record: &mut Explained<'_>) -> Result<Status, Failure> {
        let Some(reason) = F::contradiction(&self.entry.puzzle) else {
            return Err(Failure::usage(
                "a solution is found as a whole, not step by step; --steps N explains why none has just N steps",
            ));
        };
        record.status = "impossible";
        self.tell(&format!("impossible: {reason}"))?;
        record.reason = Some(reason);
        Ok(Status::Impossible)
    }

    /// What is filled in so far; it must break no rule.
    fn so_far(&self, word: &str) -> Result<Vec<Literal<AtomOf<F>>>, Failure> {
        let puzzle = &self.entry.puzzle;
        let solution = F::read_solution(puzzle, &input::read(word)?)?;
        F::legal(puzzle, &solution)
            .map_err(|flaw| Failure::usage(format!("what is filled in contradicts the rules: {flaw}")))?;
        F::literals(puzzle, &solution).ok_or_else(|| {
            Failure::usage(format!("--from is not for {}: its solutions are found as a whole", F::NAME))
        })
    }

    fn solve(&self) -> Result<Has<F>, Failure> {
        let puzzle = &self.entry.puzzle;
        let formula = &self.args.formula;
        let (_, auto_solver) = F::auto(puzzle);
        let solver = self.args.search.solver().unwrap_or(&auto_solver);
        let recipe = formula.recipe(false);
        let mut session = Session::new(puzzle, self.how, &recipe, solver, self.args.search.seed)
            .map_err(|error| usage_of_drop(error, &formula.drop))?;
        let first = match session.solve(&self.limits)? {
            Answer::Solved(solution) | Answer::Refused { solution: Some(solution), .. } => solution,
            Answer::Impossible(_) => return Ok(Has::None),
            Answer::Unknown(stop) => return Ok(Has::Open(stop)),
            Answer::Refused { .. } => {
                return Err(Failure::usage("without that rule there is nothing to explain"));
            }
        };
        let goal = session.true_keys();
        if !F::CERTIFIES {
            return Ok(Has::One(first, goal));
        }
        Ok(match session.solve(&self.limits)? {
            Answer::Impossible(_) => Has::One(first, goal),
            Answer::Unknown(stop) => Has::Open(stop),
            Answer::Solved(second) => {
                let other = session.true_keys();
                let only = |these: &[Literal<_>], those: &[Literal<_>]| -> Vec<Literal<AtomOf<F>>> {
                    these.iter().copied().filter(|literal| !those.contains(literal)).collect()
                };
                let differ = [only(&goal, &other), only(&other, &goal)].concat();
                Has::Two(Box::new([first, second]), differ)
            }
            Answer::Refused { .. } => {
                return Err(Failure::usage("without that rule there is nothing to explain"));
            }
        })
    }

    /// Why there is no solution, or none that has what is filled in.
    fn none(&mut self, record: &mut Explained<'_>, known: &[Literal<AtomOf<F>>]) -> Result<Status, Failure> {
        let mut blame =
            Blame::new(&self.entry.puzzle, self.how, &self.args.formula.recipe(false), &self.solver())?;
        let mut among = blame.all();
        let facts = known.iter().map(|&literal| Reason::Fact(blame.encoding().lit(literal)));
        among.extend(facts);
        let blamed = if self.args.minimum && known.is_empty() {
            blame.smallest(&[], &self.limits)?
        } else {
            blame.minimal(&[], &among, &self.limits)?
        };
        let (reasons, stopped) = match blamed {
            Blamed::These { reasons, stopped } => (reasons, stopped),
            Blamed::Open(stop) => {
                record.status = "unknown";
                record.reason = Some(stop.to_string());
                self.tell(&format!("unknown: {stop}"))?;
                return Ok(Status::Unknown);
            }
            Blamed::Nothing => {
                return Err(Failure::usage("there is a solution after all, without what was dropped"));
            }
        };
        let length = F::only_length(&self.entry.puzzle);
        record.status = if length.is_some() { "unknown" } else { "impossible" };
        record.reason = length.map(|steps| format!("there is none of just {steps} steps"));
        record.because = reasons.iter().map(|&reason| self.because(&blame, reason)).collect();
        let what = match length {
            Some(steps) => format!("there is none of just {steps} steps"),
            None if known.is_empty() => "impossible".into(),
            None => "impossible with what is filled in".into(),
        };
        let how_few =
            if self.args.minimum && stopped.is_none() { ", and no fewer constraints do" } else { "" };
        self.tell(&format!("{what}: these can't hold together{how_few}:"))?;
        for because in &record.because {
            let sentence = format!("  {}", because.sentence);
            self.tell(&sentence)?;
        }
        if let Some(stop) = stopped {
            record.reason = Some(format!("some may not be needed: {stop}"));
            self.tell(&format!("some of them may not be needed: {stop}"))?;
            return Ok(Status::Unknown);
        }
        Ok(if length.is_some() { Status::Unknown } else { Status::Impossible })
    }

    fn steps(
        &mut self,
        record: &mut Explained<'_>,
        goal: &[Literal<AtomOf<F>>],
        known: &[Literal<AtomOf<F>>],
    ) -> Result<Status, Failure> {
        let recipe = self.args.formula.recipe(false);
        let mut steps = Steps::new(&self.entry.puzzle, self.how, &recipe, &self.solver(), goal, known)?;
        if let Some(cell) = &self.args.cell {
            return self.one(record, &mut steps, cell);
        }
        let wanted = self.args.step.unwrap_or(usize::MAX);
        while record.steps.len() < wanted
            && let Some(step) = steps.next(&self.limits)?
        {
            match step {
                Ok(step) => {
                    let told = self.told(&steps, &step, record.steps.len() + 1);
                    self.tell_step(&told)?;
                    record.steps.push(told);
                }
                Err(stop) => return self.left_open(record, stop),
            }
        }
        if steps.open().is_empty() {
            self.tell(&summary(&record.steps))?;
        }
        Ok(Status::Solved)
    }

    /// Why one cell has its value.
    fn one(
        &mut self,
        record: &mut Explained<'_>,
        steps: &mut Steps<'_, F::Puzzle>,
        cell: &str,
    ) -> Result<Status, Failure> {
        let names = self.lit_names(steps, steps.open());
        let is_meant =
            |name: &String| name == cell || name.strip_prefix(cell).is_some_and(|rest| rest.starts_with('='));
        let Some(place) = names.iter().position(is_meant) else {
            let example = names.first().map(String::as_str).unwrap_or_default();
            let message =
                format!("'{cell}' is nothing that is still to be deduced; that is, for example: {example}");
            return Err(Failure::usage(message));
        };
        let lit = steps.open()[place];
        match steps.why(lit, &self.limits)? {
            Ok(step) => {
                let told = self.told(steps, &step, 1);
                self.tell_step(&told)?;
                record.steps.push(told);
                Ok(Status::Solved)
            }
            Err(stop) => self.left_open(record, stop),
        }
    }

    fn left_open(&mut self, record: &mut Explained<'_>, stop: Stop) -> Result<Status, Failure> {
        record.status = "unknown";
        record.reason = Some(stop.to_string());
        self.tell(&format!("the rest was left open: {stop}"))?;
        Ok(Status::Unknown)
    }

    fn solver(&self) -> jigsat_solve::Solver {
        self.args.search.solver().cloned().unwrap_or_default()
    }

    fn told(&self, steps: &Steps<'_, F::Puzzle>, step: &Step, number: usize) -> Told {
        Told {
            step: number,
            deduced: self.lit_names(steps, &step.deduced),
            because: step.reasons.iter().map(|&reason| self.because(steps.blame(), reason)).collect(),
            single: step.is_single,
            minimal: step.stopped.is_none(),
        }
    }

    fn because(&self, blame: &Blame<'_, F::Puzzle>, reason: Reason) -> Because {
        let e = blame.encoding();
        match reason {
            Reason::Group(group) => {
                let group = e.group_at(group);
                let sentence = with_names(&self.entry.puzzle, |names| group.sentence(names));
                Because { rule: Some(group.rule().name().to_owned()), sentence }
            }
            Reason::Fact(lit) => Because { rule: None, sentence: self.names(&[e.literal(lit)]).remove(0) },
        }
    }

    fn lit_names(&self, steps: &Steps<'_, F::Puzzle>, lits: &[Lit]) -> Vec<String> {
        let literals: Vec<Literal<_>> =
            lits.iter().map(|&lit| steps.blame().encoding().literal(lit)).collect();
        self.names(&literals)
    }

    fn names(&self, literals: &[Literal<AtomOf<F>>]) -> Vec<String> {
        literals.iter().map(|&literal| family::literal_name::<F>(&self.entry.puzzle, literal)).collect()
    }

    fn tell_step(&mut self, told: &Told) -> Result<(), Failure> {
        let because: Vec<&str> = told.because.iter().map(|because| because.sentence.as_str()).collect();
        let not_minimal = if told.minimal { "" } else { " (some of it may not be needed)" };
        let text = format!(
            "{}. {}, because: {}{not_minimal}",
            told.step,
            told.deduced.join(", "),
            because.join("; ")
        );
        self.tell(&text)
    }

    fn tell(&mut self, text: &str) -> Result<(), Failure> {
        if self.args.format == DataFormat::Text {
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }
}

fn summary(steps: &[Told]) -> String {
    let singles = steps.iter().filter(|step| step.single).count();
    let largest = steps.iter().map(|step| step.because.len()).max().unwrap_or(0);
    format!("solved in {} steps, {singles} of them singles; the largest has {largest} reasons", steps.len())
}
