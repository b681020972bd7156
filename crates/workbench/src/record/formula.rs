use std::borrow::Cow;

use jigsat_cnf::{Choice, GraphStats, RuleStats, Stats};
use schemars::JsonSchema;
use serde::Serialize;

use super::SCHEMA;

/// The size of a formula.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FormulaRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The encoding.
    pub encoding: &'static str,
    /// Number of variables: those of the projection, other atoms and auxiliaries.
    pub variables: usize,
    /// Number of atoms that make up a solution: the variables onto which counting projects.
    pub projected: usize,
    /// Number of auxiliary variables, that is, variables without an atom.
    pub auxiliaries: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Number of literals in all clauses together.
    pub literals: usize,
    /// The size by rule.
    pub rules: Vec<RuleRecord>,
    /// The graph constraints, if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub graphs: Vec<GraphRecord>,
}

/// The size of one rule's part of a formula.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleRecord {
    /// The rule's name.
    pub rule: String,
    /// Whether other rules imply it.
    pub redundant: bool,
    /// Whether the rule was left out of the formula.
    pub dropped: bool,
    /// Number of constraints.
    pub groups: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Number of literals in these clauses.
    pub literals: usize,
    /// Number of auxiliary variables, that is, variables without an atom.
    pub auxiliaries: usize,
}

/// A graph constraint of a formula.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphRecord {
    /// The name of its rule.
    pub rule: String,
    /// Its kind: `connected`, `connected cover`, `one loop`, `regions` or `paths`.
    pub kind: &'static str,
    /// Number of nodes.
    pub nodes: usize,
    /// Number of edges.
    pub edges: usize,
    /// How the formula enforces it: `lazy` or `tree`.
    pub flavour: &'static str,
    /// Number of cuts that were added for it so far.
    pub cuts: usize,
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
            graphs: stats.graphs.into_iter().map(GraphRecord::from).collect(),
        }
    }
}

impl From<RuleStats> for RuleRecord {
    fn from(stats: RuleStats) -> Self {
        let RuleStats { rule, redundant, dropped, groups, clauses, literals, auxiliaries } = stats;
        RuleRecord { rule, redundant, dropped, groups, clauses, literals, auxiliaries }
    }
}

impl From<GraphStats> for GraphRecord {
    fn from(stats: GraphStats) -> Self {
        let GraphStats { rule, kind, nodes, edges, flavour, cuts } = stats;
        GraphRecord { rule, kind, nodes, edges, flavour: flavour.name(), cuts }
    }
}
