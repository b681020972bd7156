//! Givens that a puzzle does not need, because its solution is the only one without them.

use jigsat_cnf::Literal;

use crate::{Answer, Error, Limits, Puzzle, Session, Stop};

/// Removes literals that are not needed for the formula to be impossible: each in its turn is left out, and if the
/// formula is still impossible, so are all later ones that the core does not contain. At least `fewest` remain.
///
/// For givens of a puzzle, the session's formula excludes the solution that they are taken from; then they determine
/// that solution if and only if they are impossible together. That must hold for the literals at the beginning.
///
/// Asks at most one question for each literal. Returns the limit because of which some of the remaining ones may not be
/// needed; a limit on conflicts counts for each question.
///
/// # Errors
///
/// Those of [`Session::solve_assuming`]; [`Error::Refused`] if a model of the formula is no solution.
pub fn thin<P: Puzzle>(
    session: &mut Session<'_, P>,
    literals: &mut Vec<Literal<P::Atom>>,
    fewest: usize,
    limits: &Limits,
) -> Result<Option<Stop>, Error> {
    let mut stopped = None;
    // The literals before this place stay.
    let mut place = 0;
    while place < literals.len() {
        if literals.len() <= fewest {
            return Ok(None);
        }
        // Cores favour literals that are assumed first, so those known to be needed come first.
        let others = [&literals[..place], &literals[place + 1..]].concat();
        match session.solve_assuming(&others, limits)? {
            Answer::Impossible(_) => {
                *literals = others;
                keep_core(literals, place, &session.core(), fewest);
            }
            Answer::Solved(_) => place += 1,
            Answer::Unknown(stop) => {
                stopped = Some(stop);
                if stop != Stop::Conflicts {
                    return Ok(stopped);
                }
                place += 1;
            }
            Answer::Refused { violation, .. } => return Err(Error::Refused { violation, by: session.by() }),
        }
    }
    Ok(stopped)
}

/// Removes literals from a place on that a core does not contain; at least `fewest` remain in all.
pub fn keep_core<A: Copy + Eq>(
    literals: &mut Vec<Literal<A>>,
    from: usize,
    core: &[Literal<A>],
    fewest: usize,
) {
    let mut spare = literals.len().saturating_sub(fewest);
    let mut place = 0;
    literals.retain(|literal| {
        place += 1;
        let stays = place <= from || spare == 0 || core.contains(literal);
        spare -= usize::from(!stays);
        stays
    });
}
