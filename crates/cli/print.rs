//! Answers of `solve` in each of its formats.

use std::{io::Write, time::Duration};

use jigsat_input::ParseError;
use jigsat_solve::{Answer, By, Error, Flaw, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    args::{SolveArgs, SolveFormat, no_format},
    exit::{Failure, Status, status_of},
    family::{Entry, Family, Outcome, SolutionOf},
    output::{Output, text_of, write_file, write_json, write_yaml},
    record::{ErrorRecord, Record, SCHEMA, Stats},
};

pub struct Printer<'a> {
    pub args: &'a SolveArgs,
    file: &'a str,
    /// Whether there is one puzzle only: it is drawn.
    single: bool,
    out: Output,
    /// The picture of the last solution.
    svg: Option<String>,
}

impl<'a> Printer<'a> {
    pub fn new<F: Family>(args: &'a SolveArgs, file: &'a str, single: bool) -> Result<Self, Failure> {
        if let SolveFormat::Own(name) = &args.format
            && !F::SOLUTION_FORMATS.contains(&name.as_str())
        {
            return Err(no_format(name, SolveFormat::SHARED, F::SOLUTION_FORMATS));
        }
        Ok(Printer { args, file, single, out: Output::open(&args.output)?, svg: None })
    }

    /// Whether answers are for programs.
    pub fn prints_data(&self) -> bool {
        matches!(self.args.format, SolveFormat::Json | SolveFormat::Yaml)
    }

    /// Completes the output and writes the picture.
    pub fn finish(self) -> Result<(), Failure> {
        self.out.finish()?;
        match (&self.args.svg, &self.svg) {
            (Some(path), Some(svg)) => write_file(path, svg, self.args.output.force),
            _ => Ok(()),
        }
    }

    /// What came of one puzzle.
    pub fn outcome<F: Family>(
        &mut self,
        index: Option<u64>,
        entry: &Entry<F::Puzzle>,
        outcome: &Outcome<SolutionOf<F>>,
    ) -> Result<Status, Failure> {
        let (status, mut word, unique) = verdict(outcome);
        let solution = match &outcome.first {
            Answer::Solved(solution) => Some(solution),
            Answer::Refused { solution, .. } => solution.as_ref(),
            Answer::Impossible(_) | Answer::Unknown(_) => None,
        };
        let other = match &outcome.second {
            Some(Answer::Solved(other)) => Some(other),
            _ => None,
        };
        let flaw = match &outcome.first {
            Answer::Refused { flaw, .. } => Some(flaw),
            _ => None,
        };
        let partial = solution.and_then(|solution| F::partial(&entry.puzzle, solution));
        if partial.is_some() {
            word = "partial";
        }
        if let Some(solution) = solution
            && self.args.svg.is_some()
        {
            self.svg = Some(F::draw(&entry.puzzle, Some(solution)).to_svg());
        }
        let is_impossible = matches!(outcome.first, Answer::Impossible(_));
        let contradiction = if is_impossible { F::contradiction(&entry.puzzle) } else { None };
        let stats = Stats::new(outcome.effort, outcome.size, !self.args.output.no_times);
        match self.args.format {
            SolveFormat::Json | SolveFormat::Yaml => {
                let mut record = Record::new(F::NAME, self.file, word);
                record.puzzle = &entry.title;
                record.index = index;
                record.unique = unique;
                record.solution = solution;
                record.other = other;
                record.without = &self.args.formula.drop;
                record.refused = flaw.map(Flaw::to_string);
                record.reason = left_open(outcome).or(contradiction);
                record.bound = outcome.none_within;
                record.by = Some(&outcome.by);
                record.stats = Some(stats);
                self.data(&record)?;
            }
            SolveFormat::Plain | SolveFormat::Own(_) => {
                for solution in solution.into_iter().chain(other) {
                    self.short::<F>(entry, solution)?;
                }
                if solution.is_none() {
                    writeln!(self.out, "{word}")?;
                }
            }
            SolveFormat::Text => {
                let told = self.tell(outcome, contradiction.as_deref(), partial.as_deref(), stats);
                if self.single {
                    self.without(flaw)?;
                    for solution in solution.into_iter().chain(other) {
                        self.picture::<F>(entry, solution)?;
                    }
                    writeln!(self.out, "{told}")?;
                } else {
                    self.without(flaw)?;
                    let title =
                        if entry.title.is_empty() { String::new() } else { format!(" {}", entry.title) };
                    writeln!(self.out, "{}{title}: {told}", index.unwrap_or(1))?;
                    for solution in solution.into_iter().chain(other) {
                        writeln!(self.out, "  {}", F::plain(&entry.puzzle, solution))?;
                    }
                }
            }
        }
        Ok(status)
    }

    /// One of the solutions that were asked for.
    pub fn one_of_many<F: Family>(
        &mut self,
        number: u64,
        entry: &Entry<F::Puzzle>,
        solution: &SolutionOf<F>,
        flaw: Option<&Flaw>,
    ) -> Result<(), Failure> {
        if self.args.svg.is_some() {
            self.svg = Some(F::draw(&entry.puzzle, Some(solution)).to_svg());
        }
        match self.args.format {
            SolveFormat::Json | SolveFormat::Yaml => {
                let mut record = Record::new(F::NAME, self.file, "solved");
                record.puzzle = &entry.title;
                record.solution_index = Some(number);
                record.solution = Some(solution);
                record.without = &self.args.formula.drop;
                record.refused = flaw.map(Flaw::to_string);
                self.data(&record)
            }
            SolveFormat::Plain | SolveFormat::Own(_) => self.short::<F>(entry, solution),
            SolveFormat::Text => {
                self.without(flaw)?;
                writeln!(self.out, "solution {number}:")?;
                self.picture::<F>(entry, solution)
            }
        }
    }

    /// The summary after the solutions that were asked for.
    pub fn end_of_many<F: Family>(
        &mut self,
        entry: &Entry<F::Puzzle>,
        found: u64,
        all: bool,
        stop: Option<Stop>,
        by: &By,
        stats: Stats,
    ) -> Result<(), Failure> {
        let length = F::only_length(&entry.puzzle).filter(|_| all && found == 0);
        let status = if stop.is_some() || length.is_some() {
            "unknown"
        } else if all && found == 0 {
            "impossible"
        } else {
            "solved"
        };
        match self.args.format {
            SolveFormat::Json | SolveFormat::Yaml => {
                let mut record: Record<'_, SolutionOf<F>> = Record::new(F::NAME, self.file, status);
                record.puzzle = &entry.title;
                let none = length.map(|steps| format!("there is none of just {steps} steps"));
                record.reason = stop.map(|stop| stop.to_string()).or(none);
                record.by = Some(by);
                record.stats = Some(stats);
                self.data(&Summary { record, solutions: found, complete: all })
            }
            SolveFormat::Plain | SolveFormat::Own(_) => Ok(()),
            SolveFormat::Text => {
                let plural = if found == 1 { "" } else { "s" };
                let end = match (stop, length) {
                    (Some(stop), _) => format!("; there may be more: {stop}"),
                    (None, Some(steps)) => format!(" of just {steps} steps"),
                    (None, None) if all => ", and no more".into(),
                    (None, None) => ", as many as asked for".into(),
                };
                let told = format!("{found} solution{plural}{end} ({})", self.who(by, stats));
                Ok(writeln!(self.out, "{told}")?)
            }
        }
    }

    /// The line about all puzzles of a collection, for people.
    pub fn summary(&mut self, summary: Option<String>) -> Result<(), Failure> {
        match summary {
            Some(text) if self.args.format == SolveFormat::Text => Ok(writeln!(self.out, "{text}")?),
            _ => Ok(()),
        }
    }

    /// A puzzle that an engine failed at.
    pub fn failed<F: Family>(
        &mut self,
        index: u64,
        entry: &Entry<F::Puzzle>,
        error: &Error,
    ) -> Result<Status, Failure> {
        let status = status_of(error);
        let word = match status {
            Status::Bug => "bug",
            Status::Unknown => "unknown",
            _ => "error",
        };
        match self.args.format {
            SolveFormat::Json | SolveFormat::Yaml => {
                let mut record: Record<'_, SolutionOf<F>> = Record::new(F::NAME, self.file, word);
                record.puzzle = &entry.title;
                record.index = Some(index);
                record.reason = Some(error.to_string());
                self.data(&record)?;
            }
            SolveFormat::Plain | SolveFormat::Own(_) => writeln!(self.out, "{word}")?,
            SolveFormat::Text => writeln!(self.out, "{index}: {word}: {error}")?,
        }
        Ok(status)
    }

    /// A puzzle that could not be read.
    pub fn malformed<F: Family>(
        &mut self,
        index: Option<u64>,
        error: &ParseError,
    ) -> Result<Status, Failure> {
        match self.args.format {
            SolveFormat::Json | SolveFormat::Yaml => {
                let (family, status) = (F::NAME, "error");
                self.data(&ErrorRecord { schema: SCHEMA, family, status, index, error })?;
            }
            SolveFormat::Plain | SolveFormat::Own(_) | SolveFormat::Text => {
                writeln!(self.out, "error: {error}")?;
            }
        }
        Ok(Status::BadInput)
    }

    fn data(&mut self, record: &impl Serialize) -> Result<(), Failure> {
        if self.args.format == SolveFormat::Json {
            write_json(record, &mut self.out)
        } else {
            writeln!(self.out, "---")?;
            write_yaml(record, &mut self.out)
        }
    }

    /// A solution in its shortest form, or the family's own that was asked for.
    fn short<F: Family>(
        &mut self,
        entry: &Entry<F::Puzzle>,
        solution: &SolutionOf<F>,
    ) -> Result<(), Failure> {
        let own = match &self.args.format {
            SolveFormat::Own(name) => F::solution_as(&entry.puzzle, solution, name),
            _ => None,
        };
        let text = own.unwrap_or_else(|| F::plain(&entry.puzzle, solution));
        Ok(writeln!(self.out, "{}", text.trim_end())?)
    }

    fn picture<F: Family>(
        &mut self,
        entry: &Entry<F::Puzzle>,
        solution: &SolutionOf<F>,
    ) -> Result<(), Failure> {
        let drawing = F::draw(&entry.puzzle, Some(solution));
        let text = text_of(drawing.as_ref(), &self.out);
        Ok(writeln!(self.out, "{}", text.trim_end())?)
    }

    fn without(&mut self, flaw: Option<&Flaw>) -> Result<(), Failure> {
        if let Some(flaw) = flaw {
            writeln!(self.out, "without {}: {flaw}", self.args.formula.drop.join(", "))?;
        }
        Ok(())
    }

    fn tell<S>(
        &self,
        outcome: &Outcome<S>,
        contradiction: Option<&str>,
        partial: Option<&str>,
        stats: Stats,
    ) -> String {
        let what = match (&outcome.first, &outcome.second) {
            (Answer::Solved(_), None) => {
                let solved = partial.map_or_else(|| "solved".into(), |partial| format!("partial: {partial}"));
                match &outcome.left_open {
                    Some(open) => format!("{solved}; left open: {open}"),
                    None => solved,
                }
            }
            (Answer::Solved(_), Some(Answer::Impossible(_))) => "solved, unique".into(),
            (Answer::Solved(_), Some(Answer::Unknown(stop))) => {
                let why = outcome.left_open.clone().unwrap_or_else(|| stop.to_string());
                format!("solved; whether it is unique was left open: {why}")
            }
            (Answer::Solved(_), Some(_)) => "not unique: two solutions".into(),
            (Answer::Impossible(_), _) if outcome.none_within.is_some() => {
                let bound = outcome.none_within.unwrap_or_default();
                format!("none within {bound}: no solution of at most that length")
            }
            (Answer::Impossible(_), _) => {
                format!("impossible: {}", contradiction.unwrap_or("there is no solution"))
            }
            (Answer::Unknown(stop), _) => {
                format!("unknown: {}", outcome.left_open.clone().unwrap_or_else(|| stop.to_string()))
            }
            (Answer::Refused { .. }, _) => "refused by the referee, as a rule was dropped".into(),
        };
        format!("{what} ({})", self.who(&outcome.by, stats))
    }

    fn who(&self, by: &By, stats: Stats) -> String {
        let mut parts = vec![by.engine.to_owned()];
        parts.extend(by.stage.map(str::to_owned));
        parts.extend(by.solver.clone());
        parts.extend(by.encoding.map(|name| format!("encoding {name}")));
        if let Some(clauses) = stats.clauses {
            parts.push(format!("{clauses} clauses"));
        }
        let seconds = stats.encode_s.unwrap_or(0.0) + stats.solve_s.unwrap_or(0.0);
        if !self.args.output.no_times {
            parts.push(format!("{:.1?}", Duration::from_secs_f64(seconds)));
        }
        parts.join(", ")
    }
}

/// The last line of several solutions.
#[derive(Serialize, JsonSchema)]
pub struct Summary<'a, S> {
    #[serde(flatten)]
    record: Record<'a, S>,
    /// How many solutions were found.
    solutions: u64,
    /// Whether these are all.
    complete: bool,
}

fn verdict<S>(outcome: &Outcome<S>) -> (Status, &'static str, Option<bool>) {
    match (&outcome.first, &outcome.second) {
        (Answer::Solved(_), None) if outcome.left_open.is_some() => (Status::Unknown, "solved", None),
        (Answer::Solved(_), None) => (Status::Solved, "solved", None),
        (Answer::Solved(_), Some(Answer::Impossible(_))) => (Status::Solved, "solved", Some(true)),
        (Answer::Solved(_), Some(Answer::Unknown(_))) | (Answer::Unknown(_), _) => {
            (Status::Unknown, "unknown", None)
        }
        (Answer::Solved(_), Some(_)) => (Status::Impossible, "solved", Some(false)),
        (Answer::Impossible(_), _) if outcome.none_within.is_some() => {
            (Status::Impossible, "none-within", None)
        }
        (Answer::Impossible(_), _) => (Status::Impossible, "impossible", None),
        (Answer::Refused { .. }, _) => (Status::Solved, "refused", None),
    }
}

fn left_open<S>(outcome: &Outcome<S>) -> Option<String> {
    if outcome.left_open.is_some() {
        return outcome.left_open.clone();
    }
    match (&outcome.first, &outcome.second) {
        (Answer::Unknown(stop), _) | (_, Some(Answer::Unknown(stop))) => Some(stop.to_string()),
        _ => None,
    }
}
