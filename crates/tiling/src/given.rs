//! Pieces that are given in their places.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Tiling, valid::Invalid};

/// The placements of the given pieces.
pub(crate) fn given(tiling: &Tiling) -> Result<Vec<u32>, Invalid> {
    let all = tiling.placements();
    let mut kind_of = vec![usize::MAX; tiling.spec().pieces.len()];
    for (number, kind) in tiling.kinds().iter().enumerate() {
        for &piece in &kind.pieces {
            kind_of[piece] = number;
        }
    }
    // There may be many given pieces among many placements.
    let mut known: FxHashMap<(usize, &[u32]), u32> = FxHashMap::default();
    if !tiling.spec().given.is_empty() {
        known.extend(
            (0..all.len() as u32).map(|placement| ((all.kind(placement), all.cells(placement)), placement)),
        );
    }
    let mut placements = Vec::new();
    let mut taken = FxHashSet::default();
    for (number, given) in tiling.spec().given.iter().enumerate() {
        let path = format!("given[{number}]");
        let Some(piece) = tiling.spec().pieces.get(given.piece) else {
            return Err(Invalid::new(path, "found a given piece that the puzzle does not have"));
        };
        let mut cells: Vec<u32> =
            given.cells.iter().filter_map(|&place| tiling.number(place)).map(|cell| cell as u32).collect();
        cells.sort_unstable();
        let found = known.get(&(kind_of[given.piece], cells.as_slice()));
        let Some(&placement) = found.filter(|_| cells.len() == given.cells.len()) else {
            let at = given.cells.first().map_or_else(String::new, |&place| tiling.place_name(place));
            let message = format!("the given piece at {at} does not have the shape of piece {}", piece.name);
            return Err(Invalid::new(path, message));
        };
        if !taken.insert(placement) {
            return Err(Invalid::new(path, format!("piece {} is given twice in one place", piece.name)));
        }
        placements.push(placement);
    }
    Ok(placements)
}
