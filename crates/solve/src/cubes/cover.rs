use jigsat_cnf::{Cnf, Lit, rarely};
use rustc_hash::FxHashMap;

use super::rup::{Number, Rup};
use crate::{Error, Limits, Stop, proof::Checker};

/// Whether cubes contain all solutions of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// The formula and the negations of the cubes were refuted by a checked proof.
    Proven {
        /// Number of clauses that the proof derives.
        steps: u64,
    },
    /// Unit propagation along the choices of the cubes does not prove it.
    Open,
    /// A limit was reached first.
    Stopped(Stop),
}

/// Proves that each solution of a formula lies in one of these cubes: the formula and the negations of all
/// cubes have no common model. The proof follows the choices of the cubes, and of others that propagation
/// refutes: if all continuations of some choices are excluded, so are these choices. Each step is an LRAT
/// step, and [`Checker`] checks it. The checker gets the clauses of the formula that the steps name.
///
/// Takes the time of a propagation for each choice, and of one pass over the clauses of the formula.
///
/// # Errors
///
/// [`Error::Proof`] if the checker rejects a step: a bug of this crate.
pub fn cover(e: &Cnf, cubes: &[Vec<Lit>], refuted: &[Vec<Lit>], limits: &Limits) -> Result<Cover, Error> {
    let mut leaves: Vec<Leaf<'_>> = cubes.iter().map(|lits| Leaf { lits, is_cube: true }).collect();
    leaves.extend(refuted.iter().map(|lits| Leaf { lits, is_cube: false }));
    rarely::sort_by(&mut leaves, |one, other| one.lits.cmp(other.lits));
    let (rup, conflict) = Rup::new(e.variables(), e.clauses());
    let mut prover = Prover { rup, steps: Vec::new(), negated: Vec::new(), limits };
    let refuted = match conflict {
        Some(conflict) => Ok(prover.step(&[], conflict)),
        None => prover.exclude(&mut Vec::new(), &leaves),
    };
    match refuted {
        Ok(_) => Ok(Cover::Proven { steps: prover.check()? }),
        Err(Ended::Open) => Ok(Cover::Open),
        Err(Ended::Stopped(stop)) => Ok(Cover::Stopped(stop)),
    }
}

struct Leaf<'c> {
    lits: &'c [Lit],
    /// Otherwise it must be refuted.
    is_cube: bool,
}

enum Ended {
    Open,
    Stopped(Stop),
}

/// A derived clause, and the clauses from which it follows.
struct Step {
    number: Number,
    hints: Vec<Number>,
}

struct Prover<'c> {
    rup: Rup<'c>,
    steps: Vec<Step>,
    /// The negations of the cubes.
    negated: Vec<Number>,
    limits: &'c Limits,
}

impl Prover<'_> {
    /// Derives the clause that excludes the choices that were made, under which all these leaves lie.
    fn exclude(&mut self, choices: &mut Vec<Lit>, leaves: &[Leaf<'_>]) -> Result<Number, Ended> {
        self.limits.check().map_err(Ended::Stopped)?;
        if let Some(conflict) = self.rup.propagate() {
            return Ok(self.step(choices, conflict));
        }
        let depth = choices.len();
        for alike in leaves.chunk_by(|one, other| one.lits.get(depth) == other.lits.get(depth)) {
            let Some(&lit) = alike[0].lits.get(depth) else {
                if !alike[0].is_cube {
                    return Err(Ended::Open);
                }
                let negation = self.rup.derive(choices.iter().map(|&lit| !lit).collect());
                self.negated.push(negation);
                return Ok(negation);
            };
            if self.rup.is_false(lit) {
                continue;
            }
            let level = self.rup.level();
            self.rup.set(lit, None);
            choices.push(lit);
            let excluded = self.exclude(choices, alike);
            choices.pop();
            self.rup.back_to(level);
            let excluded = excluded?;
            let fine = self.rup.set(!lit, Some(excluded));
            let conflict = if fine { self.rup.propagate() } else { Some(excluded) };
            if let Some(conflict) = conflict {
                return Ok(self.step(choices, conflict));
            }
        }
        Err(Ended::Open)
    }

    /// Keeps the clause that excludes these choices.
    fn step(&mut self, choices: &[Lit], conflict: Number) -> Number {
        let hints = self.rup.explain(conflict, choices);
        let number = self.rup.derive(choices.iter().map(|&lit| !lit).collect());
        self.steps.push(Step { number, hints });
        number
    }

    /// Checks all steps, and returns how many there are.
    fn check(&self) -> Result<u64, Error> {
        let rejected = |invalid| Error::Proof(format!("the checker rejects a step of the cover: {invalid}"));
        let ipasir =
            |number: Number| self.rup.clause(number).iter().map(|lit| lit.to_ipasir()).collect::<Vec<i32>>();
        let mut checker = Checker::default();
        let mut known: FxHashMap<Number, u64> = FxHashMap::default();
        let derived: rustc_hash::FxHashSet<Number> = self.steps.iter().map(|step| step.number).collect();
        let named = self.steps.iter().flat_map(|step| &step.hints).copied();
        let mut last = 0;
        for number in named.filter(|number| !derived.contains(number)) {
            if let std::collections::hash_map::Entry::Vacant(entry) = known.entry(number) {
                last += 1;
                entry.insert(last);
                checker.original(&ipasir(number)).map_err(rejected)?;
            }
        }
        for step in &self.steps {
            let hints: Option<Vec<i64>> =
                step.hints.iter().map(|hint| known.get(hint).map(|number| number.cast_signed())).collect();
            let hints = hints.ok_or_else(|| Error::Proof("a step of the cover names a later one".into()))?;
            last += 1;
            checker.add(last, &ipasir(step.number), &hints).map_err(rejected)?;
            known.insert(step.number, last);
        }
        // If the only cube is the whole search, its negation is the empty clause.
        let whole = self.negated.iter().any(|&number| self.rup.clause(number).is_empty());
        if !checker.refuted() && !whole {
            return Err(Error::Proof("the cover's steps do not end with the empty clause".into()));
        }
        Ok(self.steps.len() as u64)
    }
}
