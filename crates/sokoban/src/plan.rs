use std::{collections::VecDeque, fmt};

use jigsat_cnf::choice;
use jigsat_grid::{Cell, Direction};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::Level;

/// What to minimise.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Objective {
    /// The number of pushes.
    #[default]
    Pushes,
    /// The number of moves, including pushes.
    Moves,
    /// First the moves, then the pushes.
    MovesThenPushes,
    /// First the pushes, then the moves.
    PushesThenMoves,
    /// Nothing; any plan will do.
    None,
}

choice!(Objective);

/// A sequence of moves that solves a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// One letter for each move: `u`, `r`, `d`, `l`; capitals are pushes.
    pub moves: String,
    /// Number of moves, including pushes.
    pub move_count: u32,
    /// Number of pushes.
    pub push_count: u32,
    /// What is proved to be minimal, if anything is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<Objective>,
    /// A proved lower bound on the length of any plan: in pushes if pushes are minimised first, in moves if moves are; if
    /// nothing is minimised, in the unit of the encoding's steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
}

impl Plan {
    /// A plan with these letters, without any claims.
    #[must_use]
    pub fn new(moves: String) -> Plan {
        let move_count = moves.len() as u32;
        let push_count = moves.bytes().filter(u8::is_ascii_uppercase).count() as u32;
        Plan { moves, move_count, push_count, proven: None, lower_bound: None }
    }

    /// The directions of the moves; other characters are skipped.
    pub fn directions(&self) -> impl Iterator<Item = Direction> + '_ {
        self.moves.chars().filter_map(direction)
    }
}

/// The direction of a letter, capital or not.
pub(crate) fn direction(letter: char) -> Option<Direction> {
    match letter.to_ascii_lowercase() {
        'u' => Some(Direction::Up),
        'r' => Some(Direction::Right),
        'd' => Some(Direction::Down),
        'l' => Some(Direction::Left),
        _ => None,
    }
}

/// The letter of a move.
pub(crate) fn letter(direction: Direction, pushes: bool) -> char {
    let letter = match direction {
        Direction::Up => 'u',
        Direction::Right => 'r',
        Direction::Down => 'd',
        Direction::Left => 'l',
    };
    if pushes { letter.to_ascii_uppercase() } else { letter }
}

/// A level in play: where the boxes and the player are now, and the moves that led there.
#[derive(Clone, Debug)]
pub struct Game<'l> {
    level: &'l Level,
    boxes: Vec<bool>,
    player: Cell,
    moves: String,
}

/// Why a move can't be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// A wall is in the way of the player.
    Wall(Cell),
    /// The box there would be pushed into a wall.
    BoxAtWall(Cell),
    /// The box at the first place would be pushed into the one at the second.
    BoxAtBox(Cell, Cell),
}

impl fmt::Display for Blocked {
    /// What the move, or the player, does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Blocked::Wall(player) => write!(f, "runs from {player} into a wall"),
            Blocked::BoxAtWall(pushed) => write!(f, "pushes the box in {pushed} into a wall"),
            Blocked::BoxAtBox(pushed, other) => {
                write!(f, "pushes the box in {pushed} into the box in {other}")
            }
        }
    }
}

impl<'l> Game<'l> {
    /// The level as it starts.
    #[must_use]
    pub fn new(level: &'l Level) -> Game<'l> {
        let boxes = level.squares.iter().map(|square| square.has_box()).collect();
        Game { level, boxes, player: level.player, moves: String::new() }
    }

    /// The level that is played.
    #[must_use]
    pub fn level(&self) -> &'l Level {
        self.level
    }

    /// Where the player is.
    #[must_use]
    pub fn player(&self) -> Cell {
        self.player
    }

    /// Whether there is a box in a cell.
    #[must_use]
    pub fn has_box(&self, cell: Cell) -> bool {
        self.level.size.contains(cell) && self.boxes[self.level.size.index(cell)]
    }

    /// Whether every box is on a goal.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.boxes.iter().zip(&self.level.squares).all(|(&full, square)| !full || square.is_goal())
    }

    /// The moves made so far.
    #[must_use]
    pub fn moves(&self) -> &str {
        &self.moves
    }

    /// Moves the player, and a box in front of the player; returns whether a box was pushed.
    ///
    /// # Errors
    ///
    /// The obstacle; then nothing has moved.
    pub fn step(&mut self, direction: Direction) -> Result<bool, Blocked> {
        let size = self.level.size;
        let wall =
            |cell: Option<Cell>| cell.is_none_or(|cell| self.level.square(cell) == crate::Square::Wall);
        let ahead = size.step(self.player, direction);
        let Some(to) = ahead.filter(|_| !wall(ahead)) else {
            return Err(Blocked::Wall(self.player));
        };
        let pushes = self.boxes[size.index(to)];
        if pushes {
            let beyond = size.step(to, direction);
            let Some(beyond) = beyond.filter(|_| !wall(beyond)) else { return Err(Blocked::BoxAtWall(to)) };
            if self.boxes[size.index(beyond)] {
                return Err(Blocked::BoxAtBox(to, beyond));
            }
            self.boxes[size.index(to)] = false;
            self.boxes[size.index(beyond)] = true;
        }
        self.player = to;
        self.moves.push(letter(direction, pushes));
        Ok(pushes)
    }

    /// Walks to a cell without pushing, along a shortest path; if there is none, returns false, and nothing has moved.
    pub fn walk_to(&mut self, goal: Cell) -> bool {
        let size = self.level.size;
        let mut came_by = vec![None; size.area()];
        let mut queue = VecDeque::from([goal]);
        // From the goal backwards, so that the path can be followed from the player.
        while let Some(cell) = queue.pop_front() {
            if cell == self.player {
                break;
            }
            for direction in Direction::ALL {
                let Some(next) = size.step(cell, direction) else { continue };
                let index = size.index(next);
                let free = self.level.squares[index] != crate::Square::Wall && !self.boxes[index];
                if free && next != goal && came_by[index].is_none() {
                    came_by[index] = Some(direction.opposite());
                    queue.push_back(next);
                }
            }
        }
        if self.player != goal && came_by[size.index(self.player)].is_none() {
            return false;
        }
        while self.player != goal {
            let Some(direction) = came_by[size.index(self.player)] else { return false };
            if self.step(direction).is_err() {
                return false;
            }
        }
        true
    }

    /// A level that starts where the game is now, with the same title.
    #[must_use]
    pub fn position(&self) -> Level {
        let mut level = Level { player: self.player, stored: Vec::new(), ..self.level.clone() };
        for (square, &full) in level.squares.iter_mut().zip(&self.boxes) {
            *square = match (square.is_goal(), full) {
                _ if *square == crate::Square::Wall => crate::Square::Wall,
                (true, true) => crate::Square::BoxOnGoal,
                (true, false) => crate::Square::Goal,
                (false, true) => crate::Square::Box,
                (false, false) => crate::Square::Floor,
            };
        }
        level
    }

    /// The plan so far.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan::new(self.moves.clone())
    }
}
