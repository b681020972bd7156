//! A plain search for models, so that encodings are tested without any solver.

use jigsat_cnf::{Atom, Formula, Lit, Var};

/// Whether the formula has a model in which these literals hold.
pub fn satisfiable<A: Atom>(e: &Formula<A>, assumptions: &[Lit]) -> bool {
    let propagation = e.propagate(assumptions).expect("nothing stops it");
    if propagation.conflict.is_some() || propagation.contradicted.is_some() {
        return false;
    }
    let assigned = |var: &Var| propagation.steps.iter().any(|(lit, _)| lit.var() == *var);
    let Some(open) = (0..e.variables()).map(Var::new).find(|var| !assigned(var)) else { return true };
    [open.pos_lit(), open.neg_lit()].iter().any(|&lit| satisfiable(e, &[assumptions, &[lit]].concat()))
}

/// All assignments to n variables, as literals of variables 0 to n - 1.
pub fn assignments(n: u32) -> impl Iterator<Item = Vec<Lit>> {
    (0..1_u32 << n).map(move |bits| (0..n).map(|var| Var::new(var).lit(bits >> var & 1 == 0)).collect())
}
