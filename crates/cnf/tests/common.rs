//! Whether formulas have models, by BatSat: some sums keep a plain search by propagation busy for minutes.

use batsat::{BasicSolver, SolverInterface, lbool};
use jigsat_cnf::{Atom, Formula, Lit, Var};

/// Whether the formula has a model in which these literals hold.
pub fn satisfiable<A: Atom>(e: &Formula<A>, assumptions: &[Lit]) -> bool {
    let mut solver = BasicSolver::default();
    let mut lits = |clause: &[Lit]| -> Vec<batsat::Lit> {
        clause.iter().map(|lit| batsat::Lit::new(solver.var_of_int(lit.vidx32()), lit.is_pos())).collect()
    };
    let clauses: Vec<Vec<batsat::Lit>> = e.clauses().iter().map(&mut lits).collect();
    let assumptions = lits(assumptions);
    clauses.into_iter().all(|mut clause| solver.add_clause_reuse(&mut clause))
        && solver.solve_limited(&assumptions) == lbool::TRUE
}

/// All assignments to n variables, as literals of variables 0 to n - 1.
pub fn assignments(n: u32) -> impl Iterator<Item = Vec<Lit>> {
    (0..1_u32 << n).map(move |bits| (0..n).map(|var| Var::new(var).lit(bits >> var & 1 == 0)).collect())
}
