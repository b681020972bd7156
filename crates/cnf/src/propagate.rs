use rustsat::types::Lit;

use crate::{Cnf, Stop};

/// The result of unit propagation from some assumptions: each step with the clause that forced it.
///
/// ```
/// use jigsat_cnf::{Formula, Flavours, Rule};
///
/// const NEXT: Rule = Rule::new("next", "if lamp {0} is lit, so is the next");
///
/// let mut e = Formula::new(Flavours::default());
/// (1..=4).for_each(|lamp| e.declare_projected(lamp));
/// for lamp in 1..4 {
///     e.group(&NEXT, (lamp,)).implies([lamp], [lamp + 1]);
/// }
/// let seen = e.propagate(&[e.lit(2)])?;
/// let names = |lamp: i32, f: &mut std::fmt::Formatter<'_>| write!(f, "lamp{lamp}");
/// let why = seen.steps.iter().map(|&(_, clause)| clause.map(|clause| e.group_of(clause).sentence(&names)));
/// let next = |lamp| Some(format!("if lamp {lamp} is lit, so is the next"));
/// assert_eq!(why.collect::<Vec<_>>(), [None, next(2), next(3)]);
/// assert_eq!(seen.conflict, None);
/// # Ok::<(), jigsat_cnf::Stop>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Propagation {
    /// The literals in the order in which they became true, each with the place of the clause that forced it,
    /// or `None` for an assumption.
    pub steps: Vec<(Lit, Option<usize>)>,
    /// The place of a clause whose literals all became false; propagation stopped there.
    pub conflict: Option<usize>,
    /// An assumption that was already false when it was made; propagation stopped there.
    pub contradicted: Option<Lit>,
}

impl Cnf {
    /// Runs unit propagation over all clauses, first without assumptions and then with one after the other.
    ///
    /// Takes time linear in the size of the formula: each clause counts its false literals.
    ///
    /// # Errors
    ///
    /// Why it was given up.
    pub fn propagate(&self, assumptions: &[Lit]) -> Result<Propagation, Stop> {
        let mut state = State::new(self)?;
        for (clause, lits) in self.clauses().iter().enumerate() {
            self.interrupt.step(lits.len())?;
            if !state.check(clause, lits) {
                return Ok(state.result);
            }
        }
        if !state.run()? {
            return Ok(state.result);
        }
        for &assumption in assumptions {
            match state.value(assumption) {
                Some(true) => {}
                Some(false) => {
                    state.result.contradicted = Some(assumption);
                    return Ok(state.result);
                }
                None => {
                    state.set(assumption, None);
                    if !state.run()? {
                        return Ok(state.result);
                    }
                }
            }
        }
        Ok(state.result)
    }
}

struct State<'e> {
    cnf: &'e Cnf,
    /// By variable.
    values: Vec<Option<bool>>,
    /// The clauses in which each literal occurs, by `Lit::lidx`.
    occurrences: Vec<Vec<u32>>,
    result: Propagation,
    next: usize,
}

impl<'e> State<'e> {
    fn new(cnf: &'e Cnf) -> Result<Self, Stop> {
        let variables = cnf.variables() as usize;
        let mut occurrences = vec![Vec::new(); 2 * variables];
        for (clause, lits) in cnf.clauses().iter().enumerate() {
            cnf.interrupt.step(lits.len())?;
            for lit in lits {
                occurrences[lit.lidx()].push(clause as u32);
            }
        }
        let result = Propagation::default();
        Ok(State { cnf, values: vec![None; variables], occurrences, result, next: 0 })
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.vidx()].map(|value| value != lit.is_neg())
    }

    fn set(&mut self, lit: Lit, by: Option<usize>) {
        self.values[lit.vidx()] = Some(lit.is_pos());
        self.result.steps.push((lit, by));
    }

    /// Sets the last open literal of a clause that has no true one. Returns false if there is none to set.
    fn check(&mut self, clause: usize, lits: &[Lit]) -> bool {
        let mut open = None;
        for &lit in lits {
            match self.value(lit) {
                Some(false) => {}
                None if open.is_none_or(|other| other == lit) => open = Some(lit),
                Some(true) | None => return true,
            }
        }
        match open {
            Some(lit) => self.set(lit, Some(clause)),
            None => self.result.conflict = Some(clause),
        }
        open.is_some()
    }

    /// Propagates all literals that were set but not yet processed. Returns false at a conflict.
    fn run(&mut self) -> Result<bool, Stop> {
        while let Some(&(lit, _)) = self.result.steps.get(self.next) {
            self.next += 1;
            let clauses = std::mem::take(&mut self.occurrences[(!lit).lidx()]);
            self.cnf.interrupt.step(clauses.len())?;
            for &clause in &clauses {
                let clause = clause as usize;
                if !self.check(clause, &self.cnf.clauses()[clause]) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
