//! Formulas with known answers.

use jigsat_cnf::{Lit, Var};
use jigsat_solve::Sat;
use rand::{Rng, SeedableRng, seq::index};
use rand_chacha::ChaCha8Rng;

pub type Formula = Vec<Vec<Lit>>;

/// The literal that DIMACS writes as `number`.
pub fn lit(number: i32) -> Lit {
    Lit::from_ipasir(number).unwrap()
}

pub fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| lit(number)).collect()
}

pub fn add_all(solver: &mut dyn Sat, formula: &[Vec<Lit>]) {
    for clause in formula {
        solver.add(clause).unwrap();
    }
}

/// `holes + 1` pigeons in `holes` holes, at most one in each: impossible, and resolution needs exponentially many steps
/// (Haken 1985). Every clause also holds if `unless` does.
pub fn pigeonhole(holes: u32, unless: Option<Lit>) -> Formula {
    let sits = |pigeon, hole| Var::new(pigeon * holes + hole).pos_lit();
    let mut formula: Formula =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for second in 0..=holes {
            formula.extend((0..second).map(|first| vec![!sits(first, hole), !sits(second, hole)]));
        }
    }
    for clause in &mut formula {
        clause.extend(unless);
    }
    formula
}

/// Clauses of three different variables each.
pub fn random_3sat(vars: u32, clauses: usize, seed: u64) -> Formula {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut clause = || {
        let chosen = index::sample(&mut rng, vars as usize, 3);
        chosen.into_iter().map(|var| Lit::new(var as u32, rng.random())).collect()
    };
    (0..clauses).map(|_| clause()).collect()
}

/// Whether some assignment of `vars` variables satisfies the formula and the units.
pub fn brute_force(vars: u32, formula: &[Vec<Lit>], units: &[Lit]) -> bool {
    (0..1_u32 << vars).any(|bits| {
        let holds = |lit: &Lit| (bits >> lit.vidx32() & 1 == 1) == lit.is_pos();
        units.iter().all(holds) && formula.iter().all(|clause| clause.iter().any(holds))
    })
}

/// Whether the solver's model satisfies the formula and the units.
pub fn model_holds(solver: &dyn Sat, formula: &[Vec<Lit>], units: &[Lit]) -> bool {
    let holds = |lit: &Lit| solver.value(lit.var()) == lit.is_pos();
    units.iter().all(holds) && formula.iter().all(|clause| clause.iter().any(holds))
}
