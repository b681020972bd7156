use crate::{Invalid, board::Board, kinds::Kind};

/// Maximum number of placements of a puzzle.
pub const MAX_PLACEMENTS: usize = 1_000_000;
/// Maximum number of cells of all placements together.
const MAX_CELLS: usize = 20_000_000;

/// Every way to place a piece on a board, numbered by kind, orientation, board, and then by row and column (in space by
/// layer first) of the bounding box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placements {
    kinds: Vec<u32>,
    orientations: Vec<u8>,
    /// Where the cells of each begin, and the end of the last.
    starts: Vec<u32>,
    cells: Vec<u32>,
    /// The first placement of each kind, and the end of the last.
    of_kind: Vec<u32>,
}

impl Placements {
    pub(crate) fn of(boards: &[Board], kinds: &[Kind]) -> Result<Self, Invalid> {
        let mut bound = 0_usize;
        let mut cells_bound = 0_usize;
        for kind in kinds {
            for (_, shape) in &kind.orientations {
                for board in boards {
                    let origins = origins(board, shape.extent()).iter().product::<usize>();
                    bound = bound.saturating_add(origins);
                    cells_bound = cells_bound.saturating_add(origins.saturating_mul(kind.size()));
                }
            }
        }
        if bound > MAX_PLACEMENTS || cells_bound > MAX_CELLS {
            let message = format!("found {bound} placements of pieces ({cells_bound} cells)");
            let expected = format!("at most {MAX_PLACEMENTS} ({MAX_CELLS} cells)");
            return Err(Invalid::new("", format!("{message}, expected {expected}")));
        }
        let mut all = Placements { starts: vec![0], of_kind: vec![0], ..Placements::default() };
        for (number, kind) in kinds.iter().enumerate() {
            for (orientation, (_, shape)) in kind.orientations.iter().enumerate() {
                let mut offset = 0;
                for board in boards {
                    let [columns, rows, layers] = origins(board, shape.extent());
                    let positions = (0..layers)
                        .flat_map(|z| (0..rows).flat_map(move |y| (0..columns).map(move |x| [x, y, z])));
                    for origin in positions {
                        let before = all.cells.len();
                        for cell in shape.cells() {
                            let at = [0, 1, 2].map(|axis| cell[axis] + origin[axis] as i32);
                            match board.index(at).filter(|&index| board.open[index]) {
                                Some(index) => all.cells.push((offset + index) as u32),
                                None => break,
                            }
                        }
                        if all.cells.len() == before + kind.size() {
                            all.kinds.push(number as u32);
                            all.orientations.push(orientation as u8);
                            all.starts.push(all.cells.len() as u32);
                        } else {
                            all.cells.truncate(before);
                        }
                    }
                    offset += board.open.len();
                }
            }
            all.of_kind.push(all.kinds.len() as u32);
        }
        Ok(all)
    }

    /// The number of placements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether no piece fits anywhere.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The kind of the piece.
    #[must_use]
    pub fn kind(&self, placement: u32) -> usize {
        self.kinds[placement as usize] as usize
    }

    /// The place of its orientation among those of its kind.
    #[must_use]
    pub fn orientation(&self, placement: u32) -> usize {
        usize::from(self.orientations[placement as usize])
    }

    /// The cells that it covers, by their numbers, rising.
    #[must_use]
    pub fn cells(&self, placement: u32) -> &[u32] {
        let at = placement as usize;
        &self.cells[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// All placements of a kind.
    #[must_use]
    pub fn of_kind(&self, kind: usize) -> std::ops::Range<u32> {
        self.of_kind[kind]..self.of_kind[kind + 1]
    }

    /// The placements that cover each cell, among this many cells.
    #[must_use]
    pub fn by_cell(&self, places: usize) -> Vec<Vec<u32>> {
        let mut covering = vec![Vec::new(); places];
        for placement in 0..self.len() as u32 {
            for &cell in self.cells(placement) {
                covering[cell as usize].push(placement);
            }
        }
        covering
    }

    /// The placement of a kind that covers exactly these cells, given in rising order.
    #[must_use]
    pub fn find(&self, kind: usize, cells: &[u32]) -> Option<u32> {
        let all = self.of_kind(kind);
        let mut first = all.start as usize;
        while first < all.end as usize {
            let orientation = self.orientations[first];
            let later = &self.orientations[first..all.end as usize];
            let end = first + later.partition_point(|&other| other == orientation);
            // Those of one orientation are in the order of their cells.
            let at = |&start: &u32| self.cells[start as usize..].iter().take(cells.len()).cmp(cells);
            if let Ok(place) = self.starts[first..end].binary_search_by(at) {
                let placement = (first + place) as u32;
                return (self.cells(placement) == cells).then_some(placement);
            }
            first = end;
        }
        None
    }
}

/// The number of columns, rows and layers where the corner of a bounding box can be.
fn origins(board: &Board, extent: [usize; 3]) -> [usize; 3] {
    [0, 1, 2].map(|axis| (board.size[axis] + 1).saturating_sub(extent[axis]))
}
