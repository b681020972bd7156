//! The rules of variants, the same in every encoding.

use jigsat_cnf::{Bound, Order, Rule, Stop, neg, pos};

use super::{Atom, Writer, cell_arg};

const DIAGONAL: Rule = Rule::new("diagonal", "diagonal {0} has at most one {1}");
const CAGE_ONCE: Rule = Rule::new("cage-once", "the cage at {0} has at most one {1}");
const CAGE_SUM: Rule = Rule::new("cage-sum", "the cage at {0} adds up to {1}").clue();
const KNIGHT: Rule = Rule::new("anti-knight", "{0} and {1}, a knight's move apart, differ");
const KING: Rule = Rule::new("anti-king", "{0} and {1}, a king's move apart, differ");
const LEVEL: Rule = Rule::new(
    "level",
    "on a thermometer, {0} has at most one digit, and '{0} is at least d' means that it is d or more",
);
const RISES: Rule = Rule::new("rises", "on a thermometer, {0} is less than {1}").clue();

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    diagonals(w)?;
    cages(w)?;
    apart(w)?;
    thermometers(w)
}

fn diagonals(w: &mut Writer<'_>) -> Result<(), Stop> {
    for (number, cells) in (1..).zip(w.puzzle.units(crate::UnitKind::Diagonal)) {
        for digit in w.puzzle.digits() {
            let places = w.places(&cells, digit);
            w.e.group(&DIAGONAL, (number, w.puzzle.shown(digit)))?.at_most_one(places);
        }
    }
    Ok(())
}

/// Killer cages.
fn cages(w: &mut Writer<'_>) -> Result<(), Stop> {
    let combinations = CAGE_SUM.called("cage combinations", "cage combinations");
    for cage in &w.puzzle.cages {
        let at = cell_arg(cage.cells[0]);
        for digit in w.puzzle.digits() {
            let places = w.places(&cage.cells, digit);
            w.e.group(&CAGE_ONCE, [at, w.puzzle.shown(digit).into()])?.at_most_one(places);
        }
        let Some(sum) = cage.sum else { continue };
        let mut terms = Vec::new();
        for &cell in &cage.cells {
            let open = w.puzzle.digits().filter(|&digit| w.is_open(cell, digit));
            terms.extend(open.map(|digit| (u32::from(digit), pos(Atom::Is { cell, digit }))));
        }
        w.e.group(&combinations, [at, sum.into()])?.sum(Bound::Exactly(u64::from(sum)), terms);
    }
    Ok(())
}

/// No equal digits a knight's or a king's move apart.
fn apart(w: &mut Writer<'_>) -> Result<(), Stop> {
    const KNIGHT_MOVES: [(i32, i32); 4] = [(1, -2), (1, 2), (2, -1), (2, 1)];
    const KING_MOVES: [(i32, i32); 2] = [(1, -1), (1, 1)];
    for (wanted, rule, moves) in
        [(w.puzzle.anti_knight, &KNIGHT, &KNIGHT_MOVES[..]), (w.puzzle.anti_king, &KING, &KING_MOVES[..])]
    {
        for cell in w.puzzle.cells().filter(|_| wanted) {
            for other in moves.iter().filter_map(|&step| w.puzzle.size().offset(cell, step.0, step.1)) {
                let both = w.puzzle.digits().filter(|&d| w.is_open(cell, d) && w.is_open(other, d));
                let both: Vec<u16> = both.collect();
                let mut group = w.e.group(rule, [cell_arg(cell), cell_arg(other)])?;
                for digit in both {
                    group.clause([neg(Atom::Is { cell, digit }), neg(Atom::Is { cell: other, digit })]);
                }
            }
        }
    }
    Ok(())
}

/// Digits increase along a thermometer: its cells also get the order encoding.
fn thermometers(w: &mut Writer<'_>) -> Result<(), Stop> {
    for cells in &w.puzzle.thermometers {
        let mut before: Option<(jigsat_grid::Cell, Order<Atom>)> = None;
        for &cell in cells {
            let open = w.puzzle.digits().filter(|&digit| w.is_open(cell, digit));
            let values: Vec<_> = open.map(|digit| (i64::from(digit), Atom::Is { cell, digit })).collect();
            if values.is_empty() {
                break;
            }
            let level = w.e.group(&LEVEL, [cell_arg(cell)])?.order_of(&cell.to_string(), values);
            if let Some((lower_cell, lower)) = before {
                let args = [cell_arg(lower_cell), cell_arg(cell)];
                w.e.group(&RISES, args)?.at_most_other(&lower, &level, -1);
            }
            before = Some((cell, level));
        }
    }
    Ok(())
}
