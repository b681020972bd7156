use jigsat_cnf::{Atom, Encoding, Lit};

use crate::{
    Error, Limits,
    proof::{Certified, Wish, certify},
};

/// Whether these cubes have all solutions of a formula: the formula and the negation of each cube have no model
/// together. CaDiCaL refutes that, and each step of its proof is checked.
///
/// [`Certified::Satisfiable`] says that a solution lies in none of them.
///
/// # Errors
///
/// As [`certify`].
pub fn covers<'c, A: Atom>(
    e: &Encoding<A>,
    cubes: impl IntoIterator<Item = &'c [Lit]>,
    limits: &Limits,
) -> Result<Certified, Error> {
    let mut clauses = e.clauses().clone();
    for cube in cubes {
        clauses.push(cube.iter().map(|&lit| !lit));
    }
    certify(e.variables(), &clauses, &[], Wish { write: None, check: true }, limits)
}
