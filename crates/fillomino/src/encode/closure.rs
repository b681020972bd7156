//! Which cells are connected, by transitive closure: two cells are connected via the first k cells if they are
//! connected via the first k - 1, or if these connect the first cell to cell k and cell k to the second. Each cell
//! counts the cells connected to it.
//!
//! S. Warshall: A theorem on Boolean matrices, Journal of the ACM 1962. About n³/2 auxiliaries for n cells, so this is
//! for small boards.

use jigsat_cnf::{Literal, Rule, Stop, neg, pos};

use super::{Atom, Writer};
use crate::Variant;

const STEP: Rule = Rule::new("step", "which cells are connected by paths through the cells up to {0}");
const APART: Rule = Rule::new("apart", "no number fits both {0} and {1}");
const TOGETHER: Rule =
    Rule::new("together", "{0} and {1} are in one group if and only if some path connects them");
const SIZE: Rule = Rule::new("size", "the group of {0} has as many cells as its number");

const GIVEN: Rule = Rule::new("with-given", "the group of {0} contains a given");

type Link = Option<Literal<Atom>>;

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    let cells = w.field.cells();
    // One auxiliary and six clauses with seven literals in all, for each step of a pair.
    let literals = cells.pow(3) * 7;
    if literals > jigsat_cnf::MAX_LITERALS {
        w.e.refuse(literals);
        return Err(Stop::TooLarge);
    }
    w.declare_same()?;
    let mut joins = vec![false; cells * cells];
    let pairs: Vec<(usize, usize)> = pairs(cells).filter(|&(a, b)| may_join(w, a, b)).collect();
    for &(a, b) in &pairs {
        joins[a * cells + b] = true;
    }
    for &(a, b) in &pairs {
        w.e.declare(together(w, a, b))?;
    }
    w.define_same()?;

    let mut links: Vec<Link> = vec![None; cells * cells];
    let neighbours: Vec<_> = w.field.pairs().collect();
    for (a, b) in neighbours {
        let same = w.same(a, b);
        links[a * cells + b] = Some(pos(same));
        if !joins[a * cells + b] {
            let args = [w.arg(a), w.arg(b)];
            w.e.group(&APART, args)?.clause([neg(same)]);
        }
    }
    let link = |links: &[Link], a: usize, b: usize| links[a.min(b) * cells + a.max(b)];
    for middle in 0..cells {
        let before = links.clone();
        let arg = w.arg(middle);
        let mut group = w.e.group(&STEP, [arg])?;
        for (a, b) in self::pairs(cells).filter(|&(a, b)| a != middle && b != middle) {
            let (Some(there), Some(on)) = (link(&before, a, middle), link(&before, middle, b)) else {
                continue;
            };
            if !joins[a * cells + b] {
                group.implies([there, on], [] as [Literal<Atom>; 0]);
                continue;
            }
            let direct = before[a * cells + b];
            let now = group.aux();
            group.implies([there, on], [now]);
            if let Some(direct) = direct {
                group.implies([direct], [now]);
            }
            group.implies([now], direct.into_iter().chain([there]));
            group.implies([now], direct.into_iter().chain([on]));
            links[a * cells + b] = Some(now);
        }
    }
    for &(a, b) in &pairs {
        let (atom, args) = (together(w, a, b), [w.arg(a), w.arg(b)]);
        let mut group = w.e.group(&TOGETHER, args)?;
        match links[a * cells + b] {
            Some(last) => group.equals_all(pos(atom), [last]),
            None => group.clause([neg(atom)]),
        };
    }
    sizes(w, &pairs)?;
    if w.puzzle.variant == Variant::Basic {
        givens(w, &pairs)?;
    }
    Ok(())
}

/// In the basic variant every group contains a given.
fn givens(w: &mut Writer<'_>, pairs: &[(usize, usize)]) -> Result<(), Stop> {
    let is_given = |cell: usize| w.puzzle.givens[cell] != 0;
    for cell in (0..w.field.cells()).filter(|&cell| !is_given(cell)) {
        let with = pairs.iter().filter(|&&(a, b)| a == cell && is_given(b) || b == cell && is_given(a));
        let with: Vec<Atom> = with.map(|&(a, b)| together(w, a, b)).collect();
        let arg = w.arg(cell);
        w.e.group(&GIVEN, [arg])?.clause(with);
    }
    Ok(())
}

fn sizes(w: &mut Writer<'_>, pairs: &[(usize, usize)]) -> Result<(), Stop> {
    for cell in 0..w.field.cells() {
        let others = pairs.iter().filter(|(a, b)| *a == cell || *b == cell);
        let others: Vec<Atom> = others.map(|&(a, b)| together(w, a, b)).collect();
        let numbers: Vec<(usize, Atom)> =
            w.domains.of(cell).map(|number| (number, w.atom(cell, number))).collect();
        let most = numbers.last().map_or(0, |(number, _)| *number);
        let arg = w.arg(cell);
        let mut group = w.e.group(&SIZE, [arg])?;
        let counted = group.counter(others, most);
        for (number, atom) in numbers {
            // Not counting the cell itself.
            match number.checked_sub(2).map(|place| counted.get(place)) {
                None => {}
                Some(Some(&reached)) => drop(group.implies([pos(atom)], [reached])),
                Some(None) => drop(group.clause([neg(atom)])),
            }
            if let Some(&passed) = counted.get(number - 1) {
                group.implies([pos(atom)], [!passed]);
            }
        }
    }
    Ok(())
}

fn pairs(cells: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..cells).flat_map(move |a| (a + 1..cells).map(move |b| (a, b)))
}

/// Whether two cells can be in the same group: with a number that both may have, and that reaches that far.
fn may_join(w: &Writer<'_>, a: usize, b: usize) -> bool {
    let (one, other) = (w.cell(a), w.cell(b));
    let distance = usize::from(one.row.abs_diff(other.row) + one.col.abs_diff(other.col));
    w.domains.of(a).any(|number| number > distance && w.domains.has(b, number))
}

fn together(w: &Writer<'_>, a: usize, b: usize) -> Atom {
    Atom::Together { cell: w.cell(a), other: w.cell(b) }
}
