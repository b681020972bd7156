//! A clause for each pair of placements that exclude each other, for whatever reason.
//!
//! The encoding of articles that introduce SAT with pentominoes: pieces and cells are clauses, followed by all pairs of
//! placements that overlap, each once however many cells they share, and all pairs of one piece. On 8x8 with the twelve
//! pentominoes and the 2x2 square, these are 779,130 and 273,822 pairs; 75,470 are both.

use jigsat_cnf::{Rule, Stop, neg};

use super::{Atom, ONCE, ONCE_FOLLOWS, Writer};
use crate::Cover;

const REACHED: Rule = Rule::new("reached", "{0} is covered");
const APART: Rule = Rule::new("apart", "no placement that overlaps {0} is used together with it");

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    w.somewhere()?;
    if w.puzzle.spec().cover == Cover::All {
        for cell in w.cells() {
            let arg = w.cell_arg(cell);
            let places: Vec<_> = w.covering_by_kind(cell).concat();
            w.e.group(&REACHED, [arg])?.at_least_one(places);
        }
    }
    overlaps(w)?;
    let rule = if w.puzzle.needs_every_piece() { &ONCE_FOLLOWS } else { &ONCE };
    for number in 0..w.puzzle.kinds().len() {
        if w.puzzle.kinds()[number].max == 1 {
            let places: Vec<u32> = w.puzzle.placements().of_kind(number).collect();
            let mut group = w.e.group(rule, [w.kinds[number].into()])?;
            for (index, &first) in places.iter().enumerate() {
                group.step(1)?;
                for &second in &places[index + 1..] {
                    group.clause([neg(Atom::Place(first)), neg(Atom::Place(second))]);
                }
            }
        }
    }
    w.at_most()
}

/// For each placement, a group of its pairs with later ones, if there are any.
fn overlaps(w: &mut Writer<'_>) -> Result<(), Stop> {
    let all = w.puzzle.placements();
    for first in 0..all.len() as u32 {
        let mut others: Vec<u32> = Vec::new();
        for &cell in all.cells(first) {
            let covering = &w.covering[cell as usize];
            let later = covering.partition_point(|&other| other <= first);
            others.extend(&covering[later..]);
        }
        w.e.step(others.len())?;
        others.sort_unstable();
        others.dedup();
        if others.is_empty() {
            continue;
        }
        let arg = jigsat_cnf::Arg::Literal(w.e.lit(Atom::Place(first)));
        let mut group = w.e.group(&APART, [arg])?;
        for other in others {
            group.clause([neg(Atom::Place(first)), neg(Atom::Place(other))]);
        }
    }
    Ok(())
}
