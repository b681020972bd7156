//! Several solutions of one puzzle, and the line about several puzzles.

use std::io::Write;

use jigsat_solve::{By, Flaw, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Printer, of_length};
use crate::{
    args::SolveFormat,
    exit::Failure,
    family::{Entry, Family, SolutionOf},
    record::{Record, Stats},
};

impl Printer<'_> {
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
                let none = length.map(|steps| format!("there is none of {}", of_length(steps)));
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
                    (None, Some(steps)) => format!(" of {}", of_length(steps)),
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
