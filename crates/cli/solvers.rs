//! `solvers`: which SAT solvers there are.

use std::io::Write;

use jigsat_solve::Solver;
use jigsat_workbench::{Status, record::SCHEMA};
use serde::Serialize;

use crate::{
    args::{DataFormat, SolversArgs},
    exit::Failure,
    output::{write_json, write_yaml},
};

#[derive(Serialize)]
struct Row {
    schema: u32,
    solver: String,
    built_in: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    licence: &'static str,
}

pub fn run(args: &SolversArgs) -> Result<Status, Failure> {
    let rows: Vec<Row> = Solver::ALL.iter().map(row).collect();
    let mut out = anstream::stdout().lock();
    match args.format {
        DataFormat::Json => {
            for row in &rows {
                write_json(row, &mut out)?;
            }
        }
        DataFormat::Yaml => {
            write_yaml(&rows, &mut out)?;
        }
        DataFormat::Text => {
            writeln!(out, "{:10} {:9} {:22} licence", "solver", "built in", "version")?;
            for row in &rows {
                let built_in = if row.built_in { "yes" } else { "no" };
                let version = row.version.as_deref().unwrap_or("-");
                writeln!(out, "{:10} {built_in:9} {version:22} {}", row.solver, row.licence)?;
            }
            writeln!(
                out,
                "cadical-sat is cadical with its preset for satisfiable formulas; counting is jigsat's"
            )?;
            writeln!(
                out,
                "own search, which counts the literals of a constraint where others have clauses;"
            )?;
            writeln!(out, "any program that reads DIMACS works too: --solver 'external:kissat -q'")?;
        }
    }
    Ok(Status::Solved)
}

fn row(solver: &Solver) -> Row {
    let info = solver.info();
    let built_in = Solver::built_in().contains(solver);
    Row { schema: SCHEMA, solver: info.name, built_in, version: info.version, licence: info.licence }
}
