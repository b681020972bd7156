//! The formulas that are refuted: the same for making a proof and for checking it.

use jigsat_cnf::{Choice, Clauses, graph::Witness};
use jigsat_kit::{EncodingOf, Error, Family, SolutionOf};
use jigsat_solve::{
    Answer, BuildOptions, Error as SolveError, Excluded, Limits, Puzzle, Session, Solver, Stop,
    cubes::{Cube, split},
    proof::Part,
};

use crate::case::is_lazy;

/// A formula without a model, and its origin.
pub struct Refutable<F: Family> {
    /// Number of variables.
    pub variables: u32,
    /// Its clauses.
    pub clauses: Clauses,
    /// The name of its encoding.
    pub encoding: &'static str,
    /// The cuts that complete it.
    pub cuts: Cuts<F>,
    /// The parts that are refuted one by one; together they are the whole.
    pub parts: Vec<Part>,
}

/// The cuts that complete a formula until its clauses are sufficient.
pub struct Cuts<F: Family> {
    /// For graph constraints: the place of the constraint, and the reason for each cut.
    pub of_graphs: Vec<(usize, Witness)>,
    /// The candidates for which a lazy encoding adds clauses.
    pub candidates: Vec<SolutionOf<F>>,
}

impl<F: Family> Cuts<F> {
    /// The cuts of a session so far.
    fn of(session: &Session<'_, F::Puzzle>) -> Self {
        let of_graphs = session.formula().cuts().map(|cut| (cut.graph, cut.witness.clone()));
        Cuts { of_graphs: of_graphs.collect(), candidates: session.cut().to_vec() }
    }

    fn none() -> Self {
        Cuts { of_graphs: Vec::new(), candidates: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.of_graphs.is_empty() && self.candidates.is_empty()
    }
}

/// Why there is no such formula.
pub enum NoFormula {
    /// A limit was reached.
    Stopped(Stop),
    /// The formula has a solution that it should not have, or lacks the one that it should exclude.
    Wrong(&'static str),
}

/// Builds a formula for a proof: the rules and the givens; the cuts (those of graph constraints are justified by plain
/// search, others are the clauses that a lazy encoding adds for a candidate); and, if one solution is excluded, the
/// clauses that exclude it. It is not pruned, because a proof should not have to trust the code that prunes.
pub fn build<F: Family>(
    puzzle: &F::Puzzle,
    encoding: EncodingOf<F>,
    options: &BuildOptions,
    besides: Option<&SolutionOf<F>>,
    cuts: &Cuts<F>,
    limits: &Limits,
) -> Result<Result<Refutable<F>, NoFormula>, Error> {
    let mut session = match begun::<F>(puzzle, encoding, options, cuts, limits)? {
        Ok(session) => session,
        Err(no) => return Ok(Err(no)),
    };
    if let Err(no) = exclude::<F>(&mut session, besides, limits)? {
        return Ok(Err(no));
    }
    if session.formula().cuts().len() != cuts.of_graphs.len() {
        return Ok(Err(NoFormula::Wrong("the cuts of graph constraints are not all, or one is there twice")));
    }
    let cuts = with_new(cuts, &session);
    Ok(taken(&session, encoding, cuts, None, limits))
}

/// As [`build`], completed with everything that a lazy encoding needs until it has no solution, and cut into parts.
pub fn complete<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    encoding: EncodingOf<F>,
    options: &BuildOptions,
    besides: Option<&SolutionOf<F>>,
    parts: Option<u32>,
    limits: &Limits,
) -> Result<Result<Refutable<F>, NoFormula>, Error> {
    let mut session = match begun::<F>(puzzle, encoding, options, &Cuts::none(), limits)? {
        Ok(session) => session,
        Err(no) => return Ok(Err(no)),
    };
    if let Err(no) = exclude::<F>(&mut session, besides, limits)? {
        return Ok(Err(no));
    }
    if is_lazy(family, encoding) || session.formula().is_lazy() {
        match session.solve(limits)? {
            Answer::Impossible(_) => {}
            Answer::Unknown(stop) => return Ok(Err(NoFormula::Stopped(stop))),
            _ => return Ok(Err(NoFormula::Wrong("the formula has a solution where there should be none"))),
        }
    }
    let mut cuts = Cuts::of(&session);
    if !cuts.is_empty() {
        // With the same cuts from the start, anyone can build the formula again.
        session = match begun::<F>(puzzle, encoding, options, &cuts, limits)? {
            Ok(session) => session,
            Err(no) => return Ok(Err(no)),
        };
        if let Err(no) = exclude::<F>(&mut session, besides, limits)? {
            return Ok(Err(no));
        }
        cuts = with_new(&cuts, &session);
    }
    Ok(taken(&session, encoding, cuts, parts, limits))
}

/// Cuts found on the way to the excluded solution belong to the formula, too.
fn with_new<F: Family>(cuts: &Cuts<F>, session: &Session<'_, F::Puzzle>) -> Cuts<F> {
    let mut all = Cuts::of(session);
    all.candidates = [&cuts.candidates[..], &all.candidates].concat();
    all
}

fn taken<F: Family>(
    session: &Session<'_, F::Puzzle>,
    encoding: EncodingOf<F>,
    cuts: Cuts<F>,
    parts: Option<u32>,
    limits: &Limits,
) -> Result<Refutable<F>, NoFormula> {
    let formula = session.formula();
    let parts = match parts {
        None => vec![Part::Whole],
        Some(wanted) => {
            let split = split(formula, &[Vec::new()], wanted as usize, 0, limits);
            let cubes = split.map_err(NoFormula::Stopped)?.cubes.into_iter();
            let cube = |cube: Cube| Part::Cube(cube.lits.iter().map(|lit| lit.to_ipasir()).collect());
            // A formula that propagation refutes has no parts.
            if cubes.len() == 0 {
                vec![Part::Whole]
            } else {
                cubes.map(cube).chain([Part::Outside]).collect()
            }
        }
    };
    let (variables, clauses) = (formula.variables(), formula.clauses().clone());
    Ok(Refutable { variables, clauses, encoding: encoding.name(), cuts, parts })
}

fn begun<'p, F: Family>(
    puzzle: &'p F::Puzzle,
    encoding: EncodingOf<F>,
    options: &BuildOptions,
    cuts: &Cuts<F>,
    limits: &Limits,
) -> Result<Result<Session<'p, F::Puzzle>, NoFormula>, Error> {
    let options = BuildOptions { limits: limits.clone(), ..options.clone() };
    let session = Session::new(puzzle, encoding, &options, &Solver::default(), None);
    let mut session = match SolveError::unless_stopped(session)? {
        Ok(session) => session,
        Err(stop) => return Ok(Err(NoFormula::Stopped(stop))),
    };
    for (graph, witness) in &cuts.of_graphs {
        if session.grow().add_justified(*graph, witness).is_err() {
            return Ok(Err(NoFormula::Wrong("a cut does not follow from its graph constraint")));
        }
    }
    for cut in &cuts.candidates {
        puzzle.refine(encoding, cut, session.grow());
    }
    Ok(Ok(session))
}

/// Finds the solution to exclude, and excludes it with all that count as one with it.
fn exclude<F: Family>(
    session: &mut Session<'_, F::Puzzle>,
    besides: Option<&SolutionOf<F>>,
    limits: &Limits,
) -> Result<Result<(), NoFormula>, SolveError> {
    let Some(besides) = besides else { return Ok(Ok(())) };
    Ok(match session.exclude(besides, limits)? {
        Excluded::All => Ok(()),
        Excluded::Stopped(stop) => Err(NoFormula::Stopped(stop)),
        Excluded::Missing => Err(NoFormula::Wrong(
            "the formula does not allow the solution that is claimed to be the only one",
        )),
        Excluded::Other(_) => Err(NoFormula::Wrong(
            "the formula has a solution other than the one that is claimed to be the only one",
        )),
    })
}
