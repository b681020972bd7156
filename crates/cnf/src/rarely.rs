//! Sorting what is sorted rarely. The standard library's functions are compiled once for each type and order, with 4 kB each time. These
//! share one of them, so they add little to a program, and take longer.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
    mem,
};

/// Sorts a list. Equal elements stay in their order.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// Sorts a list by a key, which is determined again for each comparison. Elements with equal keys stay in their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |one, other| key(one).cmp(&key(other)));
}

/// Sorts a list by a comparison. Equal elements stay in their order.
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for (one, other) in swaps(list.len(), &|one, other| compare(&list[one], &list[other])) {
        list.swap(one, other);
    }
}

/// A map of pairs, of which `collect` would make a sorted list first.
pub fn map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
}

/// A set of elements, of which `collect` would make a sorted list first.
pub fn set<T: Ord>(elements: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(elements);
    set
}

/// Places of a list that are to be swapped, one pair after the other, so that the list is sorted.
fn swaps(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| compare(one, other));
    let mut swaps = Vec::new();
    for first in 0..count {
        // Along a cycle of the order: each place gets its element, and what was there goes on to the next.
        let mut place = first;
        loop {
            let from = mem::replace(&mut order[place], place);
            if from == first {
                break;
            }
            swaps.push((place, from));
            place = from;
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_sorted_as_by_the_standard_library(list: Vec<(u8, String)>) {
            let (mut ours, mut expected) = (list.clone(), list.clone());
            sort(&mut ours);
            expected.sort();
            prop_assert_eq!(&ours, &expected);

            let (mut ours, mut expected) = (list.clone(), list);
            sort_by_key(&mut ours, |&(number, _)| number % 8);
            expected.sort_by_key(|&(number, _)| number % 8);
            prop_assert_eq!(ours, expected);
        }
    }
}
