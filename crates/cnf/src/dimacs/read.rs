//! Reading DIMACS.

use rustsat::types::Lit;

use crate::Clauses;

/// A formula read from DIMACS, by [`read_dimacs`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dimacs {
    /// Number of variables, as the header states.
    pub variables: u32,
    /// The clauses.
    pub clauses: Clauses,
}

/// The place where a text breaks its format.
///
/// ```
/// let error = jigsat_cnf::read_dimacs("p cnf 2 1\n1 -3 0\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 3: found '-3', expected a literal from -2 to 2, or 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: found {found}, expected {expected}")]
pub struct ReadError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl ReadError {
    /// An error about a whole line.
    pub(crate) fn of_line(number: usize, line: &str, expected: &str) -> Self {
        let whole = Word { text: line.trim(), line, number };
        if whole.text.is_empty() { end_of_line(line, number, expected) } else { whole.error(expected) }
    }
}

/// A word of a text with its place.
#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    line: &'t str,
    number: usize,
}

impl Word<'_> {
    fn error(self, expected: impl Into<String>) -> ReadError {
        let mut found: String = self.text.chars().take(30).collect();
        if found.len() < self.text.len() {
            found.push('…');
        }
        let before = self.text.as_ptr() as usize - self.line.as_ptr() as usize;
        let column = self.line[..before].chars().count() + 1;
        ReadError { line: self.number, column, found: format!("'{found}'"), expected: expected.into() }
    }

    /// A literal, or `None` for the 0 that ends a clause.
    fn lit(self, variables: u32) -> Result<Option<Lit>, ReadError> {
        let expected = || format!("a literal from -{variables} to {variables}, or 0");
        let number: i32 = self.text.parse().map_err(|_| self.error(expected()))?;
        if number.unsigned_abs() > variables || self.text.starts_with('-') && number == 0 {
            return Err(self.error(expected()));
        }
        Ok(Lit::from_ipasir(number).ok())
    }
}

fn words(line: &str, number: usize) -> impl Iterator<Item = Word<'_>> {
    line.split_ascii_whitespace().map(move |text| Word { text, line, number })
}

fn end_of(text: &str, expected: &str) -> ReadError {
    let line = text.lines().count().max(1);
    let column = text.lines().last().map_or(0, |line| line.chars().count()) + 1;
    ReadError { line, column, found: "the end".into(), expected: expected.into() }
}

fn end_of_line(line: &str, number: usize, expected: &str) -> ReadError {
    let column = line.trim_end().chars().count() + 1;
    ReadError { line: number, column, found: "the end of the line".into(), expected: expected.into() }
}

/// A part of a text in DIMACS CNF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DimacsPart<'t> {
    /// A line that begins with `c`.
    Comment {
        /// The whole line.
        line: &'t str,
        /// Its number, from 1.
        number: usize,
    },
    /// The header `p cnf VARIABLES CLAUSES`.
    Header {
        /// Number of variables.
        variables: u32,
        /// Number of clauses.
        clauses: usize,
        /// The whole line.
        line: &'t str,
        /// Its number, from 1.
        number: usize,
    },
    /// A clause.
    Clause(&'t [Lit]),
}

/// Reads DIMACS CNF. Comments may occur between clauses; a line `%` ends the formula, as in SATLIB.
///
/// # Errors
///
/// The first place that is not DIMACS: no header, a word that is not a literal, a literal beyond the header's
/// variables, a number of clauses other than the header's, or a last clause without its 0.
pub fn read_dimacs(text: &str) -> Result<Dimacs, ReadError> {
    let mut read = Dimacs::default();
    read_dimacs_parts(text, |part| {
        match part {
            DimacsPart::Comment { .. } => {}
            DimacsPart::Header { variables, .. } => read.variables = variables,
            DimacsPart::Clause(clause) => read.clauses.push(clause.iter().copied()),
        }
        Ok(())
    })
    .map(|()| read)
}

/// Reads DIMACS CNF as [`read_dimacs`] does, and gives its parts to a function in the order of the text. A comment within a clause
/// comes before the clause.
///
/// ```
/// use jigsat_cnf::{DimacsPart, ReadError, read_dimacs_parts};
///
/// let mut comments = Vec::new();
/// read_dimacs_parts::<ReadError>("c var 1 lamp\np cnf 1 1\n1 0\n", |part| {
///     if let DimacsPart::Comment { line, .. } = part {
///         comments.push(line.to_owned());
///     }
///     Ok(())
/// })?;
/// assert_eq!(comments, ["c var 1 lamp"]);
/// # Ok::<(), ReadError>(())
/// ```
///
/// # Errors
///
/// As [`read_dimacs`], and errors of the function.
pub fn read_dimacs_parts<E: From<ReadError>>(
    text: &str,
    mut take: impl FnMut(DimacsPart<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut header: Option<Header<'_>> = None;
    let mut clause = Vec::new();
    let mut clauses = 0;
    for (line, number) in text.lines().zip(1..) {
        let content = line.trim();
        if content.is_empty() {
            continue;
        }
        if content.starts_with('c') {
            take(DimacsPart::Comment { line, number })?;
            continue;
        }
        let Some(Header { variables, .. }) = header else {
            let found = Header::of(line, number)?;
            let (variables, clauses) = (found.variables, found.clauses);
            take(DimacsPart::Header { variables, clauses, line, number })?;
            header = Some(found);
            continue;
        };
        if content == "%" {
            break;
        }
        for word in words(line, number) {
            if let Some(lit) = word.lit(variables)? {
                clause.push(lit);
                continue;
            }
            take(DimacsPart::Clause(&clause))?;
            clause.clear();
            clauses += 1;
        }
    }
    let header = header.ok_or_else(|| end_of(text, HEADER))?;
    if !clause.is_empty() {
        return Err(end_of(text, "the 0 that ends the last clause").into());
    }
    if clauses != header.clauses {
        let expected = format!("{clauses}, the number of clauses that follow");
        return Err(header.stated.error(expected).into());
    }
    Ok(())
}

const HEADER: &str = "'p cnf VARIABLES CLAUSES'";

/// The header of a text.
struct Header<'t> {
    variables: u32,
    clauses: usize,
    /// The word with the number of clauses.
    stated: Word<'t>,
}

impl<'t> Header<'t> {
    fn of(line: &'t str, number: usize) -> Result<Self, ReadError> {
        let mut fields = words(line, number);
        let mut field = || fields.next().ok_or_else(|| end_of_line(line, number, HEADER));
        for word in ["p", "cnf"] {
            let found = field()?;
            if found.text != word {
                return Err(found.error(HEADER));
            }
        }
        let (variables, stated) = (field()?, field()?);
        if let Ok(more) = field() {
            return Err(more.error("the end of the line after the header"));
        }
        let limit = rustsat::types::Var::MAX_IDX;
        let count = variables.text.parse().ok().filter(|&count: &u32| count <= limit);
        let count = count.ok_or_else(|| variables.error(format!("a number of variables up to {limit}")))?;
        let clauses = stated.text.parse().map_err(|_| stated.error("a number of clauses"))?;
        Ok(Header { variables: count, clauses, stated })
    }
}
