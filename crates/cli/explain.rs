//! `explain`: a solution step by step, or why there is none.

mod conflict;
mod families;
mod marks;
mod record;
mod sheet;
mod solve;
mod steps;

use std::{
    io::Write,
    time::{Duration, Instant},
};

use jigsat_cnf::Literal;
use jigsat_grid::Mark;
use jigsat_solve::Limits;

use crate::{
    Context,
    args::{DataFormat, ExplainArgs, With},
    exit::{Failure, Status},
    family::{self, AtomOf, Entry, HowOf, SolutionOf},
    input::{self, Opened},
    output::{Output, write_file, write_json, write_yaml},
    print::of_length,
    solve::limits,
};
pub use families::Explains;
use marks::Marks;
pub use record::Explained;
use sheet::{Panel, sheet};
pub use solve::{Has, what_it_has};

/// How long reasons are looked for in formulas of one length, which are large, where no limit is given.
const SECONDS_OF_PLANS: Duration = Duration::from_secs(60);

pub fn run<F: Explains>(
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
    let out = Output::open(&args.output)?;
    let mut explainer = Explainer::<F> { args, entry: &entry, how, limits, out, panels: Vec::new() };
    let mut record = Explained::new(F::NAME, &file, &entry.title);
    let status = explainer.explain(&mut record)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut explainer.out)?,
        DataFormat::Yaml => write_yaml(&record, &mut explainer.out)?,
        DataFormat::Text => {}
    }
    explainer.out.finish()?;
    if let Some(path) = args.svg.as_ref().filter(|_| !explainer.panels.is_empty()) {
        write_file(path, &sheet(&explainer.panels), args.output.force)?;
    }
    Ok(status)
}

struct Explainer<'a, F: Explains> {
    args: &'a ExplainArgs,
    entry: &'a Entry<F::Puzzle>,
    how: HowOf<F>,
    limits: Limits,
    out: Output,
    /// The pictures, where they were asked for.
    panels: Vec<Panel>,
}

impl<F: Explains> Explainer<'_, F> {
    fn explain(&mut self, record: &mut Explained<'_>) -> Result<Status, Failure> {
        let known = match &self.args.from {
            Some(word) => self.so_far(word)?,
            None => Vec::new(),
        };
        let length = F::only_length(&self.entry.puzzle);
        if !F::CERTIFIES && length.is_none() {
            return self.without_length(record);
        }
        let (formula, search) = (&self.args.formula, &self.args.search);
        match what_it_has::<F>(&self.entry.puzzle, self.how, formula, search, &self.limits)? {
            Has::None => self.none(record, &known),
            Has::Open(stop) => {
                record.status = "unknown";
                record.reason = Some(stop.to_string());
                self.tell(&format!("unknown: {stop}"))?;
                Ok(Status::Unknown)
            }
            Has::Two(solutions, differ) => self.two(record, &solutions, &differ),
            Has::One(..) if !F::CERTIFIES => {
                record.reason = Some("it is found as a whole: there are no steps to explain".into());
                let steps = length.unwrap_or_default();
                self.tell(&format!(
                    "there is a solution of {}; it is found as a whole: nothing to explain",
                    of_length(steps)
                ))?;
                Ok(Status::Solved)
            }
            Has::One(solution, goal) => {
                record.unique = Some(true);
                if known.iter().all(|literal| goal.contains(literal)) {
                    self.steps(record, &solution, &goal, &known)
                } else {
                    self.none(record, &known)
                }
            }
        }
    }

    /// What tells two solutions apart.
    fn two(
        &mut self,
        record: &mut Explained<'_>,
        solutions: &[SolutionOf<F>; 2],
        differ: &[Literal<AtomOf<F>>],
    ) -> Result<Status, Failure> {
        record.unique = Some(false);
        record.differ = self.names(differ);
        let head = "not unique: two solutions; they differ where marked";
        let mut marks = Marks::default();
        for literal in differ {
            if let jigsat_cnf::Variable::Atom(atom) = literal.variable {
                marks.add(&F::spots(&self.entry.puzzle, atom), Mark::Deduced);
            }
        }
        record.cells = marks.names::<F>(&self.entry.puzzle);
        for (number, solution) in (1..).zip(solutions) {
            record.solutions.push(serde_json::to_value(solution).map_err(std::io::Error::from)?);
            self.show(&marks, Some(solution), "differs", format!("{number}. {head}"), Vec::new(), true)?;
        }
        let differ = record.differ.join(", ");
        self.tell(&format!("not unique: only one of these two solutions has each of {differ}"))?;
        Ok(Status::Impossible)
    }

    /// What is filled in so far; it must break no rule.
    fn so_far(&self, word: &str) -> Result<Vec<Literal<AtomOf<F>>>, Failure> {
        let puzzle = &self.entry.puzzle;
        let solution = F::read_solution(puzzle, &input::read(word)?)?;
        F::legal(puzzle, &solution)
            .map_err(|flaw| Failure::usage(format!("what is filled in contradicts the rules: {flaw}")))?;
        let known = F::literals(puzzle, self.how, &solution).ok_or_else(|| {
            let encoding = jigsat_cnf::Choice::name(self.how);
            Failure::usage(format!("--from is not for encoding '{encoding}' of {}", F::NAME))
        })?;
        let e = jigsat_solve::build(puzzle, self.how, &self.args.formula.recipe(false))?;
        let can_be = |literal: &&Literal<AtomOf<F>>| match literal.variable {
            jigsat_cnf::Variable::Atom(atom) => e.var(atom).is_some(),
            jigsat_cnf::Variable::Aux(_) => true,
        };
        match known.iter().find(|literal| !can_be(literal)) {
            Some(&literal) => {
                let name = family::literal_name::<F>(puzzle, literal);
                Err(Failure::usage(format!("what is filled in contradicts the rules: {name} can't be")))
            }
            None => Ok(known),
        }
    }

    /// Draws what is known so far, with marks: for people where `drawn`, and on the sheet.
    fn show(
        &mut self,
        marks: &Marks,
        solution: Option<&SolutionOf<F>>,
        deduced: &str,
        head: String,
        lines: Vec<String>,
        drawn: bool,
    ) -> Result<(), Failure> {
        let drawn = drawn && self.args.format == DataFormat::Text;
        if !drawn && self.args.svg.is_none() {
            return Ok(());
        }
        let mut picture = F::draw(&self.entry.puzzle, solution);
        marks.put_on(picture.as_mut());
        if drawn && let Some(text) = marks.text(picture.as_ref(), deduced, &self.out) {
            self.tell(&text)?;
        }
        if self.args.svg.is_some() {
            self.panels.push(Panel { svg: picture.to_svg(), head, lines });
        }
        Ok(())
    }

    fn solver(&self) -> jigsat_solve::Solver {
        self.args.search.solver().cloned().unwrap_or_default()
    }

    fn names(&self, literals: &[Literal<AtomOf<F>>]) -> Vec<String> {
        literals.iter().map(|&literal| family::literal_name::<F>(&self.entry.puzzle, literal)).collect()
    }

    fn tell(&mut self, text: &str) -> Result<(), Failure> {
        if self.args.format == DataFormat::Text {
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }
}
