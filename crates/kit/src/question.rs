use std::sync::Arc;

use jigsat_cnf::{Amo, Card, Flavours, GraphFlavour, Sum};
use jigsat_input::Message;
use jigsat_solve::{BuildOptions, Limits, Solver};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{EncodingOf, Error, FamilyTypes};

/// The engines that find all solutions of any family's formulas.
pub const GENERAL_ENGINES: &[&str] = &["backtrack", "blocking", "sat"];

/// Which formula to build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["encoding", "amo", "card", "sum", "graph", "drop"]))]
pub struct FormulaOptions {
    /// Encoding to use, or 'auto'.
    ///
    /// `auto`, the default, is the one that measured best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// How to encode 'at most one'.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FLAVOUR"))]
    pub amo: Option<Amo>,
    /// How to encode cardinality constraints.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FLAVOUR"))]
    pub card: Option<Card>,
    /// How to encode weighted sums.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FLAVOUR"))]
    pub sum: Option<Sum>,
    /// How to encode connected sets and loops.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FLAVOUR"))]
    pub graph: Option<GraphFlavour>,
    /// Leaves a rule out of the formula (repeatable).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-value" = "RULE"))]
    pub drop: Vec<String>,
}

impl FormulaOptions {
    /// Whether every option has its default.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.encoding.as_deref().is_none_or(|name| name == "auto")
            && self.amo.is_none()
            && self.card.is_none()
            && self.sum.is_none()
            && self.graph.is_none()
            && self.drop.is_empty()
    }

    /// How to build the formula, within limits.
    #[must_use]
    pub fn build(&self, prunes: bool, limits: &Limits) -> BuildOptions {
        let flavours = Flavours {
            amo: self.amo.unwrap_or_default(),
            card: self.card.unwrap_or_default(),
            sum: self.sum.unwrap_or_default(),
            graph: self.graph.unwrap_or_default(),
        };
        let (dropped, limits) = (self.drop.clone(), limits.clone());
        BuildOptions { flavours, dropped, prunes, no_detours: false, limits }
    }
}

/// How to search, and for how long.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["solver", "engine", "timeout_s", "conflicts", "seed"]))]
pub struct SearchOptions {
    /// SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
    ///
    /// Without one, it is the one that measured best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<Solver>,
    /// Search engine to use: sat, one of the family's own engines, or auto.
    ///
    /// `backtrack` and `blocking` find all solutions of any family's formulas; `auto`, the default, is the one that
    /// measured best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Time limit for a puzzle, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0), extend("x-name" = "timeout", "x-unit" = "s"))]
    pub timeout_s: Option<f64>,
    /// Gives up on a solver call after N conflicts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
    /// Shuffles variables and clauses with this seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl SearchOptions {
    /// The engine that was asked for, if there is one.
    #[must_use]
    pub fn engine(&self) -> Option<&str> {
        self.engine.as_deref().filter(|&name| name != "auto")
    }

    /// Rejects an engine that can't find all solutions; `what` asks for them, and `own` are those of the family's engines
    /// that can.
    ///
    /// # Errors
    ///
    /// Names the engines that can.
    pub fn needs_lister(&self, what: &'static str, own: &[&str]) -> Result<(), Error> {
        let listers = [own, GENERAL_ENGINES].concat();
        match self.engine() {
            Some(engine) if !listers.contains(&engine) => {
                let only = format!(" is for the engines {}, not '{engine}'", listers.join(", "));
                Err(Error::request(Message::from(what).and(only)))
            }
            _ => Ok(()),
        }
    }
}

/// A question about puzzles of a family, with every name looked up.
pub struct Question<F: FamilyTypes> {
    /// The encoding, if one was asked for.
    pub encoding: Option<EncodingOf<F>>,
    /// The formula as it was asked for.
    pub formula: Arc<FormulaOptions>,
    /// How to search.
    pub search: Arc<SearchOptions>,
    /// The family's own options.
    pub options: F::Options,
    /// Whether to look for a second solution.
    pub unique: bool,
}

impl<F: FamilyTypes> Clone for Question<F> {
    fn clone(&self) -> Self {
        self.with(self.encoding, &self.formula, &self.search)
    }
}

impl<F: FamilyTypes> Question<F> {
    /// The same question with another formula and search.
    #[must_use]
    pub fn with(
        &self,
        encoding: Option<EncodingOf<F>>,
        formula: &Arc<FormulaOptions>,
        search: &Arc<SearchOptions>,
    ) -> Self {
        let (formula, search) = (Arc::clone(formula), Arc::clone(search));
        Question { encoding, formula, search, options: self.options.clone(), unique: self.unique }
    }

    /// Whether the user left the choice of formula and solver open.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.formula.is_default() && self.search.solver.is_none() && self.search.seed.is_none()
    }
}
