//! The search for the values that places have in some solution.

use jigsat_cnf::{Atom, Choice, Formula, Literal, Variable, neg, pos};
use jigsat_kit::{AtomOf, Error, Family, SolutionOf};
use jigsat_solve::{Answer, Error as SolveError, Limits, Session, Stop};

use crate::case::Case;

/// Number of solutions up to which all of them are found, to count them.
const FEW: usize = 200;

/// A place with the atoms of its values; one without values has one atom, which says that it is chosen.
pub(super) struct Place<A> {
    pub name: String,
    values: Vec<String>,
    pub atoms: Vec<A>,
    /// By value, whether a solution has it; for one without values, whether it is chosen, and whether it is not.
    pub seen: Vec<bool>,
    /// Whether a limit was reached before all values were decided.
    pub open: bool,
}

impl<A: Atom> Place<A> {
    /// The literal that gives it this value.
    pub fn literal(&self, value: usize) -> Literal<A> {
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
    pub fn is_of(&self, literal: &Literal<A>) -> bool {
        matches!(literal.variable, Variable::Atom(atom) if self.atoms.contains(&atom))
    }

    /// The value in a solution with these literals.
    pub fn value_in(&self, known: &[Literal<A>]) -> Option<usize> {
        if self.values.is_empty() {
            return Some(usize::from(!known.contains(&pos(self.atoms[0]))));
        }
        self.atoms.iter().position(|&atom| known.contains(&pos(atom)))
    }
}

/// The places of a board that are filled in; a full board has none.
pub(super) fn places<F: Family>(case: &Case<F>, limits: &Limits) -> Result<Vec<Place<AtomOf<F>>>, Error> {
    let explanation = case.family.explanation();
    let blanks = explanation
        .map(|explanation| explanation.blanks(case.puzzle(), limits))
        .transpose()?
        .unwrap_or_default();
    if blanks.is_empty() {
        let name = &case.family.info().name;
        return Err(Error::Request(format!("solutions of {name} are not filled in place by place")));
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
pub(super) struct Search<'s, 'p, F: Family> {
    pub case: &'s Case<F>,
    pub session: &'s mut Session<'p, F::Puzzle>,
    /// What each solution has to contain.
    pub assumed: Vec<Literal<AtomOf<F>>>,
    pub limits: &'s Limits,
    /// Number of solutions that were found.
    pub found: usize,
    /// The values of the places in the first of them: in all, if they are few.
    pub models: Vec<Vec<usize>>,
}

impl<F: Family> Search<'_, '_, F> {
    /// Decides each value of each place, and looks for all solutions if they are few.
    pub fn run(&mut self, places: &mut [Place<AtomOf<F>>]) -> Result<End, Error> {
        // What the formula lacks is in no solution.
        let formula = self.session.formula();
        if self.assumed.iter().any(|literal| !literal.negated && !has(formula, literal)) {
            return Ok(End::All);
        }
        self.assumed.retain(|literal| has(formula, literal));
        match self.ask(None, places)? {
            Found::One => {}
            Found::None => return Ok(End::All),
            Found::Stopped(stop) => return Ok(End::Stopped(stop)),
        }
        // A session gives each solution once. That changes no answer: no solution so far has what is asked for.
        let mut stopped = None;
        for place in 0..places.len() {
            for value in 0..places[place].seen.len() {
                let literal = places[place].literal(value);
                if places[place].seen[value] || !has(self.session.formula(), &literal) {
                    continue;
                }
                let found = match stopped {
                    Some(stop) => Found::Stopped(stop),
                    None => self.ask(Some(literal), places)?,
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
            match self.ask(None, places)? {
                Found::One => {}
                Found::None => return Ok(End::All),
                Found::Stopped(_) => break,
            }
        }
        Ok(End::Decided)
    }

    /// Looks for a further solution, with this literal if there is one.
    fn ask(
        &mut self,
        literal: Option<Literal<AtomOf<F>>>,
        places: &mut [Place<AtomOf<F>>],
    ) -> Result<Found, Error> {
        let all: Vec<Literal<AtomOf<F>>> = self.assumed.iter().copied().chain(literal).collect();
        let answer = match SolveError::unless_stopped(self.session.solve_assuming(&all, self.limits))? {
            Ok(answer) => answer,
            Err(stop) => return Ok(Found::Stopped(stop)),
        };
        let solution: SolutionOf<F> = match answer {
            Answer::Solved(solution) => solution.into_inner(),
            Answer::Refused { solution: Some(solution), .. } => solution,
            Answer::Refused { .. } => {
                return Err(Error::request("without that rule, solutions have no places to compare"));
            }
            Answer::Impossible(_) => return Ok(Found::None),
            Answer::Unknown(stop) => return Ok(Found::Stopped(stop)),
        };
        let encoding = self.case.encoding();
        let known = self.case.literals_of(encoding, &solution);
        let known = known.unwrap_or_else(|| self.session.true_projected());
        let mut model = Vec::with_capacity(places.len());
        for place in places {
            let value = place.value_in(&known).ok_or_else(|| {
                let name = encoding.name();
                Error::Request(format!("encoding '{name}' has no literal for the value of {}", place.name))
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

/// Whether a formula has the atom of a literal.
pub(super) fn has<A: Atom>(formula: &Formula<A>, literal: &Literal<A>) -> bool {
    match literal.variable {
        Variable::Atom(atom) => formula.var(atom).is_some(),
        Variable::Aux(_) => true,
    }
}

/// The answer to one question.
enum Found {
    One,
    None,
    Stopped(Stop),
}
