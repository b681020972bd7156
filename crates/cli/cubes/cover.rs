//! Whether the tasks leave nothing out and count nothing twice.

use jigsat_cnf::{Lit, Literal};
use jigsat_solve::{Error, Limits, Stop};

use super::part::{Beginning, image_of};
use crate::{
    exit::Failure,
    family::{AtomOf, Family, HowOf, Question},
};

/// The cubes of a puzzle, each with the place of the beginning that it comes from.
pub struct Cubes<'c, A> {
    pub beginnings: &'c [Beginning<A>],
    pub cubes: Vec<(usize, Vec<Literal<A>>)>,
}

/// Shows that the cubes and their images under the symmetries have all solutions, and that no solution lies in two of
/// them. Gives the steps of the proof, or the limit that was reached.
///
/// The formula is one that leaves nothing out for what the givens rule out: what derives that is not trusted here.
pub fn check<F: Family>(
    puzzle: &F::Puzzle,
    how: HowOf<F>,
    question: &Question<'_, F>,
    cubes: &Cubes<'_, AtomOf<F>>,
    limits: &Limits,
) -> Result<Result<u64, Stop>, Failure> {
    let wrong = |message: String| Failure::Solver(Error::Proof(message));
    let symmetries = F::symmetries(puzzle).len() + 1;
    for beginning in cubes.beginnings {
        let whole = beginning.images.len() * beginning.stabilizer.len();
        let is_kept = |&number: &usize| {
            let image = image_of::<F>(puzzle, &beginning.literals, number);
            beginning.literals.is_empty() || image.as_ref() == Some(&beginning.literals)
        };
        // An orbit has as many members as the symmetries have, divided by those that keep one of them.
        if whole != symmetries || !beginning.stabilizer.iter().all(is_kept) {
            return Err(wrong("the symmetries of a part of the search are not what they should be".into()));
        }
    }
    let encoding = jigsat_solve::build(puzzle, how, &question.formula.recipe(false)).map_err(Error::from)?;
    let mut all: Vec<Vec<Lit>> = Vec::new();
    for (beginning, literals) in &cubes.cubes {
        for &number in &cubes.beginnings[*beginning].images {
            let image = image_of::<F>(puzzle, literals, number)
                .ok_or_else(|| wrong("a symmetry has no image of a cube".into()))?;
            let known = image.iter().map(|literal| match literal.variable {
                jigsat_cnf::Variable::Atom(atom) => encoding.var(atom).map(|var| var.lit(literal.negated)),
                jigsat_cnf::Variable::Aux(_) => None,
            });
            let lits: Option<Vec<Lit>> = known.collect();
            all.push(lits.ok_or_else(|| wrong("a cube speaks of what the formula doesn't know".into()))?);
        }
    }
    if let Some((one, other)) = jigsat_solve::cubes::overlap(&encoding, &all) {
        return Err(wrong(format!("a solution may lie in two cubes, {} and {}", one + 1, other + 1)));
    }
    refuted(&encoding, &all, limits)
}

#[cfg(feature = "cadical")]
fn refuted<A: jigsat_cnf::Atom>(
    encoding: &jigsat_cnf::Encoding<A>,
    cubes: &[Vec<Lit>],
    limits: &Limits,
) -> Result<Result<u64, Stop>, Failure> {
    use jigsat_solve::proof::Certified;
    match jigsat_solve::cubes::covers(encoding, cubes.iter().map(Vec::as_slice), limits)? {
        Certified::Refuted { steps } => Ok(Ok(steps)),
        Certified::Stopped(stop) => Ok(Err(stop)),
        Certified::Satisfiable => {
            Err(Failure::Solver(Error::Proof("a solution lies in none of the cubes".into())))
        }
    }
}

#[cfg(not(feature = "cadical"))]
fn refuted<A: jigsat_cnf::Atom>(
    _: &jigsat_cnf::Encoding<A>,
    _: &[Vec<Lit>],
    _: &Limits,
) -> Result<Result<u64, Stop>, Failure> {
    Err(Failure::usage(
        "that the tasks leave nothing out is shown by a proof of CaDiCaL, which this build has not",
    ))
}
