//! Proofs that there is no tiling, by colouring the board.
//!
//! S. W. Golomb's argument for the mutilated chessboard (Polyominoes, 1965), for any pieces: wherever a piece lies, it covers
//! one of a few numbers of coloured cells; if no choice of these adds up to all of them, the board can't be tiled.

use crate::{Cover, Place, Tiling};

/// The largest board that is coloured: the work grows with its square.
const MAX_AREA: usize = 10_000;

/// Whether cells of a colouring belong to the colour.
struct Colouring {
    says: &'static str,
    has: fn([i32; 3]) -> bool,
}

const COLOURINGS: [Colouring; 9] = [
    Colouring { says: "coloured like a chessboard", has: |[x, y, z]| (x + y + z) % 2 == 0 },
    Colouring { says: "with every other column coloured", has: |[x, _, _]| x % 2 == 0 },
    Colouring { says: "with every other row coloured", has: |[_, y, _]| y % 2 == 0 },
    Colouring { says: "with every other layer coloured", has: |[_, _, z]| z % 2 == 0 },
    Colouring { says: "with every third diagonal coloured", has: |[x, y, z]| (x + y + z) % 3 == 0 },
    Colouring {
        says: "with every third diagonal coloured, from the second",
        has: |[x, y, z]| (x + y + z) % 3 == 1,
    },
    Colouring {
        says: "with every third rising diagonal coloured",
        has: |[x, y, _]| (x - y).rem_euclid(3) == 0,
    },
    Colouring {
        says: "with every third rising diagonal coloured, from the second",
        has: |[x, y, _]| (x - y).rem_euclid(3) == 1,
    },
    Colouring { says: "with every fourth diagonal coloured", has: |[x, y, z]| (x + y + z) % 4 == 0 },
];

/// Why there is no tiling, in a sentence, where a count of cells or a colouring of the boards shows it. Says nothing of puzzles
/// in which cells may stay open or in which it is not certain how often each piece is used.
#[must_use]
pub fn refute_by_colouring(tiling: &Tiling) -> Option<String> {
    let area = tiling.area();
    let least: u64 = tiling.kinds().iter().map(|kind| u64::from(kind.min) * kind.size() as u64).sum();
    if least > area as u64 {
        return Some(format!("the pieces have {least} cells, the board has {area}"));
    }
    if tiling.spec().cover == Cover::Some || area > MAX_AREA {
        return None;
    }
    let most: u64 = tiling.kinds().iter().map(|kind| u64::from(kind.max) * kind.size() as u64).sum();
    if most < area as u64 {
        return Some(format!("the pieces have {most} cells, the board has {area}"));
    }
    let copies: Vec<u32> = match tiling.kinds() {
        [only] if !area.is_multiple_of(only.size()) => {
            return Some(format!("pieces of {} cells can't fill {area} cells", only.size()));
        }
        [only] => vec![(area / only.size()) as u32],
        kinds if kinds.iter().all(|kind| kind.min == kind.max) => kinds.iter().map(|kind| kind.min).collect(),
        _ => return None,
    };
    COLOURINGS.iter().find_map(|colouring| refute(tiling, colouring, &copies))
}

fn refute(tiling: &Tiling, colouring: &Colouring, copies: &[u32]) -> Option<String> {
    let area = tiling.area();
    let has = |cell: usize| {
        let Place { at, .. } = tiling.place(cell);
        (colouring.has)(at)
    };
    let mut coloured = vec![false; tiling.places()];
    for cell in tiling.cells() {
        coloured[cell] = has(cell);
    }
    let target = coloured.iter().filter(|&&coloured| coloured).count();
    // Which numbers of coloured cells the pieces so far can cover.
    let mut reachable = vec![false; area + 1];
    reachable[0] = true;
    for (kind, &copies) in copies.iter().enumerate() {
        let all = tiling.placements();
        let mut covers: Vec<usize> = all
            .of_kind(kind)
            .map(|placement| all.cells(placement).iter().filter(|&&cell| coloured[cell as usize]).count())
            .collect();
        covers.sort_unstable();
        covers.dedup();
        for _ in 0..copies {
            let mut next = vec![false; area + 1];
            for (number, _) in reachable.iter().enumerate().filter(|(_, reachable)| **reachable) {
                for more in covers.iter().filter(|&&more| number + more <= area) {
                    next[number + more] = true;
                }
            }
            reachable = next;
        }
    }
    if reachable[target] {
        return None;
    }
    let sums: Vec<usize> = (0..=area).filter(|&sum| reachable[sum]).collect();
    let can = match sums[..] {
        [] => "no number of them at all".to_owned(),
        [only] => format!("only {only} of them"),
        [first, .., last] => format!("only {} numbers of them from {first} to {last}", sums.len()),
    };
    Some(format!("{}, {target} of {area} cells are, but the pieces can cover {can}", colouring.says))
}
