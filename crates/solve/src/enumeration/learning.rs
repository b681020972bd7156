//! Learns from a conflict.
//!
//! J. P. Marques-Silva, K. A. Sakallah: GRASP, IEEE Transactions on Computers 1999; the first unique implication point: L. Zhang,
//! C. Madigan, M. Moskewicz, S. Malik: Efficient conflict driven learning in a Boolean satisfiability solver, ICCAD 2001; scores
//! of variables that decay: N. Eén, N. Sörensson: An extensible SAT-solver, SAT 2003.
use jigsat_cnf::{Lit, Var};

use super::{
    assignment::{Assignment, Reason},
    counters::Counters,
    watches::Watches,
};

/// By how much a conflict counts more than the one before.
const GROWTH: f64 = 1.05;

/// What learning from conflicts needs and tells.
#[derive(Clone, Debug, Default)]
pub struct Learning {
    /// By variable: whether the clause that is learned mentions it so far.
    seen: Vec<bool>,
    /// By variable: in how many conflicts it took part lately.
    scores: Vec<f64>,
    /// How much the next conflict counts.
    worth: f64,
    reason: Vec<Lit>,
}

impl Learning {
    /// Makes room for variables 0 to `count - 1`.
    pub fn reserve(&mut self, count: usize) {
        self.seen.resize(count, false);
        self.scores.resize(count, 0.0);
        self.worth = self.worth.max(1.0);
    }

    /// The open projection variable that took part in most conflicts lately.
    pub fn busiest(&self, assignment: &Assignment) -> Option<Var> {
        let mut best = None;
        let mut most = -1.0;
        for &var in assignment.keys() {
            let score = self.scores[var.idx()];
            if score > most && assignment.is_open(var.pos_lit()) {
                (best, most) = (Some(var), score);
            }
        }
        best
    }

    /// The clause that is learned from a clause whose literals are all false, at least one of them at the current
    /// level, which is not 0. Its first literal is the only one of that level. Also the highest level of the others.
    pub fn learn(
        &mut self,
        conflict: &[Lit],
        number: u64,
        assignment: &Assignment,
        counters: &Counters,
        watches: &mut Watches,
    ) -> (Vec<Lit>, u32) {
        let mut learned: Vec<Lit> = Vec::new();
        let mut reason = std::mem::take(&mut self.reason);
        reason.clear();
        reason.extend_from_slice(conflict);
        // How many of the literals of this level are to be explained.
        let mut waiting = 0;
        let mut trail = assignment.trail().iter().rev();
        let first = loop {
            for &lit in &reason {
                let level = assignment.level(lit);
                if level == 0 || std::mem::replace(&mut self.seen[lit.vidx()], true) {
                    continue;
                }
                self.scores[lit.vidx()] += self.worth;
                if level == assignment.level {
                    waiting += 1;
                } else {
                    learned.push(lit);
                }
            }
            let lit = *trail.find(|lit| self.seen[lit.vidx()]).expect("a literal of this level is false");
            self.seen[lit.vidx()] = false;
            waiting -= 1;
            if waiting == 0 {
                break lit;
            }
            reason.clear();
            if let Reason::Clause(clause) = assignment.reason(lit.var()) {
                watches.explaining(clause, number);
            }
            explain(Some(lit), assignment.reason(lit.var()), assignment, counters, watches, &mut reason);
        };
        let all = learned.clone();
        learned.retain(|&lit| {
            // What the others imply is left out.
            let why = assignment.reason(lit.var());
            reason.clear();
            explain(Some(!lit), why, assignment, counters, watches, &mut reason);
            let is_implied = |&other: &Lit| self.seen[other.vidx()] || assignment.level(other) == 0;
            why == Reason::Choice || !reason.iter().all(is_implied)
        });
        for lit in all {
            self.seen[lit.vidx()] = false;
        }
        self.reason = reason;
        self.worth *= GROWTH;
        if self.worth > 1e100 {
            self.worth *= 1e-100;
            self.scores.iter_mut().for_each(|score| *score *= 1e-100);
        }
        let back = learned.iter().map(|&lit| assignment.level(lit)).max().unwrap_or(0);
        learned.insert(0, !first);
        (learned, back)
    }
}

/// Appends the other literals of the clause that made a literal true, or that contradicts it: they are all false.
/// Without a literal, all literals of a clause that is false.
pub fn explain(
    lit: Option<Lit>,
    reason: Reason,
    assignment: &Assignment,
    counters: &Counters,
    watches: &Watches,
    out: &mut Vec<Lit>,
) {
    let before = match lit {
        Some(lit) if assignment.is_true(lit) => assignment.place(lit),
        _ => u32::MAX,
    };
    match reason {
        Reason::Choice | Reason::Fact => {}
        Reason::Pair(other) => out.push(other),
        Reason::Clause(clause) => {
            out.extend(watches.clause(clause).iter().filter(|&&other| Some(other) != lit));
        }
        Reason::AtMost(counter) => counters.explain(counter, true, lit, before, assignment, out),
        Reason::AtLeast(counter) => counters.explain(counter, false, lit, before, assignment, out),
    }
}
