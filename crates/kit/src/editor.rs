//! How puzzles are edited by hand: data for front ends, which know no family.

use schemars::JsonSchema;
use serde::Serialize;

/// What a front end edits when it edits a puzzle of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Editor {
    /// A flat board, cell by cell.
    Board(Form),
    /// A flat board whose page says what is on it.
    Page,
    /// A model: a text in the language of the course, possibly with data.
    Model,
}

/// What is on a flat board, and how its file in YAML says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Form {
    /// The key of the block with the cells.
    pub cells: &'static str,
    /// The word for an empty cell.
    pub blank: &'static str,
    /// Other words that readers take for an empty cell.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub also_blank: &'static [&'static str],
    /// Whether the words of a row stand together, each of one character.
    #[serde(skip_serializing_if = "is_false")]
    pub compact: bool,
    /// Whether the block may be a size alone, `6x10`, for a board without anything on it.
    #[serde(skip_serializing_if = "is_false")]
    pub sized: bool,
    /// The digits that the numbers of cells are written with, in the order of the buttons; empty if they have none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub digits: &'static str,
    /// Whether cells have capital letters, which name what lies there.
    #[serde(skip_serializing_if = "is_false")]
    pub letters: bool,
    /// Other words of cells.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub words: &'static [Word],
    /// Whether cells are painted at first, and not written.
    #[serde(skip_serializing_if = "is_false")]
    pub painted: bool,
    /// Whether the words are those of a level: walls, boxes that are pushed, goals below them, and a player.
    #[serde(skip_serializing_if = "is_false")]
    pub level: bool,
    /// Whether boards are square, with boxes of equal size.
    #[serde(skip_serializing_if = "is_false")]
    pub square: bool,
    /// The key of the block with regions, which a board may have in place of boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<&'static str>,
    /// Whether boards may have cages with sums, and thermometers.
    #[serde(skip_serializing_if = "is_false")]
    pub figures: bool,
    /// Rules that a board may add, by their keys.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub switches: &'static [Word],
    /// The key that says that rows of one word are a single column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_column: Option<&'static str>,
    /// Named sets of pieces, one of which a new board gets with the key `set`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub sets: &'static [&'static str],
    /// The usual numbers of rows and columns.
    pub usual: [u16; 2],
    /// The format that shows a board row by row, if that isn't its shortest one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// The format of its address, if that isn't its shortest one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<&'static str>,
}

/// A word of a file, with its name for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Word {
    /// The word.
    pub word: &'static str,
    /// What it is called.
    pub name: &'static str,
}

impl Word {
    /// A word with its name.
    #[must_use]
    pub const fn new(word: &'static str, name: &'static str) -> Self {
        Word { word, name }
    }
}

impl Form {
    /// A board of numbers, below the key `grid`.
    pub const NUMBERS: Form = Form {
        cells: "grid",
        blank: ".",
        also_blank: &[],
        compact: false,
        sized: false,
        digits: "1234567890",
        letters: false,
        words: &[],
        painted: false,
        level: false,
        square: false,
        regions: None,
        figures: false,
        switches: &[],
        one_column: None,
        sets: &[],
        usual: [8, 8],
        format: None,
        address: None,
    };
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_false(is: &bool) -> bool {
    !is
}
