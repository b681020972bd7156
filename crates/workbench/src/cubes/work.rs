//! Doing one task: finding a solution within a cube, or counting all of them.

use jigsat_cnf::{Choice, Formula, Literal};
use jigsat_kit::{
    AtomOf, EncodingOf, Error, Family, Goal, Images, Lister, Question, Run, SolutionOf, enumeration, session,
};
use jigsat_solve::{Answer, Limits, Provenance, Stop};

use super::{Asked, part::fixed_by};

/// Does tasks of one puzzle, one after the other.
pub struct Worker<'p, F: Family> {
    family: &'p F,
    puzzle: &'p F::Puzzle,
    asked: Asked,
    lister: Lister<'p, F>,
    images: Option<Images<'p, F>>,
    /// Whether an engine of the family's own may count.
    own: bool,
}

/// The result of a cube.
pub enum Found<S> {
    Solution(S),
    Nothing,
    Counted { count: u128, fixed: u128 },
    Stopped(Stop),
}

impl<'p, F: Family> Worker<'p, F> {
    /// Builds the formula.
    pub fn new(
        family: &'p F,
        puzzle: &'p F::Puzzle,
        question: &Question<F>,
        asked: Asked,
        limits: &Limits,
    ) -> Result<Self, Error> {
        let lister = match (asked, question.search.engine()) {
            (Asked::Count, _) => Lister::new(family, puzzle, question, limits),
            (Asked::Solve, Some("backtrack")) => {
                enumeration(family, puzzle, question, limits).map(Box::new).map(Lister::Backtrack)
            }
            (Asked::Solve, _) => {
                session(family, puzzle, question, limits).map(Box::new).map(Lister::Blocking)
            }
        };
        let own = question.is_plain() && question.search.engine().is_none();
        let images = family.symmetry().map(|symmetry| symmetry.images(puzzle));
        Ok(Worker { family, puzzle, asked, lister: lister?, images, own })
    }

    /// The formula whose atoms cubes are about.
    pub fn formula(&self) -> &Formula<AtomOf<F>> {
        self.lister.formula()
    }

    /// The encoding of that formula.
    pub fn encoding(&self) -> EncodingOf<F> {
        let name = self.lister.by().encoding.unwrap_or_default();
        EncodingOf::<F>::named(&name).unwrap_or_else(|| self.family.auto(self.puzzle, Goal::One).encoding)
    }

    /// The provenance and the result of a cube. The group consists of the symmetries that keep the beginning of the
    /// cube.
    pub fn work(
        &mut self,
        cube: &[Literal<AtomOf<F>>],
        group: &[usize],
        run: &Run<'_>,
    ) -> Result<(Provenance, Found<SolutionOf<F>>), Error> {
        let counts = self.asked == Asked::Count;
        if counts
            && self.own
            && let Some(cutting) = self.family.cutting()
            && let Some(within) = cutting.count_within(self.puzzle, cube, group, run)
        {
            let by = Provenance::engine(within.engine);
            let found = match within.stopped {
                Some(stop) => Found::Stopped(stop),
                None => Found::Counted { count: within.count, fixed: within.fixed },
            };
            return Ok((by, found));
        }
        if let Lister::Backtrack(enumeration) = &mut self.lister {
            let lits: Vec<_> = cube.iter().map(|&literal| enumeration.formula().lit(literal)).collect();
            enumeration.within(&lits);
        }
        let (mut count, mut fixed) = (0, 0);
        loop {
            let answer = match &mut self.lister {
                Lister::Backtrack(enumeration) => enumeration.solve(run.limits)?,
                Lister::Blocking(session) => session.solve_assuming(cube, run.limits)?,
            };
            let found = match answer {
                Answer::Solved(solution) if counts => {
                    count += 1;
                    fixed += fixed_by::<F>(self.images.as_ref(), &solution, group);
                    continue;
                }
                Answer::Solved(solution) => Found::Solution(solution.into_inner()),
                Answer::Impossible(_) if counts => Found::Counted { count, fixed },
                Answer::Impossible(_) => Found::Nothing,
                Answer::Unknown(stop) => Found::Stopped(stop),
                Answer::Refused { .. } => unreachable!("no rule is dropped from tasks"),
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
