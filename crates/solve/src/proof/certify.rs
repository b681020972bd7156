//! Refutations by CaDiCaL with an LRAT proof that is written, checked, or both, while it is made.

use std::io::{self, Write};

use jigsat_cnf::{Clauses, Lit};
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// The formula was refuted, with so many steps.
    Refuted {
        /// Clauses that were derived.
        steps: u64,
    },
    /// The formula has a model.
    Satisfiable,
    /// A limit was reached first.
    Stopped(crate::Stop),
}

/// Refutes a formula and records how. All that CaDiCaL is given are these clauses and then these units, in their
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
/// Those of the solver; [`Error::ProofOutput`] where a step can't be written; [`Error::Proof`] where the checker rejects
/// one: then the solver is wrong.
pub fn certify(
    variables: u32,
    clauses: &Clauses,
    units: &[Lit],
    wish: Wish,
    limits: &Limits,
) -> Result<Certified, Error> {
    let clauses = clauses.iter().chain(units.iter().map(std::slice::from_ref));
    let mut solver = Cadical::default();
    let checker = if wish.check { Some(checker_of(clauses.clone())?) } else { None };
    let expected = clauses.clone().map(|clause| clause.iter().map(|lit| lit.to_ipasir()).collect());
    let tracer = Tracer {
        expected: expected.collect(),
        next: 0,
        numbers: FxHashMap::default(),
        last: clauses.clone().count() as u64,
        steps: 0,
        out: wish.write.map(io::BufWriter::new),
        checker,
        line: String::new(),
        weakened: FxHashSet::default(),
        broken: None,
        refuted: false,
    };
    let handle = solver.inner().connect_proof_tracer(tracer, true);
    let verdict = run(&mut solver, clauses, variables, limits);
    // Whatever happened, the solver must let go of the tracer before the handle goes.
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
fn checker_of<'c>(clauses: impl Iterator<Item = &'c [Lit]>) -> Result<Checker, Error> {
    let mut checker = Checker::default();
    let mut lits = Vec::new();
    for clause in clauses {
        lits.clear();
        lits.extend(clause.iter().map(|lit| lit.to_ipasir()));
        checker.original(&lits).map_err(|invalid| rejected(&invalid))?;
    }
    Ok(checker)
}

fn rejected(invalid: &Invalid) -> Error {
    Error::Proof(format!("the checker rejects a step of CaDiCaL's proof: {invalid}"))
}

/// Takes the steps from CaDiCaL and numbers them anew, the clauses of the formula from 1 in their order.
struct Tracer {
    /// The formula, as the solver must have got it.
    expected: Vec<Vec<i32>>,
    next: usize,
    numbers: FxHashMap<i64, u64>,
    last: u64,
    steps: u64,
    out: Option<io::BufWriter<Box<dyn Write>>>,
    checker: Option<Checker>,
    line: String,
    /// Clauses that CaDiCaL put aside, and may bring back.
    weakened: FxHashSet<i64>,
    broken: Option<Error>,
    refuted: bool,
}

impl Tracer {
    fn number(&mut self, id: ClauseId) -> Option<u64> {
        let number = self.numbers.get(&id.0).copied();
        if number.is_none() {
            self.breaks(Error::Proof(format!("CaDiCaL's proof names a clause {} that was never told", id.0)));
        }
        number
    }

    /// Remembers what went wrong first; nothing that comes later counts.
    fn breaks(&mut self, why: Error) {
        self.broken.get_or_insert(why);
    }

    fn is_over(&self) -> bool {
        self.broken.is_some() || self.refuted
    }

    fn write_line(&mut self) {
        self.line.push_str("0\n");
        if let Some(out) = &mut self.out
            && let Err(error) = out.write_all(self.line.as_bytes())
        {
            self.breaks(Error::ProofOutput(error));
        }
    }

    fn finish(&mut self) {
        if let Some(out) = &mut self.out
            && let Err(error) = out.flush()
        {
            self.breaks(Error::ProofOutput(error));
        }
    }

    fn append(&mut self, number: impl std::fmt::Display) {
        use std::fmt::Write as _;
        write!(self.line, "{number} ").expect("a String takes everything");
    }

    fn derive(&mut self, id: ClauseId, clause: &CaDiCaLClause<'_>, antecedents: &[ClauseId]) {
        if self.is_over() {
            return;
        }
        self.last += 1;
        self.steps += 1;
        self.numbers.insert(id.0, self.last);
        let lits: Vec<i32> = clause.iter().map(Lit::to_ipasir).collect();
        let hints: Option<Vec<u64>> = antecedents.iter().map(|&id| self.number(id)).collect();
        let Some(hints) = hints else { return };
        self.line.clear();
        self.append(self.last);
        for lit in &lits {
            self.append(lit);
        }
        self.append(0);
        for hint in &hints {
            self.append(hint);
        }
        self.write_line();
        if let Some(checker) = &mut self.checker {
            let hints: Vec<i64> = hints.iter().map(|hint| hint.cast_signed()).collect();
            if let Err(invalid) = checker.add(self.last, &lits, &hints) {
                self.breaks(rejected(&invalid));
            }
        }
        self.refuted |= lits.is_empty();
    }
}

impl TraceProof for Tracer {
    fn add_original_clause(&mut self, id: ClauseId, _: bool, clause: &CaDiCaLClause<'_>, restored: bool) {
        if restored || self.is_over() {
            return;
        }
        let mut told: Vec<i32> = clause.iter().map(Lit::to_ipasir).collect();
        let expected = self.expected.get_mut(self.next);
        let is_ours = expected.is_some_and(|expected| {
            told.sort_unstable();
            expected.sort_unstable();
            told == *expected
        });
        if !is_ours {
            self.breaks(Error::Proof(format!("CaDiCaL takes clause {} for another one", self.next + 1)));
        }
        self.next += 1;
        self.numbers.insert(id.0, self.next as u64);
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
        // What is only put aside may come back.
        if self.is_over() || self.weakened.remove(&id.0) {
            return;
        }
        let Some(number) = self.number(id) else { return };
        self.numbers.remove(&id.0);
        self.line.clear();
        self.append(self.last);
        self.line.push_str("d ");
        self.append(number);
        self.write_line();
        if let Some(checker) = &mut self.checker
            && let Err(invalid) = checker.delete(&[number])
        {
            self.breaks(rejected(&invalid));
        }
    }
}
