use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Invalid, Spec, Tiling, board::MAX_AREA};

/// Checks boards and pieces before any placement is made.
pub(crate) fn pieces(spec: &Spec, solid: bool) -> Result<(), Invalid> {
    if spec.boards.is_empty() {
        return Err(Invalid::new("", "found no board"));
    }
    if spec.boards.iter().map(|board| board.open.len()).sum::<usize>() > MAX_AREA {
        return Err(Invalid::new("board", format!("found more cells than {MAX_AREA}")));
    }
    if spec.boards.iter().all(|board| board.area() == 0) {
        return Err(Invalid::new("board", "found a board without cells"));
    }
    let largest = spec.boards.iter().map(crate::Board::area).max().unwrap_or(0);
    let mut names = BTreeSet::new();
    for (number, piece) in spec.pieces.iter().enumerate() {
        let path = format!("pieces[{number}]");
        let name = &piece.name;
        if name.is_empty() || name.chars().any(|char| char.is_whitespace() || char.is_control()) {
            return Err(Invalid::new(path, format!("found the name '{name}', expected one word")));
        }
        if !names.insert(name) {
            return Err(Invalid::new(path, format!("found a second piece of name {name}")));
        }
        if piece.min > piece.max {
            let message =
                format!("piece {name} is used at least {} times but at most {} times", piece.min, piece.max);
            return Err(Invalid::new(path, message));
        }
        let cells = piece.shape.cells().len();
        if cells > largest {
            let message = format!("piece {name} has {cells} cells, more than the board, which has {largest}");
            return Err(Invalid::new(path, message));
        }
        if piece.min > 0 {
            let fits = piece.shape.orientations(piece.freedom, solid).iter().any(|(_, shape)| {
                let extent = shape.extent();
                spec.boards.iter().any(|board| (0..3).all(|axis| extent[axis] <= board.size[axis]))
            });
            if !fits {
                let message = format!("no orientation of piece {name} fits on the board");
                return Err(Invalid::new(path, message));
            }
        }
    }
    Ok(())
}

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
