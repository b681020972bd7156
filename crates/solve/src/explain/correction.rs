//! The fewest reasons without which there is a solution, by implicit hitting sets.
//!
//! J. Davies, F. Bacchus: Solving MAXSAT by solving a sequence of simpler SAT instances, CP 2011.

use super::{Blamed, Blamer, Reason, blame::Growing, smallest::hitting_set};
use crate::{Error, Limits, Stop};

/// The smallest sets of reasons whose removal leaves no contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corrections {
    /// The sets, all of the same size, each in the order of the formula. None if the rest contradicts itself.
    pub sets: Vec<Vec<Reason>>,
    /// Whether it is known that there are no others of this size.
    pub complete: bool,
    /// The limit that was reached first.
    pub stopped: Option<Stop>,
}

impl Blamer<dyn Growing + '_> {
    /// The smallest sets of these reasons without which the constraints and the rest of them have a solution: at most
    /// `most` sets. The empty set is one if they have a solution as they are.
    ///
    /// Every set of these reasons that contradicts the constraints has to lose one of them, so a smallest set that hits
    /// all of those found so far is a lower bound, and an answer as soon as the rest has a solution.
    ///
    /// # Errors
    ///
    /// Errors of the solver.
    pub fn corrections(
        &mut self,
        removable: &[Reason],
        most: usize,
        limits: &Limits,
    ) -> Result<Corrections, Error> {
        let mut found = Corrections::default();
        let (mut to_hit, mut size) = (Vec::new(), 0);
        while found.sets.len() < most {
            let mut left_out = match Error::unless_stopped(hitting_set(&to_hit, &found.sets, size, limits))? {
                Ok(Some(set)) => set,
                Ok(None) if !found.sets.is_empty() => {
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
            let is_removable = |reason: &Reason| removable.contains(reason);
            let mut kept: Vec<Reason> =
                self.all().into_iter().filter(|reason| !is_removable(reason)).collect();
            kept.extend(removable.iter().filter(|reason| !left_out.contains(reason)));
            match self.core(&[], &kept, limits)? {
                Blamed::Nothing => {
                    left_out.sort_unstable();
                    found.sets.push(left_out);
                    if size == 0 {
                        found.complete = true;
                        break;
                    }
                }
                Blamed::These { mut reasons, .. } => {
                    reasons.retain(is_removable);
                    if reasons.is_empty() {
                        found.complete = true;
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
