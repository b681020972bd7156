//! Refutations by CaDiCaL with an LRAT proof, which is written, checked, or both, while it is made.

use std::io::{self, Write};

use jigsat_cnf::{Clauses, Lit};
use rustc_hash::FxHashSet;
use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

use crate::{Error, Limits, Sat, Verdict, cadical::Cadical};

use super::lrat::{Checker, Invalid};

/// What to do with each step of a proof.
pub struct Wish {
    /// Writes the proof here.
    pub write: Option<Box<dyn Write>>,
    /// Checks each step as it is made.
    pub check: bool,
}

/// How an attempt to refute a formula ended.
#[derive(Debug)]
pub enum Certified {
    /// The formula was refuted, with this many steps.
    Refuted {
        /// Number of clauses that were derived.
        steps: u64,
    },
    /// The formula has a model.
    Satisfiable,
    /// A limit was reached first.
    Stopped(crate::Stop),
}

/// Refutes a formula and records the proof. CaDiCaL gets only these clauses and then these units, in their
/// order, which numbers them from 1 in the proof.
///
/// ```
/// use jigsat_cnf::read_dimacs;
/// use jigsat_solve::{Limits, proof::{Certified, Wish, certify}};
///
/// let formula = read_dimacs("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")?;
/// let wish = Wish { write: None, check: true };
/// let outcome = certify(formula.variables, &formula.clauses, &[], wish, &Limits::default())?;
/// assert!(matches!(outcome, Certified::Refuted { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Errors of the solver; [`Error::ProofOutput`] if a step can't be written; [`Error::Proof`] if the checker
/// rejects a step: then the solver is wrong.
pub fn certify(
    variables: u32,
    clauses: &Clauses,
    units: &[Lit],
    wish: Wish,
    limits: &Limits,
) -> Result<Certified, Error> {
    let mut expected = clauses.clone();
    for &unit in units {
        expected.push([unit]);
    }
    let mut solver = Cadical::default();
    // Preprocessing would take longer than most of these refutations; harder ones are simplified between restarts.
    solver
        .inner()
        .set_option("preprocesslight", 0)
        .map_err(|error| Error::Proof(format!("CaDiCaL refuses an option: {error}")))?;
    let checker = if wish.check { Some(checker_of(&expected)?) } else { None };
    let tracer = Tracer {
        last: expected.len() as u64,
        expected,
        next: 0,
        numbers: Vec::new(),
        steps: 0,
        out: wish.write.map(io::BufWriter::new),
        checker,
        lits: Vec::new(),
        hints: Vec::new(),
        weakened: FxHashSet::default(),
        broken: None,
        refuted: false,
    };
    let handle = solver.inner().connect_proof_tracer(tracer, true);
    let clauses = clauses.iter().chain(units.iter().map(std::slice::from_ref));
    let verdict = run(&mut solver, clauses, variables, limits);
    // In any case, the solver must release the tracer before the handle is dropped.
    let Ok(mut tracer) = solver.inner().disconnect_proof_tracer(handle) else {
        return Err(Error::Proof("CaDiCaL lost the tracer of its proof".into()));
    };
    let verdict = verdict?;
    tracer.finish();
    if let Some(broken) = tracer.broken {
        return Err(broken);
    }
    match verdict {
        Verdict::Sat => Ok(Certified::Satisfiable),
        Verdict::Stopped(stop) => Ok(Certified::Stopped(stop)),
        Verdict::Unsat if tracer.refuted => Ok(Certified::Refuted { steps: tracer.steps }),
        Verdict::Unsat => Err(Error::Proof("CaDiCaL's proof does not end with the empty clause".into())),
    }
}

fn run<'c>(
    solver: &mut Cadical,
    clauses: impl Iterator<Item = &'c [Lit]>,
    variables: u32,
    limits: &Limits,
) -> Result<Verdict, Error> {
    solver.reserve(variables)?;
    for clause in clauses {
        solver.add(clause)?;
    }
    solver.solve(&[], limits)
}

/// A checker that knows the formula.
fn checker_of(clauses: &Clauses) -> Result<Checker, Error> {
    let mut checker = Checker::default();
    let mut lits = Vec::new();
    for clause in clauses.iter() {
        lits.clear();
        lits.extend(clause.iter().map(|lit| lit.to_ipasir()));
        checker.original(&lits).map_err(|invalid| rejected(&invalid))?;
    }
    Ok(checker)
}

fn rejected(invalid: &Invalid) -> Error {
    Error::Proof(format!("the checker rejects a step of CaDiCaL's proof: {invalid}"))
}

/// Receives the steps from CaDiCaL and renumbers them. The clauses of the formula get the numbers from 1, in
/// their order.
struct Tracer {
    /// The formula that the solver must have received.
    expected: Clauses,
    next: usize,
    /// The numbers here of CaDiCaL's clauses; 0 if there is none.
    numbers: Vec<u64>,
    last: u64,
    steps: u64,
    out: Option<io::BufWriter<Box<dyn Write>>>,
    checker: Option<Checker>,
    /// The literals of the current step.
    lits: Vec<i32>,
    hints: Vec<i64>,
    /// Clauses that CaDiCaL set aside, and may restore.
    weakened: FxHashSet<i64>,
    broken: Option<Error>,
    refuted: bool,
}

impl Tracer {
    fn number(&mut self, id: ClauseId) -> Option<u64> {
        let place = usize::try_from(id.0).ok();
        let number = place.and_then(|place| self.numbers.get(place).copied()).filter(|&number| number != 0);
        if number.is_none() {
            self.breaks(Error::Proof(format!("CaDiCaL's proof names a clause {} that was never told", id.0)));
        }
        number
    }

    /// Sets the number of a clause of CaDiCaL, which counts from 1; `number` is 0 for a clause that it
    /// deletes.
    fn set_number(&mut self, id: ClauseId, number: u64) {
        let Ok(place) = usize::try_from(id.0) else {
            return self.breaks(Error::Proof(format!("CaDiCaL calls a clause {}", id.0)));
        };
        if place >= self.numbers.len() {
            self.numbers.resize(place + 1, 0);
        }
        self.numbers[place] = number;
    }

    /// Records the first error; later ones don't count.
    fn breaks(&mut self, why: Error) {
        self.broken.get_or_insert(why);
    }

    fn is_over(&self) -> bool {
        self.broken.is_some() || self.refuted
    }

    fn write(&mut self, line: impl FnOnce(&Self, &mut dyn Write) -> io::Result<()>) {
        let Some(mut out) = self.out.take() else { return };
        if let Err(error) = line(self, &mut out) {
            self.breaks(Error::ProofOutput(error));
        }
        self.out = Some(out);
    }

    fn finish(&mut self) {
        if let Some(out) = &mut self.out
            && let Err(error) = out.flush()
        {
            self.breaks(Error::ProofOutput(error));
        }
    }

    fn derive(&mut self, id: ClauseId, clause: &CaDiCaLClause<'_>, antecedents: &[ClauseId]) {
        if self.is_over() {
            return;
        }
        self.last += 1;
        self.steps += 1;
        self.set_number(id, self.last);
        self.lits.clear();
        self.lits.extend(clause.iter().map(Lit::to_ipasir));
        self.hints.clear();
        for &id in antecedents {
            let Some(number) = self.number(id) else { return };
            self.hints.push(number.cast_signed());
        }
        self.write(|step, out| {
            write!(out, "{}", step.last)?;
            step.lits.iter().try_for_each(|lit| write!(out, " {lit}"))?;
            out.write_all(b" 0")?;
            step.hints.iter().try_for_each(|hint| write!(out, " {hint}"))?;
            out.write_all(b" 0\n")
        });
        if let Some(checker) = &mut self.checker
            && let Err(invalid) = checker.add(self.last, &self.lits, &self.hints)
        {
            self.breaks(rejected(&invalid));
        }
        self.refuted |= clause.is_empty();
    }
}

impl TraceProof for Tracer {
    fn add_original_clause(&mut self, id: ClauseId, _: bool, clause: &CaDiCaLClause<'_>, restored: bool) {
        if restored || self.is_over() {
            return;
        }
        let number = self.next + 1;
        let is_ours = self.next < self.expected.len() && {
            let expected = &self.expected[self.next];
            clause.iter().eq(expected.iter().copied()) || same_set(expected, clause.iter())
        };
        if !is_ours {
            self.breaks(Error::Proof(format!("CaDiCaL takes clause {number} for another one")));
        }
        self.next = number;
        self.set_number(id, number as u64);
        self.refuted |= clause.is_empty();
    }

    fn add_derived_clause(
        &mut self,
        id: ClauseId,
        _: bool,
        clause: &CaDiCaLClause<'_>,
        antecedents: &[ClauseId],
    ) {
        self.derive(id, clause, antecedents);
    }

    fn weaken_minus(&mut self, id: ClauseId, _: &CaDiCaLClause<'_>) {
        self.weakened.insert(id.0);
    }

    fn delete_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause<'_>) {
        // A clause that is only set aside may be restored.
        if self.is_over() || self.weakened.remove(&id.0) {
            return;
        }
        let Some(number) = self.number(id) else { return };
        self.set_number(id, 0);
        self.write(|step, out| writeln!(out, "{} d {number} 0", step.last));
        if let Some(checker) = &mut self.checker
            && let Err(invalid) = checker.delete(&[number])
        {
            self.breaks(rejected(&invalid));
        }
    }
}

/// Whether two clauses differ only in the order of their literals.
fn same_set(ours: &[Lit], theirs: impl Iterator<Item = Lit>) -> bool {
    let (mut ours, mut theirs) = (ours.to_vec(), theirs.collect::<Vec<_>>());
    ours.sort_unstable();
    theirs.sort_unstable();
    ours == theirs
}
