//! A step is one push. Between two pushes the player walks along a path, described by the cells it
//! covers and nothing else: no distances, no order, one variable a cell.
//!
//! The path's two ends have one neighbour on the path, all other cells of it two. Such cells are a
//! path from end to end and perhaps some rings elsewhere, for in each connected part the number of
//! cells with an odd number of neighbours is even; and a shortest walk is always of this form.
//! (Paths as subgraphs with degrees: as in encodings of Numberlink and Hamiltonian cycles.)
//!
//! Pushes are few beside moves, so that formulas are short. `waste` bounds what pushes may waste
//! against the lower bound of the assignment, see [`crate::relaxed::Bound`]; `deadlock-*` exclude
//! patterns of boxes from which no plan leads on. Both follow from the rest and the goal.

use super::{Arg, Atom, Encoding, Flaw, Game, Literal, Model, NEVER, Plan, Rule, Sokoban, Writer, neg, pos};
use crate::{board::Push, patterns::DEAD};
use jigsat_grid::Direction;

const START: Rule = Rule::new("start", "at 0, boxes and player are as in the level");
const ONE_PUSH: Rule = Rule::new("one-push", "from {0} on, exactly one box is pushed, once");
const PUSH: Rule = Rule::new("push", "from {0} on, a pushed box goes from its cell to a free one");
const FRAME: Rule = Rule::new("frame", "from {0} to {1}, a box comes and goes only if pushed");
const STAND: Rule = Rule::new("stand", "at {0}, the player goes from where the last push left him to behind the next box");
const FREE: Rule = Rule::new("free", "at {0}, the player walks over no box");
const ENDS: Rule = Rule::new("ends", "at {0}, the walk begins in its first cell and ends in its last");
const PATH: Rule = Rule::new("path", "at {0}, the walk goes on from each cell between its ends");
const PAIR: Rule = Rule::new("deadlock-pair", "at {0}, no two boxes are a deadlock").redundant();
const SQUARE: Rule = Rule::new("deadlock-square", "at {0}, boxes and walls fill no square, unless on goals").redundant();
const SHUT: Rule = Rule::new("deadlock-push", "from {0} on, no push makes a deadlock of two boxes").redundant();
const WASTE: Rule = Rule::new("waste", "up to {0}, wasted pushes are counted").redundant();
const BOUND: Rule = Rule::new("bound", "a plan of {0} pushes wastes at most {1}").redundant();
const GOAL: Rule = Rule::new("goal", "at {0}, every box is on a goal");

fn push_atom(w: &Writer<'_>, time: u16, push: Push) -> Literal<Atom> {
    pos(Atom::Push { time, cell: w.cell(push.from), direction: Direction::ALL[push.direction] })
}

/// The pushes that may happen from a time on: place in the list of all, and the push.
fn possible(w: &Writer<'_>, time: u16) -> Vec<(usize, Push)> {
    let relaxed = &w.a.relaxed;
    let fits = |&(_, (from, _, to)): &(usize, (usize, Push, usize))| {
        relaxed.earliest(from) <= u32::from(time) && relaxed.to_any_goal(to) != NEVER
    };
    relaxed.moves.iter().copied().enumerate().filter(fits).map(|(place, (_, push, _))| (place, push)).collect()
}

/// The state at time 0.
pub(crate) fn begin(w: &mut Writer<'_>) {
    declare_boxes(w, 0);
    let player = w.cell(w.a.board.player);
    w.e.declare(Atom::Start { time: 0, cell: player });
    let boxes: Vec<Literal<Atom>> = w.a.board.boxes.iter().filter_map(|&cell| w.box_at(0, cell)).collect();
    let lost = w.a.board.lost.is_some() || boxes.len() < w.a.board.boxes.len();
    let mut group = w.e.group(&START, ());
    for literal in boxes {
        group.clause([literal]);
    }
    group.clause([pos(Atom::Start { time: 0, cell: player })]);
    if lost {
        group.clause::<Literal<Atom>>([]);
    }
}

fn declare_boxes(w: &mut Writer<'_>, time: u16) {
    for cell in 0..w.a.board.len() as u16 {
        if let Some(literal) = w.box_at(time, cell) {
            if let jigsat_cnf::Variable::Atom(atom) = literal.variable {
                w.e.declare(atom);
            }
        }
    }
}

/// One more push, from `time` to `time + 1`.
pub(crate) fn step(w: &mut Writer<'_>, time: u16) {
    let pushes = possible(w, time);
    declare(w, time, &pushes);
    one_push(w, time, &pushes);
    push(w, time, &pushes);
    frame(w, time, &pushes);
    stand(w, time, &pushes);
    walk(w, time);
    waste(w, time, &pushes);
    deadlocks(w, time + 1, &pushes);
}

fn declare(w: &mut Writer<'_>, time: u16, pushes: &[(usize, Push)]) {
    for &(_, push) in pushes {
        let cell = w.cell(push.from);
        w.e.declare_key(Atom::Push { time, cell, direction: Direction::ALL[push.direction] });
    }
    declare_boxes(w, time + 1);
    for cell in 0..w.a.board.len() as u16 {
        let cell = w.cell(cell);
        w.e.declare(Atom::Walk { time, cell });
    }
    for &(_, push) in pushes {
        let (from, stand) = (w.cell(push.from), w.cell(push.stand));
        w.e.declare(Atom::Start { time: time + 1, cell: from });
        w.e.declare(Atom::End { time, cell: stand });
    }
}

/// The pushed cells at a time, once each.
fn distinct(cells: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut cells: Vec<u16> = cells.collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn one_push(w: &mut Writer<'_>, time: u16, pushes: &[(usize, Push)]) {
    let froms = distinct(pushes.iter().map(|(_, push)| push.from));
    let mut choices = Vec::new();
    for &from in &froms {
        let ways: Vec<_> =
            pushes.iter().filter(|(_, push)| push.from == from).map(|&(_, push)| push_atom(w, time, push)).collect();
        choices.push((pos(Atom::Start { time: time + 1, cell: w.cell(from) }), ways));
    }
    let mut group = w.e.group(&ONE_PUSH, (time,));
    group.exactly_one(choices.iter().map(|&(start, _)| start));
    for (start, ways) in choices {
        group.equals_any(start, ways.iter().copied());
        group.at_most_one(ways);
    }
}

fn push(w: &mut Writer<'_>, time: u16, pushes: &[(usize, Push)]) {
    let mut clauses = Vec::new();
    for &(_, push) in pushes {
        let atom = push_atom(w, time, push);
        // Where there can be no box, there is none.
        clauses.push(w.box_at(time, push.from).map_or(vec![!atom], |full| vec![!atom, full]));
        clauses.extend(w.box_at(time + 1, push.from).map(|full| vec![!atom, !full]));
        clauses.extend(w.box_at(time, push.to).map(|full| vec![!atom, !full]));
        clauses.push(w.box_at(time + 1, push.to).map_or(vec![!atom], |full| vec![!atom, full]));
    }
    let mut group = w.e.group(&PUSH, (time,));
    for clause in clauses {
        group.clause(clause);
    }
}

fn frame(w: &mut Writer<'_>, time: u16, pushes: &[(usize, Push)]) {
    let mut clauses = Vec::new();
    for cell in 0..w.a.board.len() as u16 {
        let (before, after) = (w.box_at(time, cell), w.box_at(time + 1, cell));
        let leaving = pushes.iter().filter(|(_, push)| push.from == cell);
        let coming = pushes.iter().filter(|(_, push)| push.to == cell);
        if let Some(before) = before {
            let mut clause = vec![!before];
            clause.extend(after);
            clause.extend(leaving.map(|&(_, push)| push_atom(w, time, push)));
            clauses.push(clause);
        }
        if let Some(after) = after {
            let mut clause = vec![!after];
            clause.extend(before);
            clause.extend(coming.map(|&(_, push)| push_atom(w, time, push)));
            clauses.push(clause);
        }
    }
    let mut group = w.e.group(&FRAME, (time, time + 1));
    for clause in clauses {
        group.clause(clause);
    }
}

fn stand(w: &mut Writer<'_>, time: u16, pushes: &[(usize, Push)]) {
    let mut behind = Vec::new();
    for stand in distinct(pushes.iter().map(|(_, push)| push.stand)) {
        let ways: Vec<_> =
            pushes.iter().filter(|(_, push)| push.stand == stand).map(|&(_, push)| push_atom(w, time, push)).collect();
        behind.push((pos(Atom::End { time, cell: w.cell(stand) }), ways));
    }
    let mut group = w.e.group(&STAND, (time,));
    for (end, ways) in behind {
        group.equals_any(end, ways);
    }
}

/// The start or the end of the walk, where it may be there.
fn declared(w: &Writer<'_>, atom: Atom) -> Option<Literal<Atom>> {
    w.e.var(atom).map(|_| pos(atom))
}

fn walk(w: &mut Writer<'_>, time: u16) {
    let (mut free, mut ends, mut path) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..w.a.board.len() as u16 {
        let cell = w.cell(number);
        let on = pos(Atom::Walk { time, cell });
        let around: Vec<Literal<Atom>> =
            w.a.board.around(number).map(|next| pos(Atom::Walk { time, cell: w.cell(next) })).collect();
        free.extend(w.box_at(time, number).map(|full| vec![!on, !full]));
        let start = declared(w, Atom::Start { time, cell });
        let end = declared(w, Atom::End { time, cell });
        for (one, other) in [(start, end), (end, start)] {
            let Some(one) = one else { continue };
            ends.push(vec![!one, on]);
            let unless: Vec<_> = std::iter::once(!one).chain(other).collect();
            ends.push(unless.iter().copied().chain(around.iter().copied()).collect());
            for (place, &first) in around.iter().enumerate() {
                for &second in &around[place + 1..] {
                    ends.push(unless.iter().copied().chain([!first, !second]).collect());
                }
            }
        }
        // Of all neighbours but any one, one is on the path: two of all. Of any three, not all.
        let between: Vec<_> = std::iter::once(!on).chain(start).chain(end).collect();
        for without in 0..around.len() {
            let others = around.iter().enumerate().filter(|&(place, _)| place != without).map(|(_, &next)| next);
            path.push(between.iter().copied().chain(others).collect());
            if around.len() > 2 {
                let three = around.iter().enumerate().filter(|&(place, _)| around.len() == 3 || place != without);
                let three = three.map(|(_, &next)| !next);
                let clause: Vec<_> = std::iter::once(!on).chain(three).collect();
                if !path.contains(&clause) {
                    path.push(clause);
                }
            }
        }
    }
    for (rule, clauses) in [(&FREE, free), (&ENDS, ends), (&PATH, path)] {
        let mut group = w.e.group(rule, (time,));
        for clause in clauses {
            group.clause(clause);
        }
    }
}

fn deadlocks(w: &mut Writer<'_>, time: u16, pushes: &[(usize, Push)]) {
    let all = |w: &Writer<'_>, cells: &[u16]| -> Option<Vec<Literal<Atom>>> {
        cells.iter().map(|&cell| w.box_at(time, cell).map(|full| !full)).collect()
    };
    let known = &w.a.deadlocks;
    let mut pairs: Vec<_> = known.pairs.iter().filter_map(|cells| all(w, cells)).collect();
    if std::env::var("NOTRI").is_err() { pairs.extend(known.triples.iter().filter_map(|cells| all(w, cells))); }
    let squares: Vec<_> = known.squares.iter().filter_map(|cells| all(w, cells)).collect();
    let before = time - 1;
    let mut shut = Vec::new();
    let mut amounts = Vec::new();
    for (place, cells, waste) in &known.after {
        let Some(&(_, push)) = pushes.iter().find(|&(at, _)| at == place) else { continue };
        let Some(mut clause) = all(w, cells) else { continue };
        clause.push(!push_atom(w, before, push));
        if *waste < DEAD {
            let at_least = u16::from(*waste).min(MOST_WASTE);
            amounts.push(at_least);
            clause.push(pos(Atom::Ahead { time, at_least }));
        }
        shut.push(clause);
    }
    for &(place, push) in pushes {
        let alone = w.a.bound.as_ref().map_or(0, |b| b.waste_after[w.a.relaxed.moves[place].2]);
        if alone > 0 && alone < NEVER {
            let at_least = alone.min(u32::from(MOST_WASTE)) as u16;
            amounts.push(at_least);
            shut.push(vec![!push_atom(w, before, push), pos(Atom::Ahead { time, at_least })]);
        }
    }
    amounts.sort_unstable();
    amounts.dedup();
    for &at_least in &amounts { w.e.declare(Atom::Ahead { time, at_least }); }
    for pair in amounts.windows(2) {
        shut.push(vec![neg(Atom::Ahead { time, at_least: pair[1] }), pos(Atom::Ahead { time, at_least: pair[0] })]);
    }
    for &at_least in &amounts {
        let ahead = neg(Atom::Ahead { time, at_least });
        shut.push(vec![ahead, total(u32::from(at_least))]);
        for k in (1..=MOST_WASTE).take_while(|&k| w.e.var(Atom::Waste { time, at_least: k }).is_some()) {
            shut.push(vec![ahead, neg(Atom::Waste { time, at_least: k }), total(u32::from(at_least + k))]);
        }
    }
    for (rule, at, clauses) in [(&PAIR, time, pairs), (&SQUARE, time, squares), (&SHUT, before, shut)] {
        if clauses.is_empty() {
            continue;
        }
        let mut group = w.e.group(rule, (at,));
        for clause in clauses {
            group.clause(clause);
        }
    }
}

/// The most waste that is counted: plans much longer than the bound are the solver's own business.
pub(crate) const MOST_WASTE: u16 = 60;

fn total(at_least: u32) -> Literal<Atom> {
    pos(Atom::Total { at_least: at_least.min(u32::from(MOST_WASTE)) as u16 })
}

/// Counts the waste of the pushes up to a time.
fn waste(w: &mut Writer<'_>, time: u16, pushes: &[(usize, Push)]) {
    let Some(bound) = &w.a.bound else { return };
    let most = u32::from(MOST_WASTE);
    if time == 0 {
        for at_least in 1..=MOST_WASTE {
            w.e.declare(Atom::Total { at_least });
        }
    }
    let wasted = |place: usize| bound.waste[place].min(most);
    let mut amounts: Vec<u32> = pushes.iter().map(|&(place, _)| wasted(place)).filter(|&waste| waste > 0).collect();
    amounts.sort_unstable();
    amounts.dedup();
    for &amount in &amounts {
        w.e.declare(Atom::Wasted { time, at_least: amount as u16 });
    }
    let largest = amounts.last().copied().unwrap_or(0);
    let before = (1..=MOST_WASTE).take_while(|&k| time > 0 && w.e.var(Atom::Waste { time, at_least: k }).is_some()).count() as u32;
    let after = (before + largest).min(most);
    for at_least in 1..=after as u16 {
        w.e.declare(Atom::Waste { time: time + 1, at_least });
    }
    let through: Vec<_> = pushes
        .iter()
        .map(|&(place, push)| (push_atom(w, time, push), wasted(place), bound.waste_through[place].min(most)))
        .collect();
    let mut group = w.e.group(&WASTE, (time + 1,));
    let sum = |time: u16, at_least: u32| pos(Atom::Waste { time, at_least: at_least.min(most) as u16 });
    let single = |at_least: u32| pos(Atom::Wasted { time, at_least: at_least as u16 });
    if time == 0 {
        for k in 2..=most {
            group.implies([total(k)], [total(k - 1)]);
        }
    }
    for (atom, waste, through) in through {
        if waste > 0 {
            group.implies([atom], [single(waste)]);
        }
        if through > 0 {
            group.implies([atom], [total(through)]);
        }
    }
    for pair in amounts.windows(2) {
        group.implies([single(pair[1])], [single(pair[0])]);
    }
    for k in 1..=after {
        if k > 1 {
            group.implies([sum(time + 1, k)], [sum(time + 1, k - 1)]);
        }
        group.implies([sum(time + 1, k)], [total(k)]);
    }
    for k in 1..=before {
        group.implies([sum(time, k)], [sum(time + 1, k)]);
    }
    for &amount in &amounts {
        group.implies([single(amount)], [sum(time + 1, amount)]);
        for k in 1..=before {
            group.implies([sum(time, k), single(amount)], [sum(time + 1, k + amount)]);
        }
    }
}

/// What holds if the plan ends at a time: to be assumed, or made rules by [`goal`].
pub(crate) fn goal_literals(w: &Writer<'_>, steps: u16) -> Vec<Literal<Atom>> {
    let off_goal = (0..w.a.board.len() as u16).filter(|&cell| !w.a.board.is_goal[usize::from(cell)]);
    off_goal.filter_map(|cell| w.box_at(steps, cell)).map(|full| !full).collect()
}

/// The most that a plan of so many pushes wastes, as a literal; none if it does not matter.
pub(crate) fn waste_literal(w: &Writer<'_>, steps: u16) -> Option<Literal<Atom>> {
    let bound = w.a.bound.as_ref()?;
    let slack = u32::from(steps).checked_sub(bound.pushes)?;
    let atom = Atom::Total { at_least: u16::try_from(slack + 1).ok()? };
    w.e.var(atom).map(|_| neg(atom))
}

/// The plan ends at that time.
pub(crate) fn goal(w: &mut Writer<'_>, steps: u16) {
    if let Some(literal) = waste_literal(w, steps) {
        let slack = u32::from(steps) - w.a.bound.as_ref().map_or(0, |bound| bound.pushes);
        w.e.group(&BOUND, (steps, slack)).clause([literal]);
    }
    let literals = goal_literals(w, steps);
    let mut group = w.e.group(&GOAL, (steps,));
    for literal in literals {
        group.clause([literal]);
    }
}

/// Reads the pushes in their order; the walks between are the shortest.
pub(crate) fn decode(puzzle: &Sokoban, model: &Model<'_, Atom>) -> Result<Plan, Flaw> {
    let mut pushes: Vec<_> = model
        .true_atoms()
        .filter_map(|atom| match atom {
            Atom::Push { time, cell, direction } => Some((time, cell, direction)),
            _ => None,
        })
        .collect();
    pushes.sort_unstable();
    let mut game = Game::new(&puzzle.level);
    for (time, cell, direction) in pushes {
        let stand = puzzle.level.size.step(cell, direction.opposite());
        if !stand.is_some_and(|stand| game.walk_to(stand)) {
            return Err(Flaw::new(format!("the player can't walk to behind the box in {cell} at {time}")));
        }
        match game.step(direction) {
            Ok(true) => {}
            _ => return Err(Flaw::new(format!("the push of the box in {cell} at {time} can't be made"))),
        }
    }
    Ok(game.plan())
}

#[allow(unused)]
fn unused(_: Arg, _: &Encoding<Atom>) {}
