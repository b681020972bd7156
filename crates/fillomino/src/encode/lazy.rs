//! Numbers only; clauses about groups are added while solving.
//!
//! Each cell has one number. When solving, numbers above the largest given share one value, and each cell keeps only
//! numbers for which the givens leave room. Static clauses are about small sets of cells ([`super::small`]). Then a
//! loop solves, flood-fills the model's groups and adds clauses against those that are too large or shut in and too
//! small ([`super::cuts`]), like subtour elimination: G. Dantzig, R. Fulkerson, S. Johnson: Solution of a large-scale
//! traveling-salesman problem, Operations Research 1954; for SAT, abstraction refinement:
//! E. Clarke et al.: Counterexample-guided abstraction refinement, CAV 2000.

use jigsat_cnf::{Bound, Rule, Stop, neg, pos};

use super::{Writer, cuts, small, spelled};
use crate::{Variant, field::Field};

const BASIC_TOTAL: Rule =
    Rule::new("basic-total", "there are at most {1} groups of {0}s, because each contains a given")
        .redundant();

const UP_TO: Rule =
    Rule::new("up-to", "no group has more than {0} cells, the largest number given").redundant();

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    small::encode(w)?;
    w.e.expect_rule(&cuts::TOO_LARGE);
    w.e.expect_rule(&cuts::SHUT_IN);
    if w.puzzle.variant == Variant::Basic {
        w.e.expect_rule(&cuts::GIVENLESS);
    }
    if w.domains.large && w.e.prunes() {
        spelled::expect(&mut w.e);
    }
    if w.puzzle.variant == Variant::Basic && w.e.prunes() {
        basic_total(w)?;
    } else if w.puzzle.variant == Variant::Basic && w.domains.large {
        up_to(w)?;
    }
    Ok(())
}

/// In the basic variant, no number is above the largest given; this is a rule of its own if reasons must be complete.
fn up_to(w: &mut Writer<'_>) -> Result<(), Stop> {
    let atoms: Vec<_> = (0..w.field.cells()).map(|cell| neg(w.atom(cell, w.domains.most + 1))).collect();
    let mut group = w.e.group(&UP_TO, (w.domains.most,))?;
    for atom in atoms {
        group.clause([atom]);
    }
    Ok(())
}

/// In the basic variant, the groups of givens bound how many cells have a number.
fn basic_total(w: &mut Writer<'_>) -> Result<(), Stop> {
    for number in 1..=w.domains.most {
        let is_given = |cell: usize| usize::from(w.puzzle.givens[cell]) == number;
        let groups = Field::components(&w.field, |cell| is_given(cell).then_some(())).len();
        let cells: Vec<usize> = (0..w.field.cells()).filter(|&cell| w.domains.has(cell, number)).collect();
        let bound = (groups * number) as u64;
        if cells.len() as u64 > bound {
            let atoms: Vec<_> = cells.iter().map(|&cell| pos(w.atom(cell, number))).collect();
            w.e.group(&BASIC_TOTAL, (number, groups))?.count(Bound::AtMost(bound), atoms);
        }
    }
    Ok(())
}
