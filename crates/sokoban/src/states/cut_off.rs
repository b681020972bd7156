//! Goals that frozen boxes cut off.
//!
//! A box that can never move again is as good as a wall. If the other boxes can't each reach a goal of their own past
//! such walls, there is no plan, even though all frozen boxes are on goals.

use std::collections::HashMap;

use crate::{board::back, relaxed::NEVER};

use super::{field::Field, freeze::thaw};

/// Maximum memory for what is remembered, in bytes.
const MOST_BYTES: usize = 1 << 24;

/// A bit for each goal.
type Goals = u64;

/// The test, and what it has found out so far.
#[derive(Default)]
pub(crate) struct CutOff {
    /// The goals that a box at each cell can reach, by the frozen boxes.
    reached: HashMap<Vec<u16>, Vec<Goals>>,
    frozen: Vec<u16>,
}

impl CutOff {
    /// Whether a box that was just [frozen on a goal](super::freeze::Frozen::OnGoals), with all others that are frozen,
    /// keeps some of the rest from goals of their own. Says no if the level has more than 64 goals.
    pub fn is_dead(&mut self, field: &Field<'_>, boxes: &[u16], pushed: usize) -> bool {
        if field.analysis.board.goals.len() > Goals::BITS as usize {
            return false;
        }
        self.frozen.clear();
        self.frozen.extend_from_slice(boxes);
        self.frozen.swap(0, pushed);
        if !thaw(field, &mut self.frozen) {
            return false;
        }
        self.frozen.sort_unstable();
        let bytes = usize::from(field.wall) * size_of::<Goals>();
        if (self.reached.len() + 1) * bytes > MOST_BYTES {
            self.reached.clear();
        }
        let frozen = &self.frozen;
        let reached = self.reached.entry(frozen.clone()).or_insert_with(|| reached(field, frozen));
        let others = boxes.iter().filter(|cell| frozen.binary_search(cell).is_err());
        !can_match(&others.map(|&cell| reached[usize::from(cell)]).collect::<Vec<_>>())
    }
}

/// The goals that a box at each cell can reach if these boxes are walls and there are no others, wherever the player is.
fn reached(field: &Field<'_>, frozen: &[u16]) -> Vec<Goals> {
    let mut reached = vec![0; usize::from(field.wall)];
    let is_wall = |cell: u16| cell == field.wall || frozen.binary_search(&cell).is_ok();
    let mut queue = Vec::new();
    let goals = field.analysis.board.goals.iter().enumerate();
    for (number, &goal) in goals.filter(|&(_, &goal)| !is_wall(goal)) {
        let bit: Goals = 1 << number;
        reached[usize::from(goal)] |= bit;
        queue.push(goal);
        while let Some(to) = queue.pop() {
            for direction in 0..4 {
                let from = field.step(to, back(direction));
                let is_new = !is_wall(from) && reached[usize::from(from)] & bit == 0;
                if is_new
                    && field.waste(from, direction) != NEVER
                    && !is_wall(field.step(from, back(direction)))
                {
                    reached[usize::from(from)] |= bit;
                    queue.push(from);
                }
            }
        }
    }
    reached
}

/// Whether each box can have a goal of its own: a matching, by augmenting paths.
fn can_match(boxes: &[Goals]) -> bool {
    fn assign(boxes: &[Goals], number: usize, tried: &mut Goals, owners: &mut [Option<usize>]) -> bool {
        loop {
            let left = boxes[number] & !*tried;
            if left == 0 {
                return false;
            }
            *tried |= left & left.wrapping_neg();
            let goal = left.trailing_zeros() as usize;
            if owners[goal].is_none_or(|owner| assign(boxes, owner, tried, owners)) {
                owners[goal] = Some(number);
                return true;
            }
        }
    }
    let mut owners = [None; Goals::BITS as usize];
    (0..boxes.len()).all(|number| assign(boxes, number, &mut 0, &mut owners))
}

#[cfg(test)]
mod tests {
    use jigsat_cnf::Interrupt;
    use jigsat_input::Source;

    use super::*;
    use crate::{parse_one, puzzle::Analysis};

    #[test]
    fn boxes_need_goals_of_their_own() {
        assert!(can_match(&[]));
        assert!(can_match(&[0b01, 0b11]));
        assert!(can_match(&[0b11, 0b01]));
        assert!(can_match(&[0b110, 0b010, 0b001]));
        assert!(!can_match(&[0b01, 0b01]));
        assert!(!can_match(&[0b11, 0b11, 0b11]));
        assert!(!can_match(&[0b11, 0]));
    }

    /// Whether the level is dead after a push that left a box at a cell, given by row and column.
    fn is_dead(level: &str, (row, col): (u16, u16)) -> bool {
        let level = parse_one(&Source::new("level", level)).unwrap();
        let a = Analysis::new(&level, &Interrupt::default()).unwrap();
        let field = Field::new(&level, &a, &Interrupt::default()).unwrap();
        let boxes = a.board.boxes.clone();
        let at = |cell: u16| a.board.cells[usize::from(cell)];
        let pushed = boxes.iter().position(|&cell| (at(cell).row, at(cell).col) == (row, col)).unwrap();
        CutOff::default().is_dead(&field, &boxes, pushed)
    }

    #[test]
    fn a_box_in_the_corner_cuts_off_the_column_above_it() {
        // A box is pushed up the column from the corner.
        let column = |rest: &str| format!("#########\n{rest}#########");
        let dead = column("#.#######\n#.#######\n#  $ $  #\n#* @    #\n");
        assert!(is_dead(&dead, (4, 1)));
        let one_too_many = column("#.#######\n# #######\n#  $ $ .#\n#* @    #\n");
        assert!(is_dead(&one_too_many, (4, 1)));
        let not_frozen = column("#.#######\n#.#######\n#* $ $  #\n#  @    #\n");
        assert!(!is_dead(&not_frozen, (3, 1)));
        let all_filled = column("#*#######\n#*#######\n#       #\n#* @    #\n");
        assert!(!is_dead(&all_filled, (4, 1)));
        let spare_goal = column("#.#######\n# #######\n#  $   .#\n#* @    #\n");
        assert!(!is_dead(&spare_goal, (4, 1)));
    }
}
