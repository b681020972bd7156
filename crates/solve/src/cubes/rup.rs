use jigsat_cnf::{Clauses, Lit};

/// The number of a clause: first those of the formula, then those that were derived.
pub type Number = u32;

/// Unit propagation that remembers which clause forced each literal, and can go back level by level. It finds
/// the clauses that a step of an LRAT proof names. For each clause of the formula, two literals are watched.
pub struct Rup<'c> {
    clauses: &'c Clauses,
    /// Derived clauses, which are not watched: they are named when they force a literal.
    derived: Vec<Vec<Lit>>,
    /// The two watched literals of each clause of the formula.
    watched: Vec<[Lit; 2]>,
    /// By `Lit::lidx`: the clauses that watch the literal.
    watchers: Vec<Vec<Number>>,
    /// By `Lit::lidx`: whether it is true.
    holds: Vec<bool>,
    /// By variable: the clause that forced it, if one did.
    reasons: Vec<Option<Number>>,
    trail: Vec<Lit>,
    next: usize,
    /// By variable: seen in the explanation that is being made.
    seen: Vec<bool>,
}

impl<'c> Rup<'c> {
    /// Watches the clauses of a formula, without propagating yet. Also returns a clause that is empty or
    /// contradicts another unit clause, if there is one.
    pub fn new(variables: u32, clauses: &'c Clauses) -> (Self, Option<Number>) {
        let variables = variables as usize;
        let mut rup = Rup {
            clauses,
            derived: Vec::new(),
            watched: Vec::with_capacity(clauses.len()),
            watchers: vec![Vec::new(); 2 * variables],
            holds: vec![false; 2 * variables],
            reasons: vec![None; variables],
            trail: Vec::new(),
            next: 0,
            seen: vec![false; variables],
        };
        let mut conflict = None;
        for (number, clause) in (0..).zip(clauses.iter()) {
            let mut lits = clause.iter().copied();
            let first = lits.next();
            let second = first.and_then(|first| lits.find(|&lit| lit != first));
            match (first, second) {
                (Some(first), Some(second)) => {
                    rup.watched.push([first, second]);
                    rup.watchers[first.lidx()].push(number);
                    rup.watchers[second.lidx()].push(number);
                }
                (Some(only), None) => {
                    rup.watched.push([only, only]);
                    if !rup.set(only, Some(number)) {
                        conflict.get_or_insert(number);
                    }
                }
                (None, _) => {
                    rup.watched.push([Lit::positive(0); 2]);
                    conflict.get_or_insert(number);
                }
            }
        }
        (rup, conflict)
    }

    pub fn is_true(&self, lit: Lit) -> bool {
        self.holds[lit.lidx()]
    }

    pub fn is_false(&self, lit: Lit) -> bool {
        self.holds[(!lit).lidx()]
    }

    /// The current level, for going back to it.
    pub fn level(&self) -> usize {
        self.trail.len()
    }

    /// Takes back everything that was set since this level.
    pub fn back_to(&mut self, level: usize) {
        for lit in self.trail.drain(level..) {
            self.holds[lit.lidx()] = false;
            self.reasons[lit.vidx()] = None;
        }
        self.next = self.next.min(level);
    }

    /// Makes a literal true. Returns false if it is false.
    pub fn set(&mut self, lit: Lit, reason: Option<Number>) -> bool {
        if self.is_true(lit) {
            return true;
        }
        if self.is_false(lit) {
            return false;
        }
        self.holds[lit.lidx()] = true;
        self.reasons[lit.vidx()] = reason;
        self.trail.push(lit);
        true
    }

    /// Keeps a clause that was derived.
    pub fn derive(&mut self, clause: Vec<Lit>) -> Number {
        self.derived.push(clause);
        (self.clauses.len() + self.derived.len() - 1) as Number
    }

    pub fn clause(&self, number: Number) -> &[Lit] {
        match (number as usize).checked_sub(self.clauses.len()) {
            None => &self.clauses[number as usize],
            Some(place) => &self.derived[place],
        }
    }

    /// Sets everything that follows. Returns a clause whose literals are all false, if there is one.
    pub fn propagate(&mut self) -> Option<Number> {
        while let Some(&lit) = self.trail.get(self.next) {
            self.next += 1;
            let gone = !lit;
            let mut list = std::mem::take(&mut self.watchers[gone.lidx()]);
            let mut conflict = None;
            list.retain(|&number| {
                if conflict.is_some() {
                    return true;
                }
                let [one, other] = self.watched[number as usize];
                let other = if one == gone { other } else { one };
                if self.is_true(other) {
                    return true;
                }
                let free = |&&lit: &&Lit| lit != other && !self.holds[(!lit).lidx()];
                if let Some(&lit) = self.clauses[number as usize].iter().find(free) {
                    self.watched[number as usize] = [other, lit];
                    self.watchers[lit.lidx()].push(number);
                    return false;
                }
                if !self.set(other, Some(number)) {
                    conflict = Some(number);
                }
                true
            });
            self.watchers[gone.lidx()] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// The clauses that led from these choices to a clause whose literals are all false, in the order in
    /// which they did, with that clause at the end. A choice needs no clause, even if one had forced it when
    /// it was made.
    pub fn explain(&mut self, conflict: Number, choices: &[Lit]) -> Vec<Number> {
        let mut hints = vec![conflict];
        let mut todo: Vec<Lit> = self.clause(conflict).to_vec();
        let mut marked = Vec::new();
        while let Some(lit) = todo.pop() {
            let is_choice = choices.iter().any(|choice| choice.var() == lit.var());
            if !is_choice && !std::mem::replace(&mut self.seen[lit.vidx()], true) {
                marked.push(lit);
                if let Some(reason) = self.reasons[lit.vidx()] {
                    todo.extend(self.clause(reason).iter().filter(|other| other.var() != lit.var()));
                }
            }
        }
        let needed = self.trail.iter().rev().filter(|lit| self.seen[lit.vidx()]);
        hints.extend(needed.filter_map(|lit| self.reasons[lit.vidx()]));
        for lit in marked {
            self.seen[lit.vidx()] = false;
        }
        hints.reverse();
        hints
    }
}
