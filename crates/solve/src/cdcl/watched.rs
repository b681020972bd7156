//! Two watched literals for each clause: a clause is looked at only when one of them becomes false.

use jigsat_cnf::{Clauses, Lit};

use super::{Cdcl, Origin, Step, Tell};
use crate::Stop;

/// Which clauses watch which literals.
pub(super) struct Watched {
    /// The clauses that watch each literal, by `Lit::lidx`.
    clauses: Vec<Vec<Origin>>,
    /// The two literals of each clause of the formula; `None` for clauses with fewer literals.
    of_formula: Vec<Option<[Lit; 2]>>,
    of_learned: Vec<Option<[Lit; 2]>>,
}

impl Watched {
    pub(super) fn of(formula: &Clauses, variables: usize) -> Self {
        let mut watched = Watched {
            clauses: vec![Vec::new(); 2 * variables],
            of_formula: Vec::new(),
            of_learned: Vec::new(),
        };
        for (place, clause) in formula.iter().enumerate() {
            watched.add(Origin::Formula(place), clause);
        }
        watched
    }

    /// Adds the next clause, which watches its first two literals.
    pub(super) fn add(&mut self, origin: Origin, clause: &[Lit]) {
        let second = clause.iter().find(|&&lit| lit != clause[0]);
        let pair = second.map(|&second| [clause[0], second]);
        for lit in pair.into_iter().flatten() {
            self.clauses[lit.lidx()].push(origin);
        }
        match origin {
            Origin::Formula(_) => self.of_formula.push(pair),
            Origin::Learned(_) => self.of_learned.push(pair),
        }
    }

    fn pair(&mut self, origin: Origin) -> &mut [Lit; 2] {
        let pair = match origin {
            Origin::Formula(place) => &mut self.of_formula[place],
            Origin::Learned(number) => &mut self.of_learned[number],
        };
        pair.as_mut().expect("a clause that watches has two literals")
    }
}

impl Cdcl<'_> {
    /// Looks at the clauses that watch a literal which became false. Returns one that is false.
    pub(super) fn visit_watching(&mut self, falsified: Lit, tell: Tell<'_>) -> Result<Option<Origin>, Stop> {
        let mut watched = self.watched.take().expect("literals are watched");
        let mut left = std::mem::take(&mut watched.clauses[falsified.lidx()]).into_iter();
        let mut conflict = None;
        for origin in left.by_ref() {
            let pair = watched.pair(origin);
            let other = if pair[0] == falsified { pair[1] } else { pair[0] };
            let is_better = |lit: &&Lit| **lit != other && self.value(**lit) != Some(false);
            let next = match self.value(other) {
                Some(true) => None,
                _ => self.literals(origin).iter().find(is_better).copied(),
            };
            if let Some(to) = next {
                self.visits += 1;
                *pair = [other, to];
                watched.clauses[to.lidx()].push(origin);
                tell(&Step::Watch { clause: origin, from: falsified, to })?;
                continue;
            }
            watched.clauses[falsified.lidx()].push(origin);
            // Only the other one may be open.
            if self.is_broken(origin, tell)? {
                conflict = Some(origin);
                break;
            }
        }
        watched.clauses[falsified.lidx()].extend(left);
        self.watched = Some(watched);
        Ok(conflict)
    }
}
