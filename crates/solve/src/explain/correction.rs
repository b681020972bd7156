//! The fewest reasons without which there is a solution, by implicit hitting sets.
//!
//! J. Davies, F. Bacchus: Solving MAXSAT by solving a sequence of simpler SAT instances, CP 2011.

use jigsat_cnf::Lit;
use rustc_hash::FxHashSet;

use super::{Blamed, Blamer, Reason, smallest::hitting_set};
use crate::{Error, GIVEN, Growing, Limits, Stop};

/// The smallest sets of literals whose removal leaves no contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corrections {
    /// The sets, all of the same size. None if there is no contradiction, or the rest contradicts itself.
    pub sets: Vec<Vec<Lit>>,
    /// Whether it is known that there are no others of this size.
    pub complete: bool,
    /// The limit that was reached first.
    pub stopped: Option<Stop>,
}

/// What may be removed, with its literal.
type Removable = Vec<(Reason, Lit)>;

impl Blamer<dyn Growing + '_> {
    /// The smallest sets of these literals without which the constraints and the rest of them have a solution: at most
    /// `most` sets. If the constraints have none by themselves, then the smallest sets of givens. A literal that is given
    /// is not one of those that may be removed at first.
    ///
    /// # Errors
    ///
    /// Errors of the solver.
    pub fn corrections(&mut self, facts: &[Lit], most: usize, limits: &Limits) -> Result<Corrections, Error> {
        let givens = self.givens();
        let is_given = |lit: &Lit| givens.iter().any(|(_, given)| given == lit);
        let filled: Removable =
            facts.iter().filter(|lit| !is_given(lit)).map(|&lit| (Reason::Fact(lit), lit)).collect();
        for removable in [filled, givens] {
            let mut found = self.correct(&removable, most, limits)?;
            found.sets.retain(|set| !set.is_empty());
            if found.stopped.is_some() || !found.sets.is_empty() {
                return Ok(found);
            }
        }
        Ok(Corrections { complete: true, ..Corrections::default() })
    }

    /// The givens that are constraints of their own.
    fn givens(&self) -> Removable {
        let cnf = self.cnf();
        let given = |group: usize| {
            let (clauses, rule) = (cnf.group_at(group).clauses(), cnf.group_at(group).rule());
            if clauses.len() != 1 || rule.name() != GIVEN.name() {
                return None;
            }
            let [lit] = cnf.clauses()[clauses.start] else { return None };
            Some((Reason::Group(group), lit))
        };
        (0..cnf.group_count()).filter_map(given).collect()
    }

    /// Every set of these reasons that contradicts the constraints has to lose one of them, so a smallest set that hits
    /// all of those found so far is a lower bound, and an answer as soon as the rest has a solution.
    fn correct(&mut self, removable: &Removable, most: usize, limits: &Limits) -> Result<Corrections, Error> {
        let all: FxHashSet<Reason> = removable.iter().map(|&(reason, _)| reason).collect();
        let is_removable = |reason: &Reason| all.contains(reason);
        let lits = |set: &[Reason]| {
            removable.iter().filter(|(reason, _)| set.contains(reason)).map(|&(_, lit)| lit).collect()
        };
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
            let mut kept: Vec<Reason> =
                self.all().into_iter().filter(|reason| !is_removable(reason)).collect();
            kept.extend(
                removable.iter().map(|&(reason, _)| reason).filter(|reason| !left_out.contains(reason)),
            );
            match self.core(&[], &kept, limits)? {
                Blamed::Nothing => {
                    found.sets.push(lits(&left_out));
                    sets.push(left_out);
                    if size == 0 {
                        break;
                    }
                }
                Blamed::These { mut reasons, .. } => {
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
