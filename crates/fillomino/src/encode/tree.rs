//! A spanning tree for each group: the eager model, complete from the start.
//!
//! Each cell has a number, and directed edges lead from a cell (the parent) to neighbours with the same number. A cell
//! has at most one incoming edge. A cell without one is a root, and the subtree below it has as many cells as its
//! number says. Equal neighbours have the same root, so a group is one tree. Sizes are added up the tree; they grow
//! along every edge and can't exceed their width, so no cycle is possible. If a formula is only solved, sizes above the
//! largest given share a value ([`above`]).
//!
//! The model is that of spanning trees in SMT solvers for Fillomino, with integers and uninterpreted roots
//! ([`crate::smt2`] writes it in this form); connectivity by trees with counters goes back to integer programming. R.
//! Gallager, P. Humblet, P. Spira: A distributed algorithm for minimum-weight spanning trees, TOPLAS 1983, names
//! fragments by their roots as here. Sizes are in binary (ripple-carry adders) or in unary (totalizers: O. Bailleux, Y. Boufkhad:
//! Efficient CNF encoding of Boolean cardinality constraints, CP 2003); roots are in binary.

mod above;
mod binary;
mod redundant;
mod unary;

use jigsat_cnf::{Group, Literal, Rule, Stop, neg, pos};
use jigsat_grid::Direction;

use self::binary::bits;
use super::{Atom, Writer};
use crate::Variant;

const EDGE: Rule = Rule::new("edge", "an edge from {0} to {1} joins equal numbers");
const ONE_WAY: Rule =
    Rule::new("one-way", "no two edges between {0} and {1} point in opposite directions").redundant();
const PARENT: Rule = Rule::new("parent", "{0} has at most one incoming edge");
const SIZE: Rule = Rule::new("size", "the size below {0} is 1 plus the sizes below its children");
const ROOT_SIZE: Rule =
    Rule::new("root-size", "if {0} has no incoming edge, the size below it is its number");
const OWN_ROOT: Rule = Rule::new("own-root", "if {0} has no incoming edge, it is its own root");
const SAME_ROOT: Rule = Rule::new("same-root", "{0} and {1} have the same root if they have the same number");
const GIVEN_BELOW: Rule = Rule::new("given-below", "if {0} has no incoming edge, a given is below it");

/// How the sizes of subtrees are encoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sizes {
    Binary,
    Unary,
}

pub(super) fn encode(w: &mut Writer<'_>, sizes: Sizes) -> Result<(), Stop> {
    let tree = Tree::new(w, sizes);
    if sizes == Sizes::Unary {
        // Adding two sizes takes at least one clause of three literals for each pair of sizes.
        let literals: usize = tree.largest.iter().map(|&largest| largest * largest * 3).sum();
        if literals > jigsat_cnf::MAX_LITERALS {
            w.e.refuse(literals);
            return Ok(());
        }
    }
    tree.declare(w)?;
    w.define_same()?;
    tree.above(w)?;
    Tree::edges(w)?;
    for cell in 0..w.field.cells() {
        match sizes {
            Sizes::Binary => tree.binary_size(w, cell)?,
            Sizes::Unary => tree.unary_size(w, cell)?,
        }
        tree.root_size(w, cell)?;
    }
    tree.roots(w)?;
    tree.redundant(w)?;
    if w.puzzle.variant == Variant::Basic {
        givens_below(w)?;
    }
    Ok(())
}

/// In the basic variant every tree has a given, which is passed up along the edges from its cell.
fn givens_below(w: &mut Writer<'_>) -> Result<(), Stop> {
    for index in 0..w.field.cells() {
        w.e.declare(Atom::GivenBelow { cell: w.cell(index) })?;
    }
    for index in 0..w.field.cells() {
        let (arg, below) = (w.arg(index), pos(Atom::GivenBelow { cell: w.cell(index) }));
        let children: Vec<(Atom, Atom)> = around(w, index)
            .into_iter()
            .map(|child| (edge(w, index, child), Atom::GivenBelow { cell: w.cell(child) }))
            .collect();
        let (incoming, is_given) = (incoming(w, index), w.puzzle.givens[index] != 0);
        let mut group = w.e.group(&GIVEN_BELOW, [arg])?;
        group.clause(incoming.into_iter().map(pos).chain([below]));
        if !is_given {
            let from: Vec<_> =
                children.into_iter().map(|(edge, child)| both(&mut group, pos(edge), pos(child))).collect();
            group.implies([below], from);
        }
    }
    Ok(())
}

struct Tree {
    sizes: Sizes,
    /// The largest number that each cell can have: an upper bound on its subtree.
    largest: Vec<usize>,
    /// Number of bits of a size: enough for the largest number.
    size_bits: u16,
    /// Number of bits of a root: enough for the number of every cell, from 0.
    root_bits: u16,
}

impl Tree {
    fn new(w: &Writer<'_>, sizes: Sizes) -> Self {
        let cells = w.field.cells();
        let mut largest = above::largest(w);
        for (cell, largest) in largest.iter_mut().enumerate() {
            *largest = w.named(cell).max().unwrap_or(1).max(*largest);
        }
        let most = largest.iter().copied().max().unwrap_or(1);
        Tree { sizes, largest, size_bits: bits(most), root_bits: bits(cells - 1) }
    }

    fn declare(&self, w: &mut Writer<'_>) -> Result<(), Stop> {
        self.declare_above(w)?;
        w.declare_same()?;
        for index in 0..w.field.cells() {
            let cell = w.cell(index);
            for side in Direction::ALL {
                if w.field.size.step(cell, side).is_some() {
                    w.e.declare(Atom::Edge { cell, side })?;
                }
            }
        }
        for index in 0..w.field.cells() {
            let cell = w.cell(index);
            if self.sizes == Sizes::Binary {
                (0..self.size_bits).try_for_each(|bit| w.e.declare(Atom::SizeBit { cell, bit }))?;
            } else {
                let most = self.largest[index] as u16;
                (2..=most).try_for_each(|count| w.e.declare(Atom::SizeAtLeast { cell, count }))?;
            }
            (0..self.root_bits).try_for_each(|bit| w.e.declare(Atom::RootBit { cell, bit }))?;
        }
        Ok(())
    }

    fn edges(w: &mut Writer<'_>) -> Result<(), Stop> {
        for cell in 0..w.field.cells() {
            for child in around(w, cell) {
                let (edge, same) = (edge(w, cell, child), w.same(cell, child));
                let args = [w.arg(cell), w.arg(child)];
                w.e.group(&EDGE, args)?.implies([edge], [same]);
            }
        }
        let pairs: Vec<_> = w.field.pairs().collect();
        for (a, b) in pairs {
            let (there, back) = (edge(w, a, b), edge(w, b, a));
            let args = [w.arg(a), w.arg(b)];
            w.e.group(&ONE_WAY, args)?.clause([neg(there), neg(back)]);
        }
        for cell in 0..w.field.cells() {
            let (arg, edges) = (w.arg(cell), incoming(w, cell));
            w.e.group(&PARENT, [arg])?.at_most_one(edges);
        }
        Ok(())
    }

    fn root_size(&self, w: &mut Writer<'_>, index: usize) -> Result<(), Stop> {
        let (cell, arg, incoming) = (w.cell(index), w.arg(index), incoming(w, index));
        let numbers: Vec<(usize, Atom)> =
            w.named(index).map(|number| (number, w.atom(index, number))).collect();
        let (largest, above) = (self.largest[index], self.above_root(w, index));
        let mut group = w.e.group(&ROOT_SIZE, [arg])?;
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
        for clause in above {
            group.clause(clause);
        }
        Ok(())
    }

    fn roots(&self, w: &mut Writer<'_>) -> Result<(), Stop> {
        // ANCHOR: roots
        for index in 0..w.field.cells() {
            let (cell, arg, incoming) = (w.cell(index), w.arg(index), incoming(w, index));
            let mut group = w.e.group(&OWN_ROOT, [arg])?;
            for bit in 0..self.root_bits {
                let own = signed(Atom::RootBit { cell, bit }, index >> bit & 1 == 1);
                group.clause(incoming.iter().map(|&edge| pos(edge)).chain([own]));
            }
        }
        let pairs: Vec<_> = w.field.pairs().collect();
        for (a, b) in pairs {
            let (same, one, other) = (w.same(a, b), w.cell(a), w.cell(b));
            let args = [w.arg(a), w.arg(b)];
            let mut group = w.e.group(&SAME_ROOT, args)?;
            for bit in 0..self.root_bits {
                let (one, other) = (Atom::RootBit { cell: one, bit }, Atom::RootBit { cell: other, bit });
                group.clause([neg(same), neg(one), pos(other)]);
                group.clause([neg(same), pos(one), neg(other)]);
            }
        }
        // ANCHOR_END: roots
        Ok(())
    }
}

fn signed(atom: Atom, holds: bool) -> Literal<Atom> {
    if holds { pos(atom) } else { neg(atom) }
}

fn around(w: &Writer<'_>, cell: usize) -> Vec<usize> {
    w.field.around(cell).collect()
}

/// The atom of the edge between neighbours.
fn edge(w: &Writer<'_>, parent: usize, child: usize) -> Atom {
    let (cell, to) = (w.cell(parent), w.cell(child));
    let side = Direction::ALL.into_iter().find(|&side| w.field.size.step(cell, side) == Some(to));
    Atom::Edge { cell, side: side.expect("edges join neighbours") }
}

fn incoming(w: &Writer<'_>, cell: usize) -> Vec<Atom> {
    w.field.around(cell).map(|parent| edge(w, parent, cell)).collect()
}

/// A literal that is true if and only if both are.
fn both(group: &mut Group<'_, Atom>, one: Literal<Atom>, other: Literal<Atom>) -> Literal<Atom> {
    let both = group.aux();
    group.equals_all(both, [one, other]);
    both
}
