//! A step is a whole straight push: one box, one direction, one or more cells. There are few steps, so some plan is
//! found quickly; the number of steps is minimal, that of pushes is not.
//!
//! `push@t(c d)` says that the box moves from the cell to the next within the step, `grab@t(c d)` that it
//! begins there. Steps of several pushes: F. Junghanns, J. Schaeffer: Sokoban: enhancing general single-agent
//! search methods using domain knowledge, Artificial Intelligence 2001.

use jigsat_cnf::{Literal, Model, Rule, Stop, neg, pos, rarely};
use jigsat_grid::Direction;
use jigsat_solve::Violation;

use super::{Atom, Writer, known, walk};
use crate::{
    Game, Plan, Sokoban,
    board::{NONE, Push, back},
};

const ONE_LINE: Rule = Rule::new(
    "one-line",
    "in step {0}, exactly one box is grabbed, pushed in one direction, and stopped in one place",
);
const GRAB: Rule =
    Rule::new("grab", "in step {0}, the cell where a box is grabbed has a box, and the box is pushed");
const LINE: Rule = Rule::new(
    "line",
    "in step {0}, a box is pushed only from where it was grabbed or already pushed to, and only over free cells",
);
const STOP: Rule =
    Rule::new("stop", "in step {0}, the box ends in the last cell of the line, with the player behind it");
const FRAME: Rule = Rule::new("frame", "from {0} to {1}, a box enters or leaves a cell only if pushed");
const STAND: Rule = Rule::new("stand", "at {0}, the player ends up behind the box that is pushed next");

/// The state at time 0.
pub(super) fn begin(w: &mut Writer<'_>) -> Result<(), Stop> {
    w.begin_boxes()?;
    w.begin_player()
}

/// All pushes that a line may contain.
fn lines(w: &Writer<'_>) -> Vec<Push> {
    let live = |push: &Push| w.a.live[usize::from(push.from)] && w.a.live[usize::from(push.to)];
    w.a.board.pushes().filter(live).collect()
}

fn pass(w: &Writer<'_>, time: u16, cell: u16, direction: usize) -> Option<Literal<Atom>> {
    if cell == NONE {
        return None;
    }
    w.declared(Atom::Push { time, cell: w.cell(cell), direction: Direction::ALL[direction] })
}

fn grab(w: &Writer<'_>, time: u16, push: Push) -> Literal<Atom> {
    pos(Atom::Grab { time, cell: w.cell(push.from), direction: Direction::ALL[push.direction] })
}

/// Adds a line, from `time` to `time + 1`.
pub(super) fn step(w: &mut Writer<'_>, time: u16) -> Result<(), Stop> {
    let lines = lines(w);
    for push in &lines {
        let (cell, direction) = (w.cell(push.from), Direction::ALL[push.direction]);
        w.e.declare_projected(Atom::Push { time, cell, direction })?;
        w.e.declare_projected(Atom::Grab { time, cell, direction })?;
    }
    w.declare_boxes(time + 1)?;
    for push in &lines {
        let (from, stand) = (w.cell(push.from), w.cell(push.stand));
        w.e.declare(Atom::Start { time: time + 1, cell: from })?;
        w.e.declare(Atom::End { time, cell: stand })?;
    }
    walk::declare(w, time)?;
    one_line(w, time, &lines)?;
    line(w, time, &lines)?;
    frame(w, time, &lines)?;
    stand(w, time, &lines)?;
    walk::walk(w, time)?;
    known::deadlocks(w, time + 1)
}

fn one_line(w: &mut Writer<'_>, time: u16, lines: &[Push]) -> Result<(), Stop> {
    let grabs: Vec<_> = lines.iter().map(|&push| grab(w, time, push)).collect();
    let mut froms: Vec<_> = lines.iter().map(|push| push.from).collect();
    froms.dedup();
    let starts: Vec<_> =
        froms.iter().map(|&cell| pos(Atom::Start { time: time + 1, cell: w.cell(cell) })).collect();
    let mut group = w.e.group(&ONE_LINE, (time,))?;
    group.exactly_one(grabs);
    group.exactly_one(starts);
    Ok(())
}

fn line(w: &mut Writer<'_>, time: u16, lines: &[Push]) -> Result<(), Stop> {
    let (mut grabs, mut goes_on, mut stops) = (Vec::new(), Vec::new(), Vec::new());
    for &push in lines {
        let Some(passes) = pass(w, time, push.from, push.direction) else { continue };
        let grabbed = grab(w, time, push);
        let before = pass(w, time, w.a.board.step(push.from, back(push.direction)), push.direction);
        let after = pass(w, time, push.to, push.direction);
        grabs.push(vec![!grabbed, passes]);
        grabs.push(std::iter::once(!grabbed).chain(w.box_at(time, push.from)).collect());
        goes_on.push([!passes, grabbed].into_iter().chain(before).collect());
        goes_on.extend(w.box_at(time, push.to).map(|full| vec![!passes, !full]));
        stops.extend(w.box_at(time + 1, push.from).map(|full| vec![!passes, !full]));
        let last = || std::iter::once(!passes).chain(after);
        stops.push(last().chain(w.box_at(time + 1, push.to)).collect());
        stops.push(last().chain([pos(Atom::Start { time: time + 1, cell: w.cell(push.from) })]).collect());
    }
    for (rule, clauses) in [(&GRAB, grabs), (&LINE, goes_on), (&STOP, stops)] {
        w.clauses(rule, (time,), clauses)?;
    }
    Ok(())
}

fn frame(w: &mut Writer<'_>, time: u16, lines: &[Push]) -> Result<(), Stop> {
    let mut clauses = Vec::new();
    let leaving = w.per_cell(lines.iter().map(|&push| (push.from, grab(w, time, push))));
    let passes = |push: &Push| Some((push.to, pass(w, time, push.from, push.direction)?));
    let coming = w.per_cell(lines.iter().filter_map(passes));
    for (cell, (leaving, coming)) in (0..).zip(leaving.into_iter().zip(coming)) {
        let (before, after) = (w.box_at(time, cell), w.box_at(time + 1, cell));
        clauses.extend(before.map(|before| [!before].into_iter().chain(after).chain(leaving).collect()));
        clauses.extend(after.map(|after| [!after].into_iter().chain(before).chain(coming).collect()));
    }
    w.clauses(&FRAME, (time, time + 1), clauses)
}

fn stand(w: &mut Writer<'_>, time: u16, lines: &[Push]) -> Result<(), Stop> {
    let mut clauses = Vec::new();
    let mut stands: Vec<u16> = lines.iter().map(|push| push.stand).collect();
    stands.sort_unstable();
    stands.dedup();
    for stand in stands {
        let end = neg(Atom::End { time, cell: w.cell(stand) });
        let ways = lines.iter().filter(|push| push.stand == stand).map(|&push| grab(w, time, push));
        clauses.push([end].into_iter().chain(ways.clone()).collect());
        clauses.extend(ways.map(|grabbed| vec![!grabbed, !end]));
    }
    w.clauses(&STAND, (time,), clauses)
}

/// Reads the lines in their order; the walks between them are the shortest ones.
pub(super) fn decode(puzzle: &Sokoban, model: &Model<'_, Atom>) -> Result<Plan, Violation> {
    let mut grabs: Vec<_> = model
        .true_atoms()
        .filter_map(|atom| match atom {
            Atom::Grab { time, cell, direction } => Some((time, cell, direction)),
            _ => None,
        })
        .collect();
    rarely::sort(&mut grabs);
    let mut game = Game::new(&puzzle.level);
    for (time, mut cell, direction) in grabs {
        while model.holds(Atom::Push { time, cell, direction }) {
            super::push_in_game(&mut game, time, cell, direction)?;
            let Some(next) = puzzle.level.size.step(cell, direction) else { break };
            cell = next;
        }
        super::boxes_agree(puzzle, &game, time + 1, |cell| model.holds(Atom::Box { time: time + 1, cell }))?;
    }
    Ok(game.plan())
}
