//! Search that covers the cell or piece that can be covered in the fewest ways.
//!
//! D. E. Knuth's Algorithm X (Dancing links, 2000) with lists instead of links: each step takes the item that the
//! fewest of the remaining placements cover, tries each of these, and copies those that still fit. The copies get short
//! so fast that they cost little, and are contiguous in memory. The placements that cover each item are counted for all
//! items together, in planes of bits.

use std::ops::ControlFlow;

use jigsat_solve::{Limits, Stop};

use super::{
    bits::Bits,
    exact::{Choice, Exact, UNCOUNTED},
    passed::Passed,
    task::{Task, Visitor},
};

/// Planes of the counters: counts from 0 to 14, and 'more'.
const PLANES: usize = 4;

/// The number of listed placements that cover each item, for all items together; 15 means 15 or more.
#[derive(Clone, Copy)]
struct Counters<const N: usize>([Bits<N>; PLANES]);

impl<const N: usize> Counters<N> {
    const ZERO: Self = Counters([Bits::EMPTY; PLANES]);

    #[inline]
    fn add(&mut self, items: Bits<N>) {
        let [a, b, c, d] = &mut self.0;
        let full = *a & *b & *c & *d;
        let mut carry = items & !full;
        for plane in [a, b, c, d] {
            let next = *plane & carry;
            *plane ^= carry;
            carry = next;
        }
    }

    /// The items among these that the fewest placements cover.
    #[inline]
    fn least(&self, among: Bits<N>) -> Bits<N> {
        let mut least = among;
        for plane in self.0.iter().rev() {
            let without = least & !*plane;
            if !without.is_empty() {
                least = without;
            }
        }
        least
    }

    fn is_full(&self, item: usize) -> bool {
        self.0.iter().all(|plane| plane.has(item))
    }
}

/// A running search.
pub(super) struct Search<'a, const N: usize> {
    exact: &'a Exact<N>,
    limits: &'a Limits,
    /// The placements that remain at each step, one list after the other.
    lists: Vec<Choice<N>>,
    chosen: Vec<u32>,
    /// The number of used copies of each counted kind, in the order of `exact.counted`.
    used: Vec<u32>,
    /// The solution up to which everything is left out.
    pub passed: Passed,
    pub nodes: u64,
    max_nodes: u64,
    pub stopped: Option<Stop>,
}

impl<'a, const N: usize> Search<'a, N> {
    pub fn new(exact: &'a Exact<N>, limits: &'a Limits) -> Self {
        Search {
            exact,
            limits,
            lists: Vec::new(),
            chosen: Vec::new(),
            used: vec![0; exact.counted.len()],
            passed: Passed::default(),
            nodes: 0,
            max_nodes: limits.conflicts.unwrap_or(u64::MAX),
            stopped: None,
        }
    }

    /// Searches a part. Ends when the visitor breaks off, or at a limit, which `stopped` then contains.
    pub fn run(&mut self, task: &Task<N>, visitor: &mut impl Visitor) -> ControlFlow<()> {
        self.lists.clone_from(&task.list);
        self.chosen.clone_from(&task.chosen);
        self.used.clone_from(&task.used);
        let mut counters = Counters::ZERO;
        for choice in &self.lists {
            counters.add(choice.items);
        }
        self.node(0, task.open, &counters, visitor)
    }

    /// The parts that one step splits a part into; none if it is a dead end or a solution.
    pub fn split(&mut self, task: &Task<N>) -> Vec<Task<N>> {
        let mut counters = Counters::ZERO;
        for choice in &task.list {
            counters.add(choice.items);
        }
        let Some(item) = Self::pick(&task.list, task.open, &counters) else { return Vec::new() };
        let taken = task.list.iter().filter(|choice| choice.items.has(item));
        taken
            .filter_map(|choice| {
                let mut part = task.clone();
                part.chosen.push(choice.placement);
                part.open &= !choice.items;
                self.used.clone_from(&part.used);
                let exhausted = self.use_one(choice)?;
                part.used.clone_from(&self.used);
                part.list.retain(|other| {
                    !(other.items.meets(&choice.items) || exhausted && other.counted == choice.counted)
                });
                Some(part)
            })
            .collect()
    }

    /// The open item with the fewest placements; the first one of several.
    #[inline]
    fn pick(list: &[Choice<N>], open: Bits<N>, counters: &Counters<N>) -> Option<usize> {
        let least = counters.least(open);
        let item = least.first()?;
        if !counters.is_full(item) {
            return Some(item);
        }
        // All counts are large: this is rare, and near the root.
        let mut counts = vec![0_u32; 64 * N];
        for choice in list {
            for item in (choice.items & least).items() {
                counts[item] += 1;
            }
        }
        least.items().min_by_key(|&item| counts[item])
    }

    fn node(
        &mut self,
        start: usize,
        open: Bits<N>,
        counters: &Counters<N>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) || self.nodes >= self.max_nodes {
            self.stopped = self.limits.reached();
            if self.nodes >= self.max_nodes {
                self.stopped = self.stopped.or(Some(Stop::Conflicts));
            }
            if self.stopped.is_some() {
                return ControlFlow::Break(());
            }
        }
        let end = self.lists.len();
        if open.is_empty() {
            return self.optional(start, visitor);
        }
        let Some(item) = Self::pick(&self.lists[start..], open, counters) else {
            return ControlFlow::Continue(());
        };
        for index in start..end {
            let choice = self.lists[index];
            if choice.items.has(item) && !self.passed.skips(self.chosen.len(), choice.placement) {
                self.take(start, end, choice, open, visitor)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Uses one placement and continues with those that are compatible with it.
    #[inline]
    fn take(
        &mut self,
        start: usize,
        end: usize,
        choice: Choice<N>,
        open: Bits<N>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let Some(exhausted) = self.use_one(&choice) else { return ControlFlow::Continue(()) };
        let open = open & !choice.items;
        let mut counters = Counters::ZERO;
        for index in start..end {
            let other = self.lists[index];
            if !(other.items.meets(&choice.items) || exhausted && other.counted == choice.counted) {
                counters.add(other.items);
                self.lists.push(other);
            }
        }
        self.chosen.push(choice.placement);
        let flow = self.node(end, open, &counters, visitor);
        self.chosen.pop();
        self.lists.truncate(end);
        self.put_back(&choice);
        flow
    }

    /// Counts a copy; returns whether it was the last one, or `None` if there was none left.
    #[inline]
    fn use_one(&mut self, choice: &Choice<N>) -> Option<bool> {
        if choice.counted == UNCOUNTED {
            return Some(false);
        }
        let place = self.exact.counted.iter().position(|&(kind, ..)| kind == choice.counted)?;
        let max = self.exact.counted[place].2;
        if self.used[place] >= max {
            return None;
        }
        self.used[place] += 1;
        Some(self.used[place] == max)
    }

    #[inline]
    fn put_back(&mut self, choice: &Choice<N>) {
        if choice.counted != UNCOUNTED
            && let Some(place) = self.exact.counted.iter().position(|&(kind, ..)| kind == choice.counted)
        {
            self.used[place] -= 1;
        }
    }

    /// Everything that must be covered is covered: each remaining placement may be used or not, as long as pieces are
    /// missing.
    fn optional(&mut self, start: usize, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let end = self.lists.len();
        let left = |kind: u32| self.lists[start..].iter().filter(|choice| choice.counted == kind).count();
        let lacking = |(&(kind, min, _), &used): (&(u32, u32, u32), &u32)| {
            min > used && (min - used) as usize > left(kind)
        };
        if self.exact.counted.iter().zip(&self.used).any(lacking) {
            return ControlFlow::Continue(());
        }
        if start == end {
            return if self.passed.ends() {
                ControlFlow::Continue(())
            } else {
                visitor.solution(&self.chosen)
            };
        }
        let first = self.lists[start];
        if !self.passed.skips(self.chosen.len(), first.placement) && self.use_one(&first).is_some() {
            self.put_back(&first);
            self.take(start, end, first, Bits::EMPTY, visitor)?;
        }
        self.nodes += 1;
        self.optional_without(start + 1, visitor)
    }

    /// The same without the placement before `start`.
    fn optional_without(&mut self, start: usize, visitor: &mut impl Visitor) -> ControlFlow<()> {
        self.node(start, Bits::EMPTY, &Counters::ZERO, visitor)
    }
}
