//! `rate`: how hard a puzzle is.

use std::{io::Write, time::Instant};

use jigsat_solve::Limits;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Context,
    args::{DataFormat, RateArgs, With},
    exit::{Failure, Status},
    family::{self, Family},
    input::Opened,
    output::{Output, write_json, write_yaml},
    record::SCHEMA,
};

#[derive(Serialize, JsonSchema)]
pub struct Rated<'a> {
    schema: u32,
    family: &'static str,
    file: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    puzzle: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    rating: serde_json::Value,
}

pub fn run<F: Family>(
    with: &With<RateArgs, F::Options>,
    opened: Opened,
    context: &Context,
) -> Result<Status, Failure> {
    let args = &with.args;
    let file = opened.name.clone();
    let entry = family::only::<F>(opened, &with.options)?;
    let limits = Limits {
        deadline: args.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
        conflicts: None,
        stop: context.stop.clone(),
    };
    let rating = F::rate(&entry.puzzle, &limits)?;
    let status = if rating.left_open.is_some() { Status::Unknown } else { Status::Solved };
    let rated = Rated {
        schema: SCHEMA,
        family: F::NAME,
        file: &file,
        puzzle: &entry.title,
        status: if status == Status::Solved { "solved" } else { "unknown" },
        reason: rating.left_open,
        rating: rating.data,
    };
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&rated, &mut out)?,
        DataFormat::Yaml => write_yaml(&rated, &mut out)?,
        DataFormat::Text => {
            writeln!(out, "{}", rating.text)?;
            if let Some(reason) = &rated.reason {
                writeln!(out, "left open: {reason}")?;
            }
        }
    }
    out.finish()?;
    Ok(status)
}
