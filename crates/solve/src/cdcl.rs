//! A solver that shows its work: conflict-driven clause learning (CDCL) in its plainest form, for people who
//! learn how solvers work. It is not a backend: it keeps every learned clause, and looks for unit clauses in
//! the simplest way unless it is told to watch two literals of each.
//!
//! The method: J. P. Marques-Silva, K. A. Sakallah, *GRASP: a search algorithm for propositional satisfiability*, IEEE
//! Transactions on Computers 48, 1999; learning at the first unique implication point: L. Zhang, C. Madigan, M. Moskewicz,
//! S. Malik, *Efficient conflict driven learning in a Boolean satisfiability solver*, ICCAD 2001. Without learning, it is
//! the search of M. Davis, G. Logemann, D. Loveland, *A machine program for theorem-proving*, Communications of the ACM 5,
//! 1962.

mod watched;

use jigsat_cnf::{Clauses, Interrupt, Lit, Var, rarely};

use self::watched::Watched;
use crate::{Limits, Stop};

/// The origin of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The clause at this place of the formula.
    Formula(usize),
    /// The clause that was learned from the conflict with this number, from 0.
    Learned(usize),
}

/// One step of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A literal was decided, which begins a level.
    Decide {
        /// It became true.
        literal: Lit,
        /// The level, from 1.
        level: usize,
    },
    /// The last literal of a clause that is not false was implied.
    Imply {
        /// It became true.
        literal: Lit,
        /// The level, 0 before any decision.
        level: usize,
        /// The clause.
        by: Origin,
    },
    /// All literals of a clause are false.
    Conflict {
        /// The clause.
        clause: Origin,
        /// The level of the conflict; at level 0, there is no solution.
        level: usize,
    },
    /// Two clauses were resolved: the one of the conflict so far, and the one that implied a literal.
    Resolve {
        /// The literal that the resolvent lacks.
        on: Lit,
        /// The clause that implied the literal.
        with: Origin,
        /// The resolvent.
        clause: Vec<Lit>,
    },
    /// The clause was learned. Its first literal is the only one of the level of the conflict.
    Learn {
        /// The clause. Literals that are false without any decision are left out.
        clause: Vec<Lit>,
        /// The level to which the search goes back; there the first literal is implied.
        back: usize,
    },
    /// Without learning: the search goes back to the last decision of which one value was tried, and tries the other.
    Flip {
        /// It became true.
        literal: Lit,
        /// The level of the decision.
        level: usize,
    },
    /// A watched literal became false, and the clause watches another one instead.
    Watch {
        /// The clause.
        clause: Origin,
        /// The literal that is false.
        from: Lit,
        /// The literal that is watched now.
        to: Lit,
    },
    /// The search goes back to level 0 and keeps what it has learned.
    Restart,
}

/// How to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Literals to decide first, in this order. One that has a value already is passed over.
    pub decide: Vec<Lit>,
    /// Whether clauses are learned. Otherwise, a conflict leads back to the last decision, whose other value is tried.
    pub learns: bool,
    /// With learning: begins again after this many conflicts, then after twice as many, and so on.
    pub restart: Option<u64>,
    /// Whether unit clauses are found by two watched literals of each clause: M. Moskewicz et al., *Chaff: engineering an
    /// efficient SAT solver*, DAC 2001. Otherwise, by looking at each clause in which a literal became false.
    pub watches: bool,
}

impl Default for Strategy {
    /// With learning, and nothing else.
    fn default() -> Self {
        Strategy { decide: Vec::new(), learns: true, restart: None, watches: false }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model: the value of each variable.
    Satisfiable(Vec<bool>),
    /// There is no model: a conflict depends on no decision.
    Unsatisfiable,
    /// A limit was reached.
    Stopped(Stop),
}

/// The search. After the literals that its [`Strategy`] names, it decides the variable that occurred in most learned
/// clauses, or the first of several, and sets it to true.
///
/// ```
/// use jigsat_cnf::{Clauses, Var};
/// use jigsat_solve::{Limits, cdcl::{Cdcl, Outcome, Step, Strategy}};
///
/// let [a, b] = [0, 1].map(|var| Var::new(var).pos_lit());
/// let mut clauses = Clauses::default();
/// clauses.push([!a, b]);
/// clauses.push([!a, !b]);
/// let mut learned = Vec::new();
/// let outcome = Cdcl::new(&clauses, 2).run(&Strategy::default(), &Limits::default(), &mut |step| {
///     if let Step::Learn { clause, .. } = step {
///         learned.push(clause.clone());
///     }
///     Ok(())
/// });
/// assert_eq!(learned, [[!a]]);
/// assert_eq!(outcome, Outcome::Satisfiable(vec![false, true]));
/// ```
pub struct Cdcl<'c> {
    formula: &'c Clauses,
    learned: Vec<Vec<Lit>>,
    /// The clauses in which each literal occurs, by `Lit::lidx`.
    occurrences: Vec<Vec<Origin>>,
    /// By variable: the literal of it that is true, with its place on the trail.
    places: Vec<Option<usize>>,
    /// The true literals, in the order in which they became true.
    trail: Vec<Assigned>,
    /// The number of literals on the trail that were propagated.
    next: usize,
    level: usize,
    /// In how many learned clauses each variable occurs.
    scores: Vec<u64>,
    /// Without learning: the decisions of the levels whose other value was tried before.
    flipped: Vec<usize>,
    /// The watched literals, if there are any.
    watched: Option<Watched>,
    /// How often a clause was looked at.
    visits: u64,
    interrupt: Interrupt,
}

#[derive(Clone, Copy)]
struct Assigned {
    literal: Lit,
    level: usize,
    /// None for a decision.
    by: Option<Origin>,
}

/// The observer of each step, which may say to stop.
type Tell<'t> = &'t mut dyn FnMut(&Step) -> Result<(), Stop>;

impl<'c> Cdcl<'c> {
    /// A search that has not started.
    ///
    /// # Panics
    ///
    /// If a clause contains a variable beyond this number.
    #[must_use]
    pub fn new(formula: &'c Clauses, variables: u32) -> Self {
        let variables = variables as usize;
        let mut occurrences = vec![Vec::new(); 2 * variables];
        for (place, clause) in formula.iter().enumerate() {
            for lit in clause {
                occurrences[lit.lidx()].push(Origin::Formula(place));
            }
        }
        Cdcl {
            formula,
            learned: Vec::new(),
            occurrences,
            places: vec![None; variables],
            trail: Vec::new(),
            next: 0,
            level: 0,
            scores: vec![0; variables],
            flipped: Vec::new(),
            watched: None,
            visits: 0,
            interrupt: Interrupt::default(),
        }
    }

    /// How often a clause was looked at to see whether it is a unit clause or false.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Runs the search to its end, or until a limit is reached or `tell`, which hears each step, says to stop. Conflicts that
    /// depend on decisions count against the limit.
    ///
    /// Takes exponential time in the worst case. A propagated literal costs the length of all clauses that
    /// contain its negation, or of those that watch it.
    pub fn run(&mut self, strategy: &Strategy, limits: &Limits, tell: Tell<'_>) -> Outcome {
        self.interrupt = limits.interrupt();
        match self.search(strategy, limits, tell) {
            Ok(true) => Outcome::Satisfiable((0..self.places.len()).map(|var| self.is_true(var)).collect()),
            Ok(false) => Outcome::Unsatisfiable,
            Err(stop) => Outcome::Stopped(stop),
        }
    }

    /// Whether there is a model.
    fn search(&mut self, strategy: &Strategy, limits: &Limits, tell: Tell<'_>) -> Result<bool, Stop> {
        if strategy.watches {
            self.watched = Some(Watched::of(self.formula, self.places.len()));
        }
        let mut conflict = self.begin(tell)?;
        let (mut until, mut since, mut conflicts) = (strategy.restart.unwrap_or(u64::MAX).max(1), 0, 0);
        loop {
            limits.check()?;
            if conflict.is_none() {
                conflict = self.propagate(tell)?;
            }
            match conflict.take() {
                Some(clause) => {
                    tell(&Step::Conflict { clause, level: self.level })?;
                    if self.level == 0 {
                        return Ok(false);
                    }
                    if strategy.learns {
                        self.learn(clause, tell)?;
                    } else if !self.flip(tell)? {
                        return Ok(false);
                    }
                    (since, conflicts) = (since + 1, conflicts + 1);
                    if limits.conflicts.is_some_and(|most| conflicts >= most) {
                        return Err(Stop::Conflicts);
                    }
                }
                None if since >= until && self.level > 0 && strategy.learns => {
                    (until, since) = (until.saturating_mul(2), 0);
                    self.back_to(0);
                    tell(&Step::Restart)?;
                }
                None => match self.next_decision(&strategy.decide) {
                    Some(literal) => {
                        self.level += 1;
                        tell(&Step::Decide { literal, level: self.level })?;
                        self.assign(literal, None);
                    }
                    None => return Ok(true),
                },
            }
        }
    }

    /// Checks all clauses once for those with one literal or none.
    fn begin(&mut self, tell: Tell<'_>) -> Result<Option<Origin>, Stop> {
        for clause in (0..self.formula.len()).map(Origin::Formula) {
            if self.is_broken(clause, tell)? {
                return Ok(Some(clause));
            }
        }
        Ok(None)
    }

    /// Runs unit propagation, until a clause has no literal left.
    fn propagate(&mut self, tell: Tell<'_>) -> Result<Option<Origin>, Stop> {
        while let Some(assigned) = self.trail.get(self.next) {
            let literal = !assigned.literal;
            self.next += 1;
            if self.watched.is_some() {
                match self.visit_watching(literal, tell)? {
                    Some(conflict) => return Ok(Some(conflict)),
                    None => continue,
                }
            }
            let falsified = literal.lidx();
            for place in 0..self.occurrences[falsified].len() {
                let clause = self.occurrences[falsified][place];
                if self.is_broken(clause, tell)? {
                    return Ok(Some(clause));
                }
            }
        }
        Ok(None)
    }

    /// Whether all literals of a clause are false. If all but one are, that one becomes true.
    fn is_broken(&mut self, clause: Origin, tell: Tell<'_>) -> Result<bool, Stop> {
        self.visits += 1;
        self.interrupt.step(self.literals(clause).len())?;
        let mut open = None;
        for &lit in self.literals(clause) {
            match self.value(lit) {
                Some(false) => {}
                None if open.is_none_or(|other| other == lit) => open = Some(lit),
                Some(true) | None => return Ok(false),
            }
        }
        if let Some(literal) = open {
            tell(&Step::Imply { literal, level: self.level, by: clause })?;
            self.assign(literal, Some(clause));
        }
        Ok(open.is_none())
    }

    /// Resolves the clause of a conflict until only one literal of its level is left, and goes back to the
    /// level where this literal is implied.
    fn learn(&mut self, conflict: Origin, tell: Tell<'_>) -> Result<(), Stop> {
        let mut clause = Vec::new();
        self.join(&mut clause, conflict, None);
        let of_this_level = |this: &Self, clause: &[Lit]| {
            clause.iter().filter(|&&lit| this.falsified(lit).level == this.level).count()
        };
        while of_this_level(self, &clause) > 1 {
            // The last one to become false was implied: a decision is the first of its level.
            let last = *clause.iter().max_by_key(|&&lit| self.places[lit.vidx()]).expect("there are two");
            let with = self.falsified(last).by.expect("only the first literal of a level is a decision");
            clause.retain(|&lit| lit != last);
            self.join(&mut clause, with, Some(!last));
            self.interrupt.step(clause.len())?;
            tell(&Step::Resolve { on: !last, with, clause: clause.clone() })?;
        }
        // The literal of this level first, then from the latest to the earliest.
        rarely::sort_by_key(&mut clause, |&lit| std::cmp::Reverse(self.places[lit.vidx()]));
        let back = clause.get(1).map_or(0, |&lit| self.falsified(lit).level);
        tell(&Step::Learn { clause: clause.clone(), back })?;
        let origin = Origin::Learned(self.learned.len());
        for &lit in &clause {
            self.scores[lit.vidx()] += 1;
            self.occurrences[lit.lidx()].push(origin);
        }
        self.back_to(back);
        if let Some(watched) = &mut self.watched {
            watched.add(origin, &clause);
        }
        self.learned.push(clause);
        // All its literals but the first are false now.
        let implied = !self.is_broken(origin, tell)?;
        debug_assert!(implied, "a learned clause implies its first literal");
        Ok(())
    }

    /// Goes back to the last decision whose other value was not tried, and tries it. False if there is none.
    fn flip(&mut self, tell: Tell<'_>) -> Result<bool, Stop> {
        while self.flipped.pop_if(|last| *last == self.level).is_some() {
            self.back_to(self.level - 1);
        }
        let Some(decision) =
            self.trail.iter().find(|assigned| assigned.level == self.level && self.level > 0)
        else {
            return Ok(false);
        };
        let (literal, level) = (!decision.literal, self.level);
        self.back_to(level - 1);
        self.level = level;
        self.flipped.push(level);
        tell(&Step::Flip { literal, level })?;
        self.assign(literal, None);
        Ok(true)
    }

    /// Adds the literals of a clause to another, each once, except `but` and those that are false at level 0.
    fn join(&self, to: &mut Vec<Lit>, clause: Origin, but: Option<Lit>) {
        for &lit in self.literals(clause) {
            if Some(lit) != but && !to.contains(&lit) && self.falsified(lit).level > 0 {
                to.push(lit);
            }
        }
    }

    /// Undoes what became true at higher levels.
    fn back_to(&mut self, level: usize) {
        while let Some(assigned) = self.trail.pop_if(|assigned| assigned.level > level) {
            self.places[assigned.literal.vidx()] = None;
        }
        self.next = self.next.min(self.trail.len());
        self.level = level;
    }

    fn assign(&mut self, literal: Lit, by: Option<Origin>) {
        self.places[literal.vidx()] = Some(self.trail.len());
        self.trail.push(Assigned { literal, level: self.level, by });
    }

    /// The literal to decide: the first of these that is open; otherwise, an open variable is set to true.
    fn next_decision(&self, first: &[Lit]) -> Option<Lit> {
        let named = first.iter().copied().find(|lit| self.places[lit.vidx()].is_none());
        named.or_else(|| self.open().map(Var::pos_lit))
    }

    /// The variable to decide.
    fn open(&self) -> Option<Var> {
        let open = (0..self.places.len()).filter(|&var| self.places[var].is_none());
        let best = open.min_by_key(|&var| (std::cmp::Reverse(self.scores[var]), var))?;
        Some(Var::new(u32::try_from(best).expect("a variable is a u32")))
    }

    fn literals(&self, clause: Origin) -> &[Lit] {
        match clause {
            Origin::Formula(place) => &self.formula[place],
            Origin::Learned(number) => &self.learned[number],
        }
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.places[lit.vidx()].map(|place| self.trail[place].literal == lit)
    }

    fn is_true(&self, var: usize) -> bool {
        self.places[var].is_some_and(|place| self.trail[place].literal.is_pos())
    }

    /// What made a literal false.
    fn falsified(&self, lit: Lit) -> Assigned {
        self.trail[self.places[lit.vidx()].expect("literals of a conflict are false")]
    }
}
