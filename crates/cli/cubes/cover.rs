//! Whether the tasks leave nothing out and count nothing twice.

use jigsat_cnf::{Encoding, Lit, Literal, Variable};
use jigsat_solve::{
    Error, Limits, Stop,
    cubes::{Cover, cover, overlap},
};

use super::part::{Beginning, image_of};
use crate::{
    exit::Failure,
    family::{AtomOf, Family, HowOf, Question},
};

/// The cubes of a puzzle. Each begins with the literals of a beginning.
pub struct Cubes<'c, A> {
    pub beginnings: &'c [Beginning<A>],
    /// Those that are tasks.
    pub live: Vec<Vec<Literal<A>>>,
    /// Those that propagation refutes.
    pub refuted: Vec<Vec<Literal<A>>>,
}

/// How it was shown.
pub struct Shown {
    pub steps: u64,
    /// Whether the formula leaves out what the givens rule out.
    pub is_pruned: bool,
}

/// Shows that the cubes and their images under the symmetries have all solutions, and that no solution lies in two of
/// them. Gives the limit that was reached if one was.
///
/// The formula is one that leaves nothing out for what the givens rule out, if propagation shows it there: what derives
/// the rest is not to be trusted unseen.
pub fn check<F: Family>(
    puzzle: &F::Puzzle,
    how: HowOf<F>,
    question: &Question<'_, F>,
    cubes: &Cubes<'_, AtomOf<F>>,
    limits: &Limits,
) -> Result<Result<Shown, Stop>, Failure> {
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
    for is_pruned in [false, true] {
        let recipe = question.formula.recipe(is_pruned);
        let encoding = jigsat_solve::build(puzzle, how, &recipe).map_err(Error::from)?;
        match check_in::<F>(puzzle, &encoding, cubes, limits)? {
            Cover::Proven { steps } => return Ok(Ok(Shown { steps, is_pruned })),
            Cover::Stopped(stop) => return Ok(Err(stop)),
            Cover::Open => {}
        }
    }
    Err(wrong("it is not shown that the tasks leave nothing out".into()))
}

/// The same in one formula. What holds of the cubes of a beginning holds of their images, too: so of the beginnings
/// alone the images are looked at.
fn check_in<F: Family>(
    puzzle: &F::Puzzle,
    encoding: &Encoding<AtomOf<F>>,
    cubes: &Cubes<'_, AtomOf<F>>,
    limits: &Limits,
) -> Result<Cover, Failure> {
    let known = |literals: &[Literal<AtomOf<F>>]| -> Option<Vec<Lit>> {
        let lit = |literal: &Literal<AtomOf<F>>| match literal.variable {
            Variable::Atom(atom) => encoding.var(atom).map(|var| var.lit(literal.negated)),
            Variable::Aux(_) => None,
        };
        literals.iter().map(lit).collect()
    };
    let live: Option<Vec<Vec<Lit>>> = cubes.live.iter().map(|literals| known(literals)).collect();
    let refuted: Option<Vec<Vec<Lit>>> = cubes.refuted.iter().map(|literals| known(literals)).collect();
    let (Some(mut live), Some(refuted)) = (live, refuted) else { return Ok(Cover::Open) };
    for beginning in cubes.beginnings {
        for &number in beginning.images.iter().filter(|&&number| number != 0) {
            let image = image_of::<F>(puzzle, &beginning.literals, number);
            let Some(image) = image.as_deref().and_then(known) else { return Ok(Cover::Open) };
            live.push(image);
        }
    }
    if let Some((one, other)) = overlap(encoding, &live) {
        let message = format!("a solution may lie in two cubes, {} and {}", one + 1, other + 1);
        return Err(Failure::Solver(Error::Proof(message)));
    }
    Ok(cover(encoding, &live, &refuted, limits)?)
}
