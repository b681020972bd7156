//! The unit of a plan's length.

use crate::Encoding;

/// The unit in which plans are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// In pushes.
    Pushes,
    /// In moves.
    Moves,
}

impl Unit {
    /// The unit of an encoding's steps; `None` for encodings that use neither.
    #[must_use]
    pub fn of(encoding: Encoding) -> Option<Unit> {
        match encoding {
            Encoding::Pushes => Some(Unit::Pushes),
            Encoding::Moves | Encoding::Labelled => Some(Unit::Moves),
            Encoding::Lines => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Unit::Pushes => "pushes",
            Unit::Moves => "moves",
        }
    }
}
