//! The order in which goals are filled: the reverse of an order in which boxes can be taken off them.
//!
//! A. Junghanns, J. Schaeffer: Sokoban: Enhancing general single-agent search methods using domain knowledge, 2001;
//! Y. Shoham, J. Schaeffer: The `FESS` algorithm: a feature based approach to single-agent search, 2020.

use jigsat_cnf::Interrupt;

use crate::{board::back, relaxed::NEVER};

use super::{field::Field, position::Walk};

/// The goals on which some plan may put a box, the first to fill in front. It is only advice: some levels have no plan in
/// this order.
///
/// All goals are full at first. The boxes that can be pulled to the start cell of a box are removed one by one, the
/// nearest first, until none can be or it is interrupted; the goals of the remaining boxes are filled before all others.
/// For g goals and n cells, it takes up to g² n² steps.
pub(crate) fn order(field: &Field<'_>, interrupt: &Interrupt) -> Vec<u16> {
    let board = &field.analysis.board;
    let mut full = vec![false; usize::from(field.wall) + 1];
    full[usize::from(field.wall)] = true;
    for &goal in &board.goals {
        full[usize::from(goal)] = true;
    }
    let mut is_start = vec![false; full.len()];
    for &cell in &board.boxes {
        is_start[usize::from(cell)] = true;
    }
    let mut walk = Walk::new(field);
    let mut left = board.goals.clone();
    let mut taken = Vec::new();
    while interrupt.stopped().is_none() {
        let pulls = |&goal: &u16| pulls(field, &mut full, &mut walk, &is_start, interrupt, goal);
        let Some((_, place)) = left
            .iter()
            .map(pulls)
            .enumerate()
            .filter_map(|(place, pulls)| pulls.map(|pulls| (pulls, place)))
            .min()
        else {
            break;
        };
        let goal = left.remove(place);
        full[usize::from(goal)] = false;
        taken.push(goal);
    }
    left.extend(taken.into_iter().rev());
    left.retain(|&goal| field.analysis.live[usize::from(goal)]);
    left
}

/// The number of pulls that bring a box from a goal to the start cell of a box, wherever the player is at first; `None`
/// if it can't be brought there, or the search was interrupted.
fn pulls(
    field: &Field<'_>,
    full: &mut [bool],
    walk: &mut Walk,
    is_start: &[bool],
    interrupt: &Interrupt,
    goal: u16,
) -> Option<u32> {
    full[usize::from(goal)] = false;
    let mut seen = vec![false; usize::from(field.wall) * 4];
    let mut queue: Vec<(u16, u16, u32)> = Vec::new();
    for beside in field.next[usize::from(goal)] {
        if !full[usize::from(beside)] {
            queue.push((goal, beside, 0));
        }
    }
    let (mut at, mut found) = (0, None);
    while let Some(&(cell, player, so_far)) = queue.get(at) {
        at += 1;
        if is_start[usize::from(cell)] {
            found = Some(so_far);
            break;
        }
        full[usize::from(cell)] = true;
        walk.flood(field, player, full);
        full[usize::from(cell)] = false;
        if interrupt.step(walk.order.len()).is_err() {
            break;
        }
        for direction in 0..4 {
            let (to, beyond) = (field.step(cell, direction), {
                let to = field.step(cell, direction);
                field.step(to, direction)
            });
            let place = usize::from(to) * 4 + direction;
            if to != field.wall
                && walk.reaches(to)
                && !full[usize::from(beyond)]
                && field.waste(to, back(direction)) != NEVER
                && !seen[place]
            {
                seen[place] = true;
                queue.push((to, beyond, so_far + 1));
            }
        }
    }
    full[usize::from(goal)] = true;
    found
}
