//! Numbered clauses in one piece of memory.

/// Clauses by ascending numbers, most often 1, 2, 3 and so on. Numbers are found in constant time until
/// clauses were removed from memory, then in logarithmic time.
#[derive(Clone, Debug, Default)]
pub struct Store {
    lits: Vec<i32>,
    places: Vec<Place>,
    /// Number of the literals that belong to removed clauses.
    garbage: usize,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    number: u64,
    start: usize,
    len: u32,
    live: bool,
}

/// Number of literals of removed clauses that stay in memory.
const FEW: usize = 1 << 16;

impl Store {
    /// Adds a clause. Its number must be greater than all before.
    pub fn push(&mut self, number: u64, clause: &[i32]) {
        debug_assert!(self.places.last().is_none_or(|last| last.number < number));
        let (start, len) = (self.lits.len(), clause.len() as u32);
        self.lits.extend_from_slice(clause);
        self.places.push(Place { number, start, len, live: true });
    }

    pub fn get(&self, number: u64) -> Option<&[i32]> {
        self.find(number).map(|place| self.lits_of(&self.places[place]))
    }

    /// Removes a clause. Returns whether it was there.
    pub fn remove(&mut self, number: u64) -> bool {
        let Some(place) = self.find(number) else { return false };
        self.places[place].live = false;
        self.garbage += self.places[place].len as usize;
        if self.garbage > FEW && 2 * self.garbage > self.lits.len() {
            self.clear_away();
        }
        true
    }

    pub fn iter(&self) -> impl Iterator<Item = (u64, &[i32])> {
        let live = self.places.iter().filter(|place| place.live);
        live.map(|place| (place.number, self.lits_of(place)))
    }

    fn lits_of(&self, place: &Place) -> &[i32] {
        &self.lits[place.start..place.start + place.len as usize]
    }

    fn find(&self, number: u64) -> Option<usize> {
        // As numbers ascend from 1, it can't be after this place.
        let last = usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1)?.min(self.places.len());
        let place = match self.places.get(last) {
            Some(place) if place.number == number => last,
            _ => self.places[..last].binary_search_by_key(&number, |place| place.number).ok()?,
        };
        self.places[place].live.then_some(place)
    }

    fn clear_away(&mut self) {
        let lits = &mut self.lits;
        let mut end = 0;
        self.places.retain_mut(|place| {
            if place.live {
                lits.copy_within(place.start..place.start + place.len as usize, end);
                place.start = end;
                end += place.len as usize;
            }
            place.live
        });
        lits.truncate(end);
        self.garbage = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_was_not_removed() {
        let mut store = Store::default();
        let clause = |number: u64| vec![number as i32; 1 + number as usize % 7];
        // Gaps, too.
        let numbers: Vec<u64> = (1..200_000).filter(|number| number % 1000 != 3).collect();
        for &number in &numbers {
            store.push(number, &clause(number));
            // Most are deleted soon, and the store is cleared more than once.
            if number % 5 != 0 && number > 50 && number % 1000 != 53 {
                assert_eq!(store.remove(number - 50), (number - 50) % 5 != 0, "{number}");
            }
            assert!(!store.remove(number + 1));
        }
        assert!(store.lits.len() < 400_000, "{}", store.lits.len());
        assert_eq!(store.get(0), None);
        assert_eq!(store.get(u64::MAX), None);
        for (number, lits) in store.iter() {
            assert_eq!(lits, clause(number));
            assert_eq!(store.get(number), Some(lits));
        }
        assert_eq!(store.get(5), Some(&clause(5)[..]));
        assert_eq!(store.get(6), None);
        assert_eq!(store.get(1003), None);
    }
}
