//! The secondary objective: a counter over the steps of a formula, bounded lower and lower.

use jigsat_cnf::{Literal, Rule, pos};
use jigsat_solve::{Answer, BuildOptions, Error, Limits, Session, Solver};

use super::{Ask, best_solver};
use crate::{Atom, Encoding, Objective, Plan, Sokoban};

const WALKED: Rule =
    Rule::new("walked", "the cells of all walks are counted: their number is the number of moves");
const PUSHES: Rule = Rule::new("pushes", "the steps that push are counted");

/// The minimum number of moves among the plans with this many pushes. A walk begins in one of the cells that it covers,
/// and the push is one more move, so a plan has as many moves as its walks have cells.
pub(super) fn fewest_moves(puzzle: &Sokoban, ask: &Ask, plan: Plan, limits: &Limits) -> Result<Plan, Error> {
    let puzzle = puzzle.clone().with_steps(plan.push_count as u16).with_triples();
    let solver = ask.solver.clone().unwrap_or_else(|| best_solver(Encoding::Pushes));
    let Some(mut session) = session(&puzzle, Encoding::Pushes, ask, &solver, limits)? else {
        return Ok(plan);
    };
    let is_walk = |atom: &Atom| matches!(atom, Atom::Walk { .. });
    let walks: Vec<Literal<Atom>> =
        session.formula().atoms().map(|(atom, _)| atom).filter(is_walk).map(pos).collect();
    let more_than = session.grow().group(&WALKED, ()).counter(walks, plan.move_count as usize);
    lower(&mut session, &more_than, plan, |plan| plan.move_count, Objective::PushesThenMoves, limits)
}

/// The minimum number of pushes among the plans with this many moves.
pub(super) fn fewest_pushes(puzzle: &Sokoban, ask: &Ask, plan: Plan, limits: &Limits) -> Result<Plan, Error> {
    let puzzle = puzzle.clone().with_steps(plan.move_count as u16);
    let solver = ask.solver.clone().unwrap_or_else(|| best_solver(Encoding::Moves));
    let Some(mut session) = session(&puzzle, Encoding::Moves, ask, &solver, limits)? else { return Ok(plan) };
    // The player entering the cell of a box is a push.
    let boxes: Vec<_> = session.formula().atoms().map(|(atom, _)| atom).collect();
    let entered = boxes.into_iter().filter_map(|atom| match atom {
        Atom::Box { time, cell } => {
            let player = Atom::Player { time: time + 1, cell };
            session.formula().var(player).map(|_| (time, pos(atom), pos(player)))
        }
        _ => None,
    });
    let entered: Vec<_> = entered.collect();
    let mut group = session.grow().group(&PUSHES, ());
    let pushes: Vec<Literal<Atom>> =
        (0..plan.move_count).map(|time| group.named_aux(format!("pushes@{time}"))).collect();
    for (time, full, there) in entered {
        group.implies([full, there], [pushes[usize::from(time)]]);
    }
    let more_than = group.counter(pushes, plan.push_count as usize);
    lower(&mut session, &more_than, plan, |plan| plan.push_count, Objective::MovesThenPushes, limits)
}

/// A session with a formula; `None` if a limit came first.
fn session<'p>(
    puzzle: &'p Sokoban,
    encoding: Encoding,
    ask: &Ask,
    solver: &Solver,
    limits: &Limits,
) -> Result<Option<Session<'p, Sokoban>>, Error> {
    let options = BuildOptions { limits: limits.clone(), ..ask.build.clone() };
    let session = Session::new(puzzle, encoding, &options, solver, ask.seed);
    Ok(Error::unless_stopped(session)?.ok())
}

/// Asks for lower values until there is none.
fn lower(
    session: &mut Session<'_, Sokoban>,
    more_than: &[Literal<Atom>],
    mut best: Plan,
    amount: impl Fn(&Plan) -> u32,
    proven: Objective,
    limits: &Limits,
) -> Result<Plan, Error> {
    loop {
        let wanted = amount(&best) as usize;
        let Some(&too_many) = wanted.checked_sub(1).and_then(|less| more_than.get(less)) else {
            return Ok(best);
        };
        match session.solve_assuming(&[!too_many], limits)? {
            Answer::Solved(plan) => {
                best = Plan { proven: best.proven, lower_bound: best.lower_bound, ..plan.into_inner() }
            }
            Answer::Impossible(_) => return Ok(Plan { proven: Some(proven), ..best }),
            Answer::Unknown(_) | Answer::Refused { .. } => return Ok(best),
        }
    }
}
