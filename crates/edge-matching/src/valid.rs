//! Whether the parts of a puzzle fit together.

use std::{error::Error, fmt};

use crate::{EdgeMatching, MAX_CELLS, MAX_COLORS, MAX_PIECES};

/// Why a puzzle makes no sense, and which part of it is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The part, such as `hints[1].cell`.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl Error for Invalid {}

impl EdgeMatching {
    /// Whether all parts fit together: size, pieces, colours and hints. A frame that can't be made passes
    /// ([`EdgeMatching::contradiction`] finds it): such a puzzle makes sense, and has no solution.
    ///
    /// # Errors
    ///
    /// The first part that does not fit.
    pub fn validate(&self) -> Result<(), Invalid> {
        let area = self.size.area();
        if !(1..=MAX_CELLS).contains(&area) {
            return Err(invalid("size", format!("found {area} cells, expected 1 to {MAX_CELLS}")));
        }
        if self.pieces.len() < area {
            let message = format!("found {} pieces, expected {area} for {}", self.pieces.len(), self.size);
            return Err(invalid("pieces", message));
        }
        if self.pieces.len() > MAX_PIECES {
            let message = format!("found {} pieces, expected at most {MAX_PIECES}", self.pieces.len());
            return Err(invalid("pieces", message));
        }
        if self.colors.len() > MAX_COLORS {
            let message = format!("found {} colours, expected at most {MAX_COLORS}", self.colors.len());
            return Err(invalid("pieces", message));
        }
        let known = |color: &u16| usize::from(*color) < self.colors.len();
        if let Some(number) = self.pieces.iter().position(|edges| !edges.iter().all(known)) {
            return Err(invalid(&format!("pieces[{number}]"), "found an unknown colour".into()));
        }
        if !self.frame.as_ref().is_none_or(known) {
            return Err(invalid("frame", "found an unknown colour".into()));
        }
        self.validate_hints()
    }

    fn validate_hints(&self) -> Result<(), Invalid> {
        for (number, hint) in self.hints.iter().enumerate() {
            let at = |part: &str| format!("hints[{number}].{part}");
            if hint.piece >= self.pieces.len() {
                let message = format!("found {}, expected 1 to {}", hint.piece + 1, self.pieces.len());
                return Err(invalid(&at("piece"), message));
            }
            if !self.size.contains(hint.cell) {
                let message = format!("found {}, which is off the board of {}", hint.cell, self.size);
                return Err(invalid(&at("cell"), message));
            }
            match hint.rotation {
                Some(4..) => return Err(invalid(&at("rotation"), "found more than 3 quarter turns".into())),
                Some(1..) if !self.rotate => {
                    let message = "found a turned piece, but pieces may not be turned";
                    return Err(invalid(&at("rotation"), message.into()));
                }
                _ => {}
            }
            let before = &self.hints[..number];
            if before.iter().any(|other| other.piece == hint.piece) {
                let message = format!("found piece {} for the second time", hint.piece + 1);
                return Err(invalid(&at("piece"), message));
            }
            if before.iter().any(|other| other.cell == hint.cell) {
                return Err(invalid(&at("cell"), format!("found {} for the second time", hint.cell)));
            }
        }
        Ok(())
    }
}

fn invalid(path: &str, message: String) -> Invalid {
    Invalid { path: path.to_owned(), message }
}
