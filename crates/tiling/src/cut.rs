//! New puzzles: a board cut into pieces at random, such that they fit together in one way only.

use std::ops::ControlFlow;

use jigsat_cnf::{Amo, Flavours};
use jigsat_solve::{Answer, Build, Error, Limits, Session, Solver, Stop};
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    Board, Cover, Freedom, Given, How, Invalid, Piece, Place, Shape, Solution, Spec, Tiling,
    search::list_bitboard,
};

/// What to cut, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The board.
    pub board: Board,
    /// Into how many pieces; at most as many as the board has cells.
    pub pieces: usize,
    /// How the pieces may be turned.
    pub freedom: Freedom,
}

/// What generating came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// A puzzle with exactly one solution.
    pub puzzle: Tiling,
    /// Its solution.
    pub solution: Solution,
}

/// So many boards are cut before pieces are given to make one unique.
const CUTS: usize = 30;
/// Steps of the bit-board search for a second solution before a solver is asked.
const STEPS: u64 = 20_000;

/// Cuts a board into pieces with exactly one solution: the same puzzle for the same seed. Where many cuts leave more than one
/// (as they do when pieces may be turned and the board is symmetric), pieces in which two solutions differ are given until one is left.
/// `Ok(Err(_))` where a limit came first.
///
/// # Errors
///
/// More pieces than cells or more placements than [`crate::MAX_PLACEMENTS`], as `Invalid`; those of the solver.
pub fn generate(cut: &Cut, seed: u64, limits: &Limits) -> Result<Result<Generated, Stop>, GenerateError> {
    check_size(cut)?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut last = None;
    for _ in 0..CUTS {
        let (tiling, made) = cut_once(cut, &mut rng)?;
        match second(&tiling, &made, limits)? {
            Second::None => return Ok(Ok(generated(tiling, made))),
            Second::Stopped(stop) => return Ok(Err(stop)),
            Second::Other(other) => last = Some((tiling, made, other)),
        }
    }
    let Some((mut tiling, made, mut other)) = last else { return Ok(Err(Stop::GaveUp)) };
    loop {
        // A piece that lies elsewhere in the other solution; there is one, or the two would be the same.
        let differing = made.iter().find(|place| !other.contains(place));
        let Some(&differing) = differing else { return Ok(Err(Stop::GaveUp)) };
        let piece = tiling.kinds()[tiling.placements().kind(differing)].pieces[0];
        let cells =
            tiling.placements().cells(differing).iter().map(|&cell| tiling.place(cell as usize)).collect();
        let mut spec = tiling.spec().clone();
        spec.given.push(Given { piece, cells });
        tiling = Tiling::new(spec).map_err(GenerateError::Invalid)?;
        match second(&tiling, &made, limits)? {
            Second::None => return Ok(Ok(generated(tiling, made))),
            Second::Stopped(stop) => return Ok(Err(stop)),
            Second::Other(next) => other = next,
        }
    }
}

fn generated(puzzle: Tiling, made: Vec<u32>) -> Generated {
    Generated { solution: puzzle.solution(made), puzzle }
}

/// Why no puzzle could be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// What was asked for is no puzzle.
    #[error("{0}")]
    Invalid(Invalid),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] Error),
}

/// A board cut at random, with the solution that it was cut by; there may be others. The same for the same seed.
///
/// # Errors
///
/// As [`generate`], `Invalid` alone.
pub fn cut_at_random(cut: &Cut, seed: u64) -> Result<Generated, GenerateError> {
    check_size(cut)?;
    let (puzzle, made) = cut_once(cut, &mut ChaCha8Rng::seed_from_u64(seed))?;
    Ok(generated(puzzle, made))
}

fn check_size(cut: &Cut) -> Result<(), GenerateError> {
    let area = cut.board.area();
    if cut.pieces == 0 || cut.pieces > area {
        let message = format!("a board of {area} cells can't be cut into {} pieces", cut.pieces);
        return Err(GenerateError::Invalid(Invalid::new("", message)));
    }
    Ok(())
}

/// A puzzle from a random cut, with the placements that it was cut by.
fn cut_once(cut: &Cut, rng: &mut ChaCha8Rng) -> Result<(Tiling, Vec<u32>), GenerateError> {
    let regions = regions(&cut.board, cut.pieces, rng);
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
    let tiling = Tiling::new(spec).map_err(GenerateError::Invalid)?;
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

/// A to Z while that is enough, else A1, B1, … of the same length in letters.
fn name(number: usize, count: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if count <= 26 { letter.into() } else { format!("{letter}{}", number / 26 + 1) }
}

/// Connected regions: each cell is one at first, and the smallest is joined to its smallest neighbour, by lot among equals.
fn regions(board: &Board, count: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
    let mut regions: Vec<Vec<usize>> =
        (0..board.open.len()).filter(|&index| board.open[index]).map(|index| vec![index]).collect();
    regions.shuffle(rng);
    let mut of = vec![usize::MAX; board.open.len()];
    for (number, region) in regions.iter().enumerate() {
        of[region[0]] = number;
    }
    let mut left = regions.len();
    while left > count {
        let smallest = (0..regions.len())
            .filter(|&number| !regions[number].is_empty())
            .filter_map(|number| {
                let near = neighbours(board, &regions[number], &of);
                let best =
                    near.into_iter().map(|other| (regions[other].len(), rng.random::<u32>(), other)).min();
                best.map(|(_, _, other)| (regions[number].len(), number, other))
            })
            .min();
        // Boards may fall into parts; then there are more regions.
        let Some((_, number, other)) = smallest else { break };
        let joined = std::mem::take(&mut regions[number]);
        for &cell in &joined {
            of[cell] = other;
        }
        regions[other].extend(joined);
        left -= 1;
    }
    regions.retain(|region| !region.is_empty());
    regions.sort_by_key(|region| region.iter().copied().min());
    regions
}

fn neighbours(board: &Board, region: &[usize], of: &[usize]) -> Vec<usize> {
    let own = of[region[0]];
    let mut near = Vec::new();
    for &cell in region {
        let at = board.at(cell);
        for axis in 0..3 {
            for step in [-1, 1] {
                let mut next = at;
                next[axis] += step;
                if let Some(index) = board.index(next).filter(|&index| board.open[index] && of[index] != own)
                {
                    near.push(of[index]);
                }
            }
        }
    }
    near.sort_unstable();
    near.dedup();
    near
}

enum Second {
    None,
    Other(Vec<u32>),
    Stopped(Stop),
}

/// Looks for a solution other than the one that the board was cut by.
fn second(tiling: &Tiling, made: &[u32], limits: &Limits) -> Result<Second, Error> {
    let steps = Limits { conflicts: Some(STEPS), ..limits.clone() };
    let mut other = None;
    let listed = list_bitboard(tiling, &steps, &mut |placements| {
        let mut found = placements.to_vec();
        found.sort_unstable();
        if found == made {
            return ControlFlow::Continue(());
        }
        other = Some(found);
        ControlFlow::Break(())
    });
    match (other, listed) {
        (Some(other), _) => Ok(Second::Other(other)),
        (None, Some((_, None))) => Ok(Second::None),
        (None, Some((_, Some(stop)))) if stop != Stop::Conflicts => Ok(Second::Stopped(stop)),
        (None, _) => second_by_sat(tiling, made, limits),
    }
}

fn second_by_sat(tiling: &Tiling, made: &[u32], limits: &Limits) -> Result<Second, Error> {
    let flavours = Flavours { amo: Amo::Ladder, ..Flavours::default() };
    let recipe = Build { flavours, ..Build::default() };
    let known = Solver::built_in();
    let solver = known.iter().find(|&solver| *solver == Solver::Cadical).cloned().unwrap_or_default();
    let mut session = Session::new(tiling, How::Placement, &recipe, &solver, None)?;
    let made = tiling.solution(made.iter().copied());
    loop {
        match session.solve(limits)? {
            Answer::Solved(solution) if solution == made => {}
            Answer::Solved(solution) => return Ok(Second::Other(tiling.find(&solution))),
            Answer::Unknown(stop) => return Ok(Second::Stopped(stop)),
            Answer::Impossible(_) | Answer::Refused { .. } => return Ok(Second::None),
        }
    }
}
