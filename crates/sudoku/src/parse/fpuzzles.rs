//! Links of f-puzzles, and those of `SudokuPad` that contain a puzzle in the form of f-puzzles: JSON, compressed by
//! lz-string and written in base64. They are decoded, never fetched.

use std::collections::BTreeMap;

use jigsat_grid::{Cell, Size};
use jigsat_input::{ParseError, Part, quote};
use serde::Deserialize;
use serde_json::Value;

use crate::{Cage, MAX_SIDE, Sudoku, default_box};

/// Maximum number of characters of data that are decoded. lz-string can expand n characters to n²: at most about 100 MB
/// for this many.
const LONGEST: usize = 1 << 14;

/// Maximum number of characters of the setter's rules that are shown.
const LONGEST_RULES: usize = 2000;

/// A puzzle in the form of f-puzzles: the givens, regions and constraints that jigsat supports; everything else is in
/// `rest`.
#[derive(Deserialize)]
struct Board {
    size: usize,
    grid: Vec<Vec<Square>>,
    title: Option<String>,
    author: Option<String>,
    ruleset: Option<String>,
    #[serde(rename = "diagonal+")]
    up: Option<bool>,
    #[serde(rename = "diagonal-")]
    down: Option<bool>,
    antiknight: Option<bool>,
    antiking: Option<bool>,
    killercage: Option<Vec<KillerCage>>,
    thermometer: Option<Vec<Thermometer>>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct Square {
    value: Option<u16>,
    given: Option<bool>,
    region: Option<u16>,
    #[serde(rename = "givenPencilMarks")]
    candidates: Option<Vec<Value>>,
}

#[derive(Deserialize)]
struct KillerCage {
    cells: Vec<String>,
    value: Option<Value>,
}

#[derive(Deserialize)]
struct Thermometer {
    lines: Vec<Vec<String>>,
}

/// Keys that are not rules: drawings, notes, the solution, settings of the site.
const NO_RULES: [&str; 14] = [
    "cage",
    "circle",
    "disabledlogic",
    "foglight",
    "fogofwar",
    "highlightConflicts",
    "line",
    "metadata",
    "rectangle",
    "solution",
    "successMessage",
    "text",
    "triggereffect",
    "truecandidatesoptions",
];

/// Constraints that jigsat lacks, by their keys.
const LACKING: [(&str, &str); 18] = [
    ("arrow", "arrows"),
    ("betweenline", "between lines"),
    ("clone", "clones"),
    ("difference", "difference dots"),
    ("disjointgroups", "disjoint groups"),
    ("even", "even cells"),
    ("extraregion", "extra regions"),
    ("littlekillersum", "little killer sums"),
    ("lockout", "lockout lines"),
    ("maximum", "maximum cells"),
    ("minimum", "minimum cells"),
    ("negative", "negative constraints"),
    ("nonconsecutive", "nonconsecutive neighbours"),
    ("odd", "odd cells"),
    ("palindrome", "palindromes"),
    ("quadruple", "quadruples"),
    ("ratio", "ratio dots"),
    ("sandwichsum", "sandwich sums"),
];

const READ: &str = "givens, regions, killer cages, thermometers, both diagonals, anti-knight or anti-king";

/// Whether a line is such a link.
pub(super) fn is_one(line: &str) -> bool {
    let line = line.trim();
    // Most lines of a collection have no slash.
    line.contains('/')
        && !line.contains(char::is_whitespace)
        && (line.contains("f-puzzles.com/") || padded(line).is_some())
}

/// The text after the mark of f-puzzles in a link of `SudokuPad`: `https://sudokupad.app/fpuzN4Ig…`.
fn padded(line: &str) -> Option<&str> {
    if !["sudokupad.app/", "crackingthecryptic.com/"].iter().any(|site| line.contains(site)) {
        return None;
    }
    ["fpuzzles", "fpuz"].iter().find_map(|mark| line.split_once(mark)).map(|(_, data)| data)
}

/// Reads the link on a line, with warnings for the user.
pub(super) fn parse(line: Part<'_>) -> Result<(Sudoku, Vec<String>), ParseError> {
    let error = |message: String| line.error(message);
    let text = line.text().trim();
    let data = padded(text).or_else(|| text.split_once("load=").map(|(_, data)| data));
    let Some(data) = data else {
        let help = "open it in a browser, and copy the address that it then has";
        return Err(error("found a short link, without the puzzle".into()).with_help(help));
    };
    let length = data.len();
    if length > LONGEST {
        return Err(
            error(format!("found data of {length} characters")).expecting(format!("at most {LONGEST}"))
        );
    }
    let json = decoded(data).ok_or_else(|| {
        let help = "copy the link again: a part of it may be missing";
        error("found data that can't be decoded".into()).expecting("a puzzle of f-puzzles").with_help(help)
    })?;
    let board: Board = serde_json::from_str(&json)
        .map_err(|cause| error(format!("found a puzzle that can't be read: {cause}")))?;
    let sudoku = board.sudoku().map_err(|bad| {
        let error = error(format!("found {}", bad.found));
        if bad.is_lacking { error.expecting(READ) } else { error }
    })?;
    sudoku.validate().map_err(|invalid| error(invalid.to_string()))?;
    Ok((sudoku, board.warnings()))
}

/// The JSON of a link's data.
fn decoded(data: &str) -> Option<String> {
    let data = data.split(['&', '?', '#']).next()?;
    let signs = [("%2B", "+"), ("%2b", "+"), ("%2F", "/"), ("%2f", "/"), ("%3D", "="), ("%3d", "=")];
    let data = signs.iter().fold(data.to_owned(), |data, (coded, sign)| data.replace(coded, sign));
    String::from_utf16(&lz_str::decompress_from_base64(&data)?).ok()
}

/// A mistake in a puzzle: a constraint that jigsat lacks, or something else.
struct Bad {
    found: String,
    is_lacking: bool,
}

fn bad(found: impl Into<String>) -> Bad {
    Bad { found: found.into(), is_lacking: false }
}

fn lacking(found: impl Into<String>) -> Bad {
    Bad { found: found.into(), is_lacking: true }
}

impl Board {
    fn sudoku(&self) -> Result<Sudoku, Bad> {
        let side = self.size;
        if !(1..=usize::from(MAX_SIDE)).contains(&side) {
            return Err(bad(format!("a board of {side}x{side}, expected at most {MAX_SIDE}x{MAX_SIDE}")));
        }
        if self.grid.len() != side || self.grid.iter().any(|row| row.len() != side) {
            return Err(bad(format!("a grid that is not {side}x{side}")));
        }
        self.is_known()?;
        let squares = || self.grid.iter().flatten();
        if squares().any(|square| square.candidates.as_ref().is_some_and(|some| !some.is_empty())) {
            return Err(lacking("given pencil marks"));
        }
        // Without `given` it was filled in by the player.
        let given = |square: &Square| square.value.filter(|_| square.given == Some(true)).unwrap_or(0);
        let (box_size, regions) = self.regions()?;
        let mut sudoku = Sudoku::new(box_size, squares().map(given).collect());
        sudoku.regions = regions;
        sudoku.title = self.title.clone().unwrap_or_default();
        sudoku.source = self.author.clone().unwrap_or_default();
        sudoku.diagonals = match (self.up == Some(true), self.down == Some(true)) {
            (true, false) | (false, true) => return Err(lacking("one diagonal without the other")),
            (both, _) => both,
        };
        sudoku.anti_knight = self.antiknight == Some(true);
        sudoku.anti_king = self.antiking == Some(true);
        for cage in self.killercage.iter().flatten() {
            let sum = match &cage.value {
                None | Some(Value::Null) => None,
                Some(Value::String(text)) if text.trim().is_empty() => None,
                Some(Value::Number(sum)) => Some(sum.as_u64().and_then(|sum| u32::try_from(sum).ok())),
                Some(Value::String(text)) => Some(text.trim().parse().ok()),
                Some(_) => Some(None),
            };
            let first = cage.cells.first().map(String::as_str).unwrap_or_default();
            let sum = sum.map(|sum| {
                sum.ok_or_else(|| lacking(format!("a killer cage whose sum is no number at {first}")))
            });
            sudoku.cages.push(Cage { sum: sum.transpose()?, cells: cells(&cage.cells)? });
        }
        for line in self.thermometer.iter().flatten().flat_map(|thermometer| &thermometer.lines) {
            sudoku.thermometers.push(cells(line)?);
        }
        Ok(sudoku)
    }

    /// Checks that jigsat has all constraints.
    fn is_known(&self) -> Result<(), Bad> {
        let is_nothing = |value: &Value| match value {
            Value::Null | Value::Bool(false) => true,
            Value::String(text) => text.is_empty(),
            Value::Array(list) => list.is_empty(),
            Value::Object(map) => map.is_empty(),
            Value::Bool(true) | Value::Number(_) => false,
        };
        let is_rule =
            |(key, value): &(&String, &Value)| !NO_RULES.contains(&key.as_str()) && !is_nothing(value);
        let Some((key, _)) = self.rest.iter().find(is_rule) else { return Ok(()) };
        Err(lacking(match LACKING.iter().find(|(known, _)| known == key) {
            Some((_, name)) => format!("the constraint {} ({name})", quote(key)),
            None => format!("the constraint {}", quote(key)),
        }))
    }

    /// The size of a box, and the regions if they are not boxes.
    fn regions(&self) -> Result<(Size, Option<Vec<u16>>), Bad> {
        let side = self.size;
        let boxes = default_box(side);
        let of_box = |index: usize| {
            let size = boxes?;
            let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
            let (row, col) = (index / side, index % side);
            u16::try_from(row / rows * (side / cols) + col / cols).ok()
        };
        let squares = self.grid.iter().flatten().enumerate();
        let regions = squares.map(|(index, square)| square.region.or_else(|| of_box(index)));
        let regions: Option<Vec<u16>> = regions.collect();
        let regions = regions.ok_or_else(|| bad(format!("a board of {side}x{side} without regions")))?;
        let is_boxes = regions.iter().enumerate().all(|(index, &region)| of_box(index) == Some(region));
        let one_row = u16::try_from(side).unwrap_or(MAX_SIDE);
        Ok((boxes.unwrap_or(Size::new(1, one_row)), (!is_boxes).then_some(regions)))
    }

    /// Parts of the link that are not read.
    fn warnings(&self) -> Vec<String> {
        let rules = self.ruleset.as_deref().filter(|rules| !rules.trim().is_empty());
        let has = |key: &&&str| matches!(self.rest.get(**key), Some(Value::Array(list)) if !list.is_empty());
        let drawn: Vec<&str> =
            NO_RULES.iter().filter(has).filter(|key| **key != "solution").copied().collect();
        let mut warnings = Vec::new();
        if let Some(rules) = rules {
            warnings.push(format!("the rules in words are not read: {}", in_one_line(rules)));
        }
        if !drawn.is_empty() {
            warnings.push(format!("drawings are not read: {}", drawn.join(", ")));
        }
        warnings
    }
}

/// The setter's words in one line, without control characters: people compare them with what was read.
fn in_one_line(words: &str) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown: String = line.chars().filter(|char| !char.is_control()).take(LONGEST_RULES).collect();
    if line.chars().nth(LONGEST_RULES).is_some() {
        shown.push('…');
    }
    shown
}

/// Cells by the names of f-puzzles: `R1C2`.
fn cells(names: &[String]) -> Result<Vec<Cell>, Bad> {
    let cell =
        |name: &String| name.to_lowercase().parse().map_err(|_| bad(format!("the cell {}", quote(name))));
    names.iter().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use jigsat_input::Source;
    use serde_json::{Value, json};

    use crate::{Sudoku, parse};

    fn link(board: &Value) -> String {
        format!("https://www.f-puzzles.com/?load={}", lz_str::compress_to_base64(&board.to_string()))
    }

    fn read(text: &str) -> Result<Sudoku, String> {
        parse(&Source::new("link", text)).map_err(|error| error.to_string())
    }

    /// A 4x4 board with a given, a digit of the player, a note, and these constraints.
    fn board(more: Value) -> Value {
        let mut grid = json!([[{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]]);
        grid[0][1] = json!({ "value": 3, "given": true, "c": "#fff" });
        grid[2][0] = json!({ "value": 1, "centerPencilMarks": [1, 2] });
        let mut board = json!({ "size": 4, "title": "A title", "author": "an author", "grid": grid });
        if let (Value::Object(board), Value::Object(more)) = (&mut board, more) {
            board.extend(more);
        }
        board
    }

    #[test]
    fn what_jigsat_has_is_read() {
        let constraints = json!({
            "diagonal+": true, "diagonal-": true, "antiknight": true, "antiking": false, "nonconsecutive": false,
            "killercage": [{ "cells": ["R1C1", "R2C1"], "value": "3" }],
            "thermometer": [{ "lines": [["R3C3", "R3C4"], ["R3C3", "R4C3"]] }],
            "odd": [], "solution": [1, 2], "line": [{ "lines": [["R1C1", "R2C2"]] }],
        });
        let sudoku = read(&link(&board(constraints))).expect("it can be read");
        assert_eq!(sudoku.to_line().as_deref(), Some(".3.............."));
        assert_eq!((sudoku.title.as_str(), sudoku.source.as_str()), ("A title", "an author"));
        assert!(sudoku.diagonals && sudoku.anti_knight && !sudoku.anti_king && sudoku.regions.is_none());
        assert_eq!(
            sudoku.cages.iter().map(|cage| (cage.sum, cage.cells.len())).collect::<Vec<_>>(),
            [(Some(3), 2)]
        );
        assert_eq!(sudoku.thermometers.len(), 2);
        let links =
            ["https://sudokupad.app/fpuz", "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles"];
        for start in links {
            let data = lz_str::compress_to_base64(&board(json!({})).to_string()).replace('+', "%2B");
            assert_eq!(read(&format!("{start}{data}")).expect(start).to_line(), sudoku.to_line());
        }
    }

    #[test]
    fn the_setters_rules_are_told_in_full() {
        let rules = "Normal sudoku rules apply.\n\nDigits along a thermometer increase from the bulb, \u{1b}[2Jand so on.";
        let warnings = |rules: &str| {
            let board: super::Board =
                serde_json::from_value(board(json!({ "ruleset": rules }))).expect("it is a board");
            board.warnings()
        };
        let told = "the rules in words are not read: Normal sudoku rules apply. Digits along a thermometer increase from \
                    the bulb, [2Jand so on.";
        assert_eq!(warnings(rules), [told]);
        let long = "x".repeat(super::LONGEST_RULES + 1);
        assert!(warnings(&long)[0].ends_with("xx…"));
    }

    #[test]
    fn cages_without_a_sum_are_read() {
        for cage in [json!({ "cells": ["R1C1", "R2C2"] }), json!({ "cells": ["R1C1", "R2C2"], "value": " " })]
        {
            let sudoku = read(&link(&board(json!({ "killercage": [cage] })))).expect("it can be read");
            assert_eq!((sudoku.cages[0].sum, sudoku.cages[0].cells.len()), (None, 2));
        }
    }

    #[test]
    fn regions_are_read() {
        let mut irregular = board(json!({}));
        // The first cells of boxes 1 and 2 are exchanged.
        irregular["grid"][0][0]["region"] = json!(1);
        irregular["grid"][0][2]["region"] = json!(0);
        let regions = read(&link(&irregular)).expect("it can be read").regions.expect("they are irregular");
        assert_eq!(regions, [1, 0, 0, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
    }

    #[test]
    fn what_jigsat_lacks_is_named() {
        for (constraints, found) in [
            (
                json!({ "arrow": [{ "cells": ["R1C1"] }] }),
                "found the constraint 'arrow' (arrows), expected givens",
            ),
            (json!({ "renban": [{ "lines": [] }] }), "found the constraint 'renban', expected"),
            (json!({ "nonconsecutive": true }), "'nonconsecutive' (nonconsecutive neighbours)"),
            (json!({ "diagonal+": true }), "found one diagonal without the other"),
            (
                json!({ "killercage": [{ "cells": ["R1C1"], "value": "<9" }] }),
                "a killer cage whose sum is no number at R1C1",
            ),
            (json!({ "killercage": [{ "cells": ["R1C1"], "value": "9" }] }), "found 9, expected 1 to 4"),
            (json!({ "killercage": [{ "cells": ["one"], "value": "9" }] }), "found the cell 'one'"),
            (json!({ "size": 5 }), "found a grid that is not 5x5"),
            (json!({ "grid": 1 }), "found a puzzle that can't be read"),
        ] {
            let error = read(&link(&board(constraints))).expect_err(found);
            assert!(error.contains(found) && error.starts_with("link:1:1: "), "{error}");
        }
        assert!(read("https://f-puzzles.com/?id=abc").expect_err("short").contains("found a short link"));
        for broken in [
            "https://f-puzzles.com/?load=N4Ig",
            "https://f-puzzles.com/?load=",
            "https://f-puzzles.com/?load=%%%",
        ] {
            assert!(read(broken).expect_err(broken).contains("found"), "{broken}");
        }
    }

    /// An example of the JavaScript library that f-puzzles uses.
    #[test]
    fn lz_string_is_that_of_the_sites() {
        let text = lz_str::decompress_from_base64("BYUwNmD2A0AECWsCGBbZtDUzkAA=").expect("it is valid");
        assert_eq!(String::from_utf16(&text).expect("it is text"), "hello, i am a 猫");
    }
}
