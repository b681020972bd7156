//! The number of solutions if things that look the same are distinguished.

use crate::{Cover, Kind, Tiling, Turn};

impl Tiling {
    /// The number of solutions that a solution represents if copies of pieces are distinguished, and also turns that
    /// leave a piece's look unchanged. At most `u128::MAX`.
    #[must_use]
    pub fn labels(&self, placements: &[u32]) -> u128 {
        let mut used = vec![0_u32; self.kinds().len()];
        for &placement in placements {
            used[self.placements().kind(placement)] += 1;
        }
        let each = used.into_iter().enumerate().map(|(kind, used)| self.labels_of_kind(kind, used));
        each.fold(1, u128::saturating_mul)
    }

    /// The same for all solutions together, if each uses the same pieces.
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
        // If the number of copies is unlimited, there are as many as fit: then only those that are used are
        // distinguished.
        let there = (kind.max as usize).min(self.area() / kind.size()).max(used as usize) as u128;
        let arrangements = (0..u128::from(used)).fold(1_u128, |all, one| all.saturating_mul(there - one));
        let freedom = self.spec().pieces[kind.pieces[0]].freedom;
        let looks = Turn::allowed(freedom, self.is_solid()).len() / kind.orientations.len();
        (0..used).fold(arrangements, |all, _| all.saturating_mul(looks as u128))
    }
}
