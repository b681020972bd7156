use crate::{Cell, Direction, Size, Symmetry};

/// An edge between two neighbouring dots, where dots are the corners of cells: from a dot to the one on its right or below.
/// A board of R x C cells has (R+1) x (C+1) dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The upper or left end. Rows and columns of dots count from 0, like those of cells.
    pub dot: Cell,
    /// Whether it leads down; otherwise it leads to the right.
    pub is_vertical: bool,
}

impl Edge {
    /// Its two ends, the upper or left one first.
    #[must_use]
    pub fn ends(self) -> [Cell; 2] {
        let Cell { row, col } = self.dot;
        let down = u16::from(self.is_vertical);
        [self.dot, Cell::new(row + down, col + 1 - down)]
    }

    /// The edge between two neighbouring dots, in either order.
    #[must_use]
    pub fn between(one: Cell, other: Cell) -> Self {
        Edge { dot: one.min(other), is_vertical: one.col == other.col }
    }
}

impl Size {
    /// The rectangle of dots around the cells. There must be fewer than 65535 rows and columns.
    #[must_use]
    pub fn dots(self) -> Size {
        Size::new(self.rows + 1, self.cols + 1)
    }

    /// All edges: first the horizontal ones row by row, then the vertical ones.
    pub fn edges(self) -> impl Iterator<Item = Edge> {
        let of = |size: Size, is_vertical| size.cells().map(move |dot| Edge { dot, is_vertical });
        of(Size::new(self.rows + 1, self.cols), false).chain(of(Size::new(self.rows, self.cols + 1), true))
    }

    /// The four edges around a cell, clockwise from above.
    #[must_use]
    pub fn edges_around(self, cell: Cell) -> [Edge; 4] {
        let Cell { row, col } = cell;
        let edge = |row, col, is_vertical| Edge { dot: Cell::new(row, col), is_vertical };
        [edge(row, col, false), edge(row, col + 1, true), edge(row + 1, col, false), edge(row, col, true)]
    }

    /// The two to four edges that meet in a dot, clockwise from above.
    pub fn edges_at(self, dot: Cell) -> impl Iterator<Item = Edge> {
        let Cell { row, col } = dot;
        let above = (row > 0).then(|| Edge { dot: Cell::new(row - 1, col), is_vertical: true });
        let right = (col < self.cols).then_some(Edge { dot, is_vertical: false });
        let below = (row < self.rows).then_some(Edge { dot, is_vertical: true });
        let left = (col > 0).then(|| Edge { dot: Cell::new(row, col - 1), is_vertical: false });
        [above, right, below, left].into_iter().flatten()
    }

    /// The one or two cells beside an edge.
    pub fn cells_beside(self, edge: Edge) -> impl Iterator<Item = Cell> {
        let Cell { row, col } = edge.dot;
        let back = if edge.is_vertical { (0, -1) } else { (-1, 0) };
        let at = move |(rows, cols): (i32, i32)| {
            let row = u16::try_from(i32::from(row) + rows).ok()?;
            let col = u16::try_from(i32::from(col) + cols).ok()?;
            Some(Cell::new(row, col)).filter(|&cell| self.contains(cell))
        };
        [back, (0, 0)].into_iter().filter_map(at)
    }

    /// An edge as a side of a cell: of the cell below or on its right, if there is one.
    #[must_use]
    pub fn side(self, edge: Edge) -> (Cell, Direction) {
        let Cell { row, col } = edge.dot;
        match edge.is_vertical {
            false if row < self.rows => (edge.dot, Direction::Up),
            false => (Cell::new(row - 1, col), Direction::Down),
            true if col < self.cols => (edge.dot, Direction::Left),
            true => (Cell::new(row, col - 1), Direction::Right),
        }
    }

    /// The name of an edge for people, by the side of a cell: `r1c2-top`, `r1c2-left`; `r9c2-bottom` and
    /// `r1c9-right` at the board's end.
    #[must_use]
    pub fn edge_name(self, edge: Edge) -> String {
        let (cell, side) = self.side(edge);
        let side = match side {
            Direction::Up => "top",
            Direction::Right => "right",
            Direction::Down => "bottom",
            Direction::Left => "left",
        };
        format!("{cell}-{side}")
    }

    /// Where an edge is, in words: `between r1c2 and r1c3`, `above r1c2`; at the board's border, `on the left of r2c1`, `below
    /// r9c2`.
    #[must_use]
    pub fn edge_place(self, edge: Edge) -> String {
        let mut beside = self.cells_beside(edge);
        if edge.is_vertical
            && let (Some(one), Some(other)) = (beside.next(), beside.next())
        {
            return format!("between {one} and {other}");
        }
        let (cell, side) = self.side(edge);
        let place = match side {
            Direction::Up => "above",
            Direction::Right => "on the right of",
            Direction::Down => "below",
            Direction::Left => "on the left of",
        };
        format!("{place} {cell}")
    }

    /// The name of a dot for people, as a corner of a cell: `the top left corner of r1c2`.
    #[must_use]
    pub fn dot_name(self, dot: Cell) -> String {
        let (row, col) = (dot.row.min(self.rows - 1), dot.col.min(self.cols - 1));
        let end = if row < dot.row { "bottom" } else { "top" };
        let side = if col < dot.col { "right" } else { "left" };
        format!("the {end} {side} corner of {}", Cell::new(row, col))
    }
}

impl Symmetry {
    /// The image of an edge of a board of this size.
    #[must_use]
    pub fn edge(self, edge: Edge, size: Size) -> Edge {
        let [one, other] = edge.ends().map(|dot| self.cell(dot, size.dots()));
        Edge::between(one, other)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    const SIZE: Size = Size { rows: 2, cols: 3 };

    #[test]
    fn each_edge_is_there_once() {
        let edges: BTreeSet<Edge> = SIZE.edges().collect();
        assert_eq!((edges.len(), SIZE.edges().count()), (3 * 3 + 2 * 4, 3 * 3 + 2 * 4));
        let around: BTreeSet<Edge> = SIZE.cells().flat_map(|cell| SIZE.edges_around(cell)).collect();
        let at: BTreeSet<Edge> = SIZE.dots().cells().flat_map(|dot| SIZE.edges_at(dot)).collect();
        assert_eq!((&around, &at), (&edges, &edges));
        let names: BTreeSet<String> = SIZE.edges().map(|edge| SIZE.edge_name(edge)).collect();
        assert_eq!(names.len(), edges.len());
        let dots: BTreeSet<String> = SIZE.dots().cells().map(|dot| SIZE.dot_name(dot)).collect();
        assert_eq!(dots.len(), 12);
        assert!(dots.contains("the bottom right corner of r2c3"), "{dots:?}");
    }

    #[test]
    fn cells_beside_an_edge_have_it_around_them() {
        let mut beside: BTreeMap<Edge, Vec<Cell>> = BTreeMap::new();
        for cell in SIZE.cells() {
            SIZE.edges_around(cell).into_iter().for_each(|edge| beside.entry(edge).or_default().push(cell));
        }
        for edge in SIZE.edges() {
            assert_eq!(SIZE.cells_beside(edge).collect::<Vec<_>>(), beside[&edge]);
            let (cell, side) = SIZE.side(edge);
            let place = Direction::ALL.into_iter().position(|direction| direction == side).unwrap();
            assert_eq!(SIZE.edges_around(cell)[place], edge);
        }
    }

    #[test]
    fn places_of_edges_are_distinct() {
        let places: BTreeSet<String> = SIZE.edges().map(|edge| SIZE.edge_place(edge)).collect();
        assert_eq!(places.len(), SIZE.edges().count());
        for place in ["above r1c2", "between r1c2 and r1c3", "above r2c1", "below r2c3"] {
            assert!(places.contains(place), "{places:?}");
        }
    }

    #[test]
    fn edges_move_with_their_cells() {
        for symmetry in Symmetry::ALL {
            for edge in SIZE.edges() {
                let image = symmetry.edge(edge, SIZE);
                let mut cells: Vec<Cell> =
                    SIZE.cells_beside(edge).map(|cell| symmetry.cell(cell, SIZE)).collect();
                cells.sort_unstable();
                assert_eq!(symmetry.size(SIZE).cells_beside(image).collect::<Vec<_>>(), cells);
            }
        }
    }
}
