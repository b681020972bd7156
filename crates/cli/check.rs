//! `check`: is this a solution?

use std::io::Write;

use jigsat_solve::Puzzle;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    args::{CheckArgs, DataFormat, With},
    exit::{Failure, Status},
    family::{self, Family, More},
    input::{self, Opened},
    output::{Output, write_json, write_yaml},
    record::SCHEMA,
};

#[derive(Serialize, JsonSchema)]
pub struct Checked<'a> {
    schema: u32,
    family: &'static str,
    file: &'a str,
    status: &'static str,
    legal: bool,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<String>,
    /// What was asked besides, answered in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<String>,
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
    let (more, status) = if complete.is_ok() {
        match F::check_more(&entry.puzzle, &solution, &with.options)? {
            More::Nothing => (None, Status::Solved),
            More::Holds(words) => (Some(words), Status::Solved),
            More::Fails(words) => (Some(words), Status::Impossible),
            More::LeftOpen(words) => (Some(format!("left open: {words}")), Status::Unknown),
        }
    } else {
        (None, Status::Impossible)
    };
    let checked = Checked {
        schema: SCHEMA,
        family: F::NAME,
        file: &file,
        status: if complete.is_ok() { "solved" } else { "impossible" },
        legal: legal.is_ok(),
        complete: complete.is_ok(),
        flaw,
        more,
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
            (None, _) => match &checked.more {
                Some(more) => writeln!(out, "legal and complete; {more}")?,
                None => writeln!(out, "legal and complete")?,
            },
            (Some(flaw), true) => writeln!(out, "legal so far, but not complete: {flaw}")?,
            (Some(flaw), false) => writeln!(out, "not legal: {flaw}")?,
        },
    }
    out.finish()?;
    Ok(status)
}
