use std::{fmt, io::BufRead};

use super::lrat::{Checker, Invalid};

/// A step of a proof file that is rejected.
#[derive(Debug)]
pub struct BadStep {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub violation: StepFlaw,
}

/// What is wrong with a line of a proof.
#[derive(Debug)]
#[non_exhaustive]
pub enum StepFlaw {
    /// It can't be read.
    Unreadable(std::io::Error),
    /// It is not a step: what was found, and what was expected.
    Syntax(String, &'static str),
    /// It begins a proof in another format, which is named.
    Format(&'static str),
    /// The step does not prove its claim.
    Invalid(Invalid),
}

impl fmt::Display for BadStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.violation {
            StepFlaw::Unreadable(error) => write!(f, "line {} can't be read: {error}", self.line),
            StepFlaw::Syntax(found, expected) => {
                write!(f, "line {}: found {found}, expected {expected}", self.line)
            }
            StepFlaw::Format(name) => {
                write!(f, "line {}: found a proof in {name}, expected LRAT as text", self.line)
            }
            StepFlaw::Invalid(invalid) => write!(f, "line {}: {invalid}", self.line),
        }
    }
}

impl std::error::Error for BadStep {}

/// The number of steps of a proof file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Clauses that were added.
    pub added: u64,
    /// Clauses that were deleted.
    pub deleted: u64,
}

/// Reads a proof in LRAT's text form and checks each step. Takes memory for the clauses that are not deleted.
///
/// ```
/// use jigsat_solve::proof::{Checker, check_steps};
///
/// let mut checker = Checker::default();
/// checker.original(&[1])?;
/// checker.original(&[-1])?;
/// let steps = check_steps(&mut checker, &b"3 0 1 2 0\n"[..])?;
/// assert_eq!((steps.added, checker.refuted()), (1, true));
///
/// let error = check_steps(&mut Checker::default(), &b"1 2 0 7 0\n"[..]).unwrap_err();
/// assert_eq!(error.line, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first line that is malformed or does not prove its claim. [`Checker::refuted`] says whether the
/// formula was refuted.
pub fn check_steps(checker: &mut Checker, mut proof: impl BufRead) -> Result<Steps, BadStep> {
    let mut steps = Steps::default();
    let mut text = String::new();
    let mut clause = Vec::new();
    let mut hints = Vec::new();
    let mut numbers: Vec<u64> = Vec::new();
    if proof.fill_buf().is_ok_and(is_binary) {
        return Err(BadStep { line: 1, violation: StepFlaw::Format("a binary form of LRAT or DRAT") });
    }
    for line in 1.. {
        text.clear();
        let bad = |violation| BadStep { line, violation };
        if proof.read_line(&mut text).map_err(|error| bad(StepFlaw::Unreadable(error)))? == 0 {
            break;
        }
        let mut words = text.split_ascii_whitespace().peekable();
        let Some(first) = words.next().filter(|word| *word != "c") else { continue };
        if steps == Steps::default() && is_drat(&text) {
            return Err(bad(StepFlaw::Format("DRAT")));
        }
        let number: u64 = read(first, "the number of a step").map_err(bad)?;
        if words.next_if_eq(&"d").is_some() {
            numbers.clear();
            until_zero(&mut words, &mut numbers, "the number of a clause").map_err(bad)?;
            checker.delete(&numbers).map_err(|invalid| bad(StepFlaw::Invalid(invalid)))?;
            steps.deleted += numbers.len() as u64;
        } else {
            clause.clear();
            hints.clear();
            until_zero(&mut words, &mut clause, "a literal").map_err(bad)?;
            until_zero(&mut words, &mut hints, "the number of a clause").map_err(bad)?;
            checker.add(number, &clause, &hints).map_err(|invalid| bad(StepFlaw::Invalid(invalid)))?;
            steps.added += 1;
        }
        if let Some(more) = words.next() {
            return Err(bad(StepFlaw::Syntax(format!("'{more}'"), "the end of the line")));
        }
    }
    Ok(steps)
}

/// Whether these are the first bytes of a proof in binary form: steps begin with `a` or `d`, and then have bytes for
/// numbers.
fn is_binary(start: &[u8]) -> bool {
    match start {
        [b'a', ..] => true,
        [b'd', next, ..] => !next.is_ascii_whitespace(),
        _ => false,
    }
}

/// Whether a line is a step of DRAT: a clause and its 0, perhaps after `d`. A step of LRAT has a number before that, and
/// hints with a second 0 after it.
fn is_drat(line: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words[..] {
        ["d", ..] => true,
        [_, "d", ..] => false,
        _ => words.last() == Some(&"0") && words.iter().filter(|word| **word == "0").count() == 1,
    }
}

fn read<T: std::str::FromStr>(word: &str, expected: &'static str) -> Result<T, StepFlaw> {
    word.parse().map_err(|_| StepFlaw::Syntax(format!("'{word}'"), expected))
}

fn until_zero<'w, T: std::str::FromStr + PartialEq + From<u8>>(
    words: &mut impl Iterator<Item = &'w str>,
    into: &mut Vec<T>,
    expected: &'static str,
) -> Result<(), StepFlaw> {
    for word in words {
        let number: T = read(word, expected)?;
        if number == T::from(0) {
            return Ok(());
        }
        into.push(number);
    }
    Err(StepFlaw::Syntax("the end of the line".into(), "0"))
}
