//! The clauses that a permuted solver passes to the inner solver.

use std::sync::{Arc, Mutex};

use jigsat_cnf::{Lit, Var};
use jigsat_solve::{Error, Limits, Permuted, Sat, SolverStats, Verdict};

use crate::formulas::{Formula, add_all, random_3sat};

/// The clauses that the inner solver gets.
#[derive(Default)]
struct Recorder(Arc<Mutex<Formula>>);

impl Sat for Recorder {
    fn reserve(&mut self, _: u32) -> Result<(), Error> {
        Ok(())
    }
    fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.0.lock().unwrap().push(clause.to_vec());
        Ok(())
    }
    fn solve(&mut self, _: &[Lit], _: &Limits) -> Result<Verdict, Error> {
        Ok(Verdict::Sat)
    }
    fn value(&self, _: Var) -> bool {
        false
    }
    fn core(&mut self) -> Vec<Lit> {
        Vec::new()
    }
    fn stats(&self) -> SolverStats {
        SolverStats::default()
    }
}

fn permuted_formula(seed: u64) -> Formula {
    let recorder = Recorder::default();
    let formula = recorder.0.clone();
    let mut permuted = Permuted::new(Box::new(recorder), seed);
    add_all(&mut permuted, &random_3sat(20, 40, 1));
    permuted.solve(&[], &Limits::default()).unwrap();
    add_all(&mut permuted, &random_3sat(40, 40, 2));
    permuted.solve(&[], &Limits::default()).unwrap();
    let formula = formula.lock().unwrap();
    formula.clone()
}

#[test]
fn permutation_depends_on_the_seed_alone() {
    assert_eq!(permuted_formula(1), permuted_formula(1));
    assert_ne!(permuted_formula(1), permuted_formula(2));
}

/// The first block of variables is permuted within itself, and no clause is lost.
#[test]
fn permutation_is_one_to_one() {
    let formula = permuted_formula(3);
    assert_eq!(formula.len(), 80);
    let vars = |clauses: &[Vec<Lit>]| {
        let mut vars: Vec<_> = clauses.iter().flatten().map(|lit| lit.vidx32()).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    };
    assert_eq!(vars(&formula[..40]), (0..20).collect::<Vec<_>>());
    let original = [random_3sat(20, 40, 1), random_3sat(40, 40, 2)].concat();
    assert_eq!(vars(&formula).len(), vars(&original).len());
    assert_ne!(formula, original);
    assert!(formula.iter().all(|clause| vars(std::slice::from_ref(clause)).len() == 3));
}
