//! Islands and their bridges: repeatedly, a bridge leads straight from an island to a new or an existing one.

use jigsat_grid::{Direction, Size};
use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{Givens, givens::ends};

/// The number of bridges that end at each island, and that cross each border.
pub(super) fn islands(size: Size, rng: &mut ChaCha8Rng) -> (Vec<(usize, usize)>, Vec<i64>) {
    let edges = Givens::new(size).border_count();
    let mut bridges = vec![0; edges];
    let mut is_island = vec![false; size.area()];
    let mut is_crossed = vec![false; size.area()];
    let mut islands = vec![rng.random_range(0..size.area())];
    is_island[islands[0]] = true;
    let step =
        |cell: usize, side: usize| size.step(size.cell(cell), Direction::ALL[side]).map(|to| size.index(to));
    for _ in 0..4 * size.area() {
        let Some(&from) = islands.choose(rng) else { break };
        let side = rng.random_range(0..4);
        // The free cells up to an obstacle.
        let mut way = Vec::new();
        let mut at = step(from, side);
        while let Some(cell) = at.filter(|&cell| !is_island[cell] && !is_crossed[cell]) {
            way.push(cell);
            at = step(cell, side);
        }
        let reached = at.filter(|&cell| is_island[cell] && !way.is_empty());
        let to = match reached {
            Some(island) if rng.random_bool(0.3) => island,
            _ => {
                // Not beside another island, and with a cell between them.
                let is_free =
                    |&&cell: &&usize| (0..4).filter_map(|side| step(cell, side)).all(|near| !is_island[near]);
                let ends: Vec<usize> = way.iter().skip(1).filter(is_free).copied().collect();
                let Some(&end) = ends.choose(rng) else { continue };
                is_island[end] = true;
                islands.push(end);
                end
            }
        };
        let count = rng.random_range(1..=2);
        let between = way.iter().take_while(|&&cell| cell != to).copied();
        let mut path: Vec<usize> = vec![from];
        path.extend(between.inspect(|&cell| is_crossed[cell] = true));
        path.push(to);
        for (edge, bridge) in bridges.iter_mut().enumerate() {
            let [a, b] = ends(size, edge);
            if path.windows(2).any(|pair| pair == [a, b] || pair == [b, a]) {
                *bridge = count;
            }
        }
    }
    let number = |island: usize| -> i64 {
        let at = (0..edges).filter(|&edge| ends(size, edge).contains(&island));
        at.map(|edge| bridges[edge]).sum()
    };
    (islands.iter().map(|&island| (island, number(island) as usize)).collect(), bridges)
}
