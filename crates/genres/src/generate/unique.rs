//! Questions for solvers: a random solution, and whether there is another one.

use std::sync::Arc;

use jigsat_cnf::{Literal, Rule, Variable, neg, pos};
use jigsat_input::Source;
use jigsat_qprop::{Atom, Encoding, Over};
use jigsat_solve::{Answer, BuildOptions, Error, Grown, Held, Limits, Session, Solver, Stop};
use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::Failed;
use crate::{Board, Givens, Page, Solution, Value, givens::ends};

/// Maximum number of conflicts for a question, unless the limits set another.
const CONFLICTS: u64 = 1_000;

/// A board with its ground rules.
pub(super) fn board(page: &std::sync::Arc<Page>, givens: &Givens, limits: &Limits) -> Result<Board, Failed> {
    Ok(Board::within(page.clone(), givens.clone(), &Source::new("board", ""), limits)?)
}

/// A random solution.
pub(super) enum Drawn {
    Solution(Solution),
    /// There is none.
    None,
    /// The search took too long.
    Unknown,
}

/// Wishes for a random solution.
pub(super) struct Wish<'w> {
    /// The asserts that it need not satisfy.
    pub without: Vec<&'w str>,
    /// The predicates that hold wherever they can.
    pub most: Vec<&'w str>,
    /// Literals that it must contain.
    pub kept: Vec<Literal<Atom>>,
}

/// A random solution: values are drawn for all places, and kept if they are consistent with each other and with the
/// wishes.
pub(super) fn random(
    board: &Board,
    wish: &Wish<'_>,
    rng: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Drawn, Failed> {
    let dropped: Vec<String> = wish.without.iter().map(|&name| name.to_owned()).collect();
    let prunes = dropped.is_empty();
    let options = BuildOptions { dropped, prunes, limits: limits.clone(), ..BuildOptions::default() };
    let mut session = started(Held::Borrowed(board), &options)?;
    let (mut first, mut drawn): (Vec<Literal<Atom>>, Vec<Literal<Atom>>) = Default::default();
    let mut is_kept = vec![false; board.model.atoms() as usize];
    for literal in &wish.kept {
        if let Variable::Atom(Atom(atom)) = literal.variable {
            is_kept[atom as usize] = true;
        }
    }
    for layer in board.layers.iter().filter(|layer| layer.over != Over::Other) {
        // What is kept has its value; each other value that is drawn there would be to blame in turn.
        let is_open = |&place: &usize| {
            (0..layer.values.len().max(1)).all(|value| !is_kept[layer.atom(place, value).0 as usize])
        };
        let open = (0..layer.places).filter(is_open);
        if wish.most.contains(&layer.name.as_str()) {
            first.extend(open.map(|place| pos(layer.atom(place, 0))));
            continue;
        }
        for place in open {
            drawn.push(match layer.values.len() {
                0 if rng.random_bool(0.5) => pos(layer.atom(place, 0)),
                0 => neg(layer.atom(place, 0)),
                values => pos(layer.atom(place, rng.random_range(0..values))),
            });
        }
    }
    first.shuffle(rng);
    drawn.shuffle(rng);
    let limits = bounded(limits);
    if wish.kept.is_empty() && wish.without.is_empty() {
        // Without this question, each value that is drawn would be to blame in turn.
        if matches!(session.solve(&limits)?, Answer::Impossible(_)) {
            return Ok(Drawn::None);
        }
        // That one would not find the same solution again.
        session = started(Held::Borrowed(board), &options)?;
    }
    loop {
        let assumed: Vec<Literal<Atom>> = wish.kept.iter().chain(&first).chain(&drawn).copied().collect();
        match session.solve_assuming(&assumed, &limits)? {
            Answer::Solved(solution) => return Ok(Drawn::Solution(solution.into_inner())),
            Answer::Refused { solution, .. } if !wish.without.is_empty() => {
                return Ok(solution.map_or(Drawn::Unknown, Drawn::Solution));
            }
            Answer::Refused { violation, .. } => {
                return Err(Error::Refused { violation, by: session.by() }.into());
            }
            Answer::Unknown(Stop::Conflicts) => return Ok(Drawn::Unknown),
            Answer::Unknown(stop) => return Err(stop.into()),
            Answer::Impossible(_) => {
                let core = session.core();
                let to_blame =
                    |drawn: &[Literal<Atom>]| drawn.iter().position(|literal| core.contains(literal));
                match (to_blame(&drawn), to_blame(&first)) {
                    (Some(place), _) => _ = drawn.swap_remove(place),
                    (None, Some(place)) => _ = first.swap_remove(place),
                    (None, None) => return Ok(Drawn::None),
                }
            }
        }
    }
}

/// The rule that a solution differs from those before it.
const OTHER: Rule = Rule::new("other", "some cell differs from all solutions so far");

/// The values of a solution in these cells, for layers that have values.
pub(super) fn values(
    board: &Board,
    solution: &Solution,
    limits: &Limits,
    is_wanted: &dyn Fn(usize) -> bool,
) -> Result<Vec<Literal<Atom>>, Failed> {
    let size = board.givens.size;
    let mut literals = Vec::new();
    for layer in board.layers.iter().filter(|layer| layer.over != Over::Other) {
        let without = board.model.without_value(&layer.name, limits)?;
        for (place, value) in solution.flat(&layer.name).into_iter().enumerate() {
            let cell = if layer.over == Over::Edges { ends(size, place)[0] } else { place };
            if !is_wanted(cell) || without.contains(&place) {
                continue;
            }
            let known = layer.values.iter().position(|known| Value::of(known) == *value);
            literals.extend(match known {
                Some(known) => Some(pos(layer.atom(place, known))),
                None if *value == Value::Unknown || !layer.values.is_empty() => None,
                None if value.is_yes() => Some(pos(layer.atom(place, 0))),
                None => Some(neg(layer.atom(place, 0))),
            });
        }
    }
    Ok(literals)
}

/// Shows other solutions of a board than the given one, as long as they are wanted. Each differs from it in a cell
/// where those before don't, until there is no such solution, and from the known ones. Returns whether all that were shown
/// were wanted; false if the search took too long.
pub(super) fn others(
    board: &Board,
    solution: &Solution,
    known: &[Solution],
    limits: &Limits,
    is_wanted: &mut dyn FnMut(&Solution) -> bool,
) -> Result<bool, Failed> {
    let options = BuildOptions { prunes: true, limits: limits.clone(), ..BuildOptions::default() };
    let mut session = started(Held::Borrowed(board), &options)?.begin_by_counting()?;
    let limits = bounded(limits);
    // The values that all solutions so far have in common.
    let mut common = values(board, solution, &limits, &|_| true)?;
    for other in known {
        keep_common(&mut common, board, other, &limits)?;
    }
    while !common.is_empty() {
        let differs: Vec<Literal<Atom>> = common.iter().map(|&literal| !literal).collect();
        session.grow().group(&OTHER, ()).clause(differs);
        match session.solve(&limits)? {
            Answer::Solved(other) if !is_wanted(&other) => return Ok(false),
            Answer::Solved(other) => keep_common(&mut common, board, &other, &limits)?,
            Answer::Impossible(_) => break,
            Answer::Unknown(Stop::Conflicts) => return Ok(false),
            Answer::Unknown(stop) => return Err(stop.into()),
            Answer::Refused { violation, .. } => {
                return Err(Error::Refused { violation, by: session.by() }.into());
            }
        }
    }
    Ok(true)
}

/// Keeps the literals that another solution has, too.
fn keep_common(
    common: &mut Vec<Literal<Atom>>,
    board: &Board,
    other: &Solution,
    limits: &Limits,
) -> Result<(), Failed> {
    let mut has: Vec<Option<bool>> = vec![None; board.model.atoms() as usize];
    for Literal { variable, negated } in values(board, other, limits, &|_| true)? {
        if let Variable::Atom(Atom(atom)) = variable {
            has[atom as usize] = Some(negated);
        }
    }
    common.retain(|literal| {
        matches!(literal.variable, Variable::Atom(Atom(atom)) if has[atom as usize] == Some(literal.negated))
    });
    Ok(())
}

/// For each cell, the literal that is a rule of its own on a board with some givens and not without them; `None` if the givens say
/// anything else.
pub(super) fn stated(
    without: &Board,
    with: &Board,
    limits: &Limits,
) -> Result<Option<Vec<Option<Literal<Atom>>>>, Failed> {
    let ((before, others_before), (after, others)) = (units(without, limits)?, units(with, limits)?);
    let mut stated = vec![None; with.givens.size.area()];
    for (atom, (before, after)) in (0..).map(Atom).zip(before.into_iter().zip(after)) {
        match (before, after, with.place_of(atom)) {
            (before, after, _) if before == after => {}
            (None, Some(holds), Some((layer, place)))
                if layer.over == Over::Cells && stated[place].is_none() =>
            {
                stated[place] = Some(if holds { pos(atom) } else { neg(atom) });
            }
            _ => return Ok(None),
        }
    }
    Ok((others == others_before).then_some(stated))
}

/// For each atom whether it holds, if a rule says that and nothing else, and the number of clauses that are not like that.
fn units(board: &Board, limits: &Limits) -> Result<(Vec<Option<bool>>, usize), Failed> {
    let grown = grown(Held::Borrowed(board), limits)?;
    let formula = grown.formula();
    let (mut units, mut others) = (vec![None; board.model.atoms() as usize], 0);
    for clause in formula.groups().flat_map(|group| group.clauses()).map(|place| &formula.clauses()[place]) {
        match clause {
            &[unit] => {
                let Literal { variable, negated } = formula.literal(unit);
                if let Variable::Atom(Atom(atom)) = variable {
                    units[atom as usize] = Some(!negated);
                }
            }
            _ => others += 1,
        }
    }
    Ok((units, others))
}

/// A session whose solutions differ from this one.
pub(super) fn apart(
    board: Board,
    solution: &Solution,
    limits: &Limits,
) -> Result<Session<'static, Board>, Failed> {
    let differs = values(&board, solution, limits, &|_| true)?;
    let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
    let mut session = started(Held::Shared(Arc::new(board)), &options)?;
    session.grow().group(&OTHER, ()).clause(differs.iter().map(|&literal| !literal));
    Ok(session)
}

/// Whether a board has this solution alone; false if the search took too long.
pub(super) fn is_only(board: &Board, solution: &Solution, limits: &Limits) -> Result<bool, Failed> {
    let options =
        BuildOptions { prunes: true, no_detours: true, limits: limits.clone(), ..BuildOptions::default() };
    let mut session = started(Held::Borrowed(board), &options)?.begin_by_counting()?;
    let limits = bounded(limits);
    for found in 0.. {
        match session.solve(&limits)? {
            Answer::Solved(other) if found > 0 || *other != *solution => break,
            Answer::Solved(_) => {}
            Answer::Impossible(_) => return Ok(found == 1),
            Answer::Unknown(Stop::Conflicts) => break,
            Answer::Unknown(stop) => return Err(stop.into()),
            Answer::Refused { violation, .. } => {
                return Err(Error::Refused { violation, by: session.by() }.into());
            }
        }
    }
    Ok(false)
}

/// All solutions of a board; `None` if there are more than `most`, or if the search for one takes too many conflicts.
pub(super) fn all(
    board: &Board,
    most: usize,
    conflicts: u64,
    limits: &Limits,
) -> Result<Option<Vec<Solution>>, Failed> {
    let options =
        BuildOptions { prunes: true, no_detours: true, limits: limits.clone(), ..BuildOptions::default() };
    let mut session = started(Held::Borrowed(board), &options)?;
    let limits = Limits { conflicts: limits.conflicts.or(Some(conflicts)), ..limits.clone() };
    let mut solutions = Vec::new();
    loop {
        match session.solve(&limits)? {
            Answer::Solved(_) if solutions.len() == most => return Ok(None),
            Answer::Solved(solution) => solutions.push(solution.into_inner()),
            Answer::Impossible(_) => return Ok(Some(solutions)),
            Answer::Unknown(Stop::Conflicts) => return Ok(None),
            Answer::Unknown(stop) => return Err(stop.into()),
            Answer::Refused { violation, .. } => {
                return Err(Error::Refused { violation, by: session.by() }.into());
            }
        }
    }
}

/// The formula of a board.
pub(super) fn grown<'b>(board: Held<'b, Board>, limits: &Limits) -> Result<Grown<'b, Board>, Failed> {
    let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
    Ok(Error::unless_stopped(Grown::new(board, Encoding::Model, &options))??)
}

fn started<'b>(board: Held<'b, Board>, options: &BuildOptions) -> Result<Session<'b, Board>, Failed> {
    let session = Session::new(board, Encoding::Model, options, &Solver::default(), None);
    Ok(Error::unless_stopped(session)??)
}

pub(super) fn bounded(limits: &Limits) -> Limits {
    Limits { conflicts: limits.conflicts.or(Some(CONFLICTS)), ..limits.clone() }
}
