//! Whether boards and pieces make sense.

use std::{collections::BTreeSet, fmt};

use crate::{Spec, board::MAX_AREA};

/// Why something is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The value within the file, such as `pieces[2]`; empty for the whole.
    pub path: String,
    /// What is wrong, in words.
    pub message: String,
}

impl Invalid {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Invalid { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Invalid {}

/// Checks boards and pieces before any placement is made.
pub(crate) fn pieces(spec: &Spec, solid: bool) -> Result<(), Invalid> {
    if spec.boards.is_empty() {
        return Err(Invalid::new("", "found no board"));
    }
    if spec.boards.iter().map(|board| board.open.len()).sum::<usize>() > MAX_AREA {
        return Err(Invalid::new("board", format!("found more cells than {MAX_AREA}")));
    }
    if spec.boards.iter().all(|board| board.area() == 0) {
        return Err(Invalid::new("board", "found a board without cells"));
    }
    let largest = spec.boards.iter().map(crate::Board::area).max().unwrap_or(0);
    let mut names = BTreeSet::new();
    for (number, piece) in spec.pieces.iter().enumerate() {
        let path = format!("pieces[{number}]");
        let name = &piece.name;
        if name.is_empty() || name.chars().any(|char| char.is_whitespace() || char.is_control()) {
            return Err(Invalid::new(path, format!("found the name '{name}', expected one word")));
        }
        if !names.insert(name) {
            return Err(Invalid::new(path, format!("found a second piece of name {name}")));
        }
        if piece.min > piece.max {
            let message =
                format!("piece {name} is used at least {} times but at most {} times", piece.min, piece.max);
            return Err(Invalid::new(path, message));
        }
        let cells = piece.shape.cells().len();
        if cells > largest {
            let message = format!("piece {name} has {cells} cells, more than the board, which has {largest}");
            return Err(Invalid::new(path, message));
        }
        if piece.min > 0 {
            let fits = piece.shape.orientations(piece.freedom, solid).iter().any(|(_, shape)| {
                let extent = shape.extent();
                spec.boards.iter().any(|board| (0..3).all(|axis| extent[axis] <= board.size[axis]))
            });
            if !fits {
                let message = format!("no orientation of piece {name} fits on the board");
                return Err(Invalid::new(path, message));
            }
        }
    }
    Ok(())
}
