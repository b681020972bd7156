//! The symmetries of the boards that preserve the set of pieces: the meaning of 'up to symmetry'.

use rustc_hash::FxHashMap;

use crate::{Tiling, turn::Turn};

/// One symmetry of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of each placement.
    pub placements: Vec<u32>,
    /// The image of each kind: itself, or its mirror image.
    pub kinds: Vec<usize>,
    /// The image of each cell, by its number; holes stay where they are.
    pub cells: Vec<u32>,
}

impl Tiling {
    /// The symmetries of the boards, each board turned on its own, that map placements of pieces to placements of the
    /// same pieces, or of others with the same number of copies, and given pieces to given pieces. The identity comes
    /// first. They form a group.
    #[must_use]
    pub fn symmetries(&self) -> &[Symmetry] {
        self.symmetries.get_or_init(|| self.find_symmetries())
    }

    fn find_symmetries(&self) -> Vec<Symmetry> {
        let index: FxHashMap<&[u32], Vec<u32>> = {
            let mut index: FxHashMap<&[u32], Vec<u32>> = FxHashMap::default();
            for placement in 0..self.placements().len() as u32 {
                index.entry(self.placements().cells(placement)).or_default().push(placement);
            }
            index
        };
        self.cell_maps().into_iter().filter_map(|cells| self.symmetry(cells, &index)).collect()
    }

    /// The maps of cells that map every board onto itself; the identity first.
    fn cell_maps(&self) -> Vec<Vec<u32>> {
        let identity: Vec<u32> = (0..self.places() as u32).collect();
        let turns = if self.is_solid() { Turn::all() } else { Turn::in_plane().to_vec() };
        let mut maps = vec![identity.clone()];
        let mut offset = 0;
        for board in &self.spec().boards {
            let mut own: Vec<Vec<u32>> = Vec::new();
            for &turn in &turns {
                let far = turn.point([0, 1, 2].map(|axis| board.size[axis] as i32 - 1));
                let image = |at| {
                    let to = turn.point(at);
                    board.index([0, 1, 2].map(|axis| to[axis] - far[axis].min(0)))
                };
                let map: Option<Vec<u32>> = (0..board.open.len())
                    .map(|index| {
                        let to = image(board.at(index))?;
                        (board.open[to] == board.open[index])
                            .then(|| (offset + if board.open[index] { to } else { index }) as u32)
                    })
                    .collect();
                own.extend(map.filter(|map| !own.contains(map)));
            }
            // Once there are this many combinations, further boards are not turned.
            if maps.len() * own.len() <= 384 {
                maps = maps
                    .iter()
                    .flat_map(|map| {
                        own.iter().map(|own| {
                            let mut both = map.clone();
                            both[offset..offset + own.len()].copy_from_slice(own);
                            both
                        })
                    })
                    .collect();
            }
            offset += board.open.len();
        }
        maps
    }

    fn symmetry(&self, cells: Vec<u32>, index: &FxHashMap<&[u32], Vec<u32>>) -> Option<Symmetry> {
        let all = self.placements();
        let mut kinds = vec![usize::MAX; self.kinds().len()];
        let mut placements = Vec::with_capacity(all.len());
        for placement in 0..all.len() as u32 {
            let kind = all.kind(placement);
            let mut image: Vec<u32> = all.cells(placement).iter().map(|&cell| cells[cell as usize]).collect();
            image.sort_unstable();
            let candidates = index.get(image.as_slice())?;
            // A kind is mapped to one kind as a whole; to itself if possible.
            let fits = |&&to: &&u32| match kinds[kind] {
                usize::MAX => all.kind(to) == kind,
                wanted => all.kind(to) == wanted,
            };
            let to = *candidates.iter().find(fits).or_else(|| {
                let free = |&&to: &&u32| kinds[kind] == usize::MAX && !kinds.contains(&all.kind(to));
                candidates.iter().find(free)
            })?;
            kinds[kind] = all.kind(to);
            placements.push(to);
        }
        for (kind, to) in kinds.iter_mut().enumerate() {
            if *to == usize::MAX {
                *to = kind;
            }
        }
        let same_number = |(kind, &to): (usize, &usize)| {
            let (kind, to) = (&self.kinds()[kind], &self.kinds()[to]);
            (kind.min, kind.max) == (to.min, to.max)
        };
        let mut given = self.given().to_vec();
        let mut images: Vec<u32> = given.iter().map(|&given| placements[given as usize]).collect();
        given.sort_unstable();
        images.sort_unstable();
        let keeps_given = given == images;
        let mut sorted = kinds.clone();
        sorted.sort_unstable();
        sorted.dedup();
        (sorted.len() == kinds.len() && kinds.iter().enumerate().all(same_number) && keeps_given)
            .then_some(Symmetry { placements, kinds, cells })
    }
}
