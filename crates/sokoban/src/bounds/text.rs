//! The text of a certificate: a line for what it shows, and one for each bound.

use std::fmt::{self, Write as _};

use jigsat_solve::Violation;

use crate::unit::Unit;

/// More than any waste: there is no plan.
pub(crate) const NEVER: u32 = u32::MAX;

/// Where the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// In this square: walking from there counts.
    At(u16),
    /// In a square to which he can walk from this one.
    Around(u16),
    /// Anywhere.
    Anywhere,
}

/// A lower bound on the waste of plans. Squares are numbered row by row, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LowerBound {
    /// The waste; [`NEVER`] if there is no plan.
    pub waste: u32,
    /// The player.
    pub player: Where,
    /// The boxes, in order.
    pub boxes: Vec<u16>,
    /// The boxes that are enough to look at; all if empty.
    pub fence: Vec<u16>,
}

impl fmt::Display for LowerBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.waste {
            NEVER => f.write_char('x')?,
            waste => write!(f, "{waste}")?,
        }
        match self.player {
            Where::At(square) => write!(f, " {square}")?,
            Where::Around(square) => write!(f, " ~{square}")?,
            Where::Anywhere => f.write_str(" *")?,
        }
        for list in [&self.boxes, &self.fence].into_iter().filter(|list| !list.is_empty()) {
            for (place, square) in list.iter().enumerate() {
                write!(f, "{}{square}", if place == 0 { ' ' } else { ',' })?;
            }
        }
        Ok(())
    }
}

/// The first line: the unit, and the length below which there is no plan; `None` if there is no plan at all.
pub(crate) fn write_header(unit: Unit, below: Option<u32>) -> String {
    let below = below.map_or_else(|| "none".to_owned(), |below| below.to_string());
    format!("bounds {} {below}\n", unit.name())
}

/// Reads the first line of a text.
///
/// # Errors
///
/// Another line, with what was expected.
pub(super) fn read_header(text: &str) -> Result<(Unit, Option<u32>), Violation> {
    let words: Vec<&str> = text.lines().next().unwrap_or_default().split(' ').collect();
    let read = |unit: &str, below: &str| {
        let unit = [Unit::Pushes, Unit::Moves].into_iter().find(|known| known.name() == unit)?;
        let below = if below == "none" { None } else { Some(below.parse().ok()?) };
        Some((unit, below))
    };
    match words[..] {
        ["bounds", unit, below] => read(unit, below),
        _ => None,
    }
    .ok_or_else(|| wrong(1, "expected 'bounds pushes N', 'bounds moves N', or 'none' for N"))
}

/// The unit of a certificate, if its first line names one.
pub(crate) fn unit(text: &str) -> Option<Unit> {
    read_header(text).ok().map(|(unit, _)| unit)
}

/// Reads a bound in a level of this many squares.
///
/// # Errors
///
/// A line of another form.
pub(super) fn read(number: usize, line: &str, squares: usize) -> Result<LowerBound, Violation> {
    let wrong = |what| wrong(number, what);
    let square = |word: &str| {
        let square: Option<u16> = word.parse().ok().filter(|&square| usize::from(square) < squares);
        square.ok_or_else(|| wrong("names a square that does not exist"))
    };
    let mut words = line.split(' ');
    let waste = match words.next() {
        Some("x") => NEVER,
        word => {
            let waste = word.and_then(|word| word.parse().ok()).filter(|&waste| waste != NEVER);
            waste.ok_or_else(|| wrong("does not begin with a number or 'x'"))?
        }
    };
    let player = match words.next() {
        Some("*") => Where::Anywhere,
        Some(word) => match word.strip_prefix('~') {
            Some(word) => Where::Around(square(word)?),
            None => Where::At(square(word)?),
        },
        None => return Err(wrong("does not say where the player is")),
    };
    let list = |word: &str| -> Result<Vec<u16>, Violation> {
        let list = word.split(',').map(square).collect::<Result<Vec<_>, _>>()?;
        let rises = list.is_sorted_by(|one, other| one < other);
        if rises { Ok(list) } else { Err(wrong("lists boxes out of order")) }
    };
    let boxes = list(words.next().unwrap_or_default())?;
    let fence = words.next().map_or(Ok(Vec::new()), list)?;
    match words.next() {
        None => Ok(LowerBound { waste, player, boxes, fence }),
        Some(_) => Err(wrong("has more than four parts")),
    }
}

/// What is wrong with a line.
pub(super) fn wrong(number: usize, what: &str) -> Violation {
    Violation::new(format!("line {number} of the bounds {what}"))
}
