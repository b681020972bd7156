//! Boards cut into pieces at random.

use jigsat_cnf::{choice, rarely};
use rand::{
    Rng, SeedableRng,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::{Board, Cover, Freedom, Invalid, Piece, Place, Shape, Solution, Spec, Tiling};

/// The board to cut, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The board.
    pub board: Board,
    /// Number of pieces; at most the number of cells of the board.
    pub pieces: usize,
    /// The kind of cuts.
    pub way: Way,
    /// How the pieces may be turned.
    pub freedom: Freedom,
}

/// How a board is cut.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Way {
    /// Connected pieces of any outline, with about the same number of cells. They fit together in few ways.
    #[default]
    Even,
    /// Connected pieces that grow from random cells. Their sizes vary.
    Grown,
    /// Guillotine cuts, from side to side: the pieces are rectangles, or boxes in space. They fit together in many
    /// ways.
    Straight,
}

choice!(Way);

/// A puzzle, and the solution known from making it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Tiling,
    /// Its solution.
    pub solution: Solution,
}

/// A board cut at random, with the solution given by the cuts; there may be others. The same for the same seed.
///
/// # Errors
///
/// Fewer pieces than one or more than cells, a straight cut of a board with holes, or more placements than
/// [`crate::MAX_PLACEMENTS`].
pub fn cut_at_random(cut: &Cut, seed: u64) -> Result<Generated, Invalid> {
    let (puzzle, made) = cut_once(cut, &mut ChaCha8Rng::seed_from_u64(seed))?;
    Ok(Generated { solution: puzzle.solution(made), puzzle })
}

/// A puzzle from a random cut, with its placements.
pub(crate) fn cut_once(cut: &Cut, rng: &mut ChaCha8Rng) -> Result<(Tiling, Vec<u32>), Invalid> {
    let regions = regions(cut, rng)?;
    let mut pieces = Vec::new();
    for (number, region) in regions.iter().enumerate() {
        if let Some(shape) = Shape::new(region.iter().map(|&index| cut.board.at(index))) {
            let name = name(number, regions.len());
            pieces.push(Piece { name, shape, min: 1, max: 1, freedom: cut.freedom });
        }
    }
    let spec = Spec {
        title: String::new(),
        source: String::new(),
        boards: vec![cut.board.clone()],
        pieces,
        cover: Cover::All,
        given: Vec::new(),
    };
    let tiling = Tiling::new(spec)?;
    let mut made = Vec::new();
    for (piece, region) in regions.iter().enumerate() {
        let kind = tiling.kinds().iter().position(|kind| kind.pieces.contains(&piece));
        let mut cells: Vec<u32> = region
            .iter()
            .filter_map(|&index| tiling.number(Place { board: 0, at: cut.board.at(index) }))
            .map(|cell| cell as u32)
            .collect();
        cells.sort_unstable();
        made.extend(kind.and_then(|kind| tiling.placements().find(kind, &cells)));
    }
    made.sort_unstable();
    Ok((tiling, made))
}

/// A to Z if that is enough, otherwise A1, B1, … with equally many letters.
fn name(number: usize, count: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if count <= 26 { letter.into() } else { format!("{letter}{}", number / 26 + 1) }
}

/// The cells of the pieces, by their numbers on the board.
fn regions(cut: &Cut, rng: &mut ChaCha8Rng) -> Result<Vec<Vec<usize>>, Invalid> {
    let area = cut.board.area();
    if cut.pieces == 0 || cut.pieces > area {
        let message = format!("a board of {area} cells can't be cut into {} pieces", cut.pieces);
        return Err(Invalid::new("", message));
    }
    let mut regions = match cut.way {
        Way::Even => even(&cut.board, cut.pieces, rng),
        Way::Grown => grown(&cut.board, cut.pieces, rng),
        Way::Straight if area < cut.board.open.len() => {
            return Err(Invalid::new("", "a board with holes can't be cut straight"));
        }
        Way::Straight => straight(&cut.board, cut.pieces, rng),
    };
    rarely::sort_by_key(&mut regions, |region| region.iter().copied().min());
    Ok(regions)
}

/// Each cell is a region at first. One of the smallest regions is repeatedly joined to one of its smallest neighbours,
/// at random, until there are this many. There are more if the board has more connected parts.
fn even(board: &Board, count: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
    let mut regions: Vec<Vec<usize>> =
        (0..board.open.len()).filter(|&index| board.open[index]).map(|index| vec![index]).collect();
    let mut of = vec![usize::MAX; board.open.len()];
    for (number, region) in regions.iter().enumerate() {
        of[region[0]] = number;
    }
    // Regions that may still grow: neither joined to others nor whole connected parts of the board.
    let mut growing: Vec<usize> = (0..regions.len()).collect();
    let mut left = regions.len();
    while left > count {
        let Some(&number) = smallest(&regions, &growing).choose(rng) else { break };
        growing.retain(|&other| other != number);
        let near = neighbours(board, &regions[number], &of);
        let Some(&other) = smallest(&regions, &near).choose(rng) else { continue };
        let joined = std::mem::take(&mut regions[number]);
        for &cell in &joined {
            of[cell] = other;
        }
        regions[other].extend(joined);
        left -= 1;
    }
    regions.retain(|region| !region.is_empty());
    regions
}

/// The regions with the fewest cells.
fn smallest(regions: &[Vec<usize>], among: &[usize]) -> Vec<usize> {
    let least = among.iter().map(|&number| regions[number].len()).min();
    among.iter().copied().filter(|&number| Some(regions[number].len()) == least).collect()
}

/// Regions begin at random cells. Then random cells adjacent to a region join it, until none is left. There are more
/// regions if the board has connected parts in which no region began.
fn grown(board: &Board, count: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
    let mut open: Vec<usize> = (0..board.open.len()).filter(|&index| board.open[index]).collect();
    open.shuffle(rng);
    let mut regions: Vec<Vec<usize>> = open[..count].iter().map(|&cell| vec![cell]).collect();
    let mut of = vec![None; board.open.len()];
    for (number, region) in regions.iter().enumerate() {
        of[region[0]] = Some(number);
    }
    // The possible steps of a region: to a cell, from another one.
    let mut steps: Vec<(usize, usize)> =
        open[..count].iter().flat_map(|&from| around(board, from).map(move |to| (from, to))).collect();
    let mut left = open.split_off(count);
    loop {
        while !steps.is_empty() {
            let (from, to) = steps.swap_remove(rng.random_range(0..steps.len()));
            let (None, Some(number)) = (of[to], of[from]) else { continue };
            of[to] = Some(number);
            regions[number].push(to);
            steps.extend(around(board, to).map(|next| (to, next)));
        }
        // A connected part of the board in which no region began.
        left.retain(|&cell| of[cell].is_none());
        let Some(&cell) = left.first() else { break };
        of[cell] = Some(regions.len());
        regions.push(vec![cell]);
        steps.extend(around(board, cell).map(|next| (cell, next)));
    }
    regions
}

/// The open neighbours of a cell.
fn around(board: &Board, cell: usize) -> impl Iterator<Item = usize> {
    let at = board.at(cell);
    (0..3).flat_map(move |axis| [-1, 1].map(|step| (axis, step))).filter_map(move |(axis, step)| {
        let mut next = at;
        next[axis] += step;
        board.index(next).filter(|&index| board.open[index])
    })
}

/// Cuts the largest box across its longest side at a random place, until there are this many.
fn straight(board: &Board, count: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
    let mut boxes = vec![([0; 3], board.size)];
    while boxes.len() < count {
        let largest = (0..boxes.len()).max_by_key(|&number| boxes[number].1.iter().product::<usize>());
        let (from, size) = boxes.swap_remove(largest.unwrap_or(0));
        let longest = size.iter().copied().max().unwrap_or(1);
        let axes: Vec<usize> = (0..3).filter(|&axis| size[axis] == longest).collect();
        let axis = axes[rng.random_range(0..axes.len())];
        let place = rng.random_range(1..longest);
        let (mut near, mut far, mut beyond) = (size, size, from);
        near[axis] = place;
        far[axis] = longest - place;
        beyond[axis] += place;
        boxes.extend([(from, near), (beyond, far)]);
    }
    let cells = |(from, size): ([usize; 3], [usize; 3])| {
        let inside = move |at: [i32; 3]| {
            (0..3).all(|axis| (from[axis]..from[axis] + size[axis]).contains(&(at[axis] as usize)))
        };
        (0..board.open.len()).filter(|&index| inside(board.at(index))).collect()
    };
    boxes.into_iter().map(cells).collect()
}

/// The neighbours of a region.
fn neighbours(board: &Board, region: &[usize], of: &[usize]) -> Vec<usize> {
    let own = of[region[0]];
    let beside = region.iter().flat_map(|&cell| around(board, cell));
    let mut near: Vec<usize> = beside.map(|cell| of[cell]).filter(|&number| number != own).collect();
    near.sort_unstable();
    near.dedup();
    near
}
