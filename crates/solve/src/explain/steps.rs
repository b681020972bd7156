use jigsat_cnf::{Lit, Literal};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Build, Error, GIVEN, Limits, Puzzle, Solver, Stop};

use super::{Blame, Blamed, Reason, singles::Singles};

/// So many of the most promising deductions are looked at in full where nothing simple is left.
const PROMISING: usize = 6;

/// A solution told step by step, as it could be found: each step with the smallest explanation that was found over
/// all that is open, from what is known by then.
///
/// J. Espasa, I. Gent, R. Hoffmann, C. Jefferson, A. Lynch, A. Salamon, M. McIlree: Using small MUSes to explain how
/// to solve pen and paper puzzles, 2021. Steps in which one constraint leaves one possibility are recognised without
/// any search; else the deductions whose first cores are smallest are minimised.
pub struct Steps<'p, P: Puzzle> {
    blame: Blame<'p, P>,
    singles: Singles,
    /// The constraints but the givens, as far as they are there from the start.
    rules: Vec<Reason>,
    /// So many groups are there from the start; those after them complete the encoding.
    base: usize,
    /// What is known, and what an explanation calls it.
    known: FxHashMap<Lit, Reason>,
    facts: FxHashSet<Lit>,
    open: Vec<Lit>,
    /// Explanations that were found earlier and still hold, by what they explain.
    found: FxHashMap<Lit, Vec<Reason>>,
}

/// Some deductions with their common explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What becomes known.
    pub deduced: Vec<Lit>,
    /// From what.
    pub reasons: Vec<Reason>,
    /// Whether one constraint leaves one possibility, others being ruled out directly.
    pub is_single: bool,
    /// Why the reasons may be more than are needed.
    pub stopped: Option<Stop>,
}

impl<'p, P: Puzzle> Steps<'p, P> {
    /// Starts from what is given and some more literals that are known.
    ///
    /// `goal` are the literals to be deduced; they must follow from the puzzle.
    ///
    /// # Errors
    ///
    /// As [`Blame::new`].
    pub fn new(
        puzzle: &'p P,
        how: P::How,
        recipe: &Build,
        solver: &Solver,
        goal: &[Literal<P::Atom>],
        known: &[Literal<P::Atom>],
    ) -> Result<Self, Error> {
        let blame = Blame::new(puzzle, how, recipe, solver)?;
        let e = blame.encoding();
        let mut facts: FxHashMap<Lit, Reason> = FxHashMap::default();
        for &literal in known {
            let lit = e.lit(literal);
            facts.insert(lit, Reason::Fact(lit));
        }
        let mut rules = Vec::new();
        for group in e.groups() {
            if group.rule().name() == GIVEN.name() {
                for place in group.clauses() {
                    facts.insert(e.clauses()[place][0], Reason::Group(group.index()));
                }
            } else {
                rules.push(Reason::Group(group.index()));
            }
        }
        let open = goal.iter().map(|&literal| e.lit(literal)).filter(|lit| !facts.contains_key(lit));
        let open: Vec<Lit> = open.collect();
        let singles = Singles::new(e);
        let set = facts.keys().copied().collect();
        let base = e.group_count();
        Ok(Steps { singles, blame, rules, base, known: facts, facts: set, open, found: FxHashMap::default() })
    }

    /// The formula, whose groups the reasons name.
    #[must_use]
    pub fn blame(&self) -> &Blame<'p, P> {
        &self.blame
    }

    /// What is still to be deduced.
    #[must_use]
    pub fn open(&self) -> &[Lit] {
        &self.open
    }

    /// The next step; none when all is known.
    ///
    /// # Errors
    ///
    /// Those of the solver.
    pub fn next(&mut self, limits: &Limits) -> Result<Option<Result<Step, Stop>>, Error> {
        if self.open.is_empty() {
            return Ok(None);
        }
        let step = match self.best_single() {
            Some(step) => step,
            None => match self.best_of_all(limits)? {
                Ok(step) => step,
                Err(stop) => return Ok(Some(Err(stop))),
            },
        };
        self.learn(&step.deduced);
        Ok(Some(Ok(step)))
    }

    /// Why that literal, from what is known now; an error of the limits where they were reached first.
    ///
    /// # Errors
    ///
    /// Those of the solver.
    pub fn why(&mut self, lit: Lit, limits: &Limits) -> Result<Result<Step, Stop>, Error> {
        if let Some(reasons) = self.singles.reasons(lit, &self.facts) {
            return Ok(Ok(Step {
                deduced: vec![lit],
                reasons: self.named(reasons),
                is_single: true,
                stopped: None,
            }));
        }
        let among = self.among();
        Ok(match self.blame.minimal(&[!lit], &among, limits)? {
            Blamed::These { reasons, stopped } => {
                Ok(Step { deduced: vec![lit], reasons, is_single: false, stopped })
            }
            Blamed::Open(stop) => Err(stop),
            Blamed::Nothing => Err(Stop::GaveUp),
        })
    }

    /// Takes literals as known from here on.
    pub fn learn(&mut self, lits: &[Lit]) {
        for &lit in lits {
            self.known.entry(lit).or_insert(Reason::Fact(lit));
            self.facts.insert(lit);
            self.found.remove(&lit);
        }
        self.open.retain(|lit| !lits.contains(lit));
    }

    fn best_single(&self) -> Option<Step> {
        let singles =
            self.open.iter().filter_map(|&lit| Some((lit, self.singles.reasons(lit, &self.facts)?)));
        let (lit, reasons) = singles.min_by_key(|(_, reasons)| reasons.len())?;
        Some(Step { deduced: vec![lit], reasons: self.named(reasons), is_single: true, stopped: None })
    }

    /// Facts by what explanations call them: givens are constraints of their own.
    fn named(&self, reasons: Vec<Reason>) -> Vec<Reason> {
        let name = |reason| match reason {
            Reason::Fact(lit) => self.known.get(&lit).copied().unwrap_or(reason),
            Reason::Group(_) => reason,
        };
        let mut named: Vec<Reason> = reasons.into_iter().map(name).collect();
        named.sort_unstable();
        named.dedup();
        named
    }

    fn among(&self) -> Vec<Reason> {
        let mut known: Vec<Reason> = self.known.values().copied().collect();
        known.sort_unstable();
        let added = (self.base..self.blame.encoding().group_count()).map(Reason::Group);
        self.rules.iter().copied().chain(added).chain(known).collect()
    }

    /// The smallest of the explanations that seem worth the effort.
    fn best_of_all(&mut self, limits: &Limits) -> Result<Result<Step, Stop>, Error> {
        let mut cores: Vec<(usize, Lit, Vec<Reason>)> = Vec::new();
        for lit in self.open.clone() {
            let core = match self.found.get(&lit) {
                Some(known) => known.clone(),
                None => match self.blame.core(&[!lit], &self.among(), limits)? {
                    Blamed::These { reasons, .. } => reasons,
                    Blamed::Open(stop) if cores.is_empty() => return Ok(Err(stop)),
                    Blamed::Open(_) => break,
                    Blamed::Nothing => continue,
                },
            };
            cores.push((core.len(), lit, core));
        }
        cores.sort();
        let mut best: Option<Step> = None;
        for (_, lit, core) in cores.into_iter().take(PROMISING) {
            let Blamed::These { reasons, stopped } = self.blame.minimize(&[!lit], core, limits)? else {
                continue;
            };
            if stopped.is_none() {
                self.found.insert(lit, reasons.clone());
            }
            if best.as_ref().is_none_or(|best| reasons.len() < best.reasons.len()) {
                best = Some(Step { deduced: vec![lit], reasons, is_single: false, stopped });
            }
        }
        let Some(mut step) = best else { return Ok(Err(Stop::GaveUp)) };
        for lit in self.open.clone() {
            if lit != step.deduced[0]
                && matches!(self.blame.ask(&[!lit], &step.reasons, limits)?, Blamed::These { .. })
            {
                step.deduced.push(lit);
            }
        }
        Ok(Ok(step))
    }
}
