use jigsat_cnf::Lit;

use super::assignment::{Assignment, Reason};

/// Clauses as the search propagates them: two literals of each are watched, and the clause is checked when
/// one becomes false.
///
/// M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang, S. Malik: Chaff: engineering an efficient SAT solver,
/// DAC 2001. When a literal is taken back, nothing needs to be done.
#[derive(Clone, Debug, Default)]
pub struct Watches {
    lits: Vec<Lit>,
    heads: Vec<Head>,
    /// By clause: when it last explained something, if it may be forgotten: a clause that was learned.
    used: Vec<Option<u64>>,
    /// How many clauses may be forgotten.
    pub forgettable: usize,
    /// By `Lit::lidx`: the other literals of the binary clauses that contain this one.
    pairs: Vec<Vec<Lit>>,
    /// By `Lit::lidx`: the clauses that watch this literal, each with another of its literals.
    watched: Vec<Vec<(u32, Lit)>>,
}

/// A clause of three literals or more.
#[derive(Clone, Copy, Debug)]
struct Head {
    start: u32,
    length: u32,
}

impl Watches {
    /// Makes room for variables 0 to `count - 1`.
    pub fn reserve(&mut self, count: usize) {
        self.pairs.resize(2 * count, Vec::new());
        self.watched.resize(2 * count, Vec::new());
    }

    /// Adds a clause; one that was `learned` at this conflict may be forgotten. The literals that were last to become
    /// false are watched. Returns false if all its literals are false, which is a clash: then some of them must be
    /// taken back before the search continues. A clause of one literal is not kept.
    pub fn add(&mut self, clause: &[Lit], learned: Option<u64>, assignment: &mut Assignment) -> bool {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return true;
        }
        // Literals that aren't false come first, then those that became so last.
        lits.sort_by_key(|&lit| if assignment.is_false(lit) { u32::MAX - assignment.place(lit) } else { 0 });
        let reason = match lits[..] {
            [] => {
                assignment.clash = Some((None, Reason::Choice));
                return false;
            }
            [_] => Reason::Fact,
            [first, second] => {
                self.pairs[first.lidx()].push(second);
                self.pairs[second.lidx()].push(first);
                Reason::Pair(second)
            }
            [first, second, ..] => {
                let index = self.heads.len() as u32;
                let (start, length) = (self.lits.len() as u32, lits.len() as u32);
                self.heads.push(Head { start, length });
                self.used.push(learned);
                self.forgettable += usize::from(learned.is_some());
                self.lits.extend_from_slice(&lits);
                self.watched[first.lidx()].push((index, second));
                self.watched[second.lidx()].push((index, first));
                Reason::Clause(index)
            }
        };
        let all_others_false = lits[1..].iter().all(|&lit| assignment.is_false(lit));
        if all_others_false { assignment.set(lits[0], reason) } else { true }
    }

    /// Sets what follows from a literal that became true. Returns false at a conflict.
    pub fn assigned(&mut self, lit: Lit, assignment: &mut Assignment) -> bool {
        let gone = !lit;
        for &other in &self.pairs[gone.lidx()] {
            if !assignment.set(other, Reason::Pair(gone)) {
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
            if !assignment.set(first, Reason::Clause(clause)) {
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
        let Head { start, length } = self.heads[clause as usize];
        &mut self.lits[start as usize..][..length as usize]
    }

    /// The literals of a clause that explains something at this conflict.
    pub fn explaining(&mut self, clause: u32, conflict: u64) -> &[Lit] {
        if let Some(used) = &mut self.used[clause as usize] {
            *used = conflict;
        }
        self.clause_mut(clause)
    }

    /// The literals of a clause.
    pub fn clause(&self, clause: u32) -> &[Lit] {
        let Head { start, length } = self.heads[clause as usize];
        &self.lits[start as usize..][..length as usize]
    }

    /// Forgets the half of the learned clauses that have explained nothing for longest, except those that are the
    /// reason of a literal.
    pub fn forget(&mut self, assignment: &mut Assignment) {
        let mut used: Vec<u64> = self.used.iter().copied().flatten().collect();
        used.sort_unstable();
        let Some(&middle) = used.get(used.len() / 2) else { return };
        let mut numbers = vec![None; self.heads.len()];
        let (mut heads, mut lits, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        for (old, (head, &used)) in self.heads.iter().zip(&self.used).enumerate() {
            let clause = self.clause(old as u32);
            let implied = [clause[0], clause[1]].into_iter().find(|&lit| {
                assignment.is_true(lit) && assignment.reason(lit.var()) == Reason::Clause(old as u32)
            });
            if used.is_some_and(|used| used < middle) && implied.is_none() {
                continue;
            }
            let number = heads.len() as u32;
            numbers[old] = Some((number, implied));
            heads.push(Head { start: lits.len() as u32, ..*head });
            kept.push(used);
            lits.extend_from_slice(clause);
        }
        for list in &mut self.watched {
            list.retain_mut(|(clause, _)| match numbers[*clause as usize] {
                Some((number, _)) => {
                    *clause = number;
                    true
                }
                None => false,
            });
        }
        for (number, implied) in numbers.into_iter().flatten() {
            if let Some(lit) = implied {
                assignment.renumber(lit.var(), number);
            }
        }
        self.forgettable = kept.iter().flatten().count();
        (self.heads, self.lits, self.used) = (heads, lits, kept);
    }
}
