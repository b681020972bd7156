//! Candidates of a 9x9 board as bit sets, and propagation on them.
//!
//! A band is three rows; one word holds the 27 cells of a band in which a digit is still possible.
//! What [`Board::propagate`] derives is what unit propagation derives on the triads encoding, and a
//! little more: within a band, a digit's three places are a permutation of rows and boxes, and all
//! six permutations are weighed at once by a table.

/// Cells of a band, rows of nine one after another from bit 0.
const BAND: u32 = (1 << 27) - 1;

/// The cells of each row of a band.
const ROWS: [u32; 3] = [0o777, 0o777 << 9, 0o777 << 18];

/// The cells of the first column of a band.
const COLUMN: u32 = 0o1_001_001;

/// The cells of each box of a band.
const BOXES: [u32; 3] = [0o7_007_007, 0o7_007_007 << 3, 0o7_007_007 << 6];

/// The six ways to give three rows (or columns) to three boxes.
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Cells of a band that a digit may still use, by the triads (three cells of one row and one box)
/// where it occurs: bit `3 * box + row` of the index. Empty if no permutation is left.
static ROW_TRIADS: [u32; 512] = {
    let mut table = [0; 512];
    let mut index = 0;
    while index < 512 {
        let mut p = 0;
        while p < 6 {
            let [a, b, c] = PERMUTATIONS[p];
            let needed = 1 << a | 1 << (3 + b) | 1 << (6 + c);
            if index & needed == needed {
                table[index] |= 0o7 << (9 * a) | 0o7 << (9 * b + 3) | 0o7 << (9 * c + 6);
            }
            p += 1;
        }
        index += 1;
    }
    table
};

/// Columns of a stack that a digit may still use, by the column triads where it occurs: bit
/// `3 * band + column` of the index, bit `9 * band + column` of the value.
static COLUMN_TRIADS: [u32; 512] = {
    let mut table = [0; 512];
    let mut index = 0;
    while index < 512 {
        let mut p = 0;
        while p < 6 {
            let [a, b, c] = PERMUTATIONS[p];
            let needed = 1 << a | 1 << (3 + b) | 1 << (6 + c);
            if index & needed == needed {
                table[index] |= 1 << a | 1 << (9 + b) | 1 << (18 + c);
            }
            p += 1;
        }
        index += 1;
    }
    table
};

/// For each cell of a band, the band's other cells in its row, column and box.
static PEERS: [u32; 27] = {
    let mut peers = [0; 27];
    let mut cell = 0;
    while cell < 27 {
        let (row, column) = (cell / 9, cell % 9);
        peers[cell] = (ROWS[row] | COLUMN << column | BOXES[column / 3]) & !(1 << cell);
        cell += 1;
    }
    peers
};

/// A cell: its band, and its place there by rows, from 0 to 26.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    band: usize,
    place: usize,
}

impl Cell {
    /// All cells of the board, by rows.
    pub(super) fn all() -> impl Iterator<Item = Cell> {
        (0..3).flat_map(|band| (0..27).map(move |place| Cell { band, place }))
    }
}

/// Candidates of all cells.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// By band, then digit (from 0).
    bands: [[u32; 9]; 3],
    /// Cells of each band that still have several digits, or whose box is not yet settled for their digit.
    open: [u32; 3],
    /// Digits that have lost candidates since their triads were last checked.
    dirty: u16,
}

/// The candidates contradict the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict;

impl Board {
    /// A board with these givens (0 is empty), not yet propagated.
    pub(super) fn new(cells: &[u8; 81]) -> Self {
        let mut bands = [[0; 9]; 3];
        for (band, cells) in bands.iter_mut().zip(cells.chunks_exact(27)) {
            let mut filled = 0;
            for (i, &cell) in cells.iter().enumerate() {
                if cell != 0 {
                    band[usize::from(cell) - 1] |= 1 << i;
                    filled |= 1 << i;
                }
            }
            for digit in band {
                *digit |= BAND & !filled;
            }
        }
        Board { bands, open: [BAND; 3], dirty: 0o777 }
    }

    /// Removes candidates until nothing more follows.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            self.naked_singles()?;
            if self.dirty == 0 {
                return Ok(());
            }
            while self.dirty != 0 {
                let digit = self.dirty.trailing_zeros() as usize;
                self.dirty &= self.dirty - 1;
                self.locked(digit)?;
            }
        }
    }

    /// Cells with one candidate: their box has no other place for that digit. The rest of the row and the column
    /// follows by [`Board::locked`].
    fn naked_singles(&mut self) -> Result<(), Conflict> {
        for (band, open) in self.bands.iter_mut().zip(&mut self.open) {
            let [once, twice] = at_least(band);
            if once != BAND {
                return Err(Conflict);
            }
            let naked = *open & !twice;
            if naked == 0 {
                continue;
            }
            *open &= !naked;
            for (digit, cells) in band.iter_mut().enumerate() {
                let singles = *cells & naked;
                if singles == 0 {
                    continue;
                }
                self.dirty |= 1 << digit;
                for area in BOXES {
                    let single = singles & area;
                    if single & single.wrapping_sub(1) != 0 {
                        return Err(Conflict);
                    }
                    if single != 0 {
                        *cells = *cells & !area | single;
                    }
                }
            }
        }
        Ok(())
    }

    /// Locked candidates of one digit in all bands and stacks, then its hidden singles.
    fn locked(&mut self, digit: usize) -> Result<(), Conflict> {
        let [mut a, mut b, mut c] = [self.bands[0][digit], self.bands[1][digit], self.bands[2][digit]];
        loop {
            a &= ROW_TRIADS[row_triads(a)];
            b &= ROW_TRIADS[row_triads(b)];
            c &= ROW_TRIADS[row_triads(c)];
            let [x, y, z] = [columns(a), columns(b), columns(c)];
            let stacks = COLUMN_TRIADS[(x & 7 | (y & 7) << 3 | (z & 7) << 6) as usize]
                | COLUMN_TRIADS[(x >> 3 & 7 | y & 0o70 | (z & 0o70) << 3) as usize] << 3
                | COLUMN_TRIADS[(x >> 6 | y >> 3 & 0o70 | z & 0o700) as usize] << 6;
            if stacks == x | y << 9 | z << 18 {
                break;
            }
            a &= (stacks & 0o777) * COLUMN;
            b &= (stacks >> 9 & 0o777) * COLUMN;
            c &= (stacks >> 18) * COLUMN;
        }
        if a == 0 || b == 0 || c == 0 {
            return Err(Conflict);
        }
        for (band, cells) in [a, b, c].into_iter().enumerate() {
            self.bands[band][digit] = cells;
            let singles = box_singles(cells) & self.open[band];
            if singles != 0 {
                self.open[band] &= !singles;
                self.leave(band, singles, digit);
            }
        }
        Ok(())
    }

    /// Removes all other digits from the cells.
    fn leave(&mut self, band: usize, cells: u32, digit: usize) {
        for (other, candidates) in self.bands[band].iter_mut().enumerate() {
            if other != digit && *candidates & cells != 0 {
                *candidates &= !cells;
                self.dirty |= 1 << other;
            }
        }
    }

    /// Sets the digit of the cell.
    pub(super) fn assign(&mut self, cell: Cell, digit: usize) {
        self.leave(cell.band, 1 << cell.place, digit);
    }

    /// Removes one candidate.
    pub(super) fn remove(&mut self, cell: Cell, digit: usize) {
        self.bands[cell.band][digit] &= !(1 << cell.place);
        self.dirty |= 1 << digit;
    }

    /// Whether every cell has one candidate left: once propagated, a solution.
    pub(super) fn solved(&self) -> bool {
        self.open == [0; 3]
    }

    /// The cells that have exactly two candidates.
    pub(super) fn cells_with_two(&self) -> impl Iterator<Item = Cell> {
        (0..3).flat_map(|band| {
            let [_, two, three] = at_least(&self.bands[band]);
            bits(two & !three).map(move |place| Cell { band, place })
        })
    }

    /// The digits (from 0) still possible in the cell.
    pub(super) fn digits(&self, cell: Cell) -> impl Iterator<Item = usize> {
        (0..9).filter(move |&digit| self.bands[cell.band][digit] >> cell.place & 1 != 0)
    }

    /// The two places of the digit, for each row, box and column where it has exactly two.
    pub(super) fn pairs(&self, digit: usize) -> impl Iterator<Item = [Cell; 2]> {
        let bands = self.bands.map(|band| band[digit]);
        let in_bands = (0..3).flat_map(move |band| {
            ROWS.iter().chain(&BOXES).filter_map(move |unit| {
                let places = bands[band] & unit;
                let second = places & places.wrapping_sub(1);
                let just_two = second.is_power_of_two();
                let cell = |word: u32| Cell { band, place: word.trailing_zeros() as usize };
                just_two.then(|| [cell(places), cell(second)])
            })
        });
        let rows = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|row| bands[row / 3] >> (row % 3 * 9) & 0o777);
        let [_, two, three] = at_least(&rows);
        let in_columns = bits(two & !three).filter_map(move |column| {
            let mut places = (0..9).filter(|&row| rows[row] >> column & 1 != 0);
            let cell = |row: usize| Cell { band: row / 3, place: row % 3 * 9 + column };
            Some([cell(places.next()?), cell(places.next()?)])
        });
        in_bands.chain(in_columns)
    }

    /// How many other cells of the cell's row, column and box can hold the digit.
    pub(super) fn rivals(&self, cell: Cell, digit: usize) -> u32 {
        let column = COLUMN << (cell.place % 9);
        let [above, below] =
            [(cell.band + 1) % 3, (cell.band + 2) % 3].map(|band| self.bands[band][digit] & column);
        let near = self.bands[cell.band][digit] & PEERS[cell.place];
        // A single count for all three: it takes a dozen instructions if the processor is not known to have one for it.
        (u64::from(near) | u64::from(above) << 27 | u64::from(below) << 30).count_ones()
    }

    /// The digits of a solved board.
    pub(super) fn grid(&self) -> [u8; 81] {
        let mut grid = [0; 81];
        for (band, part) in self.bands.iter().zip(grid.chunks_exact_mut(27)) {
            for (digit, &cells) in (1..).zip(band) {
                for bit in bits(cells) {
                    part[bit] = digit;
                }
            }
        }
        grid
    }
}

/// The bits set in at least one of the words, in at least two, and so on.
fn at_least<const N: usize>(words: &[u32; 9]) -> [u32; N] {
    let mut counts = [0; N];
    for &word in words {
        for i in (1..N).rev() {
            counts[i] |= counts[i - 1] & word;
        }
        counts[0] |= word;
    }
    counts
}

/// The positions of the ones, from the lowest.
fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then_some(word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(lowest)
    })
}

/// The index into [`ROW_TRIADS`].
fn row_triads(cells: u32) -> usize {
    let any = (cells | cells >> 1 | cells >> 2) & 0o111_111_111;
    ((any | any >> 8 | any >> 16) & 511) as usize
}

/// The columns with a cell in the band.
fn columns(cells: u32) -> u32 {
    (cells | cells >> 9 | cells >> 18) & 511
}

/// The cells that are alone in their box.
fn box_singles(cells: u32) -> u32 {
    let mut singles = 0;
    for area in BOXES {
        let part = cells & area;
        if part & part.wrapping_sub(1) == 0 {
            singles |= part;
        }
    }
    singles
}
