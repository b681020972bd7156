//! Steps that need no search: all but one of a constraint's literals are ruled out directly, as in naked and
//! hidden singles of Sudoku.

use jigsat_cnf::{Bound, Cnf, Interrupt, Lit, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Reason;

/// What it takes to see that some reasons leave one of these literals, or none.
pub type Price<'p> = &'p dyn Fn(usize, &[Lit], &[Reason]) -> u64;

/// What literals rule out directly: a literal that is known rules out the others of a constraint that allows
/// one.
pub struct Singles {
    /// Statements that demand one of their literals, by the group that has them.
    demands: Vec<(usize, Vec<Lit>)>,
    /// By literal: the places of its demands.
    of_literal: FxHashMap<Lit, Vec<u32>>,
    /// By literal: the groups that allow at most one of several literals with it, and those others.
    exclusions: FxHashMap<Lit, Vec<(usize, u32)>>,
    /// The literals of these groups' constraints.
    sets: Vec<Vec<Lit>>,
}

impl Singles {
    pub fn new(e: &Cnf) -> Result<Self, Stop> {
        let mut singles = Singles {
            demands: Vec::new(),
            of_literal: FxHashMap::default(),
            exclusions: FxHashMap::default(),
            sets: Vec::new(),
        };
        for group in e.groups() {
            for constraint in group.constraints().filter(|constraint| constraint.weights.is_none()) {
                e.interrupt().step(constraint.lits.len() + 1)?;
                if matches!(constraint.bound, Bound::AtLeast(1) | Bound::Exactly(1)) {
                    let place = singles.demands.len() as u32;
                    singles.demands.push((group.index(), constraint.lits.to_vec()));
                    for &lit in constraint.lits {
                        singles.of_literal.entry(lit).or_default().push(place);
                    }
                }
                if matches!(constraint.bound, Bound::AtMost(1) | Bound::Exactly(1)) {
                    let place = singles.sets.len() as u32;
                    singles.sets.push(constraint.lits.to_vec());
                    for &lit in constraint.lits {
                        singles.exclusions.entry(lit).or_default().push((group.index(), place));
                    }
                }
            }
        }
        Ok(singles)
    }

    /// What these facts rule out.
    ///
    /// # Errors
    ///
    /// Why it was given up.
    pub fn after<'s>(
        &'s self,
        facts: &'s FxHashSet<Lit>,
        interrupt: &'s Interrupt,
    ) -> Result<After<'s>, Stop> {
        let mut ruled_out: FxHashSet<Lit> = facts.iter().map(|&fact| !fact).collect();
        for fact in facts {
            for &(_, place) in self.exclusions.get(fact).into_iter().flatten() {
                let set = &self.sets[place as usize];
                interrupt.step(set.len())?;
                ruled_out.extend(set.iter().copied().filter(|other| other != fact));
            }
        }
        Ok(After { singles: self, facts, ruled_out, interrupt })
    }
}

/// What some facts rule out directly.
pub struct After<'s> {
    singles: &'s Singles,
    facts: &'s FxHashSet<Lit>,
    ruled_out: FxHashSet<Lit>,
    interrupt: &'s Interrupt,
}

impl After<'_> {
    /// The reasons of the least price found for a literal by one constraint whose other literals are all ruled
    /// out directly.
    ///
    /// # Errors
    ///
    /// Why it was given up.
    pub fn reasons(&self, lit: Lit, price: Price<'_>) -> Result<Option<(u64, Vec<Reason>)>, Stop> {
        let demands = self.singles.of_literal.get(&lit).map_or(&[][..], Vec::as_slice);
        let demands = demands.iter().map(|&place| &self.singles.demands[place as usize]);
        self.fewest(demands, Some(lit), price)
    }

    /// The fewest reasons found for a constraint whose literals are all ruled out directly.
    ///
    /// # Errors
    ///
    /// Why it was given up.
    pub fn clash(&self) -> Result<Option<Vec<Reason>>, Stop> {
        let price = |_: usize, _: &[Lit], reasons: &[Reason]| reasons.len() as u64;
        let found = self.fewest(self.singles.demands.iter(), None, &price)?;
        Ok(found.map(|(_, reasons)| reasons))
    }

    /// The first cover of these demands with the least price.
    fn fewest<'d>(
        &self,
        demands: impl Iterator<Item = &'d (usize, Vec<Lit>)>,
        but: Option<Lit>,
        price: Price<'_>,
    ) -> Result<Option<(u64, Vec<Reason>)>, Stop> {
        let mut fewest: Option<(u64, Vec<Reason>)> = None;
        for (group, lits) in demands {
            self.interrupt.step(lits.len())?;
            if !lits.iter().all(|other| Some(*other) == but || self.ruled_out.contains(other)) {
                continue;
            }
            let Some(found) = self.cover(*group, lits, but)? else { continue };
            let cost = price(*group, lits, &found);
            if fewest.as_ref().is_none_or(|(least, _)| cost < *least) {
                fewest = Some((cost, found));
            }
        }
        Ok(fewest)
    }

    /// Rules out all literals, or all but one, and first those that fewer facts rule out. If a fact and a
    /// group rule out several, they are used for all of them.
    fn cover(&self, demand: usize, lits: &[Lit], but: Option<Lit>) -> Result<Option<Vec<Reason>>, Stop> {
        let mut rules_out: FxHashMap<(usize, Lit), Vec<Lit>> = FxHashMap::default();
        let mut open: Vec<Lit> = Vec::new();
        for &other in lits.iter().filter(|&&other| Some(other) != but) {
            if self.facts.contains(&!other) {
                rules_out.entry((demand, !other)).or_default().push(other);
            }
            for &(group, place) in self.singles.exclusions.get(&other).into_iter().flatten() {
                let set = &self.singles.sets[place as usize];
                self.interrupt.step(set.len())?;
                for &fact in set.iter().filter(|&&fact| fact != other) {
                    if self.facts.contains(&fact) {
                        rules_out.entry((group, fact)).or_default().push(other);
                    }
                }
            }
            open.push(other);
        }
        let mut reasons = vec![Reason::Group(demand)];
        while !open.is_empty() {
            self.interrupt.step(rules_out.len())?;
            let gain = |of: &Vec<Lit>| of.iter().filter(|other| open.contains(other)).count();
            let price = |(group, fact): &(usize, Lit)| {
                let known = |reason: Reason| usize::from(!reasons.contains(&reason));
                known(Reason::Group(*group)) + known(Reason::Fact(*fact))
            };
            // The most ruled out for each new reason; then in the order of the formula.
            let best = rules_out
                .iter()
                .filter(|(_, of)| gain(of) > 0)
                .max_by_key(|(pair, of)| (6 * gain(of) / price(pair).max(1), std::cmp::Reverse(**pair)));
            let Some(((group, fact), of)) = best else { return Ok(None) };
            for reason in [Reason::Group(*group), Reason::Fact(*fact)] {
                if !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            }
            open.retain(|other| !of.contains(other));
        }
        reasons.sort_unstable();
        Ok(Some(reasons))
    }
}
