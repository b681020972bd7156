//! The same questions to every solver.

use crate::formulas::{add_all, brute_force, lit, lits, model_holds, pigeonhole, random_3sat};
use jigsat_cnf::Var;
use jigsat_solve::{Limits, Permuted, Sat, Solver, Verdict};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

type Start = fn() -> Box<dyn Sat>;

every_solver! {
    no_clauses
    empty_clause
    units
    impossible
    assumptions
    core_without_need_of_assumptions
    contradicting_assumptions
    repeated_literals_and_tautologies
    incremental
    model_outlives_new_clauses
    variables_in_no_clause
    random_formulas
    statistics
}

fn solve(solver: &mut dyn Sat, assumptions: &[i32]) -> Verdict {
    solver.solve(&lits(assumptions), &Limits::default()).unwrap()
}

fn no_clauses(start: Start) {
    let mut solver = start();
    assert_eq!(solve(&mut *solver, &[]), Verdict::Sat);
    assert_eq!(solve(&mut *solver, &[3, -5]), Verdict::Sat);
    assert!(solver.value(Var::new(2)));
    assert!(!solver.value(Var::new(4)));
}

fn empty_clause(start: Start) {
    let mut solver = start();
    solver.add(&[]).unwrap();
    assert_eq!(solve(&mut *solver, &[1]), Verdict::Unsat);
    assert_eq!(solver.core(), []);
    solver.add(&lits(&[1, 2])).unwrap();
    assert_eq!(solve(&mut *solver, &[]), Verdict::Unsat);
}

/// `lit_val` of two solvers ignores the sign, so negative values deserve a test of their own.
fn units(start: Start) {
    let mut solver = start();
    for unit in [1, -2, 3, -4] {
        solver.add(&lits(&[unit])).unwrap();
    }
    assert_eq!(solve(&mut *solver, &[]), Verdict::Sat);
    let values: Vec<_> = (0..4).map(|var| solver.value(Var::new(var))).collect();
    assert_eq!(values, [true, false, true, false]);
}

fn impossible(start: Start) {
    let mut solver = start();
    add_all(&mut *solver, &pigeonhole(5, None));
    assert_eq!(solve(&mut *solver, &[]), Verdict::Unsat);
    assert_eq!(solve(&mut *solver, &[]), Verdict::Unsat);
}

fn assumptions(start: Start) {
    let mut solver = start();
    add_all(&mut *solver, &[lits(&[-1, 2]), lits(&[-2, -3]), lits(&[4, 5])]);
    assert_eq!(solve(&mut *solver, &[5, 1, 4, 3]), Verdict::Unsat);
    let mut core = solver.core();
    core.sort_unstable();
    assert_eq!(core, lits(&[1, 3]));
    assert_eq!(solve(&mut *solver, &[1]), Verdict::Sat);
    assert!(solver.value(lit(2).var()) && !solver.value(lit(3).var()));
    assert_eq!(solve(&mut *solver, &[3, -4]), Verdict::Sat);
    assert!(!solver.value(lit(1).var()) && solver.value(lit(5).var()));
}

fn core_without_need_of_assumptions(start: Start) {
    let mut solver = start();
    add_all(&mut *solver, &pigeonhole(4, None));
    assert_eq!(solve(&mut *solver, &[100, -101]), Verdict::Unsat);
    assert_eq!(solver.core(), []);
}

fn contradicting_assumptions(start: Start) {
    let mut solver = start();
    solver.add(&lits(&[1, 2])).unwrap();
    assert_eq!(solve(&mut *solver, &[2, 1, -1]), Verdict::Unsat);
    let mut core = solver.core();
    core.sort_unstable();
    assert_eq!(core, [lit(1), lit(-1)]);
    assert_eq!(solve(&mut *solver, &[1, 1, 2]), Verdict::Sat);
}

fn repeated_literals_and_tautologies(start: Start) {
    let mut solver = start();
    add_all(&mut *solver, &[lits(&[1, 1, 1]), lits(&[2, -2]), lits(&[-1, -3, -3])]);
    assert_eq!(solve(&mut *solver, &[]), Verdict::Sat);
    assert!(solver.value(lit(1).var()) && !solver.value(lit(3).var()));
}

fn incremental(start: Start) {
    let mut solver = start();
    solver.add(&lits(&[1, 2, 3])).unwrap();
    let mut models = 0;
    while solve(&mut *solver, &[]) == Verdict::Sat {
        models += 1;
        let negated: Vec<_> = (0..3).map(|var| Var::new(var).lit(solver.value(Var::new(var)))).collect();
        solver.add(&negated).unwrap();
    }
    assert_eq!(models, 7);
}

fn model_outlives_new_clauses(start: Start) {
    let mut solver = start();
    solver.add(&lits(&[1])).unwrap();
    assert_eq!(solve(&mut *solver, &[2]), Verdict::Sat);
    solver.add(&lits(&[-2, 3])).unwrap();
    solver.reserve(10).unwrap();
    assert!(solver.value(lit(1).var()) && solver.value(lit(2).var()));
    assert_eq!(solve(&mut *solver, &[-3, 2]), Verdict::Unsat);
    assert!(!solver.value(lit(1).var()), "there is no model now");
    solver.add(&lits(&[4])).unwrap();
    assert_eq!(solver.core().len(), 2);
}

fn variables_in_no_clause(start: Start) {
    let mut solver = start();
    solver.reserve(0).unwrap();
    solver.reserve(50).unwrap();
    solver.add(&lits(&[20])).unwrap();
    assert_eq!(solve(&mut *solver, &[40]), Verdict::Sat);
    assert!(solver.value(lit(20).var()) && solver.value(lit(40).var()));
    assert!(!solver.value(Var::new(1_000_000)));
}

fn random_formulas(start: Start) {
    const VARS: u32 = 9;
    let mut verdicts = [0; 2];
    for seed in 0..200 {
        let formula = random_3sat(VARS, 34, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut solver = start();
        add_all(&mut *solver, &formula);
        for _ in 0..4 {
            let count = rng.random_range(0..5);
            let units: Vec<_> =
                (0..count).map(|_| Var::new(rng.random_range(0..VARS)).lit(rng.random())).collect();
            let verdict = solver.solve(&units, &Limits::default()).unwrap();
            if brute_force(VARS, &formula, &units) {
                assert_eq!(verdict, Verdict::Sat, "formula {seed} with {units:?}");
                assert!(model_holds(&*solver, &formula, &units), "formula {seed} with {units:?}");
                verdicts[0] += 1;
            } else {
                assert_eq!(verdict, Verdict::Unsat, "formula {seed} with {units:?}");
                let core = solver.core();
                assert!(core.iter().all(|lit| units.contains(lit)), "formula {seed} with {units:?}");
                assert!(!brute_force(VARS, &formula, &core), "formula {seed} with {core:?}");
                verdicts[1] += 1;
            }
        }
    }
    assert!(verdicts.iter().all(|&count| count > 100), "too one-sided: {verdicts:?}");
}

fn statistics(start: Start) {
    let mut solver = start();
    add_all(&mut *solver, &pigeonhole(6, None));
    assert_eq!(solve(&mut *solver, &[]), Verdict::Unsat);
    let stats = solver.stats();
    assert!(stats.conflicts > 10 && stats.decisions > 10 && stats.propagations > 100, "{stats:?}");
}

/// Larger formulas near the threshold, where searches differ.
#[test]
fn solvers_agree() {
    let mut satisfiable = 0;
    for seed in 0..20 {
        let formula = random_3sat(80, 341, seed);
        let verdicts: Vec<_> = Solver::built_in()
            .iter()
            .map(|name| {
                let mut solver = Permuted::new(name.start().unwrap(), seed);
                add_all(&mut solver, &formula);
                let verdict = solve(&mut solver, &[]);
                assert!(verdict != Verdict::Sat || model_holds(&solver, &formula, &[]), "{name}, {seed}");
                verdict
            })
            .collect();
        assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]), "formula {seed}: {verdicts:?}");
        satisfiable += usize::from(verdicts[0] == Verdict::Sat);
    }
    assert!((1..20).contains(&satisfiable), "too one-sided: {satisfiable}");
}
