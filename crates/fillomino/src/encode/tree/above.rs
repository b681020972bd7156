//! Hidden groups that are larger than the largest given, in formulas that are only solved. As in `lazy`, their cells
//! share one value, so the solver learns once, not per size, that such a group does not fit. The size itself is encoded
//! in binary, 0 in all other cells, so each way to split a piece into groups is a model of its own.
//!
//! With a value for each size instead, seven of 144 boards of up to 100 cells were not proven unique within 60 s.

use jigsat_cnf::{Literal, Rule, Stop, neg, pos};

use super::{Atom, Sizes, Tree, Writer, binary, incoming, signed};

const ABOVE: Rule =
    Rule::new("above", "the binary number of {0} is from {1} to {2}, or 0 if its number is smaller");
const SAME_ABOVE: Rule = Rule::new(
    "same-above",
    "{0} and {1}, if from {2} on, are marked as equal if and only if they have the same number",
);

/// By cell, the maximum size of a group larger than the largest given: its cells are connected, and none is given.
pub(super) fn largest(w: &Writer<'_>) -> Vec<usize> {
    let mut largest = vec![0; w.field.cells()];
    if w.domains.large {
        let value = w.domains.most + 1;
        for piece in w.field.components(|cell| w.domains.has(cell, value).then_some(())) {
            for &cell in &piece {
                largest[cell] = piece.len().min(w.domains.room);
            }
        }
    }
    largest
}

impl Tree {
    fn number_bits(&self, w: &Writer<'_>, index: usize) -> Vec<Atom> {
        let cell = w.cell(index);
        (0..self.size_bits).map(|bit| Atom::NumberBit { cell, bit }).collect()
    }

    /// Cells that may have a number above the most.
    fn cells_above(w: &Writer<'_>) -> Vec<usize> {
        let may_be = |&cell: &usize| w.domains.large && w.domains.has(cell, w.domains.most + 1);
        (0..w.field.cells()).filter(may_be).collect()
    }

    pub(super) fn declare_above(&self, w: &mut Writer<'_>) -> Result<(), Stop> {
        for cell in Self::cells_above(w) {
            for bit in self.number_bits(w, cell) {
                w.e.declare_projected(bit)?;
            }
        }
        Ok(())
    }

    pub(super) fn above(&self, w: &mut Writer<'_>) -> Result<(), Stop> {
        let least = w.domains.most + 1;
        for cell in Self::cells_above(w) {
            let (own, bits, most) = (w.atom(cell, least), self.number_bits(w, cell), self.largest[cell]);
            let args = [w.arg(cell), least.into(), most.into()];
            let mut group = w.e.group(&ABOVE, args)?;
            for &bit in &bits {
                group.implies([bit], [own]);
            }
            for clause in binary::at_least(&bits, least).into_iter().chain(binary::at_most(&bits, most)) {
                group.implies([own], clause);
            }
        }
        let pairs: Vec<_> = w.field.pairs().collect();
        for (a, b) in pairs {
            self.same_above(w, a, b)?;
        }
        Ok(())
    }

    fn same_above(&self, w: &mut Writer<'_>, a: usize, b: usize) -> Result<(), Stop> {
        let least = w.domains.most + 1;
        let may_be = |cell| w.domains.large && w.domains.has(cell, least);
        let (same, one, other) = (w.same(a, b), w.atom(a, least), w.atom(b, least));
        let args = [w.arg(a), w.arg(b), least.into()];
        if !may_be(a) || !may_be(b) {
            let alone = if may_be(a) { one } else { other };
            if may_be(a) || may_be(b) {
                w.e.group(&SAME_ABOVE, args)?.clause([neg(same), neg(alone)]);
            }
            return Ok(());
        }
        let bits: Vec<(Atom, Atom)> =
            self.number_bits(w, a).into_iter().zip(self.number_bits(w, b)).collect();
        let mut group = w.e.group(&SAME_ABOVE, args)?;
        group.clause([neg(same), neg(one), pos(other)]);
        group.clause([neg(same), pos(one), neg(other)]);
        let mut unlike = vec![neg(one), neg(other), pos(same)];
        for (one, other) in bits {
            group.clause([neg(same), neg(one), pos(other)]);
            group.clause([neg(same), pos(one), neg(other)]);
            let differ = group.aux();
            group.clause([!differ, pos(one), pos(other)]);
            group.clause([!differ, neg(one), neg(other)]);
            unlike.push(differ);
        }
        group.clause(unlike);
        Ok(())
    }

    /// Clauses: a root above the most has the size that its number states in binary.
    pub(super) fn above_root(&self, w: &Writer<'_>, index: usize) -> Vec<Vec<Literal<Atom>>> {
        let least = w.domains.most + 1;
        if !w.domains.large || !w.domains.has(index, least) {
            return Vec::new();
        }
        let (cell, bits) = (w.cell(index), self.number_bits(w, index));
        let premises = [neg(w.atom(index, least))];
        let premises: Vec<_> = incoming(w, index).into_iter().map(pos).chain(premises).collect();
        let clause = |rest: Vec<Literal<Atom>>| [premises.clone(), rest].concat();
        match self.sizes {
            Sizes::Binary => (0..self.size_bits)
                .zip(bits)
                .flat_map(|(bit, number)| {
                    let size = Atom::SizeBit { cell, bit };
                    [clause(vec![neg(number), pos(size)]), clause(vec![pos(number), neg(size)])]
                })
                .collect(),
            Sizes::Unary => {
                // Every subtree has at least one cell.
                let reaches = |count: usize| pos(Atom::SizeAtLeast { cell, count: count as u16 });
                let mut clauses: Vec<_> =
                    (least > 1).then(|| clause(vec![reaches(least)])).into_iter().collect();
                for count in least..=self.largest[index] {
                    let is_other = |(bit, &number): (u16, &Atom)| signed(number, count >> bit & 1 == 0);
                    let is_other: Vec<_> = (0..).zip(&bits).map(is_other).collect();
                    if count > 1 {
                        clauses.push(clause([is_other.clone(), vec![reaches(count)]].concat()));
                    }
                    if count < self.largest[index] {
                        clauses.push(clause([is_other, vec![!reaches(count + 1)]].concat()));
                    }
                }
                clauses
            }
        }
    }
}
