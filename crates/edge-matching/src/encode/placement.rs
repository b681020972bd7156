//! A variable for each placement: piece, cell and rotation.
//!
//! C. Ansótegui, R. Béjar, C. Fernández, C. Mateu: Edge matching puzzles as hard SAT/CSP benchmarks, CP 2008,
//! and their On the hardness of solving edge matching puzzles as SAT or CSP problems, Constraints 2013: there, a
//! placement forbids neighbouring ones that don't fit. Here, a placement shows its colours at the seams, and a colour
//! at a seam needs a placement on each side that shows it. This takes far fewer clauses for the same propagation.

use jigsat_cnf::{Literal, Model, Rule, Stop, neg, pos};
use jigsat_grid::{Cell, Direction};
use jigsat_solve::Violation;

use super::{
    Atom, HINT, Seam, Writer, cell_arg,
    symmetry::{CENTRE, SYMMETRY, words},
};
use crate::{EdgeMatching, Kinds, puzzle::shown};

const CELL: Rule = Rule::new("cell", "{0} has exactly one piece");
const SHOWS: Rule = Rule::new("shows", "seam {0} has the colour that the piece in {1} shows there");
const SUPPORT: Rule = Rule::new("support", "seam {0} has a colour only if the piece in {1} shows it there");

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    let placements = declare(w)?;
    for cell in w.puzzle.size.cells() {
        let here: Vec<Atom> = placements.of_cell(w, cell).map(|placed| placed.atom(w)).collect();
        w.e.group(&CELL, [cell_arg(cell)])?.exactly_one(here);
    }
    for kind in w.kinds() {
        let cells = w.puzzle.size.cells().flat_map(|cell| placements.of(w, cell, kind));
        let cells: Vec<Literal<Atom>> = cells.map(|placed| pos(placed.atom(w))).collect();
        w.take(kind, cells)?;
    }
    seams(w, &placements)?;
    hints(w, &placements)?;
    break_symmetry(w, &placements)
}

/// A kind of piece in a cell, turned this many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub cell: Cell,
    pub kind: usize,
    pub turn: u8,
}

impl Placed {
    pub(super) fn atom(self, w: &Writer<'_>) -> Atom {
        Atom::Placed { cell: self.cell, kind: w.number(self.kind), turn: self.turn }
    }
}

/// The rotations of each kind in each cell.
pub(super) struct Placements(Vec<Vec<u8>>);

impl Placements {
    /// The placements of a kind in a cell.
    pub(super) fn of(&self, w: &Writer<'_>, cell: Cell, kind: usize) -> impl Iterator<Item = Placed> {
        let turns = &self.0[w.puzzle.size.index(cell) * w.kinds.all.len() + kind];
        turns.iter().map(move |&turn| Placed { cell, kind, turn })
    }

    /// All placements in a cell.
    pub(super) fn of_cell(&self, w: &Writer<'_>, cell: Cell) -> impl Iterator<Item = Placed> {
        w.kinds().flat_map(move |kind| self.of(w, cell, kind))
    }
}

/// Declares the placements that the frame allows, and the colours of each inner seam.
pub(super) fn declare(w: &mut Writer<'_>) -> Result<Placements, Stop> {
    let mut turns = Vec::new();
    for cell in w.puzzle.size.cells() {
        w.e.step(w.kinds().len())?;
        turns.extend(w.kinds().map(|kind| w.turns(kind, cell)));
    }
    let placements = Placements(turns);
    for cell in w.puzzle.size.cells() {
        let here: Vec<Atom> = placements.of_cell(w, cell).map(|placed| placed.atom(w)).collect();
        for atom in here {
            w.e.declare_projected(atom)?;
        }
    }
    for seam in Seam::all(w.puzzle.size, false) {
        for color in w.puzzle.colors.all() {
            w.e.declare(Atom::Shows { seam, color })?;
        }
    }
    Ok(placements)
}

/// Each placement shows its colours at the seams of its cell; each colour needs a placement that shows it.
pub(super) fn seams(w: &mut Writer<'_>, placements: &Placements) -> Result<(), Stop> {
    let size = w.puzzle.size;
    let mut shown_by: Vec<Vec<Literal<Atom>>> = vec![Vec::new(); w.puzzle.colors.len()];
    for cell in size.cells() {
        for side in Direction::ALL.into_iter().filter(|&side| size.step(cell, side).is_some()) {
            let (seam, is_others) = Seam::at(size, cell, side);
            let here: Vec<Placed> = placements.of_cell(w, cell).collect();
            let name = w.e.name(seam.to_string());
            let mut literals = Vec::with_capacity(here.len());
            for placed in here {
                let own = shown(w.kinds.all[placed.kind].edges, placed.turn, side);
                let color = if is_others { w.puzzle.colors.mate(own) } else { own };
                let atom = placed.atom(w);
                shown_by[usize::from(color)].push(pos(atom));
                literals.push((atom, color));
            }
            let mut group = w.e.group(&SHOWS, [name.into(), cell_arg(cell)])?;
            for (atom, color) in literals {
                group.implies([atom], [Atom::Shows { seam, color }]);
            }
            let mut group = w.e.group(&SUPPORT, [name.into(), cell_arg(cell)])?;
            for (color, placed) in (0..).zip(&mut shown_by) {
                group.implies([Atom::Shows { seam, color }], placed.drain(..));
            }
        }
    }
    Ok(())
}

/// A hinted piece's placements, the only ones in its cell.
pub(super) fn hints(w: &mut Writer<'_>, placements: &Placements) -> Result<(), Stop> {
    for hint in &w.puzzle.hints {
        let (kind, offset) = w.kinds.of_piece[hint.piece];
        let turn = hint.rotation.map(|rotation| (rotation + offset) % w.kinds.all[kind].period);
        let fits =
            placements.of(w, hint.cell, kind).filter(|placed| turn.is_none_or(|turn| placed.turn == turn));
        let fits: Vec<Atom> = fits.map(|placed| placed.atom(w)).collect();
        w.e.group(&HINT, [(hint.piece + 1).into(), cell_arg(hint.cell)])?.clause(fits);
    }
    Ok(())
}

pub(super) fn break_symmetry(w: &mut Writer<'_>, placements: &Placements) -> Result<(), Stop> {
    let Some(anchor) = w.anchor() else { return Ok(()) };
    let piece = usize::from(w.number(anchor.kind)) + 1;
    let outside: Vec<Cell> = w.puzzle.size.cells().filter(|cell| !anchor.cells.contains(cell)).collect();
    let closed = outside.iter().flat_map(|&cell| placements.of(w, cell, anchor.kind));
    let closed: Vec<Atom> = closed.map(|placed| placed.atom(w)).collect();
    let cells = w.e.name(words(&anchor.cells));
    let mut group = w.e.group(&SYMMETRY, [piece.into(), cells.into()])?;
    for atom in closed {
        group.clause([neg(atom)]);
    }
    if let Some(centre) = anchor.centre {
        let turned = placements.of(w, centre, anchor.kind).filter(|placed| placed.turn >= anchor.turns);
        let turned: Vec<Atom> = turned.map(|placed| placed.atom(w)).collect();
        let mut group = w.e.group(&CENTRE, (piece, anchor.turns))?;
        for atom in turned {
            group.clause([neg(atom)]);
        }
    }
    Ok(())
}

/// The kind of piece in each cell, and its rotation.
pub(super) fn decode(
    puzzle: &EdgeMatching,
    kinds: &Kinds,
    model: &Model<'_, Atom>,
) -> Result<Vec<(Cell, usize, u8)>, Violation> {
    let mut found = vec![None; puzzle.size.area()];
    for atom in model.true_atoms() {
        if let Atom::Placed { cell, kind, turn } = atom {
            let (kind, _) = kinds.of_piece[usize::from(kind)];
            if found[puzzle.size.index(cell)].replace((cell, kind, turn)).is_some() {
                return Err(Violation::new(format!("{cell} has two pieces")));
            }
        }
    }
    let missing = |cell: Cell| Violation::new(format!("{cell} has no piece"));
    puzzle.size.cells().zip(found).map(|(cell, held)| held.ok_or_else(|| missing(cell))).collect()
}
