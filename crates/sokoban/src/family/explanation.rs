//! The facts that explanations need: a plan says nothing step by step, but the rules of a level without a plan do.

use jigsat_grid::{Cell, Direction};
use jigsat_input::counted;
use jigsat_kit::Explanation;

use super::SokobanFamily;
use crate::{Atom, Plan, Sokoban};

impl Explanation<SokobanFamily> for SokobanFamily {
    /// Facts from the analysis of a level would not be reasons.
    fn to_explain(&self, puzzle: &Sokoban, _solutions: &[&Plan]) -> Option<Sokoban> {
        Some(puzzle.clone().for_explanations())
    }

    /// Times are counted in steps; the step from time 0 on is the first.
    fn words(&self, _puzzle: &Sokoban, atom: Atom, holds: bool) -> Option<String> {
        let step = |time: u16, who: &str, cell: Cell, direction: Direction| {
            let to = match direction {
                Direction::Up => "up",
                Direction::Right => "to the right",
                Direction::Down => "down",
                Direction::Left => "to the left",
            };
            let moves = if holds { "moves" } else { "does not move" };
            format!("step {} {moves} {who} in {cell} {to}", time + 1)
        };
        let is = if holds { "is" } else { "is not" };
        Some(match atom {
            Atom::Player { time, cell } => {
                format!("after {} the player {is} in {cell}", counted(time, "step"))
            }
            Atom::Box { time, cell } => {
                let a = if holds { "a" } else { "no" };
                format!("after {} {a} box is in {cell}", counted(time, "step"))
            }
            Atom::Numbered { number, time, cell } => {
                format!("after {} box {} {is} in {cell}", counted(time, "step"), number + 1)
            }
            Atom::Enter { time, cell, direction } => step(time, "the player", cell, direction),
            Atom::Grab { time, cell, direction } | Atom::Push { time, cell, direction } => {
                step(time, "the box", cell, direction)
            }
            _ => return None,
        })
    }

    fn cells(&self, _puzzle: &Sokoban, atom: Atom) -> Vec<Cell> {
        atom.cell().into_iter().collect()
    }
}
