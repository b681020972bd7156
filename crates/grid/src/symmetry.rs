use crate::{Cell, Direction, Size};

/// One of the eight symmetries of the square, acting on the cells of any rectangle:
/// a quarter turn of a 4x6 rectangle is a 6x4 rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Changes nothing.
    Identity,
    /// A quarter turn clockwise.
    Rotate90,
    /// A half turn.
    Rotate180,
    /// A quarter turn counter-clockwise.
    Rotate270,
    /// Exchanges left and right.
    MirrorColumns,
    /// Exchanges top and bottom.
    MirrorRows,
    /// Exchanges rows and columns: mirrors at the diagonal from the top left corner.
    Transpose,
    /// Mirrors at the diagonal from the top right corner.
    AntiTranspose,
}

impl Symmetry {
    /// All eight, the identity first, then the turns, then the mirrors.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Rotate90,
        Symmetry::Rotate180,
        Symmetry::Rotate270,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// Its steps, in this order: whether it exchanges rows and columns, reverses the rows, reverses the
    /// columns.
    fn steps(self) -> (bool, bool, bool) {
        match self {
            Symmetry::Identity => (false, false, false),
            Symmetry::Rotate90 => (true, false, true),
            Symmetry::Rotate180 => (false, true, true),
            Symmetry::Rotate270 => (true, true, false),
            Symmetry::MirrorColumns => (false, false, true),
            Symmetry::MirrorRows => (false, true, false),
            Symmetry::Transpose => (true, false, false),
            Symmetry::AntiTranspose => (true, true, true),
        }
    }

    fn from_steps(steps: (bool, bool, bool)) -> Self {
        let found = Symmetry::ALL.into_iter().find(|symmetry| symmetry.steps() == steps);
        found.expect("every combination of steps is one of the eight")
    }

    /// Whether it exchanges rows and columns.
    #[must_use]
    pub fn transposes(self) -> bool {
        self.steps().0
    }

    /// Whether it turns pieces over: true for the four mirrors.
    #[must_use]
    pub fn mirrors(self) -> bool {
        let (transpose, rows, cols) = self.steps();
        transpose ^ rows ^ cols
    }

    /// The size of the image of a rectangle.
    #[must_use]
    pub fn size(self, size: Size) -> Size {
        if self.transposes() { Size::new(size.cols, size.rows) } else { size }
    }

    /// The image of a cell of a rectangle of this size. The cell must be inside.
    #[must_use]
    pub fn cell(self, cell: Cell, size: Size) -> Cell {
        debug_assert!(size.contains(cell), "{cell} is outside of {size}");
        let (transpose, rows, cols) = self.steps();
        let Cell { mut row, mut col } = cell;
        if transpose {
            (row, col) = (col, row);
        }
        let size = self.size(size);
        if rows {
            row = size.rows - 1 - row;
        }
        if cols {
            col = size.cols - 1 - col;
        }
        Cell::new(row, col)
    }

    /// The image of a direction.
    #[must_use]
    pub fn direction(self, direction: Direction) -> Direction {
        let (transpose, rows, cols) = self.steps();
        let (mut down, mut right) = direction.delta();
        if transpose {
            (down, right) = (right, down);
        }
        if rows {
            down = -down;
        }
        if cols {
            right = -right;
        }
        match (down, right) {
            (-1, _) => Direction::Up,
            (1, _) => Direction::Down,
            (_, 1) => Direction::Right,
            _ => Direction::Left,
        }
    }

    /// This symmetry, followed by the other one.
    #[must_use]
    pub fn then(self, after: Symmetry) -> Self {
        let (transpose, rows, cols) = self.steps();
        let (then_transpose, then_rows, then_cols) = after.steps();
        let (rows, cols) = if then_transpose { (cols, rows) } else { (rows, cols) };
        Symmetry::from_steps((transpose ^ then_transpose, rows ^ then_rows, cols ^ then_cols))
    }

    /// The inverse symmetry.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Symmetry::Rotate90 => Symmetry::Rotate270,
            Symmetry::Rotate270 => Symmetry::Rotate90,
            own_inverse => own_inverse,
        }
    }

    /// The symmetries that map a rectangle of this size onto itself: eight for a square, otherwise four.
    pub fn of(size: Size) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |symmetry| symmetry.size(size) == size)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_quarter_turn_is_clockwise() {
        let size = Size::new(2, 3);
        assert_eq!(Symmetry::Rotate90.size(size), Size::new(3, 2));
        assert_eq!(Symmetry::Rotate90.cell(Cell::new(0, 0), size), Cell::new(0, 1));
        assert_eq!(Symmetry::Rotate90.cell(Cell::new(0, 2), size), Cell::new(2, 1));
        assert_eq!(Symmetry::Rotate90.direction(Direction::Up), Direction::Right);
    }

    #[test]
    fn they_form_the_group_of_the_square() {
        let size = Size::new(3, 5);
        for first in Symmetry::ALL {
            assert_eq!(first.then(first.inverse()), Symmetry::Identity);
            for second in Symmetry::ALL {
                let both = first.then(second);
                assert_eq!(both.mirrors(), first.mirrors() ^ second.mirrors());
                for cell in size.cells() {
                    let stepwise = second.cell(first.cell(cell, size), first.size(size));
                    assert_eq!(both.cell(cell, size), stepwise);
                }
                for direction in Direction::ALL {
                    assert_eq!(both.direction(direction), second.direction(first.direction(direction)));
                }
            }
        }
        assert_eq!(Symmetry::of(size).count(), 4);
        assert_eq!(Symmetry::of(Size::new(4, 4)).count(), 8);
    }

    proptest! {
        #[test]
        fn cells_and_directions_move_together(
            rows in 2..9_u16, cols in 2..9_u16, at in 0..64_usize, symmetry in 0..8_usize, way in 0..4_usize,
        ) {
            let (size, symmetry, way) = (Size::new(rows, cols), Symmetry::ALL[symmetry], Direction::ALL[way]);
            let cell = size.cell(at % size.area());
            if let Some(next) = size.step(cell, way) {
                let image = symmetry.size(size);
                let stepped = image.step(symmetry.cell(cell, size), symmetry.direction(way));
                prop_assert_eq!(stepped, Some(symmetry.cell(next, size)));
            }
        }
    }
}
