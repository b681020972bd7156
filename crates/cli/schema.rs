//! `schema`: JSON schemas of puzzle files, requests and output.

use std::io::Write;

use jigsat_workbench::{Status, page_family, schema};

use crate::{
    args::SchemaArgs,
    exit::Failure,
    front::Front,
    input,
    output::{Output, write_file},
};

/// Maximum number of suggested names.
const NEAREST: usize = 3;

pub fn run(args: &SchemaArgs, front: &Front) -> Result<Status, Failure> {
    let page = args.page.as_deref().map(|page| input::read(page, &front.patience)).transpose()?;
    let genre = page.map(page_family).transpose()?;
    let all = schema::all(genre.as_deref());
    let text = |schema: &schema::Named| {
        serde_json::to_string_pretty(&schema.schema).expect("a schema is JSON") + "\n"
    };
    if let Some(folder) = &args.folder {
        let failure = |error| Failure::Output(folder.display().to_string(), error);
        std::fs::create_dir_all(folder).map_err(failure)?;
        for schema in &all {
            write_file(&folder.join(format!("{}.json", schema.name)), &text(schema), args.output.force)?;
        }
        return Ok(Status::Solved);
    }
    let mut out = Output::open(&args.output)?;
    match &args.name {
        None => {
            let width = all.iter().map(|schema| schema.name.len()).max().unwrap_or_default();
            for schema in &all {
                writeln!(out, "{:<width$}  {}", schema.name, schema.about)?;
            }
        }
        Some(wanted) => {
            let schema = all.iter().find(|schema| &schema.name == wanted);
            write!(out, "{}", text(schema.ok_or_else(|| no_schema(wanted, &all))?))?;
        }
    }
    out.finish()?;
    Ok(Status::Solved)
}

/// The error for a name that no schema has: lists the schemas of a verb if they depend on the family, or the nearest
/// names.
fn no_schema(wanted: &str, all: &[schema::Named]) -> Failure {
    let names = || all.iter().map(|schema| schema.name.as_str());
    let found = format!("there is no schema '{wanted}'");
    let of_family = format!("-{wanted}");
    if let Some(example) = names().find(|name| name.ends_with(&of_family)) {
        let request = format!("{wanted}-request");
        let request = names().find(|name| *name == request).map(|name| format!(", and {name} what it takes"));
        let request = request.unwrap_or_default();
        return Failure::usage(format!(
            "{found}: {example} and so on describe '{wanted}', family by family{request}"
        ));
    }
    let mut nearest: Vec<&str> = names().collect();
    nearest.sort_by_key(|name| strsim::osa_distance(wanted, name));
    let nearest = nearest[..NEAREST.min(nearest.len())].join(", ");
    Failure::usage(format!("{found}; the nearest are {nearest}, and 'jigsat schema' lists all"))
}
