//! The names that people have for arguments, recognised by their shape: which constraints give something, and what was left of
//! them.
//!
//! T. Davis: The Mathematics of Sudoku, 2006, for locked candidates and chains; J. F. Crook: A pencil-and-paper algorithm for
//! solving Sudoku puzzles, Notices of the AMS 56(4), 2009, for sets.

mod chains;
mod graphs;
mod runs;

use std::collections::BTreeSet;

use jigsat_cnf::{Lit, rarely};
use jigsat_grid::Cell;
use jigsat_kit::{Subject, Unit};
use jigsat_solve::explain::{Argument, How, Line, Reason, Scale, Step, Term, is_seen};

use crate::puzzle_formula::PuzzleFormula;

pub(super) use chains::{Link, links};
pub(super) use graphs::LAST_WAY_OUT;

/// The names of the lines of a step's argument, the line that is the hardest to follow first. Its own name is `None` if it has none.
pub(crate) fn techniques(
    formula: &dyn PuzzleFormula,
    argument: &Argument,
    step: &Step,
    scale: &Scale,
) -> Vec<Option<String>> {
    if let ([], [Reason::Group(group)]) = (&argument.lines[..], &step.reasons[..]) {
        // The constraint states it outright.
        let how = How::Constraint(*group, Vec::new());
        let line = Line { how, premises: Vec::new(), gives: step.deduced.clone() };
        return vec![name_of(formula, &line, &BTreeSet::new(), scale)];
    }
    if let Some(names) = runs::name_of_all(formula, &argument.lines) {
        return names;
    }
    if let Some(pattern) = pattern(formula, &argument.all_lines(), scale) {
        return vec![Some(pattern)];
    }
    // What facts rule out directly is a part of the line that uses it, unless there is no other.
    let is_all_seen = argument.lines.iter().all(is_seen);
    let costs = scale.costs(formula.cnf(), &argument.lines);
    let mut ruled_out = BTreeSet::new();
    let mut named: Vec<((bool, u64), Option<String>)> = Vec::new();
    for (line, cost) in argument.lines.iter().zip(costs) {
        if is_all_seen || !is_seen(line) {
            // Several constraints are harder than one, however far one has to look for it.
            let is_of_several = !matches!(line.how, How::Constraint(..));
            named.push(((is_of_several, cost), name_of(formula, line, &ruled_out, scale)));
        }
        ruled_out.extend(line.gives.iter().map(|&lit| !lit));
    }
    rarely::sort_by_key(&mut named, |(cost, _)| std::cmp::Reverse(*cost));
    let mut names: Vec<Option<String>> = named.into_iter().map(|(_, name)| name).collect();
    names.dedup();
    names
}

/// The name of a line. The literals that are ruled out before it are those of earlier lines.
fn name_of(
    formula: &dyn PuzzleFormula,
    line: &Line,
    ruled_out: &BTreeSet<Lit>,
    scale: &Scale,
) -> Option<String> {
    match &line.how {
        How::Constraint(group, within) => of_constraint(formula, *group, within, line, scale),
        How::Sum { terms, with: None } => of_sum(formula, terms),
        How::Sum { terms, with: Some(_) } => {
            if line.gives.iter().all(|lit| lit.is_neg()) {
                return Some("innies and outies".into());
            }
            let total: i64 = terms.iter().map(|term| term.times.max(0)).sum();
            Some(if total == 45 { "the 45 rule".into() } else { format!("the rule of {total}") })
        }
        How::Suppose(lit, within) => chains::name(formula, *lit, within, ruled_out)
            .or_else(|| graphs::closing(formula, within).map(str::to_owned))
            .or_else(|| pattern_of_line(formula, line, scale))
            .or_else(|| of_contradiction(formula, within))
            .or_else(|| shape_of_supposition(within)),
        How::Search(_) => None,
    }
}

/// A single, or the name that the constraint's rule gives its deductions.
fn of_constraint(
    formula: &dyn PuzzleFormula,
    group: usize,
    within: &[usize],
    line: &Line,
    scale: &Scale,
) -> Option<String> {
    let [first, ..] = line.gives[..] else { return None };
    // A piece that lies on several places is no value of one.
    let is_of_place = scale.places.get(first.vidx()).is_some_and(Option::is_some);
    let is_single = line.gives.len() == 1 && first.is_pos() && is_of_place;
    let known = formula.cnf().group_at(group);
    if let Some(Subject::Runs(cells)) = formula.subject(group) {
        return runs::name(formula.cnf(), group, &cells, line).map(str::to_owned);
    }
    let name = match formula.unit(group) {
        Some(Unit::Place(_)) if is_single => "naked single",
        Some(Unit::Value { .. }) if is_single => "hidden single",
        _ if is_hidden_single(formula, group, line, scale) => "hidden single",
        // How many there are, and which of them can't be together.
        _ if !within.is_empty() && is_count(formula, group) => "counting",
        _ => match graphs::name(formula.cnf(), group, first) {
            Some(name) => name,
            None if formula.subject(group) == Some(Subject::Point) => {
                graphs::at_point(&line.premises, first.is_pos())
            }
            None => known.rule().technique(first.is_pos(), line.premises.is_empty())?,
        },
    };
    Some(name.to_owned())
}

/// Whether a constraint is about how many of some things are so.
fn is_count(formula: &dyn PuzzleFormula, group: usize) -> bool {
    let mut constraints = formula.cnf().group_at(group).constraints();
    constraints.next().is_some_and(|only| only.weights.is_none()) && constraints.next().is_none()
}

/// Whether a constraint about the values of some places leaves a value one place, because no other one takes it.
pub(super) fn is_hidden_single(
    formula: &dyn PuzzleFormula,
    group: usize,
    line: &Line,
    scale: &Scale,
) -> bool {
    let [given] = line.gives[..] else { return false };
    // What has a name of its own, such as a sum, is about more than one value.
    if formula.cnf().group_at(group).rule().technique(true, false).is_some() {
        return false;
    }
    let Some(own) = scale.takes(given.var()).filter(|&own| own != group && given.is_pos()) else {
        return false;
    };
    // Each other place is filled, or does not take it.
    let others: Option<BTreeSet<usize>> = line.premises.iter().map(|lit| scale.takes(lit.var())).collect();
    let others = others.unwrap_or_default();
    let places = formula.cells_of_group(group).len();
    places > 2 && !others.contains(&own) && others.len() == line.premises.len() && others.len() + 1 == places
}

/// The name of any other supposition: that it leads to a contradiction.
fn shape_of_supposition(within: &[Line]) -> Option<String> {
    let has = |fits: fn(&How) -> bool| within.iter().any(|line| fits(&line.how));
    if has(|how| matches!(how, How::Search(_))) {
        return None;
    }
    let is_nested = has(|how| matches!(how, How::Suppose(..)));
    Some(if is_nested { "nested contradiction" } else { "contradiction" }.to_owned())
}

/// The name of a supposition without others within it: that of the rule that it breaks, if its deductions have one name and
/// need more than one fact; otherwise that of the last clue of a loop on the way there, which can't be met.
fn of_contradiction(formula: &dyn PuzzleFormula, within: &[Line]) -> Option<String> {
    if within.iter().any(|line| !matches!(line.how, How::Constraint(..))) {
        return None;
    }
    let How::Constraint(group, _) = within.last()?.how else { return None };
    // That two things exclude each other has the name of what one of them does alone.
    let excludes_two = |group: usize| {
        let mut constraints = formula.cnf().group_at(group).constraints();
        let clauses = formula.cnf().group_at(group).clauses();
        constraints.next().is_some_and(|only| only.lits.len() == 2)
            || clauses.len() == 1 && formula.cnf().clauses()[clauses.start].len() == 2
    };
    if excludes_two(group) {
        let clue = |line: &Line| match line.how {
            How::Constraint(group, _) => unmet(formula, group),
            _ => None,
        };
        return within.iter().rev().find_map(clue);
    }
    let known = formula.cnf().group_at(group);
    if let Some(cut) = known.cut() {
        let (constraint, _) = formula.cnf().graphs().nth(cut.graph)?;
        return Some(graphs::broken(constraint.kind(), cut.witness.breach).to_owned());
    }
    if formula.subject(group) == Some(Subject::Point) {
        return Some("dead end or branch".into());
    }
    let rule = known.rule();
    let [holds, holds_not] = [true, false].map(|holds| rule.technique(holds, false));
    match holds.filter(|_| holds == holds_not) {
        Some(name) => Some(name.to_owned()),
        None => unmet(formula, group),
    }
}

/// The name of a clue of a loop that can't be met.
fn unmet(formula: &dyn PuzzleFormula, group: usize) -> Option<String> {
    let (_, clue) = clue_of_loop(formula, group)?;
    Some(format!("a {clue} that can't be met"))
}

/// The cell and the name of a clue that is about edges of a loop. Other clues beside each other, such as numbers that count
/// shaded cells, have no names that players share.
fn clue_of_loop(formula: &dyn PuzzleFormula, group: usize) -> Option<(Cell, String)> {
    match formula.subject(group)? {
        Subject::Clue(cell, clue) if graphs::is_about_loop(formula, group) => Some((cell, clue)),
        _ => None,
    }
}

/// Names for as many as there are, from one.
const SETS: [&str; 4] = ["single", "pair", "triple", "quad"];
const FISH: [&str; 4] = ["locked candidates", "X-wing", "swordfish", "jellyfish"];

/// Naked and hidden sets, locked candidates and fish: as many places as values, values as places, or lines as lines across.
fn of_sum(formula: &dyn PuzzleFormula, terms: &[Term]) -> Option<String> {
    let of = |sign: i64| terms.iter().filter(move |term| term.times.signum() == sign).map(|term| term.group);
    let units = |sign: i64| of(sign).map(|group| formula.unit(group)).collect::<Option<Vec<Unit>>>();
    let (own, other) = (units(-1)?, units(1)?);
    let are_places = |units: &[Unit]| units.iter().all(|unit| matches!(unit, Unit::Place(_)));
    let are_values = |units: &[Unit]| units.iter().all(|unit| matches!(unit, Unit::Value { .. }));
    let size = own.len();
    if are_places(&own) && are_values(&other) {
        return SETS.get(size - 1).map(|set| format!("naked {set}"));
    }
    if are_values(&own) && are_places(&other) {
        return SETS.get(size - 1).map(|set| format!("hidden {set}"));
    }
    if !are_values(&own) || !are_values(&other) {
        return None;
    }
    let lines = |sign: i64| of(sign).map(|group| Direction::of(formula, group)).collect::<Vec<_>>();
    let (own, other) = (lines(-1), lines(1));
    let all = |lines: &[Direction], wanted| lines.iter().all(|&line| line == wanted);
    match size {
        1 if own[0] == Direction::None && other[0] != Direction::None => {
            Some("locked candidates, pointing".into())
        }
        1 if own[0] != Direction::None && other[0] == Direction::None => {
            Some("locked candidates, claiming".into())
        }
        1 => Some(FISH[0].into()),
        _ if all(&own, Direction::None) || all(&other, Direction::None) => Some("multiple lines".into()),
        _ if all(&own, Direction::Row) && all(&other, Direction::Column)
            || all(&own, Direction::Column) && all(&other, Direction::Row) =>
        {
            FISH.get(size - 1).map(|&fish| fish.to_owned())
        }
        _ => None,
    }
}

/// How the cells of a constraint lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Row,
    Column,
    None,
}

impl Direction {
    fn of(formula: &dyn PuzzleFormula, group: usize) -> Self {
        let cells = formula.cells_of_group(group);
        let are_alike = |of: fn(&Cell) -> u16| cells.windows(2).all(|pair| of(&pair[0]) == of(&pair[1]));
        match (are_alike(|cell| cell.row), are_alike(|cell| cell.col)) {
            (true, false) => Direction::Row,
            (false, true) => Direction::Column,
            _ => Direction::None,
        }
    }
}

/// The name of a supposition that needs nothing but what one clue or a few always give.
fn pattern_of_line(formula: &dyn PuzzleFormula, line: &Line, scale: &Scale) -> Option<String> {
    let own = Argument { lines: vec![line.clone()] };
    pattern(formula, &own.all_lines(), scale)
}

/// What one clue of a loop, or two or three beside each other, always give, whatever else is known: a 3 in a corner, 3s side by
/// side.
fn pattern(formula: &dyn PuzzleFormula, lines: &[&Line], scale: &Scale) -> Option<String> {
    // Sums that cross have other names.
    if lines.iter().any(|line| line.gives.iter().any(|lit| scale.takes(lit.var()).is_some())) {
        return None;
    }
    let (mut clues, mut others) = (Vec::new(), BTreeSet::new());
    let mut given = BTreeSet::new();
    for line in lines {
        match &line.how {
            How::Constraint(group, within) => {
                for &group in &[&[*group], &within[..]].concat() {
                    match clue_of_loop(formula, group) {
                        Some(clue) => clues.push(clue),
                        None => drop(others.insert(group)),
                    }
                }
            }
            How::Suppose(lit, _) => drop(given.insert(*lit)),
            How::Sum { .. } | How::Search(_) => return None,
        }
        given.extend(&line.gives);
    }
    // Nothing else needs to be known.
    if lines.iter().any(|line| line.premises.iter().any(|lit| !given.contains(lit))) {
        return None;
    }
    rarely::sort(&mut clues);
    clues.dedup();
    match &clues[..] {
        [(cell, value)] => {
            let is_corner = |&group: &usize| formula.cells_of_group(group) == [*cell];
            others.iter().any(is_corner).then(|| format!("a {value} in a corner"))
        }
        [(cell, value), (other, other_value)] => {
            let how = match (cell.row.abs_diff(other.row), cell.col.abs_diff(other.col)) {
                (0, 1) | (1, 0) => ["side by side", "beside"],
                (1, 1) => ["on a diagonal", "diagonally beside"],
                _ => return None,
            };
            Some(if value == other_value {
                format!("{value}s {}", how[0])
            } else {
                format!("a {} {} a {}", value.max(other_value), how[1], value.min(other_value))
            })
        }
        [(one, value), (middle, of_middle), (other, of_other)] => {
            let step = |from: &Cell, to: &Cell| (to.row - from.row, i32::from(to.col) - i32::from(from.col));
            let is_run =
                step(one, middle) == step(middle, other) && [(0, 1), (1, 0)].contains(&step(one, middle));
            let are_alike = value == of_middle && value == of_other;
            (is_run && are_alike).then(|| format!("three {value}s in a row"))
        }
        _ => None,
    }
}
