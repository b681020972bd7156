//! Numbers only; what makes a group is left to clauses that are added while solving.
//!
//! Each cell has one number. When solving, numbers above the largest given share one value, and each cell keeps only
//! numbers for which the givens leave room. Static clauses say what holds of small sets of cells; then a loop
//! solves, floods the model's groups and adds clauses against those that are too large or shut in too small ([`super::cuts`]),
//! as in the planning of subtours: G. Dantzig, R. Fulkerson, S. Johnson: Solution of a large-scale
//! traveling-salesman problem, Operations Research 1954; for SAT, abstraction refinement:
//! E. Clarke et al.: Counterexample-guided abstraction refinement, CAV 2000.

use jigsat_cnf::{Bound, Rule, neg, pos};

use super::Writer;
use crate::{Variant, field::Field};

const ALONE: Rule = Rule::new("alone", "neighbours of a 1 at {0} are no 1s").redundant();
const COMPANY: Rule = Rule::new("company", "{0} is alone in its group only as a 1").redundant();
const COMPANY_OF_TWO: Rule =
    Rule::new("company-of-two", "{0} and {1} are alone in their group only as 2s").redundant();
const TOO_MANY: Rule = Rule::new("too-many", "cells at {0} that hang together are not all {1}").redundant();
const BASIC_TOTAL: Rule =
    Rule::new("basic-total", "no more {0}s than {1} groups have, as each contains a given").redundant();

const UP_TO: Rule = Rule::new("up-to", "no group has more than {0} cells, the largest given").redundant();

/// Sets of one cell more than these numbers have are excluded from the start; there are 63 of five cells at each place.
const LARGEST_STATIC: usize = 3;

pub(super) fn encode(w: &mut Writer<'_>) {
    alone(w);
    company(w);
    too_many(w);
    if w.puzzle.variant == Variant::Basic && w.e.prunes() {
        basic_total(w);
    } else if w.puzzle.variant == Variant::Basic && w.domains.large {
        up_to(w);
    }
}

fn alone(w: &mut Writer<'_>) {
    for cell in 0..w.field.cells() {
        let arg = w.arg(cell);
        let later: Vec<usize> = w.field.around(cell).filter(|&other| other > cell).collect();
        let both =
            |w: &Writer<'_>, other| w.domains.most > 0 && w.domains.has(cell, 1) && w.domains.has(other, 1);
        let atoms: Vec<_> =
            later.into_iter().filter(|&other| both(w, other)).map(|other| w.atom(other, 1)).collect();
        if !atoms.is_empty() {
            let own = w.atom(cell, 1);
            let mut group = w.e.group(&ALONE, [arg]);
            for other in atoms {
                group.clause([neg(own), neg(other)]);
            }
        }
    }
}

/// A cell whose number is larger than a small set around it has that number somewhere on the set's border.
fn company(w: &mut Writer<'_>) {
    for cell in 0..w.field.cells() {
        let clauses = leaves(w, &[cell]);
        let arg = w.arg(cell);
        let mut group = w.e.group(&COMPANY, [arg]);
        for (own, border) in clauses {
            group.implies([own], border);
        }
    }
    let pairs: Vec<_> = w.field.pairs().collect();
    for (a, b) in pairs {
        let clauses = leaves(w, &[a, b]);
        let args = [w.arg(a), w.arg(b)];
        let mut group = w.e.group(&COMPANY_OF_TWO, args);
        for (own, border) in clauses {
            group.implies([own], border);
        }
    }
}

/// For each cell of a set, and each number that the set is too small for: the atom, and those on the border.
fn leaves(w: &Writer<'_>, set: &[usize]) -> Vec<(super::Atom, Vec<super::Atom>)> {
    let border = w.field.border(set);
    let mut clauses = Vec::new();
    for &cell in set {
        for number in w.domains.of(cell).filter(|&number| number > set.len()) {
            let open = border.iter().filter(|&&other| w.domains.has(other, number));
            clauses.push((w.atom(cell, number), open.map(|&other| w.atom(other, number)).collect()));
        }
    }
    clauses
}

fn too_many(w: &mut Writer<'_>) {
    for number in 2..=LARGEST_STATIC.min(w.domains.most) {
        for shape in w.field.shapes(number + 1, |cell| w.domains.has(cell, number)) {
            let args = [w.arg(shape[0]), number.into()];
            let atoms: Vec<_> = shape.iter().map(|&cell| neg(w.atom(cell, number))).collect();
            w.e.group(&TOO_MANY, args).clause(atoms);
        }
    }
}

/// In the basic variant, no number is above the largest given: said by a rule of its own where reasons shall be complete.
fn up_to(w: &mut Writer<'_>) {
    let atoms: Vec<_> = (0..w.field.cells()).map(|cell| neg(w.atom(cell, w.domains.most + 1))).collect();
    let mut group = w.e.group(&UP_TO, (w.domains.most,));
    for atom in atoms {
        group.clause([atom]);
    }
}

/// In the basic variant, the groups of givens bound how many cells have a number.
fn basic_total(w: &mut Writer<'_>) {
    for number in 1..=w.domains.most {
        let is_given = |cell: usize| usize::from(w.puzzle.givens[cell]) == number;
        let groups = Field::components(&w.field, |cell| is_given(cell).then_some(())).len();
        let cells: Vec<usize> = (0..w.field.cells()).filter(|&cell| w.domains.has(cell, number)).collect();
        let bound = (groups * number) as u64;
        if cells.len() as u64 > bound {
            let atoms: Vec<_> = cells.iter().map(|&cell| pos(w.atom(cell, number))).collect();
            w.e.group(&BASIC_TOTAL, (number, groups)).count(Bound::AtMost(bound), atoms);
        }
    }
}
