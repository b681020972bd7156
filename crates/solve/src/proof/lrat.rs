//! A checker for LRAT proofs: small, and without any code in common with the code that makes them.
//!
//! L. Cruz-Filipe, M. J. H. Heule, W. A. Hunt Jr., M. Kaufmann, P. Schneider-Kamp: Efficient certified RAT
//! verification, CADE 2017.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use super::store::Store;

/// Checks that clauses follow from a formula, one step of an LRAT proof after the other.
///
/// Literals are those of DIMACS: variables from 1, negative if negated. A step adds a clause with hints: the
/// numbers of the clauses that become unit, one after the other, when the new clause is assumed false, and at
/// last of one that becomes empty. If the new clause only preserves satisfiability (it has the RAT property
/// on its first literal), the hints continue with a group for each clause that contains the opposite of that
/// literal: its number with a minus, then the hints that refute the two together.
///
/// ```
/// use jigsat_solve::proof::Checker;
///
/// let mut checker = Checker::default();
/// for clause in [&[1, 2][..], &[1, -2], &[-1, 2], &[-1, -2]] {
///     checker.original(clause)?;
/// }
/// // 1 holds: were it false, clause 1 would give 2, and clause 2 would be violated.
/// checker.add(5, &[1], &[1, 2])?;
/// assert!(!checker.refuted());
/// checker.add(6, &[], &[5, 3, 4])?;
/// assert!(checker.refuted());
/// # Ok::<(), jigsat_solve::proof::Invalid>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Checker {
    clauses: Store,
    /// The number of the last original clause or step.
    last: u64,
    /// By variable's place: the value that it got in the step that is being checked, with the stamp of this
    /// step.
    set: Vec<(u64, bool)>,
    /// The places of variables beyond [`NEAR`].
    far: FxHashMap<u32, u32>,
    stamp: u64,
    refuted: bool,
}

/// Why a step is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// The number of a new clause is not greater than all before.
    Number(u64),
    /// A number or literal is zero or out of range.
    Range,
    /// There is no clause with this number, or no longer.
    NoClause(u64),
    /// The clause with this number is neither unit nor empty when it is named.
    NotUnit(u64),
    /// The hints lead to no contradiction.
    NoContradiction,
    /// The clause with this number contains the opposite of the first literal, but has no hints.
    Missing(u64),
    /// The clause with this number has hints of its own, but does not contain the opposite of the first
    /// literal.
    Needless(u64),
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Invalid::Number(number) => {
                write!(f, "the number {number} is not greater than all numbers before it")
            }
            Invalid::Range => f.write_str("a number is zero or too large"),
            Invalid::NoClause(number) => write!(f, "clause {number} does not exist or was deleted"),
            Invalid::NotUnit(number) => write!(f, "the hint {number} is not a unit clause at this point"),
            Invalid::NoContradiction => f.write_str("the hints lead to no contradiction"),
            Invalid::Missing(number) => {
                write!(
                    f,
                    "clause {number} contains the negation of the first literal, but there are no hints for it"
                )
            }
            Invalid::Needless(number) => {
                write!(
                    f,
                    "clause {number} does not contain the negation of the first literal, but there are hints for it"
                )
            }
        }
    }
}

impl std::error::Error for Invalid {}

/// Largest variable with a place of its own number (64 MiB). Later variables get places as they occur, so
/// that the memory grows with what is read and not with the numbers in it.
const NEAR: u32 = 1 << 22;

/// The result of propagation by hints.
#[derive(PartialEq, Eq)]
enum Propagated {
    Contradiction,
    Open,
}

impl Checker {
    /// Adds the next clause of the formula; they are numbered from 1.
    ///
    /// # Errors
    ///
    /// If a literal is out of range, or steps have begun.
    pub fn original(&mut self, clause: &[i32]) -> Result<(), Invalid> {
        self.reserve(clause)?;
        self.keep(self.last + 1, clause);
        Ok(())
    }

    fn reserve(&mut self, clause: &[i32]) -> Result<(), Invalid> {
        for &lit in clause {
            // The minimum integer has no opposite.
            if lit == 0 || lit == i32::MIN {
                return Err(Invalid::Range);
            }
            let var = lit.unsigned_abs();
            let place = if var <= NEAR {
                var
            } else {
                let next = NEAR + 1 + self.far.len() as u32;
                *self.far.entry(var).or_insert(next)
            };
            if place as usize >= self.set.len() {
                self.set.resize(place as usize + 1, (0, false));
            }
        }
        Ok(())
    }

    fn keep(&mut self, number: u64, clause: &[i32]) {
        self.clauses.push(number, clause);
        self.last = number;
        self.refuted |= clause.is_empty();
    }

    /// Whether the formula was refuted: the empty clause was derived, or is in the formula.
    #[must_use]
    pub fn refuted(&self) -> bool {
        self.refuted
    }

    /// Checks that a clause follows (or preserves satisfiability), and adds it.
    ///
    /// # Errors
    ///
    /// If the hints don't show it.
    pub fn add(&mut self, number: u64, clause: &[i32], hints: &[i64]) -> Result<(), Invalid> {
        if number <= self.last {
            return Err(Invalid::Number(number));
        }
        self.reserve(clause)?;
        self.check(clause, hints)?;
        self.keep(number, clause);
        Ok(())
    }

    /// Deletes clauses.
    ///
    /// # Errors
    ///
    /// If one of them does not exist.
    pub fn delete(&mut self, numbers: &[u64]) -> Result<(), Invalid> {
        for &number in numbers {
            if !self.clauses.remove(number) {
                return Err(Invalid::NoClause(number));
            }
        }
        Ok(())
    }

    fn check(&mut self, clause: &[i32], hints: &[i64]) -> Result<(), Invalid> {
        self.stamp += 1;
        let mut trail = Vec::new();
        for &lit in clause {
            // A clause with a literal and its opposite always holds.
            if self.value(lit) == Some(true) {
                return Ok(());
            }
            self.assign(-lit, &mut trail);
        }
        let groups = hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len());
        if self.propagate(&hints[..groups], &mut trail)? == Propagated::Contradiction {
            return Ok(());
        }
        let Some(&pivot) = clause.first() else { return Err(Invalid::NoContradiction) };
        self.check_groups(pivot, &hints[groups..])
    }

    /// Checks each clause that contains the opposite of the first literal against its own hints.
    fn check_groups(&mut self, pivot: i32, mut hints: &[i64]) -> Result<(), Invalid> {
        let opposed = self.clauses.iter().filter(|(_, lits)| lits.contains(&-pivot));
        let mut open: FxHashSet<u64> = opposed.map(|(other, _)| other).collect();
        if hints.is_empty() && !open.is_empty() {
            return Err(Invalid::NoContradiction);
        }
        while let [first, rest @ ..] = hints {
            let other = first.unsigned_abs();
            let end = rest.iter().position(|&hint| hint < 0).unwrap_or(rest.len());
            let (own, after) = rest.split_at(end);
            hints = after;
            let Some(lits) = self.clauses.get(other).map(<[i32]>::to_vec) else {
                return Err(Invalid::NoClause(other));
            };
            if !open.remove(&other) {
                return Err(Invalid::Needless(other));
            }
            let mut trail = Vec::new();
            let mut blocked = false;
            for &lit in lits.iter().filter(|&&lit| lit != -pivot) {
                match self.value(lit) {
                    // The two together always hold.
                    Some(true) => blocked = true,
                    Some(false) => {}
                    None => self.assign(-lit, &mut trail),
                }
            }
            let refuted = blocked || self.propagate(own, &mut trail)? == Propagated::Contradiction;
            for place in trail {
                self.set[place].0 = 0;
            }
            if !refuted {
                return Err(Invalid::NoContradiction);
            }
        }
        match open.into_iter().min() {
            None => Ok(()),
            Some(missing) => Err(Invalid::Missing(missing)),
        }
    }

    // ANCHOR: propagate
    /// Sets what becomes unit, in the order of the hints.
    fn propagate(&mut self, hints: &[i64], trail: &mut Vec<usize>) -> Result<Propagated, Invalid> {
        for &hint in hints {
            let hint = u64::try_from(hint).ok().filter(|&hint| hint > 0).ok_or(Invalid::Range)?;
            let clause = self.clauses.get(hint).ok_or(Invalid::NoClause(hint))?;
            let mut unit = None;
            for &lit in clause {
                match self.value(lit) {
                    Some(false) => {}
                    // It may hold already: then the clause says nothing new, and CaDiCaL's proofs name such clauses.
                    Some(true) | None if unit.is_none_or(|other| other == lit) => unit = Some(lit),
                    Some(true) | None => return Err(Invalid::NotUnit(hint)),
                }
            }
            match unit {
                None => return Ok(Propagated::Contradiction),
                Some(lit) if self.value(lit).is_none() => self.assign(lit, trail),
                Some(_) => {}
            }
        }
        Ok(Propagated::Open)
    }
    // ANCHOR_END: propagate

    fn value(&self, lit: i32) -> Option<bool> {
        let (stamp, sign) = self.set[self.place(lit)];
        (stamp == self.stamp).then_some(sign == (lit > 0))
    }

    fn assign(&mut self, lit: i32, trail: &mut Vec<usize>) {
        let place = self.place(lit);
        self.set[place] = (self.stamp, lit > 0);
        trail.push(place);
    }

    /// The place of the variable of a literal, which was reserved.
    fn place(&self, lit: i32) -> usize {
        let var = lit.unsigned_abs();
        (if var <= NEAR { var } else { self.far[&var] }) as usize
    }
}
