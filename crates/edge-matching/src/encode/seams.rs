//! Seams: where two cells touch, and the sides of cells on the rim.

use std::fmt;

use jigsat_grid::{Cell, Direction, Size};

/// A side of a cell; for an inner seam, which has two, that of the left or upper cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seam {
    /// The cell to which it belongs.
    pub cell: Cell,
    /// On which side of that cell it is.
    pub side: Direction,
}

impl Seam {
    /// The seam on that side of the cell, and whether it belongs to the neighbour, which shows the mates of this cell's
    /// colours.
    pub(super) fn at(size: Size, cell: Cell, side: Direction) -> (Self, bool) {
        match (side, size.step(cell, side)) {
            (Direction::Left | Direction::Up, Some(neighbour)) => {
                (Seam { cell: neighbour, side: side.opposite() }, true)
            }
            _ => (Seam { cell, side }, false),
        }
    }

    /// The seams of a board: the inner ones, or those of the rim, too.
    pub(super) fn all(size: Size, with_rim: bool) -> impl Iterator<Item = Seam> {
        let sides = move |cell: Cell| Direction::ALL.into_iter().map(move |side| Seam { cell, side });
        size.cells().flat_map(sides).filter(move |seam| match size.step(seam.cell, seam.side) {
            Some(_) => matches!(seam.side, Direction::Right | Direction::Down),
            None => with_rim,
        })
    }
}

impl fmt::Display for Seam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Direction::Right => "right",
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Down => "down",
        };
        write!(f, "{}.{side}", self.cell)
    }
}
