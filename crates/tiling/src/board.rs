use std::fmt;

use crate::turn::Point;

/// Maximum length of a board along any axis.
pub(crate) const MAX_SIDE: usize = 10_000;
/// Maximum number of cells of a board.
pub(crate) const MAX_AREA: usize = 4_000_000;

/// A board to be tiled: a box of cells, flat if it has one layer, with holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its name, if there are several boards; may be empty.
    pub name: String,
    /// Columns, rows and layers; each at least 1.
    pub size: [usize; 3],
    /// Whether each cell is part of the board, by layer, row and column.
    pub open: Vec<bool>,
}

/// A cell of one of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Which board, from 0.
    pub board: usize,
    /// Where on it, from 0.
    pub at: Point,
}

impl Board {
    /// A board of this many columns, rows and layers without holes.
    #[must_use]
    pub fn full(size: [usize; 3]) -> Self {
        Board { name: String::new(), size, open: vec![true; size.iter().product()] }
    }

    /// The number of a cell, counting holes; `None` outside the board.
    #[must_use]
    pub fn index(&self, at: Point) -> Option<usize> {
        let [width, height, depth] = self.size;
        let x = usize::try_from(at[0]).ok().filter(|&x| x < width)?;
        let y = usize::try_from(at[1]).ok().filter(|&y| y < height)?;
        let z = usize::try_from(at[2]).ok().filter(|&z| z < depth)?;
        Some((z * height + y) * width + x)
    }

    /// The cell with a number, the inverse of [`Board::index`].
    #[must_use]
    pub fn at(&self, index: usize) -> Point {
        let [width, height, _] = self.size;
        [index % width, index / width % height, index / width / height].map(|value| value as i32)
    }

    /// Whether the place is part of the board.
    #[must_use]
    pub fn has(&self, at: Point) -> bool {
        self.index(at).is_some_and(|index| self.open[index])
    }

    /// The number of cells, without holes.
    #[must_use]
    pub fn area(&self) -> usize {
        self.open.iter().filter(|&&open| open).count()
    }

    /// Whether it has a single layer.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.size[2] == 1
    }

    /// The cells of the board, by layer, row and column.
    pub fn cells(&self) -> impl Iterator<Item = Point> {
        (0..self.open.len()).filter(|&index| self.open[index]).map(|index| self.at(index))
    }
}

/// The name of a cell: `r1c2`; in space with its layer, `z1r1c2`; if there are several boards, with its board,
/// `b2.r1c2`.
pub(crate) struct CellName {
    pub place: Place,
    pub several: bool,
    pub solid: bool,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A wrong solution may contain any numbers.
        let [x, y, z] = self.place.at.map(i64::from);
        if self.several {
            write!(f, "b{}.", self.place.board.wrapping_add(1))?;
        }
        if self.solid {
            write!(f, "z{}", z + 1)?;
        }
        write!(f, "r{}c{}", y + 1, x + 1)
    }
}
