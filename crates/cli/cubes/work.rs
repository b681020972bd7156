//! Doing one task: a solution within a cube, or all of them counted.

use jigsat_cnf::{Choice, Encoding, Literal};
use jigsat_solve::{Answer, By, Error, Limits, Stop};

use super::part::fixed_by;
use crate::{
    args::Asked,
    family::{self, AtomOf, Family, HowOf, Question, SolutionOf},
    lister::{self, Lister},
};

/// What does tasks of one puzzle, one after the other.
pub struct Worker<'p, F: Family> {
    puzzle: &'p F::Puzzle,
    lister: Lister<'p, F>,
    symmetries: Vec<F::Symmetry>,
    /// Whether an engine of the family's own may count.
    own: bool,
}

/// What came of a cube.
pub enum Found<S> {
    Solution(S),
    Nothing,
    Counted { count: u128, fixed: u128 },
    Stopped(Stop),
}

impl<'p, F: Family> Worker<'p, F> {
    pub fn new(puzzle: &'p F::Puzzle, question: &Question<'_, F>, asked: Asked) -> Result<Self, Error> {
        let lister = match (asked, question.search.engine()) {
            (Asked::Count, _) => Lister::new(puzzle, question)?,
            (Asked::Solve, Some("backtrack")) => {
                Lister::Backtrack(Box::new(lister::enumeration::<F>(puzzle, question)?))
            }
            (Asked::Solve, _) => Lister::Blocking(Box::new(family::session::<F>(puzzle, question)?)),
        };
        let own = question.is_plain() && question.search.engine().is_none();
        Ok(Worker { puzzle, lister, symmetries: F::symmetries(puzzle), own })
    }

    /// The formula whose atoms cubes speak of.
    pub fn encoding(&self) -> &Encoding<AtomOf<F>> {
        self.lister.encoding()
    }

    /// Which encoding that is.
    pub fn how(&self) -> HowOf<F> {
        let name = self.lister.by().encoding.unwrap_or_default();
        HowOf::<F>::named(name).unwrap_or(F::auto(self.puzzle).0)
    }

    /// Who works, and what came of it.
    pub fn work(
        &mut self,
        asked: Asked,
        cube: &[Literal<AtomOf<F>>],
        group: &[usize],
        limits: &Limits,
    ) -> Result<(By, Found<SolutionOf<F>>), Error> {
        if asked == Asked::Count
            && self.own
            && let Some(within) = F::count_within(self.puzzle, cube, group, limits)
        {
            let by = By { engine: within.engine, stage: None, solver: None, encoding: None };
            let found = match within.stopped {
                Some(stop) => Found::Stopped(stop),
                None => Found::Counted { count: within.count, fixed: within.fixed },
            };
            return Ok((by, found));
        }
        if let Lister::Backtrack(enumeration) = &mut self.lister {
            let lits: Vec<_> = cube.iter().map(|&literal| enumeration.encoding().lit(literal)).collect();
            enumeration.within(&lits);
        }
        let (mut count, mut fixed) = (0, 0);
        loop {
            let answer = match &mut self.lister {
                Lister::Backtrack(enumeration) => enumeration.solve(limits)?,
                Lister::Blocking(session) => session.solve_assuming(cube, limits)?,
            };
            let found = match answer {
                Answer::Solved(solution) if asked == Asked::Count => {
                    count += 1;
                    fixed += fixed_by::<F>(self.puzzle, &self.symmetries, &solution, group);
                    continue;
                }
                Answer::Solved(solution) => Found::Solution(solution),
                Answer::Impossible(_) if asked == Asked::Count => Found::Counted { count, fixed },
                Answer::Impossible(_) => Found::Nothing,
                Answer::Unknown(stop) => Found::Stopped(stop),
                Answer::Refused { .. } => unreachable!("no rule is dropped from tasks"),
            };
            return Ok((self.lister.by(), found));
        }
    }
}

/// Who answered, in a few words.
pub fn told(by: &By) -> String {
    let parts =
        [Some(by.engine.to_owned()), by.solver.clone(), by.encoding.map(|name| format!("encoding {name}"))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
