//! The values for which a fact holds, as the referee keeps and looks them up.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use crate::evaluate::Truth;

/// Tuples of the same width, one after the other, sorted, each once.
#[derive(Debug, Default)]
struct Table {
    width: usize,
    /// The number of tuples; those without places have no values.
    count: usize,
    values: Vec<i64>,
}

impl Table {
    /// From tuples in any order.
    fn new(width: usize, count: usize, values: Vec<i64>) -> Self {
        let table = Table { width, count, values };
        let is_sorted = (1..count).all(|place| table.tuple(place - 1) < table.tuple(place));
        if is_sorted {
            return table;
        }
        let mut places: Vec<usize> = (0..count).collect();
        places.sort_unstable_by_key(|&place| table.tuple(place));
        places.dedup_by(|a, b| table.tuple(*a).cmp(table.tuple(*b)).is_eq());
        let values = places.iter().flat_map(|&place| table.tuple(place)).copied().collect();
        Table { width, count: places.len(), values }
    }

    fn tuple(&self, place: usize) -> &[i64] {
        &self.values[place * self.width..][..self.width]
    }

    fn iter(&self) -> impl Iterator<Item = &[i64]> {
        (0..self.count).map(|place| self.tuple(place))
    }

    /// The tuples that start with these values.
    fn with_start(&self, start: &[i64]) -> impl Iterator<Item = &[i64]> {
        let (mut from, mut to) = (0, self.count);
        while from < to {
            let middle = usize::midpoint(from, to);
            if &self.tuple(middle)[..start.len()] < start {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        // Tuples are short: comparing number by number is faster than `starts_with`, which calls `memcmp`.
        let has_start = move |tuple: &&[i64]| tuple.iter().zip(start).all(|(a, b)| a == b);
        (from..self.count).map(|place| self.tuple(place)).take_while(has_start)
    }
}

/// The values for which a fact holds.
#[derive(Debug, Default)]
pub(crate) struct Tuples {
    holds: Table,
    /// The values for which it is undefined.
    unknown: Table,
    found: Mutex<Found>,
}

/// By the known places and the place of interest: the tuples of those, in this order.
type Found = HashMap<(Vec<bool>, usize), Arc<Table>>;

/// Tuples as they are found: one after the other, in any order.
#[derive(Debug, Default)]
pub(crate) struct Unsorted {
    count: usize,
    values: Vec<i64>,
}

impl Unsorted {
    pub fn push(&mut self, tuple: impl IntoIterator<Item = i64>) {
        self.count += 1;
        self.values.extend(tuple);
    }
}

impl Tuples {
    /// From tuples of a width: those for which the fact holds, and those for which it is undefined.
    pub fn new(width: usize, holds: Unsorted, unknown: Unsorted) -> Self {
        let table = |tuples: Unsorted| Table::new(width, tuples.count, tuples.values);
        Tuples { holds: table(holds), unknown: table(unknown), found: Mutex::default() }
    }

    /// Whether it holds for these values.
    pub fn truth(&self, values: &[i64]) -> Truth {
        let has = |table: &Table| table.with_start(values).next().is_some();
        if self.unknown.count > 0 && has(&self.unknown) { None } else { Some(has(&self.holds)) }
    }

    /// The tuples for which it holds.
    pub fn all(&self) -> impl Iterator<Item = &[i64]> {
        self.holds.iter()
    }

    /// The values in a place for which it may hold, if other places have these values; rising.
    pub fn values(&self, known: &[Option<i64>], place: usize) -> Vec<i64> {
        let table = self.by(known.iter().map(Option::is_some).collect(), place);
        let start: Vec<i64> = known.iter().copied().flatten().collect();
        table.with_start(&start).map(|tuple| tuple[start.len()]).collect()
    }

    /// The tuples of the known places and another one, in this order.
    fn by(&self, known: Vec<bool>, place: usize) -> Arc<Table> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let table = found.entry((known, place)).or_insert_with_key(|(known, place)| {
            let mut picked = Unsorted::default();
            for tuple in self.holds.iter().chain(self.unknown.iter()) {
                let start = tuple.iter().zip(known).filter(|(_, known)| **known).map(|(&value, _)| value);
                picked.push(start.chain([tuple[*place]]));
            }
            let width = known.iter().filter(|known| **known).count() + 1;
            Arc::new(Table::new(width, picked.count, picked.values))
        });
        Arc::clone(table)
    }
}
