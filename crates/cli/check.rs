//! `check`: is this a solution?

use std::io::Write;

use jigsat_solve::Puzzle;
use serde::Serialize;

use crate::{
    args::{CheckArgs, DataFormat, With},
    exit::{Failure, Status},
    family::{self, Family},
    input::{self, Opened},
    output::{Output, write_json, write_yaml},
    record::SCHEMA,
};

#[derive(Serialize)]
struct Checked<'a> {
    schema: u32,
    family: &'static str,
    file: &'a str,
    status: &'static str,
    legal: bool,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<String>,
}

pub fn run<F: Family>(with: &With<CheckArgs, F::Options>, opened: Opened) -> Result<Status, Failure> {
    let args = &with.args;
    let file = opened.name.clone();
    let entry = family::only::<F>(opened, &with.options)?;
    let source = input::read(&args.solution)?;
    let solution = F::read_solution(&entry.puzzle, &source)?;
    let legal = F::legal(&entry.puzzle, &solution);
    let complete = entry.puzzle.check(&solution);
    let flaw = legal.as_ref().err().or(complete.as_ref().err()).map(ToString::to_string);
    let checked = Checked {
        schema: SCHEMA,
        family: F::NAME,
        file: &file,
        status: if complete.is_ok() { "solved" } else { "impossible" },
        legal: legal.is_ok(),
        complete: complete.is_ok(),
        flaw,
    };
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => {
            write_json(&checked, &mut out)?;
        }
        DataFormat::Yaml => {
            write_yaml(&checked, &mut out)?;
        }
        DataFormat::Text => match (&checked.flaw, checked.legal) {
            (None, _) => writeln!(out, "legal and complete")?,
            (Some(flaw), true) => writeln!(out, "legal so far, but not complete: {flaw}")?,
            (Some(flaw), false) => writeln!(out, "not legal: {flaw}")?,
        },
    }
    out.finish()?;
    Ok(if complete.is_ok() { Status::Solved } else { Status::Impossible })
}
