//! The states that one half of a search from both ends has yet to look at.

use std::collections::BTreeMap;

/// Those that may be looked at, by what was spent, and those that cost too much as long as the bound is as it is.
#[derive(Default)]
pub(crate) struct Frontier {
    /// By what a plan through them costs at least.
    waiting: BTreeMap<u32, Vec<u32>>,
    /// By what was spent.
    ready: BTreeMap<u32, Vec<u32>>,
    count: usize,
}

impl Frontier {
    /// Adds a state with what was spent and what a plan through it costs at least.
    pub fn add(&mut self, number: u32, spent: u32, total: u32, bound: u32) {
        if total > bound {
            self.waiting.entry(total).or_default().push(number);
        } else {
            self.ready.entry(spent).or_default().push(number);
            self.count += 1;
        }
    }

    /// Lets those in that the bound allows. `price` tells what was spent and what a plan costs at least.
    pub fn admit(&mut self, bound: u32, price: impl Fn(u32) -> (u32, u32)) {
        while let Some(entry) = self.waiting.first_entry().filter(|entry| *entry.key() <= bound) {
            let (total, numbers) = entry.remove_entry();
            for number in numbers {
                let (spent, now) = price(number);
                // Otherwise it was come to more cheaply since, and is there twice.
                if now == total {
                    self.add(number, spent, total, bound);
                }
            }
        }
    }

    /// The least that was spent on a state that may be looked at.
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

    /// Takes the state of which [`Frontier::least`] told.
    pub fn take(&mut self) -> Option<u32> {
        let number = self.ready.first_entry()?.get_mut().pop()?;
        self.count -= 1;
        Some(number)
    }

    /// How many may be looked at, states that are there twice among them.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What plans through those that must wait cost at least.
    pub fn next_bound(&self) -> Option<u32> {
        self.waiting.keys().next().copied()
    }
}
