//! The search for the values that places have in some solution.

use jigsat_cnf::{Lit, Variable, neg, pos};
use jigsat_kit::{Blanks, Error};
use jigsat_solve::{Growing, Limits, Searched, Stop};
use rustc_hash::FxHashSet;

use crate::{
    Board,
    explain::literals_of,
    puzzle_formula::{AtomId, Known, Search},
};

/// Number of solutions up to which all of them are found, to count them.
const FEW: usize = 200;

/// A place with the atoms of its values; one without values has one atom, which says that it is chosen. If solutions are not
/// filled in place by place, each statement about them is one.
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
    fn new(name: String, values: Vec<String>, atoms: Vec<AtomId>) -> Self {
        // One without values is chosen, or it is not.
        let count = if values.is_empty() { 2 } else { values.len() };
        Place { name, values, atoms, seen: vec![false; count], open: false }
    }

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
    pub fn value_in(&self, known: &FxHashSet<Known>) -> Option<usize> {
        if self.values.is_empty() {
            return Some(usize::from(!known.contains(&pos(self.atoms[0]))));
        }
        self.atoms.iter().position(|&atom| known.contains(&pos(atom)))
    }
}

/// The places of a board that are filled in.
pub(super) struct Places {
    pub all: Vec<Place>,
    /// Whether they are what the formula shows about a solution, because no places are filled in.
    pub are_statements: bool,
}

impl Places {
    pub fn of(
        board: &dyn Board,
        blanks: Vec<Blanks<AtomId>>,
        search: &Search,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let mut all = Vec::new();
        if blanks.is_empty() {
            let interrupt = limits.interrupt();
            for atom in search.cnf().projected_variables().filter_map(|var| search.grown().atom(var)) {
                interrupt.step(1)?;
                all.push(Place::new(board.words(&[pos(atom)]).concat(), Vec::new(), vec![atom]));
            }
            return Ok(Places { all, are_statements: true });
        }
        for kind in blanks {
            let places = kind.places.into_iter();
            all.extend(places.map(|blank| Place::new(blank.name, kind.values.clone(), blank.atoms)));
        }
        Ok(Places { all, are_statements: false })
    }
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
    pub fn find(&mut self, wanted: &[Known], places: &mut Places) -> Result<End, Error> {
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
        for number in 0..places.all.len() {
            for value in 0..places.all[number].seen.len() {
                let place = &places.all[number];
                if place.seen[value] {
                    continue;
                }
                let Some(lit) = self.search.grown().lit(place.literal(value)) else { continue };
                let found = match stopped {
                    Some(stop) => Found::Stopped(stop),
                    None => self.ask(&assumed, Some(lit), places)?,
                };
                if let Found::Stopped(stop) = found {
                    stopped = Some(stop);
                    places.all[number].open = true;
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
    fn ask(&mut self, assumed: &[Lit], lit: Option<Lit>, places: &mut Places) -> Result<Found, Error> {
        let all: Vec<Lit> = assumed.iter().copied().chain(lit).collect();
        match self.search.search(&all, self.limits)? {
            Searched::Solved | Searched::Refused => {}
            Searched::Impossible(_) => return Ok(Found::None),
            Searched::Unknown(stop) => return Ok(Found::Stopped(stop)),
        }
        let known = if places.are_statements {
            self.search.grown().literals(&self.search.true_keys())
        } else {
            let solution = self.search.grown_mut().take_solution();
            let none = || Error::request("without that rule, solutions have no places to compare");
            literals_of(self.board, self.search, &solution.ok_or_else(none)?)
        };
        let known = known.into_iter().collect();
        let mut model = Vec::with_capacity(places.all.len());
        for place in &mut places.all {
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
