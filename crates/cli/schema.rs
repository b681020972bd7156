//! `schema`: JSON schemas of puzzle files, of requests and of what is printed.

use std::io::Write;

use jigsat_workbench::{Status, schema};

use crate::{
    args::SchemaArgs,
    exit::Failure,
    output::{Output, write_file},
};

pub fn run(args: &SchemaArgs) -> Result<Status, Failure> {
    let all = schema::all();
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
            let Some(schema) = all.iter().find(|schema| &schema.name == wanted) else {
                let names: Vec<&str> = all.iter().map(|schema| schema.name.as_str()).collect();
                let names = names.join(", ");
                return Err(Failure::usage(format!("there is no schema '{wanted}'; there are: {names}")));
            };
            write!(out, "{}", text(schema))?;
        }
    }
    out.finish()?;
    Ok(Status::Solved)
}
