//! Writing a formula for other programs, and reading DIMACS.

use std::io::{self, Write};

use rustsat::types::Lit;

use crate::{Clauses, Cnf, Formula, Names, Stop, cnf::AtomNames, literal::Atom};

impl<A: Atom> Formula<A> {
    /// Writes DIMACS CNF, with a comment for each named variable (`c var 1 r1c1=1`), a comment before the
    /// clauses of each group (`c group 1 row[1,5]: row 1 has exactly one 5`), and `c p show` with the
    /// projection variables, as projected model counters read it. Graph constraints that are cut lazily get
    /// their complete encoding first ([`Formula::into_completed`]), because the clauses must say everything.
    ///
    /// ```
    /// use jigsat_cnf::{Formula, Flavours, Rule};
    ///
    /// const ONE: Rule = Rule::new("one", "lamp {0} or lamp {1} is lit");
    /// let mut e = Formula::new(Flavours::default());
    /// e.declare_projected(1);
    /// e.declare_projected(2);
    /// e.group(&ONE, (1, 2)).clause([1, 2]);
    /// let mut text = Vec::new();
    /// e.write_dimacs(&|lamp, f| write!(f, "lamp{lamp}"), &mut text)?;
    /// let expected = "c var 1 lamp1\nc var 2 lamp2\nc p show 1 2 0\np cnf 2 1\n\
    ///     c group 1 one[1,2]: lamp 1 or lamp 2 is lit\n1 2 0\n";
    /// assert_eq!(String::from_utf8_lossy(&text), expected);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of writing to `out`, and why the formula was given up, of the kind [`TimedOut`](io::ErrorKind::TimedOut).
    pub fn write_dimacs(&self, names: Names<'_, A>, out: &mut dyn Write) -> io::Result<()> {
        self.cnf.write_dimacs(&self.atoms.names(names), out)
    }

    /// Writes GCNF, the format of group MUS extractors (`p gcnf`): each group under its number. Lazily cut
    /// constraints are completed as in [`Formula::write_dimacs`].
    ///
    /// # Errors
    ///
    /// As [`Formula::write_dimacs`].
    pub fn write_gcnf(&self, names: Names<'_, A>, out: &mut dyn Write) -> io::Result<()> {
        self.cnf.write_gcnf(&self.atoms.names(names), out)
    }
}

impl Cnf {
    /// As [`Formula::write_dimacs`].
    ///
    /// # Errors
    ///
    /// As [`Formula::write_dimacs`].
    pub fn write_dimacs(&self, names: AtomNames<'_>, out: &mut dyn Write) -> io::Result<()> {
        if self.is_lazy() {
            return self.in_full()?.write_dimacs(names, out);
        }
        self.write_variables(names, out)?;
        write!(out, "c p show")?;
        for var in self.projected_variables() {
            write!(out, " {}", var.to_ipasir())?;
        }
        writeln!(out, " 0")?;
        writeln!(out, "p cnf {} {}", self.variables(), self.clauses().len())?;
        for group in self.groups() {
            self.interrupt.step(group.clauses().len() + 1)?;
            let number = group.index() + 1;
            writeln!(out, "c group {number} {}: {}", group.id(names), group.sentence(names))?;
            for clause in group.clauses() {
                write_clause(&self.clauses()[clause], out)?;
            }
        }
        Ok(())
    }

    /// The formula with the complete encodings of its graph constraints.
    fn in_full(&self) -> io::Result<Self> {
        let mut full = self.clone();
        full.complete().map_err(|stop| match stop {
            Stop::TooLarge => io::Error::other("the formula is too large with its graph constraints in full"),
            stop => stop.into(),
        })?;
        Ok(full)
    }

    /// As [`Formula::write_gcnf`].
    ///
    /// # Errors
    ///
    /// As [`Formula::write_dimacs`].
    pub fn write_gcnf(&self, names: AtomNames<'_>, out: &mut dyn Write) -> io::Result<()> {
        if self.is_lazy() {
            return self.in_full()?.write_gcnf(names, out);
        }
        self.write_variables(names, out)?;
        writeln!(out, "p gcnf {} {} {}", self.variables(), self.clauses().len(), self.group_count())?;
        for group in self.groups() {
            self.interrupt.step(group.clauses().len() + 1)?;
            let number = group.index() + 1;
            writeln!(out, "c group {number} {}: {}", group.id(names), group.sentence(names))?;
            for clause in group.clauses() {
                write!(out, "{{{number}}} ")?;
                write_clause(&self.clauses()[clause], out)?;
            }
        }
        Ok(())
    }

    fn write_variables(&self, names: AtomNames<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut name = String::new();
        for var in self.atom_variables() {
            self.interrupt.step(1)?;
            name.clear();
            self.write_variable(var, None, names, &mut name).expect("a String takes everything");
            writeln!(out, "c var {} {name}", var.to_ipasir())?;
        }
        Ok(())
    }
}

/// Writes plain DIMACS CNF, and each of `units` as a clause after the others.
///
/// ```
/// use jigsat_cnf::{Lit, read_dimacs, write_dimacs};
///
/// let read = read_dimacs("p cnf 2 1\n1 -2 0\n")?;
/// let mut text = Vec::new();
/// write_dimacs(read.variables, &read.clauses, &[Lit::from_ipasir(2)?], &mut text)?;
/// assert_eq!(text, b"p cnf 2 2\n1 -2 0\n2 0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Errors of writing to `out`.
pub fn write_dimacs(variables: u32, clauses: &Clauses, units: &[Lit], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "p cnf {variables} {}", clauses.len() + units.len())?;
    for clause in clauses.iter() {
        write_clause(clause, out)?;
    }
    units.iter().try_for_each(|&unit| write_clause(&[unit], out))
}

/// Writes a formula and cubes in iCNF, which incremental solvers read: `p inccnf`, the clauses, and for each
/// cube a line `a … 0`. Solvers assume one cube after the other (S. Wieringa, 2011).
///
/// ```
/// use jigsat_cnf::{Clauses, Lit, write_icnf};
///
/// let [a, b] = [1, 2].map(|number| Lit::from_ipasir(number).expect("it is not 0"));
/// let mut clauses = Clauses::default();
/// clauses.push([a, b]);
/// let mut text = Vec::new();
/// write_icnf(&clauses, [&[a][..], &[!a, b]], &mut text)?;
/// assert_eq!(text, b"p inccnf\n1 2 0\na 1 0\na -1 2 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Errors of writing to `out`.
pub fn write_icnf<'c>(
    clauses: &Clauses,
    cubes: impl IntoIterator<Item = &'c [Lit]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "p inccnf")?;
    for clause in clauses.iter() {
        write_clause(clause, out)?;
    }
    for cube in cubes {
        write!(out, "a ")?;
        write_clause(cube, out)?;
    }
    Ok(())
}

fn write_clause(clause: &[Lit], out: &mut dyn Write) -> io::Result<()> {
    for lit in clause {
        write!(out, "{} ", lit.to_ipasir())?;
    }
    writeln!(out, "0")
}

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

/// A word of a text with its place.
#[derive(Clone, Copy)]
pub(crate) struct Word<'t> {
    pub(crate) text: &'t str,
    line: &'t str,
    pub(crate) number: usize,
}

impl Word<'_> {
    pub(crate) fn error(self, expected: impl Into<String>) -> ReadError {
        let mut found: String = self.text.chars().take(30).collect();
        if found.len() < self.text.len() {
            found.push('…');
        }
        let before = self.text.as_ptr() as usize - self.line.as_ptr() as usize;
        let column = self.line[..before].chars().count() + 1;
        ReadError { line: self.number, column, found: format!("'{found}'"), expected: expected.into() }
    }

    /// A literal, or `None` for the 0 that ends a clause.
    pub(crate) fn lit(self, variables: u32) -> Result<Option<Lit>, ReadError> {
        let expected = || format!("a literal from -{variables} to {variables}, or 0");
        let number: i32 = self.text.parse().map_err(|_| self.error(expected()))?;
        if number.unsigned_abs() > variables {
            return Err(self.error(expected()));
        }
        Ok(Lit::from_ipasir(number).ok())
    }
}

pub(crate) fn words(line: &str, number: usize) -> impl Iterator<Item = Word<'_>> {
    line.split_ascii_whitespace().map(move |text| Word { text, line, number })
}

pub(crate) fn end_of(text: &str, expected: &str) -> ReadError {
    let line = text.lines().count().max(1);
    let column = text.lines().last().map_or(0, |line| line.chars().count()) + 1;
    ReadError { line, column, found: "the end".into(), expected: expected.into() }
}

/// Reads DIMACS CNF. Comments may occur between clauses; a line `%` ends the formula, as in SATLIB.
///
/// # Errors
///
/// The first place that is not DIMACS: no header, a word that is not a literal, a literal beyond the header's
/// variables, a number of clauses other than the header's, or a last clause without its 0.
pub fn read_dimacs(text: &str) -> Result<Dimacs, ReadError> {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim_start().starts_with('c'));
    let header = lines.find(|(line, _)| !line.trim().is_empty());
    let (header, number) = header.ok_or_else(|| end_of(text, "'p cnf VARIABLES CLAUSES'"))?;
    let fields: Vec<Word<'_>> = words(header, number).collect();
    let [p, cnf, variables, stated] = fields[..] else {
        return Err(fields[0].error("'p cnf VARIABLES CLAUSES'"));
    };
    if p.text != "p" || cnf.text != "cnf" {
        return Err(p.error("'p cnf VARIABLES CLAUSES'"));
    }
    let limit = rustsat::types::Var::MAX_IDX;
    let count = variables.text.parse().ok().filter(|&count: &u32| count <= limit);
    let count = count.ok_or_else(|| variables.error(format!("a number of variables up to {limit}")))?;
    let stated_clauses: usize = stated.text.parse().map_err(|_| stated.error("a number of clauses"))?;

    let mut clauses = Clauses::default();
    let mut clause = Vec::new();
    for (line, number) in lines.take_while(|(line, _)| line.trim() != "%") {
        for word in words(line, number) {
            match word.lit(count)? {
                Some(lit) => clause.push(lit),
                None => clauses.push(clause.drain(..)),
            }
        }
    }
    if !clause.is_empty() {
        return Err(end_of(text, "the 0 that ends the last clause"));
    }
    if clauses.len() != stated_clauses {
        return Err(stated.error(format!("{}, the number of clauses that follow", clauses.len())));
    }
    Ok(Dimacs { variables: count, clauses })
}
