//! `show`: a puzzle for viewing, with a partial solution.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    io::{self, Write},
    sync::Arc,
};

use jigsat_cnf::{Variable, neg, pos, rarely};
use jigsat_grid::{Cell, Mark, Picture};
use jigsat_kit::{Blanks, Error, Given, TextFile};
use jigsat_solve::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Context, Solution, Status,
    board::Board,
    puzzle_formula::{AtomId, Known},
    record::SCHEMA,
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Teller, Verb},
};

/// Shows a puzzle, and what is filled in on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["from", "ask.search.timeout_s"]))]
pub struct ShowRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// A solution to draw, in any format that 'solve' prints; may be partial.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-position" = true, "x-name" = "solution"))]
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
    /// The rule that this solution breaks already, whatever else is filled in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
}

/// Places of a board that take the same values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlanksRecord {
    /// The values that a place can take; empty if a place is only chosen or not.
    pub values: Vec<String>,
    /// The places.
    pub places: Vec<BlankRecord>,
    /// Places of the same kind that the puzzle has filled in, if they are not among the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub givens: Vec<GivenRecord>,
    /// What `yes` and `no` say of the first place, as sentences: `r1c1 is sea` and `r1c1 is land`; only where places are chosen or
    /// not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

/// A place that the puzzle has filled in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GivenRecord {
    /// The place's name.
    pub name: String,
    /// The centre of the place in the picture, in half cells from the top and from the left.
    pub at: (u16, u16),
    /// Its value.
    pub value: String,
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

/// The answer to a [`ShowRequest`].
pub struct Shown {
    /// The record.
    pub record: ShowRecord,
    contradiction: Option<String>,
    marked: Vec<(u16, u16)>,
    index: Option<u64>,
    puzzle: Arc<dyn Board>,
}

impl Part for Shown {
    fn status(&self) -> Status {
        Status::Solved
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.contradiction.clone().unwrap_or_default()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        self.picture().map_or(Ok(()), |picture| teller.picture(&*picture))
    }

    fn index(&self) -> Option<u64> {
        self.index
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        let mut picture = self.puzzle.draw(self.record.solution.as_ref());
        for &(row, col) in &self.marked {
            picture.mark(Cell::new(row, col), Mark::Deduced);
        }
        Some(picture)
    }

    fn write(&self, form: &str, out: &mut dyn Write) -> Result<(), Error> {
        write_puzzle(&*self.puzzle, self.index.unwrap_or(1), form, out)
    }
}

/// Writes a puzzle such that several puzzles, numbered from 1 by `index`, can be read again.
pub(crate) fn write_puzzle(
    puzzle: &dyn Board,
    index: u64,
    form: &str,
    out: &mut dyn Write,
) -> Result<(), Error> {
    if index > 1 && form == "yaml" {
        writeln!(out, "---")?;
    }
    out.write_all(&puzzle.write(form)?)?;
    if form == "plain" {
        writeln!(out)?;
    }
    Ok(())
}

impl Verb for ShowRequest {
    const ABOUT: About = About {
        name: "show",
        command: Some("show"),
        group: "Understand",
        purpose: "Draws a puzzle, or one of its solutions",
        more: "Example:\n  jigsat sudoku show puzzles/sudoku/killer.yaml --svg killer.svg",
        subject: Subject::Puzzles,
        forms: Forms::Drawings,
        record: "what a user interface needs to draw a puzzle",
        picture: "Also writes the picture to a file; for several puzzles, FILE.svg becomes FILE-1.svg, FILE-2.svg, …",
    };

    type Record = ShowRecord;
    type Answer = Shown;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for ShowRequest {
    const MAY_LOOK_BEYOND: bool = true;

    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        listener(Box::new(show(board, self, context)?), false)
    }
}

/// The words for a place that is chosen, and for one that is not.
const YES_NO: [&str; 2] = ["yes", "no"];

fn show(board: &dyn Board, request: &ShowRequest, context: &Context) -> Result<Shown, Error> {
    let is_record = context.wants.form == "json" || !request.filled.is_empty();
    let limits = board.limits(context);
    let blanks = if is_record { board.blanks(&limits)? } else { Vec::new() };
    let mut solution = match &request.from {
        Some(from) => Some(board.read_solution(&from.to_source(), &limits)?),
        None => None,
    };
    let mut known = solution
        .as_ref()
        .filter(|_| is_record)
        .and_then(|solution| board.literals(board.encoding(), solution))
        .unwrap_or_default();
    if !request.filled.is_empty() {
        let filled = request.filled.iter().map(|(&place, value)| literal(&blanks, place, value));
        let filled = filled.collect::<Result<Vec<_>, Error>>()?;
        known.retain(|old| !filled.iter().any(|new| old.variable == new.variable));
        known.extend(filled);
        solution = board.so_far(&known);
    }
    let write = |format: &str| board.write(format);
    let text = match &request.format {
        _ if !is_record => None,
        Some(format) => Some(write(format)?),
        None => ["plain", "yaml"].into_iter().find_map(|format| write(format).ok()),
    };
    let violation = match solution.as_ref().filter(|_| is_record) {
        // A limit that was reached leaves it open.
        Some(solution) => Refusal::violation(board.check_so_far(solution, &limits)).unwrap_or_default(),
        None => None,
    };
    let record = ShowRecord {
        schema: SCHEMA,
        family: board.info().name.clone(),
        file: Arc::clone(board.file()),
        puzzle: Arc::clone(board.title()),
        text: text.and_then(|bytes| String::from_utf8(bytes).ok()),
        warnings: board.warnings().to_vec(),
        filled: filled_in(&blanks, &known),
        blanks: request.blanks.then(|| blanks.iter().map(|kind| listed(board, kind)).collect()),
        solution,
        violation: violation.map(|violation| violation.to_string()),
    };
    let contradiction = is_record.then(|| board.contradiction(&board.limits(context))).flatten();
    let marked = request.marked.clone();
    Ok(Shown { record, contradiction, marked, index: board.index(), puzzle: board.shared() })
}

/// The literal for a value in a place.
fn literal(blanks: &[Blanks<AtomId>], place: usize, value: &str) -> Result<Known, Error> {
    let all = blanks.iter().flat_map(|kind| kind.places.iter().map(move |blank| (kind, blank)));
    let (kind, blank) = all
        .clone()
        .nth(place)
        .ok_or_else(|| Error::request(format!("there are {} places, none is {place}", all.count())))?;
    if kind.values.is_empty() {
        return match value {
            "yes" => Ok(pos(blank.atoms[0])),
            "no" => Ok(neg(blank.atoms[0])),
            _ => Err(Error::request(format!("{}: found '{value}', expected yes or no", blank.name))),
        };
    }
    let number = kind.values.iter().position(|known| known == value).ok_or_else(|| {
        let (first, last) = (&kind.values[0], &kind.values[kind.values.len() - 1]);
        Error::request(format!("{}: found '{value}', expected one of {first} to {last}", blank.name))
    })?;
    Ok(pos(blank.atoms[number]))
}

/// The inverse: the places about which something is known.
fn filled_in(blanks: &[Blanks<AtomId>], known: &[Known]) -> BTreeMap<usize, String> {
    if known.is_empty() {
        return BTreeMap::new();
    }
    let all = blanks.iter().flat_map(|kind| kind.places.iter().map(move |blank| (kind, blank)));
    let meanings: HashMap<AtomId, (usize, Option<&str>)> = all
        .enumerate()
        .flat_map(|(place, (kind, blank))| {
            let value = |number| kind.values.get(number).map(String::as_str);
            blank.atoms.iter().enumerate().map(move |(number, &atom)| (atom, (place, value(number))))
        })
        .collect();
    let filled = known.iter().filter_map(|literal| {
        let Variable::Atom(atom) = literal.variable else { return None };
        match *meanings.get(&atom)? {
            (place, None) => Some((place, YES_NO[usize::from(literal.negated)])),
            (place, Some(value)) => (!literal.negated).then_some((place, value)),
        }
    });
    rarely::map(filled.map(|(place, value)| (place, value.to_owned())))
}

fn listed(board: &dyn Board, kind: &Blanks<AtomId>) -> BlanksRecord {
    let place = |blank: &jigsat_kit::Blank<AtomId>| BlankRecord { name: blank.name.clone(), at: blank.at };
    let given =
        |given: &Given| GivenRecord { name: given.name.clone(), at: given.at, value: given.value.clone() };
    let chosen = kind.places.first().filter(|_| kind.values.is_empty()).and_then(|place| place.atoms.first());
    BlanksRecord {
        words: chosen.map(|&atom| board.words(&[pos(atom), neg(atom)])).unwrap_or_default(),
        values: kind.values.clone(),
        places: kind.places.iter().map(place).collect(),
        givens: kind.givens.iter().map(given).collect(),
    }
}
