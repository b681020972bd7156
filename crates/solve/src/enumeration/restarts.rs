/// Number of conflicts before the first restart. Measured on Aquariums, 32 and 100 take up to a tenth longer.
const RESTART: u64 = 64;

/// When a search starts again: after as many conflicts as the sequence 1, 1, 2, 1, 1, 2, 4, … says, in units (M. Luby, A. Sinclair,
/// D. Zuckerman: Optimal speedup of Las Vegas algorithms, Information Processing Letters 1993).
#[derive(Clone, Copy, Debug, Default)]
pub struct Restarts {
    /// How many there were.
    done: u32,
    /// The number of conflicts at which the next one comes.
    pub next: u64,
}

impl Restarts {
    /// What comes after a restart at this number of conflicts, or after the start.
    pub fn after(self, conflicts: u64) -> Self {
        let mut place = self.done + 1;
        // The sequence up to 2^k - 1 is that up to 2^(k - 1) - 1 twice, and then 2^(k - 1).
        while !(place + 1).is_power_of_two() {
            place -= (1 << place.ilog2()) - 1;
        }
        Restarts { done: self.done + 1, next: conflicts + RESTART * (u64::from(place) + 1) / 2 }
    }
}
