use jigsat_cnf::rarely;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::{Piece, Shape, turn::Turn};

/// Pieces that look the same and turn in the same way. Solutions that differ by exchanging them are the same, so
/// encodings and engines work with kinds, not pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The pieces, by their places in the list; the first one names the kind.
    pub pieces: Vec<usize>,
    /// Minimum number of copies to use in all.
    pub min: u32,
    /// Number of copies in all.
    pub max: u32,
    /// Its shapes in the allowed orientations, each once.
    pub orientations: Vec<(Turn, Shape)>,
}

impl Kind {
    /// Number of cells of a copy.
    #[must_use]
    pub fn size(&self) -> usize {
        self.orientations[0].1.cells().len()
    }
}

pub(crate) fn kinds(pieces: &[Piece], solid: bool) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    let mut known: FxHashMap<Vec<Shape>, usize> = FxHashMap::default();
    for (number, piece) in pieces.iter().enumerate() {
        let orientations = piece.shape.orientations(piece.freedom, solid);
        let mut shapes: Vec<Shape> = orientations.iter().map(|(_, shape)| shape.clone()).collect();
        rarely::sort(&mut shapes);
        match known.entry(shapes) {
            Entry::Occupied(entry) => {
                let kind = &mut kinds[*entry.get()];
                kind.pieces.push(number);
                kind.min = kind.min.saturating_add(piece.min);
                kind.max = kind.max.saturating_add(piece.max);
            }
            Entry::Vacant(entry) => {
                entry.insert(kinds.len());
                kinds.push(Kind { pieces: vec![number], min: piece.min, max: piece.max, orientations });
            }
        }
    }
    kinds
}
