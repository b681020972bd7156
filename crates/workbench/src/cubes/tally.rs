//! Adding up the results of tasks.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use jigsat_kit::Error;
use jigsat_solve::{Error as SolveError, Limits, Provenance, Refusal};

use super::{
    Asked, TaskFolder, folder::RESULTS, manifest::Task, part::CutPuzzle, result::TaskStatus, work::by_of,
};
use crate::{Solution, given::read_given};

/// The joint results.
pub struct Tally {
    pub done: usize,
    pub missing: Vec<usize>,
    pub distrusted: Vec<String>,
    pub solution: Option<Solution>,
    pub count: u128,
    /// By the size of the group: the sum of the numbers of symmetries that keep each solution.
    fixed: BTreeMap<usize, u128>,
    /// In words: what found the solution, and what answered the tasks.
    found_by: Option<String>,
    answered_by: BTreeSet<String>,
    pub cpu_s: f64,
}

impl Tally {
    pub fn of(folder: &TaskFolder, cut: &CutPuzzle) -> Self {
        let mut tally = Tally {
            done: 0,
            missing: Vec::new(),
            distrusted: strangers(folder),
            solution: None,
            count: 0,
            fixed: BTreeMap::new(),
            found_by: None,
            answered_by: BTreeSet::new(),
            cpu_s: 0.0,
        };
        for task in &folder.list {
            match tally.add(folder, task, cut) {
                Ok(true) => tally.done += 1,
                Ok(false) => tally.missing.push(task.id),
                Err(why) => {
                    tally.missing.push(task.id);
                    tally.distrusted.push(format!("{} {why}", folder.result_path(task.id).display()));
                }
            }
        }
        tally
    }

    /// Adds a result; does nothing if there is none.
    fn add(&mut self, folder: &TaskFolder, task: &Task, cut: &CutPuzzle) -> Result<bool, String> {
        let Some(result) = folder.result(task.id)? else { return Ok(false) };
        let start = &folder.manifest.beginnings[task.beginning];
        match (folder.request().asked, result.status) {
            (Asked::Count, TaskStatus::Counted) => {
                let read = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<u128>().ok());
                let counted = read(&result.count).zip(read(&result.fixed));
                let (count, fixed) = counted.ok_or("has no numbers")?;
                let times = start.images.len() as u128;
                let too_large = "has a number that is too large";
                let added = count.checked_mul(times).and_then(|count| self.count.checked_add(count));
                let added = added.filter(|added| added.checked_mul(cut.times).is_some()).ok_or(too_large)?;
                let sum = self.fixed.entry(start.stabilizer.len()).or_default();
                *sum = sum.checked_add(fixed).ok_or(too_large)?;
                self.count = added;
            }
            (Asked::Solve, TaskStatus::Refuted) => {}
            (Asked::Solve, TaskStatus::Solved) => {
                let value = result.solution.ok_or("has no solution")?;
                let name = folder.result_path(task.id).display().to_string();
                let solution = read_given(&*cut.board, &name, &value)
                    .map_err(|error| format!("has a solution that can't be read: {}", error.message()))?;
                let refereed = cut.board.check(&solution, &Limits::default());
                refereed.map_err(|refusal| match refusal {
                    Refusal::Broken(violation) => {
                        format!("has a solution that the referee rejects: {violation}")
                    }
                    Refusal::Stopped(stop) => format!("has a solution that was not refereed: {stop}"),
                })?;
                if self.solution.is_none() {
                    (self.solution, self.found_by) = (Some(solution), Some(result.by.clone()));
                }
            }
            _ => return Err("answers another question".into()),
        }
        self.answered_by.insert(result.by);
        self.cpu_s += result.cpu_s;
        Ok(true)
    }

    /// What found the solution, or answered the tasks; nothing if tasks were answered in several ways.
    pub fn by(&self) -> Option<Provenance> {
        let one = || self.answered_by.first().filter(|_| self.answered_by.len() == 1);
        self.found_by.as_ref().or_else(one).map(|words| by_of(words))
    }

    /// The number of solutions up to symmetry. Under each beginning, the number of classes is the sum of the numbers of
    /// symmetries that keep each solution, divided by the number of symmetries that keep the beginning (the lemma of
    /// Cauchy and Frobenius).
    pub fn distinct(&self, folder: &TaskFolder) -> Result<u128, Error> {
        let mut distinct = 0;
        for (&size, &fixed) in &self.fixed {
            if fixed % size as u128 != 0 {
                let message = "the results do not add up to whole classes under the symmetries";
                let message = format!("{}: {message}", folder.path().display());
                return Err(SolveError::Proof(message).into());
            }
            distinct += fixed / size as u128;
        }
        Ok(distinct)
    }
}

/// Files among the results that belong to no task.
fn strangers(folder: &TaskFolder) -> Vec<String> {
    let Ok(files) = fs::read_dir(folder.path().join(RESULTS)) else { return Vec::new() };
    let is_known = |name: &str| {
        let number = name.strip_suffix(".json").and_then(|stem| stem.parse::<usize>().ok());
        // Files that a killed task has left are nobody's result.
        number.is_some_and(|number| (1..=folder.tasks()).contains(&number)) || name.starts_with(".jigsat-")
    };
    let mut strange: Vec<String> = files
        .flatten()
        .filter(|file| !is_known(&file.file_name().to_string_lossy()))
        .map(|file| format!("{} is not the result of any task", file.path().display()))
        .collect();
    strange.sort();
    strange
}

/// Numbers as ranges: `3 5-9`.
#[must_use]
pub fn ranges(numbers: &[usize]) -> Vec<String> {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let range = |run: &[usize]| match run {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    runs.map(range).collect()
}
