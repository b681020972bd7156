//! Models that were found while reasons were minimised. Each shows of many later questions that a reason is
//! needed, without asking a solver again.
//!
//! The reasons that a model breaks must be hit by every explanation of what the model denies: hitting sets
//! as in R. Reiter: A theory of diagnosis from first principles, Artificial Intelligence 32, 1987.

use std::collections::VecDeque;

use jigsat_cnf::{Cnf, Lit, Stop, rarely};
use rustc_hash::FxHashSet;

use super::Reason;

/// At most this many models are kept.
const MOST: usize = 500;

/// Maximum number of values of all models together, approximately: fewer models of large formulas are kept.
const MOST_VALUES: usize = 1 << 24;

/// The last models.
#[derive(Default)]
pub struct Models {
    kept: VecDeque<Kept>,
}

/// For one question, models are looked at up to this number of clauses: with many large constraints, asking the solver takes less
/// time.
const MOST_CLAUSES: usize = 200_000;

/// A model, and what is known about the groups under it.
struct Kept {
    values: Vec<bool>,
    /// Whether it breaks each group, if that was asked.
    breaks: Vec<Option<bool>>,
}

impl Models {
    /// Keeps one more: the values of the formula's variables.
    pub fn add(&mut self, values: Vec<bool>) {
        let most = (MOST_VALUES / values.len().max(1)).clamp(1, MOST);
        self.kept.push_back(Kept { values, breaks: Vec::new() });
        while self.kept.len() > most {
            self.kept.pop_front();
        }
    }

    /// The reasons among these that each model breaks under which all the literals hold. If the reasons rule the
    /// literals out together, each set has a member.
    ///
    /// # Errors
    ///
    /// Why it was given up, by the limits of the formula.
    pub fn broken(&mut self, e: &Cnf, literals: &[Lit], among: &[Reason]) -> Result<Vec<Vec<Reason>>, Stop> {
        // The last ones say most of what is open now.
        let models = self.kept.iter_mut().rev().filter(|model| literals.iter().all(|&lit| model.holds(lit)));
        let (mut all, mut clauses) = (Vec::new(), 0);
        for model in models {
            if clauses > MOST_CLAUSES {
                break;
            }
            e.interrupt().step(among.len())?;
            clauses += among.iter().map(|&reason| model.unknown(e, reason)).sum::<usize>();
            all.push(among.iter().copied().filter(|&reason| model.breaks(e, reason)).collect());
        }
        Ok(all)
    }
}

impl Kept {
    fn holds(&self, lit: Lit) -> bool {
        self.values.get(lit.vidx()).copied().unwrap_or(false) != lit.is_neg()
    }

    /// The number of clauses to look at for whether it breaks a reason, if that was not asked before.
    fn unknown(&self, e: &Cnf, reason: Reason) -> usize {
        match reason {
            Reason::Group(group) if self.breaks.get(group).copied().flatten().is_none() => {
                e.group_at(group).clauses().len()
            }
            Reason::Group(_) | Reason::Fact(_) => 0,
        }
    }

    fn breaks(&mut self, e: &Cnf, reason: Reason) -> bool {
        let group = match reason {
            Reason::Fact(lit) => return !self.holds(lit),
            Reason::Group(group) => group,
        };
        if group >= self.breaks.len() {
            self.breaks.resize(e.group_count(), None);
        }
        if let Some(known) = self.breaks[group] {
            return known;
        }
        let is_broken = |place: usize| !e.clauses()[place].iter().any(|&lit| self.holds(lit));
        let breaks = e.group_at(group).clauses().any(is_broken);
        self.breaks[group] = Some(breaks);
        breaks
    }
}

/// Sets of reasons; an explanation must contain one of each.
pub struct ToHit {
    sets: Vec<Vec<Reason>>,
}

impl ToHit {
    pub fn new(mut sets: Vec<Vec<Reason>>) -> Self {
        rarely::sort_by_key(&mut sets, Vec::len);
        ToHit { sets }
    }

    /// Leaves out all other reasons.
    pub fn retain(&mut self, reasons: &FxHashSet<Reason>) {
        for set in &mut self.sets {
            set.retain(|reason| reasons.contains(reason));
        }
        rarely::sort_by_key(&mut self.sets, Vec::len);
    }

    /// Leaves out the sets that have this reason.
    pub fn hit(&mut self, reason: Reason) {
        self.sets.retain(|set| !set.contains(&reason));
    }

    /// The member of a set that has no other.
    pub fn single(&self) -> Option<Reason> {
        self.sets.iter().find(|set| set.len() == 1).map(|set| set[0])
    }

    /// The number of reasons that it takes at least: that of sets without a common member, chosen greedily.
    pub fn least(&self) -> usize {
        let mut taken: FxHashSet<Reason> = FxHashSet::default();
        let mut disjoint = 0;
        for set in &self.sets {
            if !set.iter().any(|reason| taken.contains(reason)) {
                taken.extend(set);
                disjoint += 1;
            }
        }
        disjoint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_hit() {
        let set = |members: &[usize]| members.iter().copied().map(Reason::Group).collect::<Vec<_>>();
        let mut to_hit = ToHit::new(vec![set(&[1, 2, 3]), set(&[4, 5]), set(&[2, 4])]);
        assert_eq!((to_hit.single(), to_hit.least()), (None, 1 + 1));
        to_hit.retain(&set(&[1, 2, 5]).into_iter().collect());
        assert_eq!(to_hit.least(), 2, "1 or 2, and 5");
        to_hit.hit(Reason::Group(5));
        assert_eq!(to_hit.single(), Some(Reason::Group(2)));
        to_hit.hit(Reason::Group(2));
        assert_eq!((to_hit.single(), to_hit.least()), (None, 0));
    }

    #[test]
    fn the_oldest_models_go() {
        let mut e: jigsat_cnf::Formula<u8> = jigsat_cnf::Formula::new(jigsat_cnf::Flavours::default());
        e.declare_projected(0);
        let fact = Reason::Fact(e.lit(0));
        let mut models = Models::default();
        models.add(vec![false]);
        for _ in 0..MOST {
            models.add(vec![true]);
        }
        let broken = models.broken(&e, &[], &[fact]).expect("there are no limits");
        assert_eq!(broken.len(), MOST);
        assert!(broken.iter().all(Vec::is_empty));
    }
}
