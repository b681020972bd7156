//! For a board without solutions: the fewest givens that are to blame, or the fewest values of those filled in, and the
//! nearest solution.

use jigsat_cnf::{Lit, Literal};
use jigsat_grid::Mark;
use jigsat_kit::{AtomOf, Family};
use jigsat_solve::{Answer, Error as SolveError, Limits, Session, explain::Blame};

use super::{
    ClueRecord, Common,
    search::{Place, has},
};
use crate::{Solution, case::Case};

/// Maximum number of sets.
const MOST: usize = 20;

impl Common {
    /// Says which literals are to blame for it that there is no solution; and draws the nearest one, if they were filled in.
    /// At a limit, it is still known that there is none.
    pub(super) fn correct<F: Family>(
        &mut self,
        case: &Case<F>,
        assumed: &[Literal<AtomOf<F>>],
        places: &[Place<AtomOf<F>>],
        session: &mut Session<'_, F::Puzzle>,
        limits: &Limits,
    ) -> Result<(), SolveError> {
        let options = case.question.formula.build(false, limits);
        let solver = case.question.search.solver.clone().unwrap_or_default();
        let mut blame = Blame::new(case.to_explain(&[]), case.encoding(), &options, &solver)?;
        // What no board of this shape can have is wrong however the rest is filled in.
        if !assumed.iter().all(|literal| has(blame.formula(), literal)) {
            return Ok(());
        }
        let facts: Vec<Lit> = assumed.iter().map(|&literal| blame.formula().lit(literal)).collect();
        let found = blame.corrections(&facts, MOST, limits)?;
        for set in &found.sets {
            let literals: Vec<_> = set.iter().map(|&lit| blame.formula().literal(lit)).collect();
            self.record.corrections.push(case.literals_words(&literals));
        }
        self.record.more_corrections = !found.sets.is_empty() && !found.complete;
        let Some(wrong) = found.sets.first().filter(|set| set.iter().all(|lit| facts.contains(lit))) else {
            return Ok(());
        };
        let mut kept = assumed.to_vec();
        kept.retain(|literal| !wrong.contains(&blame.formula().lit(*literal)) && has(session.formula(), literal));
        let Answer::Solved(nearest) = session.solve_assuming(&kept, limits)? else { return Ok(()) };
        let known = case.literals_of(case.encoding(), &nearest).unwrap_or_default();
        let mut cells = Vec::new();
        for literal in wrong.iter().map(|&lit| blame.formula().literal(lit)) {
            cells.extend(case.cells_of_literal(literal));
            let place = places.iter().find(|place| place.is_of(&literal));
            if let Some((place, value)) = place.and_then(|place| Some((place, place.value_in(&known)?))) {
                self.record.nearest.push(ClueRecord { place: place.name.clone(), value: place.value(value) });
            }
        }
        self.marks.add(&cells, Mark::Deduced);
        self.solution = Some(Solution::new(nearest));
        Ok(())
    }
}
