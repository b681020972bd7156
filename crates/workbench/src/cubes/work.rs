//! Doing one task: finding a solution within a cube, or counting all of them.

use jigsat_kit::{Error, Goal, Run, SolutionImages};
use jigsat_solve::{Enumerator, Limits, Provenance, Searched, Stop};
use web_time::Instant;

use super::{Asked, part::fixed_by};
use crate::{
    Board, Purpose, Solution,
    puzzle_formula::{Known, PuzzleFormula, Search},
};

/// Does tasks of one puzzle, one after the other.
pub struct Worker<'b> {
    board: &'b dyn Board,
    asked: Asked,
    lister: Lister,
    images: Option<SolutionImages<'b>>,
    /// Whether an engine of the family's own may count.
    own: bool,
}

/// A search that can be kept within a cube.
enum Lister {
    Backtrack(Box<Enumerator<Box<dyn PuzzleFormula>>>),
    Blocking(Box<Search>),
}

/// The result of a cube.
pub enum Found {
    Solution(Solution),
    Nothing,
    Counted { count: u128, fixed: u128 },
    Stopped(Stop),
}

impl Lister {
    fn new(board: &dyn Board, encoding: Option<&str>, asked: Asked, limits: &Limits) -> Result<Self, Error> {
        let all = board.best(Goal::All);
        let search = board.search_options();
        let backtracks = match (search.engine(), asked) {
            (Some(engine), _) => engine == "backtrack",
            (None, Asked::Count) => search.solver.is_none() && all.engine == "backtrack",
            (None, Asked::Solve) => false,
        };
        let options = board.formula_options().build(board.formula_options().drop.is_empty(), limits);
        if !backtracks {
            let solver = board.solver_or(&board.best(Goal::One).solver);
            let encoding = encoding.unwrap_or_else(|| board.encoding());
            let search = board.search(Purpose::Puzzle, encoding, &options, &solver, search.seed)?;
            return Ok(Lister::Blocking(Box::new(search)));
        }
        let named = encoding.or_else(|| (!board.names_no_encoding()).then(|| board.encoding()));
        let encoding = named.unwrap_or(all.encoding);
        let started = Instant::now();
        let formula = board.encode(Purpose::Enumerated, encoding, &options)?;
        let weakened = !options.dropped.is_empty();
        Ok(Lister::Backtrack(Box::new(Enumerator::of(formula, weakened, started.elapsed())?)))
    }

    fn formula(&self) -> &dyn PuzzleFormula {
        match self {
            Lister::Backtrack(enumerator) => &**enumerator.grown(),
            Lister::Blocking(search) => &**search.grown(),
        }
    }

    fn formula_mut(&mut self) -> &mut dyn PuzzleFormula {
        match self {
            Lister::Backtrack(enumerator) => &mut **enumerator.grown_mut(),
            Lister::Blocking(search) => &mut **search.grown_mut(),
        }
    }

    fn by(&self) -> Provenance {
        match self {
            Lister::Backtrack(enumerator) => enumerator.by(),
            Lister::Blocking(search) => search.by(),
        }
    }
}

impl<'b> Worker<'b> {
    /// Builds the formula, in the encoding that was asked for unless another one is named.
    pub fn new(
        board: &'b dyn Board,
        encoding: Option<&str>,
        asked: Asked,
        limits: &Limits,
    ) -> Result<Self, Error> {
        let lister = Lister::new(board, encoding, asked, limits)?;
        let own = board.is_plain() && board.search_options().engine().is_none();
        Ok(Worker { board, asked, lister, images: board.images(), own })
    }

    /// The formula whose atoms cubes are about.
    pub fn formula(&self) -> &dyn PuzzleFormula {
        self.lister.formula()
    }

    /// The provenance and the result of a cube. The group consists of the symmetries that keep the beginning of the
    /// cube.
    pub fn work(
        &mut self,
        cube: &[Known],
        group: &[usize],
        run: &Run<'_>,
    ) -> Result<(Provenance, Found), Error> {
        let counts = self.asked == Asked::Count;
        if counts
            && self.own
            && let Some(within) = self.board.count_within(cube, group, run)
        {
            let by = Provenance::engine(within.engine);
            let found = match within.stopped {
                Some(stop) => Found::Stopped(stop),
                None => Found::Counted { count: within.count, fixed: within.fixed },
            };
            return Ok((by, found));
        }
        let cube = self.formula().lits(cube);
        if let Lister::Backtrack(enumerator) = &mut self.lister {
            enumerator.within(&cube);
        }
        let (mut count, mut fixed) = (0, 0);
        loop {
            let answer = match &mut self.lister {
                Lister::Backtrack(enumerator) => enumerator.search(run.limits)?,
                Lister::Blocking(search) => search.search(&cube, run.limits)?,
            };
            let found = match (answer, self.lister.formula_mut().take_solution()) {
                (Searched::Solved, Some(solution)) if counts => {
                    count += 1;
                    fixed += fixed_by(self.images.as_ref(), &solution, group);
                    continue;
                }
                (Searched::Solved, Some(solution)) => Found::Solution(solution),
                (Searched::Impossible(_), _) if counts => Found::Counted { count, fixed },
                (Searched::Impossible(_), _) => Found::Nothing,
                (Searched::Unknown(stop), _) => Found::Stopped(stop),
                (Searched::Solved | Searched::Refused, _) => unreachable!("no rule is dropped from tasks"),
            };
            return Ok((self.lister.by(), found));
        }
    }
}

/// Before the name of an encoding, in the words of a result.
const ENCODING: &str = "encoding ";

/// Who answered, in few words.
pub fn by_words(by: &Provenance) -> String {
    let parts = [
        Some(by.engine.to_string()),
        by.solver.clone(),
        by.encoding.as_ref().map(|name| format!("{ENCODING}{name}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Who answered, by the words of a result: the inverse of [`by_words`].
pub fn by_of(words: &str) -> Provenance {
    let (engine, rest) = words.split_once(", ").unwrap_or((words, ""));
    let (solver, encoding) = match rest.strip_prefix(ENCODING) {
        Some(name) => ("", Some(name)),
        None => match rest.rsplit_once(&format!(", {ENCODING}")) {
            Some((solver, name)) => (solver, Some(name)),
            None => (rest, None),
        },
    };
    Provenance {
        engine: engine.to_owned().into(),
        stage: None,
        solver: Some(solver.to_owned()).filter(|solver| !solver.is_empty()),
        encoding: encoding.map(|name| name.to_owned().into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_who_answered() {
        for engine in ["sat", "bitboard"] {
            for solver in [None, Some("minisat"), Some("external:solver -a, --encoding {cnf}")] {
                for encoding in [None, Some("extended")] {
                    let by = Provenance {
                        solver: solver.map(Into::into),
                        encoding: encoding.map(Into::into),
                        ..Provenance::engine(engine)
                    };
                    assert_eq!(by_of(&by_words(&by)), by);
                }
            }
        }
    }
}
