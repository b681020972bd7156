//! Words that follow from a loop through rooms: it takes one of two words in every second room, the other in the rooms between.

use std::collections::BTreeMap;

use super::NOWHERE;
use crate::{Givens, Value, givens::ends};

/// Puts one of two words into each cell. In every second room along the loop, the first word is on the loop and the second one
/// is not; in the others it is the other way round. Returns false if that is not possible, because the loop
/// goes through an odd number of rooms, or through one of them twice.
pub(super) fn words(givens: &mut Givens, (layer, words): (&str, &[String]), line: &[&Value]) -> bool {
    let Some(rooms) = givens.rooms.clone() else { return false };
    let lines = (0..line.len()).filter(|&edge| line[edge].is_yes()).map(|edge| ends(givens.size, edge));
    let lines: Vec<[usize; 2]> = lines.collect();
    let order = along(&lines);
    let mut firsts = BTreeMap::new();
    let mut is_first = true;
    for (place, &cell) in order.iter().enumerate() {
        let before = order[(place + order.len() - 1) % order.len()];
        if rooms[cell] != rooms[before] {
            is_first = !is_first;
        }
        if *firsts.entry(rooms[cell]).or_insert(is_first) != is_first {
            return false;
        }
    }
    givens.layers.remove(layer);
    for (cell, room) in rooms.iter().enumerate() {
        let Some(&is_first) = firsts.get(room) else { continue };
        let word = &words[usize::from(is_first != order.contains(&cell))];
        givens.set(layer, vec![cell], word.clone(), NOWHERE);
    }
    true
}

/// The cells of a loop, one after the other.
fn along(lines: &[[usize; 2]]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut next = lines.first().map(|line| line[0]);
    while let Some(cell) = next {
        order.push(cell);
        let own = lines.iter().filter(|line| line.contains(&cell));
        let mut beside = own.map(|&[a, b]| if a == cell { b } else { a });
        next = beside.find(|other| !order.contains(other));
    }
    order
}
