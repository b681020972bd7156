//! Rooms: random ones, and others that differ in a cell.

use jigsat_grid::Size;
use rand::{
    Rng,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;

use crate::givens::pieces;

/// Rooms with this many cells, if possible: cells left over join an adjacent room.
pub(super) fn divide(size: Size, least: usize, most: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let all: Vec<usize> = (0..size.area()).collect();
    divide_again(size, &all, &all, (least, most), rng)
}

/// The rooms with others in place of those of these cells, of about this many cells each.
pub(super) fn divide_again(
    size: Size,
    rooms: &[usize],
    again: &[usize],
    (least, most): (usize, usize),
    rng: &mut ChaCha8Rng,
) -> Vec<usize> {
    // A new room has the number of the cell where it begins, one that stays a higher number.
    let mut rooms: Vec<usize> = rooms.iter().map(|room| room + size.area()).collect();
    for &cell in again {
        rooms[cell] = usize::MAX;
    }
    let mut order = again.to_vec();
    order.shuffle(rng);
    for &start in &order {
        if rooms[start] != usize::MAX {
            continue;
        }
        let wanted = rng.random_range(least..=most);
        let mut own = vec![start];
        rooms[start] = start;
        while own.len() < wanted {
            let free: Vec<usize> = own
                .iter()
                .flat_map(|&cell| near(size, cell))
                .filter(|&cell| rooms[cell] == usize::MAX)
                .collect();
            let Some(&next) = free.choose(rng) else { break };
            rooms[next] = start;
            own.push(next);
        }
    }
    // Rooms that are too small join another one.
    for &start in &order {
        let own: Vec<usize> = (0..rooms.len()).filter(|&cell| rooms[cell] == start).collect();
        if own.is_empty() || own.len() >= least {
            continue;
        }
        let others: Vec<usize> = own
            .iter()
            .flat_map(|&cell| near(size, cell))
            .map(|cell| rooms[cell])
            .filter(|&room| room != start)
            .collect();
        let count = |room: usize| rooms.iter().filter(|&&other| other == room).count();
        if let Some(&room) = others.iter().min_by_key(|&&room| count(room)) {
            for cell in own {
                rooms[cell] = room;
            }
        }
    }
    rooms
}

/// Rooms of two cells each, with as few cells left over as possible, each of which is a room of its own: a matching of the
/// cells whose row and column add up to an odd number (H. W. Kuhn, *The Hungarian method for the assignment problem*, 1955).
pub(super) fn dominoes(size: Size, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut partner = vec![None; size.area()];
    let mut odd: Vec<usize> =
        size.cells().filter(|at| (at.row + at.col) % 2 == 1).map(|at| size.index(at)).collect();
    odd.shuffle(rng);
    for cell in odd {
        join(size, cell, &mut partner, &mut vec![false; size.area()], rng);
    }
    let pairs = partner.iter().enumerate().filter_map(|(even, odd)| Some((even, (*odd)?)));
    let mut rooms: Vec<usize> = (0..size.area()).collect();
    pairs.for_each(|(even, odd)| rooms[odd] = rooms[even]);
    rooms
}

/// Gives a cell one of its neighbours as a partner; a cell that has this partner already gets another one, if there is one.
fn join(
    size: Size,
    cell: usize,
    partner: &mut [Option<usize>],
    seen: &mut [bool],
    rng: &mut ChaCha8Rng,
) -> bool {
    let mut beside: Vec<usize> = near(size, cell).collect();
    beside.shuffle(rng);
    for even in beside {
        if std::mem::replace(&mut seen[even], true) {
            continue;
        }
        let is_free = partner[even].is_none_or(|other| join(size, other, partner, seen, rng));
        if is_free {
            partner[even] = Some(cell);
            return true;
        }
    }
    false
}

/// Rooms that grow around these cells until the board is full.
pub(super) fn around(size: Size, seeds: &[usize], rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut rooms = vec![usize::MAX; size.area()];
    for &seed in seeds {
        rooms[seed] = seed;
    }
    loop {
        let edge: Vec<(usize, usize)> = (0..rooms.len())
            .filter(|&cell| rooms[cell] == usize::MAX)
            .flat_map(|cell| near(size, cell).map(move |other| (cell, other)))
            .filter(|&(_, other)| rooms[other] != usize::MAX)
            .collect();
        let Some(&(cell, other)) = edge.choose(rng) else { return rooms };
        rooms[cell] = rooms[other];
    }
}

/// The rooms after a cell moved to an adjacent cell's room; `None` if a room would become disconnected or vanish.
pub(super) fn moved(size: Size, rooms: &[usize], cell: usize, to: usize) -> Option<Vec<usize>> {
    let (from, to) = (rooms[cell], rooms[to]);
    let mut moved = rooms.to_vec();
    moved[cell] = to;
    let piece = pieces(size, |a, b| moved[a] == moved[b]);
    let mut own = (0..moved.len()).filter(|&other| moved[other] == from);
    let first = own.next()?;
    (from != to && own.all(|other| piece[other] == piece[first])).then_some(moved)
}

/// The cells beside one.
pub(super) fn near(size: Size, cell: usize) -> impl Iterator<Item = usize> {
    size.neighbours(size.cell(cell)).map(move |cell| size.index(cell))
}
