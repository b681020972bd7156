//! The player's walk between two pushes as a set of cells: no distances, no order, one variable per cell.
//!
//! The two ends of the walk have one neighbour on it, all its other cells two. Such cells form a path from end to end
//! and possibly some rings elsewhere, because in each connected part the number of cells with an odd number of
//! neighbours is even; and a shortest walk always has this form. If the walk begins and ends in the same cell, it is
//! not constrained.

use jigsat_cnf::{Literal, Rule, Stop, pos};

use super::{Atom, Writer};

const FREE: Rule = Rule::new("free", "at {0}, the player's walk crosses no box");
const ENDS: Rule = Rule::new(
    "ends",
    "at {0}, the walk begins where the last push left the player and ends behind the next box",
);
const PATH: Rule = Rule::new("path", "at {0}, the walk continues from each cell between its ends");

/// The cells of the walk at a time.
pub(super) fn declare(w: &mut Writer<'_>, time: u16) -> Result<(), Stop> {
    for cell in 0..w.a.board.len() as u16 {
        let cell = w.cell(cell);
        w.e.declare(Atom::Walk { time, cell })?;
    }
    Ok(())
}

/// The walk at a time, between the declared `start` and `end` atoms.
pub(super) fn walk(w: &mut Writer<'_>, time: u16) -> Result<(), Stop> {
    let (mut free, mut ends, mut path) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..w.a.board.len() as u16 {
        let cell = w.cell(number);
        let on = pos(Atom::Walk { time, cell });
        let around: Vec<Literal<Atom>> =
            w.a.board.around(number).map(|next| pos(Atom::Walk { time, cell: w.cell(next) })).collect();
        free.extend(w.box_at(time, number).map(|full| vec![!on, !full]));
        let start = w.declared(Atom::Start { time, cell });
        let end = w.declared(Atom::End { time, cell });
        for (one, other) in [(start, end), (end, start)] {
            let Some(one) = one else { continue };
            // Unless it is also the other end, the cell has one neighbour on the walk.
            let unless: Vec<_> = std::iter::once(!one).chain(other).collect();
            ends.push(vec![!one, on]);
            ends.push(unless.iter().chain(&around).copied().collect());
            for (place, &first) in around.iter().enumerate() {
                for &second in &around[place + 1..] {
                    ends.push(unless.iter().copied().chain([!first, !second]).collect());
                }
            }
        }
        // If any one neighbour is left out, one of the others is on the walk: so at least two are. And no three are.
        let between: Vec<_> = std::iter::once(!on).chain(start).chain(end).collect();
        for without in 0..around.len() {
            let others =
                around.iter().enumerate().filter(|&(place, _)| place != without).map(|(_, &next)| next);
            path.push(between.iter().copied().chain(others).collect());
        }
        for three in threes(&around) {
            path.push([!on].into_iter().chain(three.map(|next| !next)).collect());
        }
    }
    for (rule, clauses) in [(&FREE, free), (&ENDS, ends), (&PATH, path)] {
        w.clauses(rule, (time,), clauses)?;
    }
    Ok(())
}

fn threes(around: &[Literal<Atom>]) -> Vec<[Literal<Atom>; 3]> {
    match *around {
        [a, b, c] => vec![[a, b, c]],
        [a, b, c, d] => vec![[a, b, c], [a, b, d], [a, c, d], [b, c, d]],
        _ => Vec::new(),
    }
}
