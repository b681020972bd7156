//! Facts as tables with an index for each set of places that are known when they are looked up.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::theory::Sort;

/// The tuples of a fact, as places in the sorts.
#[derive(Debug)]
pub(super) struct Table {
    /// The amount that a step in each place adds to a tuple's code.
    strides: Vec<u64>,
    arity: usize,
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

impl Table {
    /// A table for tuples of values of these sorts; `None` if they have too many combinations to number.
    pub fn new(places: &[usize], sorts: &[Sort]) -> Option<Table> {
        let mut strides = vec![0; places.len()];
        let mut stride: u64 = 1;
        for (place, &sort) in places.iter().enumerate().rev() {
            strides[place] = stride;
            stride = stride.checked_mul(sorts[sort].len() as u64)?;
        }
        let arity = places.len();
        Some(Table { strides, arity, rows: Vec::new(), codes: FxHashSet::default(), indexes: Vec::new() })
    }

    pub fn add(&mut self, row: &[u32]) {
        let code = row.iter().zip(&self.strides).map(|(&index, stride)| u64::from(index) * stride).sum();
        if self.codes.insert(code) {
            self.rows.extend_from_slice(row);
        }
    }

    pub fn len(&self) -> usize {
        self.rows.len() / self.arity
    }

    pub fn row(&self, number: u32) -> &[u32] {
        &self.rows[number as usize * self.arity..][..self.arity]
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
        let code = |number: u32| -> u64 {
            let parts = self.row(number).iter().zip(&self.strides).zip(known);
            parts.filter(|(_, known)| **known).map(|((&index, stride), _)| u64::from(index) * stride).sum()
        };
        let mut keyed: Vec<(u64, u32)> =
            (0..self.len() as u32).map(|number| (code(number), number)).collect();
        // In lexicographic order, whatever the order in which the rows were found: walks rely on it.
        keyed.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| self.row(a.1).cmp(self.row(b.1))));
        let mut ranges = FxHashMap::default();
        let mut start = 0;
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            let end = start + same.len() as u32;
            ranges.insert(same[0].0, (start, end));
            start = end;
        }
        let order = keyed.into_iter().map(|(_, number)| number).collect();
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
