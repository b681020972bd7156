//! Certificates and their grounds in a form that can be changed, and what is true about them.

use std::{collections::BTreeMap, fmt};

use jigsat_sokoban::{Ground, Price, Unit};

use super::waste::{Room, Waste};

/// Where the player is in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    At(usize),
    Around(usize),
    Anywhere,
}

/// A line; a waste of `None` says that there is no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub waste: Option<u64>,
    pub player: Player,
    pub boxes: Vec<usize>,
    pub fence: Vec<usize>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |boxes: &[usize]| boxes.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        match self.waste {
            Some(waste) => write!(f, "{waste} ")?,
            None => f.write_str("x ")?,
        }
        match self.player {
            Player::At(square) => write!(f, "{square} {}", list(&self.boxes))?,
            Player::Around(square) => write!(f, "~{square} {}", list(&self.boxes))?,
            Player::Anywhere => write!(f, "* {}", list(&self.boxes))?,
        }
        if self.fence.is_empty() { Ok(()) } else { write!(f, " {}", list(&self.fence)) }
    }
}

impl Line {
    /// Reads a line of the format, and nothing else.
    pub fn read(text: &str) -> Option<Line> {
        let words: Vec<&str> = text.split(' ').collect();
        let list = |word: &str| word.split(',').map(|square| square.parse().ok()).collect::<Option<_>>();
        let (&[waste, player, boxes] | &[waste, player, boxes, _]) = words.as_slice() else { return None };
        Some(Line {
            waste: if waste == "x" { None } else { Some(waste.parse().ok()?) },
            player: match player.strip_prefix('~') {
                Some(square) => Player::Around(square.parse().ok()?),
                None if player == "*" => Player::Anywhere,
                None => Player::At(player.parse().ok()?),
            },
            boxes: list(boxes)?,
            fence: words.get(3).map_or(Some(Vec::new()), |fence| list(fence))?,
        })
    }

    /// Whether the line is about positions of a level.
    fn is_possible(&self, room: &Room, unit: Unit) -> bool {
        let is_free = |square| room.squares.contains(&square) && !self.boxes.contains(&square);
        let rises = |squares: &[usize]| squares.is_sorted_by(|one, other| one < other);
        let is_there = match self.player {
            Player::At(square) => {
                is_free(square) && unit == Unit::Moves && self.boxes.len() == room.boxes.len()
            }
            Player::Around(square) => is_free(square),
            Player::Anywhere => self.fence.is_empty(),
        };
        is_there
            && (1..=room.boxes.len()).contains(&self.boxes.len())
            && self.boxes.iter().all(|square| room.squares.contains(square))
            && rises(&self.boxes)
            && rises(&self.fence)
            && self.fence.iter().all(|square| self.boxes.contains(square))
            && self.waste.is_none_or(|waste| waste < u64::from(u32::MAX))
    }

    /// The least waste of plans from the line's positions; `None` if there is no plan.
    pub fn truth(&self, waste: &Waste<'_>, room: &Room) -> Option<i64> {
        match self.player {
            Player::At(square) => waste.after(&self.boxes, square, true),
            Player::Around(square) => waste.after(&self.boxes, square, false),
            Player::Anywhere => {
                let free = room.squares.iter().filter(|square| !self.boxes.contains(square));
                free.filter_map(|&square| waste.after(&self.boxes, square, false)).min()
            }
        }
    }

    /// Whether what the line says is true.
    pub fn is_true(&self, waste: &Waste<'_>, room: &Room, unit: Unit) -> bool {
        let claims = |truth: i64| self.waste.is_some_and(|waste| i128::from(waste) <= i128::from(truth));
        self.is_possible(room, unit) && self.truth(waste, room).is_none_or(claims)
    }
}

/// A certificate, to be checked together with its grounds.
#[derive(Clone, Debug)]
pub struct Forgery {
    pub unit: Unit,
    pub below: Option<u64>,
    pub lines: Vec<Line>,
    pub grounds: Vec<Ground>,
}

impl Forgery {
    pub fn text(&self) -> String {
        let below = self.below.map_or("none".to_owned(), |below| below.to_string());
        let lines = self.lines.iter().map(|line| format!("\n{line}"));
        format!("bounds {} {below}{}", self.unit.name(), lines.collect::<String>())
    }
}

/// An assignment with these prices.
pub fn assignment(
    room: &Room,
    pushes: u32,
    boxes: &BTreeMap<usize, i64>,
    goals: &BTreeMap<usize, i64>,
) -> Ground {
    let priced = |prices: &BTreeMap<usize, i64>| -> Vec<Price> {
        prices.iter().map(|(&square, &price)| Price { cell: room.name(square), price }).collect()
    };
    Ground::Assignment { pushes, boxes: priced(boxes), goals: priced(goals) }
}
