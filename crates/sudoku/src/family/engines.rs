//! The choice of the engine: `fast` if possible, otherwise the general ones.

use jigsat_grid::Size;
use jigsat_input::Message;
use jigsat_kit::{Engines, Error, Outcome, Question, Run, ask_session};
use jigsat_solve::{
    Answer, Checked, Effort, Error as SolveError, Limits, Provenance, Solution as AnySolution, Solver,
};
use web_time::Instant;

use super::SudokuFamily;
use crate::{
    Solution, Sudoku,
    fast::{self, Fast, Found, Grid, Want},
};

impl Engines<SudokuFamily> for SudokuFamily {
    fn names(&self) -> &'static [&'static str] {
        &["fast"]
    }

    fn refuses(&self, puzzle: &Sudoku, engine: &str, is_plain: bool) -> Option<Message> {
        let fits = engine != "fast" || is_plain && grid(puzzle).is_some();
        let message =
            "engine 'fast' solves only classic 9x9 boards, without `encoding`, `solver`, `drop` and `seed`";
        (!fits).then(|| message.into())
    }

    fn is_light(&self, puzzle: &Sudoku, question: &Question<SudokuFamily>) -> bool {
        may_be_fast(question) && grid(puzzle).is_some()
    }

    fn solve(
        &self,
        puzzle: &Sudoku,
        question: &Question<SudokuFamily>,
        run: &Run<'_>,
    ) -> Result<Outcome<AnySolution>, Error> {
        Ok(match grid(puzzle).filter(|_| may_be_fast(question)) {
            Some(cells) => solve_fast(puzzle, &cells, question.unique, run.limits)?.erased(),
            None => ask_session(self, puzzle, question, run.limits)?,
        })
    }
}

/// Whether the question asks only for what the fast engine can do.
fn may_be_fast(question: &Question<SudokuFamily>) -> bool {
    question.is_plain() && matches!(question.search.engine(), None | Some("fast"))
}

/// The board for the fast engine, if it is a classic one of 9x9.
fn grid(puzzle: &Sudoku) -> Option<Grid> {
    if puzzle.box_size != Size::new(3, 3) || !puzzle.is_classic() {
        return None;
    }
    let mut cells = [0; 81];
    for (cell, &digit) in cells.iter_mut().zip(&puzzle.givens) {
        *cell = u8::try_from(digit).ok().filter(|&digit| digit <= 9)?;
    }
    Some(cells)
}

fn solve_fast(
    puzzle: &Sudoku,
    cells: &Grid,
    unique: bool,
    limits: &Limits,
) -> Result<Outcome<Solution>, SolveError> {
    let started = Instant::now();
    let want = if unique { Want::Unique } else { Want::First };
    let outcome = Fast::new().solve(cells, want, limits)?;
    let (stage, solver) = match outcome.found {
        Found::Propagation => ("propagation", None),
        Found::Search => ("search", None),
        Found::Residual => ("residual", Some(Solver::Batsat.to_string())),
    };
    let by = Provenance { stage: Some(stage.into()), solver, ..Provenance::engine("fast") };
    let refereed = |grid: Grid| {
        let rows = grid.chunks(9).map(|row| row.iter().map(|&digit| digit.into()).collect());
        let solution = Solution { grid: rows.collect() };
        let refused = |violation| SolveError::Refused { violation, by: by.clone() };
        Checked::by(puzzle, solution).map(Answer::Solved).map_err(refused)
    };
    let impossible = || Answer::Impossible(by.clone());
    let (first, second) = match outcome.answer {
        fast::Answer::Impossible => (impossible(), None),
        fast::Answer::One(grid) => (refereed(grid)?, unique.then(impossible)),
        fast::Answer::Two(grid, other) => (refereed(grid)?, Some(refereed(other)?)),
        fast::Answer::Unknown(stop, None) => (Answer::Unknown(stop), None),
        fast::Answer::Unknown(stop, Some(grid)) => (refereed(grid)?, Some(Answer::Unknown(stop))),
    };
    let solving = started.elapsed();
    let effort = Effort { solving, conflicts: outcome.conflicts, ..Effort::default() };
    Ok(Outcome { second, ..Outcome::new(first, by, effort) })
}
