//! Makes an argument: what single constraints give, round by round; sums where that is not enough; and where those are
//! not, suppositions, which are contradicted in the same way.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::{Cnf, Lit, Var, rarely};
use rustc_hash::FxHashMap;

use super::{
    Argument, How, Line,
    alone::Alone,
    facts_and_rules, is_seen,
    sums::{self, MOST},
    totals::Totals,
    trail::{Trail, Why},
};
use crate::{
    Error, Limits,
    explain::{Reason, Scale},
};

/// Lines, and what they use from before.
type Way = (Vec<Line>, Vec<Lit>);

/// How many questions constraints are asked, approximately, before a search takes the place of an argument.
const BUDGET: u64 = 6_000;

/// The same for an argument without suppositions, for which all constraints are asked.
const FORWARD: u64 = 20_000;

/// The same for an argument that takes the place of another one, if it is shorter.
const SHORTER: u64 = 1_500;

/// The number of literals that follow first of which the one with the easiest argument is told.
const FIRST: usize = 12;

/// An argument that costs no more is not shortened.
const SHORT: u64 = 40;

/// The number of constraints that are left out of an argument, one after the other, to see whether the others are enough.
const TRIES: usize = 20;

/// How deep suppositions are nested at most.
const DEEPEST: u32 = 4;

/// The number of contradictions of a round of which the one with the shortest way there is told.
const CONTRADICTIONS: usize = 4;

struct Maker<'m> {
    e: &'m Cnf,
    alone: Vec<Alone>,
    /// The constraints of each variable, by their places.
    of: FxHashMap<Var, Vec<usize>>,
    trail: Trail,
    totals: Totals,
    left: u64,
    scale: &'m Scale,
    limits: &'m Limits,
}

/// An argument for the first of some literals, and those that it gives; if there are none, for a contradiction. It uses these
/// reasons only, and that places take one value.
pub(super) fn argument(
    e: &Cnf,
    deduced: &[Lit],
    reasons: &[Reason],
    scale: &Scale,
    limits: &Limits,
) -> Result<(Argument, Vec<Lit>), Error> {
    let (mut stated, rules) = facts_and_rules(e, reasons);
    stated.sort_unstable();
    stated.dedup();
    let all = [&rules[..], &scale.taken_for_granted(e, &rules)].concat();
    let mut maker = Maker::new(e, &all, &stated, scale, limits)?;
    let all: Vec<usize> = (0..maker.alone.len()).collect();
    let mut conflicts = maker.propagate(all)?;
    // All reasons are needed, so all of them are what was searched.
    let search = |lit: Option<Lit>| Line {
        how: How::Search(rules.clone()),
        premises: stated.clone(),
        gives: lit.into_iter().collect(),
    };
    let Some(&target) = deduced.first() else {
        if conflicts.is_empty() {
            conflicts = maker.contradict(0, DEEPEST)?;
        }
        let lines = if conflicts.is_empty() { vec![search(None)] } else { maker.shortest(&conflicts, 1)?.0 };
        return Ok((Argument { lines }, Vec::new()));
    };
    if maker.trail.value(target).is_none() && !maker.conclude(target)? {
        maker.learn(&search(Some(target)))?;
    }
    let given: Vec<Lit> =
        deduced.iter().copied().filter(|&lit| maker.trail.value(lit) == Some(true)).collect();
    let (lines, _) = maker.lines(&given, None, 1)?;
    Ok((Argument { lines }, given))
}

/// An argument for a literal by supposing its opposite, with one more supposition within that at most; `None` if there is none, or
/// if it takes more questions than a few.
///
/// # Errors
///
/// As [`Argument::of`].
pub(in crate::explain) fn by_supposing(
    e: &Cnf,
    lit: Lit,
    facts: &[Lit],
    rules: &[usize],
    scale: &Scale,
    limits: &Limits,
) -> Result<Option<Argument>, Error> {
    let mut maker = Maker::new(e, rules, facts, scale, limits)?;
    maker.left = SHORTER;
    let all: Vec<usize> = (0..maker.alone.len()).collect();
    if !maker.propagate(all)?.is_empty() {
        return Ok(None);
    }
    for depth in 0..=1 {
        if maker.trail.value(lit).is_some() {
            break;
        }
        if let Some(line) = maker.refute(!lit, depth)? {
            maker.learn(&line)?;
        }
    }
    if maker.trail.value(lit) != Some(true) {
        return Ok(None);
    }
    let (lines, _) = maker.lines(&[lit], None, 1)?;
    Ok(Some(Argument { lines }))
}

/// The easiest argument, without suppositions, for one of some literals, from facts and constraints by their places: what
/// constraints rule out, one by one, until one of these literals is left. Returns it with those that it gives; `None` if none
/// of them follows in this way.
///
/// # Errors
///
/// As [`Argument::of`].
pub(in crate::explain) fn forward(
    e: &Cnf,
    wanted: &[Lit],
    facts: &[Lit],
    rules: &[usize],
    scale: &Scale,
    limits: &Limits,
) -> Result<Option<(Argument, Vec<Lit>)>, Error> {
    let mut maker = Maker::new(e, rules, facts, scale, limits)?;
    maker.left = FORWARD;
    let all: Vec<usize> = (0..maker.alone.len()).collect();
    if !maker.propagate(all)?.is_empty() {
        return Ok(None);
    }
    let is_there = |maker: &Maker<'_>| wanted.iter().any(|&lit| maker.trail.value(lit) == Some(true));
    if !is_there(&maker) && !maker.add_up(wanted)? {
        return Ok(None);
    }
    let mut found: Vec<(u32, Lit)> = wanted
        .iter()
        .filter(|&&lit| maker.trail.value(lit) == Some(true))
        .map(|&lit| (maker.trail.entry(lit).round, lit))
        .collect();
    rarely::sort(&mut found);
    let mut easiest: Option<(u64, Lit, Vec<Line>)> = None;
    for &(_, lit) in found.iter().take(FIRST) {
        let (lines, _) = maker.lines(&[lit], None, 1)?;
        let cost = maker.cost(&lines);
        if easiest.as_ref().is_none_or(|(least, ..)| cost < *least) {
            easiest = Some((cost, lit, lines));
        }
    }
    let easiest = match easiest {
        Some((cost, lit, lines)) => Some((lit, shorten(e, lit, lines, cost, facts, scale, limits)?)),
        None => None,
    };
    Ok(easiest.map(|(lit, lines)| {
        let given = |wanted: &&Lit| lines.iter().any(|line| line.gives.contains(wanted));
        let others = wanted.iter().filter(|&&other| other != lit).filter(given).copied();
        let given = std::iter::once(lit).chain(others).collect();
        (Argument { lines }, given)
    }))
}

/// Leaves constraints out of an argument for a literal, one after the other, where the others make an easier one: the way that
/// was found first may be a detour.
fn shorten(
    e: &Cnf,
    lit: Lit,
    mut lines: Vec<Line>,
    mut cost: u64,
    facts: &[Lit],
    scale: &Scale,
    limits: &Limits,
) -> Result<Vec<Line>, Error> {
    let mut tried: BTreeSet<usize> = BTreeSet::new();
    while cost > SHORT && tried.len() < TRIES {
        let rules = groups_of(&lines);
        // What is seen at a glance is no detour.
        let main: Vec<Line> = lines.iter().filter(|line| !is_seen(line)).cloned().collect();
        let Some(without) = groups_of(&main).into_iter().find(|group| !tried.contains(group)) else { break };
        tried.insert(without);
        let rest: Vec<usize> = rules.into_iter().filter(|&group| group != without).collect();
        let mut maker = Maker::new(e, &rest, facts, scale, limits)?;
        let all: Vec<usize> = (0..maker.alone.len()).collect();
        if !maker.propagate(all)?.is_empty()
            || maker.trail.value(lit) != Some(true) && !maker.add_up(&[lit])?
        {
            continue;
        }
        let (shorter, _) = maker.lines(&[lit], None, 1)?;
        let less = maker.cost(&shorter);
        if less < cost {
            (lines, cost) = (shorter, less);
        }
    }
    Ok(lines)
}

/// The constraints of some lines.
fn groups_of(lines: &[Line]) -> Vec<usize> {
    let reasons = Argument { lines: lines.to_vec() }.reasons();
    let groups = reasons.into_iter().filter_map(|reason| match reason {
        Reason::Group(group) => Some(group),
        Reason::Fact(_) => None,
    });
    let groups: BTreeSet<usize> = groups.collect();
    groups.into_iter().collect()
}

impl<'m> Maker<'m> {
    /// Knows these facts, and these groups as constraints.
    fn new(
        e: &'m Cnf,
        rules: &[usize],
        facts: &[Lit],
        scale: &'m Scale,
        limits: &'m Limits,
    ) -> Result<Self, Error> {
        let of_group = |group: usize| -> BTreeSet<Var> {
            let clauses = e.group_at(group).clauses();
            clauses.flat_map(|place| e.clauses()[place].iter()).map(|lit| lit.var()).collect()
        };
        let variables: Vec<BTreeSet<Var>> = rules.iter().map(|&group| of_group(group)).collect();
        let mut uses: FxHashMap<Var, usize> = FxHashMap::default();
        variables.iter().flatten().for_each(|&var| *uses.entry(var).or_default() += 1);
        let is_named = |var: Var| !e.is_auxiliary(var) || uses.get(&var).is_some_and(|&uses| uses > 1);
        let mut alone: Vec<Alone> = Vec::new();
        for (place, &group) in rules.iter().enumerate() {
            let by_itself = Alone::new(e, &[group], is_named)?;
            // What is about a part of a clue makes it say more: that digits of a sum differ, that shaded cells of a room
            // don't touch.
            let within: Vec<usize> = if by_itself.gains_from_parts() {
                let is_within =
                    |&other: &usize| other != place && variables[other].is_subset(&variables[place]);
                (0..rules.len()).filter(is_within).map(|other| rules[other]).collect()
            } else {
                Vec::new()
            };
            if within.is_empty() || by_itself.count().is_some() {
                alone.push(by_itself);
            }
            if !within.is_empty() {
                let groups: Vec<usize> = std::iter::once(group).chain(within).collect();
                alone.push(Alone::new(e, &groups, is_named)?);
            }
        }
        let mut of: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
        for (place, alone) in alone.iter().enumerate() {
            alone.variables.iter().for_each(|&var| of.entry(var).or_default().push(place));
        }
        let trail = Trail::default();
        let totals = Totals::new(e, rules.iter().copied())?;
        let mut maker = Maker { e, alone, of, trail, totals, left: BUDGET, scale, limits };
        for &fact in facts {
            maker.trail.push(fact, Why::Assumed);
        }
        Ok(maker)
    }
}

impl Maker<'_> {
    /// Finds an argument for a literal by sums or by supposing its opposite, whichever is easier to follow. Returns
    /// whether there is one within the budget.
    fn conclude(&mut self, target: Lit) -> Result<bool, Error> {
        let (place, round) = (self.trail.len(), self.trail.now());
        let by_sums = if self.add_up(&[target])? {
            let (lines, _) = self.lines(&[target], None, 1)?;
            Some(self.cost(&lines))
        } else {
            None
        };
        let weights = &self.scale.weights;
        if by_sums.is_some_and(|cost| cost <= weights.suppose + 3 * weights.line) {
            return Ok(true);
        }
        self.trail.undo(place, round);
        let mut supposed = None;
        for depth in 0..=DEEPEST {
            supposed = self.refute(!target, depth)?;
            if supposed.is_some() || self.left == 0 || by_sums.is_some() {
                break;
            }
        }
        let by_supposing = match &supposed {
            Some(line) => {
                let (mut lines, _) = self.lines(&line.premises, None, 1)?;
                lines.push(line.clone());
                Some(self.cost(&lines))
            }
            None => None,
        };
        match (by_sums, by_supposing, supposed) {
            (Some(sums), Some(supposing), _) if sums <= supposing => self.add_up(&[target]),
            (Some(_), None, _) => self.add_up(&[target]),
            (_, _, Some(line)) => self.learn(&line),
            _ => Ok(false),
        }
    }

    fn cost(&self, lines: &[Line]) -> u64 {
        self.scale.costs(self.e, lines).iter().sum()
    }

    /// Takes over what a line gives, and what follows.
    fn learn(&mut self, line: &Line) -> Result<bool, Error> {
        let place = self.trail.len();
        self.trail.next_round();
        for &lit in &line.gives {
            self.trail.push(lit, Why::Line(Box::new(line.clone())));
        }
        let touched = self.touched(place);
        self.propagate(touched)?;
        Ok(true)
    }

    /// Adds constraints up, the smallest sums first, until one of the literals follows. Returns whether one does.
    fn add_up(&mut self, wanted: &[Lit]) -> Result<bool, Error> {
        let mut size = 1;
        while size <= MOST {
            let mut found = sums::find(&self.alone, &self.trail, size, self.limits)?;
            found.extend(self.totals.find(self.e, |lit| self.trail.value(lit))?);
            if size == 2 {
                found.extend(self.totals.find_around(self.e, &|lit| self.trail.value(lit))?);
            }
            if found.is_empty() {
                size += 1;
                continue;
            }
            let place = self.trail.len();
            self.trail.next_round();
            for line in found {
                for &lit in &line.gives {
                    self.trail.push(lit, Why::Line(Box::new(line.clone())));
                }
            }
            let touched = self.touched(place);
            let conflicts = self.propagate(touched)?;
            if let Some(holds) = wanted.iter().find_map(|&lit| self.trail.value(lit)) {
                return Ok(holds);
            }
            if !conflicts.is_empty() {
                return Ok(false);
            }
            size = 1;
        }
        Ok(false)
    }

    /// The constraints of the literals since a place.
    fn touched(&self, place: usize) -> Vec<usize> {
        let of = self.trail.since(place).filter_map(|lit| self.of.get(&lit.var())).flatten();
        let touched: BTreeSet<usize> = of.copied().collect();
        touched.into_iter().collect()
    }

    /// Lets single constraints give what they can, at first these. Returns those that are contradicted.
    fn propagate(&mut self, mut touched: Vec<usize>) -> Result<Vec<usize>, Error> {
        while !touched.is_empty() && self.left > 0 {
            let mut found: BTreeMap<Lit, Vec<usize>> = BTreeMap::new();
            let mut conflicts = Vec::new();
            for place in touched {
                self.e.interrupt().step(self.alone[place].variables.len())?;
                let followed = self.alone[place].follow(&self.trail, self.limits)?;
                self.left = self.left.saturating_sub(self.alone[place].take_effort());
                match followed {
                    Some(lits) => lits.into_iter().for_each(|lit| found.entry(lit).or_default().push(place)),
                    None => conflicts.push(place),
                }
            }
            let before = self.trail.len();
            self.trail.next_round();
            if !conflicts.is_empty() {
                return Ok(conflicts);
            }
            for (lit, by) in found {
                self.trail.push(lit, Why::By(by));
            }
            touched = self.touched(before);
        }
        Ok(Vec::new())
    }

    /// Supposes a literal. If that leads to a contradiction, returns the line that says so.
    fn refute(&mut self, lit: Lit, depth: u32) -> Result<Option<Line>, Error> {
        let (place, round) = (self.trail.len(), self.trail.now());
        self.trail.next_round();
        let since = self.trail.now();
        self.trail.push(lit, Why::Assumed);
        let conflicts = self.contradict(place, depth)?;
        let line = if conflicts.is_empty() {
            None
        } else {
            let (lines, premises) = self.shortest(&conflicts, since)?;
            Some(Line { how: How::Suppose(lit, lines), premises, gives: vec![!lit] })
        };
        self.trail.undo(place, round);
        Ok(line)
    }

    /// Goes on from the literals since a place to a contradiction, with suppositions that are nested this deep at most.
    fn contradict(&mut self, place: usize, depth: u32) -> Result<Vec<usize>, Error> {
        let mut from = place;
        loop {
            let touched = self.touched(from);
            let conflicts = self.propagate(touched)?;
            if !conflicts.is_empty() {
                return Ok(conflicts);
            }
            from = self.trail.len();
            let mut line = None;
            for inner in 0..depth {
                line = self.easiest(inner)?;
                if line.is_some() || self.left == 0 {
                    break;
                }
            }
            let Some(line) = line else { return Ok(Vec::new()) };
            self.trail.next_round();
            self.trail.push(line.gives[0], Why::Line(Box::new(line)));
        }
    }

    /// The supposition whose contradiction is the easiest to follow.
    fn easiest(&mut self, depth: u32) -> Result<Option<Line>, Error> {
        let open: BTreeSet<Var> = self.of.keys().copied().collect();
        let mut easiest: Option<(u64, Line)> = None;
        for var in open {
            for lit in [var.pos_lit(), var.neg_lit()] {
                if self.left == 0 || self.trail.value(lit).is_some() {
                    continue;
                }
                if let Some(line) = self.refute(lit, depth)? {
                    let cost = self.cost(std::slice::from_ref(&line));
                    if easiest.as_ref().is_none_or(|(least, _)| cost < *least) {
                        easiest = Some((cost, line));
                    }
                }
            }
        }
        Ok(easiest.map(|(_, line)| line))
    }

    /// The lines to the contradiction that is the easiest to follow, and what they use from before.
    fn shortest(&mut self, conflicts: &[usize], since: u32) -> Result<Way, Error> {
        let mut shortest: Option<(u64, Way)> = None;
        for &place in conflicts.iter().take(CONTRADICTIONS) {
            let found = self.lines(&[], Some(place), since)?;
            let cost = self.cost(&found.0);
            if shortest.as_ref().is_none_or(|(least, _)| cost < *least) {
                shortest = Some((cost, found));
            }
        }
        Ok(shortest.map(|(_, found)| found).unwrap_or_default())
    }

    /// The lines since a round to some literals, or to the contradiction of a constraint, and what they use from before.
    fn lines(&mut self, goal: &[Lit], contradicted: Option<usize>, since: u32) -> Result<Way, Error> {
        let mut lines: Vec<Line> = Vec::new();
        let mut needed: BTreeSet<(u32, Lit)> = BTreeSet::new();
        let need = |needed: &mut BTreeSet<(u32, Lit)>, trail: &Trail, lits: &[Lit]| {
            needed.extend(lits.iter().map(|&lit| (trail.entry(lit).round, lit)));
        };
        need(&mut needed, &self.trail, goal);
        if let Some(place) = contradicted {
            let now = self.trail.now();
            let (within, premises) = self.alone[place].premises(None, now, &self.trail, self.limits)?;
            self.left = self.left.saturating_sub(self.alone[place].take_effort());
            need(&mut needed, &self.trail, &premises);
            let how = How::Constraint(self.alone[place].group, within);
            lines.push(Line { how, premises, gives: Vec::new() });
        }
        while let Some(&(round, _)) = needed.last().filter(|(round, _)| *round >= since) {
            let of_round = needed.split_off(&(round, Lit::new(0, false)));
            let mut by: BTreeMap<Lit, Vec<usize>> = BTreeMap::new();
            let first = lines.len();
            for (_, lit) in of_round {
                match &self.trail.entry(lit).why {
                    Why::Assumed => {}
                    Why::By(places) => drop(by.insert(lit, places.clone())),
                    Why::Line(line) => join(&mut lines, first, line.how.clone(), line.premises.clone(), lit),
                }
            }
            while !by.is_empty() {
                // The constraint that gives most of what is left; of several, the first.
                let mut gains: BTreeMap<usize, usize> = BTreeMap::new();
                by.values().flatten().for_each(|&place| *gains.entry(place).or_default() += 1);
                let best = gains.into_iter().max_by_key(|&(place, gain)| (gain, std::cmp::Reverse(place)));
                let Some((best, _)) = best else { break };
                let given: Vec<Lit> =
                    by.iter().filter(|(_, places)| places.contains(&best)).map(|(&lit, _)| lit).collect();
                for lit in given {
                    by.remove(&lit);
                    let alone = &mut self.alone[best];
                    let (within, premises) = alone.premises(Some(lit), round, &self.trail, self.limits)?;
                    self.left = self.left.saturating_sub(alone.take_effort());
                    join(&mut lines, first, How::Constraint(alone.group, within), premises, lit);
                }
            }
            for line in &lines[first..] {
                need(&mut needed, &self.trail, &line.premises);
            }
        }
        lines.reverse();
        Ok((lines, needed.into_iter().map(|(_, lit)| lit).collect()))
    }
}

/// Adds what a line gives to the same line, if it is there since a place.
fn join(lines: &mut Vec<Line>, first: usize, how: How, premises: Vec<Lit>, gives: Lit) {
    match lines[first..].iter_mut().find(|line| line.how == how && line.premises == premises) {
        Some(line) => line.gives.push(gives),
        None => lines.push(Line { how, premises, gives: vec![gives] }),
    }
}
