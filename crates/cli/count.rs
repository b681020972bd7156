//! `count`: how many solutions there are.

use std::io::Write;

use jigsat_workbench::{CountRequest, Status, Text};

use crate::{
    Front,
    args::{Call, CountArgs, DataFormat},
    exit::Failure,
    output::{Output, write_json, write_yaml},
};

pub fn run(args: &CountArgs, call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let (ask, prepared) = front.prepare(call, args.formula.request(), args.search.request(), false)?;
    let request = CountRequest {
        ask,
        limit: args.limit,
        labelled: args.labelled,
        jobs: Some(args.jobs.into()),
        proof: args.proof.request(),
    };
    let instance = front.only(call, &*prepared, text)?;
    let (status, mut record) = instance.count(&request, args.proof.proof.as_deref(), &front.context)?;
    if args.output.no_times {
        record.stats = record.stats.without_times();
    }
    if args.proof.wanted() && record.certified.is_none() && record.complete && !front.quiet {
        note!("note: only the count 0 has a proof");
    }
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut out)?,
        DataFormat::Yaml => write_yaml(&record, &mut out)?,
        DataFormat::Text => writeln!(out, "{}", record.words())?,
    }
    out.finish()?;
    Ok(status)
}
