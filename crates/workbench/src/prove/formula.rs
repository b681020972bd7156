//! The formulas that are refuted: the same for making a proof and for checking it.

use jigsat_cnf::{Clauses, Interrupt, graph::Witness};
use jigsat_kit::Error;
use jigsat_solve::{
    BuildOptions, Error as SolveError, Excluded, Growing, Limits, Searched, Solution, Solver, Stop,
    cubes::{Cube, split},
    proof::Part,
};

use crate::{Board, Purpose, puzzle_formula::Search};

/// Which formula is refuted: the rules and the givens; and, if one solution is excluded, the clauses that exclude it. It is
/// not pruned, because a proof should not have to trust the code that prunes.
#[derive(Clone, Copy)]
pub struct Wanted<'w> {
    pub board: &'w dyn Board,
    /// The number of steps of its solutions, if they are about one number.
    pub length: Option<u32>,
    pub encoding: &'w str,
    pub options: &'w BuildOptions,
    /// The solution to exclude, with all that count as one with it.
    pub besides: Option<&'w Solution>,
    pub limits: &'w Limits,
}

/// A formula without a model, and its origin.
pub struct Refutable {
    /// Number of variables.
    pub variables: u32,
    /// Its clauses.
    pub clauses: Clauses,
    /// The name of its encoding.
    pub encoding: &'static str,
    /// The cuts that complete it.
    pub cuts: Cuts,
    /// The parts that are refuted one by one; together they are the whole.
    pub parts: Vec<Part>,
}

/// The cuts that complete a formula until its clauses are sufficient.
#[derive(Default)]
pub struct Cuts {
    /// For graph constraints: the place of the constraint, and the reason for each cut.
    pub of_graphs: Vec<(usize, Witness)>,
    /// The candidates for which a lazy encoding adds clauses.
    pub candidates: Vec<Solution>,
}

impl Cuts {
    /// The cuts of a search so far.
    fn of(search: &Search) -> Self {
        let of_graphs = search.cnf().cuts().map(|cut| (cut.graph, cut.witness.clone()));
        Cuts { of_graphs: of_graphs.collect(), candidates: search.grown().candidates() }
    }

    fn is_empty(&self) -> bool {
        self.of_graphs.is_empty() && self.candidates.is_empty()
    }

    /// With the cuts found on the way to the excluded solution, which belong to the formula, too.
    fn with_new(&self, search: &Search) -> Self {
        let mut all = Cuts::of(search);
        all.candidates = [&self.candidates[..], &all.candidates].concat();
        all
    }
}

/// Why there is no such formula.
pub enum NoFormula {
    /// A limit was reached.
    Stopped(Stop),
    /// The formula has a solution that it should not have, or lacks the one that it should exclude.
    Wrong(&'static str),
    /// It can't be built, or a solver fails.
    Failed(Error),
}

impl From<Error> for NoFormula {
    fn from(error: Error) -> Self {
        error.stopped().map_or(NoFormula::Failed(error), NoFormula::Stopped)
    }
}

impl From<SolveError> for NoFormula {
    fn from(error: SolveError) -> Self {
        Error::from(error).into()
    }
}

/// Builds a formula for a proof, with these cuts: those of graph constraints are justified by plain search, others are the
/// clauses that a lazy encoding adds for a candidate.
///
/// # Errors
///
/// Why there is none.
pub fn build(wanted: Wanted<'_>, cuts: &Cuts) -> Result<Refutable, NoFormula> {
    let mut search = begun(wanted, cuts)?;
    exclude(&mut search, wanted)?;
    if search.cnf().cuts().len() != cuts.of_graphs.len() {
        return Err(NoFormula::Wrong("the cuts of graph constraints are not all, or one is there twice"));
    }
    let cuts = cuts.with_new(&search);
    taken(&search, cuts, None, wanted.limits)
}

/// As [`build`], completed with everything that a lazy encoding needs until it has no solution, and cut into parts.
///
/// # Errors
///
/// As [`build`].
pub fn complete(wanted: Wanted<'_>, parts: Option<u32>) -> Result<Refutable, NoFormula> {
    let mut search = begun(wanted, &Cuts::default())?;
    exclude(&mut search, wanted)?;
    if search.grown().is_lazy() {
        match search.search(&[], wanted.limits)? {
            Searched::Impossible(_) => {}
            Searched::Unknown(stop) => return Err(NoFormula::Stopped(stop)),
            Searched::Solved | Searched::Refused => {
                return Err(NoFormula::Wrong("the formula has a solution where there should be none"));
            }
        }
    }
    let mut cuts = Cuts::of(&search);
    if !cuts.is_empty() {
        // With the same cuts from the start, anyone can build the formula again.
        search = begun(wanted, &cuts)?;
        exclude(&mut search, wanted)?;
        cuts = cuts.with_new(&search);
    }
    taken(&search, cuts, parts, wanted.limits)
}

fn taken(search: &Search, cuts: Cuts, parts: Option<u32>, limits: &Limits) -> Result<Refutable, NoFormula> {
    let formula = search.cnf();
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
    Ok(Refutable { variables, clauses, encoding: search.grown().encoding(), cuts, parts })
}

fn begun(wanted: Wanted<'_>, cuts: &Cuts) -> Result<Search, NoFormula> {
    let options = BuildOptions { limits: wanted.limits.clone(), ..wanted.options.clone() };
    let purpose = Purpose::Proof(wanted.length);
    let mut search = wanted.board.search(purpose, wanted.encoding, &options, &Solver::default(), None)?;
    for (graph, witness) in &cuts.of_graphs {
        if search.cnf_mut().add_justified(*graph, witness).is_err() {
            return Err(NoFormula::Wrong("a cut does not follow from its graph constraint"));
        }
    }
    for cut in &cuts.candidates {
        // Without limits: the clauses must be the same wherever they are made.
        search.cnf_mut().stop_when(Interrupt::default());
        search.grown_mut().refine_by(cut);
    }
    Ok(search)
}

/// Finds the solution to exclude, and excludes it with all that count as one with it.
fn exclude(search: &mut Search, wanted: Wanted<'_>) -> Result<(), NoFormula> {
    let Some(besides) = wanted.besides else { return Ok(()) };
    let class = search.grown().alike(besides);
    match search.exclude_class(&class, wanted.limits)? {
        Excluded::All => Ok(()),
        Excluded::Stopped(stop) => Err(NoFormula::Stopped(stop)),
        Excluded::Missing => Err(NoFormula::Wrong(
            "the formula does not allow the solution that is claimed to be the only one",
        )),
        Excluded::Other => Err(NoFormula::Wrong(
            "the formula has a solution other than the one that is claimed to be the only one",
        )),
    }
}
