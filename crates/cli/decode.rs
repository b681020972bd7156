//! `decode`: what a solver's answer says of the puzzle.

use std::io::Write;

use jigsat_cnf::{Model, SolverOutput, read_solver_output};
use jigsat_input::Position;
use jigsat_solve::{Puzzle, with_names};

use crate::{
    args::{DecodeArgs, SolveFormat, With, no_format},
    exit::{Failure, Status},
    family::{self, Family},
    input::{self, Opened},
    output::{Output, text_of, write_json},
    record::Record,
};

pub fn run<F: Family>(with: &With<DecodeArgs, F::Options>, opened: Opened) -> Result<Status, Failure> {
    let args = &with.args;
    let how = family::encoding::<F>(&args.formula)?;
    let file = opened.name.clone();
    let entry = family::only::<F>(opened, &with.options)?;
    let puzzle = &entry.puzzle;
    let how = how.unwrap_or_else(|| F::auto(puzzle).0);
    let encoding = F::formula(puzzle, how, &args.formula.recipe(false))?;
    let source = input::read(&args.answer)?;
    let answer = read_solver_output(source.text(), encoding.variables()).map_err(|error| {
        let position = Position { line: error.line, column: error.column };
        let found = format!("found {}", error.found);
        Failure::Input(source.error(position, found).expecting(error.expected))
    })?;
    let mut out = Output::open(&args.output)?;
    let status = match answer {
        SolverOutput::Unsatisfiable => {
            writeln!(out, "the solver says: there is no solution")?;
            Status::Impossible
        }
        SolverOutput::Unknown => {
            writeln!(out, "the solver gave up")?;
            Status::Unknown
        }
        SolverOutput::Model(values) => {
            let model = Model::new(&encoding, &values);
            if let Some(clause) = model.violated() {
                let sentence = with_names(puzzle, |names| encoding.group_of(clause).sentence(names));
                writeln!(out, "the answer violates: {sentence}")?;
                Status::Impossible
            } else {
                let decoded = puzzle.decode(how, &model);
                match decoded.and_then(|solution| puzzle.check(&solution).map(|()| solution)) {
                    Ok(solution) => {
                        print::<F>(args, &file, &entry, &solution, &mut out)?;
                        Status::Solved
                    }
                    Err(flaw) => {
                        writeln!(out, "the answer satisfies the formula, but the referee says: {flaw}")?;
                        match args.formula.drop.is_empty() {
                            true if F::is_lazy(how) => Status::Unknown,
                            true => Status::Bug,
                            false => Status::Impossible,
                        }
                    }
                }
            }
        }
    };
    out.finish()?;
    Ok(status)
}

fn print<F: Family>(
    args: &DecodeArgs,
    file: &str,
    entry: &family::Entry<F::Puzzle>,
    solution: &family::SolutionOf<F>,
    out: &mut Output,
) -> Result<(), Failure> {
    match &args.format {
        SolveFormat::Text => {
            let drawing = F::draw(&entry.puzzle, Some(solution));
            let text = text_of(drawing.as_ref(), out);
            writeln!(out, "{}", text.trim_end())?;
        }
        SolveFormat::Plain => writeln!(out, "{}", F::plain(&entry.puzzle, solution))?,
        SolveFormat::Own(name) => match F::solution_as(&entry.puzzle, solution, name) {
            Some(text) => writeln!(out, "{}", text.trim_end())?,
            None => return Err(no_format(name, SolveFormat::SHARED, F::SOLUTION_FORMATS)),
        },
        SolveFormat::Json | SolveFormat::Yaml => {
            let mut record = Record::new(F::NAME, file, "solved");
            record.puzzle = &entry.title;
            record.solution = Some(solution);
            record.without = &args.formula.drop;
            if args.format == SolveFormat::Json {
                write_json(&record, out)?;
            } else {
                let text =
                    jigsat_input::to_yaml(&record).map_err(|error| Failure::usage(error.to_string()))?;
                write!(out, "{text}")?;
            }
        }
    }
    Ok(())
}
