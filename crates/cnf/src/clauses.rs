use rustsat::types::Lit;

/// Clauses in one flat store: one buffer for all literals, and the place where each clause ends.
///
/// A clause takes four bytes, plus four for each literal, and no allocation of its own.
///
/// ```
/// use jigsat_cnf::{Clauses, Var};
///
/// let [a, b] = [0, 1].map(|var| Var::new(var).pos_lit());
/// let mut clauses = Clauses::default();
/// clauses.push([a, !b]);
/// clauses.push([b]);
/// assert_eq!(clauses.len(), 2);
/// assert_eq!(&clauses[0], [a, !b]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    lits: Vec<Lit>,
    ends: Vec<u32>,
}

/// Number of literals from which a formula is large: a mebibyte.
const LARGE: usize = 1 << 18;

impl Clauses {
    /// Appends a clause. Literals are kept as given, in their order.
    ///
    /// # Panics
    ///
    /// If the store would hold more than 2³² literals (16 GiB).
    pub fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let clause = clause.into_iter();
        self.make_room(clause.size_hint().0);
        self.lits.extend(clause);
        let end = u32::try_from(self.lits.len()).expect("at most 2^32 literals in one formula");
        self.ends.push(end);
    }

    /// Lets large buffers grow by a quarter, not to twice their size: limits of memory are looked at between requests for more,
    /// and a single one for more than what is left ends the program.
    fn make_room(&mut self, literals: usize) {
        if self.lits.len() < LARGE {
            return;
        }
        if self.lits.capacity() - self.lits.len() < literals {
            self.lits.reserve_exact(literals.max(self.lits.len() / 4));
        }
        if self.ends.capacity() == self.ends.len() {
            self.ends.reserve_exact(self.ends.len() / 4 + 1);
        }
    }

    /// Number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Number of literals in all clauses together.
    #[must_use]
    pub fn literals(&self) -> usize {
        self.lits.len()
    }

    /// The clauses from `first` on, in order of their addition.
    #[must_use]
    pub fn from(&self, first: usize) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        (first.min(self.len())..self.len()).map(|index| &self[index])
    }

    /// All clauses, in order of their addition.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        self.from(0)
    }

    /// Replaces each literal of the clauses from `first` on.
    pub(crate) fn replace(&mut self, first: usize, by: impl Fn(Lit) -> Lit) {
        let start = first.checked_sub(1).map_or(0, |before| self.ends[before]);
        for lit in &mut self.lits[start as usize..] {
            *lit = by(*lit);
        }
    }

    /// Removes all clauses and keeps the memory.
    pub fn clear(&mut self) {
        self.lits.clear();
        self.ends.clear();
    }
}

impl std::ops::Index<usize> for Clauses {
    type Output = [Lit];

    #[inline]
    fn index(&self, index: usize) -> &[Lit] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.lits[start as usize..self.ends[index] as usize]
    }
}

#[cfg(test)]
mod tests {
    use rustsat::types::Var;

    use super::*;

    /// Memory that may be limited is asked for in small parts.
    #[test]
    fn large_stores_grow_by_a_quarter() {
        let lit = Var::new(0).pos_lit();
        let mut clauses = Clauses::default();
        for _ in 0..1_200_000 {
            clauses.push([lit]);
            let (lits, ends) = (clauses.lits.capacity(), clauses.ends.capacity());
            let most = (2 * LARGE).max(clauses.len() / 4 * 5 + 4);
            assert!(lits <= most && ends <= most, "{lits} and {ends} places for {} clauses", clauses.len());
        }
    }
}
