//! The rotations of the board.
//!
//! Turning a whole assembly turns every piece with it, so the result is another assembly of the same puzzle only if
//! pieces may be turned. Mirrors would turn pieces over, so there are none.

use jigsat_grid::{Cell, Symmetry};

use crate::{EdgeMatching, Edges, Kinds, Placement, Solution};

/// The piece that distinguishes the rotations of an assembly, and the cells where it lies in exactly one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Anchor {
    /// The kind of the piece, which is the only one of its kind.
    pub kind: usize,
    /// One cell of each orbit, under the rotations, of the cells where the piece may lie.
    pub cells: Vec<Cell>,
    /// The cell that all rotations leave in place: there, the piece's own rotation is fixed.
    pub centre: Option<Cell>,
    /// In that cell, it is turned by fewer quarter turns than this.
    pub turns: u8,
}

impl EdgeMatching {
    /// The rotations of the board that turn each assembly of the puzzle into another: all that its size allows if
    /// pieces may be turned and no hint places one, otherwise only the identity.
    #[must_use]
    pub fn turns(&self) -> Vec<Symmetry> {
        let turns = Symmetry::of(self.size).filter(|symmetry| !symmetry.mirrors());
        if self.rotate && self.hints.is_empty() { turns.collect() } else { vec![Symmetry::Identity] }
    }

    /// The images of a solution under the rotations of the board, itself first; equal images occur once.
    #[must_use]
    pub fn images(&self, solution: &Solution) -> Vec<Solution> {
        let mut images: Vec<Solution> = Vec::new();
        for turn in self.turns() {
            let image = self.image(solution, turn);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    /// The image of a solution under a rotation of the board, which must be one of [`EdgeMatching::turns`]. Placements
    /// that this puzzle doesn't have are left out.
    #[must_use]
    pub fn image(&self, solution: &Solution, turn: Symmetry) -> Solution {
        let kinds = Kinds::of(self);
        let turned = |placement: &Placement| self.turned(&kinds, placement, turn);
        let board: Vec<_> = solution.placements.iter().filter_map(turned).collect();
        kinds.assign(self, &board)
    }

    /// Whether some piece distinguishes the rotations of an assembly, so that a formula can have one of each.
    #[must_use]
    pub fn turns_told_apart(&self) -> bool {
        self.anchor(&Kinds::of(self)).is_some()
    }

    fn turned(&self, kinds: &Kinds, placement: &Placement, turn: Symmetry) -> Option<(Cell, usize, u8)> {
        let &(kind, offset) = kinds.of_piece.get(placement.piece.checked_sub(1)?)?;
        let more = match turn {
            Symmetry::Rotate270 => 1,
            Symmetry::Rotate180 => 2,
            Symmetry::Rotate90 => 3,
            _ => 0,
        };
        let rotation = (placement.rotation % 4 + offset + more) % kinds.all[kind].period;
        let cell = Some(placement.cell()).filter(|&cell| self.size.contains(cell))?;
        Some((turn.cell(cell, self.size), kind, rotation))
    }

    /// The anchor, if some piece can be one: it must be used, look like no other piece, and look different after each
    /// rotation of the board. Corner pieces are preferred.
    pub(crate) fn anchor(&self, kinds: &Kinds) -> Option<Anchor> {
        let turns = self.turns();
        if turns.len() == 1 || self.surplus() > 0 {
            return None;
        }
        let orbit = |cell: Cell| turns.iter().map(move |turn| turn.cell(cell, self.size));
        let is_first = |cell: &Cell| orbit(*cell).all(|other| *cell <= other);
        let centre = self.size.cells().find(|&cell| orbit(cell).all(|other| other == cell));
        let is_fit = |&kind: &usize| {
            let kind = &kinds.all[kind];
            kind.pieces.len() == 1 && (centre.is_none() || kind.period == 4)
        };
        let fit: Vec<usize> = (0..kinds.all.len()).filter(is_fit).collect();
        let corner = fit.iter().find(|&&kind| self.is_corner(kinds.all[kind].edges));
        let kind = *corner.or(fit.first())?;
        let cells = self.size.cells().filter(is_first).collect();
        Some(Anchor { kind, cells, centre, turns: 4 / turns.len() as u8 })
    }

    /// Whether the piece has two neighbouring edges of the frame's colour.
    fn is_corner(&self, edges: Edges) -> bool {
        let is_frame = |place: usize| Some(edges[place % 4]) == self.frame;
        (0..4).any(|place| is_frame(place) && is_frame(place + 1))
    }
}
