//! Facts as tables with an index for each set of places that are known when they are looked up.

use std::slice::ChunksExact;

use rustc_hash::{FxHashMap, FxHashSet};

use super::order::{order, sorted};
use crate::theory::Sort;

/// The tuples of a fact, as places in the sorts.
#[derive(Debug)]
pub(super) struct Table<'t> {
    /// The amount that a step in each place adds to a tuple's code.
    strides: Vec<u64>,
    /// The sort of each place.
    sorts: Vec<&'t Sort>,
    /// The values of a listed fact, tuple after tuple, which become rows when a walk first needs them.
    listed: &'t [i64],
    /// Tuple after tuple.
    rows: Vec<u32>,
    codes: FxHashSet<u64>,
    indexes: Vec<Index>,
}

/// The rows by the code of their known places.
#[derive(Debug)]
struct Index {
    /// The known places.
    known: Vec<bool>,
    /// Row numbers, those with the same code together.
    order: Vec<u32>,
    ranges: FxHashMap<u64, (u32, u32)>,
}

impl<'t> Table<'t> {
    /// A table for tuples of values of these sorts, with those that are listed; `None` if the sorts have too many
    /// combinations to number.
    pub fn new(places: &[usize], sorts: &'t [Sort], listed: &'t [i64]) -> Option<Self> {
        let sorts: Vec<&Sort> = places.iter().map(|&sort| &sorts[sort]).collect();
        let mut strides = vec![0; places.len()];
        let mut stride: u64 = 1;
        for (place, sort) in sorts.iter().enumerate().rev() {
            strides[place] = stride;
            stride = stride.checked_mul(sort.len() as u64)?;
        }
        Some(Table {
            strides,
            sorts,
            listed,
            rows: Vec::new(),
            codes: FxHashSet::default(),
            indexes: Vec::new(),
        })
    }

    pub fn add(&mut self, row: &[u32]) {
        if self.codes.insert(self.code_of(row)) {
            self.rows.extend_from_slice(row);
        }
    }

    /// The code of these values in the first places. Codes of whole rows are in the rows' lexicographic order.
    pub fn code_of(&self, values: &[u32]) -> u64 {
        values.iter().zip(&self.strides).map(|(&index, stride)| u64::from(index) * stride).sum()
    }

    /// Makes the rows of a listed fact.
    pub fn fill(&mut self) {
        let values = std::mem::take(&mut self.listed).iter();
        // Readers of data accept only values of the sorts.
        let places = values.zip(self.sorts.iter().cycle()).map(|(&value, sort)| sort.index(value));
        self.rows.extend(places.map(|place| place.unwrap_or_default() as u32));
    }

    /// Numbers the rows, so that [`Table::has`] finds them.
    pub fn number(&mut self) {
        self.fill();
        if self.codes.is_empty() {
            self.codes = (0..self.len() as u32).map(|number| self.code(number, |_| true)).collect();
        }
    }

    /// The code of a row's values in those places.
    fn code(&self, number: u32, is_part: impl Fn(usize) -> bool) -> u64 {
        let parts = self.row(number).iter().zip(&self.strides).enumerate();
        let parts = parts.filter(|&(place, _)| is_part(place));
        parts.map(|(_, (&index, stride))| u64::from(index) * stride).sum()
    }

    pub fn len(&self) -> usize {
        (self.listed.len() + self.rows.len()) / self.strides.len()
    }

    /// The number of a combination of all places but the last one, by the code of its tuples.
    pub fn start(&self, code: u64) -> usize {
        (code / self.sorts.last().map_or(1, |sort| sort.len().max(1)) as u64) as usize
    }

    /// The value in the last place that a code says.
    pub fn end(&self, code: u64) -> Option<i64> {
        let sort = self.sorts.last()?;
        Some(sort.value((code % sort.len().max(1) as u64) as usize))
    }

    /// All rows, in their order; there is a place at least.
    pub fn rows(&self) -> ChunksExact<'_, u32> {
        self.rows.chunks_exact(self.strides.len())
    }

    pub fn row(&self, number: u32) -> &[u32] {
        &self.rows[number as usize * self.strides.len()..][..self.strides.len()]
    }

    /// The amount that the value at this place adds to a code.
    pub fn part(&self, place: usize, index: usize) -> u64 {
        index as u64 * self.strides[place]
    }

    pub fn has(&self, code: u64) -> bool {
        self.codes.contains(&code)
    }

    /// The index for these known places; made if there is none yet.
    pub fn index(&mut self, known: &[bool]) -> usize {
        if let Some(found) = self.indexes.iter().position(|index| index.known == known) {
            return found;
        }
        self.fill();
        if self.indexes.is_empty() {
            // In lexicographic order, whatever the order in which the rows were found: walks rely on it.
            self.rows = sorted(std::mem::take(&mut self.rows), self.strides.len());
        }
        let order = order(&self.rows, self.strides.len(), |place| known[place]);
        let codes: Vec<u64> = order.iter().map(|&number| self.code(number, |place| known[place])).collect();
        let mut ranges = FxHashMap::default();
        let mut start = 0;
        for same in codes.chunk_by(|a, b| a == b) {
            let end = start + same.len() as u32;
            ranges.insert(same[0], (start, end));
            start = end;
        }
        self.indexes.push(Index { known: known.to_vec(), order, ranges });
        self.indexes.len() - 1
    }

    /// Number of different codes of an index.
    pub fn distinct(&self, index: usize) -> usize {
        self.indexes[index].ranges.len()
    }

    /// The numbers of the rows with this code.
    pub fn matching(&self, index: usize, code: u64) -> &[u32] {
        let index = &self.indexes[index];
        index.ranges.get(&code).map_or(&[], |&(start, end)| &index.order[start as usize..end as usize])
    }
}
