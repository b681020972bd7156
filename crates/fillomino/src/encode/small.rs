//! Facts about small sets of cells, independent of the rest of the board: few clauses that rule out much. `lazy` would
//! find most of them as cuts, and the trees long after.

use jigsat_cnf::{Rule, Stop, neg};

use super::{Atom, Writer};

const ALONE: Rule = Rule::new("alone", "if {0} is 1, none of its neighbours is")
    .redundant()
    .called("no 1s side by side", "no 1s side by side");
const COMPANY: Rule = Rule::new("company", "{0} can be a group of its own only if it is 1")
    .redundant()
    .called("last way out", "no room to grow");
const COMPANY_OF_TWO: Rule =
    Rule::new("company-of-two", "{0} and {1} can be a group of two only if both are 2")
        .redundant()
        .called("last way out", "no room to grow");
const TOO_MANY: Rule = Rule::new("too-many", "{2} connected cells that include {0} cannot all be {1}")
    .redundant()
    .called("group would be too big", "group would be too big");
/// Sets with one cell more than one of the numbers up to this are excluded from the start; there are 63 sets of five
/// cells at each place.
const LARGEST: usize = 3;

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    alone(w)?;
    company(w)?;
    too_many(w)
}

fn alone(w: &mut Writer<'_>) -> Result<(), Stop> {
    for cell in 0..w.field.cells() {
        let arg = w.arg(cell);
        let later: Vec<usize> = w.field.around(cell).filter(|&other| other > cell).collect();
        let both =
            |w: &Writer<'_>, other| w.domains.most > 0 && w.domains.has(cell, 1) && w.domains.has(other, 1);
        let atoms: Vec<_> =
            later.into_iter().filter(|&other| both(w, other)).map(|other| w.atom(other, 1)).collect();
        if !atoms.is_empty() {
            let own = w.atom(cell, 1);
            let mut group = w.e.group(&ALONE, [arg])?;
            for other in atoms {
                group.clause([neg(own), neg(other)]);
            }
        }
    }
    Ok(())
}

/// A cell whose number is larger than a small set around it has that number somewhere on the set's border.
fn company(w: &mut Writer<'_>) -> Result<(), Stop> {
    for cell in 0..w.field.cells() {
        let clauses = leaves(w, &[cell]);
        let arg = w.arg(cell);
        let mut group = w.e.group(&COMPANY, [arg])?;
        for (own, border) in clauses {
            group.implies([own], border);
        }
    }
    let pairs: Vec<_> = w.field.pairs().collect();
    for (a, b) in pairs {
        let clauses = leaves(w, &[a, b]);
        let args = [w.arg(a), w.arg(b)];
        let mut group = w.e.group(&COMPANY_OF_TWO, args)?;
        for (own, border) in clauses {
            group.implies([own], border);
        }
    }
    Ok(())
}

/// For each cell of a set, and each number that the set is too small for: its atom, and the atoms on the border.
fn leaves(w: &Writer<'_>, set: &[usize]) -> Vec<(Atom, Vec<Atom>)> {
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

fn too_many(w: &mut Writer<'_>) -> Result<(), Stop> {
    for number in 2..=LARGEST.min(w.domains.most) {
        for shape in w.field.shapes(number + 1, |cell| w.domains.has(cell, number)) {
            let args = [w.arg(shape[0]), number.into(), (number + 1).into()];
            let atoms: Vec<_> = shape.iter().map(|&cell| neg(w.atom(cell, number))).collect();
            w.e.group(&TOO_MANY, args)?.clause(atoms);
        }
    }
    Ok(())
}
