//! The values for which a fact holds, as the referee keeps and looks them up.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::evaluate::Truth;

/// Tuples of the same width, one after the other, sorted, each once.
#[derive(Debug, Default)]
struct Table {
    width: usize,
    /// The number of tuples; those without places have no values.
    count: usize,
    values: Arc<[i64]>,
}

impl Table {
    /// From tuples in any order.
    fn new(width: usize, tuples: Unsorted) -> Self {
        let Unsorted { count, values } = tuples;
        let tuple = |place: usize| &values[place * width..][..width];
        if (1..count).all(|place| tuple(place - 1) < tuple(place)) {
            return Table { width, count, values: values.into() };
        }
        let mut places: Vec<usize> = (0..count).collect();
        match numbered(width, &values) {
            Some(numbers) => places.sort_unstable_by_key(|&place| numbers[place]),
            None => places.sort_unstable_by_key(|&place| tuple(place)),
        }
        places.dedup_by(|a, b| tuple(*a).iter().eq(tuple(*b)));
        let sorted = places.iter().flat_map(|&place| tuple(place)).copied().collect();
        Table { width, count: places.len(), values: sorted }
    }

    fn tuple(&self, place: usize) -> &[i64] {
        &self.values[place * self.width..][..self.width]
    }

    fn iter(&self) -> impl Iterator<Item = &[i64]> {
        (0..self.count).map(|place| self.tuple(place))
    }

    /// The tuples that start with these values.
    fn with_start(&self, start: &[i64]) -> impl Iterator<Item = &[i64]> {
        let first = first(self.count, |place| self.tuple(place), start);
        // Tuples are short: comparing number by number is faster than `starts_with`, which calls `memcmp`.
        let has_start = move |tuple: &&[i64]| tuple.iter().zip(start).all(|(a, b)| a == b);
        (first..self.count).map(|place| self.tuple(place)).take_while(has_start)
    }
}

/// A number for each tuple, in the same order as the tuples; `None` if there are too many combinations of values.
fn numbered(width: usize, values: &[i64]) -> Option<Vec<u64>> {
    let mut numbers = vec![0_u64; values.len() / width.max(1)];
    for place in 0..width {
        let column = || values.iter().skip(place).step_by(width);
        let (least, most) = (*column().min()?, *column().max()?);
        let size = most.checked_sub(least)?.unsigned_abs().checked_add(1)?;
        for (number, value) in numbers.iter_mut().zip(column()) {
            *number = number.checked_mul(size)?.checked_add(value.abs_diff(least))?;
        }
    }
    Some(numbers)
}

/// The place of the first of some sorted tuples whose first values are not less than these.
fn first<'v>(count: usize, tuple: impl Fn(usize) -> &'v [i64], start: &[i64]) -> usize {
    let (mut from, mut to) = (0, count);
    while from < to {
        let middle = usize::midpoint(from, to);
        let order = tuple(middle).iter().zip(start).map(|(a, b)| a.cmp(b)).find(|order| order.is_ne());
        if order.is_some_and(std::cmp::Ordering::is_lt) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

/// The values for which a fact holds.
#[derive(Debug, Default)]
pub(crate) struct Tuples {
    holds: Table,
    /// The values for which it is undefined.
    unknown: Table,
    found: Mutex<Found>,
}

/// By the known places and the place of interest: the values there.
type Found = FxHashMap<(Vec<bool>, usize), Arc<Ends>>;

/// The values in one place of tuples, by those in known places.
#[derive(Debug)]
pub(crate) struct Ends {
    /// The number of known places.
    width: usize,
    /// Sorted, each once.
    starts: Vec<i64>,
    /// The number of the first end of each start, and of all ends.
    first: Vec<usize>,
    /// Rising for each start.
    all: Vec<i64>,
}

impl Ends {
    /// The values, if the known places have these values; rising.
    pub fn values(&self, known: &[i64]) -> &[i64] {
        let count = self.first.len() - 1;
        let start = |number: usize| &self.starts[number * self.width..][..self.width];
        let number = first(count, start, known);
        if number == count || start(number) != known {
            return &[];
        }
        &self.all[self.first[number]..self.first[number + 1]]
    }
}

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
        Tuples {
            holds: Table::new(width, holds),
            unknown: Table::new(width, unknown),
            found: Mutex::default(),
        }
    }

    /// From tuples of a width, which are sorted, each once.
    pub fn listed(width: usize, values: Arc<[i64]>) -> Self {
        let holds = Table { width, count: values.len() / width.max(1), values };
        Tuples { holds, ..Tuples::default() }
    }

    /// Whether it holds for these values.
    pub fn truth(&self, values: &[i64]) -> Truth {
        let has = |table: &Table| table.with_start(values).next().is_some();
        if self.unknown.count > 0 && has(&self.unknown) { None } else { Some(has(&self.holds)) }
    }

    /// Whether it is true or false for all values.
    pub fn is_decided(&self) -> bool {
        self.unknown.count == 0
    }

    /// The number of tuples for which it may hold.
    pub fn len(&self) -> usize {
        self.holds.count + self.unknown.count
    }

    /// The tuples for which it holds.
    pub fn all(&self) -> impl Iterator<Item = &[i64]> {
        self.holds.iter()
    }

    /// The values in a place for which it may hold, by those in the known places.
    pub fn by(&self, is_known: &[bool], place: usize) -> Arc<Ends> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let ends = found.entry((is_known.to_vec(), place)).or_insert_with(|| {
            let mut picked = Unsorted::default();
            for tuple in self.holds.iter().chain(self.unknown.iter()) {
                let start = tuple.iter().zip(is_known).filter(|(_, known)| **known).map(|(&value, _)| value);
                picked.push(start.chain([tuple[place]]));
            }
            let width = is_known.iter().filter(|known| **known).count();
            let mut ends = Ends { width, starts: Vec::new(), first: Vec::new(), all: Vec::new() };
            let mut last = None;
            let sorted = Table::new(width + 1, picked);
            for tuple in sorted.iter() {
                let start = &tuple[..width];
                if last.replace(start) != Some(start) {
                    ends.starts.extend_from_slice(start);
                    ends.first.push(ends.all.len());
                }
                ends.all.push(tuple[width]);
            }
            ends.first.push(ends.all.len());
            Arc::new(ends)
        });
        Arc::clone(ends)
    }
}
