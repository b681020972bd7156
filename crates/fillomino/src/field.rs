//! The board as a graph of cells with numbers, for encodings and engines. The referee has its own.

use jigsat_grid::Size;

/// Each cell's neighbours, by cell number.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) size: Size,
    neighbours: Vec<[u32; 4]>,
}

const NONE: u32 = u32::MAX;

impl Field {
    pub(crate) fn new(size: Size) -> Self {
        let around = |cell| {
            let mut list = [NONE; 4];
            for (place, neighbour) in list.iter_mut().zip(size.neighbours(cell)) {
                *place = size.index(neighbour) as u32;
            }
            list
        };
        Field { size, neighbours: size.cells().map(around).collect() }
    }

    pub(crate) fn cells(&self) -> usize {
        self.neighbours.len()
    }

    /// The up to four cells that share an edge with this one.
    pub(crate) fn around(&self, cell: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.neighbours[cell].iter().take_while(|&&other| other != NONE).map(|&other| other as usize)
    }

    /// Pairs of neighbours, each once.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.cells()).flat_map(|a| self.around(a).filter(move |&b| a < b).map(move |b| (a, b)))
    }

    /// Maximal connected sets of cells with the same value, in the order of their first cells; cells without a value
    /// are in no set.
    pub(crate) fn components<T: PartialEq>(&self, value: impl Fn(usize) -> Option<T>) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.cells()];
        let mut all = Vec::new();
        for start in 0..self.cells() {
            let Some(own) = value(start).filter(|_| !seen[start]) else { continue };
            seen[start] = true;
            let mut component = vec![start];
            let mut next = 0;
            while let Some(&cell) = component.get(next) {
                next += 1;
                for other in self.around(cell) {
                    if !seen[other] && value(other).as_ref() == Some(&own) {
                        seen[other] = true;
                        component.push(other);
                    }
                }
            }
            all.push(component);
        }
        all
    }

    /// The cells that touch a set but are not in it, each once, in order.
    pub(crate) fn border(&self, set: &[usize]) -> Vec<usize> {
        let mut border: Vec<usize> =
            set.iter().flat_map(|&cell| self.around(cell)).filter(|cell| !set.contains(cell)).collect();
        border.sort_unstable();
        border.dedup();
        border
    }

    /// All connected sets of this many cells, each once, its cells in order. Exponential in `count`.
    pub(crate) fn shapes(&self, count: usize, allowed: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut shapes: Vec<Vec<usize>> =
            (0..self.cells()).filter(|&c| allowed(c)).map(|c| vec![c]).collect();
        for _ in 1..count {
            let mut larger: Vec<Vec<usize>> = Vec::new();
            for shape in &shapes {
                for cell in self.border(shape).into_iter().filter(|&cell| allowed(cell)) {
                    let mut grown = shape.clone();
                    grown.push(cell);
                    grown.sort_unstable();
                    larger.push(grown);
                }
            }
            larger.sort_unstable();
            larger.dedup();
            shapes = larger;
        }
        shapes
    }
}
