use jigsat_cnf::{Clauses, Lit};

use super::assignment::Assignment;

/// Clauses as the search propagates them: two literals of each are watched, and the clause is checked when
/// one becomes false.
///
/// M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang, S. Malik: Chaff: engineering an efficient SAT solver,
/// DAC 2001. When a literal is taken back, nothing needs to be done.
#[derive(Clone, Debug, Default)]
pub struct Watches {
    lits: Vec<Lit>,
    starts: Vec<u32>,
    /// By `Lit::lidx`: the other literals of the binary clauses that contain this one.
    pairs: Vec<Vec<Lit>>,
    /// By `Lit::lidx`: the clauses that watch this literal, each with another of its literals.
    watched: Vec<Vec<(u32, Lit)>>,
}

impl Watches {
    /// Makes room for variables 0 to `count - 1`.
    pub fn reserve(&mut self, count: usize) {
        self.pairs.resize(2 * count, Vec::new());
        self.watched.resize(2 * count, Vec::new());
    }

    /// Adds a clause. The literals that were last to become false are watched. Returns false if all its
    /// literals are false: then some of them must be taken back before the search continues.
    pub fn add(&mut self, clause: &[Lit], assignment: &mut Assignment) -> bool {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return true;
        }
        // Literals that aren't false come first, then those that became so last.
        lits.sort_by_key(|&lit| if assignment.is_false(lit) { u32::MAX - assignment.place(lit) } else { 0 });
        match lits[..] {
            [] => return false,
            // Its other literal is itself: it contradicts its opposite, wherever the search is then.
            [only] => self.pairs[only.lidx()].push(only),
            [first, second] => {
                self.pairs[first.lidx()].push(second);
                self.pairs[second.lidx()].push(first);
            }
            [first, second, ..] => {
                let index = self.starts.len() as u32;
                self.starts.push(self.lits.len() as u32);
                self.lits.extend_from_slice(&lits);
                self.watched[first.lidx()].push((index, second));
                self.watched[second.lidx()].push((index, first));
            }
        }
        let all_others_false = lits[1..].iter().all(|&lit| assignment.is_false(lit));
        if all_others_false { assignment.set(lits[0]) } else { true }
    }

    /// Sets what follows from a literal that became true. Returns false at a conflict.
    pub fn assigned(&mut self, lit: Lit, assignment: &mut Assignment) -> bool {
        let gone = !lit;
        for &other in &self.pairs[gone.lidx()] {
            if !assignment.set(other) {
                return false;
            }
        }
        let mut list = std::mem::take(&mut self.watched[gone.lidx()]);
        let mut kept = 0;
        let mut fine = true;
        let mut next = 0;
        while next < list.len() {
            let (clause, other) = list[next];
            next += 1;
            if assignment.is_true(other) {
                list[kept] = (clause, other);
                kept += 1;
                continue;
            }
            let lits = self.clause_mut(clause);
            if lits[0] == gone {
                lits.swap(0, 1);
            }
            let first = lits[0];
            if !assignment.is_true(first)
                && let Some(place) = lits[2..].iter().position(|&lit| !assignment.is_false(lit))
            {
                lits.swap(1, place + 2);
                let watched = lits[1];
                self.watched[watched.lidx()].push((clause, first));
                continue;
            }
            list[kept] = (clause, first);
            kept += 1;
            if !assignment.set(first) {
                fine = false;
                break;
            }
        }
        while next < list.len() {
            list[kept] = list[next];
            kept += 1;
            next += 1;
        }
        list.truncate(kept);
        self.watched[gone.lidx()] = list;
        fine
    }

    fn clause_mut(&mut self, clause: u32) -> &mut [Lit] {
        let start = self.starts[clause as usize] as usize;
        let end = self.starts.get(clause as usize + 1).map_or(self.lits.len(), |&end| end as usize);
        &mut self.lits[start..end]
    }
}

/// The clauses of a formula that are not part of a constraint.
pub fn outside_statements(
    clauses: &Clauses,
    mut ranges: Vec<std::ops::Range<usize>>,
) -> impl Iterator<Item = &[Lit]> {
    ranges.sort_by_key(|range| range.start);
    let mut ranges = ranges.into_iter().peekable();
    clauses.iter().enumerate().filter_map(move |(place, clause)| {
        while ranges.next_if(|range| range.end <= place).is_some() {}
        let inside = ranges.peek().is_some_and(|range| range.contains(&place));
        (!inside).then_some(clause)
    })
}
