//! Sizes above the largest given share one value, and a connected set of it counts as one group. If such a piece is
//! large enough, it may also be several groups of different sizes: solutions that have the same atoms.
//!
//! So before a solution is excluded, each of its pieces that could be split gets atoms for its single sizes, under a
//! literal that fixes everything else as in that solution. They are projection variables: the split solutions are
//! found, distinguished and counted like any other, and the formula doesn't grow for solutions without such a piece.

use jigsat_cnf::{Draft, Formula, Rule, Stop, neg, pos};

use super::{Atom, cell_arg, value_atom};
use crate::{Fillomino, Solution, field::Field};

const SPLIT: Rule =
    Rule::new("split", "a split of solution {0} differs from it only in the groups that it splits");
const SPELLED: Rule = Rule::new("spelled", "in a split of solution {1}, {0} has exactly one number");
const REALLY: Rule = Rule::new("really-split", "a split of solution {0} splits at least one group");

/// Number of literals for each atom.
const LITERALS: usize = 9;

/// Declares the rules that may come.
pub(super) fn expect(e: &mut Formula<Atom>) {
    for rule in [SPLIT, SPELLED, REALLY] {
        e.expect_rule(&rule);
    }
}

/// Adds the atoms and clauses for a solution's splits, if it can have any: all of them, or none if that takes too many.
pub(super) fn spell_out(puzzle: &Fillomino, most: usize, found: &Solution, e: &mut Formula<Atom>) {
    let field = Field::new(puzzle.size);
    let numbers: Vec<usize> = found.numbers().map(usize::from).collect();
    let pieces = field.components(|cell| (numbers[cell] > most).then_some(()));
    // The smallest piece that can be split has groups of most + 1 and most + 2 cells.
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
    let atoms: usize = pieces.iter().map(|piece| piece.len() * sizes(piece.len(), most).count()).sum();
    let literals = e.clauses().literals() + LITERALS * atoms;
    if literals > e.max_literals() {
        e.refuse(literals);
        return;
    }
    let before = e.clone();
    let splits = Splits { puzzle, field, most, solution, numbers, pieces };
    e.draft(|mut e| splits.write(&mut e));
    if e.given_up().is_some() {
        // Not a part of them.
        let literals = e.literals_wanted();
        *e = before;
        if e.interrupt().stopped().is_none() {
            e.refuse(literals);
        }
    }
}

/// The pieces of a solution that can be split.
struct Splits<'p> {
    puzzle: &'p Fillomino,
    field: Field,
    most: usize,
    solution: u32,
    /// By cell.
    numbers: Vec<usize>,
    pieces: Vec<Vec<usize>>,
}

impl Splits<'_> {
    fn write(&self, e: &mut Draft<'_, Atom>) -> Result<(), Stop> {
        let split = Atom::Split { solution: self.solution };
        e.declare(split)?;
        for (_, mut atoms) in self.cells() {
            atoms.try_for_each(|atom| e.declare_projected(atom))?;
        }
        let number = self.solution as usize;
        let size = self.puzzle.size;
        let mut group = e.group(&SPLIT, (number,))?;
        for (cell, &value) in self.numbers.iter().enumerate() {
            group.implies([split], [value_atom(size.cell(cell), value, self.most)]);
        }
        for (cell, atoms) in self.cells() {
            let mut group = e.group(&SPELLED, [cell_arg(size.cell(cell)), number.into()])?;
            let atoms: Vec<Atom> = atoms.collect();
            group.implies([split], atoms.iter().copied());
            // At most one, by a ladder: there may be hundreds.
            let mut passed = None;
            for &atom in &atoms {
                group.implies([atom], [split]);
                let step = group.aux();
                group.implies([pos(atom)], [step]);
                if let Some(before) = passed {
                    group.implies([before], [step]);
                    group.implies([before], [neg(atom)]);
                }
                passed = Some(step);
            }
        }
        let whole = self
            .pieces
            .iter()
            .flat_map(|piece| piece.iter().map(|&cell| neg(self.spelled(cell, piece.len()))));
        e.group(&REALLY, (number,))?.implies([pos(split)], whole);
        Ok(())
    }

    /// The cells of the pieces, each with the atoms for its sizes.
    fn cells(&self) -> impl Iterator<Item = (usize, impl Iterator<Item = Atom>)> {
        self.pieces.iter().flat_map(move |piece| {
            let sizes = move || sizes(piece.len(), self.most);
            piece.iter().map(move |&cell| (cell, sizes().map(move |number| self.spelled(cell, number))))
        })
    }

    fn spelled(&self, cell: usize, number: usize) -> Atom {
        Atom::Spelled { solution: self.solution, cell: self.field.size.cell(cell), number: number as u16 }
    }
}

/// The sizes of groups that a piece may have: the whole piece, or a group and a rest that is large enough for a group.
fn sizes(piece: usize, most: usize) -> impl Iterator<Item = usize> {
    (most + 1..piece - most).chain([piece])
}
