//! Counting and listing on bit boards: cells and pieces are bits, a placement is the set of those that it covers.

use std::{
    ops::ControlFlow,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use jigsat_solve::{Limits, Stop};

use super::{
    branches::{split, split_further},
    exact::{Exact, item_count},
    fewest::Search,
    passed::Passed,
    scan::Scan,
    task::{Task, Visitor, given_task, place},
};
use crate::{Tiling, symmetry::Symmetry};

/// Maximum number of cells and single pieces together for bit boards.
pub const MAX_ITEMS: usize = 512;

/// The result of counting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Number of solutions found.
    pub count: u128,
    /// Number of solutions up to symmetry, if that was asked for.
    pub distinct: Option<u128>,
    /// Number with pieces distinguished, and turns that look the same counted separately.
    pub labelled: Option<u128>,
    /// Number of steps of the search.
    pub nodes: u64,
    /// Why there may be more.
    pub stopped: Option<Stop>,
}

/// Runs code for boards of as many words as a puzzle needs.
macro_rules! with_words {
    ($tiling:expr, $words:ident => $body:expr, $otherwise:expr) => {
        match item_count($tiling) {
            0..=64 => {
                const $words: usize = 1;
                $body
            }
            65..=128 => {
                const $words: usize = 2;
                $body
            }
            129..=192 => {
                const $words: usize = 3;
                $body
            }
            193..=256 => {
                const $words: usize = 4;
                $body
            }
            257..=MAX_ITEMS => {
                const $words: usize = 8;
                $body
            }
            _ => $otherwise,
        }
    };
}
pub(super) use with_words;

/// Whether a puzzle has at most [`MAX_ITEMS`] cells and single pieces.
#[must_use]
pub fn has_bitboard(tiling: &Tiling) -> bool {
    item_count(tiling) <= MAX_ITEMS
}

/// Counts the solutions of a puzzle, all and up to symmetry, with this many threads. `None` if the puzzle has more than
/// [`MAX_ITEMS`] cells and pieces.
///
/// The search visits one placement for each orbit of a piece's placements under the symmetries of the puzzle, and
/// multiplies its count by the size of the orbit. If some symmetries keep the placement of that piece, solutions are
/// equivalent under those symmetries only: each counts one over the size of its own orbit under them (the lemma of
/// Cauchy and Frobenius, also Burnside's).
#[must_use]
pub fn count_bitboard(tiling: &Tiling, jobs: usize, limits: &Limits) -> Option<Counted> {
    with_words!(tiling, N => Some(count::<N>(tiling, jobs, limits)), None)
}

/// Calls `visit` for each solution, given by its placements, until it breaks off; returns the number of steps, and why
/// the search ended early. The search is the one that finds a first solution sooner. `None` as for [`count_bitboard`].
pub fn list_bitboard(
    tiling: &Tiling,
    limits: &Limits,
    visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Option<(u64, Option<Stop>)> {
    with_words!(tiling, N => {
        let exact = Exact::<N>::of(tiling);
        let mut search = Search::new(&exact, limits);
        if let Some(whole) = given_task(tiling, &exact) {
            let _ = search.run(&whole, &mut Each(visit));
        }
        Some((search.nodes, search.stopped))
    }, None)
}

/// The same for the solutions of a [beginning](super::Beginning), with the search that is soonest through with all of
/// them. `after` is one of these solutions, its placements in the order in which they were visited: those up to it are
/// left out.
pub fn list_beginning(
    tiling: &Tiling,
    beginning: Option<u32>,
    after: Option<&[u32]>,
    limits: &Limits,
    visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Option<(u64, Option<Stop>)> {
    with_words!(tiling, N => {
        let exact = Exact::<N>::of(tiling);
        let task = given_task(tiling, &exact)
            .and_then(|whole| beginning.map_or(Some(whole.clone()), |first| place(&exact, &whole, first)));
        let Some(task) = task else { return Some((0, None)) };
        let passed = after.map(Passed::until).unwrap_or_default();
        Some(if Scan::suits(tiling, &exact) {
            let mut scan = Scan::new(&exact, limits);
            scan.passed = passed;
            let _ = scan.run(&task, &mut Each(visit));
            (scan.nodes, scan.stopped)
        } else {
            let mut search = Search::new(&exact, limits);
            search.passed = passed;
            let _ = search.run(&task, &mut Each(visit));
            (search.nodes, search.stopped)
        })
    }, None)
}

/// A visitor that hands each solution on.
struct Each<'v>(&'v mut dyn FnMut(&[u32]) -> ControlFlow<()>);

impl Visitor for Each<'_> {
    fn solution(&mut self, placements: &[u32]) -> ControlFlow<()> {
        (self.0)(placements)
    }
}

/// The results of a thread within branches of one weight.
pub(super) struct Tally<'a> {
    tiling: &'a Tiling,
    symmetries: &'a [Symmetry],
    stabilizer: &'a [usize],
    found: u128,
    fixed: u128,
    labelled: u128,
    is_chosen: Vec<bool>,
    weigh: bool,
}

impl<'a> Tally<'a> {
    pub fn new(tiling: &'a Tiling, symmetries: &'a [Symmetry], stabilizer: &'a [usize], weigh: bool) -> Self {
        let is_chosen = vec![false; tiling.placements().len()];
        Tally { tiling, symmetries, stabilizer, found: 0, fixed: 0, labelled: 0, is_chosen, weigh }
    }

    /// The number of solutions, and the sum of the numbers of symmetries that keep each.
    pub fn found(&self) -> (u128, u128) {
        (self.found, self.fixed)
    }
}

impl Visitor for Tally<'_> {
    fn solution(&mut self, placements: &[u32]) -> ControlFlow<()> {
        self.found += 1;
        self.fixed += 1;
        if self.weigh {
            self.labelled = self.labelled.saturating_add(self.tiling.labels(placements));
        }
        if self.stabilizer.len() > 1 {
            for &placement in placements {
                self.is_chosen[placement as usize] = true;
            }
            let keeps = |symmetry: &Symmetry| {
                placements.iter().all(|&one| self.is_chosen[symmetry.placements[one as usize] as usize])
            };
            let others = self.stabilizer.iter().filter(|&&number| number != 0);
            self.fixed += others.filter(|&&number| keeps(&self.symmetries[number])).count() as u128;
            for &placement in placements {
                self.is_chosen[placement as usize] = false;
            }
        }
        ControlFlow::Continue(())
    }
}

fn count<const N: usize>(tiling: &Tiling, jobs: usize, limits: &Limits) -> Counted {
    let exact = Exact::<N>::of(tiling);
    let symmetries = tiling.symmetries();
    let Some(whole) = given_task(tiling, &exact) else {
        return Counted { distinct: Some(0), labelled: Some(0), ..Counted::default() };
    };
    let branches = split(tiling, &exact, &whole, symmetries);
    let mut parts: Vec<(usize, Task<N>)> =
        branches.iter().enumerate().map(|(number, branch)| (number, branch.task.clone())).collect();
    if jobs > 1 {
        parts = split_further(&exact, parts, 32 * jobs, limits);
    }
    let scans = Scan::suits(tiling, &exact);
    let next = AtomicUsize::new(0);
    let halt = AtomicBool::new(false);
    // For each branch: number of solutions, sum of the sizes of stabilizers, number of labelled solutions.
    let totals = Mutex::new((vec![(0_u128, 0_u128, 0_u128); branches.len()], 0_u64, None));
    let constant = tiling.labels_of_all();
    let work = || {
        let mut search = Search::new(&exact, limits);
        let mut scan = scans.then(|| Scan::new(&exact, limits));
        let mut is_chosen = vec![false; tiling.placements().len()];
        while let Some((branch, task)) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            if halt.load(Ordering::Relaxed) {
                break;
            }
            let mut tally = Tally {
                tiling,
                symmetries,
                stabilizer: &branches[*branch].stabilizer,
                found: 0,
                fixed: 0,
                labelled: 0,
                is_chosen: std::mem::take(&mut is_chosen),
                weigh: constant.is_none(),
            };
            let flow = match &mut scan {
                Some(scan) => scan.run(task, &mut tally),
                None => search.run(task, &mut tally),
            };
            is_chosen = std::mem::take(&mut tally.is_chosen);
            let mut totals = totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let total = &mut totals.0[*branch];
            total.0 += tally.found;
            total.1 += tally.fixed;
            total.2 = total.2.saturating_add(tally.labelled);
            if flow.is_break() {
                halt.store(true, Ordering::Relaxed);
                break;
            }
        }
        let mut totals = totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (nodes, stopped) = scan.map_or((search.nodes, search.stopped), |scan| (scan.nodes, scan.stopped));
        totals.1 += nodes;
        totals.2 = totals.2.or(stopped);
    };
    if jobs > 1 {
        #[allow(
            clippy::disallowed_methods,
            reason = "where there are no threads, one job is all that is asked for"
        )]
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(work);
            }
        });
    } else {
        work();
    }
    let (totals, nodes, stopped) = totals.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut counted = Counted { distinct: Some(0), labelled: Some(0), nodes, stopped, ..Counted::default() };
    let (mut distinct, mut labelled) = (0_u128, 0_u128);
    for (branch, (found, fixed, weighed)) in branches.iter().zip(totals) {
        counted.count += branch.weight * found;
        // Orbits are complete only if the search is; then the division is exact.
        distinct += fixed / branch.stabilizer.len() as u128;
        labelled = labelled.saturating_add(match constant {
            Some(constant) => branch.weight.saturating_mul(found).saturating_mul(constant),
            None => branch.weight.saturating_mul(weighed),
        });
    }
    // One of the summands is that of the identity; the others may be missing if the search stopped.
    counted.distinct = stopped.is_none().then_some(distinct);
    counted.labelled = (labelled != u128::MAX).then_some(labelled);
    counted
}
