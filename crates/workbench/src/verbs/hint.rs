//! `hint`: the next step alone.

use jigsat_kit::{Error, TextFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Board, Context, ExplainRequest,
    explain::{Explained, Explainer, tell_all},
    verb::{About, Forms, Listener, Needs, OfPuzzle, Subject, Verb},
    verbs::explain::StepRange,
};

/// Explains the next step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["from", "weights", "ask.formula", "ask.search"]))]
pub struct HintRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// The cells filled in so far, in any format that 'solve' prints: a file, -, or the text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "SOLUTION"))]
    pub from: Option<TextFile>,
    /// Weights by which steps and arguments are compared: a file, or the text itself, such as suppose=40,line=8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "WEIGHTS"))]
    pub weights: Option<TextFile>,
}

impl Verb for HintRequest {
    const ABOUT: About = About {
        name: "hint",
        command: Some("hint"),
        group: "Understand",
        purpose: "Shows the next step, with reasons",
        more: "Examples:\n  jigsat hint puzzles/sudoku/easy.yaml\n  \
            jigsat hint puzzles/sudoku/easy.yaml --from half-filled.txt",
        subject: Subject::Puzzle,
        forms: Forms::Steps,
        record: "",
        picture: "Also draws the step into FILE",
    };

    type Record = ();
    type Answer = Explained;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for HintRequest {
    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let request = ExplainRequest {
            step: Some(StepRange::up_to(1)),
            from: self.from.clone(),
            weights: self.weights.clone(),
            ..ExplainRequest::default()
        };
        tell_all(Explainer::new(board, &request, true, context)?, context, listener)
    }
}
