//! Placements in two levels: which piece a cell has, and how that piece is turned.
//!
//! As `placement`, with a variable for each piece in each cell, which the rules on cells and pieces use: their
//! at-most-one constraints have a fourth of the literals, and a search can decide on a piece before its rotation.

use jigsat_cnf::{Literal, Rule, Stop, pos};
use jigsat_grid::Cell;

use super::{
    Atom, Writer, cell_arg,
    placement::{self, Placements},
};

const CELL: Rule = Rule::new("cell", "{0} has exactly one piece");
const TURNED: Rule = Rule::new("turned", "piece {0} in {1} has exactly one rotation");

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    let placements = declare(w)?;
    for cell in w.puzzle.size.cells() {
        let here = w.kinds().filter_map(|kind| holds(w, &placements, cell, kind));
        let here: Vec<Literal<Atom>> = here.collect();
        w.e.group(&CELL, [cell_arg(cell)])?.exactly_one(here);
    }
    for kind in w.kinds() {
        let cells = w.puzzle.size.cells().filter_map(|cell| holds(w, &placements, cell, kind));
        let cells: Vec<Literal<Atom>> = cells.collect();
        w.take(kind, cells)?;
    }
    for cell in w.puzzle.size.cells() {
        for kind in w.kinds() {
            let turned: Vec<Atom> = placements.of(w, cell, kind).map(|placed| placed.atom(w)).collect();
            if turned.len() > 1 {
                let number = w.number(kind);
                let mut group = w.e.group(&TURNED, [(number + 1).into(), cell_arg(cell)])?;
                group.equals_any(Atom::Holds { cell, kind: number }, turned.iter().copied());
                group.at_most_one(turned);
            }
        }
    }
    placement::seams(w, &placements)?;
    placement::hints(w, &placements)?;
    placement::break_symmetry(w, &placements)
}

fn declare(w: &mut Writer<'_>) -> Result<Placements, Stop> {
    let placements = placement::declare(w)?;
    for cell in w.puzzle.size.cells() {
        for kind in w.kinds() {
            if placements.of(w, cell, kind).count() > 1 {
                let kind = w.number(kind);
                w.e.declare(Atom::Holds { cell, kind })?;
            }
        }
    }
    Ok(placements)
}

/// The literal that the cell holds a piece of the kind: its placement if there is one way to turn it; `None` if there
/// is no way.
fn holds(w: &Writer<'_>, placements: &Placements, cell: Cell, kind: usize) -> Option<Literal<Atom>> {
    let mut placed = placements.of(w, cell, kind);
    let only = placed.next()?;
    let several = Atom::Holds { cell, kind: w.number(kind) };
    Some(pos(if placed.next().is_some() { several } else { only.atom(w) }))
}
