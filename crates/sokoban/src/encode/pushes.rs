//! A step is one push; between two pushes the player walks (see `walk.rs`).
//!
//! There are far fewer pushes than moves, so formulas are short: on Microban 1 to 75, three pushes for ten moves. Steps
//! as single actions with frame axioms: H. Kautz, B. Selman: Planning as satisfiability, ECAI 1992.

use jigsat_cnf::{Literal, Model, Rule, Stop, pos, rarely};
use jigsat_grid::Direction;
use jigsat_solve::Violation;

use super::{Atom, Writer, known, walk};
use crate::{Game, Plan, Sokoban, board::Push, relaxed::NEVER};
use known::Possible;

const ONE_PUSH: Rule = Rule::new("one-push", "in step {0}, exactly one box is pushed, by one cell");
const PUSH: Rule = Rule::new("push", "in step {0}, the pushed box moves from its cell to a free one");
const FRAME: Rule = Rule::new("frame", "from {0} to {1}, a box enters or leaves a cell only if pushed");
const STAND: Rule = Rule::new("stand", "at {0}, the player ends up behind the box that is pushed next");

/// The pushes that may happen from a time on, judging by each box alone; for proofs, all that walls allow.
fn possible(w: &Writer<'_>, time: u16) -> Vec<Possible> {
    let relaxed = &w.a.relaxed;
    let fits = |from: usize, to: usize| {
        w.for_proofs || relaxed.earliest(from) <= u32::from(time) && relaxed.to_any_goal(to) != NEVER
    };
    let all = relaxed.moves.iter().enumerate().filter(|&(_, &(from, _, to))| fits(from, to));
    all.map(|(place, &(_, push, _))| (place, push, atom(w, time, push))).collect()
}

fn atom(w: &Writer<'_>, time: u16, push: Push) -> Literal<Atom> {
    pos(Atom::Push { time, cell: w.cell(push.from), direction: Direction::ALL[push.direction] })
}

/// The state at time 0.
pub(super) fn begin(w: &mut Writer<'_>) -> Result<(), Stop> {
    w.begin_boxes()?;
    w.begin_player()?;
    known::begin(w)
}

/// Adds a push, from `time` to `time + 1`.
pub(super) fn step(w: &mut Writer<'_>, time: u16) -> Result<(), Stop> {
    let pushes = possible(w, time);
    for &(_, push, _) in &pushes {
        let cell = w.cell(push.from);
        w.e.declare_projected(Atom::Push { time, cell, direction: Direction::ALL[push.direction] })?;
    }
    w.declare_boxes(time + 1)?;
    for &(_, push, _) in &pushes {
        let (from, stand) = (w.cell(push.from), w.cell(push.stand));
        w.e.declare(Atom::Start { time: time + 1, cell: from })?;
        w.e.declare(Atom::End { time, cell: stand })?;
    }
    walk::declare(w, time)?;
    one_push(w, time, &pushes)?;
    push(w, time, &pushes)?;
    frame(w, time, &pushes)?;
    stand(w, time, &pushes)?;
    walk::walk(w, time)?;
    known::deadlocks(w, time + 1)?;
    known::waste(w, time, &pushes)
}

/// For each cell, the pushes with that cell as one of theirs.
fn by(w: &Writer<'_>, pushes: &[Possible], cell_of: impl Fn(&Push) -> u16) -> Vec<Vec<Literal<Atom>>> {
    w.per_cell(pushes.iter().map(|(_, push, atom)| (cell_of(push), *atom)))
}

fn one_push(w: &mut Writer<'_>, time: u16, pushes: &[Possible]) -> Result<(), Stop> {
    let choices: Vec<_> = (0..)
        .zip(by(w, pushes, |push| push.from))
        .filter(|(_, ways)| !ways.is_empty())
        .map(|(cell, ways)| (pos(Atom::Start { time: time + 1, cell: w.cell(cell) }), ways))
        .collect();
    let mut group = w.e.group(&ONE_PUSH, (time,))?;
    group.exactly_one(choices.iter().map(|&(start, _)| start));
    for (start, ways) in choices {
        group.step(1)?;
        group.equals_any(start, ways.iter().copied());
        group.at_most_one(ways);
    }
    Ok(())
}

fn push(w: &mut Writer<'_>, time: u16, pushes: &[Possible]) -> Result<(), Stop> {
    let mut clauses = Vec::new();
    for &(_, push, atom) in pushes {
        // A cell that can't have a box has none.
        let needs = |full: Option<Literal<Atom>>| std::iter::once(!atom).chain(full).collect();
        let without = |full: Literal<Atom>| vec![!atom, !full];
        clauses.push(needs(w.box_at(time, push.from)));
        clauses.extend(w.box_at(time + 1, push.from).map(without));
        clauses.extend(w.box_at(time, push.to).map(without));
        clauses.push(needs(w.box_at(time + 1, push.to)));
    }
    w.clauses(&PUSH, (time,), clauses)
}

fn frame(w: &mut Writer<'_>, time: u16, pushes: &[Possible]) -> Result<(), Stop> {
    let mut clauses = Vec::new();
    let both = by(w, pushes, |push| push.from).into_iter().zip(by(w, pushes, |push| push.to));
    for (cell, (leaving, coming)) in (0..).zip(both) {
        let (before, after) = (w.box_at(time, cell), w.box_at(time + 1, cell));
        clauses.extend(before.map(|before| [!before].into_iter().chain(after).chain(leaving).collect()));
        clauses.extend(after.map(|after| [!after].into_iter().chain(before).chain(coming).collect()));
    }
    w.clauses(&FRAME, (time, time + 1), clauses)
}

fn stand(w: &mut Writer<'_>, time: u16, pushes: &[Possible]) -> Result<(), Stop> {
    let behind: Vec<_> = (0..)
        .zip(by(w, pushes, |push| push.stand))
        .filter(|(_, ways)| !ways.is_empty())
        .map(|(cell, ways)| (pos(Atom::End { time, cell: w.cell(cell) }), ways))
        .collect();
    let mut group = w.e.group(&STAND, (time,))?;
    for (end, ways) in behind {
        group.step(1)?;
        group.equals_any(end, ways);
    }
    Ok(())
}

/// Reads the pushes in their order; the walks between them are the shortest ones.
pub(super) fn decode(puzzle: &Sokoban, model: &Model<'_, Atom>) -> Result<Plan, Violation> {
    let mut pushes: Vec<_> = model
        .true_atoms()
        .filter_map(|atom| match atom {
            Atom::Push { time, cell, direction } => Some((time, cell, direction)),
            _ => None,
        })
        .collect();
    rarely::sort(&mut pushes);
    let mut game = Game::new(&puzzle.level);
    for (time, cell, direction) in pushes {
        super::push_in_game(&mut game, time, cell, direction)?;
        super::boxes_agree(puzzle, &game, time + 1, |cell| model.holds(Atom::Box { time: time + 1, cell }))?;
    }
    Ok(game.plan())
}
