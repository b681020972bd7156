//! For a board without solutions: the fewest clues that are to blame, or the fewest values of those filled in, and the
//! nearest solution.

use jigsat_cnf::{Arg, Lit};
use jigsat_grid::Mark;
use jigsat_kit::Error;
use jigsat_solve::{GIVEN, Growing, Limits, Searched, Solver, explain::Reason};

use super::{ClueRecord, Common, search::Place};
use crate::{
    Board, Purpose,
    puzzle_formula::{Blame, Known, Search},
};

/// Maximum number of sets.
const MOST: usize = 20;

impl Common {
    /// Says which clues or filled-in literals are to blame for it that there is no solution; and draws the nearest one, if they were filled in.
    /// At a limit, it is still known that there is none.
    pub(super) fn correct(
        &mut self,
        board: &dyn Board,
        assumed: &[Known],
        places: &[Place],
        search: &mut Search,
        limits: &Limits,
    ) -> Result<(), Error> {
        let options = board.formula_options().build(false, limits);
        let formula = board.encode(Purpose::Explained(&[]), search.grown().encoding(), &options)?;
        let mut blame = Blame::boxed(formula, &board.solver_or(&Solver::default()))?;
        let facts = blame.grown().lits_there(assumed);
        // What no board of this shape can have is wrong however the rest is filled in.
        if facts.len() < assumed.len() {
            return Ok(());
        }
        let found = blame.corrections(&facts, MOST, limits)?;
        for set in &found.sets {
            self.record.corrections.push(set.iter().map(|&reason| words(board, &blame, reason)).collect());
            for &reason in set {
                if let Reason::Group(group) = reason {
                    self.marks.add(&blame.grown().cells_of_group(group), Mark::Concerned);
                }
            }
        }
        self.record.more_corrections = !found.sets.is_empty() && !found.complete;
        let wrong = found.sets.first().map(Vec::as_slice).unwrap_or_default();
        let wrong: Vec<Lit> = wrong.iter().filter_map(|&reason| fact(reason)).collect();
        if wrong.is_empty() {
            return Ok(());
        }
        let wrong = blame.grown().literals(&wrong);
        let mut kept = assumed.to_vec();
        kept.retain(|literal| !wrong.contains(literal));
        let kept = search.grown().lits_there(&kept);
        if search.search(&kept, limits)? != Searched::Solved {
            return Ok(());
        }
        let Some(nearest) = search.grown_mut().take_solution() else { return Ok(()) };
        let known =
            board.literals(search.grown().encoding(), &nearest).unwrap_or_default().into_iter().collect();
        let mut cells = Vec::new();
        for literal in wrong {
            cells.extend(board.cells(literal));
            let place = places.iter().find(|place| place.is_of(&literal));
            if let Some((place, value)) = place.and_then(|place| Some((place, place.value_in(&known)?))) {
                self.record.nearest.push(ClueRecord { place: place.name.clone(), value: place.value(value) });
            }
        }
        self.marks.add(&cells, Mark::Deduced);
        self.solution = Some(nearest);
        Ok(())
    }
}

/// The literal that was filled in.
fn fact(reason: Reason) -> Option<Lit> {
    match reason {
        Reason::Fact(lit) => Some(lit),
        Reason::Group(_) => None,
    }
}

/// A value that is given or filled in as a literal, and what another clue says as a sentence.
fn words(board: &dyn Board, blame: &Blame, reason: Reason) -> String {
    let formula = &**blame.grown();
    let lit = match reason {
        Reason::Fact(lit) => lit,
        Reason::Group(group) => {
            let constraint = formula.cnf().group_at(group);
            match constraint.args() {
                &[Arg::Literal(lit)] if constraint.rule().name() == GIVEN.name() => lit,
                _ => return formula.sentence(group),
            }
        }
    };
    board.words(&[formula.literal(lit)]).concat()
}
