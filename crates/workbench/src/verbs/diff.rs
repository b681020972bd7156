//! `diff`: whether two encodings mean the same, and if not, which solution only one of them has.

mod changes;
mod record;

use std::{io, sync::Arc};

use jigsat_grid::{Picture, Size};
use jigsat_input::Message;
use jigsat_kit::{Error, TextFile};
use jigsat_solve::Solver;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use changes::{RuleChangeRecord, RuleSizeRecord};
pub use record::{DiffRecord, DifferenceRecord, DirectionRecord, RuleRecord};

use crate::{
    Board, Context, Status,
    asked::{Asked, OfOther},
    meaning::{self, Against, How, Judged, Meaning, Origin, RuleChange, Side, Signature, Stored, Told},
    verb::{About, Forms, Listener, Needs, Part, Subject, Teller, Verb},
};

/// Compares two encodings by meaning: which solutions has one that the other lacks?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = [
    "first", "second", "on", "sizes", "givens", "map", "data", "every_rule", "changes", "solver", "timeout_s",
]))]
pub struct DiffRequest {
    /// The family's own options, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// An encoding such as sudoku:minimal, with flavours and dropped rules as in sudoku:course:amo=ladder:drop=row; a
    /// model, a page, a formula in DIMACS or a text that 'encode' wrote: a file.
    #[schemars(extend("x-position" = true, "x-value" = "ONE"))]
    pub first: String,
    /// What it is compared with.
    #[schemars(extend("x-position" = true, "x-value" = "OTHER"))]
    pub second: String,
    /// The puzzle on which encodings of a family are compared (default: one that the family makes).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "PUZZLE"))]
    pub on: Option<TextFile>,
    /// Compares on boards of these sizes, separated by commas, until they differ: empty boards as those of 'compare'
    /// (for Sudoku, the size of a box).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-value" = "SIZES", "x-separator" = ","))]
    pub sizes: Vec<Size>,
    /// Compares with the givens of the puzzle; otherwise, the rules are compared for any givens.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub givens: bool,
    /// What the atoms of one side are called on the other: a file with lines such as 'queen({r},{c}) = q({c},{r})'
    /// (default: the same).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub map: Option<TextFile>,
    /// The data of models.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub data: Option<TextFile>,
    /// Asks for every rule after a difference was found.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub every_rule: bool,
    /// Also tells which rules and clauses changed from the first to the second, as it does for texts that 'encode' wrote.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub changes: bool,
    /// SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<Solver>,
    /// Time limit, in seconds.
    #[schemars(range(min = 0.0), extend("x-name" = "timeout", "x-unit" = "s"))]
    pub timeout_s: f64,
}

impl Default for DiffRequest {
    /// A minute.
    fn default() -> Self {
        DiffRequest {
            options: Map::new(),
            first: String::new(),
            second: String::new(),
            on: None,
            sizes: Vec::new(),
            givens: false,
            map: None,
            data: None,
            every_rule: false,
            changes: false,
            solver: None,
            timeout_s: 60.0,
        }
    }
}

impl Verb for DiffRequest {
    const ABOUT: About = About {
        name: "diff",
        command: Some("diff"),
        group: "Formulas",
        purpose: "Compares two encodings by meaning: which solutions has one that the other lacks?",
        more: "Examples:\n  jigsat diff sudoku:course sudoku:minimal\n  \
            jigsat diff sudoku:course sudoku:course:drop=box --sizes 2x2\n  \
            jigsat diff tiling:placement tiling:cell --on puzzles/tiling/pentominoes-6x10.yaml\n  \
            jigsat diff old.txt new.txt\n\n\
            The answer says how it is proved: every rule of each side follows from the other, or every solution of each \
            side is one of the other. Exit codes: 0 if both mean the same, 1 if they differ, 3 if that was left open.",
        subject: Subject::Nothing,
        forms: Forms::Records,
        record: "what diff prints",
        picture: "Also draws the solution that only one side has",
    };

    type Record = DiffRecord;
    type Answer = Diff;

    fn needs(&mut self) -> Needs<'_> {
        let is_file = |word: &str| crate::family(word.split(':').next().unwrap_or_default()).is_none();
        let files =
            if is_file(&self.first) { Some("first") } else { is_file(&self.second).then_some("second") };
        let solvers = self.solver.iter().cloned().collect();
        Needs { at_most: vec![&mut self.timeout_s], solvers, files, ..Needs::default() }
    }
}

impl OfOther for DiffRequest {
    fn answer(&self, about: Asked<'_>, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let family = about.family.and_then(|family| crate::family(&family.info().name));
        listener(Box::new(diff(self, family, context)?), false)
    }
}

/// The answer to a [`DiffRequest`].
pub struct Diff {
    /// Solved if both mean the same, impossible if they differ.
    pub status: Status,
    /// The record.
    pub record: DiffRecord,
    /// The difference to draw, with the board of the side that has it.
    drawn: Option<(Told, Arc<dyn Board>)>,
    /// What was assumed about the sides.
    assumed: Vec<Message>,
}

impl Part for Diff {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.record.words()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        teller.line(&self.words())?;
        self.picture().map_or(Ok(()), |picture| teller.picture(&*picture))
    }

    fn notes(&self) -> Vec<Message> {
        let note = "neither side has a solution here, so this says little: compare where there are solutions, with another `on` or `data`";
        let vacuous = self.record.vacuous.then(|| note.into());
        self.assumed.iter().cloned().chain(vacuous).collect()
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        let (told, board) = self.drawn.as_ref()?;
        told.solution.as_ref().map(|solution| board.draw(Some(solution)))
    }
}

/// The sizes on which encodings are compared, smallest first, if neither a puzzle nor sizes are given and the family
/// has empty boards.
const SIZES: [(u16, u16); 2] = [(2, 2), (3, 3)];

fn diff(
    request: &DiffRequest,
    family: Option<&'static dyn crate::AnyFamily>,
    context: &Context,
) -> Result<Diff, Error> {
    let limits = context.limits_of(Some(request.timeout_s));
    let signature = request.map.as_ref().map(|map| Signature::read(&map.to_source())).transpose()?;
    let stored = |word| Stored::named(word, context).transpose();
    let stored = [stored(&request.first)?, stored(&request.second)?];
    if let [Some(old), Some(new)] = &stored {
        let how = Against {
            signature: signature.as_ref(),
            all_rules: request.every_rule,
            solver: request.solver.as_ref(),
        };
        let judged = old.against(new, &how, &limits, context)?;
        return Ok(Diff::of_texts([&old.name, &new.name], &judged));
    }
    let origin =
        Origin { family, options: &request.options, on: request.on.as_ref(), data: request.data.as_ref() };
    let words = [&*request.first, &request.second];
    let [first, second] = meaning::sides(words, stored, signature.is_some(), &origin, &limits, context)?;
    let assumed: Vec<Message> = [&first, &second].into_iter().filter_map(Side::note).cloned().collect();
    let boards = boards(request, [first, second], &limits, context)?;
    let default = boards[0].1[0].board.best(jigsat_kit::Goal::One).solver;
    let solver = request.solver.clone().unwrap_or(default);
    let last = boards.len() - 1;
    for (place, (size, [first, second])) in boards.into_iter().enumerate() {
        let has_givens = first.has_givens() && second.has_givens();
        let of_rules = has_givens && !request.givens;
        let how =
            How { signature: signature.as_ref(), of_rules, all_rules: request.every_rule, solver: &solver };
        // What is open for any givens may be known for these.
        let half = context.limits_of(Some(request.timeout_s / 2.0));
        let of_this = if of_rules && request.on.is_some() { &half } else { &limits };
        let mut found = meaning::compare(&first, &second, &how, of_this)?;
        if found.is_same().is_none() && of_rules && request.on.is_some() {
            found = meaning::compare(&first, &second, &How { of_rules: false, ..how }, &limits)?;
        }
        if found.is_same() != Some(true) || place == last {
            let changes =
                request.changes.then(|| meaning::changed([&first, &second], &limits)).transpose()?;
            let diff = Diff::of(&first, &second, size, found, &changes.unwrap_or_default());
            return Ok(Diff { assumed, ..diff });
        }
    }
    unreachable!("there is a last board")
}

/// The boards on which to compare, smallest first, with their sizes if they are known.
type Boards = Vec<(Option<Size>, [Side; 2])>;

fn boards(
    request: &DiffRequest,
    sides: [Side; 2],
    limits: &jigsat_solve::Limits,
    context: &Context,
) -> Result<Boards, Error> {
    let [first, second] = &sides;
    let resized = |size: Size| -> Result<[Side; 2], Error> {
        let one = first.resized(size, limits, context)?;
        // Encodings of one puzzle stay that.
        let other = if first.shares_puzzle(second) {
            second.on(&one)
        } else {
            second.resized(size, limits, context)?
        };
        Ok([one, other])
    };
    if !request.sizes.is_empty() {
        return request.sizes.iter().map(|&size| Ok((Some(size), resized(size)?))).collect();
    }
    if request.on.is_none() && first.is_file() != second.is_file() {
        return Err(Error::request(
            "a file is compared with an encoding on a board: name it with `on` or `sizes`",
        ));
    }
    if request.on.is_none() && first.shares_puzzle(second) {
        let default = SIZES.map(|(rows, cols)| Size::new(rows, cols));
        let boards: Result<Boards, Error> =
            default.into_iter().map(|size| Ok((Some(size), resized(size)?))).collect();
        if let Ok(boards) = boards {
            return Ok(boards);
        }
    }
    Ok(vec![(None, sides)])
}

impl Diff {
    fn of_texts(names: [&str; 2], judged: &Judged) -> Self {
        let record = DiffRecord::of_texts(names, judged);
        let status = match record.status {
            "same" => Status::Solved,
            "differs" => Status::Impossible,
            _ => Status::Unknown,
        };
        Diff { status, record, drawn: None, assumed: Vec::new() }
    }

    fn of(first: &Side, second: &Side, size: Option<Size>, found: Meaning, changes: &[RuleChange]) -> Self {
        let status = match found.is_same() {
            Some(true) => Status::Solved,
            Some(false) => Status::Impossible,
            None => Status::Unknown,
        };
        let word = record::word(found.is_same());
        let record = DiffRecord::new(first, second, size, word, &found).with_changes(changes);
        let drawn = [(found.second_lacks, first), (found.first_lacks, second)]
            .into_iter()
            .find_map(|(loss, side)| Some((loss.difference?, side.board.shared())));
        Diff { status, record, drawn, assumed: Vec::new() }
    }
}
