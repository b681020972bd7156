//! Counting in parts: the beginnings that the symmetries allow, and the solutions for some choices.

use std::ops::ControlFlow;

use jigsat_solve::{Limits, Stop};

use super::{
    bitboard::{MAX_ITEMS, Tally, with_words},
    branches::split,
    exact::{Exact, item_count},
    fewest::Search,
    scan::Scan,
    task::{given_task, place},
};
use crate::Tiling;

/// A placement of one piece that represents all its images under the symmetries of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// The placement; `None` for the whole search, if no piece is mapped to itself by all symmetries.
    pub placement: Option<u32>,
    /// For each image, the number of a symmetry that leads to it; the identity, 0, first.
    pub images: Vec<usize>,
    /// The numbers of the symmetries that keep the placement.
    pub stabilizer: Vec<usize>,
}

/// The beginnings of a search: the solutions with one of these placements, and their images, are all solutions.
#[must_use]
pub fn beginnings(tiling: &Tiling) -> Vec<Beginning> {
    with_words!(tiling, N => beginnings_of::<N>(tiling), vec![everything(tiling)])
}

fn everything(tiling: &Tiling) -> Beginning {
    let stabilizer = (0..tiling.symmetries().len()).collect();
    Beginning { placement: None, images: vec![0], stabilizer }
}

fn beginnings_of<const N: usize>(tiling: &Tiling) -> Vec<Beginning> {
    let exact = Exact::<N>::of(tiling);
    let symmetries = tiling.symmetries();
    let Some(whole) = given_task(tiling, &exact) else { return vec![everything(tiling)] };
    let branches = split(tiling, &exact, &whole, symmetries);
    let beginnings = branches.into_iter().map(|branch| {
        let placement = branch.task.chosen.get(whole.chosen.len()).copied();
        let mut images = vec![0];
        if let Some(placement) = placement {
            let mut seen = vec![placement];
            for (number, symmetry) in symmetries.iter().enumerate() {
                let image = symmetry.placements[placement as usize];
                if !seen.contains(&image) {
                    seen.push(image);
                    images.push(number);
                }
            }
        }
        Beginning { placement, images, stabilizer: branch.stabilizer }
    });
    beginnings.collect()
}

/// The result for some choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Within {
    /// Number of solutions.
    pub count: u128,
    /// The sum, over the solutions, of the number of symmetries of the given group that keep each; divided by the size
    /// of the group, it is the number of solutions up to these symmetries.
    pub fixed: u128,
    /// Number of steps of the search.
    pub nodes: u64,
    /// Why there may be more.
    pub stopped: Option<Stop>,
}

/// Counts the solutions that use these placements and not those, and the symmetries of a group, given by their numbers,
/// that keep each. `None` as for [`count_bitboard`](super::count_bitboard).
#[must_use]
pub fn count_within(
    tiling: &Tiling,
    used: &[u32],
    unused: &[u32],
    group: &[usize],
    limits: &Limits,
) -> Option<Within> {
    with_words!(tiling, N => Some(within::<N>(tiling, used, unused, group, limits)), None)
}

fn within<const N: usize>(
    tiling: &Tiling,
    used: &[u32],
    unused: &[u32],
    group: &[usize],
    limits: &Limits,
) -> Within {
    let exact = Exact::<N>::of(tiling);
    let task = given_task(tiling, &exact).and_then(|mut task| {
        for &placement in used {
            if !task.chosen.contains(&placement) {
                task = place(&exact, &task, placement)?;
            }
        }
        task.list.retain(|choice| !unused.contains(&choice.placement));
        (!task.chosen.iter().any(|chosen| unused.contains(chosen))).then_some(task)
    });
    let Some(task) = task else { return Within::default() };
    let mut tally = Tally::new(tiling, tiling.symmetries(), group, false);
    // The search breaks off only at a limit, which it remembers.
    let (nodes, stopped) = if Scan::suits(tiling, &exact) {
        let mut scan = Scan::new(&exact, limits);
        let (ControlFlow::Break(()) | ControlFlow::Continue(())) = scan.run(&task, &mut tally);
        (scan.nodes, scan.stopped)
    } else {
        let mut search = Search::new(&exact, limits);
        let (ControlFlow::Break(()) | ControlFlow::Continue(())) = search.run(&task, &mut tally);
        (search.nodes, search.stopped)
    };
    let (count, fixed) = tally.found();
    Within { count, fixed, nodes, stopped }
}
