//! A search through all possibilities, as simple as possible.

use std::collections::BTreeMap;

use crate::sentences::{Constraint, Reads};

/// Whether no assignment satisfies all the sentences and, if there is a deduction, makes it fail.
pub fn refuted(reads: &impl Reads, sentences: &[String], deduced: Option<&str>) -> bool {
    let mut constraints: Vec<Constraint> =
        sentences.iter().flat_map(|sentence| reads.constraints(sentence)).collect();
    if let Some(deduced) = deduced {
        constraints.extend(reads.constraints(deduced).into_iter().map(Constraint::opposite));
    }
    // Each thing is identified by a number.
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for name in constraints.iter().flat_map(Constraint::names) {
        let next = numbers.len();
        numbers.entry(name).or_insert(next);
    }
    let counted: Vec<Counted> = constraints
        .iter()
        .map(|one| Counted {
            lits: one.lits.iter().map(|(name, wanted)| (numbers[name.as_str()], *wanted)).collect(),
            least: one.least,
            most: one.most,
        })
        .collect();
    !possible(&counted, &mut vec![None; numbers.len()])
}

/// A bound on the number of these literals that are satisfied.
struct Counted {
    lits: Vec<(usize, bool)>,
    least: usize,
    most: usize,
}

/// Sets forced values, then tries both values of something that is open.
fn possible(all: &[Counted], values: &mut [Option<bool>]) -> bool {
    loop {
        let mut changed = false;
        for one in all {
            let is = |wanted: bool| {
                one.lits.iter().filter(|&&(var, sign)| values[var] == Some(sign == wanted)).count()
            };
            let (fulfilled, failed) = (is(true), is(false));
            let can_be = one.lits.len() - failed;
            if fulfilled > one.most || can_be < one.least {
                return false;
            }
            let forced = if fulfilled == one.most {
                Some(false)
            } else if can_be == one.least {
                Some(true)
            } else {
                None
            };
            let Some(forced) = forced else { continue };
            for &(var, sign) in &one.lits {
                if values[var].is_none() {
                    values[var] = Some(sign == forced);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let open = all.iter().find_map(|one| {
        let done = one.lits.iter().filter(|&&(var, sign)| values[var] == Some(sign)).count() >= one.least;
        let mut open = one.lits.iter().filter(|&&(var, _)| values[var].is_none());
        if done { None } else { open.next().copied() }
    });
    let open = open.or_else(|| values.iter().position(Option::is_none).map(|var| (var, true)));
    let Some((var, sign)) = open else { return true };
    [sign, !sign].into_iter().any(|value| {
        let mut values = values.to_vec();
        values[var] = Some(value);
        possible(all, &mut values)
    })
}
