use jigsat_cnf::{Cnf, Interrupt, Lit, Stop, Var};

use super::{
    assignment::{Assignment, Kind, Reason},
    counters::Counters,
    learning::{Learning, explain},
    restarts::Restarts,
    watches::Watches,
};

/// Number of learned clauses that are kept in any case.
const KEPT: usize = 4_000;

/// Backtracking over the projection variables of a formula.
///
/// If it learns, conflicts are left by backjumping, but never beyond the last choice of which one side is exhausted: so nothing that
/// was found is found again, and no solution needs a clause that excludes it. M. Gebser, B. Kaufmann, T. Schaub: Solution
/// enumeration for projected Boolean search problems, CPAIOR 2009. Otherwise, the last choice is taken back.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub assignment: Assignment,
    counters: Counters,
    watches: Watches,
    learning: Learning,
    /// Whether it learns from conflicts. In formulas about connected sets and loops, that leaves few of them. In an exact
    /// cover, what is learned is long and seldom used again.
    pub learns: bool,
    /// When it starts again, if it looks for single models.
    restarts: Option<Restarts>,
    choices: Vec<Chosen>,
    /// Number of choices that are given from outside, and stay.
    fixed: usize,
    /// Number of literals of the trail that were propagated.
    next: usize,
    /// Number of clauses of the formula that are known.
    loaded: usize,
    /// Literals that follow from the formula, which were learned after a choice.
    facts: Vec<Lit>,
    /// Number of conflicts.
    pub conflicts: u64,
    /// Number of choices made.
    pub decisions: u64,
    /// Number of literals that were propagated.
    pub propagations: u64,
    /// The choices from outside that contradict the formula, if it is exhausted and looks for single models.
    pub core: Vec<Lit>,
    /// Whether a clause that was added contradicts the values.
    pending: bool,
    /// Whether there are no more solutions, or none within the choices from outside.
    exhausted: bool,
    /// Whether the formula contradicts itself.
    hopeless: bool,
}

/// A choice.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    lit: Lit,
    /// The length of the trail before it.
    height: usize,
    /// Whether all solutions with the opposite literal were found.
    is_second: bool,
    /// The number of choices down to the last that is a second one, this one included.
    barrier: usize,
}

/// The state of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It has made a choice, or taken one back.
    Going,
    /// All projection variables have values, and nothing contradicts them so far.
    Leaf,
    /// There are no more solutions.
    Exhausted,
}

impl Search {
    /// Loads a formula: constraints as counters, all other clauses with watches.
    ///
    /// # Errors
    ///
    /// Why it was given up.
    pub fn new(e: &Cnf, interrupt: &Interrupt) -> Result<Self, Stop> {
        let mut search = Search { learns: e.is_lazy(), ..Search::default() };
        search.reserve(e.variables());
        for constraint in e.constraints_from(0) {
            interrupt.step(constraint.lits.len() + 1)?;
            search.counters.add(&constraint);
            search.mark(constraint.lits);
        }
        let mut fine = true;
        for clause in e.clauses_outside_constraints() {
            interrupt.step(clause.len() + 1)?;
            search.mark(clause);
            fine &= search.watches.add(clause, None, &mut search.assignment);
        }
        for var in e.projected_variables() {
            search.assignment.mark(var, Kind::Key);
        }
        search.counters.note_keys(&search.assignment);
        search.loaded = e.clauses().len();
        fine = fine && search.counters.start(&mut search.assignment) && search.propagate();
        search.hopeless = !fine;
        search.exhausted = !fine;
        Ok(search)
    }

    /// From now on, it looks for single models, and is told what excludes them: it learns, decides helpers, too, and begins with
    /// what took part in most conflicts lately.
    pub fn seek(&mut self) {
        self.learns = true;
        self.assignment.without_helpers();
        self.restarts = Some(Restarts::default().after(self.conflicts));
    }

    /// Whether the formula contradicts itself.
    pub fn is_hopeless(&self) -> bool {
        self.hopeless
    }

    /// Makes room for variables 0 to `count - 1`.
    pub fn reserve(&mut self, count: u32) {
        let count = self.assignment.variables().max(count) as usize;
        self.assignment.reserve(count);
        self.counters.reserve(count);
        self.watches.reserve(count);
        self.learning.reserve(count);
    }

    fn mark(&mut self, lits: &[Lit]) {
        for lit in lits {
            if self.assignment.kind(lit.var()) == Kind::Idle {
                self.assignment.mark(lit.var(), Kind::Helper);
            }
        }
    }

    /// The work of a step, about: it looks at every demand.
    pub fn price(&self) -> usize {
        1 + self.counters.demands() / 8
    }

    /// The current state.
    pub fn position(&self) -> Step {
        if self.exhausted {
            Step::Exhausted
        } else if self.assignment.open_keys() == 0 {
            Step::Leaf
        } else {
            Step::Going
        }
    }

    /// Makes one step: makes a choice, and leaves the conflicts that follow.
    pub fn step(&mut self) -> Step {
        if self.position() != Step::Going {
            return self.position();
        }
        if self.watches.forgettable > KEPT + self.assignment.variables() as usize {
            self.watches.forget(&mut self.assignment);
        }
        if let Some(restarts) = self.restarts
            && self.conflicts >= restarts.next
        {
            self.restarts = Some(restarts.after(self.conflicts));
            self.back_to(self.fixed);
            return self.settle();
        }
        let choice = self.choice();
        self.decisions += 1;
        self.choose(choice, false);
        self.settle()
    }

    /// Continues after a solution, with the opposite of the last choice that has another side.
    pub fn retreat(&mut self) -> Step {
        if self.turn() { self.settle() } else { Step::Exhausted }
    }

    /// Replaces the last choice that has another side. Returns false if there is none.
    fn turn(&mut self) -> bool {
        while self.choices.len() > self.fixed {
            let chosen = self.choices[self.choices.len() - 1];
            self.back_to(self.choices.len() - 1);
            if !chosen.is_second {
                self.choose(!chosen.lit, true);
                return true;
            }
        }
        self.exhausted = true;
        false
    }

    /// Propagates, and leaves each conflict.
    fn settle(&mut self) -> Step {
        while !self.propagate() {
            if !self.learns {
                self.conflicts += 1;
                if self.turn() {
                    continue;
                }
                return Step::Exhausted;
            }
            let conflict = self.conflict();
            if !self.leave(&conflict) {
                return Step::Exhausted;
            }
        }
        Step::Going
    }

    /// Goes back to where a clause whose literals are all false tells something new. Returns false if there is no such place.
    fn leave(&mut self, conflict: &[Lit]) -> bool {
        self.conflicts += 1;
        let level = conflict.iter().map(|&lit| self.assignment.level(lit)).max().unwrap_or(0) as usize;
        self.hopeless |= level == 0;
        if level <= self.fixed {
            self.exhausted = true;
            self.blame(conflict);
            return false;
        }
        self.back_to(level);
        let (clause, back) = self.learning.learn(
            conflict,
            self.conflicts,
            &self.assignment,
            &self.counters,
            &mut self.watches,
        );
        let last = self.choices[level - 1];
        if last.is_second {
            // What lies below the choice before it was searched: solutions on the one side, none on the other.
            if !self.turn() {
                return false;
            }
        } else {
            self.back_to(last.barrier.max(back as usize).max(self.fixed));
        }
        self.obey(&clause, Some(self.conflicts));
        true
    }

    /// Adds a clause. If all its literals are false, or all but one, the next propagation begins with that.
    fn obey(&mut self, clause: &[Lit], learned: Option<u64>) {
        if let Some((&fact, others)) = clause.split_first()
            && others.iter().all(|&other| other == fact)
        {
            self.facts.push(fact);
        }
        self.pending |= !self.watches.add(clause, learned, &mut self.assignment);
    }

    /// Loads what was added to the formula, and obeys it from now on.
    pub fn grow(&mut self, e: &Cnf) -> Step {
        self.reserve(e.variables());
        let first = self.loaded;
        self.loaded = e.clauses().len();
        for clause in e.clauses().from(first) {
            self.mark(clause);
        }
        let keys = self.assignment.keys().len();
        for var in e.projected_variables() {
            if self.assignment.kind(var) != Kind::Key {
                self.assignment.mark(var, Kind::Key);
            }
        }
        if self.assignment.keys().len() > keys {
            self.counters.note_keys(&self.assignment);
        }
        let mut step = self.position();
        for clause in e.clauses().from(first) {
            step = self.learn(clause);
        }
        step
    }

    /// Obeys one more clause, with variables for which there is room, and which are decided, too.
    pub fn add(&mut self, clause: &[Lit]) {
        for lit in clause {
            if self.assignment.kind(lit.var()) == Kind::Idle {
                self.assignment.mark(lit.var(), Kind::Key);
            }
        }
        self.learn(clause);
    }

    /// Obeys one more clause of the formula from now on.
    pub fn learn(&mut self, clause: &[Lit]) -> Step {
        // What is false before any choice, or nothing at all, stays so when the search starts again.
        let is_false_at_root = |&lit: &Lit| self.assignment.is_false(lit) && self.assignment.level(lit) == 0;
        self.hopeless |= clause.iter().all(is_false_at_root);
        self.obey(clause, None);
        if self.exhausted { Step::Exhausted } else { self.settle() }
    }

    /// Starts again, with these choices fixed.
    pub fn restart(&mut self, cube: &[Lit]) {
        self.fixed = 0;
        self.back_to(0);
        self.pending = false;
        self.hopeless |= !self.propagate();
        self.exhausted = self.hopeless;
        for &lit in cube {
            if self.exhausted {
                break;
            }
            if self.assignment.is_open(lit) {
                self.choose(lit, false);
            }
            self.exhausted = self.assignment.is_false(lit) || !self.propagate();
            if self.exhausted && self.assignment.is_false(lit) {
                self.blame(&[lit]);
                self.core.push(lit);
            } else if self.exhausted {
                let conflict = self.conflict();
                self.blame(&conflict);
            }
        }
        self.fixed = self.choices.len();
    }

    /// The false literals that are a conflict.
    fn conflict(&mut self) -> Vec<Lit> {
        let (lit, reason) = self.assignment.clash.take().expect("a conflict has a reason");
        let mut conflict: Vec<Lit> = lit.into_iter().collect();
        explain(lit, reason, &self.assignment, &self.counters, &self.watches, &mut conflict);
        conflict
    }

    /// Finds the choices because of which these literals are false, if it looks for single models.
    fn blame(&mut self, conflict: &[Lit]) {
        self.core.clear();
        if self.restarts.is_none() {
            return;
        }
        let mut seen = vec![false; self.assignment.variables() as usize];
        let mut reason = conflict.to_vec();
        for &lit in self.assignment.trail().iter().rev() {
            for other in reason.drain(..) {
                seen[other.vidx()] = true;
            }
            if !seen[lit.vidx()] || self.assignment.level(lit) == 0 {
                continue;
            }
            match self.assignment.reason(lit.var()) {
                Reason::Choice => self.core.push(lit),
                why => explain(Some(lit), why, &self.assignment, &self.counters, &self.watches, &mut reason),
            }
        }
    }

    /// Continuations that exclude each other and leave nothing out.
    pub fn ways(&self) -> Vec<Vec<Lit>> {
        if let Some((lits, true)) = self.counters.fewest(&self.assignment) {
            let lits: Vec<Lit> = lits.collect();
            let mut ways = Vec::new();
            for (place, &lit) in lits.iter().enumerate() {
                let mut way: Vec<Lit> = lits[..place].iter().map(|&earlier| !earlier).collect();
                way.push(lit);
                ways.push(way);
            }
            // A helper may hold instead.
            ways.push(lits.into_iter().map(|lit| !lit).collect());
            return ways;
        }
        let lit = self.choice();
        vec![vec![lit], vec![!lit]]
    }

    /// The open literals of the constraint that leaves the fewest choices, or both literals of an open
    /// projection variable: the places where the search would continue.
    pub fn open_choices(&self) -> Vec<Lit> {
        let fewest = self.counters.fewest(&self.assignment);
        let lits: Vec<Lit> = fewest.map(|(lits, _)| lits.collect()).unwrap_or_default();
        if lits.is_empty() {
            let lit = self.choice();
            return vec![lit, !lit];
        }
        lits
    }

    /// Chooses an open literal. Returns false if that contradicts something; the search must then start
    /// again.
    pub fn descend(&mut self, lit: Lit) -> bool {
        self.choose(lit, false);
        self.propagate()
    }

    /// A literal of the constraint that leaves the fewest choices, or of any projection variable if there is
    /// none. If it looks for single models, the variable that took part in most conflicts lately becomes false.
    fn choice(&self) -> Lit {
        if self.restarts.is_some() {
            return self.busiest().neg_lit();
        }
        if let Some((mut lits, _)) = self.counters.fewest(&self.assignment)
            && let Some(lit) = lits.next()
        {
            return lit;
        }
        self.busiest().pos_lit()
    }

    fn busiest(&self) -> Var {
        self.learning.busiest(&self.assignment).expect("a key is open")
    }

    fn choose(&mut self, lit: Lit, is_second: bool) {
        let barrier = if is_second {
            self.choices.len() + 1
        } else {
            self.choices.last().map_or(0, |chosen| chosen.barrier)
        };
        self.choices.push(Chosen { lit, height: self.assignment.trail().len(), is_second, barrier });
        self.assignment.level = self.choices.len() as u32;
        self.assignment.set(lit, Reason::Choice);
    }

    /// Returns false at a conflict, which is the clash of the assignment.
    fn propagate(&mut self) -> bool {
        if std::mem::take(&mut self.pending) {
            return false;
        }
        while let Some(&lit) = self.assignment.trail().get(self.next) {
            self.next += 1;
            self.propagations += 1;
            let fine = self.counters.assigned(lit, &mut self.assignment);
            if !(fine && self.watches.assigned(lit, &mut self.assignment)) {
                return false;
            }
        }
        true
    }

    /// Takes choices back until this many are left.
    fn back_to(&mut self, level: usize) {
        let Some(&Chosen { height, .. }) = self.choices.get(level) else { return };
        self.choices.truncate(level);
        self.assignment.level = level as u32;
        while self.assignment.trail().len() > height {
            let counted = self.assignment.trail().len() <= self.next;
            if let Some(lit) = self.assignment.unset()
                && counted
            {
                self.counters.unassigned(lit);
            }
        }
        self.next = self.next.min(height);
        for place in 0..self.facts.len() {
            let fact = self.facts[place];
            if self.assignment.is_open(fact) {
                self.assignment.set(fact, Reason::Fact);
            }
        }
        if level == 0 {
            self.facts.clear();
        }
    }
}
