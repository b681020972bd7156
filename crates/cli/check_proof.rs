//! `check-proof`: do these proofs hold?

use std::io::Write;

use jigsat_workbench::{
    Status,
    check_proof::{NamedPuzzle, ProofFolder, check_pair},
};
use serde::Serialize;
use serde_json::Map;

use crate::{
    args::{CheckProofArgs, DataFormat},
    exit::Failure,
    front::Front,
    input,
    output::{Output, write_json, write_yaml},
    puzzle,
};

pub fn run(args: &CheckProofArgs, front: &Front) -> Result<Status, Failure> {
    let mut out = Output::open(&args.output)?;
    let timeout_s = args.timeout.map(|time| time.as_secs_f64());
    let status = if let Some(proof) = &args.proof {
        let (status, record) = check_pair(&args.formula, proof, timeout_s, &front.context)?;
        tell(args.format, &record, &record.words(), &mut out)?;
        status
    } else {
        let puzzle = args.puzzle.as_deref().map(|word| named(word, args, front)).transpose()?;
        let context = front.context_of(args.puzzle.as_deref());
        let mut folder = ProofFolder::open(&args.formula, puzzle, timeout_s, &context)?;
        if args.format == DataFormat::Text {
            writeln!(out, "{}", folder.subject())?;
        }
        while let Some(record) = folder.next()? {
            tell(args.format, &record, &record.words(), &mut out)?;
        }
        let (status, record) = folder.end()?;
        tell(args.format, &record, &record.words(), &mut out)?;
        status
    };
    out.finish()?;
    Ok(status)
}

/// The puzzle that the formulas are compared with, its data, and its page.
fn named(word: &str, args: &CheckProofArgs, front: &Front) -> Result<NamedPuzzle, Failure> {
    let text = puzzle::open(word, None, &front.patience)?;
    let mut options = Map::new();
    if let Some(data) = &args.data {
        let data = input::file(data, &front.patience)?;
        options.insert("data".into(), serde_json::to_value(data).map_err(std::io::Error::from)?);
    }
    let page = args.page.as_deref().map(|page| input::read(page, &front.patience)).transpose()?;
    Ok(NamedPuzzle { text, options, page })
}

fn tell(format: DataFormat, record: &impl Serialize, words: &str, out: &mut Output) -> Result<(), Failure> {
    match format {
        DataFormat::Json => write_json(record, out),
        DataFormat::Yaml => {
            writeln!(out, "---")?;
            write_yaml(record, out)
        }
        DataFormat::Text => Ok(writeln!(out, "{words}")?),
    }
}
