//! The strategies: forced cells.

use super::{
    Step, Strategy,
    board::{Board, Groups},
};
use crate::Variant;

/// Applies strategies, each time the first that finds something, until none does; false if a group has become
/// impossible. Cells that are filled in are added to the steps.
pub(super) fn run(
    board: &mut Board<'_>,
    strategies: &[Strategy],
    depth: usize,
    steps: &mut Vec<Step>,
) -> bool {
    loop {
        let groups = board.groups();
        if !board.is_sound(&groups) {
            return false;
        }
        let mut found = Vec::new();
        for &strategy in strategies {
            match strategy {
                Strategy::SingleExit => single_exits(board, &groups, &mut found),
                Strategy::Forced => forced(board, &groups, &mut found),
                Strategy::Reach => {
                    if !reach(board, &groups, &mut found) {
                        return false;
                    }
                }
            }
            for &(cell, number) in &found {
                if board.is_empty(cell) {
                    board.numbers[cell] = number;
                    let cell = board.field.size.cell(cell);
                    steps.push(Step { cell, number, by: Some(strategy), depth });
                } else if board.numbers[cell] != number {
                    return false;
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        if found.is_empty() {
            return true;
        }
    }
}

/// The empty cell next to a group, if there is exactly one, however many cells of the group it touches.
fn single_exits(board: &Board<'_>, groups: &Groups, found: &mut Vec<(usize, u16)>) {
    for group in groups.all.iter().filter(|group| group.missing() > 0) {
        let mut exit = None;
        let mut several = false;
        for cell in group.cells.iter().flat_map(|&cell| board.field.around(cell)) {
            if board.is_empty(cell) {
                several |= exit.is_some_and(|exit| exit != cell);
                exit = Some(cell);
            }
        }
        if let (Some(cell), false) = (exit, several) {
            found.push((cell, group.number));
        }
    }
}

/// The cells without which a group lacks room. They are at most as far away as the number of cells that the group
/// lacks.
fn forced(board: &Board<'_>, groups: &Groups, found: &mut Vec<(usize, u16)>) {
    for group in groups.all.iter().filter(|group| group.missing() > 0) {
        if board.interrupt.step(board.numbers.len()).is_err() {
            return;
        }
        let mut seen = vec![false; board.numbers.len()];
        let mut near = group.cells.clone();
        for &cell in &near {
            seen[cell] = true;
        }
        let mut begin = 0;
        for _ in 0..group.missing() {
            let end = near.len();
            for index in begin..end {
                for other in board.field.around(near[index]) {
                    let open = board.is_empty(other) || board.numbers[other] == group.number;
                    if open && !std::mem::replace(&mut seen[other], true) {
                        near.push(other);
                    }
                }
            }
            begin = end;
        }
        // If there are enough cells near that any one can be left out, all except bottlenecks are skipped quickly.
        for &cell in near[group.cells.len()..].iter().filter(|&&cell| board.is_empty(cell)) {
            if board.interrupt.stopped().is_some() {
                return;
            }
            if !board.has_room(groups, group.number, &group.cells, Some(cell)) {
                found.push((cell, group.number));
            }
        }
    }
}

/// The cells that have one candidate; false if a cell has none. Finds nothing if groups may be hidden.
fn reach(board: &Board<'_>, groups: &Groups, found: &mut Vec<(usize, u16)>) -> bool {
    if board.puzzle.variant != Variant::Basic {
        return true;
    }
    for cell in (0..board.numbers.len()).filter(|&cell| board.is_empty(cell)) {
        match board.candidates(groups, cell)[..] {
            [] => return false,
            [number] => found.push((cell, number)),
            _ => {}
        }
    }
    true
}
