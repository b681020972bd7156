use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Variant,
    rules::{Branch, Rules, Strategy},
};

/// Which groups solutions may have, and how the engines `rules` and `hybrid` reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FillominoOptions {
    /// Whether groups without a given are allowed (challenging) or not (basic); overrides the puzzle file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "NAME"))]
    pub variant: Option<Variant>,
    /// Strategies of the engines rules and hybrid, in the order in which they are tried: all (default), none, or names
    /// separated by commas, of single-exit, forced and reach.
    #[schemars(extend("x-verbs" = ["solve"], "x-value" = "NAMES", "x-separator" = ","))]
    pub strategies: Vec<Strategy>,
    /// How the engine rules chooses an empty cell for a guess.
    #[schemars(extend("x-verbs" = ["solve"], "x-value" = "NAME"))]
    pub branch: Branch,
}

impl Default for FillominoOptions {
    fn default() -> Self {
        let Rules { strategies, branch } = Rules::default();
        FillominoOptions { variant: None, strategies, branch }
    }
}

#[cfg(test)]
mod tests {
    use jigsat_cnf::Choice;

    use super::*;

    #[test]
    fn choices_have_one_name() {
        fn agree<C: Choice + Serialize>() {
            for &choice in C::ALL {
                assert_eq!(serde_json::to_value(choice).unwrap(), choice.name());
            }
        }
        agree::<Variant>();
        agree::<Strategy>();
        agree::<Branch>();
    }
}
