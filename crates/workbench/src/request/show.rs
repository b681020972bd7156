//! Requests about what there is: puzzles with their pictures, solutions, formulas to be read, families.

use std::collections::BTreeMap;

use jigsat_kit::TextFile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ask;

/// Shows a puzzle, or what is filled in on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ShowRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// A solution, maybe a partial one, in any form in which solutions are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<TextFile>,
    /// What else is filled in, by the numbers of the places: a value, or `yes` or `no`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub filled: BTreeMap<usize, String>,
    /// The cells that the picture marks, each by row and column from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<(u16, u16)>,
    /// Whether the record lists the places that can be filled in.
    pub blanks: bool,
    /// The form in which the record has the puzzle, one of those that its family writes; the shortest if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// Reads the formula: its sizes, its constraints, its text, what unit propagation derives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EncodeRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Whether the record lists the constraints.
    pub groups: bool,
    /// The literals from which unit propagation starts, by their names; no propagation if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assume: Option<Vec<String>>,
    /// The form in which the record has the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<FormulaForm>,
    /// Of the text, only the constraints whose sentence fits this pattern, in which `*` is any text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// A form of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FormulaForm {
    /// For people.
    Text,
    /// For solvers.
    Dimacs,
    /// For tools that extract minimal unsatisfiable sets of constraints.
    Gcnf,
}

/// Asks whether something is a solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckRequest {
    /// What is asked of solutions.
    pub ask: Ask,
    /// The solution, in any form in which solutions are written.
    pub solution: String,
}

/// Lists solutions one by one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ListRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// This many at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
}

/// Lists the families.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FamiliesRequest {}
