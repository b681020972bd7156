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
    /// Why the search ended early, or what the referee says where a rule was dropped.
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

/// One step of a search. Literals are named as in the text of the formula, `!` is 'not'.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum TraceStep {
    /// A literal is tried.
    Decide {
        /// It is true now.
        literal: String,
        /// How many decisions hold, this one included.
        level: usize,
    },
    /// A clause leaves one literal.
    Imply {
        /// It is true now.
        literal: String,
        /// How many decisions hold.
        level: usize,
        /// The constraint that the clause is of, in words, or the number of a learned clause.
        because: String,
        /// The other literals of the clause, negated: what is true and implies this one.
        from: Vec<String>,
    },
    /// A clause is false.
    Conflict {
        /// How many decisions hold; with none there is no solution.
        level: usize,
        /// The constraint that the clause is of, in words, or the number of a learned clause.
        because: String,
        /// The literals of the clause, negated: what is true and can't be.
        from: Vec<String>,
    },
    /// The clause of the conflict is resolved with the one that implied a literal.
    Resolve {
        /// The literal.
        on: String,
        /// The result.
        clause: Vec<String>,
    },
    /// A clause is learned, and the search goes back.
    Learn {
        /// Its number, from 1.
        number: usize,
        /// Its literals, the one that is implied after going back first.
        clause: Vec<String>,
        /// How many decisions are kept.
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
