//! Arguments: how a conclusion follows from its reasons, line by line, as a person would tell it.
//!
//! E. Gamba, B. Bogaerts, T. Guns: Efficiently explaining CSPs with unsatisfiable subset optimization, 2021, and B.
//! Bogaerts, E. Gamba, T. Guns: A framework for step-wise explaining how to solve constraint satisfaction problems, 2021,
//! nest explanations: what a step supposes is contradicted by steps of its own.

mod alone;
mod maker;
mod overlap;
mod sums;
mod table;
mod totals;
mod trail;

pub(super) use maker::{by_supposing, forward};
pub(super) use totals::Totals;

use jigsat_cnf::{Cnf, Lit};

use super::{Reason, Scale, is_fact};
use crate::{Error, Limits};

/// How some literals follow from constraints and facts: lines, each of which follows from those before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Argument {
    /// The lines, in their order. None can be left out.
    pub lines: Vec<Line>,
}

/// What follows at once from facts, from earlier lines, and from what is supposed where the line stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How it follows.
    pub how: How,
    /// The facts and earlier conclusions that it uses. Without any one of them it would not follow.
    pub premises: Vec<Lit>,
    /// What follows. Nothing is a contradiction, the end of what was supposed.
    pub gives: Vec<Lit>,
}

/// The kinds of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// One constraint, by its place among the formula's groups, and those about nothing but a part of it that are needed: that
    /// a cage adds up to 8, and that its digits differ.
    Constraint(usize, Vec<usize>),
    /// Constraints about counts or sums, added up.
    Sum {
        /// The constraints with their multipliers.
        terms: Vec<Term>,
        /// A constraint to whose literals the sum leaves a single possibility, if the sum alone leaves several.
        with: Option<usize>,
    },
    /// A literal is supposed, and these lines lead to a contradiction, so it is false.
    Suppose(Lit, Vec<Line>),
    /// Several constraints at once. A search found that they have no other solution; nobody has an argument for it.
    Search(Vec<usize>),
}

/// A constraint in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is multiplied by. If the bound of the constraint is not exact, its sign decides which bounds can be
    /// added.
    pub times: i64,
    /// The place of its group.
    pub group: usize,
    /// Its place among the constraints of the group.
    pub place: usize,
}

impl Argument {
    /// An argument for a step, from its reasons alone: of those that are tried, the one that costs least. Of what the step
    /// deduces, the argument is for the first literal; those of the others that its lines give at once are returned with it.
    /// If not all reasons are needed, a search may rest on more than it needs.
    ///
    /// # Errors
    ///
    /// Errors of the solver, and [`Error::Stopped`] if a limit was reached first.
    pub fn of(
        e: &Cnf,
        deduced: &[Lit],
        reasons: &[Reason],
        scale: &Scale,
        limits: &Limits,
    ) -> Result<(Self, Vec<Lit>), Error> {
        maker::argument(e, deduced, reasons, scale, limits)
    }

    /// Whether its lines give all of these literals.
    pub(super) fn gives(&self, lits: &[Lit]) -> bool {
        lits.iter().all(|lit| self.lines.iter().any(|line| line.gives.contains(lit)))
    }

    /// The constraints and the facts on which its lines rest.
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let lines = self.all_lines();
        let mut derived: Vec<Lit> = lines.iter().flat_map(|line| &line.gives).copied().collect();
        let mut reasons = Vec::new();
        for line in &lines {
            match &line.how {
                How::Constraint(group, within) => {
                    reasons.extend([&[*group], &within[..]].concat().into_iter().map(Reason::Group));
                }
                How::Sum { terms, with } => {
                    let groups = terms.iter().map(|term| term.group).chain(*with);
                    reasons.extend(groups.map(Reason::Group));
                }
                How::Suppose(lit, _) => derived.push(*lit),
                How::Search(groups) => reasons.extend(groups.iter().copied().map(Reason::Group)),
            }
        }
        let premises = lines.iter().flat_map(|line| &line.premises);
        let facts = premises.filter(|lit| !derived.contains(lit));
        reasons.extend(facts.map(|&lit| Reason::Fact(lit)));
        reasons
    }

    /// The lines, and those in what they suppose, from the first to the last.
    pub fn all_lines(&self) -> Vec<&Line> {
        let mut all = Vec::new();
        push_all(&self.lines, &mut all);
        all
    }
}

fn push_all<'l>(lines: &'l [Line], all: &mut Vec<&'l Line>) {
    for line in lines {
        if let How::Suppose(_, within) = &line.how {
            push_all(within, all);
        }
        all.push(line);
    }
}

/// Whether a line only says what one true literal rules out, as a filled cell does for its row.
#[must_use]
pub fn is_seen(line: &Line) -> bool {
    let [premise] = line.premises[..] else { return false };
    matches!(line.how, How::Constraint(..))
        && premise.is_pos()
        && !line.gives.is_empty()
        && line.gives.iter().all(|lit| lit.is_neg())
}

/// The literals that the reasons state as facts, and the constraints among them.
pub(super) fn facts_and_rules(e: &Cnf, reasons: &[Reason]) -> (Vec<Lit>, Vec<usize>) {
    let (mut facts, mut rules) = (Vec::new(), Vec::new());
    for &reason in reasons {
        match reason {
            Reason::Fact(lit) => facts.push(lit),
            Reason::Group(group) if is_fact(e, e.group_at(group)) => {
                facts.extend(e.group_at(group).clauses().map(|place| e.clauses()[place][0]));
            }
            Reason::Group(group) => rules.push(group),
        }
    }
    (facts, rules)
}
