//! Branches of a search: the symmetries taken out at one piece, and parts for several threads.

use jigsat_solve::Limits;

use super::{
    exact::Exact,
    fewest::Search,
    task::{Task, place},
};
use crate::{Tiling, symmetry::Symmetry};

/// A part of the search: tasks whose solutions count `weight` times, and the symmetries that matter within them.
pub(super) struct Branch<const N: usize> {
    pub weight: u128,
    pub task: Task<N>,
    /// By their numbers.
    pub stabilizer: Vec<usize>,
}

/// One branch for each orbit of the placements of the piece with the fewest orbits, among those that all symmetries map
/// to themselves; the whole search if there is no such piece.
pub(super) fn split<const N: usize>(
    tiling: &Tiling,
    exact: &Exact<N>,
    whole: &Task<N>,
    symmetries: &[Symmetry],
) -> Vec<Branch<N>> {
    let everything =
        || Branch { weight: 1, task: whole.clone(), stabilizer: (0..symmetries.len()).collect() };
    if symmetries.len() == 1 {
        return vec![everything()];
    }
    let fixed = (0..tiling.kinds().len()).filter(|&kind| {
        let once = (tiling.kinds()[kind].min, tiling.kinds()[kind].max) == (1, 1);
        once && symmetries.iter().all(|symmetry| symmetry.kinds[kind] == kind)
    });
    let orbits = fixed.map(|kind| orbits(whole, tiling, kind, symmetries));
    let Some(orbits) = orbits.filter(|orbits| !orbits.is_empty()).min_by_key(Vec::len) else {
        return vec![everything()];
    };
    let mut branches = Vec::new();
    for orbit in orbits {
        let first = orbit[0];
        let keeps = |number: &usize| symmetries[*number].placements[first as usize] == first;
        if let Some(task) = place(exact, whole, first) {
            let stabilizer = (0..symmetries.len()).filter(keeps).collect();
            branches.push(Branch { weight: orbit.len() as u128, task, stabilizer });
        }
    }
    branches
}

/// The orbits of a kind's remaining placements; those with the first placements come first.
fn orbits<const N: usize>(
    whole: &Task<N>,
    tiling: &Tiling,
    kind: usize,
    symmetries: &[Symmetry],
) -> Vec<Vec<u32>> {
    let mut orbits: Vec<Vec<u32>> = Vec::new();
    let range = tiling.placements().of_kind(kind);
    let mut known = vec![false; range.len()];
    for choice in whole.list.iter().filter(|choice| range.contains(&choice.placement)) {
        if known[(choice.placement - range.start) as usize] {
            continue;
        }
        let mut orbit: Vec<u32> = vec![choice.placement];
        for symmetry in symmetries {
            let image = symmetry.placements[choice.placement as usize];
            if !orbit.contains(&image) {
                orbit.push(image);
            }
        }
        for &placement in &orbit {
            known[(placement - range.start) as usize] = true;
        }
        orbits.push(orbit);
    }
    orbits
}

/// Splits parts until there are this many. Parts that are already solutions stay as they are.
pub(super) fn split_further<const N: usize>(
    exact: &Exact<N>,
    mut parts: Vec<(usize, Task<N>)>,
    wanted: usize,
    limits: &Limits,
) -> Vec<(usize, Task<N>)> {
    let mut search = Search::new(exact, limits);
    for _ in 0..8 {
        if parts.len() >= wanted || parts.is_empty() {
            break;
        }
        parts = parts
            .into_iter()
            .flat_map(|(branch, task)| {
                if task.open.is_empty() {
                    return vec![(branch, task)];
                }
                search.split(&task).into_iter().map(|part| (branch, part)).collect()
            })
            .collect();
    }
    parts
}
