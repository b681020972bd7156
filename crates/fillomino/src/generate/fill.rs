//! A random filled board.

use jigsat_cnf::Rule;
use jigsat_grid::Size;
use jigsat_solve::{Answer, Attempt, BuildOptions, Error, Limits, Session, Solver, Stop};
use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::blank::Blank;
use crate::{Encoding, Solution, field::Field};

/// Number of groups tried for each cell of the board before a solver completes it.
const PATIENCE: usize = 20;

/// Maximum number of conflicts for one attempt to complete a board.
const CONFLICTS: u64 = 1_000;

const NO_LARGER: Rule = Rule::new("no-larger", "no group has more than {0} cells");

/// Fills a board with groups of at most this many cells; `Impossible` if that can't be done, as with groups of at most
/// two cells on boards of at least two rows and columns.
///
/// Groups grow at random from empty cells. A group that would touch another of its size takes other sizes; if none
/// fits, the groups around it are removed. With small groups this may not terminate: then a solver fills the rest.
///
/// # Errors
///
/// Those of the solver.
pub(super) fn fill(
    size: Size,
    most: u16,
    rng: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Attempt<Solution>, Error> {
    let field = Field::new(size);
    let mut numbers = vec![0_u16; field.cells()];
    for _ in 0..PATIENCE * field.cells() {
        let empty: Vec<usize> = (0..field.cells()).filter(|&cell| numbers[cell] == 0).collect();
        let Some(&start) = empty.choose(rng) else {
            return Ok(Attempt::Success(Solution::from_numbers(size, &numbers)));
        };
        if let Some(stop) = limits.reached() {
            return Ok(Attempt::Stopped(stop));
        }
        let group = grow(&field, &numbers, start, usize::from(most), rng);
        // The longest prefix of the group that fits; each prefix is connected.
        let fits = |count: &usize| {
            let cells = &group[..*count];
            field.border(cells).iter().all(|&cell| usize::from(numbers[cell]) != *count)
        };
        match (1..=group.len()).rev().find(fits) {
            Some(count) => {
                for &cell in &group[..count] {
                    numbers[cell] = count as u16;
                }
            }
            None => make_room(&field, &mut numbers, start),
        }
    }
    complete(&field, &numbers, most, rng, limits)
}

/// Lets a solver fill the empty cells. Removes groups that are in the way: random ones in a core.
fn complete(
    field: &Field,
    numbers: &[u16],
    most: u16,
    rng: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Attempt<Solution>, Error> {
    let blank = Blank::new(field.size, usize::from(most).min(field.cells()));
    let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
    let session = Session::new(&blank, Encoding::Lazy, &options, &Solver::default(), None);
    let mut session = match Error::unless_stopped(session)? {
        Ok(session) => session,
        Err(stop) => return Ok(Attempt::Stopped(stop)),
    };
    let mut group = session.grow().group(&NO_LARGER, (usize::from(most),));
    for larger in blank.larger() {
        group.clause([!larger]);
    }
    let mut groups = field.components(|cell| Some(numbers[cell]).filter(|&number| number != 0));
    let short = Limits { conflicts: Some(limits.conflicts.unwrap_or(CONFLICTS)), ..limits.clone() };
    loop {
        let literal = |&cell: &usize| blank.literal(cell, numbers[cell]);
        let kept: Vec<_> = groups.iter().flatten().map(literal).collect();
        match session.solve_assuming(&kept, if groups.is_empty() { limits } else { &short })? {
            Answer::Solved(solution) => return Ok(Attempt::Success(solution.into_inner())),
            Answer::Impossible(by) if !groups.is_empty() => {
                let core = session.core();
                let blamed = |place: &usize| groups[*place].iter().any(|cell| core.contains(&literal(cell)));
                let blamed: Vec<usize> = (0..groups.len()).filter(blamed).collect();
                match blamed.choose(rng) {
                    Some(&place) => drop(groups.swap_remove(place)),
                    None => return Ok(Attempt::Impossible(by)),
                }
            }
            Answer::Unknown(Stop::Conflicts) if !groups.is_empty() => {
                groups.swap_remove(rng.random_range(0..groups.len()));
            }
            Answer::Impossible(by) => return Ok(Attempt::Impossible(by)),
            Answer::Unknown(stop) => return Ok(Attempt::Stopped(stop)),
            Answer::Refused { violation, .. } => return Err(Error::Refused { violation, by: session.by() }),
        }
    }
}

/// Cells for a group, each touching one before it: a random number of them, or fewer if there are not enough.
fn grow(field: &Field, numbers: &[u16], start: usize, most: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let wanted = rng.random_range(1..=most);
    let mut group = vec![start];
    while group.len() < wanted {
        let open: Vec<usize> = field.border(&group).into_iter().filter(|&cell| numbers[cell] == 0).collect();
        match open.choose(rng) {
            Some(&cell) => group.push(cell),
            None => break,
        }
    }
    group
}

/// Empties the groups around a cell.
fn make_room(field: &Field, numbers: &mut [u16], cell: usize) {
    let groups = field.components(|cell| Some(numbers[cell]).filter(|&number| number != 0));
    let touches = |group: &Vec<usize>| field.around(cell).any(|other| group.contains(&other));
    for group in groups.into_iter().filter(touches) {
        for cell in group {
            numbers[cell] = 0;
        }
    }
}
