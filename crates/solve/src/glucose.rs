//! Glucose 4.2.1 (Gilles Audemard and Laurent Simon, "Predicting Learnt Clauses Quality in Modern SAT Solvers",
//! IJCAI 2009), without its preprocessor.

use rustsat_glucose::{Limit, core::Glucose as Core};

use crate::interruptible::{Backend, Interruptible, budget};

/// Glucose as a [`crate::Sat`]. It checks its limits only when it restarts, every few dozen conflicts or
/// more.
pub type Glucose = Interruptible<Core>;

impl Backend for Core {
    const NAME: &'static str = "glucose";

    // Not rustsat's `limit_conflicts`, which for None asks for one conflict less than there were.
    fn limit_next(&mut self, conflicts: Option<u64>) {
        self.set_limit(conflicts.map_or(Limit::None, |conflicts| Limit::Conflicts(budget(conflicts))));
    }
}

#[cfg(test)]
mod tests {
    use super::Core;
    use crate::interruptible::facts;

    #[test]
    fn lit_val_ignores_the_sign() {
        facts::lit_val_ignores_the_sign::<Core>();
    }

    #[test]
    fn interrupts_are_sticky() {
        facts::interrupts_are_sticky::<Core>();
    }

    #[test]
    fn no_limit_on_conflicts_stops_at_once() {
        facts::no_limit_on_conflicts_stops_at_once::<Core>();
    }
}
