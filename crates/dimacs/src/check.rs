//! The referee: reads clause by clause with the values at hand. Values of variables that are not shown are taken from the model
//! that the solution comes from, if it is known; otherwise a new solver searches for them, and what it finds is read clause by
//! clause, too.

use jigsat_cnf::{Lit, Var};
use jigsat_solve::{Error, Limits, Refusal, Solver, Stop, Verdict, Violation};

use crate::{Dimacs, Solution};

/// Whether the values solve the formula: each shown variable has one, and there are values of the others with which all
/// clauses hold.
///
/// # Errors
///
/// The first mistake, in words, or the limit that was reached first.
pub fn check(puzzle: &Dimacs, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
    check_so_far(puzzle, solution)?;
    let values = solution.values(puzzle)?;
    if let Some(open) = values.iter().position(Option::is_none) {
        let name = puzzle.name_of(puzzle.shown()[open]);
        return Err(Violation::new(format!("{name} is left open")).into());
    }
    if !puzzle.has_hidden() {
        return Ok(());
    }
    let mut all = all_values(puzzle, &values);
    if let Some(model) = &solution.witness.0 {
        let known = all.iter().zip(model.iter());
        let completed: Vec<Option<bool>> = known.map(|(value, &other)| value.or(Some(other))).collect();
        if model.len() == all.len()
            && (0..puzzle.clauses().len()).all(|place| holds(puzzle, place, &completed))
        {
            return Ok(());
        }
    }
    complete(puzzle, &mut all, limits)?;
    match (0..puzzle.clauses().len()).find(|&place| !holds(puzzle, place, &all)) {
        Some(broken) => Err(broken_clause(puzzle, broken).into()),
        None => Ok(()),
    }
}

/// Whether values, some of which may be open, break no clause so far: each clause has a literal that is true or open. It may
/// still be impossible to complete them.
///
/// # Errors
///
/// The first mistake, in words.
pub fn check_so_far(puzzle: &Dimacs, solution: &Solution) -> Result<(), Violation> {
    let values = all_values(puzzle, &solution.values(puzzle)?);
    let is_broken =
        |place: &usize| puzzle.clauses()[*place].iter().all(|&lit| value(lit, &values) == Some(false));
    match (0..puzzle.clauses().len()).find(is_broken) {
        Some(broken) => Err(broken_clause(puzzle, broken)),
        None => Ok(()),
    }
}

/// The value of each variable, from those of the shown ones.
fn all_values(puzzle: &Dimacs, shown: &[Option<bool>]) -> Vec<Option<bool>> {
    let mut values = vec![None; puzzle.variables() as usize];
    for (var, &value) in puzzle.shown().iter().zip(shown) {
        values[var.idx()] = value;
    }
    values
}

fn value(lit: Lit, values: &[Option<bool>]) -> Option<bool> {
    values[lit.var().idx()].map(|value| value != lit.is_neg())
}

/// Whether a clause has a true literal.
fn holds(puzzle: &Dimacs, place: usize, values: &[Option<bool>]) -> bool {
    puzzle.clauses()[place].iter().any(|&lit| value(lit, values) == Some(true))
}

/// Gives the variables without a value some with which all clauses hold.
fn complete(puzzle: &Dimacs, values: &mut [Option<bool>], limits: &Limits) -> Result<(), Refusal> {
    let mut solver = Solver::Batsat.start().map_err(|error| failed(&error))?;
    solver.reserve(puzzle.variables()).map_err(|error| failed(&error))?;
    let interrupt = limits.interrupt();
    for clause in puzzle.clauses().iter() {
        interrupt.step(clause.len() + 1)?;
        solver.add(clause).map_err(|error| failed(&error))?;
    }
    let known = (0..).map(Var::new).zip(&*values);
    let known: Vec<Lit> = known.filter_map(|(var, value)| value.map(|value| var.lit(!value))).collect();
    match solver.solve(&known, limits).map_err(|error| failed(&error))? {
        Verdict::Sat => {
            for (var, value) in (0..).map(Var::new).zip(values) {
                value.get_or_insert(solver.value(var));
            }
            Ok(())
        }
        Verdict::Unsat => {
            let words = "no values of the variables that are not shown make all clauses true";
            Err(Violation::new(words).into())
        }
        Verdict::Stopped(stop) => Err(stop.into()),
    }
}

/// A solver that has no memory left decides nothing.
fn failed(error: &Error) -> Refusal {
    error.stopped().unwrap_or(Stop::GaveUp).into()
}

/// The sentence about a clause that does not hold.
fn broken_clause(puzzle: &Dimacs, place: usize) -> Violation {
    let broken = match &puzzle.clauses()[place] {
        [] => "the formula has an empty clause, which nothing satisfies".to_owned(),
        [lit] => format!("{} is {}", puzzle.name_of(lit.var()), lit.is_neg()),
        lits => {
            let names: Vec<String> = lits.iter().map(|&lit| puzzle.literal(lit)).collect();
            format!("none of {} is true", names.join(", "))
        }
    };
    Violation::new(match puzzle.group_of(place) {
        Some(group) => format!("{broken}, but {}", group.sentence),
        None if puzzle.clauses()[place].len() == 1 => format!("{broken}, but a clause says otherwise"),
        None => broken,
    })
}
