//! `cubes`: cuts a puzzle into tasks.

use std::{
    borrow::Cow,
    io::{Read, Write},
    path::Path,
    time::Duration,
};

use jigsat_input::{MAX_TEXT, ParseError};
use jigsat_solve::Stop;
use serde::Serialize;

use super::{
    cutter::{Cutter, Sample},
    part,
    write::{may_write, write},
};
use crate::{
    Context,
    args::{CubesArgs, DataFormat},
    exit::{Failure, Status},
    family::{self, Family, Question},
    input::Opened,
    output::{Output, write_json, write_yaml},
    record::SCHEMA,
    solve::limits,
};

#[derive(Serialize)]
struct Record<'a> {
    schema: u32,
    family: &'static str,
    file: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    puzzle: &'a str,
    status: &'static str,
    folder: &'a Path,
    tasks: usize,
    refuted: usize,
    symmetries: usize,
    proof_steps: u64,
    /// Whether the proof takes for granted what the encoding leaves out because of the givens.
    pruned: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    task_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_s: Option<f64>,
}

#[derive(Serialize)]
struct Nothing<'a> {
    schema: u32,
    family: &'static str,
    file: &'a str,
    status: &'static str,
    reason: &'a str,
}

pub fn run<F: Family>(
    args: &CubesArgs,
    question: &Question<'_, F>,
    opened: Opened,
    context: &Context,
) -> Result<Status, Failure> {
    may_write(&args.out, args.output.force)?;
    let file = opened.name.clone();
    let mut copy = Vec::new();
    let read = opened.into_reader().take(MAX_TEXT).read_to_end(&mut copy);
    read.map_err(|error| ParseError::in_file(&file, format!("can't be read: {error}")))?;
    let entry = family::only::<F>(Opened::of_bytes(&file, copy.clone())?, question.options)?;
    if let Some(reason) = F::contradiction(&entry.puzzle) {
        let reason = format!("{reason}; there is nothing to cut");
        return nothing::<F>(args, &file, (Status::Impossible, "impossible"), &reason);
    }
    if !F::CERTIFIES && F::only_length(&entry.puzzle).is_none() {
        return Err(Failure::usage(
            "tasks are about plans of one length, as one formula is: name it with --steps N",
        ));
    }
    let cut = part::to_cut::<F>(entry, args.asked);
    let limits = limits(&args.search, context);
    let cutter = Cutter::<F>::new(&cut, args, question)?;
    let (split, sample) = match cutter.cut(&limits)? {
        Ok(found) => found,
        Err(stop) => return left_open::<F>(args, &file, stop),
    };
    let shown = match cutter.check(&split, &limits)? {
        Ok(shown) => shown,
        Err(stop) => return left_open::<F>(args, &file, stop),
    };
    let manifest = write(&cutter, &split, &file, &copy)?;
    let mean = sample.as_ref().map(Sample::mean);
    let record = Record {
        schema: SCHEMA,
        family: F::NAME,
        file: &file,
        puzzle: &cut.title,
        status: "solved",
        folder: &args.out,
        tasks: manifest.tasks,
        refuted: manifest.refuted,
        symmetries: manifest.symmetries,
        proof_steps: shown.steps,
        pruned: shown.is_pruned,
        task_s: mean,
        total_s: mean.map(|mean| mean * manifest.tasks as f64),
    };
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut out)?,
        DataFormat::Yaml => write_yaml(&record, &mut out)?,
        DataFormat::Text => tell(&record, sample.as_ref(), &mut out)?,
    }
    out.finish()?;
    Ok(Status::Solved)
}

fn left_open<F: Family>(args: &CubesArgs, file: &str, stop: Stop) -> Result<Status, Failure> {
    nothing::<F>(args, file, (Status::Unknown, "unknown"), &format!("{stop}; nothing was written"))
}

/// Says why no folder was written.
fn nothing<F: Family>(
    args: &CubesArgs,
    file: &str,
    (exit, status): (Status, &'static str),
    reason: &str,
) -> Result<Status, Failure> {
    let record = Nothing { schema: SCHEMA, family: F::NAME, file, status, reason };
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut out)?,
        DataFormat::Yaml => write_yaml(&record, &mut out)?,
        DataFormat::Text => writeln!(out, "{status}: {reason}")?,
    }
    out.finish()?;
    Ok(exit)
}

fn tell(record: &Record<'_>, sample: Option<&Sample>, out: &mut Output) -> Result<(), Failure> {
    let Record { folder, tasks, refuted, symmetries, proof_steps, .. } = record;
    let plural = |count| if count == 1 { "" } else { "s" };
    write!(out, "{tasks} task{} in {}", plural(*tasks), folder.display())?;
    match refuted {
        0 => writeln!(out)?,
        1 => writeln!(out, "; 1 cube more is refuted already")?,
        _ => writeln!(out, "; {refuted} cubes more are refuted already")?,
    }
    let images = if *symmetries > 1 { " with their images under the symmetries" } else { "" };
    writeln!(
        out,
        "proven: no solution lies in two of them, and{images} they leave none out ({proof_steps} step{})",
        plural(*proof_steps as usize)
    )?;
    if record.pruned {
        writeln!(out, "the proof takes for granted what the encoding leaves out because of the givens")?;
    }
    if let Some(sample) = sample {
        let Sample { times, slow } = sample;
        let seconds = |time: f64| format!("{:.1?}", Duration::from_secs_f64(time));
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        let most = times.iter().copied().fold(0.0, f64::max);
        let or_more = if *slow { " or more" } else { "" };
        writeln!(
            out,
            "a task takes about {}{or_more} ({} measured: {} to {}{or_more}), all {} on one core",
            seconds(sample.mean()),
            times.len(),
            seconds(least),
            seconds(most),
            seconds(sample.mean() * *tasks as f64)
        )?;
    }
    let folder = shlex::try_quote(&folder.display().to_string()).map(Cow::into_owned);
    let folder = folder.unwrap_or_else(|_| "FOLDER".into());
    let first = if *tasks == 0 { String::new() } else { format!("jigsat submit {folder}, then ") };
    Ok(writeln!(out, "next: {first}jigsat gather {folder}")?)
}
