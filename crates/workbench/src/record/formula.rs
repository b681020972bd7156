use std::borrow::Cow;

use jigsat_cnf::{RuleStats, Stats};
use schemars::JsonSchema;
use serde::Serialize;

use super::SCHEMA;

/// How large a formula is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FormulaRecord {
    /// The version of these lines.
    pub schema: u32,
    /// Which family.
    pub family: Cow<'static, str>,
    /// Which encoding.
    pub encoding: &'static str,
    /// All variables: those of the projection, other atoms and auxiliaries.
    pub variables: usize,
    /// Atoms that make up a solution: the variables on which counting projects.
    pub projected: usize,
    /// Variables without an atom.
    pub auxiliaries: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals in all clauses together.
    pub literals: usize,
    /// The same by rule.
    pub rules: Vec<RuleRecord>,
}

/// How large one rule's part of it is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleRecord {
    /// Its name.
    pub rule: String,
    /// Whether other rules imply it.
    pub redundant: bool,
    /// Whether it was left out.
    pub dropped: bool,
    /// Constraints.
    pub groups: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals in them.
    pub literals: usize,
    /// Variables without an atom.
    pub auxiliaries: usize,
}

impl FormulaRecord {
    pub(crate) fn new(family: Cow<'static, str>, encoding: &'static str, stats: Stats) -> Self {
        FormulaRecord {
            schema: SCHEMA,
            family,
            encoding,
            variables: stats.variables,
            projected: stats.projected,
            auxiliaries: stats.auxiliaries,
            clauses: stats.clauses,
            literals: stats.literals,
            rules: stats.rules.into_iter().map(RuleRecord::from).collect(),
        }
    }
}

impl From<RuleStats> for RuleRecord {
    fn from(stats: RuleStats) -> Self {
        let RuleStats { rule, redundant, dropped, groups, clauses, literals, auxiliaries } = stats;
        RuleRecord { rule, redundant, dropped, groups, clauses, literals, auxiliaries }
    }
}
