use jigsat_cnf::{Cnf, Interrupt, Lit, Stop, Var};

use super::{
    assignment::{Assignment, Kind},
    counters::Counters,
    watches::{Watches, outside_statements},
};

/// Chronological backtracking over the projection variables of a formula.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub assignment: Assignment,
    counters: Counters,
    watches: Watches,
    /// The literal that was chosen on each level, and the length of the trail at that time.
    choices: Vec<(Lit, usize)>,
    /// Number of choices that are given from outside, and stay.
    fixed: usize,
    /// Number of literals of the trail that were propagated.
    next: usize,
    /// Number of clauses of the formula that are known.
    loaded: usize,
    /// Number of choices that turned out wrong.
    pub conflicts: u64,
    /// Number of literals that were propagated.
    pub propagations: u64,
    /// The length of the trail before any choice.
    root: usize,
    /// Whether there are no more solutions, or none within the choices from outside.
    exhausted: bool,
    /// Whether the formula contradicts itself.
    hopeless: bool,
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
        let mut search = Search::default();
        search.reserve(e);
        let mut ranges = Vec::new();
        for constraint in e.constraints_from(0) {
            interrupt.step(constraint.lits.len() + 1)?;
            search.counters.add(&constraint);
            ranges.push(constraint.clauses.clone());
            search.mark(constraint.lits);
        }
        let mut fine = true;
        for clause in outside_statements(e.clauses(), ranges) {
            interrupt.step(clause.len() + 1)?;
            search.mark(clause);
            fine &= search.watches.add(clause, &mut search.assignment);
        }
        for var in e.projected_variables() {
            search.assignment.mark(var, Kind::Key);
        }
        search.loaded = e.clauses().len();
        fine = fine && search.counters.start(&mut search.assignment) && search.propagate();
        search.root = search.assignment.trail().len();
        search.hopeless = !fine;
        search.exhausted = !fine;
        Ok(search)
    }

    fn reserve(&mut self, e: &Cnf) {
        let count = e.variables() as usize;
        self.assignment.reserve(count);
        self.counters.reserve(count);
        self.watches.reserve(count);
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

    /// Makes one step: makes a choice, or takes one back.
    pub fn step(&mut self) -> Step {
        if self.position() != Step::Going {
            return self.position();
        }
        let choice = self.choice();
        self.choose(choice);
        if self.propagate() { Step::Going } else { self.retreat() }
    }

    /// Takes the last choice back and continues with its opposite, until there is no contradiction.
    pub fn retreat(&mut self) -> Step {
        loop {
            self.conflicts += 1;
            if self.choices.len() <= self.fixed {
                self.exhausted = true;
                return Step::Exhausted;
            }
            let (lit, height) = self.choices.pop().expect("there are more than the fixed ones");
            self.take_back_to(height);
            if self.assignment.set(!lit) && self.propagate() {
                return Step::Going;
            }
        }
    }

    /// Loads what was added to the formula, and obeys it from now on.
    pub fn grow(&mut self, e: &Cnf) -> Step {
        self.reserve(e);
        let first = self.loaded;
        self.loaded = e.clauses().len();
        for clause in e.clauses().from(first) {
            self.mark(clause);
        }
        for var in e.projected_variables() {
            if self.assignment.kind(var) != Kind::Key {
                self.assignment.mark(var, Kind::Key);
            }
        }
        let mut step = Step::Going;
        for clause in e.clauses().from(first) {
            step = self.learn(clause);
        }
        step
    }

    /// Obeys one more clause from now on.
    pub fn learn(&mut self, clause: &[Lit]) -> Step {
        // What is false before any choice, or nothing at all, stays so when the search starts again.
        let is_false_at_root =
            |&lit: &Lit| self.assignment.is_false(lit) && (self.assignment.place(lit) as usize) < self.root;
        self.hopeless |= clause.iter().all(is_false_at_root);
        let fine = self.watches.add(clause, &mut self.assignment);
        if self.exhausted {
            return Step::Exhausted;
        }
        let mut step = if fine && self.propagate() { Step::Going } else { self.retreat() };
        while step == Step::Going && clause.iter().all(|&lit| self.assignment.is_false(lit)) {
            step = self.retreat();
        }
        step
    }

    /// Starts again, with these choices fixed.
    pub fn restart(&mut self, cube: &[Lit]) {
        self.take_back_to(self.root);
        self.choices.clear();
        self.exhausted = self.hopeless;
        for &lit in cube {
            if self.assignment.is_open(lit) {
                self.choose(lit);
            }
            if self.exhausted || self.assignment.is_false(lit) || !self.propagate() {
                self.exhausted = true;
                break;
            }
        }
        self.fixed = self.choices.len();
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
        self.choose(lit);
        self.propagate()
    }

    /// A literal of the constraint that leaves the fewest choices, or of any projection variable if there is
    /// none.
    fn choice(&self) -> Lit {
        if let Some((mut lits, _)) = self.counters.fewest(&self.assignment)
            && let Some(lit) = lits.next()
        {
            return lit;
        }
        let open = |&var: &u32| {
            let var = Var::new(var);
            self.assignment.kind(var) == Kind::Key && self.assignment.is_open(var.pos_lit())
        };
        let var = (0..self.assignment.variables()).find(open).expect("a key is open");
        Var::new(var).pos_lit()
    }

    fn choose(&mut self, lit: Lit) {
        self.choices.push((lit, self.assignment.trail().len()));
        self.assignment.set(lit);
    }

    fn propagate(&mut self) -> bool {
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

    fn take_back_to(&mut self, height: usize) {
        while self.assignment.trail().len() > height {
            let counted = self.assignment.trail().len() <= self.next;
            if let Some(lit) = self.assignment.unset()
                && counted
            {
                self.counters.unassigned(lit);
            }
        }
        self.next = self.next.min(height);
    }
}
