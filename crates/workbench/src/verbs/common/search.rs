//! The search for the values that places have in some solution.

use jigsat_cnf::{Lit, Variable, neg, pos};
use jigsat_kit::Error;
use jigsat_solve::{Growing, Limits, Searched, Stop};

use crate::{
    Board,
    explain::literals_of,
    puzzle_formula::{AtomId, Known, Search},
};

/// Number of solutions up to which all of them are found, to count them.
const FEW: usize = 200;

/// A place with the atoms of its values; one without values has one atom, which says that it is chosen.
pub(super) struct Place {
    pub name: String,
    values: Vec<String>,
    pub atoms: Vec<AtomId>,
    /// By value, whether a solution has it; for one without values, whether it is chosen, and whether it is not.
    pub seen: Vec<bool>,
    /// Whether a limit was reached before all values were decided.
    pub open: bool,
}

impl Place {
    /// The literal that gives it this value.
    pub fn literal(&self, value: usize) -> Known {
        match (self.values.is_empty(), value) {
            (true, 1) => neg(self.atoms[0]),
            _ => pos(self.atoms[value]),
        }
    }

    pub fn value(&self, value: usize) -> String {
        let yes_no = || ["yes", "no"][value].to_owned();
        self.values.get(value).cloned().unwrap_or_else(yes_no)
    }

    /// Whether a literal is about its value.
    pub fn is_of(&self, literal: &Known) -> bool {
        matches!(literal.variable, Variable::Atom(atom) if self.atoms.contains(&atom))
    }

    /// The value in a solution with these literals.
    pub fn value_in(&self, known: &[Known]) -> Option<usize> {
        if self.values.is_empty() {
            return Some(usize::from(!known.contains(&pos(self.atoms[0]))));
        }
        self.atoms.iter().position(|&atom| known.contains(&pos(atom)))
    }
}

/// The places of a board that are filled in; a full board has none.
pub(super) fn places(board: &dyn Board, limits: &Limits) -> Result<Vec<Place>, Error> {
    let blanks = board.blanks(limits)?;
    if blanks.is_empty() {
        let name = &board.info().name;
        return Err(Error::request(format!("solutions of {name} are not filled in place by place")));
    }
    let mut places = Vec::new();
    for kind in blanks {
        for blank in kind.places {
            // One without values is chosen, or it is not.
            let count = if kind.values.is_empty() { 2 } else { kind.values.len() };
            let (values, seen) = (kind.values.clone(), vec![false; count]);
            places.push(Place { name: blank.name, values, atoms: blank.atoms, seen, open: false });
        }
    }
    Ok(places)
}

/// How the search ended.
pub(super) enum End {
    /// With all solutions.
    All,
    /// With every value decided.
    Decided,
    Stopped(Stop),
}

/// The search for solutions with values that no other one has.
pub(super) struct Values<'s> {
    pub board: &'s dyn Board,
    pub search: &'s mut Search,
    pub limits: &'s Limits,
    /// Number of solutions that were found.
    pub found: usize,
    /// The values of the places in the first of them: in all, if they are few.
    pub models: Vec<Vec<usize>>,
}

impl Values<'_> {
    /// Decides each value of each place, and looks for all solutions if they are few. Each solution has to contain `wanted`.
    pub fn find(&mut self, wanted: &[Known], places: &mut [Place]) -> Result<End, Error> {
        let formula = self.search.grown();
        // What the formula lacks is in no solution.
        if wanted.iter().any(|&literal| !literal.negated && formula.lit(literal).is_none()) {
            return Ok(End::All);
        }
        let assumed = formula.lits_there(wanted);
        match self.ask(&assumed, None, places)? {
            Found::One => {}
            Found::None => return Ok(End::All),
            Found::Stopped(stop) => return Ok(End::Stopped(stop)),
        }
        // A search gives each solution once. That changes no answer: no solution so far has what is asked for.
        let mut stopped = None;
        for place in 0..places.len() {
            for value in 0..places[place].seen.len() {
                if places[place].seen[value] {
                    continue;
                }
                let Some(lit) = self.search.grown().lit(places[place].literal(value)) else { continue };
                let found = match stopped {
                    Some(stop) => Found::Stopped(stop),
                    None => self.ask(&assumed, Some(lit), places)?,
                };
                if let Found::Stopped(stop) = found {
                    stopped = Some(stop);
                    places[place].open = true;
                }
            }
        }
        if let Some(stop) = stopped {
            return Ok(End::Stopped(stop));
        }
        while self.found < FEW {
            match self.ask(&assumed, None, places)? {
                Found::One => {}
                Found::None => return Ok(End::All),
                Found::Stopped(_) => break,
            }
        }
        Ok(End::Decided)
    }

    /// Looks for a further solution, with this literal if there is one.
    fn ask(&mut self, assumed: &[Lit], lit: Option<Lit>, places: &mut [Place]) -> Result<Found, Error> {
        let all: Vec<Lit> = assumed.iter().copied().chain(lit).collect();
        match self.search.search(&all, self.limits)? {
            Searched::Solved | Searched::Refused => {}
            Searched::Impossible(_) => return Ok(Found::None),
            Searched::Unknown(stop) => return Ok(Found::Stopped(stop)),
        }
        let solution = self.search.grown_mut().take_solution();
        let none = || Error::request("without that rule, solutions have no places to compare");
        let known = literals_of(self.board, self.search, &solution.ok_or_else(none)?);
        let mut model = Vec::with_capacity(places.len());
        for place in places {
            let value = place.value_in(&known).ok_or_else(|| {
                let encoding = self.search.grown().encoding();
                Error::request(format!(
                    "encoding '{encoding}' has no literal for the value of {}",
                    place.name
                ))
            })?;
            place.seen[value] = true;
            model.push(value);
        }
        self.found += 1;
        if self.models.len() < FEW {
            self.models.push(model);
        }
        Ok(Found::One)
    }
}

/// The answer to one question.
enum Found {
    One,
    None,
    Stopped(Stop),
}
