//! Requests that show something: puzzles with their pictures, solutions, formulas, families.

use std::collections::BTreeMap;

use jigsat_kit::TextFile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ask;

/// Shows a puzzle, and what is filled in on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ShowRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// A solution, possibly partial, in any format that `solve` prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<TextFile>,
    /// Further places that are filled in, by number: each with a value, or with `yes` or `no`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub filled: BTreeMap<usize, String>,
    /// The cells to mark in the picture, each as row and column, counted from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<(u16, u16)>,
    /// Whether the record lists the places that can be filled in.
    pub blanks: bool,
    /// Format of the puzzle in the record, one that its family writes (default: the shortest).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// Asks for the formula: its size, its constraints, its text, and what unit propagation derives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EncodeRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Whether the record lists the constraints.
    pub groups: bool,
    /// The literals from which unit propagation starts, by name. If they are missing, nothing is propagated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assume: Option<Vec<String>>,
    /// Format of the formula's text. If it is missing, the record has no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<FormulaForm>,
    /// Limits the format `text` to constraints whose sentence matches this pattern; `*` stands for any text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// A text format of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FormulaForm {
    /// For people.
    Text,
    /// For SAT solvers.
    Dimacs,
    /// For group MUS extractors, which find minimal unsatisfiable sets of constraints.
    Gcnf,
}

/// Checks whether something is a solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckRequest {
    /// Limits and options, such as what a solution should minimise.
    pub ask: Ask,
    /// The solution, in any format that `solve` prints.
    pub solution: String,
}

/// Lists solutions one by one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ListRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Maximum number of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
}

/// Lists the families.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FamiliesRequest {}
