//! `check-proof`: do these proofs hold?

use std::{
    fs::File,
    io::{BufReader, Write},
    path::Path,
};

use jigsat_cnf::read_dimacs;
use jigsat_input::{ParseError, Position, Source};
use jigsat_solve::proof::{BadStep, Checker, StepFlaw, Steps, check_steps};
use serde::Serialize;

use crate::{
    args::{CheckProofArgs, DataFormat},
    exit::{Failure, Status},
    output::{Output, write_json, write_yaml},
    prove::Manifest,
    record::SCHEMA,
};

#[derive(Serialize)]
struct Checked {
    schema: u32,
    what: String,
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<String>,
    clauses: usize,
    steps: u64,
}

pub fn run(args: &CheckProofArgs) -> Result<Status, Failure> {
    let mut out = Output::open(&args.output)?;
    let (claim, pairs) = if let Some(proof) = &args.proof {
        (None, vec![pair("the formula".into(), &args.formula, proof)?])
    } else {
        let manifest = read_manifest(&args.formula)?;
        let mut pairs = Vec::new();
        for one in manifest.proofs {
            let (cnf, lrat) = (args.formula.join(&one.cnf), args.formula.join(&one.lrat));
            pairs.push(pair(one.what, &cnf, &lrat)?);
        }
        (Some(manifest.claim), pairs)
    };
    let holds = !pairs.is_empty() && pairs.iter().all(|pair| pair.holds);
    for pair in &pairs {
        match args.format {
            DataFormat::Json => write_json(pair, &mut out)?,
            DataFormat::Yaml => {
                writeln!(out, "---")?;
                write_yaml(pair, &mut out)?;
            }
            DataFormat::Text => match &pair.flaw {
                None => {
                    let Checked { what, clauses, steps, .. } = pair;
                    writeln!(out, "holds: {what} ({clauses} clauses refuted in {steps} steps)")?;
                }
                Some(flaw) => writeln!(out, "does not hold: {}: {flaw}", pair.what)?,
            },
        }
    }
    if args.format == DataFormat::Text
        && let Some(claim) = claim
    {
        writeln!(out, "{}: {claim}", if holds { "proven" } else { "not proven" })?;
    }
    out.finish()?;
    Ok(if holds { Status::Solved } else { Status::Impossible })
}

fn read_manifest(folder: &Path) -> Result<Manifest, Failure> {
    let path = folder.join("manifest.json");
    let name = path.display().to_string();
    if !folder.is_dir() {
        let message = "is no folder of proofs; for a single proof name two files, the formula and its proof";
        return Err(Failure::Input(ParseError::in_file(folder.display().to_string(), message)));
    }
    let source = read(&path)?;
    let deserializer = &mut serde_json::Deserializer::from_str(source.text());
    serde_path_to_error::deserialize(deserializer).map_err(|error| {
        let inner = error.inner();
        let position = Position { line: inner.line().max(1), column: inner.column().max(1) };
        let message = format!("is no manifest of proofs: {inner}");
        let error = if inner.line() == 0 {
            ParseError::in_file(&name, message)
        } else {
            source.error(position, message)
        };
        Failure::Input(error)
    })
}

fn read(path: &Path) -> Result<Source, Failure> {
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => Ok(Source::read_from(name, file)?),
        Err(error) => Err(Failure::Input(ParseError::in_file(&name, format!("can't be read: {error}")))),
    }
}

/// Checks one formula and its proof.
fn pair(what: String, cnf: &Path, lrat: &Path) -> Result<Checked, Failure> {
    let source = read(cnf)?;
    let formula = read_dimacs(source.text()).map_err(|error| {
        let position = Position { line: error.line, column: error.column };
        Failure::Input(source.error(position, format!("found {}", error.found)).expecting(error.expected))
    })?;
    let mut checker = Checker::default();
    let mut clause = Vec::new();
    for lits in formula.clauses.iter() {
        clause.clear();
        clause.extend(lits.iter().map(|lit| lit.to_ipasir()));
        checker.original(&clause).map_err(|invalid| {
            Failure::Input(ParseError::in_file(cnf.display().to_string(), invalid.to_string()))
        })?;
    }
    let name = lrat.display().to_string();
    let proof = File::open(lrat)
        .map_err(|error| Failure::Input(ParseError::in_file(&name, format!("can't be read: {error}"))))?;
    let steps = match check_steps(&mut checker, BufReader::new(proof)) {
        Ok(steps) => Ok(steps),
        Err(BadStep { line, flaw: StepFlaw::Unreadable(error) }) => {
            let message = format!("can't be read from line {line} on: {error}");
            return Err(Failure::Input(ParseError::in_file(&name, message)));
        }
        Err(bad) => Err(format!("{name}, {bad}")),
    };
    let flaw = match &steps {
        Ok(_) if checker.refuted() => None,
        Ok(_) => Some("the empty clause is not derived".into()),
        Err(flaw) => Some(flaw.clone()),
    };
    let Steps { added, .. } = steps.unwrap_or_default();
    let (holds, clauses) = (flaw.is_none(), formula.clauses.len());
    Ok(Checked { schema: SCHEMA, what, holds, flaw, clauses, steps: added })
}
