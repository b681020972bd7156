//! The waste of all plans in a small level, found state by state: what is true about the lines of certificates. It
//! shares no code with the crate.

use std::{
    cell::RefCell,
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap},
    rc::Rc,
};

use jigsat_sokoban::{Level, Square};

/// The squares of a level that the player could visit if there were no boxes, numbered row by row.
pub struct Room {
    cols: usize,
    pub squares: BTreeSet<usize>,
    pub goals: Vec<usize>,
    pub boxes: Vec<usize>,
    pub player: usize,
}

impl Room {
    pub fn new(level: &Level) -> Room {
        let cols = usize::from(level.size.cols);
        let player = usize::from(level.player.row) * cols + usize::from(level.player.col);
        let mut room = Room { cols, squares: BTreeSet::new(), goals: vec![], boxes: vec![], player };
        room.squares = (0..level.squares.len()).filter(|&at| level.squares[at] != Square::Wall).collect();
        room.squares = room.part(player, &[]);
        let those = |wanted: fn(Square) -> bool| {
            room.squares.iter().copied().filter(|&at| wanted(level.squares[at])).collect::<Vec<_>>()
        };
        (room.goals, room.boxes) = (those(Square::is_goal), those(Square::has_box));
        room
    }

    /// The square one step on: up, right, down, left.
    pub fn step(&self, square: usize, way: usize) -> Option<usize> {
        let to = match way {
            0 => square - self.cols,
            1 => square + 1,
            2 => square + self.cols,
            _ => square - 1,
        };
        self.squares.contains(&to).then_some(to)
    }

    /// The squares to which the player can walk.
    pub fn part(&self, from: usize, boxes: &[usize]) -> BTreeSet<usize> {
        let (mut part, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(square) = open.pop() {
            for next in (0..4).filter_map(|way| self.step(square, way)) {
                if !boxes.contains(&next) && part.insert(next) {
                    open.push(next);
                }
            }
        }
        part
    }

    /// The squares' names, as in prices.
    pub fn name(&self, square: usize) -> String {
        format!("r{}c{}", square / self.cols + 1, square % self.cols + 1)
    }
}

/// Boxes and the player.
pub type State = (Vec<usize>, usize);

/// The least waste of plans from each state that has one.
type Table = Rc<HashMap<State, i64>>;

/// The waste of plans by prices of goals.
pub struct Waste<'r> {
    room: &'r Room,
    goals: BTreeMap<usize, i64>,
    /// The worth of a single box, by its square and the player's.
    worth: HashMap<(usize, usize), i64>,
    tables: RefCell<HashMap<(usize, bool), Table>>,
}

impl<'r> Waste<'r> {
    pub fn new(room: &'r Room, goals: BTreeMap<usize, i64>) -> Waste<'r> {
        let ends = room.goals.iter().map(|&goal| (vec![goal], -goals[&goal]));
        let worth = cheapest(room, ends, 0, |_, _| Some(1));
        let worth = worth.into_iter().map(|((boxes, player), worth)| ((boxes[0], player), worth)).collect();
        Waste { room, goals, worth, tables: RefCell::default() }
    }

    pub fn worth(&self, square: usize, player: usize) -> Option<i64> {
        self.worth.get(&(square, player)).copied()
    }

    /// The waste of a push.
    fn of_push(&self, square: usize, way: usize) -> Option<i64> {
        let (stand, to) = (self.room.step(square, (way + 2) % 4)?, self.room.step(square, way)?);
        Some(1 + self.worth(to, square)? - self.worth(square, stand)?)
    }

    /// The least waste of plans for so many boxes, with or without the walks. For all boxes, what empty goals cost is
    /// wasted, too.
    fn table(&self, count: usize, walks: bool) -> Table {
        if let Some(known) = self.tables.borrow().get(&(count, walks)) {
            return known.clone();
        }
        let mut ends = Vec::new();
        for boxes in choices(&self.room.goals, count) {
            let used = |goal: &usize| count == self.room.boxes.len() || boxes.contains(goal);
            let prices: i64 = self.goals.iter().filter(|(goal, _)| used(goal)).map(|(_, price)| price).sum();
            ends.push((boxes, -prices));
        }
        // The worth of the boxes at the end depends on where the player is.
        let of_push = |square, way| self.of_push(square, way);
        let table = cheapest_ends(self.room, ends, i64::from(walks), of_push, |boxes, player| {
            boxes.iter().map(|&square| self.worth(square, player)).sum()
        });
        let table = Rc::new(table);
        self.tables.borrow_mut().insert((count, walks), table.clone());
        table
    }

    /// The least waste of plans from a state; `None` if there is no plan.
    pub fn after(&self, boxes: &[usize], player: usize, walks: bool) -> Option<i64> {
        self.table(boxes.len(), walks).get(&(boxes.to_vec(), player)).copied()
    }
}

fn cheapest(
    room: &Room,
    ends: impl IntoIterator<Item = (Vec<usize>, i64)>,
    walk: i64,
    push: impl Fn(usize, usize) -> Option<i64>,
) -> HashMap<State, i64> {
    cheapest_ends(room, ends, walk, push, |_, _| Some(0))
}

/// The least cost of plans from each state, backwards from the ends, cheapest first.
fn cheapest_ends(
    room: &Room,
    ends: impl IntoIterator<Item = (Vec<usize>, i64)>,
    walk: i64,
    push: impl Fn(usize, usize) -> Option<i64>,
    worth: impl Fn(&[usize], usize) -> Option<i64>,
) -> HashMap<State, i64> {
    let (mut least, mut open) = (HashMap::new(), BinaryHeap::new());
    for (boxes, cost) in ends {
        for &player in room.squares.iter().filter(|square| !boxes.contains(square)) {
            let Some(worth) = worth(&boxes, player) else { continue };
            open.push(Reverse((cost - worth, boxes.clone(), player)));
        }
    }
    while let Some(Reverse((cost, boxes, player))) = open.pop() {
        if least.contains_key(&(boxes.clone(), player)) {
            continue;
        }
        least.insert((boxes.clone(), player), cost);
        for way in 0..4 {
            let Some(before) = room.step(player, (way + 2) % 4).filter(|at| !boxes.contains(at)) else {
                continue;
            };
            open.push(Reverse((cost + walk, boxes.clone(), before)));
            // The player's last step may have been a push.
            let pushed = room.step(player, way).and_then(|to| boxes.iter().position(|&square| square == to));
            if let Some((place, wasted)) = pushed.zip(push(player, way)) {
                let mut earlier = boxes.clone();
                earlier[place] = player;
                earlier.sort_unstable();
                open.push(Reverse((cost + wasted, earlier, before)));
            }
        }
    }
    least
}

/// All choices of so many of some squares.
pub fn choices(from: &[usize], count: usize) -> Vec<Vec<usize>> {
    let Some(left) = count.checked_sub(1) else { return vec![vec![]] };
    let with = |(place, &first): (usize, &usize)| {
        choices(&from[place + 1..], left).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    from.iter().enumerate().flat_map(with).collect()
}
