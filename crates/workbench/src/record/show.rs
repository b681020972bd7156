use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use jigsat_kit::Editor;
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use super::FormulaRecord;
use crate::Solution;

/// A puzzle as text, and the places that can be filled in.
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
    /// The puzzle in the requested format, otherwise in its shortest; left out if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Warnings about the puzzle for the user.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The places that can be filled in, if they were requested. They are numbered in this order, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blanks: Option<Vec<BlanksRecord>>,
    /// The places that are filled in, by number: each with a value, or with `yes` or `no`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub filled: BTreeMap<usize, String>,
    /// The solution, possibly partial, that these values form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub solution: Option<Solution>,
}

/// Places of a board that take the same values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlanksRecord {
    /// The values that a place can take; empty if a place is only chosen or not.
    pub values: Vec<String>,
    /// The places.
    pub places: Vec<BlankRecord>,
}

/// A place that can be filled in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlankRecord {
    /// The place's name.
    pub name: String,
    /// The centre of the place in the picture, in half cells from the top and from the left: odd numbers are centres of
    /// cells.
    pub at: (u16, u16),
}

/// A formula for reading.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EncodeRecord {
    #[serde(flatten)]
    /// The size of the formula.
    pub size: FormulaRecord,
    /// The constraints, if they were requested: rule by rule, in the order in which they were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<ConstraintRecord>,
    /// Number of further constraints that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<usize>,
    /// What unit propagation derives, if that was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propagated: Option<PropagatedRecord>,
    /// The formula in the requested format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl EncodeRecord {
    /// A record of the formula's size alone.
    #[must_use]
    pub fn of_size(size: FormulaRecord) -> Self {
        EncodeRecord { size, constraints: Vec::new(), left_out: None, propagated: None, text: None }
    }
}

/// A constraint of a formula.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConstraintRecord {
    /// The constraint's rule.
    pub rule: String,
    /// The constraint as a sentence.
    pub sentence: String,
    /// Number of clauses of the constraint.
    pub clauses: usize,
    /// The cells of the picture that the constraint is about, each as row and column, counted from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(u16, u16)>,
}

/// What unit propagation derives.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PropagatedRecord {
    /// The literals, in the order in which they became known.
    pub steps: Vec<DerivedRecord>,
    /// The contradiction in words, if a conflict was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<String>,
    /// Number of variables that are left open.
    pub open: usize,
}

/// A literal that became known.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DerivedRecord {
    /// The literal's name.
    pub literal: String,
    /// The constraint that forced the literal; left out if the literal was assumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// The families and the solvers.
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
    /// The family's name in requests.
    pub name: Cow<'static, str>,
    /// A description of its puzzles in one line.
    pub about: Cow<'static, str>,
    /// The names of its encodings, the default first.
    pub encodings: Vec<&'static str>,
    /// The names of its own engines.
    pub engines: &'static [&'static str],
    /// What the family can do besides solving.
    pub abilities: Abilities,
    /// A form of text that is for this family alone, as a hint for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pasted: Option<&'static str>,
    /// How its puzzles are edited by hand; left out if they are only written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub editor: Option<Editor>,
    /// Side of a cell in its pictures, in the units of SVG.
    pub cell_side: u16,
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
    /// Whether its boards have symmetries.
    pub symmetry: bool,
    /// Whether its formulas are about solutions of one length, so that solutions have a minimum length.
    pub horizon: bool,
    /// Whether its solutions can be explained.
    pub explanation: bool,
}
