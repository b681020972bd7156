//! A network of full adders for sums whose bound is so large that rustsat's adder, which keeps a table as long as the
//! bound, would need too much memory.
//!
//! J. P. Warners: A linear-time transformation of linear inequalities into conjunctive normal form, Information
//! Processing Letters 1998. N. Eén, N. Sörensson: Translating pseudo-Boolean constraints into SAT, JSAT 2006, has the
//! comparison with a constant.

use std::collections::VecDeque;

use rustsat::types::Lit;

use crate::{Cnf, constraint::Bound};

/// Writes a bound on a weighted sum. Takes a number of clauses that is linear in the number of bits of all weights.
pub(crate) fn adder(e: &mut Cnf, bound: Bound, lits: &[Lit], weights: &[u64]) {
    let digits = digits(e, lits, weights);
    if e.given_up().is_some() {
        return;
    }
    let is_set = |k: u64, place: usize| place < 64 && k >> place & 1 == 1;
    if let Bound::AtMost(k) | Bound::Exactly(k) = bound {
        // A digit that the bound lacks needs a higher one that the sum lacks.
        for place in (0..digits.len()).filter(|&place| !is_set(k, place)) {
            let higher = (place + 1..digits.len()).filter(|&other| is_set(k, other));
            let clause: Option<Vec<Lit>> =
                [place].into_iter().chain(higher).map(|place| digits[place].map(|lit| !lit)).collect();
            // A digit that is never set satisfies the clause.
            if let Some(clause) = clause {
                e.clauses.push(clause);
            }
        }
    }
    if let Bound::AtLeast(k) | Bound::Exactly(k) = bound {
        for place in (0..64).filter(|&place| is_set(k, place)) {
            let higher = (place + 1..digits.len()).filter(|&other| !is_set(k, other));
            let clause: Vec<Lit> = [place]
                .into_iter()
                .chain(higher)
                .filter_map(|place| digits.get(place).copied().flatten())
                .collect();
            e.clauses.push(clause);
        }
    }
}

/// The binary digits of the sum, the lowest first; `None` for one that is never set.
fn digits(e: &mut Cnf, lits: &[Lit], weights: &[u64]) -> Vec<Option<Lit>> {
    let mut columns: Vec<VecDeque<Lit>> = vec![VecDeque::new(); 65];
    for (&lit, &weight) in lits.iter().zip(weights) {
        (0..64).filter(|place| weight >> place & 1 == 1).for_each(|place| columns[place].push_back(lit));
    }
    for place in 0..64 {
        while columns[place].len() > 1 && e.step(1).is_ok() {
            let count = columns[place].len().min(3);
            let added: Vec<Lit> = columns[place].drain(..count).collect();
            let (sum, carry) = (e.new_aux().pos_lit(), e.new_aux().pos_lit());
            // Every combination of the digits determines both.
            for chosen in 0_u32..1 << count {
                let premise =
                    |(place, &lit): (usize, &Lit)| if chosen >> place & 1 == 1 { !lit } else { lit };
                let premises: Vec<Lit> = added.iter().enumerate().map(premise).collect();
                for (output, is_true) in
                    [(sum, chosen.count_ones() % 2 == 1), (carry, chosen.count_ones() > 1)]
                {
                    let output = if is_true { output } else { !output };
                    e.clauses.push(premises.iter().copied().chain([output]));
                }
            }
            let _ = e.step(8 << count);
            columns[place].push_back(sum);
            columns[place + 1].push_back(carry);
        }
    }
    let used = columns.iter().rposition(|column| !column.is_empty()).map_or(0, |last| last + 1);
    columns.truncate(used);
    columns.into_iter().map(|mut column| column.pop_front()).collect()
}
