//! Sizes above the largest given share one value, and a connected piece of it counts as one group. Where a piece is large
//! enough, it may also be several groups of different sizes: solutions that have the same atoms.
//!
//! So before a solution is excluded, each of its pieces that could be split gets atoms for its single sizes, under a
//! literal that fixes everything else as in that solution. They are key atoms: the split solutions are found, told apart and
//! counted like any other, and the formula gets no larger for solutions that have no such piece.

use jigsat_cnf::{Encoding, Rule, neg, pos};

use super::{Atom, cell_arg, value_atom};
use crate::{Fillomino, Solution, field::Field};

const SPLIT: Rule =
    Rule::new("split", "a solution that splits groups of number {0} differs from it there only");
const SPELLED: Rule = Rule::new("spelled", "split as in {1}, {0} has exactly one number");
const REALLY: Rule = Rule::new("really-split", "a split of number {0} splits some group");

/// Says which rules may come.
pub(super) fn expect(e: &mut Encoding<Atom>) {
    for rule in [SPLIT, SPELLED, REALLY] {
        e.expect_rule(&rule);
    }
}

/// Adds what a solution's splits need, if it can have any.
pub(super) fn spell_out(puzzle: &Fillomino, most: usize, found: &Solution, e: &mut Encoding<Atom>) {
    let field = Field::new(puzzle.size);
    let numbers: Vec<usize> = found.numbers().map(usize::from).collect();
    let pieces = field.components(|cell| (numbers[cell] > most).then_some(()));
    // The smallest piece that splits has groups of most + 1 and most + 2 cells.
    let is_whole = |piece: &Vec<usize>| piece.iter().all(|&cell| numbers[cell] == piece.len());
    if !pieces.iter().all(is_whole) {
        return;
    }
    let pieces: Vec<Vec<usize>> = pieces.into_iter().filter(|piece| piece.len() >= 2 * most + 3).collect();
    if pieces.is_empty() {
        return;
    }
    let is_new = |&number: &u32| e.var(Atom::Split { solution: number }).is_none();
    let Some(solution) = (1..u32::MAX).find(is_new) else { return };
    let split = Atom::Split { solution };
    e.declare(split);
    for piece in &pieces {
        for &cell in piece {
            for number in sizes(piece.len(), most) {
                e.declare_key(spelled(&field, solution, cell, number));
            }
        }
    }
    let number = solution as usize;
    let mut group = e.group(&SPLIT, (number,));
    for (cell, &value) in numbers.iter().enumerate() {
        group.implies([split], [value_atom(field.size.cell(cell), value, most)]);
    }
    for piece in &pieces {
        for &cell in piece {
            let place = cell_arg(field.size.cell(cell));
            let atoms: Vec<Atom> =
                sizes(piece.len(), most).map(|number| spelled(&field, solution, cell, number)).collect();
            let mut group = e.group(&SPELLED, [place, number.into()]);
            group.implies([split], atoms.iter().copied());
            for &atom in &atoms {
                group.implies([atom], [split]);
            }
            // At most one, by a ladder: there may be hundreds.
            let mut passed = None;
            for &atom in &atoms {
                let step = group.aux();
                group.implies([pos(atom)], [step]);
                if let Some(before) = passed {
                    group.implies([before], [step]);
                    group.implies([before], [neg(atom)]);
                }
                passed = Some(step);
            }
        }
    }
    let whole = pieces
        .iter()
        .flat_map(|piece| piece.iter().map(|&cell| neg(spelled(&field, solution, cell, piece.len()))));
    e.group(&REALLY, (number,)).implies([pos(split)], whole);
}

/// The sizes of groups that a piece may have: itself as a whole, or a group and a rest that is a group at least.
fn sizes(piece: usize, most: usize) -> impl Iterator<Item = usize> {
    (most + 1..piece - most).chain([piece])
}

fn spelled(field: &Field, solution: u32, cell: usize, number: usize) -> Atom {
    Atom::Spelled { solution, cell: field.size.cell(cell), number: number as u16 }
}
