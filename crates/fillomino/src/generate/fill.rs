//! A random filled board.

use jigsat_grid::Size;
use jigsat_solve::Limits;
use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{Solution, field::Field};

/// So many groups are tried for each cell of the board before all of it is begun anew.
const PATIENCE: usize = 200;

/// Fills a board with groups of at most so many cells; none where a limit comes first.
///
/// Groups grow by lot from empty cells. One that would touch another of its size takes other sizes; where none fits, the
/// groups around make room.
pub(super) fn fill(size: Size, most: u16, rng: &mut ChaCha8Rng, limits: &Limits) -> Option<Solution> {
    let field = Field::new(size);
    loop {
        let mut numbers = vec![0_u16; field.cells()];
        for _ in 0..PATIENCE * field.cells() {
            let empty: Vec<usize> = (0..field.cells()).filter(|&cell| numbers[cell] == 0).collect();
            let Some(&start) = empty.choose(rng) else {
                return Some(Solution::from_numbers(size, &numbers));
            };
            if limits.reached().is_some() {
                return None;
            }
            let group = grow(&field, &numbers, start, usize::from(most), rng);
            // The longest beginning of the group that fits; each is connected.
            let fits = |count: &usize| {
                let cells = &group[..*count];
                field.border(cells).iter().all(|&cell| usize::from(numbers[cell]) != *count)
            };
            match (1..=group.len()).rev().find(fits) {
                Some(count) => {
                    for &cell in &group[..count] {
                        numbers[cell] = count as u16;
                    }
                }
                None => make_room(&field, &mut numbers, start),
            }
        }
        limits.reached().is_none().then_some(())?;
    }
}

/// Cells for a group, each touching one before it, as many as a drawn number if there are so many.
fn grow(field: &Field, numbers: &[u16], start: usize, most: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let wanted = rng.random_range(1..=most);
    let mut group = vec![start];
    while group.len() < wanted {
        let open: Vec<usize> = field.border(&group).into_iter().filter(|&cell| numbers[cell] == 0).collect();
        match open.choose(rng) {
            Some(&cell) => group.push(cell),
            None => break,
        }
    }
    group
}

/// Empties the groups around a cell.
fn make_room(field: &Field, numbers: &mut [u16], cell: usize) {
    let groups = field.components(|cell| Some(numbers[cell]).filter(|&number| number != 0));
    let touches = |group: &Vec<usize>| field.around(cell).any(|other| group.contains(&other));
    for group in groups.into_iter().filter(touches) {
        for cell in group {
            numbers[cell] = 0;
        }
    }
}
