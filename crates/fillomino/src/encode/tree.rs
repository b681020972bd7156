//! A spanning tree for each group: the eager model, whole from the start.
//!
//! Each cell has a number, and directed edges lead from a cell (the parent) to neighbours of the same number. A cell has at most
//! one incoming edge; one that has none is a root, and the subtree below it has as many cells as its number says.
//! Equal neighbours have the same root, so a group is one tree. Sizes are added up the tree; they grow along every
//! edge and can't exceed their width, so that no cycle is possible.
//!
//! The model is that of spanning trees in SMT solvers for Fillomino, with integers and uninterpreted roots
//! ([`crate::smt2`] writes it so); connectivity by trees with counters goes back to integer programming:
//! R. Gallager, P. Humblet, P. Spira: A distributed algorithm for minimum-weight spanning trees, TOPLAS 1983, names
//! fragments by their roots as here. Sizes are in binary (ripple-carry adders) or in unary (totalizers: O. Bailleux, Y. Boufkhad:
//! Efficient CNF encoding of Boolean cardinality constraints, CP 2003); roots are in binary.

use jigsat_cnf::{Group, Literal, Rule, neg, pos};
use jigsat_grid::Direction;

use super::{Atom, Writer};
use crate::Variant;

const EDGE: Rule = Rule::new("edge", "an edge from {0} to {1} joins equal numbers");
const ONE_WAY: Rule = Rule::new("one-way", "no edges both ways between {0} and {1}").redundant();
const PARENT: Rule = Rule::new("parent", "{0} has at most one incoming edge");
const SIZE: Rule = Rule::new("size", "below {0} are itself and what is below its children");
const RISES: Rule = Rule::new("rises", "the unary size below {0} is a number from 1 to {1}").redundant();
const ROOT_SIZE: Rule =
    Rule::new("root-size", "without an incoming edge, {0} has its number of cells below it");
const OWN_ROOT: Rule = Rule::new("own-root", "without an incoming edge, {0} is its own root");
const SAME_ROOT: Rule = Rule::new("same-root", "{0} and {1} have the same root if they have the same number");
const GIVEN_BELOW: Rule = Rule::new("given-below", "without an incoming edge, {0} has a given below it");
const FIRST: Rule = Rule::new("first", "the root of {0} is no later cell").redundant();

/// How the sizes of subtrees are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sizes {
    Binary,
    Unary,
}

pub(super) fn encode(w: &mut Writer<'_>, sizes: Sizes) {
    let tree = Tree::new(w, sizes);
    tree.declare(w);
    w.define_same();
    Tree::edges(w);
    for cell in 0..w.field.cells() {
        match sizes {
            Sizes::Binary => tree.binary_size(w, cell),
            Sizes::Unary => tree.unary_size(w, cell),
        }
        tree.root_size(w, cell);
    }
    tree.roots(w);
    if w.puzzle.variant == Variant::Basic {
        givens_below(w);
    }
}

/// In the basic variant every tree has a given: it is handed up from the cell where it is, along the edges.
fn givens_below(w: &mut Writer<'_>) {
    for index in 0..w.field.cells() {
        w.e.declare(Atom::GivenBelow { cell: w.cell(index) });
    }
    for index in 0..w.field.cells() {
        let (arg, below) = (w.arg(index), pos(Atom::GivenBelow { cell: w.cell(index) }));
        let children: Vec<(Atom, Atom)> = around(w, index)
            .into_iter()
            .map(|child| (edge(w, index, child), Atom::GivenBelow { cell: w.cell(child) }))
            .collect();
        let (incoming, is_given) = (incoming(w, index), w.puzzle.givens[index] != 0);
        let mut group = w.e.group(&GIVEN_BELOW, [arg]);
        group.clause(incoming.into_iter().map(pos).chain([below]));
        if !is_given {
            let from: Vec<_> =
                children.into_iter().map(|(edge, child)| both(&mut group, pos(edge), pos(child))).collect();
            group.implies([below], from);
        }
    }
}

struct Tree {
    sizes: Sizes,
    /// The largest number that each cell can have: its subtree is no larger.
    largest: Vec<usize>,
    /// Bits of a size: enough for the largest number of all.
    size_bits: u16,
    /// Bits of a root: enough for the number of every cell, from 0.
    root_bits: u16,
}

impl Tree {
    fn new(w: &Writer<'_>, sizes: Sizes) -> Self {
        let cells = w.field.cells();
        let largest: Vec<usize> = (0..cells).map(|cell| w.domains.of(cell).max().unwrap_or(1)).collect();
        let most = largest.iter().copied().max().unwrap_or(1);
        Tree { sizes, largest, size_bits: bits(most), root_bits: bits(cells - 1) }
    }

    fn declare(&self, w: &mut Writer<'_>) {
        w.declare_same();
        for index in 0..w.field.cells() {
            let cell = w.cell(index);
            for side in Direction::ALL {
                if w.field.size.step(cell, side).is_some() {
                    w.e.declare(Atom::Edge { cell, side });
                }
            }
        }
        for index in 0..w.field.cells() {
            let cell = w.cell(index);
            if self.sizes == Sizes::Binary {
                (0..self.size_bits).for_each(|bit| w.e.declare(Atom::SizeBit { cell, bit }));
            } else {
                let most = self.largest[index] as u16;
                (2..=most).for_each(|count| w.e.declare(Atom::SizeAtLeast { cell, count }));
            }
            (0..self.root_bits).for_each(|bit| w.e.declare(Atom::RootBit { cell, bit }));
        }
    }

    fn edges(w: &mut Writer<'_>) {
        for cell in 0..w.field.cells() {
            for child in around(w, cell) {
                let (edge, same) = (edge(w, cell, child), w.same(cell, child));
                let args = [w.arg(cell), w.arg(child)];
                w.e.group(&EDGE, args).implies([edge], [same]);
            }
        }
        let pairs: Vec<_> = w.field.pairs().collect();
        for (a, b) in pairs {
            let (there, back) = (edge(w, a, b), edge(w, b, a));
            let args = [w.arg(a), w.arg(b)];
            w.e.group(&ONE_WAY, args).clause([neg(there), neg(back)]);
        }
        for cell in 0..w.field.cells() {
            let (arg, edges) = (w.arg(cell), incoming(w, cell));
            w.e.group(&PARENT, [arg]).at_most_one(edges);
        }
    }

    fn binary_size(&self, w: &mut Writer<'_>, cell: usize) {
        let children: Vec<(Atom, usize)> =
            around(w, cell).into_iter().map(|child| (edge(w, cell, child), child)).collect();
        let size = |cell: usize| (0..self.size_bits).map(move |bit| (cell, bit));
        let places: Vec<_> = (0..w.field.cells()).map(|cell| w.cell(cell)).collect();
        let atom = |(cell, bit): (usize, u16)| pos(Atom::SizeBit { cell: places[cell], bit });
        let arg = w.arg(cell);
        let mut group = w.e.group(&SIZE, [arg]);
        let mut sum: Option<Vec<Literal<Atom>>> = None;
        let mut terms: Vec<Vec<Literal<Atom>>> = children
            .into_iter()
            .map(|(edge, child)| size(child).map(|bit| both(&mut group, pos(edge), atom(bit))).collect())
            .collect();
        // The last of the terms is added together with the cell itself, as the adder's carry.
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
            (None, None) => {
                for (bit, &literal) in own.iter().enumerate() {
                    group.clause([if bit == 0 { literal } else { !literal }]);
                }
            }
        }
    }

    fn unary_size(&self, w: &mut Writer<'_>, cell: usize) {
        let own = self.unary(w, cell);
        let children: Vec<(Atom, Vec<Literal<Atom>>)> =
            around(w, cell).into_iter().map(|child| (edge(w, cell, child), self.unary(w, child))).collect();
        let arg = w.arg(cell);
        let mut group = w.e.group(&RISES, [arg, self.largest[cell].into()]);
        for pair in own.windows(2) {
            group.implies([pair[1]], [pair[0]]);
        }
        // What is below the children, in unary from 1 on, so that the cell itself makes it one more.
        let most = self.largest[cell] - 1;
        let mut group = w.e.group(&SIZE, [arg]);
        let mut sum: Vec<Literal<Atom>> = Vec::new();
        let count = children.len();
        for (place, (edge, below)) in children.into_iter().enumerate() {
            // A child's subtree has at least itself.
            let mut term = vec![pos(edge)];
            term.extend(below.iter().take(most).map(|&literal| both(&mut group, pos(edge), literal)));
            let reaches = (sum.len() + term.len()).min(most);
            let total: Vec<Literal<Atom>> =
                if place + 1 == count { own.clone() } else { (0..reaches).map(|_| group.aux()).collect() };
            merge(&mut group, &sum, &term, &total);
            sum = total;
        }
    }

    /// Literals for 'two or more', 'three or more' and so on below a cell.
    fn unary(&self, w: &Writer<'_>, cell: usize) -> Vec<Literal<Atom>> {
        let place = w.cell(cell);
        (2..=self.largest[cell] as u16).map(|count| pos(Atom::SizeAtLeast { cell: place, count })).collect()
    }

    fn root_size(&self, w: &mut Writer<'_>, index: usize) {
        let (cell, arg, incoming) = (w.cell(index), w.arg(index), incoming(w, index));
        let numbers: Vec<(usize, Atom)> =
            w.domains.of(index).map(|number| (number, w.atom(index, number))).collect();
        let largest = self.largest[index];
        let mut group = w.e.group(&ROOT_SIZE, [arg]);
        for (number, atom) in numbers {
            let literals: Vec<Literal<Atom>> = match self.sizes {
                Sizes::Binary => (0..self.size_bits)
                    .map(|bit| signed(Atom::SizeBit { cell, bit }, number >> bit & 1 == 1))
                    .collect(),
                Sizes::Unary => [(number, true), (number + 1, false)]
                    .into_iter()
                    .filter(|&(count, _)| (2..=largest).contains(&count))
                    .map(|(count, holds)| signed(Atom::SizeAtLeast { cell, count: count as u16 }, holds))
                    .collect(),
            };
            for literal in literals {
                let edges = incoming.iter().map(|&edge| pos(edge));
                group.implies([pos(atom)], edges.chain([literal]));
            }
        }
    }

    fn roots(&self, w: &mut Writer<'_>) {
        // ANCHOR: roots
        for index in 0..w.field.cells() {
            let (cell, arg, incoming) = (w.cell(index), w.arg(index), incoming(w, index));
            let mut group = w.e.group(&OWN_ROOT, [arg]);
            for bit in 0..self.root_bits {
                let own = signed(Atom::RootBit { cell, bit }, index >> bit & 1 == 1);
                group.clause(incoming.iter().map(|&edge| pos(edge)).chain([own]));
            }
        }
        let pairs: Vec<_> = w.field.pairs().collect();
        for (a, b) in pairs {
            let (same, one, other) = (w.same(a, b), w.cell(a), w.cell(b));
            let args = [w.arg(a), w.arg(b)];
            let mut group = w.e.group(&SAME_ROOT, args);
            for bit in 0..self.root_bits {
                let (one, other) = (Atom::RootBit { cell: one, bit }, Atom::RootBit { cell: other, bit });
                group.clause([neg(same), neg(one), pos(other)]);
                group.clause([neg(same), pos(one), neg(other)]);
            }
        }
        // ANCHOR_END: roots
        // Of the trees of a group, only those with the first cell as root: fewer ways to say the same.
        for index in 0..w.field.cells() {
            let (cell, arg) = (w.cell(index), w.arg(index));
            let mut group = w.e.group(&FIRST, [arg]);
            for bit in (0..self.root_bits).filter(|bit| index >> bit & 1 == 0) {
                let higher = (bit + 1..self.root_bits).filter(|higher| index >> higher & 1 == 1);
                let at_least = higher.map(|higher| neg(Atom::RootBit { cell, bit: higher }));
                group.clause([neg(Atom::RootBit { cell, bit })].into_iter().chain(at_least));
            }
        }
    }
}

/// How many bits a number needs, one at least.
fn bits(number: usize) -> u16 {
    (usize::BITS - number.leading_zeros()).max(1) as u16
}

fn signed(atom: Atom, holds: bool) -> Literal<Atom> {
    if holds { pos(atom) } else { neg(atom) }
}

fn around(w: &Writer<'_>, cell: usize) -> Vec<usize> {
    w.field.around(cell).collect()
}

/// The edge between neighbours.
fn edge(w: &Writer<'_>, parent: usize, child: usize) -> Atom {
    let (cell, to) = (w.cell(parent), w.cell(child));
    let side = Direction::ALL.into_iter().find(|&side| w.field.size.step(cell, side) == Some(to));
    Atom::Edge { cell, side: side.expect("edges join neighbours") }
}

fn incoming(w: &Writer<'_>, cell: usize) -> Vec<Atom> {
    w.field.around(cell).map(|parent| edge(w, parent, cell)).collect()
}

/// A literal that holds just when both do.
fn both(group: &mut Group<'_, Atom>, one: Literal<Atom>, other: Literal<Atom>) -> Literal<Atom> {
    let both = group.aux();
    group.equals_all(both, [one, other]);
    both
}

/// `sum` is the one number plus the other (or 0), plus 1 if there is a carry; a carry out of the last bit is excluded.
fn add(
    group: &mut Group<'_, Atom>,
    one: &[Literal<Atom>],
    other: Option<&[Literal<Atom>]>,
    carry: bool,
    sum: &[Literal<Atom>],
) {
    // What comes in from the bit before: a constant at first.
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

/// `total` is the sum of two numbers in unary; sums beyond its length are excluded.
fn merge(
    group: &mut Group<'_, Atom>,
    one: &[Literal<Atom>],
    other: &[Literal<Atom>],
    total: &[Literal<Atom>],
) {
    for i in 0..=one.len() {
        for j in 0..=other.len() {
            // As many at least in both: as many at least in all.
            let premises =
                || i.checked_sub(1).map(|i| one[i]).into_iter().chain(j.checked_sub(1).map(|j| other[j]));
            if i + j > total.len() {
                group.implies(premises(), [] as [Literal<Atom>; 0]);
                // What is larger in the other is excluded by that.
                break;
            }
            if i + j > 0 {
                group.implies(premises(), [total[i + j - 1]]);
            }
            // No more in both: no more in all.
            if let Some(&more) = total.get(i + j) {
                let premises = one.get(i).into_iter().chain(other.get(j)).map(|&literal| !literal);
                group.implies(premises, [!more]);
            }
        }
    }
}
