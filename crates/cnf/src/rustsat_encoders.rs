//! The bridge to rustsat's encoders: they write into the flat store and take variables from the formula.

use rustc_hash::FxHashSet;
use rustsat::{
    OutOfMemory,
    encodings::{
        CollectClauses, am1, card,
        pb::{self, simulators},
    },
    instances::ManageVars,
    types::{Clause, Lit, RsHashMap, Var},
};

use crate::{
    Clauses, Cnf,
    adder::adder,
    constraint::Bound,
    flavour::{Amo, Card, Sum},
    interrupt::Interrupt,
    rarely,
};

/// Up to this bound, rustsat's adder is used. It keeps a table of 12 bytes for each number up to the bound.
const LARGEST_TABLE: u64 = 1 << 20;

const ENCODED: &str = "the bound was just encoded";

/// Collects clauses up to the formula's limit or an interrupt, then stops the encoder.
struct Sink<'c> {
    clauses: &'c mut Clauses,
    max_literals: usize,
    interrupt: Interrupt,
}

impl CollectClauses for Sink<'_> {
    fn n_clauses(&self) -> usize {
        self.clauses.len()
    }

    fn extend_clauses<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) -> Result<(), OutOfMemory> {
        for clause in clauses {
            if self.clauses.literals() >= self.max_literals || self.interrupt.step(clause.len() + 1).is_err()
            {
                return Err(OutOfMemory::ExternalApi);
            }
            self.clauses.push(clause);
        }
        Ok(())
    }
}

/// Returns new variable numbers, which the formula then registers as auxiliaries.
struct Fresh(u32);

impl ManageVars for Fresh {
    fn new_var(&mut self) -> Var {
        self.0 += 1;
        Var::new(self.0 - 1)
    }

    fn max_var(&self) -> Option<Var> {
        self.0.checked_sub(1).map(Var::new)
    }

    fn increase_next_free(&mut self, var: Var) -> bool {
        let increases = var.idx32() > self.0;
        self.0 = self.0.max(var.idx32());
        increases
    }

    fn combine(&mut self, other: Self) {
        self.0 = self.0.max(other.0);
    }

    fn n_used(&self) -> u32 {
        self.0
    }

    fn forget_from(&mut self, min_var: Var) {
        self.0 = self.0.min(min_var.idx32());
    }
}

/// Lets an encoder write, and registers its auxiliaries. Fails if the formula became too large or was
/// interrupted, which [`Cnf::given_up`] then reports.
fn write(
    e: &mut Cnf,
    encoder: impl FnOnce(&mut Sink<'_>, &mut Fresh) -> Result<(), OutOfMemory>,
) -> Result<(), OutOfMemory> {
    let mut fresh = Fresh(e.variables());
    let (max_literals, interrupt) = (e.max_literals(), e.interrupt().clone());
    let result = encoder(&mut Sink { clauses: &mut e.clauses, max_literals, interrupt }, &mut fresh);
    while e.variables() < fresh.0 {
        e.new_aux();
    }
    result
}

// ANCHOR: at-most-one
pub(crate) fn at_most_one(e: &mut Cnf, amo: Amo, lits: &[Lit]) {
    fn encode<E: am1::Encode + FromIterator<Lit>>(e: &mut Cnf, lits: &[Lit]) {
        let mut encoder: E = lits.iter().copied().collect();
        // Where it fails, the formula is too large, and says so.
        let _ = write(e, |clauses, fresh| encoder.encode(clauses, fresh));
    }
    match amo {
        Amo::Pairwise => encode::<am1::Pairwise>(e, lits),
        Amo::Ladder => encode::<am1::Ladder>(e, lits),
        Amo::Bitwise => encode::<am1::Bitwise>(e, lits),
        Amo::Commander => encode::<am1::Commander>(e, lits),
        Amo::Product => encode::<am1::TwoProduct>(e, lits),
        Amo::Bimander => encode::<am1::Bimander>(e, lits),
    }
}
// ANCHOR_END: at-most-one

pub(crate) fn card(e: &mut Cnf, bound: Bound, lits: &[Lit]) {
    let weights = vec![1; lits.len()];
    match e.flavours().card {
        Card::Totalizer => bounded::<simulators::Card<card::Totalizer>>(e, bound, lits, &weights),
        Card::Adder => bounded::<pb::BinaryAdder>(e, bound, lits, &weights),
    }
}

pub(crate) fn sum(e: &mut Cnf, bound: Bound, lits: &[Lit], weights: &[u64]) {
    // The encoders add in machine words, which are smaller in WebAssembly.
    if usize::try_from(weights.iter().sum::<u64>()).is_err() {
        return e.refuse(usize::MAX);
    }
    match e.flavours().sum {
        Sum::GeneralizedTotalizer if has_too_many_sums(e, weights) => e.refuse(MOST_SUMS),
        _ if e.given_up().is_some() => {}
        Sum::GeneralizedTotalizer => bounded_above::<pb::GeneralizedTotalizer>(e, bound, lits, weights),
        Sum::Adder if bound.number() > LARGEST_TABLE => adder(e, bound, lits, weights),
        Sum::Adder => bounded::<pb::BinaryAdder>(e, bound, lits, weights),
        Sum::Dpw => bounded_above::<pb::DynamicPolyWatchdog>(e, bound, lits, weights),
    }
}

/// Maximum number of sums that a generalized totalizer counts. It makes a node for each before it writes the first clause.
const MOST_SUMS: usize = 1 << 22;

/// Whether more sums can occur than a generalized totalizer can count: each takes a clause or more.
fn has_too_many_sums(e: &Cnf, weights: &[u64]) -> bool {
    let most = MOST_SUMS.min(e.max_literals());
    let choices = 1_usize.checked_shl(u32::try_from(weights.len()).unwrap_or(u32::MAX));
    if weights.iter().sum::<u64>() < most as u64 || choices.is_some_and(|choices| choices <= most) {
        return false;
    }
    let mut sums: FxHashSet<u64> = FxHashSet::from_iter([0]);
    for &weight in weights {
        let with: Vec<u64> = sums.iter().map(|sum| sum + weight).collect();
        sums.extend(with);
        if sums.len() > most || e.step(sums.len()).is_err() {
            return sums.len() > most;
        }
    }
    false
}

/// For encoders that bound only from above: from below, they bound the negated literals.
fn bounded_above<E>(e: &mut Cnf, bound: Bound, lits: &[Lit], weights: &[u64])
where
    E: pb::BoundUpper + From<RsHashMap<Lit, usize>>,
{
    if let Bound::AtMost(k) | Bound::Exactly(k) = bound {
        let lits = lits.iter().copied();
        at_most::<E>(e, k, lits, weights, format!("sum>={}", k + 1));
    }
    if let Bound::AtLeast(k) | Bound::Exactly(k) = bound {
        let total: u64 = weights.iter().sum();
        let lits = lits.iter().map(|&lit| !lit);
        at_most::<E>(e, total - k, lits, weights, format!("sum<{k}"));
    }
}

/// Bounds a sum from above; `exceeded` names the literal that says that it is larger.
///
/// The encoders take the terms from a hash map, whose order is another one on machines with 32 bits. Literals of the
/// same weight can change places in all clauses, so they get those that they have in `lits`.
fn at_most<E>(e: &mut Cnf, k: u64, lits: impl Iterator<Item = Lit>, weights: &[u64], exceeded: String)
where
    E: pb::BoundUpper + From<RsHashMap<Lit, usize>>,
{
    let mut terms: Vec<(Lit, usize)> = lits.zip(weights.iter().map(|&weight| weight as usize)).collect();
    let hashed: RsHashMap<Lit, usize> = terms.iter().copied().collect();
    let mut places: Vec<(Lit, usize)> = hashed.iter().map(|(&lit, &weight)| (lit, weight)).collect();
    rarely::sort_by_key(&mut terms, |&(_, weight)| weight);
    rarely::sort_by_key(&mut places, |&(_, weight)| weight);
    let swapped: RsHashMap<Lit, Lit> =
        places.iter().zip(&terms).flat_map(|(&(old, _), &(new, _))| [(old, new), (!old, !new)]).collect();

    let first = e.clauses.len();
    let mut encoder = E::from(hashed);
    let k = k as usize;
    if write(e, |clauses, fresh| encoder.encode_ub(k..=k, clauses, fresh)).is_err() {
        return;
    }
    let lit = |lit: Lit| swapped.get(&lit).copied().unwrap_or(lit);
    e.clauses.replace(first, lit);
    // Literals that are heavier than the bound are units, too.
    let mut units: Vec<Lit> = encoder.enforce_ub(k).expect(ENCODED).into_iter().map(lit).collect();
    units.sort_unstable();
    if let &[unit] = units.as_slice()
        && !swapped.contains_key(&unit)
    {
        e.label(unit.var(), exceeded);
    }
    for unit in units {
        e.clauses.push([unit]);
    }
}

fn bounded<E>(e: &mut Cnf, bound: Bound, lits: &[Lit], weights: &[u64])
where
    E: pb::BoundBoth + FromIterator<(Lit, usize)>,
{
    let terms = lits.iter().copied().zip(weights.iter().map(|&weight| weight as usize));
    let mut encoder: E = terms.collect();
    match bound {
        Bound::AtMost(k) => {
            let k = k as usize;
            if write(e, |clauses, fresh| encoder.encode_ub(k..=k, clauses, fresh)).is_err() {
                return;
            }
            enforce(e, &encoder.enforce_ub(k).expect(ENCODED), Some(k + 1));
        }
        Bound::AtLeast(k) => {
            let k = k as usize;
            if write(e, |clauses, fresh| encoder.encode_lb(k..=k, clauses, fresh)).is_err() {
                return;
            }
            enforce(e, &encoder.enforce_lb(k).expect(ENCODED), Some(k));
        }
        Bound::Exactly(k) => {
            let k = k as usize;
            if write(e, |clauses, fresh| encoder.encode_both(k..=k, clauses, fresh)).is_err() {
                return;
            }
            enforce(e, &encoder.enforce_eq(k).expect(ENCODED), None);
        }
    }
}

/// Adds the units that enforce a bound. A single one is named by its meaning, 'at least k'.
fn enforce(e: &mut Cnf, units: &[Lit], at_least: Option<usize>) {
    if let (&[unit], Some(k)) = (units, at_least) {
        e.label(unit.var(), format!("sum>={k}"));
    }
    for &unit in units {
        e.clauses.push([unit]);
    }
}

/// Literals for 'more than i of the literals are true', i from 0 to `up_to - 1`, by a totalizer in both
/// directions.
pub(crate) fn counter(e: &mut Cnf, lits: &[Lit], up_to: usize) -> Vec<Lit> {
    use card::{BoundLower as _, BoundUpper as _};
    if lits.len() == 1 || up_to == 0 {
        return lits[..up_to].to_vec();
    }
    let mut totalizer: card::Totalizer = lits.iter().copied().collect();
    let written = write(e, |clauses, fresh| {
        totalizer.encode_ub(0..up_to, clauses, fresh)?;
        totalizer.encode_lb(1..=up_to, clauses, fresh)
    });
    if written.is_err() {
        return lits[..up_to].to_vec();
    }
    let outputs = (1..=up_to).map(|k| match totalizer.enforce_ub(k - 1).expect(ENCODED).as_slice() {
        &[unit] => !unit,
        units => unreachable!("a totalizer bounds by one output, not {units:?}"),
    });
    let outputs: Vec<Lit> = outputs.collect();
    for (&output, k) in outputs.iter().zip(1..) {
        e.label(output.var(), format!("sum>={k}"));
    }
    outputs
}
