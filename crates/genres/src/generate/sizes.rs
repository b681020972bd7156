//! Numbers that state the sizes of the pieces of a solution, one for each piece.

use jigsat_qprop::Over;
use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::NOWHERE;
use crate::{
    Board, Givens, Solution,
    givens::{ends, pieces},
};

/// The pieces formed by cells without a border between them, or by cells for which a layer says no.
pub(super) fn areas(board: &Board, solution: &Solution, layer: &str) -> Vec<Vec<usize>> {
    let size = board.givens.size;
    let no: Vec<bool> = solution.flat(layer).into_iter().map(|value| !value.is_yes()).collect();
    let is_edges = board.layers.iter().any(|known| known.name == layer && known.over == Over::Edges);
    let open: Vec<[usize; 2]> = if is_edges {
        (0..no.len()).filter(|&edge| no[edge]).map(|edge| ends(size, edge)).collect()
    } else {
        Vec::new()
    };
    let joined = |a: usize, b: usize| if is_edges { open.contains(&[a, b]) } else { no[a] && no[b] };
    let piece = pieces(size, |a, b| joined(a.min(b), a.max(b)));
    let firsts = (0..size.area()).filter(|&cell| piece[cell] == cell && (is_edges || no[cell]));
    firsts.map(|first| (0..size.area()).filter(|&cell| piece[cell] == first).collect()).collect()
}

/// A number in one cell of each piece: in its present place, otherwise in a random one.
pub(super) fn sizes(givens: &mut Givens, layer: &str, areas: &[Vec<usize>], rng: &mut ChaCha8Rng) {
    let before = givens.layers.remove(layer).unwrap_or_default();
    for area in areas {
        let known = area.iter().find(|&&cell| before.contains_key(&[cell][..]));
        if let Some(&cell) = known.or_else(|| area.choose(rng)) {
            givens.set(layer, vec![cell], area.len().to_string(), NOWHERE);
        }
    }
}

/// Moves the number of one piece within it.
pub(super) fn move_number(
    givens: &mut Givens,
    layer: &str,
    areas: &[Vec<usize>],
    rng: &mut ChaCha8Rng,
) -> bool {
    let large: Vec<&Vec<usize>> = areas.iter().filter(|area| area.len() > 1).collect();
    let (Some(area), Some(numbers)) = (large.choose(rng), givens.layers.get_mut(layer)) else { return false };
    let Some(word) = area.iter().find_map(|&cell| numbers.remove(&[cell][..])) else { return false };
    numbers.insert(vec![area[rng.random_range(0..area.len())]], word);
    true
}
