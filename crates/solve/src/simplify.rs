//! Makes a formula smaller before a solver sees it: merges literals that are equal, and removes those of clauses that are
//! superfluous by a clause of two literals.
//!
//! A count over cells that rules make equal becomes a circuit in which most gates are equal, too, and a solver that learns from
//! conflicts alone never sees that. A clause of two literals is an implication: `!a, b` says that `a` implies `b`. The literals
//! of a strongly connected component of these implications are equal, and one of them stands for all; a longer clause that
//! contains `a` and `b` doesn't need `a`. Each of the two makes shorter clauses, and so implications for the other (Ronen
//! Brafman, *A Simplifier for Propositional Formulas with Many Binary Clauses*, 2001; Niklas Eén and Armin Biere, *Effective
//! Preprocessing in SAT through Variable and Clause Elimination*, 2005). No variable is eliminated, so clauses may be added
//! later.

mod implications;
mod merged;

use jigsat_cnf::{Clauses, Cnf, Interrupt, Lit, Stop, Var};

use implications::Implications;
pub use merged::Merged;

/// Formulas of fewer clauses are solved in less time than it takes.
const FEW: usize = 4000;
/// Formulas of more literals are left alone: what it takes would be noticed beside limits of time and memory.
const MOST: usize = 1 << 22;
/// How often at most the formula is gone through.
const ROUNDS: usize = 8;
/// How often at most units are propagated through all clauses in a round.
const SWEEPS: usize = 4;
/// They are propagated again if a pass found one for this many variables; what fewer imply directly is found without.
const MANY: usize = 50;
/// Of this many clauses, one is tried out before all are rewritten.
const SAMPLE: usize = 8;

/// A formula that has the same models, if each literal gets the value of the one that stands for it.
pub struct Simplified {
    pub clauses: Clauses,
    /// The literal that stands for each, by its index.
    pub stands: Vec<Lit>,
}

/// What is gained.
pub enum Gain {
    /// Little, so the formula stays as it is. These literals are true in each model.
    Units(Vec<Lit>),
    /// Much: this formula is smaller.
    Smaller(Simplified),
}

/// Simplifies a formula if there is much to gain: if a tenth of its open variables are equal to others, or a third of the
/// literals in longer clauses are superfluous. Formulas in which most variables are atoms have few gates and are left alone, as
/// are small and very large ones. A round takes time linear in the size of the formula.
///
/// # Errors
///
/// If the formula's limits are reached.
pub fn simplify(cnf: &Cnf) -> Result<Gain, Stop> {
    let has_few_gates = || 2 * cnf.atom_variables().count() > cnf.variables() as usize;
    if cnf.clauses().len() < FEW || cnf.clauses().literals() > MOST || has_few_gates() {
        return Ok(Gain::Units(Vec::new()));
    }
    let mut known = Known::new(cnf.variables());
    let implications = known.look(cnf.clauses(), cnf.interrupt())?;
    if !known.is_worth_it(cnf.clauses(), &implications) {
        return Ok(Gain::Units(known.units));
    }
    known.simplified(cnf.clauses(), implications, cnf.interrupt()).map(Gain::Smaller)
}

/// What is known of the literals.
struct Known {
    /// The literal that stands for each, by its index.
    stands: Vec<Lit>,
    /// Whether it is true in each model, for those that stand for themselves.
    holds: Vec<bool>,
    /// The literals that are, in the order in which they were found.
    units: Vec<Lit>,
    /// Whether there is no model.
    contradiction: bool,
}

impl Known {
    fn new(variables: u32) -> Known {
        let lits = (0..variables).map(Var::new).flat_map(|var| [var.pos_lit(), var.neg_lit()]);
        let stands: Vec<Lit> = lits.collect();
        Known { holds: vec![false; stands.len()], stands, units: Vec::new(), contradiction: false }
    }

    fn set(&mut self, lit: Lit) {
        if self.holds[(!lit).lidx()] {
            self.contradiction = true;
        } else if !std::mem::replace(&mut self.holds[lit.lidx()], true) {
            self.units.push(lit);
        }
    }

    /// Finds units, the implications, and the literals that are equal.
    fn look(&mut self, clauses: &Clauses, interrupt: &Interrupt) -> Result<Implications, Stop> {
        let mut next = self.units.len();
        let (mut binary, mut sweeps) = (Vec::new(), 0);
        let mut implications = loop {
            interrupt.step(clauses.literals())?;
            let before = self.units.len();
            self.sweep(clauses, &mut binary);
            let found = self.units.len() - before;
            let implications = Implications::new(&binary, self.holds.len());
            while let Some(&lit) = self.units.get(next) {
                next += 1;
                for &implied in implications.of(lit) {
                    self.set(implied);
                }
            }
            sweeps += 1;
            // In the first pass, a unit says nothing to the clauses before it.
            let is_little = found == 0 || sweeps > 1 && MANY * found < self.holds.len() / 2;
            if is_little || sweeps == SWEEPS {
                break implications;
            }
        };
        implications.find_equal(&|lit| !self.holds[lit.lidx()] && !self.holds[(!lit).lidx()]);
        self.contradiction |= implications.contradict;
        for lit in &mut self.stands {
            *lit = implications.stands(*lit);
        }
        Ok(implications)
    }

    /// Rewrites clauses, through which it looked, until little changes.
    fn simplified(
        mut self,
        clauses: &Clauses,
        mut implications: Implications,
        interrupt: &Interrupt,
    ) -> Result<Simplified, Stop> {
        let mut clauses = self.rewritten(clauses, &implications, interrupt)?;
        for _ in 1..ROUNDS {
            let before = clauses.literals();
            implications = self.look(&clauses, interrupt)?;
            clauses = self.rewritten(&clauses, &implications, interrupt)?;
            if clauses.literals() > before - before / 20 {
                break;
            }
        }
        self.state(&mut clauses);
        Ok(Simplified { clauses, stands: self.stands })
    }

    /// Propagates through the clauses in their order, and collects those of which two literals are left.
    fn sweep(&mut self, clauses: &Clauses, binary: &mut Vec<[Lit; 2]>) {
        binary.clear();
        for clause in clauses.iter() {
            match self.left(clause) {
                Some([None, _]) => self.contradiction = true,
                Some([Some(lit), None]) => self.set(lit),
                Some([Some(a), Some(b)]) => binary.push([a, b]),
                None => {}
            }
        }
    }

    /// What is left of a clause, if it is not satisfied and that is two literals at most.
    fn left(&self, clause: &[Lit]) -> Option<[Option<Lit>; 2]> {
        let mut left = [None; 2];
        for &lit in clause {
            let lit = self.stands[lit.lidx()];
            if self.holds[lit.lidx()] || left[0] == Some(!lit) {
                return None;
            }
            if self.holds[(!lit).lidx()] || left[0] == Some(lit) {
                continue;
            }
            match left {
                [None, _] => left[0] = Some(lit),
                [_, None] => left[1] = Some(lit),
                _ => return None,
            }
        }
        Some(left)
    }

    fn is_worth_it(&self, clauses: &Clauses, implications: &Implications) -> bool {
        let open = self.holds.len() / 2 - self.units.len();
        if 10 * implications.merged > open {
            return true;
        }
        let (mut literals, mut left, mut rest) = (0, 0, Vec::new());
        for clause in clauses.iter().step_by(SAMPLE) {
            if self.reduce(clause, &mut rest) && rest.len() > 2 {
                literals += rest.len();
                left += if implications.shorten(&mut rest) { rest.len() } else { 0 };
            }
        }
        3 * left < 2 * literals
    }

    /// The clauses without what is known, and without what is superfluous by the implications, which are all of them.
    fn rewritten(
        &mut self,
        clauses: &Clauses,
        implications: &Implications,
        interrupt: &Interrupt,
    ) -> Result<Clauses, Stop> {
        let (mut rewritten, mut rest) = (Clauses::default(), Vec::new());
        for clause in clauses.iter() {
            interrupt.step(clause.len() + 1)?;
            if !self.reduce(clause, &mut rest) || !implications.shorten(&mut rest) {
                continue;
            }
            match rest[..] {
                [] => self.contradiction = true,
                [lit] => self.set(lit),
                _ => rewritten.push(rest.iter().copied()),
            }
        }
        Ok(rewritten)
    }

    /// Writes what is known into a clause; false if it is satisfied.
    fn reduce(&self, clause: &[Lit], rest: &mut Vec<Lit>) -> bool {
        rest.clear();
        for &lit in clause {
            let lit = self.stands[lit.lidx()];
            if self.holds[lit.lidx()] {
                return false;
            }
            if !self.holds[(!lit).lidx()] {
                rest.push(lit);
            }
        }
        rest.sort_unstable();
        rest.dedup();
        rest.windows(2).all(|pair| pair[0] != !pair[1])
    }

    /// States the units, and the contradiction, as clauses.
    fn state(&self, clauses: &mut Clauses) {
        for &lit in &self.units {
            clauses.push([lit]);
        }
        if self.contradiction {
            clauses.push([]);
        }
    }
}

#[cfg(test)]
mod tests {
    use jigsat_cnf::{Bound, Flavours, Formula, Rule, neg, pos};
    use proptest::prelude::*;

    use super::*;
    use crate::{Limits, Sat, Solver, Verdict};

    const VARIABLES: u32 = 8;

    fn simplified(clauses: &Clauses) -> Simplified {
        let mut known = Known::new(VARIABLES);
        let unlimited = Interrupt::default();
        let implications = known.look(clauses, &unlimited).expect("there are no limits");
        known.simplified(clauses, implications, &unlimited).expect("there are no limits")
    }

    /// A literal by the number of its variable from 1 on, negated below 0.
    fn lit(number: i32) -> Lit {
        Lit::new(number.unsigned_abs() - 1, number < 0)
    }

    fn formula(clauses: &[Vec<i32>]) -> Clauses {
        let mut formula = Clauses::default();
        for clause in clauses {
            formula.push(clause.iter().map(|&number| lit(number)));
        }
        formula
    }

    fn literals() -> impl Strategy<Value = i32> {
        let last = VARIABLES as i32;
        (1..=last).prop_flat_map(|number| prop_oneof![Just(number), Just(-number)])
    }

    /// Mostly clauses of two and three literals, in which a variable may occur twice.
    fn formulas() -> impl Strategy<Value = Vec<Vec<i32>>> {
        let clause = prop_oneof![
            1 => prop::collection::vec(literals(), 0..=1),
            20 => prop::collection::vec(literals(), 2),
            20 => prop::collection::vec(literals(), 3..=5),
        ];
        prop::collection::vec(clause, 1..24)
    }

    fn is_model(clauses: &Clauses, values: u32) -> bool {
        clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(lit, values)))
    }

    fn is_true(lit: Lit, values: u32) -> bool {
        (values >> lit.vidx() & 1 == 1) != lit.is_neg()
    }

    /// Ten lines of 64 cells, of which 32 have water; as many cells as `width` are equal.
    fn counts(width: u32) -> Formula<u32> {
        const LEVEL: Rule = Rule::new("level", "cells {0} and {1} are equal");
        const LINE: Rule = Rule::new("line", "line {0} has 32 cells with water");
        let mut formula = Formula::new(Flavours::default());
        (0..640).for_each(|cell| formula.declare_projected(cell));
        for cell in (1..640).filter(|cell| cell % width > 0) {
            formula.group(&LEVEL, (cell - 1, cell)).clause([neg(cell - 1), pos(cell)]);
            formula.group(&LEVEL, (cell, cell - 1)).clause([pos(cell - 1), neg(cell)]);
        }
        for line in 0..10 {
            formula.group(&LINE, (line,)).count(Bound::Exactly(32), (64 * line..).take(64));
        }
        formula
    }

    #[test]
    fn only_what_gets_much_smaller_is_simplified() {
        let (equal, different) = (counts(8), counts(1));
        assert!(equal.clauses().len() > FEW && different.clauses().len() > FEW);
        let Ok(Gain::Smaller(simplified)) = simplify(&equal) else { panic!("most cells are equal") };
        assert!(3 * simplified.clauses.len() < 2 * equal.clauses().len());
        assert!(matches!(simplify(&different), Ok(Gain::Units(_))));
    }

    /// With z equal to x or y, and y to x: all are one.
    #[test]
    fn gates_of_equal_inputs_are_merged() {
        let gate =
            formula(&[vec![-1, 2], vec![-2, 1], vec![-1, 3], vec![-2, 3], vec![-3, 1, 2], vec![-3, 4, 5]]);
        let simplified = simplified(&gate);
        assert_eq!([1, 2, 3].map(|number| simplified.stands[lit(number).lidx()]), [lit(1); 3]);
        assert_eq!(simplified.stands[lit(-3).lidx()], lit(-1));
        assert_eq!(simplified.clauses, formula(&[vec![-1, 4, 5]]));
    }

    /// A clause doesn't need a literal that implies another one, nor is it needed if it contains a shorter one.
    #[test]
    fn clauses_get_shorter_by_clauses_of_two() {
        let simplified = simplified(&formula(&[vec![-1, 2], vec![4, 5], vec![1, 2, 3], vec![4, 5, 6]]));
        assert_eq!(simplified.clauses, formula(&[vec![-1, 2], vec![4, 5], vec![2, 3]]));
    }

    proptest! {
        #[test]
        fn units_hold_in_each_model(clauses in formulas()) {
            let (clauses, mut known) = (formula(&clauses), Known::new(VARIABLES));
            known.look(&clauses, &Interrupt::default()).expect("there are no limits");
            for values in (0..1 << VARIABLES).filter(|&values| is_model(&clauses, values)) {
                prop_assert!(!known.contradiction && known.units.iter().all(|&unit| is_true(unit, values)));
            }
        }

        #[test]
        fn models_stay(clauses in formulas()) {
            let clauses = formula(&clauses);
            let simplified = simplified(&clauses);
            for values in 0..1 << VARIABLES {
                let agrees = simplified.stands.iter().enumerate().all(|(index, &stands)| {
                    let lit = Lit::new(index as u32 / 2, index % 2 == 1);
                    is_true(lit, values) == is_true(stands, values)
                });
                prop_assert_eq!(agrees && is_model(&simplified.clauses, values), is_model(&clauses, values));
            }
        }

        #[test]
        fn a_merged_solver_answers_as_a_plain_one(
            clauses in formulas(),
            later in formulas(),
            assumed in prop::collection::vec(literals(), 0..4),
        ) {
            let (clauses, later) = (formula(&clauses), formula(&later));
            let assumed: Vec<Lit> = assumed.into_iter().map(lit).collect();
            let mut merged = Merged::load(Solver::Batsat.start()?, simplified(&clauses), &Interrupt::default())?;
            let mut plain = Solver::Batsat.start()?;
            for clause in clauses.iter() {
                plain.add(clause)?;
            }
            for more in [&Clauses::default(), &later] {
                for clause in more.iter() {
                    merged.add(clause)?;
                    plain.add(clause)?;
                }
                let verdict = merged.solve(&assumed, &Limits::default())?;
                prop_assert_eq!(verdict, plain.solve(&assumed, &Limits::default())?);
                if verdict == Verdict::Sat {
                    let holds = |lit: &Lit| merged.value(lit.var()) != lit.is_neg();
                    prop_assert!(assumed.iter().all(holds));
                    prop_assert!(clauses.iter().chain(more.iter()).all(|clause| clause.iter().any(holds)));
                } else {
                    let core = merged.core();
                    prop_assert!(core.iter().all(|lit| assumed.contains(lit)));
                    prop_assert_eq!(plain.solve(&core, &Limits::default())?, Verdict::Unsat);
                }
            }
        }
    }
}
