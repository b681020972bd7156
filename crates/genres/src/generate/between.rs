//! Areas of a solution, each with two numbers between which its size lies: as close as can be until there is one solution, then
//! further away where it stays the only one.

use jigsat_grid::Size;
use jigsat_solve::Stop;
use rand::{
    Rng,
    seq::{IndexedRandom, IteratorRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;

use super::{Failed, Maker, NOWHERE, plan::Step, rooms, sizes, thin::Other};
use crate::{Board, Givens, Solution, givens::ends};

/// The least and the usual largest number of cells of an area. With 6 cells, a board of
/// 10x10 takes four times as long.
const CELLS: [usize; 2] = [2, 5];

/// How far a number is from the size of its area at most.
const FARTHEST: usize = 4;

/// By cell, the area that it belongs to.
pub(super) fn areas(size: Size, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let [least, most] = CELLS;
    rooms::divide(size, least, most, rng)
}

/// For each border, whether it separates two areas.
pub(super) fn borders(size: Size, areas: &[usize], borders: usize) -> Vec<bool> {
    (0..borders).map(|border| ends(size, border)).map(|[a, b]| areas[a] != areas[b]).collect()
}

/// Two numbers in each area: those that are there, if they fit; otherwise the closest ones, in random cells.
pub(super) fn numbers(givens: &mut Givens, layer: &str, areas: &[usize], rng: &mut ChaCha8Rng) {
    let before = givens.layers.remove(layer).unwrap_or_default();
    for area in 0..areas.len() {
        let cells: Vec<usize> = (0..areas.len()).filter(|&cell| areas[cell] == area).collect();
        let known = cells
            .iter()
            .filter_map(|&cell| Some((cell, before.get(&[cell][..])?.value.parse::<usize>().ok()?)));
        let known: Vec<(usize, usize)> = known.collect();
        let (low, high): (Vec<_>, Vec<_>) = known.into_iter().partition(|&(_, number)| number < cells.len());
        let high = high.into_iter().filter(|&(_, number)| number > cells.len()).choose(rng);
        let low = low.into_iter().choose(rng);
        let free = |rng: &mut ChaCha8Rng, taken: Option<usize>| {
            let free: Vec<usize> = cells.iter().copied().filter(|&cell| Some(cell) != taken).collect();
            free.choose(rng).copied()
        };
        let low = low.or_else(|| {
            let cell = free(rng, high.map(|(cell, _)| cell))?;
            Some((cell, cells.len() - 1))
        });
        let high = high.or_else(|| {
            let cell = free(rng, low.map(|(cell, _)| cell))?;
            Some((cell, cells.len() + 1))
        });
        for (cell, number) in low.into_iter().chain(high) {
            givens.set(layer, vec![cell], number.to_string(), NOWHERE);
        }
    }
}

/// Removes one or both numbers of the area of a cell, so that it gets others.
pub(super) fn forget(givens: &mut Givens, layer: &str, areas: &[usize], near: usize, rng: &mut ChaCha8Rng) {
    let Some(words) = givens.layers.get_mut(layer) else { return };
    let there: Vec<Vec<usize>> = words.keys().filter(|key| areas[key[0]] == areas[near]).cloned().collect();
    let count = rng.random_range(1..=there.len().max(1));
    for key in there.choose_multiple(rng, count) {
        words.remove(key);
    }
}

impl Maker<'_> {
    /// Moves numbers away from the sizes of their areas where the solution stays the only one; returns the limit that came first, if
    /// one did.
    pub(super) fn loosen(
        &mut self,
        givens: &mut Givens,
        solution: &Solution,
    ) -> Result<Option<Stop>, Failed> {
        let mut known: Option<Solution> = None;
        for step in self.steps {
            let Step::Between { number, border } = step else { continue };
            let board = Board::unground(self.page.clone(), givens.clone())?;
            let areas = sizes::areas(&board, solution, border);
            let mut cells: Vec<(usize, usize)> =
                areas.iter().flat_map(|area| area.iter().map(|&cell| (cell, area.len()))).collect();
            cells.shuffle(&mut self.rng);
            for (cell, size) in cells {
                let value = givens.get(number, &[cell]).and_then(|word| word.parse::<usize>().ok());
                let Some(value) = value else { continue };
                let far = self.rng.random_range(2..=FARTHEST);
                let loose = if value > size { size + far } else { size.saturating_sub(far).max(1) };
                if loose == value {
                    continue;
                }
                let mut changed = givens.clone();
                changed.set(number, vec![cell], loose.to_string(), NOWHERE);
                if self.known(&changed, known.clone())?.is_some() {
                    continue;
                }
                match self.other(&changed, solution) {
                    Ok(Other::None) => *givens = changed,
                    Ok(Other::Some(other)) => known = Some(*other),
                    Ok(Other::Unknown) => {}
                    Err(Failed::Stopped(stop)) => return Ok(Some(stop)),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(None)
    }
}

/// The areas after the cell, or one beside it, joined another area; `None` if an area would fall apart or become too small.
pub(super) fn moved(size: Size, areas: &[usize], near: usize, rng: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let cell = rooms::near(size, near).chain([near]).choose(rng)?;
    let to = rooms::near(size, cell).filter(|&to| areas[to] != areas[cell]).choose(rng)?;
    let moved = rooms::moved(size, areas, cell, to)?;
    let left = moved.iter().filter(|&&area| area == areas[cell]).count();
    (left >= CELLS[0]).then_some(moved)
}
