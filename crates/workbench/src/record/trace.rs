use std::{borrow::Cow, fmt, sync::Arc};

use schemars::JsonSchema;
use serde::Serialize;

/// The output of `trace`: a search, step by step.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TraceRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The result.
    pub status: &'static str,
    /// Why the search ended early, or why the referee rejects the solution (if a rule was dropped).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The encoding.
    pub encoding: &'static str,
    /// Number of clauses of the formula.
    pub clauses: usize,
    /// Number of decisions.
    pub decisions: usize,
    /// Number of implied literals.
    pub propagations: usize,
    /// Number of conflicts.
    pub conflicts: usize,
    /// The steps of the search, in order.
    pub steps: Vec<TraceStep>,
}

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
    /// All decisions are undone; learned clauses are kept.
    Restart,
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
            TraceStep::Restart => f.write_str("restart: back to level 0"),
        }
    }
}
