//! Into which cubes a puzzle is cut.

use std::time::{Duration, Instant};

use jigsat_cnf::{Encoding, Lit, Literal};
use jigsat_solve::{Limits, Stop, cubes::Split};

use super::{
    CutPuzzle, cover,
    part::Beginning,
    work::{Found, Worker},
};
use crate::{
    args::CubesArgs,
    exit::Failure,
    family::{AtomOf, Family, HowOf, Question},
};

/// So many tasks are tried out to say how long they take.
const SAMPLE: usize = 5;

/// Into so many tasks a puzzle is cut at first where their number is left open, and at most.
const FIRST: usize = 64;
const MOST: usize = 1 << 16;

/// What some tasks took, in seconds.
pub struct Sample {
    pub times: Vec<f64>,
    /// Whether one was given up.
    pub slow: bool,
}

impl Sample {
    pub fn mean(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len().max(1) as f64
    }
}

/// What cuts one puzzle.
pub struct Cutter<'c, F: Family> {
    pub cut: &'c CutPuzzle<F::Puzzle>,
    pub args: &'c CubesArgs,
    pub question: &'c Question<'c, F>,
    pub encoding: Encoding<AtomOf<F>>,
    pub how: HowOf<F>,
    pub beginnings: Vec<Beginning<AtomOf<F>>>,
}

impl<'c, F: Family> Cutter<'c, F> {
    pub fn new(
        cut: &'c CutPuzzle<F::Puzzle>,
        args: &'c CubesArgs,
        question: &'c Question<'c, F>,
    ) -> Result<Self, Failure> {
        let worker = Worker::<F>::new(&cut.puzzle, question, args.asked)?;
        let (encoding, how) = (worker.encoding().clone(), worker.how());
        Ok(Cutter { cut, args, question, encoding, how, beginnings: F::beginnings(&cut.puzzle) })
    }

    /// Cuts into as many cubes as asked for, or so that tasks take as long as asked for.
    pub fn cut(&self, limits: &Limits) -> Result<Result<(Split, Option<Sample>), Stop>, Failure> {
        let times = !self.args.output.no_times;
        if let Some(count) = self.args.count {
            return Ok(match self.split(count as usize, limits) {
                Ok(split) => {
                    let sample =
                        if times { self.sample(&split, Duration::from_secs(2), limits)? } else { None };
                    Ok((split, sample))
                }
                Err(stop) => Err(stop),
            });
        }
        let aim = self.args.aim.as_secs_f64().max(1e-3);
        let mut count = FIRST;
        loop {
            let split = match self.split(count, limits) {
                Ok(split) => split,
                Err(stop) => return Ok(Err(stop)),
            };
            let sample = self.sample(&split, self.args.aim.saturating_mul(2), limits)?;
            let Some(sample) = sample else { return Ok(Ok((split, None))) };
            let fits = sample.mean() <= 1.5 * aim && !sample.slow;
            if fits || split.cubes.len() < count || count >= MOST {
                return Ok(Ok((split, times.then_some(sample))));
            }
            // How far beyond its share a task that was given up would have gone nobody knows.
            let least = if sample.slow { 4.0 } else { 1.5 };
            let factor = (sample.mean() / aim).clamp(least, 16.0);
            count = ((count as f64 * factor) as usize).min(MOST);
        }
    }

    fn split(&self, wanted: usize, limits: &Limits) -> Result<Split, Stop> {
        let lits = |beginning: &Beginning<AtomOf<F>>| {
            beginning.literals.iter().map(|&literal| self.encoding.lit(literal)).collect::<Vec<Lit>>()
        };
        let roots: Vec<Vec<Lit>> = self.beginnings.iter().map(lits).collect();
        jigsat_solve::cubes::split(
            &self.encoding,
            &roots,
            wanted,
            self.question.search.seed.unwrap_or(0),
            limits,
        )
    }

    /// Tries some tasks out, each for so long; when two were given up, no more.
    fn sample(&self, split: &Split, each: Duration, limits: &Limits) -> Result<Option<Sample>, Failure> {
        let count = split.cubes.len().min(SAMPLE);
        if count == 0 {
            return Ok(None);
        }
        let mut worker = Worker::<F>::new(&self.cut.puzzle, self.question, self.args.asked)?;
        let mut sample = Sample { times: Vec::new(), slow: false };
        for place in 0..count {
            let cube = &split.cubes[(2 * place + 1) * split.cubes.len() / (2 * count)];
            let started = Instant::now();
            let deadline = [limits.deadline, started.checked_add(each)].into_iter().flatten().min();
            let share = Limits { deadline, ..limits.clone() };
            let group = &self.beginnings[cube.root].stabilizer;
            let (_, found) = worker.work(self.args.asked, &self.literals(&cube.lits), group, &share)?;
            sample.times.push(started.elapsed().as_secs_f64());
            if matches!(found, Found::Stopped(_))
                && (std::mem::replace(&mut sample.slow, true) || limits.reached().is_some())
            {
                break;
            }
        }
        Ok(Some(sample))
    }

    fn literals(&self, lits: &[Lit]) -> Vec<Literal<AtomOf<F>>> {
        lits.iter().map(|&lit| self.encoding.literal(lit)).collect()
    }

    pub fn check(&self, split: &Split, limits: &Limits) -> Result<Result<cover::Shown, Stop>, Failure> {
        let cubes = split.cubes.iter().map(|cube| self.literals(&cube.lits)).collect();
        let refuted = split.refuted.iter().map(|lits| self.literals(lits)).collect();
        let cubes = cover::Cubes { beginnings: &self.beginnings, live: cubes, refuted };
        cover::check::<F>(&self.cut.puzzle, self.how, self.question, &cubes, limits)
    }
}
