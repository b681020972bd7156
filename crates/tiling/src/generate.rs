//! New puzzles: a board cut into pieces at random, so that they fit together in one way only.

use std::ops::ControlFlow;

use jigsat_cnf::{Amo, Flavours};
use jigsat_solve::{Answer, BuildOptions, Error, Limits, Session, Solver, Stop};
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::{Cut, Encoding, Generated, Given, Invalid, Tiling, cut::cut_once, search::list_bitboard};

/// Number of boards to cut before pieces are given to make one unique.
const CUTS: usize = 30;
/// Number of steps of the bit-board search for a second solution before a solver is asked.
const STEPS: u64 = 20_000;
/// Maximum number of conflicts before a question counts as too hard, on boards of at most `MANY_CELLS` and on larger
/// ones, where more conflicts would not help and would take long.
const CONFLICTS: [u64; 2] = [20_000, 2_000];
const MANY_CELLS: usize = 150;
/// If a question is too hard, one in this many pieces is given.
const GIVEN_AT_ONCE: usize = 8;

/// Why no puzzle could be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The request is not a puzzle.
    #[error("{0}")]
    Invalid(#[from] Invalid),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] Error),
}

/// Cuts a board into pieces with exactly one solution: the same puzzle for the same seed. If many cuts leave several
/// solutions (as they do if pieces may be turned and the board is symmetric), gives pieces in which two solutions
/// differ, until one solution is left; if that is too hard to decide, gives random pieces.
///
/// # Errors
///
/// Errors of [`crate::cut_at_random`], and of the solver; [`Error::Stopped`] if a limit was reached first.
pub fn generate(cut: &Cut, seed: u64, limits: &Limits) -> Result<Generated, GenerateError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut tiling, made) = cut_once(cut, &mut rng)?;
    let mut second = find_second(&tiling, &made, limits)?;
    let mut made = made;
    for _ in 1..CUTS {
        if !matches!(second, Second::Other(_)) {
            break;
        }
        (tiling, made) = cut_once(cut, &mut rng)?;
        second = find_second(&tiling, &made, limits)?;
    }
    loop {
        let more = match second {
            Second::None => {
                return Ok(Generated { solution: tiling.solution(made.iter().copied()), puzzle: tiling });
            }
            Second::Stopped(stop) => return Err(Error::from(stop).into()),
            // A piece that lies elsewhere in the other solution; there is one, or the two would be the same.
            Second::Other(other) => {
                made.iter().copied().filter(|place| !other.contains(place)).take(1).collect()
            }
            Second::TooHard => {
                let mut open: Vec<u32> =
                    made.iter().copied().filter(|place| !tiling.given().contains(place)).collect();
                open.shuffle(&mut rng);
                open.truncate(made.len().div_ceil(GIVEN_AT_ONCE));
                open
            }
        };
        if more.is_empty() {
            return Err(Error::from(Stop::GaveUp).into());
        }
        tiling = with_given(&tiling, more)?;
        second = find_second(&tiling, &made, limits)?;
    }
}

/// The puzzle with these placements also given.
fn with_given(tiling: &Tiling, placements: Vec<u32>) -> Result<Tiling, Invalid> {
    let mut spec = tiling.spec().clone();
    for placement in placements {
        let kind = &tiling.kinds()[tiling.placements().kind(placement)];
        let is_left = |&piece: &usize| spec.given.iter().all(|given| given.piece != piece);
        let piece = kind.pieces.iter().copied().find(is_left).unwrap_or(kind.pieces[0]);
        let cells = tiling.placements().cells(placement);
        let cells = cells.iter().map(|&cell| tiling.place(cell as usize)).collect();
        spec.given.push(Given { piece, cells });
    }
    Tiling::new(spec)
}

/// Whether there is a solution other than the one from the cuts.
enum Second {
    None,
    Other(Vec<u32>),
    TooHard,
    Stopped(Stop),
}

fn find_second(tiling: &Tiling, made: &[u32], limits: &Limits) -> Result<Second, Error> {
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
    let options = BuildOptions { flavours, limits: limits.clone(), ..BuildOptions::default() };
    let known = Solver::built_in();
    let solver = known.iter().find(|&solver| *solver == Solver::Cadical).cloned().unwrap_or_default();
    let session = Session::new(tiling, Encoding::Placement, &options, &solver, None);
    let mut session = match Error::unless_stopped(session)? {
        Ok(session) => session,
        Err(stop) => return Ok(Second::Stopped(stop)),
    };
    let limits =
        &Limits { conflicts: Some(CONFLICTS[usize::from(tiling.area() > MANY_CELLS)]), ..limits.clone() };
    let made = tiling.solution(made.iter().copied());
    loop {
        match session.solve(limits)? {
            Answer::Solved(solution) if *solution == made => {}
            Answer::Solved(solution) => return Ok(Second::Other(tiling.find(&solution))),
            Answer::Unknown(Stop::Conflicts) => return Ok(Second::TooHard),
            Answer::Unknown(stop) => return Ok(Second::Stopped(stop)),
            Answer::Impossible(_) | Answer::Refused { .. } => return Ok(Second::None),
        }
    }
}
