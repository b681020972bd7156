//! Helpful facts that follow from the rules and the goal: deadlocks, and the waste of pushes.

use jigsat_cnf::{Literal, Rule, Stop, neg, pos};

use super::{Atom, Writer};
use crate::{Sokoban, board::Push, deadlock::After, patterns::DEAD, puzzle::Known, relaxed::NEVER};

const DEADLOCK: Rule = Rule::new(
    "deadlock",
    "at {0}, no two or three boxes are in places from which they cannot all reach goals",
)
.redundant();
const SQUARE: Rule = Rule::new(
    "deadlock-square",
    "at {0}, boxes and walls fill a 2x2 square only if all these boxes are on goals",
)
.redundant();
const AHEAD: Rule =
    Rule::new("ahead", "at {0}, boxes in each other's way waste pushes later or are a deadlock").redundant();
const WASTE: Rule = Rule::new("waste", "up to {0}, wasted pushes are counted").redundant();
const BOUND: Rule = Rule::new("bound", "a plan of {0} pushes wastes at most {1}").redundant();

/// No box is ever where a deadlock is certain.
pub(super) fn deadlocks(w: &mut Writer<'_>, time: u16) -> Result<(), Stop> {
    let Some(known) = w.deadlocks else { return Ok(()) };
    let mut dead: Vec<_> = known.pairs.iter().filter_map(|cells| w.not_all(time, cells)).collect();
    if let Some(triples) = w.triples {
        dead.extend(triples.dead.iter().filter_map(|cells| w.not_all(time, cells)));
    }
    let squares: Vec<_> = known.squares.iter().filter_map(|cells| w.not_all(time, cells)).collect();
    for (rule, clauses) in [(&DEADLOCK, dead), (&SQUARE, squares)] {
        if !clauses.is_empty() {
            w.clauses(rule, (time,), clauses)?;
        }
    }
    Ok(())
}

/// Maximum waste that is counted: plans much longer than the bound are left to the solver.
const MOST_WASTE: u16 = 60;

/// The maximum that a formula counts: one more than the plan may waste, if its number of steps is fixed.
pub(super) fn counted(puzzle: &Sokoban, pushes: u16) -> u16 {
    let Some(bound) = &puzzle.analysis().bound else { return 0 };
    if puzzle.known == Known::Rules {
        return 0;
    }
    if puzzle.is_open {
        return MOST_WASTE;
    }
    let slack = u32::from(pushes).checked_sub(bound.pushes);
    slack.map_or(0, |slack| (slack + 1).min(u32::from(MOST_WASTE)) as u16)
}

fn capped(most: u16, waste: u32) -> u16 {
    waste.min(u32::from(most)) as u16
}

fn total(most: u16, at_least: u16) -> Literal<Atom> {
    pos(Atom::Total { at_least: at_least.min(most) })
}

/// The known maximum waste at a time: the largest k with an atom `waste@time>=k`.
fn most_waste(w: &Writer<'_>, time: u16) -> u16 {
    (1..=w.counted).take_while(|&k| w.e.var(Atom::Waste { time, at_least: k }).is_some()).count() as u16
}

/// Nothing is wasted at time 0.
pub(super) fn begin(w: &mut Writer<'_>) -> Result<(), Stop> {
    let most = w.counted;
    for at_least in 1..=most {
        w.e.declare(Atom::Total { at_least })?;
    }
    let falling: Vec<_> = (2..=most).map(|k| vec![!total(most, k), total(most, k - 1)]).collect();
    if !falling.is_empty() {
        w.clauses(&WASTE, (0_u16,), falling)?;
    }
    Ok(())
}

/// A push that may happen: its place in the list of all pushes, the push, and its atom.
pub(super) type Possible = (usize, Push, Literal<Atom>);

/// Counts the waste of the pushes up to `time + 1`, including that of boxes in each other's way.
pub(super) fn waste(w: &mut Writer<'_>, time: u16, pushes: &[Possible]) -> Result<(), Stop> {
    let Some(bound) = &w.a.bound else { return Ok(()) };
    let most = w.counted;
    if most == 0 {
        return Ok(());
    }
    let wasted = |place: usize| capped(most, bound.waste[place]);
    let amounts = distinct(pushes.iter().map(|&(place, _, _)| wasted(place)));
    for &at_least in &amounts {
        w.e.declare(Atom::Wasted { time, at_least })?;
    }
    let before = most_waste(w, time);
    let after = (before + amounts.last().copied().unwrap_or(0)).min(most);
    for at_least in 1..=after {
        w.e.declare(Atom::Waste { time: time + 1, at_least })?;
    }
    let sum = |time: u16, at_least: u16| pos(Atom::Waste { time, at_least: at_least.min(most) });
    let single = |at_least: u16| pos(Atom::Wasted { time, at_least });
    let mut clauses = Vec::new();
    for &(place, _, push) in pushes {
        if wasted(place) > 0 {
            clauses.push(vec![!push, single(wasted(place))]);
        }
        if bound.waste_through[place] > 0 && !w.for_proofs {
            clauses.push(vec![!push, total(most, capped(most, bound.waste_through[place]))]);
        }
    }
    for pair in amounts.windows(2) {
        clauses.push(vec![!single(pair[1]), single(pair[0])]);
    }
    for k in 1..=after {
        if k > 1 {
            clauses.push(vec![!sum(time + 1, k), sum(time + 1, k - 1)]);
        }
        clauses.push(vec![!sum(time + 1, k), total(most, k)]);
    }
    for k in 1..=before {
        clauses.push(vec![!sum(time, k), sum(time + 1, k)]);
    }
    for &amount in &amounts {
        clauses.push(vec![!single(amount), sum(time + 1, amount)]);
        clauses.extend((1..=before).map(|k| vec![!sum(time, k), !single(amount), sum(time + 1, k + amount)]));
    }
    w.clauses(&WASTE, (time + 1,), clauses)?;
    if !w.for_proofs {
        ahead(w, time, pushes)?;
    }
    Ok(())
}

/// The minimum waste after a push: by its box alone, by it and another, by it and two others.
fn ahead(w: &mut Writer<'_>, time: u16, pushes: &[Possible]) -> Result<(), Stop> {
    let (after, most) = (time + 1, w.counted);
    let mut by_place = vec![None; w.a.relaxed.moves.len()];
    let mut clauses = Vec::new();
    let mut amounts = Vec::new();
    let at_least = |waste: u32| pos(Atom::Ahead { time: after, at_least: capped(most, waste) });
    for &(place, _, push) in pushes {
        by_place[place] = Some(push);
        let alone = w.a.bound.as_ref().map_or(0, |bound| bound.waste_after[w.a.relaxed.moves[place].2]);
        if alone > 0 && alone != NEVER {
            amounts.push(capped(most, alone));
            clauses.push(vec![!push, at_least(alone)]);
        }
    }
    let pairs = w.deadlocks.map(|known| &known.after);
    let triples = w.triples.map(|known| &known.after);
    for After { push, others, waste } in pairs.into_iter().chain(triples).flatten() {
        let Some(push) = by_place[*push] else { continue };
        let Some(mut clause) = w.not_all(after, others) else { continue };
        clause.push(!push);
        if *waste != DEAD {
            amounts.push(capped(most, u32::from(*waste)));
            clause.push(at_least(u32::from(*waste)));
        }
        clauses.push(clause);
    }
    let amounts = distinct(amounts.into_iter());
    for &at_least in &amounts {
        w.e.declare(Atom::Ahead { time: after, at_least })?;
    }
    for pair in amounts.windows(2) {
        clauses.push(vec![!at_least(u32::from(pair[1])), at_least(u32::from(pair[0]))]);
    }
    for &amount in &amounts {
        let ahead = at_least(u32::from(amount));
        clauses.push(vec![!ahead, total(most, amount)]);
        let so_far = (1..=most_waste(w, after)).map(|k| (k, neg(Atom::Waste { time: after, at_least: k })));
        clauses.extend(so_far.map(|(k, less)| vec![!ahead, less, total(most, amount + k)]));
    }
    if !clauses.is_empty() {
        w.clauses(&AHEAD, (after,), clauses)?;
    }
    Ok(())
}

fn distinct(amounts: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut amounts: Vec<u16> = amounts.filter(|&amount| amount > 0).collect();
    amounts.sort_unstable();
    amounts.dedup();
    amounts
}

/// The maximum waste of a plan with this many pushes, as a literal; `None` if that is no restriction.
pub(super) fn slack(w: &Writer<'_>, pushes: u16) -> Option<Literal<Atom>> {
    let bound = w.a.bound.as_ref()?;
    let slack = u16::try_from(u32::from(pushes).checked_sub(bound.pushes)?).ok()?;
    (slack < w.counted)
        .then(|| neg(Atom::Total { at_least: slack + 1 }))
        .filter(|_| w.declared(Atom::Total { at_least: 1 }).is_some())
}

/// States that a plan has this many pushes.
pub(super) fn bound(w: &mut Writer<'_>, pushes: u16) -> Result<(), Stop> {
    if let (Some(literal), Some(bound)) = (slack(w, pushes), &w.a.bound) {
        let args = (pushes, u32::from(pushes) - bound.pushes);
        w.e.group(&BOUND, args)?.clause([literal]);
    }
    Ok(())
}
