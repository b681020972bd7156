//! One formula and its proof.

use std::{
    io::{self, BufRead, Read},
    path::Path,
    sync::Arc,
};

use jigsat_cnf::{Clauses, read_dimacs};
use jigsat_input::{ParseError, Position, Source};
use jigsat_kit::{Error, Patience};
use jigsat_solve::{
    Limits, Stop,
    proof::{BadStep, Checker, StepFlaw, check_steps},
};

use web_time::Instant;

use super::Unproven;
use crate::inside::unreadable;

/// The result of a formula and its proof.
pub struct Checked {
    /// Why it is not refuted, if it is not.
    pub unproven: Option<Unproven>,
    /// Number of clauses of the formula.
    pub clauses: usize,
    /// Number of steps of the proof.
    pub steps: u64,
}

impl Checked {
    /// A failure before any step was checked.
    pub fn not(unproven: Unproven) -> Self {
        Checked { unproven: Some(unproven), clauses: 0, steps: 0 }
    }
}

/// The formula that a proof must refute.
pub struct Wanted {
    pub variables: u32,
    pub clauses: Clauses,
    /// The file of the puzzle whose formula it is, if the user named it.
    pub named: Option<String>,
}

/// Checks a formula and its proof, and whether the formula is the right one.
pub fn check(cnf: &Path, lrat: &Path, wanted: &[Wanted], limits: &Limits) -> Result<Checked, Error> {
    let source = read(cnf, limits)?;
    let formula = read_dimacs(source.text()).map_err(|error| {
        let position = Position { line: error.line, column: error.column };
        source.error(position, format!("found {}", error.found)).expecting(error.expected)
    })?;
    drop(source);
    let clauses = formula.clauses.len();
    let is_other = |wanted: &&Wanted| {
        wanted.variables != formula.variables || !wanted.clauses.iter().eq(formula.clauses.iter())
    };
    if let Some(other) = wanted.iter().find(is_other) {
        let unproven = match &other.named {
            Some(file) => Unproven::OtherPuzzle(file.clone()),
            None => Unproven::No(format!("{} is not the formula of the puzzle", cnf.display())),
        };
        return Ok(Checked { unproven: Some(unproven), clauses, steps: 0 });
    }
    let (unproven, steps) = refutes(&formula.clauses, cnf, lrat, limits)?;
    Ok(Checked { unproven, clauses, steps })
}

/// The mistake in a proof, if there is one, and the number of its steps.
fn refutes(
    clauses: &Clauses,
    cnf: &Path,
    lrat: &Path,
    limits: &Limits,
) -> Result<(Option<Unproven>, u64), Error> {
    let mut checker = Checker::default();
    let mut clause = Vec::new();
    for lits in clauses.iter() {
        clause.clear();
        clause.extend(lits.iter().map(|lit| lit.to_ipasir()));
        checker
            .original(&clause)
            .map_err(|invalid| ParseError::in_file(cnf.display().to_string(), invalid.to_string()))?;
    }
    let name = lrat.display().to_string();
    let reader = patience(limits).open(lrat).map_err(|error| unreadable(lrat, &error))?;
    let mut proof = Limited { reader, limits, stopped: None };
    let steps = match check_steps(&mut checker, &mut proof) {
        Ok(steps) => steps,
        Err(_) if proof.stopped.is_some() => return Ok((proof.stopped.map(Unproven::Open), 0)),
        Err(BadStep { line, violation: StepFlaw::Unreadable(error) }) => {
            if error.kind() == io::ErrorKind::TimedOut {
                return Err(ParseError::unreadable(&name, &error).into());
            }
            let message = format!("can't be read from line {line} on: {error}");
            return Err(ParseError::in_file(&name, message).into());
        }
        Err(BadStep { line, violation: StepFlaw::Format(found) }) => {
            let error = ParseError::in_file(&name, format!("has a proof in {found} at line {line}"));
            return Err(error.expecting("LRAT as text").with_help(TO_LRAT).into());
        }
        Err(bad) => return Ok((Some(Unproven::No(format!("{name}, {bad}"))), 0)),
    };
    let open = (!checker.refuted()).then(|| Unproven::No("the empty clause is not derived".into()));
    Ok((open, steps.added))
}

const TO_LRAT: &str = "'drat-trim FORMULA PROOF -L NEW' makes LRAT of DRAT; CaDiCaL writes LRAT as text with --lrat --no-binary";

/// A file that ends with an error if a limit is reached.
struct Limited<'l, R> {
    reader: R,
    limits: &'l Limits,
    stopped: Option<Stop>,
}

impl<R: BufRead> Read for Limited<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let count = bytes.len().min(into.len());
        into[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Limited<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.stopped = self.limits.reached();
        match self.stopped {
            Some(stop) => Err(io::Error::other(stop.to_string())),
            None => self.reader.fill_buf(),
        }
    }

    fn consume(&mut self, count: usize) {
        self.reader.consume(count);
    }
}

/// Patience that ends when limits are reached.
fn patience(limits: &Limits) -> Patience {
    let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    Patience { stop: Arc::clone(&limits.stop), timeout: left }
}

fn read(path: &Path, limits: &Limits) -> Result<Source, ParseError> {
    let stream = patience(limits).open(path).map_err(|error| unreadable(path, &error))?;
    Source::read_from(path.display().to_string(), stream)
}
