use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use schemars::{JsonSchema, Schema};
use serde::Serialize;

use super::FormulaRecord;
use crate::Solution;

/// A puzzle as text, and its blanks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ShowRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The puzzle in the form that was asked for, else in its shortest; left out if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What a user should know about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The places that can be filled in, if they were asked for. They are numbered in this order, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blanks: Option<Vec<BlanksRecord>>,
    /// What is filled in, by the numbers of the places: a value, or `yes` or `no`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub filled: BTreeMap<usize, String>,
    /// The solution, maybe a partial one, that this makes up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub solution: Option<Solution>,
}

/// Places of a board that are filled in alike.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlanksRecord {
    /// The values that can be written there; empty if a place is just chosen or not.
    pub values: Vec<String>,
    /// The places.
    pub places: Vec<BlankRecord>,
}

/// A place that can be filled in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlankRecord {
    /// What it is called.
    pub name: String,
    /// Its middle in the picture, down and to the right in half cells: odd numbers are middles of cells.
    pub at: (u16, u16),
}

/// A formula to be read.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EncodeRecord {
    #[serde(flatten)]
    /// How large it is.
    pub size: FormulaRecord,
    /// The constraints, if they were asked for: rule by rule, as they were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<ConstraintRecord>,
    /// How many more there are that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<usize>,
    /// What unit propagation derives, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propagated: Option<PropagatedRecord>,
    /// The formula in the form that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl EncodeRecord {
    /// A record that says no more than how large the formula is.
    #[must_use]
    pub fn of_size(size: FormulaRecord) -> Self {
        EncodeRecord { size, constraints: Vec::new(), left_out: None, propagated: None, text: None }
    }
}

/// A constraint of a formula.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConstraintRecord {
    /// Its rule.
    pub rule: String,
    /// It as a sentence.
    pub sentence: String,
    /// How many clauses it has.
    pub clauses: usize,
    /// The cells of the picture that it is about, each by row and column from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(u16, u16)>,
}

/// What unit propagation derives.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PropagatedRecord {
    /// Each literal in the order in which it became known.
    pub steps: Vec<DerivedRecord>,
    /// What can't hold, where a conflict was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<String>,
    /// How many variables are left open.
    pub open: usize,
}

/// A literal that became known.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DerivedRecord {
    /// Its name.
    pub literal: String,
    /// The constraint that forced it; left out where it was assumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// The families, and what searches.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FamiliesRecord {
    /// The version of this format.
    pub schema: u32,
    /// The version of jigsat.
    pub version: &'static str,
    /// The solvers of this build, the default first.
    pub solvers: Vec<String>,
    /// The families.
    pub families: Vec<FamilyRecord>,
}

/// A family.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FamilyRecord {
    /// Its name in requests.
    pub name: Cow<'static, str>,
    /// What its puzzles are, in a line.
    pub about: Cow<'static, str>,
    /// The names of its encodings, the default first.
    pub encodings: Vec<&'static str>,
    /// The names of its own engines.
    pub engines: &'static [&'static str],
    /// What else it can do.
    pub abilities: Abilities,
    /// The schema of its own options.
    #[schemars(with = "serde_json::Value")]
    pub options: Schema,
    /// The schema of the options of its generator, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub generator: Option<Schema>,
}

/// What a family can do besides solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Abilities {
    /// Its boards have symmetries.
    pub symmetry: bool,
    /// Its formulas are about solutions of one length, so that a solution has a shortest length.
    pub horizon: bool,
    /// Its solutions can be explained.
    pub explanation: bool,
}
