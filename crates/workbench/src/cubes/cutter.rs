//! Choosing the cubes of a puzzle.

use std::time::Duration;

use jigsat_cnf::Lit;
use jigsat_kit::{Beginning, Error};
use jigsat_solve::{
    Limits, Stop,
    cubes::{Split, split},
};
use web_time::Instant;

use super::{
    CubesRequest, cover,
    part::{CutPuzzle, beginnings},
    record::Sample,
    work::{Found, Worker},
};
use crate::{
    Context,
    puzzle_formula::{AtomId, Known, PuzzleFormula},
};

/// Number of tasks that are tried to estimate their time.
const SAMPLE: usize = 5;

/// Maximum time for trying each, if the number of tasks is given.
const PATIENCE: Duration = Duration::from_secs(2);

/// Default time of a task, in seconds.
const AIM: f64 = 5.0;

/// Initial and maximum number of tasks of a puzzle if their number is left open.
const FIRST: usize = 64;
const MOST: usize = 1 << 16;

/// Cuts one puzzle.
pub struct Cutter<'c> {
    pub cut: &'c CutPuzzle,
    pub request: &'c CubesRequest,
    pub beginnings: Vec<Beginning<AtomId>>,
    worker: Worker<'c>,
    context: &'c Context,
}

impl<'c> Cutter<'c> {
    pub fn new(
        cut: &'c CutPuzzle,
        request: &'c CubesRequest,
        limits: &Limits,
        context: &'c Context,
    ) -> Result<Self, Error> {
        let worker = Worker::new(&*cut.board, None, request.asked, limits)?;
        Ok(Cutter { cut, request, beginnings: beginnings(&*cut.board), worker, context })
    }

    /// The formula whose atoms cubes are about.
    pub fn formula(&self) -> &dyn PuzzleFormula {
        self.worker.formula()
    }

    /// Cuts into the requested number of cubes, or so that tasks take the requested time.
    pub fn cut(&self, limits: &Limits) -> Result<(Split, Option<Sample>), Error> {
        let times = !self.request.untimed;
        if let Some(count) = self.request.count {
            let split = self.split(count as usize, limits)?;
            let sample = if times { self.sample(&split, PATIENCE, limits)? } else { None };
            return Ok((split, sample));
        }
        let aim = self.request.aim_s.unwrap_or(AIM).max(1e-3);
        let each = Duration::try_from_secs_f64(2.0 * aim).unwrap_or(Duration::MAX);
        let mut count = FIRST;
        loop {
            let split = self.split(count, limits)?;
            let sample = self.sample(&split, each, limits)?;
            let Some(sample) = sample else { return Ok((split, None)) };
            let fits = sample.mean() <= 1.5 * aim && !sample.slow;
            if fits || split.cubes.len() < count || count >= MOST {
                return Ok((split, times.then_some(sample)));
            }
            // It is unknown how much longer a task that was given up would have taken.
            let least = if sample.slow { 4.0 } else { 1.5 };
            let factor = (sample.mean() / aim).clamp(least, 16.0);
            count = ((count as f64 * factor) as usize).min(MOST);
        }
    }

    fn split(&self, wanted: usize, limits: &Limits) -> Result<Split, Stop> {
        let formula = self.formula();
        let lits = self.beginnings.iter().map(|beginning| formula.lits(&beginning.literals));
        let seed = self.cut.board.search_options().seed.unwrap_or(0);
        split(formula.cnf(), &lits.collect::<Vec<_>>(), wanted, seed, limits)
    }

    /// Tries some tasks, each for this long; stops after two were given up.
    fn sample(&self, split: &Split, each: Duration, limits: &Limits) -> Result<Option<Sample>, Error> {
        let count = split.cubes.len().min(SAMPLE);
        if count == 0 {
            return Ok(None);
        }
        let worker = Worker::new(&*self.cut.board, None, self.request.asked, limits);
        let Ok(mut worker) = Error::unless_stopped(worker)? else { return Ok(None) };
        let mut sample = Sample { times: Vec::new(), slow: false };
        for place in 0..count {
            let cube = &split.cubes[(2 * place + 1) * split.cubes.len() / (2 * count)];
            let started = Instant::now();
            let deadline = [limits.deadline, started.checked_add(each)].into_iter().flatten().min();
            let share = Limits { deadline, ..limits.clone() };
            let group = &self.beginnings[cube.root].stabilizer;
            let (_, found) = worker.work(&self.literals(&cube.lits), group, &self.context.run(&share))?;
            sample.times.push(started.elapsed().as_secs_f64());
            if matches!(found, Found::Stopped(_))
                && (std::mem::replace(&mut sample.slow, true) || limits.reached().is_some())
            {
                break;
            }
        }
        Ok(Some(sample))
    }

    fn literals(&self, lits: &[Lit]) -> Vec<Known> {
        self.formula().literals(lits)
    }

    /// Proves that the cubes leave nothing out.
    pub fn check(&self, split: &Split, limits: &Limits) -> Result<cover::Shown, Error> {
        let live = split.cubes.iter().map(|cube| self.literals(&cube.lits)).collect();
        let refuted = split.refuted.iter().map(|lits| self.literals(lits)).collect();
        let cubes = cover::Cubes { beginnings: &self.beginnings, live, refuted };
        cover::check(&*self.cut.board, self.formula().encoding(), &cubes, limits)
    }
}
