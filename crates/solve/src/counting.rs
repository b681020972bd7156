//! A solver that counts: it propagates the constraints of a formula by counting their literals, in place of the clauses that were
//! made from them.

use jigsat_cnf::{Bound, Cnf, Lit, Stop, Var};

use crate::{
    Error, Limits, Sat, SolverStats, Verdict,
    enumeration::{Search, Step},
};

/// Smaller formulas are solved in no time by any search.
const LEAST: usize = 1_000;

/// Of the clauses of a formula that it is tried on first, at least this share are of counts: three quarters.
const MOSTLY: (usize, usize) = (3, 4);

/// And at least as many clauses for each of their literals.
const MANY: usize = 6;

/// Conflict-driven search by counting.
///
/// A count takes hundreds of clauses, with helpers for the numbers in between. Counting comes to the same values, and a conflict takes
/// half of the time; but nothing is learned about those numbers, and where that matters there are many more conflicts (Ignasi Abío,
/// Robert Nieuwenhuis, Albert Oliveras, Enric Rodríguez-Carbonell, Peter Stuckey, *To encode or to propagate? The best choice for
/// each constraint in SAT*, CP 2013).
///
/// Without a formula's constraints it is a plain solver.
#[derive(Debug)]
pub struct Counting {
    search: Search,
    model: Vec<bool>,
    core: Vec<Lit>,
}

impl Default for Counting {
    fn default() -> Self {
        Counting::with(Search::default())
    }
}

impl Counting {
    fn with(mut search: Search) -> Self {
        search.seek();
        Counting { search, model: Vec::new(), core: Vec::new() }
    }

    /// Loads a formula with its constraints.
    ///
    /// # Errors
    ///
    /// Why the formula was given up.
    pub fn load(cnf: &Cnf) -> Result<Self, Stop> {
        Search::new(cnf, cnf.interrupt()).map(Counting::with)
    }

    /// Whether counting was measured to be faster than clauses for formulas like this: most clauses are of counts, with many
    /// for each literal, and there are no helpers but theirs. Other helpers stand for conditions, about which clauses tell more.
    pub fn suits(cnf: &Cnf) -> bool {
        if cnf.is_lazy() || cnf.clauses().len() < LEAST {
            return false;
        }
        let (mut clauses, mut literals) = (0, 0);
        // One of several needs no helpers.
        let is_one = |bound: Bound| {
            matches!(bound, Bound::AtMost(0 | 1) | Bound::AtLeast(0 | 1) | Bound::Exactly(0 | 1))
        };
        for constraint in cnf.constraints_from(0).filter(|constraint| !is_one(constraint.bound)) {
            clauses += constraint.clauses.len();
            literals += constraint.lits.len();
        }
        let (part, whole) = MOSTLY;
        let is_mostly_counts = whole * clauses >= part * cnf.clauses().len() && clauses >= MANY * literals;
        is_mostly_counts && has_no_other_helpers(cnf)
    }
}

/// Whether all clauses outside constraints, and the constraints themselves, are about projection variables.
fn has_no_other_helpers(cnf: &Cnf) -> bool {
    let mut is_projected = vec![false; cnf.variables() as usize];
    for var in cnf.projected_variables() {
        is_projected[var.idx()] = true;
    }
    let about_projected = |lits: &[Lit]| lits.iter().all(|lit| is_projected[lit.vidx()]);
    cnf.constraints_from(0).all(|constraint| about_projected(constraint.lits))
        && cnf.clauses_outside_constraints().all(about_projected)
}

impl Sat for Counting {
    fn reserve(&mut self, count: u32) -> Result<(), Error> {
        self.search.reserve(count);
        Ok(())
    }

    fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.search.reserve(clause.iter().map(|lit| lit.vidx32() + 1).max().unwrap_or(0));
        self.search.add(clause);
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Verdict, Error> {
        self.model.clear();
        self.core.clear();
        let (interrupt, before) = (limits.interrupt(), self.search.conflicts);
        if let Some(stop) = limits.reached() {
            return Ok(Verdict::Stopped(stop));
        }
        self.reserve(assumptions.iter().map(|lit| lit.vidx32() + 1).max().unwrap_or(0))?;
        self.search.restart(assumptions);
        loop {
            match self.search.position() {
                Step::Leaf => {
                    let count = self.search.assignment.variables() as usize;
                    self.search.assignment.copy_first(count, &mut self.model);
                    return Ok(Verdict::Sat);
                }
                Step::Exhausted => {
                    if !self.search.is_hopeless() {
                        self.core.clone_from(&self.search.core);
                    }
                    return Ok(Verdict::Unsat);
                }
                Step::Going => {}
            }
            if limits.conflicts.is_some_and(|most| self.search.conflicts - before >= most) {
                return Ok(Verdict::Stopped(Stop::Conflicts));
            }
            if let Err(stop) = interrupt.step(self.search.price()) {
                return Ok(Verdict::Stopped(stop));
            }
            self.search.step();
        }
    }

    fn value(&self, var: Var) -> bool {
        self.model.get(var.idx()).is_some_and(|&value| value)
    }

    fn core(&mut self) -> Vec<Lit> {
        self.core.clone()
    }

    fn stats(&self) -> SolverStats {
        SolverStats {
            conflicts: self.search.conflicts,
            decisions: self.search.decisions,
            propagations: self.search.propagations,
        }
    }
}

#[cfg(test)]
mod tests {
    use jigsat_cnf::{Flavours, Formula, Rule, graph::Graph, neg, pos};
    use proptest::prelude::*;

    use super::*;
    use crate::Solver;

    const VARIABLES: u32 = 7;
    const RULE: Rule = Rule::new("rule", "rule {0}");

    /// A constraint or a clause: what bounds it, and literals by the numbers of their variables from 1 on, negated below 0, with
    /// their weights.
    type Part = (Option<Bound>, Vec<(u32, i32)>);

    fn parts() -> impl Strategy<Value = Vec<Part>> {
        let last = VARIABLES as i32;
        let literal = (1..=last).prop_flat_map(|number| prop_oneof![Just(number), Just(-number)]);
        let weighted = (1..=3_u32, literal);
        let number = 0..=6_u64;
        let bound = prop_oneof![
            2 => Just(None),
            1 => number.clone().prop_map(|k| Some(Bound::AtMost(k))),
            1 => number.clone().prop_map(|k| Some(Bound::AtLeast(k))),
            1 => number.prop_map(|k| Some(Bound::Exactly(k))),
        ];
        prop::collection::vec((bound, prop::collection::vec(weighted, 1..=6)), 1..=6)
    }

    fn holds(number: i32, values: u32) -> bool {
        (values >> (number.unsigned_abs() - 1) & 1 == 1) == (number > 0)
    }

    fn is_model(parts: &[Part], values: u32) -> bool {
        parts.iter().all(|(bound, terms)| {
            let true_ones = terms.iter().filter(|&&(_, number)| holds(number, values));
            match bound {
                None => true_ones.count() > 0,
                Some(bound) => bound.allows(true_ones.map(|&(weight, _)| u64::from(weight)).sum()),
            }
        })
    }

    fn formula(parts: &[Part]) -> Formula<u32> {
        let mut formula = Formula::new(Flavours::default());
        (0..VARIABLES).for_each(|atom| formula.declare_projected(atom));
        let lit = |number: i32| {
            let atom = number.unsigned_abs() - 1;
            if number > 0 { pos(atom) } else { neg(atom) }
        };
        for (place, (bound, terms)) in parts.iter().enumerate() {
            let mut group = formula.group(&RULE, (place,));
            match bound {
                None => group.clause(terms.iter().map(|&(_, number)| lit(number))),
                Some(bound) => group.sum(*bound, terms.iter().map(|&(weight, number)| (weight, lit(number)))),
            };
        }
        formula
    }

    /// A square board of which each row, and each column, has such a count.
    fn counts(side: u32, in_row: Bound, in_column: Bound) -> Formula<u32> {
        let mut formula = Formula::new(Flavours::default());
        (0..side * side).for_each(|cell| formula.declare_projected(cell));
        for line in 0..side {
            formula.group(&RULE, (line,)).count(in_row, (0..side).map(|cell| pos(line * side + cell)));
            formula.group(&RULE, (line,)).count(in_column, (0..side).map(|cell| pos(cell * side + line)));
        }
        formula
    }

    proptest! {
        #[test]
        fn every_model_is_found_once(parts in parts(), assumed in -3..=3_i32) {
            let formula = formula(&parts);
            let mut counting = Counting::load(&formula)?;
            let atoms: Vec<Var> = formula.projected_variables().collect();
            let assumptions: Vec<Lit> =
                (assumed != 0).then(|| atoms[assumed.unsigned_abs() as usize - 1].lit(assumed < 0)).into_iter().collect();
            let fits = |values: &u32| is_model(&parts, *values) && (assumed == 0 || holds(assumed, *values));
            let mut left: Vec<u32> = (0..1 << VARIABLES).filter(fits).collect();
            while counting.solve(&assumptions, &Limits::default())? == Verdict::Sat {
                let excluded: Vec<Lit> = atoms.iter().map(|&var| var.lit(counting.value(var))).collect();
                let values = (0..).zip(&excluded).map(|(place, lit)| u32::from(lit.is_neg()) << place).sum::<u32>();
                let place = left.iter().position(|&model| model == values);
                prop_assert!(place.is_some(), "{values:b} is no model, or comes again");
                left.swap_remove(place.unwrap());
                counting.add(&excluded)?;
            }
            prop_assert!(left.is_empty());
            prop_assert!(counting.core().iter().all(|lit| assumptions.contains(lit)));
            let core = counting.core();
            prop_assert_eq!(counting.solve(&core, &Limits::default())?, Verdict::Unsat);
            if !(0..1 << VARIABLES).any(|values| is_model(&parts, values)) {
                prop_assert_eq!(counting.solve(&[], &Limits::default())?, Verdict::Unsat);
                prop_assert!(counting.core().is_empty());
            }
        }
    }

    #[test]
    fn formulas_of_many_large_counts_suit() {
        let mut many = counts(16, Bound::Exactly(8), Bound::Exactly(8));
        assert!(Counting::suits(&many));
        assert!(!Counting::suits(&counts(16, Bound::Exactly(1), Bound::Exactly(1))), "pairs are as good");
        assert!(!Counting::suits(&counts(6, Bound::Exactly(3), Bound::Exactly(3))), "it is small");
        many.group(&RULE, (0,)).connected(&Graph::of_nodes(0..3, [(0, 1), (1, 2)]));
        assert!(!Counting::suits(&many), "cuts come later");
    }

    /// A row has more than a column may have: that takes very many conflicts.
    #[test]
    fn after_a_budget_a_solver_goes_on() {
        let formula = counts(16, Bound::AtLeast(9), Bound::AtMost(8));
        assert!(Counting::suits(&formula));
        let mut loaded =
            crate::loaded::Loaded::new(&Solver::Batsat, None, std::time::Duration::ZERO).unwrap();
        loaded.begin_by_counting(&formula).unwrap();
        assert_eq!(loaded.solver, Solver::Counting);
        let limits = Limits { conflicts: Some(4_000), ..Limits::default() };
        let mut formula = formula;
        assert!(loaded.model(&mut formula, &[], 0, &limits).is_err());
        assert_eq!(loaded.solver, Solver::Batsat);
        assert!((4_000..4_100).contains(&loaded.effort.conflicts), "{}", loaded.effort.conflicts);
    }
}
