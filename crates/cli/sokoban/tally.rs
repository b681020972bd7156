use jigsat_sokoban::Plan;
use jigsat_solve::Answer;

use crate::family::Outcome;

/// What came of the levels of a collection.
#[derive(Debug, Default)]
pub struct Tally {
    levels: u32,
    solved: u32,
    proven: u32,
    impossible: u32,
    unknown: u32,
    seconds: f64,
    slowest: f64,
}

impl Tally {
    /// One more level.
    pub fn add(&mut self, outcome: &Outcome<Plan>) {
        self.levels += 1;
        match &outcome.first {
            Answer::Solved(plan) => {
                self.solved += 1;
                self.proven += u32::from(plan.proven.is_some());
            }
            Answer::Impossible(_) => self.impossible += 1,
            Answer::Unknown(_) | Answer::Refused { .. } => self.unknown += 1,
        }
        let seconds = (outcome.effort.encoding + outcome.effort.solving).as_secs_f64();
        self.seconds += seconds;
        self.slowest = self.slowest.max(seconds);
    }

    /// A line about all of them, with or without times.
    pub fn tell(&self, times: bool) -> String {
        let Tally { levels, solved, proven, impossible, unknown, seconds, slowest } = self;
        let text = format!(
            "{levels} levels: {solved} solved, {proven} of them proven best, {impossible} impossible or \
             none within the bound, {unknown} unknown"
        );
        if times { format!("{text}; {seconds:.1} s in all, {slowest:.1} s the slowest") } else { text }
    }
}
