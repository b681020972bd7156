//! Adding up: a constraint follows if inequalities of the formula, added with multipliers, rule out that it is broken.
//!
//! Pigeonholes are told so in a line, and double counting ('nine rows have one 1 each, so nine boxes have nine'), for which
//! resolution takes exponentially many steps (A. Haken, The intractability of resolution, 1985; W. Cook, C. R. Coullard and
//! G. Turán, On the complexity of cutting-plane proofs, 1987). The inequalities are the clauses, with at-most-one
//! constraints found among those of two literals. By the lemma of J. Farkas (1902) there are such multipliers if and only
//! if the inequalities have no solution in fractions; a linear program finds them, and whole numbers check them.

use std::{collections::BTreeMap, time::Duration};

use jigsat_cnf::{Bound, Constraint, Interrupt, Lit, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{source::Source, translation::Translation};
use crate::{Error, Limits};

/// Maximum number of literals in the clauses of a formula that is added up.
const MOST_LITERALS: usize = 200_000;

/// Maximum number of searches without a result.
const MOST_IN_VAIN: usize = 3;

/// Maximum time for a linear program.
const TIME: Duration = Duration::from_secs(2);

/// The largest number by which multipliers are taken times to be whole.
const MOST_TIMES: i64 = 12;

/// What a sum of variables with whole weights is at least.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inequality {
    terms: Vec<(usize, i64)>,
    at_least: i64,
}

impl Inequality {
    /// At least this many of the literals are true.
    fn at_least(number: i64, lits: impl Iterator<Item = Lit>) -> Self {
        let (mut terms, mut at_least) = (BTreeMap::new(), number);
        for lit in lits {
            // A variable may occur several times.
            *terms.entry(lit.vidx()).or_default() += if lit.is_neg() { -1 } else { 1 };
            at_least -= i64::from(lit.is_neg());
        }
        Inequality { terms: terms.into_iter().filter(|&(_, weight)| weight != 0).collect(), at_least }
    }

    /// At most this many of the literals are true.
    fn at_most(number: i64, lits: &[Lit]) -> Self {
        Inequality::at_least(lits.len() as i64 - number, lits.iter().map(|&lit| !lit))
    }
}

/// The inequalities of a formula.
pub(super) struct Sums {
    inequalities: Vec<Inequality>,
    in_vain: usize,
}

impl Sums {
    /// Those that these clauses say; none if they are too large.
    ///
    /// # Errors
    ///
    /// Why to stop.
    pub fn of<'c>(clauses: impl Iterator<Item = &'c [Lit]>, interrupt: &Interrupt) -> Result<Self, Stop> {
        let mut sums = Sums { inequalities: Vec::new(), in_vain: 0 };
        let mut literals = 0;
        let mut pairs = Vec::new();
        for clause in clauses {
            interrupt.step(clause.len() + 1)?;
            literals += clause.len();
            if literals > MOST_LITERALS {
                return Ok(Sums { inequalities: Vec::new(), in_vain: MOST_IN_VAIN });
            }
            match *clause {
                [one, other] if one.var() != other.var() => pairs.push([!one, !other]),
                _ => sums.inequalities.push(Inequality::at_least(1, clause.iter().copied())),
            }
        }
        for clique in cliques(&pairs, interrupt)? {
            sums.inequalities.push(Inequality::at_most(1, &clique));
        }
        Ok(sums)
    }

    /// Whether adding up shows that at most one of the literals is true.
    pub fn have_at_most_one(&mut self, lits: &[Lit], limits: &Limits) -> bool {
        self.rule_out(&[Inequality::at_least(2, lits.iter().copied())], limits)
    }

    /// Whether adding up shows that one of the literals is true.
    pub fn have_one(&mut self, lits: &[Lit], limits: &Limits) -> bool {
        self.rule_out(&[Inequality::at_most(0, lits)], limits)
    }

    /// Whether there are multipliers with which the inequalities and the others contradict each other.
    fn rule_out(&mut self, others: &[Inequality], limits: &Limits) -> bool {
        if self.in_vain >= MOST_IN_VAIN {
            return false;
        }
        let all: Vec<&Inequality> = self.inequalities.iter().chain(others).collect();
        let left =
            limits.deadline.map(|deadline| deadline.saturating_duration_since(web_time::Instant::now()));
        let time = left.map_or(TIME, |left| left.min(TIME));
        let is_ruled_out = multipliers(&all, time).is_some_and(|multipliers| {
            (1..=MOST_TIMES).any(|times| {
                let whole = multipliers.iter().map(|multiplier| (multiplier * times as f64).round() as i64);
                are_contradictory(&all, &whole.collect::<Vec<i64>>())
            })
        });
        self.in_vain = if is_ruled_out { 0 } else { self.in_vain + 1 };
        is_ruled_out
    }
}

/// Adds what follows by adding up and is about a constraint, or about its clauses if nothing says what they count.
pub(super) fn add_up<'c>(
    sums: &mut Sums,
    source: &mut Source<'_>,
    translation: &Translation,
    constraints: impl Iterator<Item = Constraint<'c>>,
    clauses: &[Vec<Lit>],
    limits: &Limits,
) -> Result<(), Error> {
    let mut is_counted = false;
    for constraint in constraints.filter(|constraint| constraint.weights.is_none()) {
        let translated = translation.clause(constraint.lits);
        let Some(lits) = of_formula(&translated) else { continue };
        is_counted = true;
        if matches!(constraint.bound, Bound::AtLeast(1) | Bound::Exactly(1)) && sums.have_one(&lits, limits) {
            source.add(&translated)?;
        }
        if matches!(constraint.bound, Bound::AtMost(1) | Bound::Exactly(1))
            && sums.have_at_most_one(&lits, limits)
        {
            for (place, &one) in translated.iter().enumerate() {
                limits.check()?;
                for &other in &translated[..place] {
                    source.add(&[!one, !other])?;
                }
            }
        }
    }
    if !is_counted {
        for clause in clauses {
            if of_formula(clause).is_some_and(|lits| sums.have_one(&lits, limits)) {
                source.add(clause)?;
            }
        }
    }
    Ok(())
}

/// The literals of the first formula that these of its solver are; `None` if one is of another variable.
fn of_formula(lits: &[Lit]) -> Option<Vec<Lit>> {
    lits.iter()
        .map(|lit| {
            let number = lit.var().idx32();
            number.is_multiple_of(2).then(|| Lit::new(number / 2, lit.is_neg()))
        })
        .collect()
}

/// Multipliers with which the inequalities have a sum that no values from 0 to 1 satisfy; `None` if there are none, or they
/// were not found in time.
#[cfg(not(target_family = "wasm"))]
fn multipliers(inequalities: &[&Inequality], time: Duration) -> Option<Vec<f64>> {
    use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

    // The sum is violated by its bound less the most that its left side can be: the weights of the variables, those above 0.
    let mut program = Problem::new(OptimizationDirection::Maximize);
    program.set_time_limit(time);
    let mut columns: FxHashMap<usize, Vec<(microlp::Variable, f64)>> = FxHashMap::default();
    let mut multipliers = Vec::with_capacity(inequalities.len());
    for inequality in inequalities {
        let multiplier = program.add_var(inequality.at_least as f64, (0.0, 1.0));
        multipliers.push(multiplier);
        for &(variable, weight) in &inequality.terms {
            columns.entry(variable).or_default().push((multiplier, weight as f64));
        }
    }
    let mut columns: Vec<_> = columns.into_iter().collect();
    columns.sort_unstable_by_key(|&(variable, _)| variable);
    for (_, mut terms) in columns {
        terms.push((program.add_var(-1.0, (0.0, f64::INFINITY)), -1.0));
        program.add_constraint(&terms[..], ComparisonOp::Le, 0.0);
    }
    match program.solve().ok()? {
        SolveOutcome::Solution(solution) if solution.objective() > 0.0 => {
            Some(multipliers.iter().map(|&multiplier| solution.var_value(multiplier)).collect())
        }
        _ => None,
    }
}

/// On the page, nothing is added up: the linear programs would be a large part of its module.
#[cfg(target_family = "wasm")]
fn multipliers(_inequalities: &[&Inequality], _time: Duration) -> Option<Vec<f64>> {
    None
}

/// Whether the sum of the inequalities, each as often as its multiplier says, can't be satisfied.
fn are_contradictory(inequalities: &[&Inequality], multipliers: &[i64]) -> bool {
    let mut sum: FxHashMap<usize, i64> = FxHashMap::default();
    let mut at_least = 0;
    for (inequality, &multiplier) in inequalities.iter().zip(multipliers) {
        if multiplier < 0 {
            return false;
        }
        at_least += multiplier * inequality.at_least;
        for &(variable, weight) in &inequality.terms {
            *sum.entry(variable).or_default() += multiplier * weight;
        }
    }
    sum.into_values().map(|weight| weight.max(0)).sum::<i64>() < at_least
}

/// Sets of literals of which any two are a pair; each pair is in one of them.
fn cliques(pairs: &[[Lit; 2]], interrupt: &Interrupt) -> Result<Vec<Vec<Lit>>, Stop> {
    let mut neighbours: FxHashMap<Lit, Vec<Lit>> = FxHashMap::default();
    let mut are_pairs: FxHashSet<[Lit; 2]> = FxHashSet::default();
    for &[one, other] in pairs {
        neighbours.entry(one).or_default().push(other);
        neighbours.entry(other).or_default().push(one);
        are_pairs.extend([[one, other], [other, one]]);
    }
    let mut covered: FxHashSet<[Lit; 2]> = FxHashSet::default();
    let mut cliques = Vec::new();
    for &[one, other] in pairs {
        if covered.contains(&[one, other]) {
            continue;
        }
        let mut clique = vec![one, other];
        for &lit in &neighbours[&one] {
            interrupt.step(clique.len())?;
            if clique[1..].iter().all(|&member| are_pairs.contains(&[lit, member])) {
                clique.push(lit);
            }
        }
        for &member in &clique {
            covered.extend(clique.iter().filter(|&&other| other != member).map(|&other| [member, other]));
        }
        cliques.push(clique);
    }
    Ok(cliques)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_ipasir(number).expect("not 0")
    }

    /// What a formula with these clauses says about literals.
    fn sums(clauses: &[Vec<i32>]) -> Sums {
        let clauses: Vec<Vec<Lit>> =
            clauses.iter().map(|clause| clause.iter().map(|&number| lit(number)).collect()).collect();
        Sums::of(clauses.iter().map(|clause| &clause[..]), &Interrupt::default()).expect("nothing stops it")
    }

    /// Pigeon `i` of `pigeons` is in hole `j` of `holes`, and alone there, but for the last hole.
    fn pigeonholes(pigeons: i32, holes: i32) -> Vec<Vec<i32>> {
        let place = |i, j| i * holes + j + 1;
        let mut clauses: Vec<Vec<i32>> =
            (0..pigeons).map(|i| (0..holes).map(|j| place(i, j)).collect()).collect();
        for j in 0..holes - 1 {
            for i in 0..pigeons {
                clauses.extend((0..i).map(|k| vec![-place(i, j), -place(k, j)]));
            }
        }
        clauses
    }

    #[test]
    fn pigeons_are_counted() {
        // Ten pigeons, of which nine holes hold one each: one is in the last hole. Two may be.
        let mut sums = sums(&pigeonholes(10, 10));
        let last: Vec<Lit> = (0..10).map(|i| lit(i * 10 + 10)).collect();
        assert!(sums.have_one(&last, &Limits::default()));
        assert!(!sums.have_one(&last[1..], &Limits::default()));
        assert!(!sums.have_at_most_one(&last, &Limits::default()));
    }

    #[test]
    fn a_variable_may_occur_twice() {
        let mut clauses = pigeonholes(7, 7);
        clauses.extend([vec![1, -1], vec![1, 1, 2, 3, 4, 5, 6, 7], vec![2, 2]]);
        clauses.remove(0);
        let mut sums = sums(&clauses);
        let last: Vec<Lit> = (0..7).map(|i| lit(i * 7 + 7)).collect();
        assert!(sums.have_one(&last, &Limits::default()));
        assert!(!sums.have_one(&last[..3], &Limits::default()));
    }

    #[test]
    fn what_is_no_contradiction_is_none() {
        let one = Inequality::at_least(1, [lit(1), lit(2)].into_iter());
        let none = Inequality::at_most(0, &[lit(1), lit(2)]);
        assert!(are_contradictory(&[&one, &none], &[1, 1]));
        for multipliers in [[0, 0], [1, 0], [2, 1], [-1, 1]] {
            assert!(!are_contradictory(&[&one, &none], &multipliers), "{multipliers:?}");
        }
    }

    #[test]
    fn each_pair_is_in_a_clique() {
        let pairs = [[1, 2], [1, 3], [2, 3], [3, 4], [-1, 4]].map(|pair| pair.map(lit));
        let found = cliques(&pairs, &Interrupt::default()).expect("nothing stops it");
        assert_eq!(found, [vec![lit(1), lit(2), lit(3)], vec![lit(3), lit(4)], vec![lit(-1), lit(4)]]);
    }
}
