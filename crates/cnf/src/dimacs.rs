//! Writing a formula for other programs, and reading DIMACS.

mod read;

use std::io::{self, Write};

use rustsat::types::Lit;

use crate::{Clauses, Cnf, Formula, Names, Stop, cnf::AtomNames, literal::Atom};
pub use read::{Dimacs, DimacsPart, ReadError, read_dimacs, read_dimacs_parts};

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
