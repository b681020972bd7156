//! One formula and its proof.

use std::{fs::File, io::BufReader, path::Path};

use jigsat_cnf::{Clauses, read_dimacs};
use jigsat_input::{ParseError, Position, Source};
use jigsat_solve::proof::{BadStep, Checker, StepFlaw, Steps, check_steps};

use super::Checked;
use crate::{exit::Failure, record::SCHEMA};

/// Checks a formula and its proof, and whether the formula is the one that it should be.
pub fn check(
    what: String,
    cnf: &Path,
    lrat: &Path,
    wanted: Option<(u32, &Clauses)>,
) -> Result<Checked, Failure> {
    let source = read(cnf)?;
    let formula = read_dimacs(source.text()).map_err(|error| {
        let position = Position { line: error.line, column: error.column };
        Failure::Input(source.error(position, format!("found {}", error.found)).expecting(error.expected))
    })?;
    drop(source);
    let is_wanted = wanted.is_none_or(|(variables, clauses)| {
        variables == formula.variables && clauses.iter().eq(formula.clauses.iter())
    });
    let (flaw, steps) = if is_wanted {
        refutes(&formula.clauses, cnf, lrat)?
    } else {
        (Some(format!("{} is not the formula of the puzzle", cnf.display())), 0)
    };
    let (holds, clauses) = (flaw.is_none(), formula.clauses.len());
    Ok(Checked { schema: SCHEMA, what, holds, flaw, clauses, steps })
}

/// What is wrong with a proof, if anything is, and how many steps it has.
fn refutes(clauses: &Clauses, cnf: &Path, lrat: &Path) -> Result<(Option<String>, u64), Failure> {
    let mut checker = Checker::default();
    let mut clause = Vec::new();
    for lits in clauses.iter() {
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
    Ok((flaw, added))
}

pub fn read(path: &Path) -> Result<Source, Failure> {
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => Ok(Source::read_from(name, file)?),
        Err(error) => Err(Failure::Input(ParseError::in_file(&name, format!("can't be read: {error}")))),
    }
}
