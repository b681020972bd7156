//! `rate`: how hard a puzzle is.
mod plot;

use std::{io::Write, time::Instant};

use jigsat_solve::{Limits, Solver, explain::Steps};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::{
    Context,
    args::{DataFormat, FormulaArgs, RateArgs, SearchArgs, With},
    exit::{Failure, Status},
    explain::{Explains, Has, what_it_has},
    family::{self, Rating},
    input::Opened,
    output::{Output, refuse_existing, write_file, write_json, write_yaml},
    record::SCHEMA,
};
use plot::Size;

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

pub fn run<F: Explains>(
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
    // What forbids writing is better known before the work.
    let mut out = Output::open(&args.output)?;
    if let Some(path) = &args.svg {
        refuse_existing(path, args.output.force)?;
    }
    let (rating, sizes) = by_steps::<F>(&entry.puzzle, &limits)?;
    let rating = match F::rate(&entry.puzzle, &limits)? {
        Some(own) => both(rating, own),
        None => rating,
    };
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
    if let Some(path) = args.svg.as_ref().filter(|_| !sizes.is_empty()) {
        let name = if entry.title.is_empty() { &file } else { &entry.title };
        write_file(path, &plot::plot(name, &sizes).to_svg()?, args.output.force)?;
    }
    Ok(status)
}

/// How hard a puzzle is by the steps that explain it: singles are easy, and each other step is as hard as it has reasons.
fn by_steps<F: Explains>(puzzle: &F::Puzzle, limits: &Limits) -> Result<(Rating, Vec<Size>), Failure> {
    if !F::CERTIFIES {
        let message = format!("{} solutions are found as a whole: there are no steps to rate", F::NAME);
        return Err(Failure::usage(message));
    }
    let how = F::auto(puzzle).0;
    let (formula, search) = (FormulaArgs::default(), SearchArgs::default());
    let unrated =
        |text: &str, left_open| (Rating { text: text.into(), data: json!({}), left_open }, Vec::new());
    let (solution, goal) = match what_it_has::<F>(puzzle, how, &formula, &search, limits)? {
        Has::One(solution, goal) => (solution, goal),
        Has::Two(..) => return Ok(unrated("not unique: no rating", None)),
        Has::None => return Ok(unrated("impossible: no rating", None)),
        Has::Open(stop) => return Ok(unrated("not solved: no rating", Some(stop.to_string()))),
    };
    let other = F::to_explain(puzzle, &[&solution]);
    let told = other.as_ref().unwrap_or(puzzle);
    let mut steps = Steps::new(told, how, &formula.recipe(false), &Solver::default(), &goal, &[])?;
    let mut sizes = Vec::new();
    let mut left_open = None;
    while let Some(step) = steps.next(limits)? {
        match step {
            Ok(step) => sizes.push(Size { reasons: step.reasons.len(), is_single: step.is_single }),
            Err(stop) => {
                left_open = Some(stop.to_string());
                break;
            }
        }
    }
    let count = sizes.len();
    let singles = sizes.iter().filter(|size| size.is_single).count();
    let largest = sizes.iter().map(|size| size.reasons).max().unwrap_or(0);
    let difficulty: usize = sizes.iter().filter(|size| !size.is_single).map(|size| size.reasons).sum();
    let word = match difficulty {
        0 => "easy",
        1..200 => "medium",
        200..1000 => "hard",
        _ => "very hard",
    };
    let text = format!(
        "{word}: {count} steps, {singles} of them singles; the largest has {largest} reasons; difficulty {difficulty}"
    );
    let data = json!({
        "steps": count, "singles": singles, "largest": largest, "difficulty": difficulty, "word": word,
    });
    Ok((Rating { text, data, left_open }, sizes))
}

/// A rating by steps, and the family's own.
fn both(by_steps: Rating, own: Rating) -> Rating {
    let mut data = own.data;
    if let (Some(data), serde_json::Value::Object(more)) = (data.as_object_mut(), by_steps.data) {
        data.insert("explained".into(), more.into());
    }
    let text = format!("{}\n{}", own.text, by_steps.text);
    Rating { text, data, left_open: own.left_open.or(by_steps.left_open) }
}
