//! Pairs of neighbours, found by exchanging partners along alternating ways.

use super::graph::There;

/// Whether these nodes and those that need a partner can be divided into pairs of one of each. Nodes that may be there may
/// serve as partners. Both sides are tried by themselves: if each has its matching, there is one for both (Mendelsohn and
/// Dulmage 1958).
pub(super) fn are_paired(nodes: &[(i64, There)], with: &[i64], joins: &dyn Fn(i64, i64) -> bool) -> bool {
    let served: Vec<Vec<usize>> = with
        .iter()
        .map(|&other| {
            let maybe = (0..nodes.len()).filter(|&node| nodes[node].1.maybe);
            maybe.filter(|&node| joins(nodes[node].0, other)).collect()
        })
        .collect();
    let surely = nodes.iter().filter(|(_, there)| there.surely);
    let serving: Vec<Vec<usize>> = surely
        .map(|&(value, _)| (0..with.len()).filter(|&other| joins(value, with[other])).collect())
        .collect();
    all_find(&served, nodes.len()) && all_find(&serving, with.len())
}

/// Whether each finds a partner of its own, among the numbers below `count`.
fn all_find(possible: &[Vec<usize>], count: usize) -> bool {
    let mut taken: Vec<Option<usize>> = vec![None; count];
    (0..possible.len()).all(|seeker| finds(seeker, possible, &mut taken, &mut vec![false; count]))
}

fn finds(seeker: usize, possible: &[Vec<usize>], taken: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    possible[seeker].iter().any(|&partner| {
        if std::mem::replace(&mut seen[partner], true) {
            return false;
        }
        let is_free = taken[partner].is_none_or(|other| finds(other, possible, taken, seen));
        if is_free {
            taken[partner] = Some(seeker);
        }
        is_free
    })
}
