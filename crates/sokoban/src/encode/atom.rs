use std::fmt;

use jigsat_grid::{Cell, Direction};

/// The variables of all encodings. Times are counted in steps of the encoding, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The player is there: `player@3(r2c4)`.
    Player {
        /// The time.
        time: u16,
        /// Where.
        cell: Cell,
    },
    /// A box is there: `box@3(r2c4)`.
    Box {
        /// When.
        time: u16,
        /// Where.
        cell: Cell,
    },
    /// The box of that number (shown from 1) is there: `box1@3(r2c4)`.
    Numbered {
        /// Which box.
        number: u16,
        /// When.
        time: u16,
        /// Where.
        cell: Cell,
    },
    /// In the step from that time on, the player goes from there to the next cell: `enter@3(r2c4 R)`.
    Enter {
        /// The start of the step.
        time: u16,
        /// From where.
        cell: Cell,
        /// In which direction.
        direction: Direction,
    },
    /// In the step from that time on, the box there is pushed along a line: `grab@3(r2c4 R)`.
    Grab {
        /// The start of the step.
        time: u16,
        /// Where the box is before.
        cell: Cell,
        /// In which direction it moves.
        direction: Direction,
    },
    /// In the step from that time on, the box there is pushed: `push@3(r2c4 R)`.
    Push {
        /// The start of the step.
        time: u16,
        /// Where the box is before.
        cell: Cell,
        /// In which direction it moves.
        direction: Direction,
    },
    /// The player stands there after the last push: `start@3(r2c4)`.
    Start {
        /// The time.
        time: u16,
        /// Where.
        cell: Cell,
    },
    /// The player stands there before the next push: `end@3(r2c4)`.
    End {
        /// The time.
        time: u16,
        /// Where.
        cell: Cell,
    },
    /// The player's way to the next push leads over that cell: `walk@3(r2c4)`.
    Walk {
        /// The time.
        time: u16,
        /// Where.
        cell: Cell,
    },
    /// The pushes so far waste at least that much: `waste@3>=2`.
    Waste {
        /// The time.
        time: u16,
        /// How much.
        at_least: u16,
    },
    /// The push of that step wastes at least that much: `wasted@3>=2`.
    Wasted {
        /// The start of the step.
        time: u16,
        /// How much.
        at_least: u16,
    },
    /// The pushes from then on waste at least that much: `ahead@3>=2`.
    Ahead {
        /// The time.
        time: u16,
        /// How much.
        at_least: u16,
    },
    /// The whole plan wastes at least that much: `waste>=2`.
    Total {
        /// How much.
        at_least: u16,
    },
}

impl Atom {
    /// The cell that it is about, if it is about one.
    #[must_use]
    pub fn cell(self) -> Option<Cell> {
        match self {
            Atom::Player { cell, .. }
            | Atom::Box { cell, .. }
            | Atom::Numbered { cell, .. }
            | Atom::Enter { cell, .. }
            | Atom::Grab { cell, .. }
            | Atom::Push { cell, .. }
            | Atom::Start { cell, .. }
            | Atom::End { cell, .. }
            | Atom::Walk { cell, .. } => Some(cell),
            Atom::Waste { .. } | Atom::Wasted { .. } | Atom::Ahead { .. } | Atom::Total { .. } => None,
        }
    }
}

/// Writes an atom's name.
pub(crate) fn name(atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match atom {
        Atom::Player { time, cell } => write!(f, "player@{time}({cell})"),
        Atom::Numbered { number, time, cell } => write!(f, "box{}@{time}({cell})", number + 1),
        Atom::Enter { time, cell, direction } => write!(f, "enter@{time}({cell} {direction})"),
        Atom::Grab { time, cell, direction } => write!(f, "grab@{time}({cell} {direction})"),
        Atom::Box { time, cell } => write!(f, "box@{time}({cell})"),
        Atom::Push { time, cell, direction } => write!(f, "push@{time}({cell} {direction})"),
        Atom::Start { time, cell } => write!(f, "start@{time}({cell})"),
        Atom::End { time, cell } => write!(f, "end@{time}({cell})"),
        Atom::Walk { time, cell } => write!(f, "walk@{time}({cell})"),
        Atom::Waste { time, at_least } => write!(f, "waste@{time}>={at_least}"),
        Atom::Wasted { time, at_least } => write!(f, "wasted@{time}>={at_least}"),
        Atom::Ahead { time, at_least } => write!(f, "ahead@{time}>={at_least}"),
        Atom::Total { at_least } => write!(f, "waste>={at_least}"),
    }
}
