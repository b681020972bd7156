//! Proofs by colouring the board that there is no tiling.
//!
//! S. W. Golomb's argument for the mutilated chessboard (Polyominoes, 1965), for any pieces: wherever a piece lies, the
//! number of dark cells that it covers is one of a few values; if no choice of these adds up to all dark cells, the
//! board can't be tiled.

use jigsat_cnf::{Interrupt, enumerated};

use crate::{Cover, Place, Tiling};

/// Maximum number of cells of a board that is coloured: the work is quadratic.
const MAX_AREA: usize = 10_000;

/// Maximum number of sums that the reason lists.
const MOST_SUMS: usize = 6;

/// The cells of one colour in a colouring.
struct Colouring {
    says: &'static str,
    has: fn([i32; 3]) -> bool,
}

const COLOURINGS: [Colouring; 9] = [
    Colouring { says: "coloured like a chessboard", has: |[x, y, z]| (x + y + z) % 2 == 0 },
    Colouring { says: "with every other column dark", has: |[x, _, _]| x % 2 == 0 },
    Colouring { says: "with every other row dark", has: |[_, y, _]| y % 2 == 0 },
    Colouring { says: "with every other layer dark", has: |[_, _, z]| z % 2 == 0 },
    Colouring { says: "with every third diagonal dark", has: |[x, y, z]| (x + y + z) % 3 == 0 },
    Colouring {
        says: "with every third diagonal dark, from the second on",
        has: |[x, y, z]| (x + y + z) % 3 == 1,
    },
    Colouring { says: "with every third rising diagonal dark", has: |[x, y, _]| (x - y).rem_euclid(3) == 0 },
    Colouring {
        says: "with every third rising diagonal dark, from the second on",
        has: |[x, y, _]| (x - y).rem_euclid(3) == 1,
    },
    Colouring { says: "with every fourth diagonal dark", has: |[x, y, z]| (x + y + z) % 4 == 0 },
];

impl Tiling {
    /// Why there is no tiling, in a sentence, if a count of cells or a colouring of the boards shows it. Finds nothing
    /// if cells may stay open, if it is not certain how often each piece is used, or if it is interrupted.
    #[must_use]
    pub fn contradiction(&self, interrupt: &Interrupt) -> Option<String> {
        let area = self.area();
        let least: u64 = self.kinds().iter().map(|kind| u64::from(kind.min) * kind.size() as u64).sum();
        if least > area as u64 {
            return Some(format!("the pieces have {least} cells, the board has {area}"));
        }
        if self.spec().cover == Cover::Some || area > MAX_AREA {
            return None;
        }
        let most: u64 = self.kinds().iter().map(|kind| u64::from(kind.max) * kind.size() as u64).sum();
        if most < area as u64 {
            return Some(format!("the pieces have {most} cells, the board has {area}"));
        }
        let copies: Vec<u32> = match self.kinds() {
            [only] if !area.is_multiple_of(only.size()) => {
                return Some(format!("pieces of {} cells can't fill {area} cells", only.size()));
            }
            [only] => vec![(area / only.size()) as u32],
            kinds if kinds.iter().all(|kind| kind.min == kind.max) => {
                kinds.iter().map(|kind| kind.min).collect()
            }
            _ => return None,
        };
        COLOURINGS.iter().find_map(|colouring| refute(self, colouring, &copies, interrupt))
    }
}

fn refute(tiling: &Tiling, colouring: &Colouring, copies: &[u32], interrupt: &Interrupt) -> Option<String> {
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
    // The numbers of dark cells that a piece can cover, and those that the pieces so far can cover together.
    let mut of_each = Vec::new();
    let mut reachable = vec![false; area + 1];
    reachable[0] = true;
    for (kind, &copies) in copies.iter().enumerate() {
        let all = tiling.placements();
        interrupt.step(all.of_kind(kind).len()).ok()?;
        let mut covers: Vec<usize> = all
            .of_kind(kind)
            .map(|placement| all.cells(placement).iter().filter(|&&cell| coloured[cell as usize]).count())
            .collect();
        covers.sort_unstable();
        covers.dedup();
        for _ in 0..copies {
            interrupt.step(area).ok()?;
            let mut next = vec![false; area + 1];
            for (number, _) in reachable.iter().enumerate().filter(|(_, reachable)| **reachable) {
                for more in covers.iter().filter(|&&more| number + more <= area) {
                    next[number + more] = true;
                }
            }
            reachable = next;
        }
        of_each.push(covers);
    }
    if reachable[target] {
        return None;
    }
    let sums: Vec<usize> = (0..=area).filter(|&sum| reachable[sum]).collect();
    let but = match (&of_each[..], tiling.kinds(), &sums[..]) {
        ([covers], [kind], _) if covers.len() == 1 => {
            let dark = covers[0];
            format!("each piece covers {dark} dark and {} light", kind.size() - dark)
        }
        (_, _, []) => "the pieces do not fit at all".to_owned(),
        (_, _, [only]) => format!("the pieces always cover {only} dark and {} light", area - only),
        (_, _, sums) if sums.len() <= MOST_SUMS => {
            let sums: Vec<String> = sums.iter().map(usize::to_string).collect();
            format!("the pieces can cover only {} dark cells", enumerated(&sums, "or"))
        }
        (_, _, [first, .., last]) => {
            format!(
                "{target} is not among the {} numbers of dark cells, from {first} to {last}, that the pieces can cover",
                sums.len()
            )
        }
    };
    Some(format!(
        "{}, the board has {target} dark and {} light cells, but {but}",
        colouring.says,
        area - target
    ))
}
