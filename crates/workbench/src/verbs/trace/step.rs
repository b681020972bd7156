//! The steps of a search, in words.

use std::fmt;

use jigsat_cnf::Lit;
use jigsat_solve::cdcl::{Origin, Step};
use schemars::JsonSchema;
use serde::Serialize;

use crate::puzzle_formula::PuzzleFormula;

/// One step of a search. Literals have the names that the text of the formula uses; `!` is 'not'.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum TraceStep {
    /// The search decides on a literal.
    Decide {
        /// The literal, which is now true.
        literal: String,
        /// The decision level: the number of decisions in force, including this one.
        level: usize,
    },
    /// A unit clause implies its last literal.
    Imply {
        /// The literal, which is now true.
        literal: String,
        /// The decision level: the number of decisions in force.
        level: usize,
        /// The constraint to which the clause belongs, in words, or the number of a learned clause.
        because: String,
        /// The other literals of the clause, negated: they are true and imply this literal.
        from: Vec<String>,
    },
    /// A clause is falsified.
    Conflict {
        /// The decision level: the number of decisions in force. At level 0 there is no solution.
        level: usize,
        /// The constraint to which the clause belongs, in words, or the number of a learned clause.
        because: String,
        /// The literals of the clause, negated: they are true, but cannot all be.
        from: Vec<String>,
    },
    /// The conflict clause is resolved with the clause that implied a literal.
    Resolve {
        /// The literal on which they are resolved.
        on: String,
        /// The resolvent.
        clause: Vec<String>,
    },
    /// A clause is learned, and the search jumps back.
    Learn {
        /// The clause's number, from 1.
        number: usize,
        /// The clause's literals; the first is the one that is implied after the jump.
        clause: Vec<String>,
        /// The level to which the search jumps back: the number of decisions that are kept.
        back: usize,
    },
    /// Without learning: the search goes back to a decision of which one value was tried, and tries the other.
    Flip {
        /// The literal, which is now true.
        literal: String,
        /// The level of the decision.
        level: usize,
    },
    /// A clause watches another literal, because one that it watched became false.
    Watch {
        /// The constraint to which the clause belongs, in words, or the number of a learned clause.
        because: String,
        /// The literal that became false.
        from: String,
        /// The literal that is watched now.
        to: String,
    },
    /// All decisions are undone; learned clauses are kept.
    Restart,
}

impl TraceStep {
    /// How many literals it names.
    pub(super) fn names(&self) -> usize {
        match self {
            TraceStep::Imply { from, .. } => from.len() + 1,
            TraceStep::Conflict { from, .. } => from.len(),
            TraceStep::Resolve { clause, .. } => clause.len() + 1,
            TraceStep::Learn { clause, .. } => clause.len(),
            TraceStep::Watch { .. } => 2,
            TraceStep::Decide { .. } | TraceStep::Flip { .. } => 1,
            TraceStep::Restart => 0,
        }
    }

    /// The literal that becomes true.
    #[must_use]
    pub fn sets(&self) -> Option<&str> {
        match self {
            TraceStep::Decide { literal, .. }
            | TraceStep::Imply { literal, .. }
            | TraceStep::Flip { literal, .. } => Some(literal),
            _ => None,
        }
    }
}

impl fmt::Display for TraceStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or = |clause: &[String]| clause.join(" or ");
        match self {
            TraceStep::Decide { literal, level } => write!(f, "level {level}: decide {literal}"),
            TraceStep::Imply { literal, because, .. } => write!(f, "  {literal}: {because}"),
            TraceStep::Conflict { because, .. } => write!(f, "  conflict: {because}"),
            TraceStep::Resolve { on, clause } => write!(f, "    resolve on {on}: {}", or(clause)),
            TraceStep::Learn { number, clause, back } => {
                write!(f, "  learn clause {number}: {}\nback to level {back}", or(clause))
            }
            TraceStep::Flip { literal, level } => write!(f, "back to level {level}: try {literal}"),
            TraceStep::Watch { because, from, to } => write!(f, "    watch {to} for {from}: {because}"),
            TraceStep::Restart => f.write_str("restart: back to level 0"),
        }
    }
}

/// Steps in words, with the names of a formula.
pub(super) struct Names<'n> {
    formula: &'n dyn PuzzleFormula,
    learned: Vec<Vec<Lit>>,
}

impl<'n> Names<'n> {
    pub(super) fn of(formula: &'n dyn PuzzleFormula) -> Self {
        Names { formula, learned: Vec::new() }
    }

    fn all(&self, lits: &[Lit]) -> Vec<String> {
        lits.iter().map(|&lit| self.formula.name(lit)).collect()
    }

    fn because(&self, clause: Origin) -> String {
        match clause {
            Origin::Formula(place) => self.formula.sentence(self.formula.cnf().group_of(place).index()),
            Origin::Learned(number) => format!("learned clause {}", number + 1),
        }
    }

    /// The literals of a clause except one, negated.
    fn from(&self, clause: Origin, but: Option<Lit>) -> Vec<String> {
        let literals = match clause {
            Origin::Formula(place) => &self.formula.cnf().clauses()[place],
            Origin::Learned(number) => &*self.learned[number],
        };
        literals.iter().filter(|&&lit| Some(lit) != but).map(|&lit| self.formula.name(!lit)).collect()
    }

    pub(super) fn step(&mut self, step: &Step) -> TraceStep {
        match step {
            &Step::Decide { literal, level } => {
                TraceStep::Decide { literal: self.formula.name(literal), level }
            }
            &Step::Imply { literal, level, by } => TraceStep::Imply {
                literal: self.formula.name(literal),
                level,
                because: self.because(by),
                from: self.from(by, Some(literal)),
            },
            &Step::Conflict { clause, level } => {
                TraceStep::Conflict { level, because: self.because(clause), from: self.from(clause, None) }
            }
            Step::Resolve { on, clause, .. } => {
                TraceStep::Resolve { on: self.formula.name(*on), clause: self.all(clause) }
            }
            Step::Learn { clause, back } => {
                self.learned.push(clause.clone());
                TraceStep::Learn { number: self.learned.len(), clause: self.all(clause), back: *back }
            }
            &Step::Flip { literal, level } => TraceStep::Flip { literal: self.formula.name(literal), level },
            &Step::Watch { clause, from, to } => TraceStep::Watch {
                because: self.because(clause),
                from: self.formula.name(from),
                to: self.formula.name(to),
            },
            Step::Restart => TraceStep::Restart,
        }
    }
}
