//! The open states of one half of a search from both ends.

use std::collections::BTreeMap;

/// The states that may be visited, by their cost so far, and those that cost too much for the current bound.
#[derive(Default)]
pub(crate) struct Frontier {
    /// By the minimum cost of a plan through them.
    waiting: BTreeMap<u32, Vec<u32>>,
    /// By their cost so far.
    ready: BTreeMap<u32, Vec<u32>>,
    count: usize,
}

impl Frontier {
    /// Adds a state with its cost so far and the minimum cost of a plan through it.
    pub fn add(&mut self, number: u32, spent: u32, total: u32, bound: u32) {
        if total > bound {
            self.waiting.entry(total).or_default().push(number);
        } else {
            self.ready.entry(spent).or_default().push(number);
            self.count += 1;
        }
    }

    /// Admits the states that the bound allows. `price` returns the cost so far and the minimum cost of a plan.
    pub fn admit(&mut self, bound: u32, price: impl Fn(u32) -> (u32, u32)) {
        while let Some(entry) = self.waiting.first_entry().filter(|entry| *entry.key() <= bound) {
            let (total, numbers) = entry.remove_entry();
            for number in numbers {
                let (spent, now) = price(number);
                // Otherwise it was reached more cheaply later, and occurs twice.
                if now == total {
                    self.add(number, spent, total, bound);
                }
            }
        }
    }

    /// The minimum cost so far of a state that may be visited.
    pub fn least(&mut self, price: impl Fn(u32) -> (u32, u32)) -> Option<u32> {
        loop {
            let mut entry = self.ready.first_entry()?;
            let spent = *entry.key();
            match entry.get().last() {
                Some(&number) if price(number).0 == spent => return Some(spent),
                Some(_) => {
                    entry.get_mut().pop();
                    self.count -= 1;
                }
                None => {
                    entry.remove();
                }
            }
        }
    }

    /// Takes the state whose cost [`Frontier::least`] returned.
    pub fn take(&mut self) -> Option<u32> {
        let number = self.ready.first_entry()?.get_mut().pop()?;
        self.count -= 1;
        Some(number)
    }

    /// The number of states that may be visited, including duplicates.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The minimum cost of plans through the states that must wait.
    pub fn next_bound(&self) -> Option<u32> {
        self.waiting.keys().next().copied()
    }
}
