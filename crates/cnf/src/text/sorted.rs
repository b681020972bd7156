//! Sorting that looks at its limits on the way.

use std::cmp::Ordering;

use crate::{Interrupt, Stop};

/// Number of things that are sorted between two steps.
const AT_ONCE: usize = Interrupt::EVERY as usize;

/// Sorts parts, and merges them.
pub fn sorted<T>(
    mut list: Vec<T>,
    compare: impl Fn(&T, &T) -> Ordering,
    interrupt: &Interrupt,
) -> Result<Vec<T>, Stop> {
    let mut parts = Vec::with_capacity(list.len().div_ceil(AT_ONCE));
    while !list.is_empty() {
        let mut part = list.split_off(list.len().saturating_sub(AT_ONCE));
        interrupt.step(part.len())?;
        part.sort_unstable_by(&compare);
        parts.push(part);
    }
    while parts.len() > 1 {
        let mut merged = Vec::with_capacity(parts.len().div_ceil(2));
        let mut rest = parts.into_iter();
        while let Some(one) = rest.next() {
            merged.push(match rest.next() {
                Some(other) => merge(one, other, &compare, interrupt)?,
                None => one,
            });
        }
        parts = merged;
    }
    Ok(parts.pop().unwrap_or_default())
}

fn merge<T>(
    one: Vec<T>,
    other: Vec<T>,
    compare: &impl Fn(&T, &T) -> Ordering,
    interrupt: &Interrupt,
) -> Result<Vec<T>, Stop> {
    let mut merged = Vec::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one.into_iter().peekable(), other.into_iter().peekable());
    loop {
        let first = match (one.peek(), other.peek()) {
            (Some(left), Some(right)) if compare(left, right).is_gt() => other.next(),
            (Some(_), _) => one.next(),
            (None, _) => other.next(),
        };
        let Some(first) = first else { return Ok(merged) };
        interrupt.step(1)?;
        merged.push(first);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    #[test]
    fn parts_are_merged() {
        for count in [0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 5 * AT_ONCE + 3] {
            let list: Vec<usize> = (0..count).map(|number| number * 7919 % 10_007).collect();
            let mut expected = list.clone();
            expected.sort_unstable();
            assert_eq!(sorted(list, usize::cmp, &Interrupt::default()), Ok(expected), "{count}");
        }
    }

    #[test]
    fn it_stops_on_the_way() {
        for looks in [0, 3, 9] {
            let asked = AtomicUsize::new(0);
            let interrupt =
                Interrupt::new(move || (asked.fetch_add(1, Relaxed) >= looks).then_some(Stop::Timeout));
            let list: Vec<usize> = (0..5 * AT_ONCE).rev().collect();
            assert_eq!(sorted(list, usize::cmp, &interrupt), Err(Stop::Timeout), "{looks}");
        }
    }
}
