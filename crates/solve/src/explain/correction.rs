//! The fewest reasons without which there is a solution, by implicit hitting sets.
//!
//! J. Davies, F. Bacchus: Solving MAXSAT by solving a sequence of simpler SAT instances, CP 2011.

use jigsat_cnf::Lit;
use rustc_hash::FxHashSet;

use super::{Blamed, Blamer, Reason, smallest::hitting_set};
use crate::{Error, Growing, Limits, Stop};

/// The smallest sets of reasons whose removal leaves no contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corrections {
    /// The sets, all of the same size. None if there is no contradiction, or the rest contradicts itself.
    pub sets: Vec<Vec<Reason>>,
    /// Whether it is known that there are no others of this size.
    pub complete: bool,
    /// The limit that was reached first.
    pub stopped: Option<Stop>,
}

impl Blamer<dyn Growing + '_> {
    /// The smallest sets of these literals without which the constraints and the rest of them have a solution: at most
    /// `most` sets. If the constraints have none by themselves, then the smallest sets of constraints that say what a clue
    /// says ([`jigsat_cnf::Rule::clue`]). A literal that is given is not one of those that may be removed at first.
    ///
    /// # Errors
    ///
    /// Errors of the solver.
    pub fn corrections(&mut self, facts: &[Lit], most: usize, limits: &Limits) -> Result<Corrections, Error> {
        self.limit(limits);
        self.separate_sizes()?;
        let clues = self.clues();
        let given: FxHashSet<Lit> = clues.iter().filter_map(|&clue| self.given(clue)).collect();
        let filled = facts.iter().filter(|lit| !given.contains(lit)).map(|&lit| Reason::Fact(lit));
        for removable in [filled.collect(), clues] {
            let mut found = self.correct(&removable, most, limits)?;
            found.sets.retain(|set| !set.is_empty());
            if found.stopped.is_some() || !found.sets.is_empty() {
                return Ok(found);
            }
        }
        Ok(Corrections { complete: true, ..Corrections::default() })
    }

    /// The constraints that say what a clue says, and do not follow from others that do.
    fn clues(&self) -> Vec<Reason> {
        let is_clue = |&group: &usize| self.cnf().group_at(group).rule().is_clue();
        let clues = (0..self.cnf().group_count()).filter(is_clue).map(Reason::Group);
        clues.filter(|&clue| !self.follows_from_clues(clue)).collect()
    }

    /// Whether a constraint follows from a clue and the rules: without that clue, it must not be there, either.
    fn follows_from_clues(&self, reason: Reason) -> bool {
        let Reason::Group(group) = reason else { return false };
        let rule = self.cnf().group_at(group).rule();
        rule.is_clue() && rule.is_redundant()
    }

    /// What a reason follows from: for a cut, its constraint; any other reason is its own source.
    fn source(&self, reason: Reason) -> Reason {
        let Reason::Group(group) = reason else { return reason };
        let cut = self.cnf().group_at(group).cut();
        let constraint = cut.and_then(|cut| self.cnf().graphs().nth(cut.graph));
        constraint.map_or(reason, |(_, of)| Reason::Group(of.index()))
    }

    /// The literal that a constraint states, if that is all it says.
    fn given(&self, reason: Reason) -> Option<Lit> {
        let Reason::Group(group) = reason else { return None };
        let mut clauses = self.cnf().group_at(group).clauses();
        let only = clauses.next().filter(|_| clauses.is_empty())?;
        let [lit] = self.cnf().clauses()[only] else { return None };
        Some(lit)
    }

    /// Every set of these reasons that contradicts the constraints has to lose one of them, so a smallest set that hits
    /// all of those found so far is a lower bound, and an answer as soon as the rest has a solution.
    fn correct(&mut self, removable: &[Reason], most: usize, limits: &Limits) -> Result<Corrections, Error> {
        let all: FxHashSet<Reason> = removable.iter().copied().collect();
        let is_removable = |reason: &Reason| all.contains(reason);
        let mut found = Corrections::default();
        let (mut to_hit, mut sets, mut size) = (Vec::new(), Vec::new(), 0);
        while sets.len() < most {
            let left_out = match Error::unless_stopped(hitting_set(&to_hit, &sets, size, limits))? {
                Ok(Some(set)) => set,
                Ok(None) if !sets.is_empty() => {
                    found.complete = true;
                    break;
                }
                Ok(None) => {
                    size += 1;
                    continue;
                }
                Err(stop) => {
                    found.stopped = Some(stop);
                    break;
                }
            };
            // The cuts of a constraint are left out with it.
            let all = self.all().into_iter().filter(|&reason| !self.follows_from_clues(reason));
            let (cuts, mut kept): (Vec<Reason>, Vec<Reason>) =
                all.partition(|&reason| is_removable(&self.source(reason)));
            kept.extend(removable.iter().filter(|reason| !left_out.contains(reason)));
            kept.extend(
                cuts.into_iter().filter(|&cut| !is_removable(&cut) && !left_out.contains(&self.source(cut))),
            );
            match self.core(&[], &kept, limits)? {
                Blamed::Nothing => {
                    let ordered = removable.iter().filter(|reason| left_out.contains(reason));
                    found.sets.push(ordered.copied().collect());
                    sets.push(left_out);
                    if size == 0 {
                        break;
                    }
                }
                Blamed::These { mut reasons, .. } => {
                    for reason in &mut reasons {
                        *reason = self.source(*reason);
                    }
                    reasons.sort_unstable();
                    reasons.dedup();
                    reasons.retain(is_removable);
                    if reasons.is_empty() {
                        break;
                    }
                    to_hit.push(reasons);
                }
                Blamed::Open(stop) => {
                    found.stopped = Some(stop);
                    break;
                }
            }
        }
        Ok(found)
    }
}
