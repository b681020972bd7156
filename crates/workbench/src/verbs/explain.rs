//! `explain`: the solution step by step, or why there is none.

mod range;

use jigsat_kit::{Error, TextFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Board, Context,
    explain::{Explained, Explainer, tell_all},
    record::ExplainRecord,
    verb::{About, Forms, Listener, Needs, OfPuzzle, Subject, Verb},
};

pub use range::{ParseStepRangeError, StepRange};

/// Explains the solution step by step, or why there is none, or where two solutions differ.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["step", "cell", "from", "weights", "constraints", "checked", "minimum", "ask.formula", "ask.search"]))]
pub struct ExplainRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Prints only the first N steps, or those from N to M, such as 2-3.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N|N-M", "x-conflicts" = ["cell"]))]
    pub step: Option<StepRange>,
    /// Explains only this cell, such as r3c5, or this literal, given by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "CELL"))]
    pub cell: Option<String>,
    /// Starts from a partly filled board, in any format that 'solve' prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "SOLUTION"))]
    pub from: Option<TextFile>,
    /// Weights by which steps and arguments are compared: a file, or the text itself, such as suppose=40,line=8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "WEIGHTS"))]
    pub weights: Option<TextFile>,
    /// Also prints all constraints that each step rests on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub constraints: bool,
    /// Verifies each argument line by line, by code that shares nothing with what makes arguments.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub checked: bool,
    /// Finds smallest explanations and proves that none is smaller; this can take long.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub minimum: bool,
}

impl Verb for ExplainRequest {
    const ABOUT: About = About {
        name: "explain",
        command: Some("explain"),
        group: "Understand",
        purpose: "Explains the solution step by step, or why there is none",
        more: "Examples:\n  jigsat sudoku explain puzzles/sudoku/hard.yaml\n  \
            jigsat sudoku explain puzzles/sudoku/hard.yaml --step 2-3 --svg 'step-%02d.svg'\n  \
            jigsat sudoku explain puzzles/sudoku/hard.yaml --format html --output steps.html\n  \
            jigsat sudoku explain puzzles/sudoku/impossible.yaml --minimum",
        subject: Subject::Puzzle,
        forms: Forms::Steps,
        record: "what explain and hint print",
        picture: "Also draws the steps, or the contradiction, into FILE; with %d in its name, each into a file of its own",
    };

    type Record = ExplainRecord;
    type Answer = Explained;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for ExplainRequest {
    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        tell_all(Explainer::new(board, self, false, context)?, context, listener)
    }
}
