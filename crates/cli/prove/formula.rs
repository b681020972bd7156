//! The formulas that are refuted: the same for those who make a proof and those who check it.

use jigsat_cnf::{Choice, Clauses};
use jigsat_solve::{
    Answer, Build, Error, Limits, Puzzle, Session, Solver, Stop,
    cubes::{Cube, split},
    proof::Part,
};
use serde::Serialize;

use crate::{
    exit::Failure,
    family::{Family, HowOf, SolutionOf},
};

/// A formula without a model, and how it came about.
pub struct Formula<F: Family> {
    pub variables: u32,
    pub clauses: Clauses,
    pub encoding: &'static str,
    /// The candidates that a lazy encoding was completed with.
    pub cuts: Vec<SolutionOf<F>>,
    /// The parts that are refuted one by one; together they are the whole.
    pub parts: Vec<Part>,
}

/// Why there is no such formula.
pub enum NoFormula {
    /// A limit was reached.
    Stopped(Stop),
    /// The formula has a solution that it should not have, or lacks the one that it should exclude.
    Wrong(&'static str),
}

/// Builds a formula for a proof: the rules and the givens; what a lazy encoding adds for some candidates; and, where
/// one solution is excluded, the clause that does it. Nothing is left out for what the givens rule out: what derives that is
/// not for a proof to trust.
pub fn build<F: Family>(
    puzzle: &F::Puzzle,
    how: HowOf<F>,
    recipe: &Build,
    besides: Option<&SolutionOf<F>>,
    cuts: &[SolutionOf<F>],
    limits: &Limits,
) -> Result<Result<Formula<F>, NoFormula>, Failure> {
    let mut session = begun::<F>(puzzle, how, recipe, cuts)?;
    if let Err(no) = exclude::<F>(&mut session, besides, limits)? {
        return Ok(Err(no));
    }
    // What came up on the way to the excluded solution belongs to the formula, too.
    let cuts = [cuts, session.cut()].concat();
    Ok(taken(&session, how, cuts, None, limits))
}

/// As [`build`], completed with all that a lazy encoding needs until it has no solution, and cut into parts.
pub fn complete<F: Family>(
    puzzle: &F::Puzzle,
    how: HowOf<F>,
    recipe: &Build,
    besides: Option<&SolutionOf<F>>,
    parts: Option<u32>,
    limits: &Limits,
) -> Result<Result<Formula<F>, NoFormula>, Failure> {
    let mut session = begun::<F>(puzzle, how, recipe, &[])?;
    if let Err(no) = exclude::<F>(&mut session, besides, limits)? {
        return Ok(Err(no));
    }
    if F::is_lazy(how) {
        match session.solve(limits)? {
            Answer::Impossible(_) => {}
            Answer::Unknown(stop) => return Ok(Err(NoFormula::Stopped(stop))),
            _ => return Ok(Err(NoFormula::Wrong("the formula has a solution where there should be none"))),
        }
    }
    let mut cuts = session.cut().to_vec();
    if !cuts.is_empty() {
        // The same cuts, in place from the start, make a formula that anyone can build again.
        session = begun::<F>(puzzle, how, recipe, &cuts)?;
        if let Err(no) = exclude::<F>(&mut session, besides, limits)? {
            return Ok(Err(no));
        }
        cuts.extend_from_slice(session.cut());
    }
    Ok(taken(&session, how, cuts, parts, limits))
}

fn taken<F: Family>(
    session: &Session<'_, F::Puzzle>,
    how: HowOf<F>,
    cuts: Vec<SolutionOf<F>>,
    parts: Option<u32>,
    limits: &Limits,
) -> Result<Formula<F>, NoFormula> {
    let encoding = session.encoding();
    let parts = match parts {
        None => vec![Part::Whole],
        Some(wanted) => {
            let split = split(encoding, &[Vec::new()], wanted as usize, 0, limits);
            let cubes = split.map_err(NoFormula::Stopped)?.cubes.into_iter();
            let cube = |cube: Cube| Part::Cube(cube.lits.iter().map(|lit| lit.to_ipasir()).collect());
            cubes.map(cube).chain([Part::Outside]).collect()
        }
    };
    let (variables, clauses) = (encoding.variables(), encoding.clauses().clone());
    Ok(Formula { variables, clauses, encoding: how.name(), cuts, parts })
}

fn begun<'p, F: Family>(
    puzzle: &'p F::Puzzle,
    how: HowOf<F>,
    recipe: &Build,
    cuts: &[SolutionOf<F>],
) -> Result<Session<'p, F::Puzzle>, Failure> {
    let mut session = Session::new(puzzle, how, recipe, &Solver::default(), None)?;
    for cut in cuts {
        puzzle.refine(how, cut, session.grow());
    }
    Ok(session)
}

/// Finds the solution that is to be excluded, and excludes it.
fn exclude<F: Family>(
    session: &mut Session<'_, F::Puzzle>,
    besides: Option<&SolutionOf<F>>,
    limits: &Limits,
) -> Result<Result<(), NoFormula>, Error> {
    let Some(besides) = besides else { return Ok(Ok(())) };
    Ok(match session.solve(limits)? {
        Answer::Solved(solution) if same(&solution, besides) => {
            session.exclude_last();
            Ok(())
        }
        Answer::Unknown(stop) => Err(NoFormula::Stopped(stop)),
        _ => {
            Err(NoFormula::Wrong("the formula has another solution than the one that is to be the only one"))
        }
    })
}

fn same<S: Serialize>(one: &S, other: &S) -> bool {
    match (serde_json::to_value(one), serde_json::to_value(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
