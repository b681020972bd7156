//! Answers of `solve` in each of its formats.

use std::io::Write;

use jigsat_input::ParseError;
use jigsat_workbench::{
    Instance, Solution, Status,
    list::Listed,
    record::{ErrorRecord, SolveRecord, Stats},
    solve::{Solved, provenance_words},
    worker::NoAnswer,
};
use serde::Serialize;

use crate::{
    args::{SolveArgs, SolveFormat, no_format},
    exit::Failure,
    output::{Output, text_of, write_file, write_json, write_yaml},
};

pub struct Printer<'a> {
    pub args: &'a SolveArgs,
    family: &'static str,
    /// Whether there is only one puzzle, which is then drawn.
    single: bool,
    out: Output,
    /// The picture of the last solution.
    svg: Option<String>,
}

impl<'a> Printer<'a> {
    pub fn new(
        args: &'a SolveArgs,
        info: &'static jigsat_workbench::Info,
        single: bool,
    ) -> Result<Self, Failure> {
        if let SolveFormat::Own(name) = &args.format
            && !info.solution_formats.contains(&name.as_str())
        {
            return Err(no_format(name, SolveFormat::SHARED, info.solution_formats));
        }
        Ok(Printer { args, family: &info.name, single, out: Output::open(&args.output)?, svg: None })
    }

    /// Whether answers are for programs.
    fn prints_data(&self) -> bool {
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

    /// The answer about one puzzle.
    pub fn solved(
        &mut self,
        index: Option<u64>,
        instance: &dyn Instance,
        mut solved: Solved,
    ) -> Result<Status, Failure> {
        solved.record.index = index;
        if self.args.output.no_times {
            solved.record = solved.record.without_times(self.args.portfolio);
        }
        if self.args.unnamed {
            solved.record = solved.record.unnamed();
        }
        if let Some(solution) = &solved.record.solution {
            self.keep_picture(instance, solution);
        }
        match self.args.format {
            SolveFormat::Json | SolveFormat::Yaml => self.data(&solved.record)?,
            SolveFormat::Plain | SolveFormat::Own(_) => {
                for solution in solved.solutions() {
                    self.short(instance, solution)?;
                }
                if solved.record.solution.is_none() {
                    writeln!(self.out, "{}", solved.record.status)?;
                }
            }
            SolveFormat::Text => self.text(index, instance, &solved)?,
        }
        Ok(solved.status)
    }

    fn text(&mut self, index: Option<u64>, instance: &dyn Instance, solved: &Solved) -> Result<(), Failure> {
        let verdict = match &solved.record.refused {
            Some(_) if self.args.unnamed => "rejected by the referee".into(),
            _ => solved.verdict(),
        };
        let told = format!("{verdict} ({})", who(&solved.record));
        self.without(&solved.record)?;
        if self.single {
            for solution in solved.solutions() {
                self.picture(instance, solution)?;
            }
            writeln!(self.out, "{told}")?;
            if let Some(certified) = solved.record.certified {
                writeln!(self.out, "{}", certified.sentence())?;
            }
        } else {
            let title = instance.title();
            let title = if title.is_empty() { String::new() } else { format!(" {title}") };
            writeln!(self.out, "{}{title}: {told}", index.unwrap_or(1))?;
            for solution in solved.solutions() {
                let line = instance.write_solution(solution, "plain").unwrap_or_default();
                writeln!(self.out, "  {line}")?;
            }
        }
        Ok(())
    }

    /// A puzzle on which an engine failed, or that needed too much memory.
    pub fn failed(&mut self, index: u64, instance: &dyn Instance, why: NoAnswer) -> Result<Status, Failure> {
        let NoAnswer { status, reason } = why;
        let word = status.word_of_failure();
        match self.args.format {
            SolveFormat::Json | SolveFormat::Yaml => {
                let (file, title) = (instance.file().into(), instance.title().into());
                let mut record: SolveRecord = SolveRecord::new(self.family.into(), &file, &title, word);
                record.index = Some(index);
                record.reason = Some(reason);
                self.data(&record)?;
            }
            SolveFormat::Plain | SolveFormat::Own(_) => writeln!(self.out, "{word}")?,
            SolveFormat::Text => writeln!(self.out, "{index}: {word}: {reason}")?,
        }
        Ok(status)
    }

    /// A puzzle that could not be read.
    pub fn malformed(&mut self, index: Option<u64>, error: &ParseError) -> Result<Status, Failure> {
        let record = ErrorRecord::of_input(self.family.into(), index, error);
        if self.prints_data() {
            self.data(&record)?;
        } else {
            writeln!(self.out, "{}: {error}", record.status)?;
        }
        Ok(if error.is_unfinished() { Status::Unknown } else { Status::BadInput })
    }

    /// One of the listed solutions.
    pub fn listed(
        &mut self,
        number: u64,
        instance: &dyn Instance,
        record: &SolveRecord,
    ) -> Result<(), Failure> {
        let Some(solution) = &record.solution else { return Ok(()) };
        self.keep_picture(instance, solution);
        match self.args.format {
            SolveFormat::Json | SolveFormat::Yaml if self.args.unnamed => {
                self.data(&record.clone().unnamed())
            }
            SolveFormat::Json | SolveFormat::Yaml => self.data(record),
            SolveFormat::Plain | SolveFormat::Own(_) => self.short(instance, solution),
            SolveFormat::Text => {
                self.without(record)?;
                writeln!(self.out, "solution {number}:")?;
                self.picture(instance, solution)
            }
        }
    }

    /// The end of the listed solutions.
    pub fn end_of_list(&mut self, mut listed: Listed) -> Result<Status, Failure> {
        if self.args.output.no_times {
            listed.record.record = listed.record.record.without_times(false);
        }
        if self.args.unnamed {
            listed.record.record = listed.record.record.unnamed();
        }
        match self.args.format {
            SolveFormat::Json | SolveFormat::Yaml => self.data(&listed.record)?,
            SolveFormat::Plain | SolveFormat::Own(_) => {}
            SolveFormat::Text => {
                writeln!(self.out, "{} ({})", listed.verdict(), who(&listed.record.record))?;
            }
        }
        Ok(listed.status)
    }

    /// After one of several answers.
    pub fn answered(&mut self) -> Result<(), Failure> {
        Ok(self.out.answered()?)
    }

    /// A line about all puzzles of a collection, for people.
    pub fn summary(&mut self, words: &str) -> Result<(), Failure> {
        if self.args.format == SolveFormat::Text {
            writeln!(self.out, "{words}")?;
        }
        Ok(())
    }

    fn keep_picture(&mut self, instance: &dyn Instance, solution: &Solution) {
        if self.args.svg.is_some() {
            self.svg = Some(instance.draw(Some(solution)).to_svg());
        }
    }

    fn data(&mut self, record: &impl Serialize) -> Result<(), Failure> {
        if self.args.format == SolveFormat::Json {
            write_json(record, &mut self.out)
        } else {
            writeln!(self.out, "---")?;
            write_yaml(record, &mut self.out)
        }
    }

    /// A solution in its shortest form, or in the requested form of the family.
    fn short(&mut self, instance: &dyn Instance, solution: &Solution) -> Result<(), Failure> {
        let own = match &self.args.format {
            SolveFormat::Own(name) => instance.write_solution(solution, name),
            _ => None,
        };
        let text = own.or_else(|| instance.write_solution(solution, "plain")).unwrap_or_default();
        Ok(writeln!(self.out, "{}", text.trim_end())?)
    }

    fn picture(&mut self, instance: &dyn Instance, solution: &Solution) -> Result<(), Failure> {
        let text = text_of(instance.draw(Some(solution)).as_ref(), &self.out);
        Ok(writeln!(self.out, "{}", text.trim_end())?)
    }

    /// Names the dropped rule that a solution breaks, or says that it happens to keep it.
    fn without(&mut self, record: &SolveRecord) -> Result<(), Failure> {
        let dropped = self.args.formula.drop.join(", ");
        match &record.refused {
            Some(violation) if self.args.unnamed => writeln!(self.out, "{violation}")?,
            Some(violation) => writeln!(self.out, "without {dropped}: {violation}")?,
            None if self.args.unnamed => {}
            None if !dropped.is_empty() && record.solution.is_some() => {
                writeln!(self.out, "without {dropped}: this solution happens to break no rule")?;
            }
            None => {}
        }
        Ok(())
    }
}

/// The solver that answered, and the effort.
fn who(record: &SolveRecord) -> String {
    let none = Stats { variables: None, clauses: None, conflicts: 0, encode_s: None, solve_s: None };
    record.by.as_ref().map(|by| provenance_words(by, record.stats.unwrap_or(none))).unwrap_or_default()
}
