use crate::turn::{Freedom, Point, Turn};
use jigsat_cnf::rarely;

/// The cells of a piece, sorted by layer, row and column, moved so that each minimum coordinate is 0. Any set that is
/// not empty: connected or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(Vec<Point>);

impl Shape {
    /// The shape of some cells; a cell given twice counts once. `None` of no cells.
    #[must_use]
    pub fn new(cells: impl IntoIterator<Item = Point>) -> Option<Self> {
        let mut cells: Vec<Point> = cells.into_iter().collect();
        let least = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
        for cell in &mut cells {
            *cell = [0, 1, 2].map(|axis| cell[axis] - least[axis]);
        }
        rarely::sort_by_key(&mut cells, |&[x, y, z]| (z, y, x));
        cells.dedup();
        (!cells.is_empty()).then_some(Shape(cells))
    }

    /// The cells, by layer, row and column.
    #[must_use]
    pub fn cells(&self) -> &[Point] {
        &self.0
    }

    /// Its size along each axis.
    #[must_use]
    pub fn extent(&self) -> [usize; 3] {
        [0, 1, 2].map(|axis| self.0.iter().map(|cell| cell[axis] as usize + 1).max().unwrap_or(0))
    }

    /// The shape after a turn.
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Shape {
        Shape::new(self.0.iter().map(|&cell| turn.point(cell))).expect("as many cells as before")
    }

    /// The different shapes that the allowed turns produce, each with the first turn that does.
    #[must_use]
    pub fn orientations(&self, freedom: Freedom, solid: bool) -> Vec<(Turn, Shape)> {
        let mut found: Vec<(Turn, Shape)> = Vec::new();
        for turn in Turn::allowed(freedom, solid) {
            let shape = self.turned(turn);
            if found.iter().all(|(_, known)| *known != shape) {
                found.push((turn, shape));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(cells: &[Point], solid: bool) -> usize {
        let free = Freedom { rotate: true, mirror: true };
        Shape::new(cells.iter().copied()).unwrap().orientations(free, solid).len()
    }

    #[test]
    fn orientations_that_coincide_count_once() {
        assert_eq!(count(&[[0, 0, 0]], true), 1);
        assert_eq!(count(&[[0, 0, 0], [1, 0, 0]], false), 2);
        assert_eq!(count(&[[0, 0, 0], [1, 0, 0]], true), 3);
        assert_eq!(count(&[[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0], [1, 2, 0]], false), 8);
        assert_eq!(count(&[[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0], [1, 2, 0]], true), 24);
    }

    #[test]
    fn shapes_are_moved_to_the_origin() {
        let shape = Shape::new([[5, 3, 1], [4, 3, 1], [5, 3, 1]]).unwrap();
        assert_eq!(shape.cells(), [[0, 0, 0], [1, 0, 0]]);
        assert_eq!(shape.extent(), [2, 1, 1]);
        assert_eq!(Shape::new([]), None);
    }
}
