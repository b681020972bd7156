use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::{Cover, Piece, Shape, Tiling, turn::Turn};

/// Pieces that look the same and turn in the same way. Solutions that exchange them are one solution,
/// so encodings and engines know kinds, not pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The pieces, by their places in the list; the first one names the kind.
    pub pieces: Vec<usize>,
    /// How many copies must be used in all.
    pub min: u32,
    /// How many copies there are in all.
    pub max: u32,
    /// What it looks like in each allowed orientation, each once.
    pub orientations: Vec<(Turn, Shape)>,
}

impl Kind {
    /// How many cells a copy has.
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
        shapes.sort();
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

impl Tiling {
    /// How many solutions a solution stands for when copies of pieces are told apart, and turns that leave a piece as it
    /// looks, too. At most `u128::MAX`.
    #[must_use]
    pub fn labels(&self, placements: &[u32]) -> u128 {
        let mut used = vec![0_u32; self.kinds().len()];
        for &placement in placements {
            used[self.placements().kind(placement)] += 1;
        }
        let each = used.into_iter().enumerate().map(|(kind, used)| self.labels_of_kind(kind, used));
        each.fold(1, u128::saturating_mul)
    }

    /// The same for all solutions at once, where each uses the same pieces.
    #[must_use]
    pub fn labels_of_all(&self) -> Option<u128> {
        let copies = |kind: &Kind| {
            let forced = self.kinds().len() == 1 && self.spec().cover == Cover::All;
            if kind.min == kind.max {
                Some(kind.min)
            } else {
                forced.then_some((self.area() / kind.size()) as u32)
            }
        };
        let each: Option<Vec<u128>> = (0..self.kinds().len())
            .map(|kind| copies(&self.kinds()[kind]).map(|used| self.labels_of_kind(kind, used)))
            .collect();
        each.map(|each| each.into_iter().fold(1, u128::saturating_mul))
    }

    fn labels_of_kind(&self, kind: usize, used: u32) -> u128 {
        let kind = &self.kinds()[kind];
        // Any number of copies is as many as fit: then only those that are used are told apart.
        let there = (kind.max as usize).min(self.area() / kind.size()).max(used as usize) as u128;
        let arrangements = (0..u128::from(used)).fold(1_u128, |all, one| all.saturating_mul(there - one));
        let freedom = self.spec().pieces[kind.pieces[0]].freedom;
        let looks = Turn::allowed(freedom, self.is_solid()).len() / kind.orientations.len();
        (0..used).fold(arrangements, |all, _| all.saturating_mul(looks as u128))
    }
}
