//! Sizes of subtrees in binary, added up by ripple-carry adders.

use jigsat_cnf::{Group, Literal, Stop, neg, pos};

use super::{Atom, SIZE, Tree, Writer, around, both, edge};

impl Tree {
    /// The size of a cell's subtree is one more than those of its children.
    pub(super) fn binary_size(&self, w: &mut Writer<'_>, cell: usize) -> Result<(), Stop> {
        let children: Vec<(Atom, usize)> =
            around(w, cell).into_iter().map(|child| (edge(w, cell, child), child)).collect();
        let size = |cell: usize| (0..self.size_bits).map(move |bit| (cell, bit));
        let places: Vec<_> = (0..w.field.cells()).map(|cell| w.cell(cell)).collect();
        let atom = |(cell, bit): (usize, u16)| pos(Atom::SizeBit { cell: places[cell], bit });
        let arg = w.arg(cell);
        let mut group = w.e.group(&SIZE, [arg])?;
        let mut sum: Option<Vec<Literal<Atom>>> = None;
        let mut terms: Vec<Vec<Literal<Atom>>> = children
            .into_iter()
            .map(|(edge, child)| size(child).map(|bit| both(&mut group, pos(edge), atom(bit))).collect())
            .collect();
        // The last term is added together with the cell itself, as the adder's carry.
        let own: Vec<Literal<Atom>> = size(cell).map(atom).collect();
        let last = terms.pop();
        for term in terms {
            sum = Some(match sum {
                None => term,
                Some(sum) => {
                    let total: Vec<_> = sum.iter().map(|_| group.aux()).collect();
                    add(&mut group, &sum, Some(&term), false, &total);
                    total
                }
            });
        }
        match (sum, last) {
            (Some(sum), last) => add(&mut group, &sum, last.as_deref(), true, &own),
            (None, Some(last)) => add(&mut group, &last, None, true, &own),
            // A board with a single cell.
            (None, None) => {
                group.clause(own);
            }
        }
        Ok(())
    }
}

/// Number of bits of a number, at least one.
pub(super) fn bits(number: usize) -> u16 {
    (usize::BITS - number.leading_zeros()).max(1) as u16
}

/// Clauses for 'a number, given by its bits from the lowest, is at most this': for each 0 of the bound, not a 1 there
/// and at all 1s before it.
pub(super) fn at_most(bits: &[Atom], largest: usize) -> Vec<Vec<Literal<Atom>>> {
    let is_one = |bit: &usize| largest >> bit & 1 == 1;
    let clause = |zero: usize| {
        let ones = (zero + 1..bits.len()).filter(is_one);
        std::iter::once(zero).chain(ones).map(|bit| neg(bits[bit])).collect()
    };
    (0..bits.len()).filter(|bit| !is_one(bit)).map(clause).collect()
}

/// Clauses for 'a number is at least this': for each 1 of the bound, a 1 there or at some 0 before it.
pub(super) fn at_least(bits: &[Atom], least: usize) -> Vec<Vec<Literal<Atom>>> {
    let is_one = |bit: &usize| least >> bit & 1 == 1;
    let clause = |one: usize| {
        let zeros = (one + 1..bits.len()).filter(|bit| !is_one(bit));
        std::iter::once(one).chain(zeros).map(|bit| pos(bits[bit])).collect()
    };
    (0..bits.len()).filter(is_one).map(clause).collect()
}

/// States that `sum` is one number plus the other (or 0), plus 1 if there is a carry; a carry out of the last bit is
/// excluded.
fn add(
    group: &mut Group<'_, Atom>,
    one: &[Literal<Atom>],
    other: Option<&[Literal<Atom>]>,
    carry: bool,
    sum: &[Literal<Atom>],
) {
    // The carry from the previous bit: a constant at first.
    let mut carry: Result<Literal<Atom>, bool> = Err(carry);
    for bit in 0..sum.len() {
        let mut inputs = vec![one[bit]];
        inputs.extend(other.map(|other| other[bit]));
        let mut constant = 0;
        match carry {
            Ok(literal) => inputs.push(literal),
            Err(holds) => constant = usize::from(holds),
        }
        let out = if inputs.len() + constant < 2 { Err(false) } else { Ok(group.aux()) };
        for values in 0..1_usize << inputs.len() {
            let ones = values.count_ones() as usize + constant;
            let premise =
                |place: usize| if values >> place & 1 == 1 { inputs[place] } else { !inputs[place] };
            let premises: Vec<_> = (0..inputs.len()).map(premise).collect();
            let odd = if ones % 2 == 1 { sum[bit] } else { !sum[bit] };
            group.implies(premises.iter().copied(), [odd]);
            if let Ok(out) = out {
                group.implies(premises, [if ones >= 2 { out } else { !out }]);
            }
        }
        carry = out;
    }
    if let Ok(out) = carry {
        group.clause([!out]);
    }
}
