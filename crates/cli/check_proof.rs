//! `check-proof`: do these proofs hold?

mod folder;
mod pair;

use std::io::Write;

use serde::Serialize;

use crate::{
    args::{CheckProofArgs, DataFormat},
    exit::{Failure, Status},
    output::{Output, write_json, write_yaml},
    record::SCHEMA,
};
use folder::Folder;

/// What came of one formula and its proof.
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

/// What the proofs of a folder say together.
#[derive(Serialize)]
struct Together<'a> {
    schema: u32,
    claim: &'a str,
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<String>,
    /// Whether each formula was built again from the puzzle and compared.
    compared: bool,
    /// What it rests on besides formulas; looked over, too.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    grounds: &'a [serde_json::Value],
}

pub fn run(args: &CheckProofArgs) -> Result<Status, Failure> {
    let mut out = Output::open(&args.output)?;
    let holds = if let Some(proof) = &args.proof {
        let checked = pair::check("the formula".into(), &args.formula, proof, None)?;
        tell(args, &checked, &mut out)?;
        checked.holds
    } else {
        let folder = Folder::open(&args.formula)?;
        let mut all = true;
        for pair in &folder.manifest.proofs {
            let checked = folder.check(pair)?;
            tell(args, &checked, &mut out)?;
            all &= checked.holds;
        }
        together(args, &folder, all, &mut out)?
    };
    out.finish()?;
    Ok(if holds { Status::Solved } else { Status::Impossible })
}

fn tell(args: &CheckProofArgs, checked: &Checked, out: &mut Output) -> Result<(), Failure> {
    match args.format {
        DataFormat::Json => write_json(checked, out)?,
        DataFormat::Yaml => {
            writeln!(out, "---")?;
            write_yaml(checked, out)?;
        }
        DataFormat::Text => match &checked.flaw {
            None => {
                let Checked { what, clauses, steps, .. } = checked;
                writeln!(out, "holds: {what} ({clauses} clauses refuted in {steps} steps)")?;
            }
            Some(flaw) => writeln!(out, "does not hold: {}: {flaw}", checked.what)?,
        },
    }
    Ok(())
}

/// Whether the claim of a folder follows from its proofs, where all of them hold.
fn together(
    args: &CheckProofArgs,
    folder: &Folder,
    all_hold: bool,
    out: &mut Output,
) -> Result<bool, Failure> {
    let flaw = if all_hold { folder.follows().err() } else { Some("a proof does not hold".into()) };
    let claim = folder.manifest.theorem.sentence();
    let (schema, compared, grounds) = (SCHEMA, folder.has_puzzle(), &folder.manifest.grounds[..]);
    let holds = flaw.is_none();
    let together = Together { schema, claim: &claim, holds, flaw, compared, grounds };
    match args.format {
        DataFormat::Json => write_json(&together, out)?,
        DataFormat::Yaml => {
            writeln!(out, "---")?;
            write_yaml(&together, out)?;
        }
        DataFormat::Text => {
            for ground in grounds.iter().filter(|_| holds) {
                let kind = ground.get("kind").and_then(serde_json::Value::as_str).unwrap_or("?");
                writeln!(out, "holds: what is known without a formula: {kind}")?;
            }
            if !compared {
                let why = "the manifest has no text of the puzzle that says all";
                writeln!(out, "not compared: whether the formulas are the puzzle's; {why}")?;
            }
            match &together.flaw {
                None => writeln!(out, "proven: {claim}")?,
                Some(flaw) => writeln!(out, "not proven: {claim}: {flaw}")?,
            }
        }
    }
    Ok(holds)
}
