//! `schema`: JSON schemas of puzzle files and of what is printed.

use std::io::Write;

use jigsat_edge_matching as edge_matching;
use jigsat_fillomino as fillomino;
use jigsat_qprop as qprop;
use jigsat_sokoban as sokoban;
use jigsat_sudoku as sudoku;
use jigsat_tiling as tiling;
use schemars::{JsonSchema, Schema, generate::SchemaSettings};

use crate::{
    args::SchemaArgs,
    check::Checked,
    compare, count, encode,
    exit::{Failure, Status},
    explain::Explained,
    output::{Output, write_file},
    print::Summary,
    rate::Rated,
    record::{ErrorRecord, Record},
};

/// Every schema: its name, what it is about, and the schema.
fn all() -> Vec<(&'static str, &'static str, Schema)> {
    vec![
        ("tiling", "tiling puzzles in YAML", tiling::yaml_schema()),
        ("sudoku", "Sudoku in YAML", sudoku::yaml_schema()),
        ("sokoban", "Sokoban levels in YAML", sokoban::yaml_schema()),
        ("edge-matching", "edge-matching puzzles in YAML", edge_matching::yaml_schema()),
        ("fillomino", "Fillomino in YAML", fillomino::yaml_schema()),
        ("tiling-solve", "what tiling solve prints", solve::<tiling::Solution>()),
        ("sudoku-solve", "what sudoku solve prints", solve::<sudoku::Solution>()),
        ("sokoban-solve", "what sokoban solve prints", solve::<sokoban::Plan>()),
        ("edge-matching-solve", "what edge-matching solve prints", solve::<edge_matching::Solution>()),
        ("fillomino-solve", "what fillomino solve prints", solve::<fillomino::Solution>()),
        ("qprop-solve", "what qprop solve prints", solve::<qprop::Solution>()),
        ("count", "what count prints", printed::<count::Record>()),
        ("check", "what check prints", printed::<Checked>()),
        ("encode", "what encode --format json prints", printed::<encode::Sizes>()),
        ("explain", "what explain prints", printed::<Explained>()),
        ("rate", "what rate prints", printed::<Rated>()),
        ("compare", "a line of what compare prints", printed::<compare::Row>()),
    ]
}

/// A line of `solve`.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is wanted")]
enum Line<S: 'static> {
    /// The last line of several solutions.
    Summary(Summary<'static, S>),
    /// A puzzle, or one of its solutions.
    Puzzle(Record<'static, S>),
    /// A puzzle that could not be read or solved.
    Error(ErrorRecord<'static>),
}

fn solve<S: JsonSchema + 'static>() -> Schema {
    printed::<Line<S>>()
}

fn printed<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

pub fn run(args: &SchemaArgs) -> Result<Status, Failure> {
    let mut all = all();
    for (name, about, schema) in &mut all {
        schema.insert("title".into(), format!("jigsat {name}: {about}").into());
    }
    let text = |schema: &Schema| serde_json::to_string_pretty(schema).expect("a schema is JSON") + "\n";
    if let Some(folder) = &args.folder {
        let failure = |error| Failure::Output(folder.display().to_string(), error);
        std::fs::create_dir_all(folder).map_err(failure)?;
        for (name, _, schema) in &all {
            write_file(&folder.join(format!("{name}.json")), &text(schema), args.output.force)?;
        }
        return Ok(Status::Solved);
    }
    let mut out = Output::open(&args.output)?;
    match &args.name {
        None => {
            for (name, about, _) in &all {
                writeln!(out, "{name:<20} {about}")?;
            }
        }
        Some(wanted) => {
            let Some((_, _, schema)) = all.iter().find(|(name, ..)| name == wanted) else {
                let names: Vec<_> = all.iter().map(|(name, ..)| *name).collect();
                let message = format!("there is no schema '{wanted}'; there are: {}", names.join(", "));
                return Err(Failure::usage(message));
            };
            write!(out, "{}", text(schema))?;
        }
    }
    out.finish()?;
    Ok(Status::Solved)
}
