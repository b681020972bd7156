//! Levels, and a breadth-first search of them that shares no code with the crate.

use std::collections::{HashMap, HashSet, VecDeque};

use jigsat_grid::{Cell, Size};
use jigsat_sokoban::{Level, Objective, Square};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The player and the boxes, by place in the drawing.
pub type State = (usize, Vec<usize>);

/// A level in the form of the oracle: characters in rows.
pub struct Oracle {
    walls: Vec<bool>,
    goals: Vec<bool>,
    cols: usize,
    pub start: State,
}

impl Oracle {
    pub fn new(level: &Level) -> Oracle {
        let cols = usize::from(level.size.cols);
        let boxes = (0..level.squares.len()).filter(|&place| level.squares[place].has_box()).collect();
        Oracle {
            walls: level.squares.iter().map(|&square| square == Square::Wall).collect(),
            goals: level.squares.iter().map(|square| square.is_goal()).collect(),
            cols,
            start: (usize::from(level.player.row) * cols + usize::from(level.player.col), boxes),
        }
    }

    pub fn is_solved(&self, state: &State) -> bool {
        state.1.iter().all(|&place| self.goals[place])
    }

    /// The states after each of the possible moves, and whether the move pushes.
    pub fn next(&self, (player, boxes): &State) -> Vec<(State, bool)> {
        let mut found = Vec::new();
        for step in [-self.cols.cast_signed(), 1, self.cols.cast_signed(), -1] {
            let to = player.wrapping_add_signed(step);
            if self.walls[to] {
                continue;
            }
            let Some(pushed) = boxes.iter().position(|&place| place == to) else {
                found.push(((to, boxes.clone()), false));
                continue;
            };
            let beyond = to.wrapping_add_signed(step);
            if !self.walls[beyond] && !boxes.contains(&beyond) {
                let mut boxes = boxes.clone();
                boxes[pushed] = beyond;
                boxes.sort_unstable();
                found.push(((to, boxes), true));
            }
        }
        found
    }

    /// The minimum of one measure, and among those plans the minimum of another.
    fn least(&self, cost: impl Fn(bool) -> (u32, u32)) -> Option<(u32, u32)> {
        let mut best: HashMap<State, (u32, u32)> = HashMap::from([(self.start.clone(), (0, 0))]);
        let mut queue = VecDeque::from([self.start.clone()]);
        // Every state is visited again whenever it became cheaper: slow, and obviously right.
        while let Some(state) = queue.pop_front() {
            let spent = best[&state];
            for (next, pushes) in self.next(&state) {
                let more = cost(pushes);
                let total = (spent.0 + more.0, spent.1 + more.1);
                if best.get(&next).is_none_or(|&known| total < known) {
                    best.insert(next.clone(), total);
                    queue.push_back(next);
                }
            }
        }
        best.iter().filter(|(state, _)| self.is_solved(state)).map(|(_, &cost)| cost).min()
    }

    pub fn expected(&self, objective: Objective) -> Option<(u32, u32)> {
        self.least(|pushes| {
            let push = u32::from(pushes);
            match objective {
                Objective::Pushes | Objective::None => (push, 0),
                Objective::Moves => (1, 0),
                Objective::MovesThenPushes => (1, push),
                Objective::PushesThenMoves => (push, 1),
            }
        })
    }

    /// All sequences of moves of this length that end with every box on a goal.
    pub fn plans(&self, length: u32) -> u64 {
        let mut layer: HashMap<State, u64> = HashMap::from([(self.start.clone(), 1)]);
        for _ in 0..length {
            let mut next = HashMap::new();
            for (state, ways) in layer {
                for (after, _) in self.next(&state) {
                    *next.entry(after).or_insert(0) += ways;
                }
            }
            layer = next;
        }
        layer.iter().filter(|(state, _)| self.is_solved(state)).map(|(_, ways)| ways).sum()
    }

    /// All sequences of pushes of this length that end with every box on a goal.
    pub fn push_plans(&self, length: u32) -> u64 {
        let mut sequences: HashSet<Vec<(usize, usize)>> = HashSet::new();
        let mut queue = vec![(self.start.clone(), Vec::new())];
        while let Some((state, pushed)) = queue.pop() {
            if pushed.len() == length as usize {
                if self.is_solved(&state) {
                    sequences.insert(pushed);
                }
                continue;
            }
            let mut seen = HashSet::from([state.0]);
            let mut walk = vec![state.0];
            while let Some(player) = walk.pop() {
                for (after, pushes) in self.next(&(player, state.1.clone())) {
                    if pushes {
                        let mut pushed = pushed.clone();
                        pushed.push((player, after.0));
                        queue.push((after, pushed));
                    } else if seen.insert(after.0) {
                        walk.push(after.0);
                    }
                }
            }
        }
        sequences.len() as u64
    }
}

pub fn random_level(rng: &mut ChaCha8Rng, rows: u16, cols: u16, boxes: usize) -> Option<Level> {
    let size = Size::new(rows, cols);
    let mut squares: Vec<Square> = size
        .cells()
        .map(|cell| {
            let inner = size.neighbours(cell).count() == 4;
            if inner && rng.random_range(0..100) >= 18 { Square::Floor } else { Square::Wall }
        })
        .collect();
    let mut take = |rng: &mut ChaCha8Rng, wanted: fn(Square) -> Option<Square>| -> Option<usize> {
        let fit: Vec<usize> = (0..squares.len()).filter(|&place| wanted(squares[place]).is_some()).collect();
        let place = *fit.get(rng.random_range(0..fit.len().max(1)))?;
        squares[place] = wanted(squares[place])?;
        Some(place)
    };
    let goals = boxes + usize::from(rng.random_range(0..4) == 0);
    for _ in 0..goals {
        take(rng, |square| (square == Square::Floor).then_some(Square::Goal))?;
    }
    for _ in 0..boxes {
        take(rng, |square| match square {
            Square::Floor => Some(Square::Box),
            Square::Goal => Some(Square::BoxOnGoal),
            _ => None,
        })?;
    }
    let player = take(rng, |square| matches!(square, Square::Floor | Square::Goal).then_some(square))?;
    let player = Cell::new((player / usize::from(cols)) as u16, (player % usize::from(cols)) as u16);
    let level = Level { size, squares, player, title: String::new(), notes: vec![], stored: vec![] };
    level.validate().is_ok().then_some(level)
}

/// Levels with one to three boxes, most of them solvable, some with a spare goal.
pub fn levels(count: usize, longest: u32) -> Vec<(Level, Oracle)> {
    let mut rng = ChaCha8Rng::seed_from_u64(20_26);
    let mut found = Vec::new();
    let mut impossible = 0;
    while found.len() < count {
        let (rows, cols) = (rng.random_range(4..=6), rng.random_range(5..=7));
        let boxes = rng.random_range(1..=3);
        let Some(level) = random_level(&mut rng, rows, cols, boxes) else { continue };
        let oracle = Oracle::new(&level);
        let moves = oracle.expected(Objective::Moves);
        // One in ten may be impossible, and few are solved at the start.
        let keep = match moves {
            Some((0, _)) => rng.random_range(0..20) == 0,
            Some((moves, _)) => moves <= longest,
            None => impossible * 10 < found.len(),
        };
        if keep {
            impossible += usize::from(moves.is_none());
            found.push((level, oracle));
        }
    }
    found
}
