//! Verifies arguments line by line. It shares no code with what makes them: it asks a fresh solver for each constraint,
//! and adds constraints up itself.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::{
    Bound, Cnf, Constraint, Lit, Var,
    graph::{Cut, justify},
};

use super::{Argument, How, Line, Term};
use crate::{Error, Limits, Solver, Verdict};

/// What is wrong with an argument.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the argument: {what}")]
pub struct Flaw {
    /// The number of the line, from 1, among all lines in reading order; those of what is supposed come before the line
    /// that supposes it.
    pub line: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// Verifies the arguments of the steps of one explanation.
pub struct Verifier {
    known: BTreeSet<Lit>,
    limits: Limits,
}

/// Why reading ends before the last line.
enum Ended {
    /// A line is wrong.
    Flaw(Flaw),
    /// A solver failed, or a limit was reached.
    Failed(Error),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Ended::Failed(error)
    }
}

impl Verifier {
    /// Starts with what the formula states outright, and these literals.
    #[must_use]
    pub fn new(e: &Cnf, known: &[Lit], limits: &Limits) -> Self {
        let mut known: BTreeSet<Lit> = known.iter().copied().collect();
        // A cut is no statement: it must be justified.
        for group in e.groups().filter(|group| group.cut().is_none()) {
            known.extend(group.clauses().filter_map(|place| match e.clauses()[place][..] {
                [lit] => Some(lit),
                _ => None,
            }));
        }
        Verifier { known, limits: limits.clone() }
    }

    /// Verifies that these literals follow by this argument from what is known; they are known from then on. If there are
    /// none, it must end with a contradiction. Returns what is wrong, if something is.
    ///
    /// # Errors
    ///
    /// Errors of the solver, and [`Error::Stopped`] if a limit was reached first.
    pub fn verify(&mut self, e: &Cnf, argument: &Argument, deduced: &[Lit]) -> Result<Option<Flaw>, Error> {
        let mut reader = Reader { e, line: 0, limits: &self.limits };
        let mut there = self.known.clone();
        let ends = match reader.lines(&argument.lines, &mut there) {
            Ok(ends) => ends,
            Err(Ended::Flaw(flaw)) => return Ok(Some(flaw)),
            Err(Ended::Failed(error)) => return Err(error),
        };
        let verified = if deduced.is_empty() { ends } else { deduced.iter().all(|lit| there.contains(lit)) };
        if !verified {
            return Ok(Some(reader.flaw("what is deduced does not follow from the lines")));
        }
        self.known.extend(deduced);
        Ok(None)
    }
}

struct Reader<'r> {
    e: &'r Cnf,
    line: usize,
    limits: &'r Limits,
}

impl Reader<'_> {
    fn flaw(&self, what: &'static str) -> Flaw {
        Flaw { line: self.line, what }
    }

    fn wrong<T>(&self, what: &'static str) -> Result<T, Ended> {
        Err(Ended::Flaw(self.flaw(what)))
    }

    /// Reads lines in turn, and adds what they give. Returns whether they end with a contradiction.
    fn lines(&mut self, lines: &[Line], there: &mut BTreeSet<Lit>) -> Result<bool, Ended> {
        for (place, line) in lines.iter().enumerate() {
            self.read(line, there)?;
            if line.gives.is_empty() {
                let is_last = place + 1 == lines.len();
                return if is_last { Ok(true) } else { self.wrong("it goes on after a contradiction") };
            }
            there.extend(&line.gives);
        }
        Ok(false)
    }

    fn read(&mut self, line: &Line, there: &BTreeSet<Lit>) -> Result<(), Ended> {
        if let How::Suppose(supposed, within) = &line.how {
            // Only the premises can be used inside.
            let mut inside: BTreeSet<Lit> = line.premises.iter().copied().chain([*supposed]).collect();
            if !self.lines(within, &mut inside)? {
                return self.wrong("what is supposed is not contradicted");
            }
        }
        self.line += 1;
        if !line.premises.iter().all(|lit| there.contains(lit)) {
            return self.wrong("it uses what is not known");
        }
        let follows = match &line.how {
            How::Constraint(group, within) => {
                let within_it = within.iter().all(|&other| self.is_within(other, *group));
                within_it && self.follows(&[&[*group], &within[..]].concat(), line)?
            }
            How::Search(groups) => self.follows(groups, line)?,
            How::Sum { terms, with } => self.adds_up(terms, *with, line),
            How::Suppose(supposed, _) => line.gives == [!*supposed],
        };
        if follows { Ok(()) } else { self.wrong("it does not follow") }
    }

    /// Whether a group is about nothing but a part of another one.
    fn is_within(&self, group: usize, of: usize) -> bool {
        let variables = |group: usize| -> BTreeSet<Var> {
            let clauses = self.e.group_at(group).clauses();
            clauses.flat_map(|place| self.e.clauses()[place].iter().map(|lit| lit.var())).collect()
        };
        group.max(of) < self.e.group_count() && variables(group).is_subset(&variables(of))
    }

    /// Whether the clauses of these groups and the premises imply what the line gives.
    fn follows(&self, groups: &[usize], line: &Line) -> Result<bool, Error> {
        let mut sat = Solver::Batsat.start()?;
        for &group in groups {
            if group >= self.e.group_count() {
                return Ok(false);
            }
            let group = self.e.group_at(group);
            if let Some(cut) = group.cut() {
                // A cut counts only if it follows from its constraint.
                let Some((constraint, _)) = self.e.graphs().nth(cut.graph) else { return Ok(false) };
                let clause = self.e.clauses()[group.clauses().start].to_vec();
                if !justify(constraint, &Cut { clause, witness: cut.witness.clone() }) {
                    return Ok(false);
                }
            }
            for place in group.clauses() {
                sat.add(&self.e.clauses()[place])?;
            }
        }
        let wrong: Vec<Option<Lit>> = match &line.gives[..] {
            [] => vec![None],
            gives => gives.iter().map(|&lit| Some(!lit)).collect(),
        };
        for wrong in wrong {
            let assumed: Vec<Lit> = line.premises.iter().copied().chain(wrong).collect();
            if groups.iter().any(|&group| self.bounds_exclude(group, &assumed)) {
                continue;
            }
            match sat.solve(&assumed, self.limits)? {
                Verdict::Unsat => {}
                Verdict::Sat => return Ok(false),
                Verdict::Stopped(stop) => return Err(stop.into()),
            }
        }
        Ok(true)
    }

    /// Whether a bound that a group states can't be met with these literals. Its clauses may leave out pairs that other groups
    /// exclude, as those of classes do.
    fn bounds_exclude(&self, group: usize, assumed: &[Lit]) -> bool {
        self.e.group_at(group).constraints().any(|constraint| {
            let mut sum = Sum::default();
            sum.add(1, constraint.bound, weighted(&constraint));
            sum.excludes(assumed.iter().copied())
        })
    }

    /// Adds the constraints up, and looks whether what the line gives follows from that and the premises.
    fn adds_up(&self, terms: &[Term], with: Option<usize>, line: &Line) -> bool {
        let mut sum = Sum::default();
        for term in terms {
            if term.group >= self.e.group_count() {
                return false;
            }
            let Some(constraint) = self.e.group_at(term.group).constraints().nth(term.place) else {
                let clauses = self.e.group_at(term.group).clauses();
                if term.place > 0 || clauses.len() != 1 {
                    return false;
                }
                let lits = &self.e.clauses()[clauses.start];
                sum.add(term.times, Bound::AtLeast(1), lits.iter().map(|&lit| (1, lit)));
                continue;
            };
            sum.add(term.times, constraint.bound, weighted(&constraint));
        }
        let one_of: Vec<Option<Vec<Lit>>> = match with {
            None => vec![None],
            Some(group) if group < self.e.group_count() => {
                let exact = |constraint: Constraint<'_>| {
                    constraint.bound == Bound::Exactly(1) && constraint.weights.is_none()
                };
                let group = self.e.group_at(group);
                let lits = group
                    .constraints()
                    .find(|constraint| exact(constraint.clone()))
                    .map(|constraint| constraint.lits.to_vec());
                let Some(lits) = lits else { return false };
                let only = |one: &Lit| lits.iter().map(|lit| if lit == one { *lit } else { !*lit }).collect();
                lits.iter().map(|one| Some(only(one))).collect()
            }
            Some(_) => return false,
        };
        let wrong: Vec<Option<Lit>> = match &line.gives[..] {
            [] => vec![None],
            gives => gives.iter().map(|&lit| Some(!lit)).collect(),
        };
        wrong.iter().all(|wrong| {
            one_of.iter().all(|case| {
                let assumed = line.premises.iter().chain(wrong).chain(case.iter().flatten());
                sum.excludes(assumed.copied())
            })
        })
    }
}

fn weighted<'c>(constraint: &Constraint<'c>) -> impl Iterator<Item = (u64, Lit)> + use<'c> {
    let (lits, weights) = (constraint.lits, constraint.weights);
    lits.iter().enumerate().map(move |(place, &lit)| (weights.map_or(1, |weights| weights[place]), lit))
}

/// A sum of variables with weights, between two bounds.
#[derive(Default)]
struct Sum {
    weights: BTreeMap<Var, i128>,
    /// What negated literals add to both bounds.
    constant: i128,
    /// The bounds, and whether some constraint has none on that side.
    least: i128,
    most: i128,
    no_least: bool,
    no_most: bool,
}

impl Sum {
    fn add(&mut self, times: i64, bound: Bound, lits: impl Iterator<Item = (u64, Lit)>) {
        let times = i128::from(times);
        for (weight, lit) in lits {
            let weight = times * i128::from(weight);
            *self.weights.entry(lit.var()).or_default() += if lit.is_neg() { -weight } else { weight };
            self.constant += if lit.is_neg() { weight } else { 0 };
        }
        let (least, most) = match bound {
            Bound::AtLeast(least) => (Some(least), None),
            Bound::AtMost(most) => (None, Some(most)),
            Bound::Exactly(both) => (Some(both), Some(both)),
        };
        let (least, most) = if times < 0 { (most, least) } else { (least, most) };
        self.no_least |= least.is_none();
        self.no_most |= most.is_none();
        self.least += times * i128::from(least.unwrap_or_default());
        self.most += times * i128::from(most.unwrap_or_default());
    }

    /// Whether the bounds can't be met if these literals are true, or these contradict each other.
    fn excludes(&self, assumed: impl Iterator<Item = Lit>) -> bool {
        let mut values: BTreeMap<Var, bool> = BTreeMap::new();
        for lit in assumed {
            if *values.entry(lit.var()).or_insert(lit.is_pos()) != lit.is_pos() {
                return true;
            }
        }
        let (mut lowest, mut highest) = (self.constant, self.constant);
        for (var, &weight) in &self.weights {
            let (low, high) = match values.get(var) {
                Some(true) => (weight, weight),
                Some(false) => (0, 0),
                None => (weight.min(0), weight.max(0)),
            };
            lowest += low;
            highest += high;
        }
        !self.no_most && lowest > self.most || !self.no_least && highest < self.least
    }
}
