//! The names of steps beyond singles: locked candidates, and naked and hidden pairs.
//!
//! T. Davis: The Mathematics of Sudoku, 2006, and for pairs J. F. Crook: A pencil-and-paper algorithm for solving Sudoku
//! puzzles, Notices of the AMS 56(4), 2009. A *candidate* is a digit that known digits don't rule out in a cell.
//!
//! - Locked candidates: all candidates for a digit in a box are in one row or column, so the digit is nowhere else in that;
//!   or the other way around.
//! - Naked pair: two cells of a unit have the same two candidates, so no other cell of the unit has them.
//! - Hidden pair: two digits have candidates only in the same two cells of a unit, so these cells have no others.
//!
//! Each rules out candidates; a single follows. A step has a name if one of these techniques and then singles lead to what it
//! deduces, using its reasons only. No reason of a step can be left out, so these are all of its reasons.

use std::collections::BTreeSet;

use jigsat_kit::{ReasonOf, Says};

use crate::Atom;

/// The players' name for a step, if it is one of these techniques.
pub(super) fn named(deduced: &[Atom], reasons: &[ReasonOf<'_, Atom>]) -> Option<&'static str> {
    let board = Board::of(reasons)?;
    let leads =
        |out: BTreeSet<Atom>| !out.is_empty() && deduced.iter().all(|&atom| board.is_single(atom, &out));
    if board.locked().any(leads) {
        Some("locked candidates")
    } else if board.pairs(Pair::Naked).any(leads) {
        Some("naked pair")
    } else if board.pairs(Pair::Hidden).any(leads) {
        Some("hidden pair")
    } else {
        None
    }
}

/// Whether a rule says that a digit is somewhere in a unit.
pub(super) fn is_unit(rule: &str) -> bool {
    ["row", "column", "box", "region"].contains(&rule)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pair {
    Naked,
    Hidden,
}

/// The candidates of one constraint.
struct One {
    is_cell: bool,
    is_line: bool,
    /// Exactly one of these holds.
    all: BTreeSet<Atom>,
    /// The ones that known digits don't rule out.
    left: BTreeSet<Atom>,
}

/// The content of a step's reasons, and what follows directly.
struct Board {
    ones: Vec<One>,
}

impl Board {
    /// `None` if a reason is of another kind.
    fn of(reasons: &[ReasonOf<'_, Atom>]) -> Option<Self> {
        let (mut known, mut ones) = (BTreeSet::new(), Vec::new());
        for reason in reasons {
            match (&reason.says, reason.rule) {
                (Says::Holds(atom), _) => {
                    known.insert(*atom);
                }
                (Says::OneOf(atoms), Some(rule)) if rule == "cell" || is_unit(rule) => {
                    let all: BTreeSet<Atom> = atoms.iter().copied().collect();
                    let (is_cell, is_line) = (rule == "cell", rule == "row" || rule == "column");
                    ones.push(One { is_cell, is_line, left: all.clone(), all });
                }
                _ => return None,
            }
        }
        // An atom that holds rules out the others of its constraints.
        let out: BTreeSet<Atom> = ones
            .iter()
            .filter(|one| !one.all.is_disjoint(&known))
            .flat_map(|one| one.all.difference(&known).copied())
            .collect();
        for one in &mut ones {
            one.left.retain(|atom| !out.contains(atom));
        }
        Some(Board { ones })
    }

    /// Whether some constraint leaves only this atom if these candidates are also ruled out.
    fn is_single(&self, atom: Atom, out: &BTreeSet<Atom>) -> bool {
        self.ones.iter().any(|one| {
            let mut left = one.left.iter().filter(|candidate| !out.contains(candidate));
            left.next() == Some(&atom) && left.next().is_none()
        })
    }

    /// The candidates that locked candidates rule out: those of a line in a box, or of a box in a line.
    fn locked(&self) -> impl Iterator<Item = BTreeSet<Atom>> {
        let units = || self.ones.iter().filter(|one| !one.is_cell);
        let pairs = units().flat_map(move |a| units().map(move |b| (a, b)));
        let pairs = pairs.filter(|(a, b)| a.is_line != b.is_line && a.left.is_subset(&b.all));
        pairs.map(|(a, b)| b.left.difference(&a.all).copied().collect())
    }

    /// The candidates that a pair rules out: two constraints each have their only two places in the same two others.
    fn pairs(&self, kind: Pair) -> impl Iterator<Item = BTreeSet<Atom>> {
        let of_pair = move |one: &&One| one.is_cell == (kind == Pair::Naked) && one.left.len() == 2;
        let two: Vec<&One> = self.ones.iter().filter(of_pair).collect();
        let across: Vec<&One> = self.ones.iter().filter(|one| one.is_cell != (kind == Pair::Naked)).collect();
        let mut found = Vec::new();
        for (place, a) in two.iter().enumerate() {
            for b in two[..place].iter().filter(|b| a.left.is_disjoint(&b.left)) {
                let pair: BTreeSet<Atom> = a.left.union(&b.left).copied().collect();
                // Each of the two others has one place of either constraint, so it contains all four.
                let others = across
                    .iter()
                    .filter(|other| [a, b].iter().all(|one| other.left.intersection(&one.left).count() == 1));
                let others: Vec<&&One> = others.collect();
                for (place, c) in others.iter().enumerate() {
                    for d in others[..place].iter().filter(|d| c.all.is_disjoint(&d.all)) {
                        let out = c.left.union(&d.left).filter(|atom| !pair.contains(atom));
                        found.push(out.copied().collect());
                    }
                }
            }
        }
        found.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use jigsat_grid::Cell;

    use super::*;

    fn is(row: u16, col: u16, digit: u16) -> Atom {
        Atom::Is { cell: Cell::new(row - 1, col - 1), digit }
    }

    fn known(row: u16, col: u16, digit: u16) -> ReasonOf<'static, Atom> {
        ReasonOf { rule: None, cells: Vec::new(), says: Says::Holds(is(row, col, digit)) }
    }

    fn one_of(rule: &'static str, atoms: impl Iterator<Item = Atom>) -> ReasonOf<'static, Atom> {
        ReasonOf { rule: Some(rule), cells: Vec::new(), says: Says::OneOf(atoms.collect()) }
    }

    fn row(row: u16, digit: u16) -> ReasonOf<'static, Atom> {
        one_of("row", (1..=9).map(move |col| is(row, col, digit)))
    }

    fn column(col: u16, digit: u16) -> ReasonOf<'static, Atom> {
        one_of("column", (1..=9).map(move |row| is(row, col, digit)))
    }

    fn first_box(digit: u16) -> ReasonOf<'static, Atom> {
        one_of("box", (0..9).map(move |place| is(place / 3 + 1, place % 3 + 1, digit)))
    }

    fn cell(row: u16, col: u16) -> ReasonOf<'static, Atom> {
        one_of("cell", (1..=9).map(move |digit| is(row, col, digit)))
    }

    /// In box 1, the 5 is in row 1, because rows 2 and 3 have theirs; so column 7 has its 5 in row 4, the only row left.
    fn locked() -> Vec<ReasonOf<'static, Atom>> {
        let mut reasons = vec![first_box(5), row(1, 5), column(7, 5)];
        for (line, col) in [(2, 9), (3, 6), (5, 1), (6, 2), (7, 4), (8, 5), (9, 8)] {
            reasons.extend([row(line, 5), known(line, col, 5)]);
        }
        reasons
    }

    #[test]
    fn locked_candidates_are_named() {
        let reasons = locked();
        assert_eq!(named(&[is(4, 7, 5)], &reasons), Some("locked candidates"));
        assert_eq!(named(&[is(4, 8, 5)], &reasons), None, "another cell does not follow");
        // Without the row, or with a constraint of another kind, it is a different argument.
        let without: Vec<_> =
            reasons.iter().filter(|reason| reason.says != row(1, 5).says).cloned().collect();
        assert_eq!(named(&[is(4, 7, 5)], &without), None);
        let sum = ReasonOf { rule: Some("cage-sum"), cells: Vec::new(), says: Says::Other };
        assert_eq!(named(&[is(4, 7, 5)], &[reasons, vec![sum]].concat()), None);
    }

    #[test]
    fn pairs_are_named() {
        // r1c1 and r1c2 can only be 1 and 2; so r1c3, which could be 1, 2 or 3, is 3.
        let mut naked = vec![cell(1, 1), cell(1, 2), cell(1, 3), row(1, 1), row(1, 2)];
        for (digit, col) in [(3, 1), (3, 2)] {
            naked.extend([column(col, digit), known(9, col, digit)]);
        }
        for digit in 4..=9 {
            naked.extend([row(1, digit), known(1, digit, digit)]);
        }
        assert_eq!(named(&[is(1, 3, 3)], &naked), Some("naked pair"));
        // In column 1, 1 and 2 are only in rows 1 and 2; so the 3 of row 1, which is there or in column 2, is in column
        // 2.
        let mut hidden = vec![column(1, 1), column(1, 2), cell(1, 1), cell(2, 1), row(1, 3)];
        for line in 3..=9 {
            for digit in 1..=2 {
                hidden.extend([row(line, digit), known(line, line, digit)]);
            }
        }
        for col in 3..=9 {
            hidden.extend([column(col, 3), known(col, col, 3)]);
        }
        assert_eq!(named(&[is(1, 2, 3)], &hidden), Some("hidden pair"));
        assert_eq!(named(&[is(1, 2, 3)], &hidden[1..]), None, "one digit alone says nothing");
    }

    #[test]
    fn a_single_has_no_name_of_a_technique() {
        let mut reasons = vec![row(1, 5)];
        for col in 2..=9 {
            reasons.extend([column(col, 5), known(col, col, 5)]);
        }
        assert_eq!(named(&[is(1, 1, 5)], &reasons), None);
    }
}
