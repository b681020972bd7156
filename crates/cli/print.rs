//! Answers of `solve` in each of its formats.

mod many;
mod words;

use std::io::Write;

use jigsat_input::ParseError;
use jigsat_solve::{Answer, Error, Flaw};
use serde::Serialize;

use crate::{
    args::{SolveArgs, SolveFormat, no_format},
    exit::{Failure, Status, status_of},
    family::{Entry, Family, Outcome, SolutionOf},
    output::{Output, text_of, write_file, write_json, write_yaml},
    prove::Certified,
    record::{ErrorRecord, Record, SCHEMA, Stats},
};
pub use many::Summary;
pub use words::of_length;
use words::{left_open, verdict};

pub struct Printer<'a> {
    pub args: &'a SolveArgs,
    file: &'a str,
    /// Whether there is one puzzle only: it is drawn.
    single: bool,
    out: Output,
    /// The picture of the last solution.
    svg: Option<String>,
    /// That the answer was proven.
    pub certified: Option<Certified>,
}

impl<'a> Printer<'a> {
    pub fn new<F: Family>(args: &'a SolveArgs, file: &'a str, single: bool) -> Result<Self, Failure> {
        if let SolveFormat::Own(name) = &args.format
            && !F::SOLUTION_FORMATS.contains(&name.as_str())
        {
            return Err(no_format(name, SolveFormat::SHARED, F::SOLUTION_FORMATS));
        }
        Ok(Printer { args, file, single, out: Output::open(&args.output)?, svg: None, certified: None })
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
        let (status, mut record) = record::<F>(self.args, self.file, index, entry, outcome);
        record.certified = self.certified;
        let (solution, other) = (record.solution, record.other);
        if let Some(solution) = solution
            && self.args.svg.is_some()
        {
            self.svg = Some(F::draw(&entry.puzzle, Some(solution)).to_svg());
        }
        match self.args.format {
            SolveFormat::Json | SolveFormat::Yaml => {
                self.data(&record)?;
            }
            SolveFormat::Plain | SolveFormat::Own(_) => {
                for solution in solution.into_iter().chain(other) {
                    self.short::<F>(entry, solution)?;
                }
                if solution.is_none() {
                    writeln!(self.out, "{}", record.status)?;
                }
            }
            SolveFormat::Text => {
                let flaw = refusal(outcome);
                let contradiction = contradiction::<F>(entry, outcome);
                let stats = Stats::new(outcome.effort, outcome.size, !self.args.output.no_times);
                let partial = solution.and_then(|solution| F::partial(&entry.puzzle, solution));
                let told = self.tell(outcome, contradiction.as_deref(), partial.as_deref(), stats);
                if self.single {
                    self.without(flaw)?;
                    for solution in solution.into_iter().chain(other) {
                        self.picture::<F>(entry, solution)?;
                    }
                    writeln!(self.out, "{told}")?;
                    if let Some(certified) = self.certified {
                        writeln!(self.out, "{}", certified.sentence())?;
                    }
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
}

/// The record of what came of a puzzle, and what it means for the exit code.
pub fn record<'a, F: Family>(
    args: &'a SolveArgs,
    file: &'a str,
    index: Option<u64>,
    entry: &'a Entry<F::Puzzle>,
    outcome: &'a Outcome<SolutionOf<F>>,
) -> (Status, Record<'a, SolutionOf<F>>) {
    let (status, word, unique) = verdict(outcome);
    let mut record = Record::new(F::NAME, file, word);
    record.solution = match &outcome.first {
        Answer::Solved(solution) => Some(solution),
        Answer::Refused { solution, .. } => solution.as_ref(),
        Answer::Impossible(_) | Answer::Unknown(_) => None,
    };
    if record.solution.is_some_and(|solution| F::partial(&entry.puzzle, solution).is_some()) {
        record.status = "partial";
    }
    record.other = match &outcome.second {
        Some(Answer::Solved(other)) => Some(other),
        _ => None,
    };
    record.puzzle = &entry.title;
    record.index = index;
    record.unique = unique;
    record.without = &args.formula.drop;
    record.refused = refusal(outcome).map(Flaw::to_string);
    record.reason = left_open(outcome).or_else(|| contradiction::<F>(entry, outcome));
    record.bound = outcome.none_within;
    record.by = Some(&outcome.by);
    record.stats = Some(Stats::new(outcome.effort, outcome.size, !args.output.no_times));
    (status, record)
}

/// What the referee said, where a rule was dropped.
fn refusal<S>(outcome: &Outcome<S>) -> Option<&Flaw> {
    match &outcome.first {
        Answer::Refused { flaw, .. } => Some(flaw),
        _ => None,
    }
}

/// Why the puzzle is plainly impossible, where it is.
fn contradiction<F: Family>(entry: &Entry<F::Puzzle>, outcome: &Outcome<SolutionOf<F>>) -> Option<String> {
    if matches!(outcome.first, Answer::Impossible(_)) { F::contradiction(&entry.puzzle) } else { None }
}
