//! MiniSat 2.2 (Niklas Eén and Niklas Sörensson, "An Extensible SAT-solver", SAT 2003), without its preprocessor.

use rustsat_minisat::{Limit, core::Minisat as Core};

use crate::interruptible::{Backend, Interruptible, budget};

/// MiniSat as a [`crate::Sat`]. It checks its limits before each decision.
pub type Minisat = Interruptible<Core>;

impl Backend for Core {
    const NAME: &'static str = "minisat";

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
