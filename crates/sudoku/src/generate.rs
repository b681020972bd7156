//! New puzzles: a random filled board, from which givens are removed as long as its solution stays unique.

use jigsat_cnf::{Literal, choice, pos};
use jigsat_grid::{Cell, Size, Symmetry};
use jigsat_solve::{Answer, Attempt, BuildOptions, Error, Limits, Session, Solver, Stop};
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::{Atom, Encoding, Solution, Sudoku};

/// The symmetry of the givens of a generated puzzle.
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
pub enum Pattern {
    /// No symmetry. The puzzle is minimal: every given is needed.
    #[default]
    None,
    /// 180-degree rotation. Every pair of opposite givens is needed.
    Rotate,
    /// Left-right mirror. Every pair of mirrored givens is needed.
    Mirror,
}

choice!(Pattern);

/// Maximum number of conflicts for each given, unless the limits set another: on boards of 25x25 and more, some proofs
/// of uniqueness take very long.
const CONFLICTS_A_GIVEN: u64 = 1_000;

/// The result of generating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// A puzzle with exactly one solution.
    pub puzzle: Sudoku,
    /// Its solution.
    pub solution: Solution,
    /// Why some givens may not be needed, if that is the case.
    pub stopped: Option<Stop>,
}

/// Makes a puzzle like `blank` (a board of some size and variant without givens): the same for the same seed. Returns
/// `Stopped` if a limit came before any board was filled.
///
/// One incremental solver, in which the solution is excluded, checks uniqueness: the remaining givens are assumed, and
/// if that is impossible, the core says which of them suffice.
///
/// # Errors
///
/// Those of the solver.
pub fn generate(
    blank: &Sudoku,
    seed: u64,
    pattern: Pattern,
    limits: &Limits,
) -> Result<Attempt<Generated>, Error> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
    let session = Session::new(blank, Encoding::Extended, &options, &Solver::default(), Some(seed));
    let mut session = match Error::unless_stopped(session)? {
        Ok(session) => session,
        Err(stop) => return Ok(Attempt::Stopped(stop)),
    };
    let solution = match fill(blank, &mut session, &mut rng, limits)? {
        Answer::Solved(solution) => solution.into_inner(),
        Answer::Impossible(by) => return Ok(Attempt::Impossible(by)),
        Answer::Unknown(stop) => return Ok(Attempt::Stopped(stop)),
        Answer::Refused { solution: _, violation } => {
            return Err(Error::Refused { violation, by: session.by() });
        }
    };
    let given = |cell: Cell| -> Literal<Atom> {
        pos(Atom::Is { cell, digit: solution.grid[usize::from(cell.row)][usize::from(cell.col)] })
    };
    let size = blank.size();
    let mut kept = vec![true; size.area()];
    // Givens that stay: each breaks a solution that the session has excluded, so no core mentions it.
    let mut fixed = vec![false; size.area()];
    let mut pairs: Vec<Vec<Cell>> = orbits(size, pattern);
    pairs.shuffle(&mut rng);
    let fix =
        |pair: &[Cell], fixed: &mut [bool]| pair.iter().for_each(|&cell| fixed[size.index(cell)] = true);
    let mut stopped = None;
    let a_given = Limits { conflicts: limits.conflicts.or(Some(CONFLICTS_A_GIVEN)), ..limits.clone() };
    for pair in &pairs {
        if !kept[size.index(pair[0])] {
            continue;
        }
        let others = size.cells().filter(|&cell| kept[size.index(cell)] && !pair.contains(&cell));
        let mut assumed: Vec<Literal<Atom>> = others.map(given).collect();
        // Cores favour literals that are assumed first; without the shuffling, all givens would end up in the same
        // corner.
        assumed.shuffle(&mut rng);
        match session.solve_assuming(&assumed, &a_given)? {
            Answer::Impossible(_) => {
                let core = session.core();
                let needed = |cell: &Cell| fixed[size.index(*cell)] || core.contains(&given(*cell));
                for orbit in pairs.iter().filter(|orbit| !orbit.iter().any(needed)) {
                    for &cell in orbit {
                        kept[size.index(cell)] = false;
                    }
                }
            }
            // Without these givens there is another solution, so they stay.
            Answer::Solved(_) => fix(pair, &mut fixed),
            Answer::Unknown(stop) => {
                stopped = Some(stop);
                fix(pair, &mut fixed);
                if stop != Stop::Conflicts {
                    break;
                }
            }
            Answer::Refused { violation, .. } => return Err(Error::Refused { violation, by: session.by() }),
        }
    }
    let digit_at = |cell: Cell| solution.grid[usize::from(cell.row)][usize::from(cell.col)];
    let givens = size.cells().map(|cell| if kept[size.index(cell)] { digit_at(cell) } else { 0 }).collect();
    let puzzle = Sudoku { givens, ..blank.clone() };
    Ok(Attempt::Success(Generated { puzzle, solution, stopped }))
}

/// Fills the board. Boxes on the diagonal don't see each other, so they are drawn at random, as many as leave a
/// solution.
fn fill(
    blank: &Sudoku,
    session: &mut Session<'_, Sudoku>,
    rng: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Answer<Solution>, Error> {
    let boxes = if blank.is_classic() { blank.box_size.rows.min(blank.box_size.cols) } else { 1 };
    let mut drawn: Vec<Literal<Atom>> = Vec::new();
    for number in 0..boxes {
        let corner = Cell::new(number * blank.box_size.rows, number * blank.box_size.cols);
        let mut digits: Vec<u16> = blank.digits().collect();
        digits.shuffle(rng);
        let cells = blank.box_size.cells().map(|c| Cell::new(corner.row + c.row, corner.col + c.col));
        drawn.extend(cells.zip(digits).map(|(cell, digit)| pos(Atom::Is { cell, digit })));
    }
    let in_a_box = usize::from(blank.side());
    loop {
        match session.solve_assuming(&drawn, limits)? {
            Answer::Impossible(by) if drawn.is_empty() => return Ok(Answer::Impossible(by)),
            Answer::Impossible(_) => drawn.truncate(drawn.len() - in_a_box.min(drawn.len())),
            answer => return Ok(answer),
        }
    }
}

/// The cells that are given or removed together.
fn orbits(size: Size, pattern: Pattern) -> Vec<Vec<Cell>> {
    let partner = |cell: Cell| match pattern {
        Pattern::None => cell,
        Pattern::Rotate => Symmetry::Rotate180.cell(cell, size),
        Pattern::Mirror => Symmetry::MirrorColumns.cell(cell, size),
    };
    let orbit = |cell: Cell| {
        let other = partner(cell);
        if other == cell { vec![cell] } else { vec![cell, other] }
    };
    size.cells().filter(|&cell| cell <= partner(cell)).map(orbit).collect()
}
