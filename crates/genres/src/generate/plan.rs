//! What a page says about making boards: `generate: rooms(3, 7), fits(number)`.

use jigsat_grid::Size;
use jigsat_input::ParseError;
use jigsat_qprop::syntax::{Code, CodeKind, Ident};

use crate::code::{
    Args, Known,
    layers::{FUNCTION, GIVEN, MARK, NUMBER, NUMBERS, On, SIGN, SIGNS, TWO},
};

/// A step of making a board, with the names of layers. Those of the first group come before there is a solution, the
/// others after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Boards have as many rows as columns.
    Square,
    /// The size of a board if none is asked for.
    Usual(Size),
    /// Each of these words in one cell, which has no other word.
    One { words: Vec<String> },
    /// Boards have an even number of rows, and of columns.
    Even,
    /// Boards have at least `each` rows and columns, and at least `longer` in one of the two directions.
    Least { each: u16, longer: u16 },
    /// Rooms with this many cells.
    Rooms { least: usize, most: usize },
    /// Rooms of two cells; a cell that is left over has this word.
    Dominoes(String),
    /// Sets the constant to the largest fleet that has room on the board.
    Fleet(String),
    /// This percentage of the cells has one of these words, or of the words of one of these layers.
    Scatter { layers: Vec<String>, percent: u32 },
    /// A pattern of black cells, first row and column included, that leaves no white cell alone in its row or column.
    Blacks { layer: String },
    /// This assert is about later steps: the first solution need not satisfy it.
    Without(String),
    /// The first solution has this predicate wherever it can.
    Most(String),
    /// Islands and bridges that lead from one to the next.
    Islands { number: String, bridge: String },
    /// A picture, and the runs of its lines.
    Picture { clue: String, shade: String },
    /// Lines and the numbers at their ends.
    Paths { number: String, line: String },
    /// A set of dominoes, their numbers, and the borders between them.
    Deal { number: String, border: String },
    /// Areas and their borders, and two numbers in each area, between which its number of cells lies.
    Between { number: String, border: String },
    /// Galaxies that grow around their stars.
    Galaxies { star: String, galaxy: String },
    /// In each connected piece of unchosen cells, or between borders, the number of its cells.
    Sizes { number: String, layer: String },
    /// Numbers that differ in rows and columns, except those that are shaded.
    Latin { number: String, shade: String },
    /// The sums of runs of digits, in black cells before them: to the right, below, and the word of a cell without sums.
    Sums { givens: [String; 3], digit: String },
    /// The sums between the two cells with 0 of each line, for a solution that few others share them with.
    Blocks { total: String, digit: String },
    /// A number for each room, with one of the signs of sum, product, difference and quotient.
    Cages { total: String, signs: [String; 4] },
    /// One of the words of this layer in each cell: the loop takes the first in every second room, the second in the others.
    Alternate { layer: String, line: String },
    /// Rooms that grow around the chosen cells of the solution, one for each.
    Around { layer: String },
    /// Everything that fits the solution; if a second layer is named, it replaces words of that. Values that are not
    /// needed are removed, unless all stay.
    Fits { layer: String, instead: Option<String>, all_stay: bool },
}

/// The steps that a page may name.
pub(crate) const STEPS: [Known<(), Step>; 27] = [
    ("all(given, word)", |args, ()| fits(args, true)),
    ("alternate(given, predicate)", |args, ()| {
        let (layer, line) = (args.layer(On::Cells, &TWO)?, args.layer(On::Borders, &MARK)?);
        args.in_rooms().map(|()| Step::Alternate { layer, line })
    }),
    ("around(predicate)", |args, ()| {
        let layer = args.layer(On::Cells, &MARK)?;
        args.in_rooms().map(|()| Step::Around { layer })
    }),
    ("between(number, predicate)", |args, ()| {
        Ok(Step::Between { number: args.layer(On::Cells, &NUMBER)?, border: args.layer(On::Borders, &MARK)? })
    }),
    ("blacks(word)", |args, ()| Ok(Step::Blacks { layer: args.layer(On::Cells, &SIGN)? })),
    ("blocks(number, function)", |args, ()| {
        Ok(Step::Blocks { total: args.layer(On::Lines, &NUMBER)?, digit: args.layer(On::Cells, &FUNCTION)? })
    }),
    ("cages(number, word, word, word, word)", |args, ()| {
        let total = args.layer(On::Rooms, &NUMBER)?;
        let mut sign = || args.layer(On::Rooms, &SIGN);
        Ok(Step::Cages { total, signs: [sign()?, sign()?, sign()?, sign()?] })
    }),
    ("deal(number, predicate)", |args, ()| {
        Ok(Step::Deal { number: args.layer(On::Cells, &NUMBER)?, border: args.layer(On::Borders, &MARK)? })
    }),
    ("dominoes(word)", |args, ()| {
        let word = args.layer(On::Cells, &SIGN)?;
        args.in_rooms().map(|()| Step::Dominoes(word))
    }),
    ("even", |_, ()| Ok(Step::Even)),
    ("fits(given, word)", |args, ()| fits(args, false)),
    ("fleet(constant)", |args, ()| Ok(Step::Fleet(args.layer(On::Board, &NUMBERS)?))),
    ("galaxies(star, function)", |args, ()| {
        Ok(Step::Galaxies { star: args.layer(On::Dots, &GIVEN)?, galaxy: args.layer(On::Cells, &FUNCTION)? })
    }),
    ("islands(number, function)", |args, ()| {
        Ok(Step::Islands {
            number: args.layer(On::Cells, &NUMBER)?,
            bridge: args.layer(On::Borders, &FUNCTION)?,
        })
    }),
    ("latin(number, predicate)", |args, ()| {
        Ok(Step::Latin { number: args.layer(On::Cells, &NUMBER)?, shade: args.layer(On::Cells, &MARK)? })
    }),
    ("least(rows, columns)", |args, ()| {
        let each = args.number(1, MAX_SIDE)?;
        Ok(Step::Least { each: each as u16, longer: args.number(each, MAX_SIDE)? as u16 })
    }),
    ("most(predicate)", |args, ()| Ok(Step::Most(args.layer(On::Anywhere, &MARK)?))),
    ("one(word, …)", |args, ()| {
        let mut words = vec![args.layer(On::Cells, &SIGN)?];
        while args.has_more() {
            words.push(args.layer(On::Cells, &SIGN)?);
        }
        Ok(Step::One { words })
    }),
    ("paths(number, predicate)", |args, ()| {
        Ok(Step::Paths { number: args.layer(On::Cells, &NUMBER)?, line: args.layer(On::Borders, &MARK)? })
    }),
    ("picture(number, predicate)", |args, ()| {
        Ok(Step::Picture { clue: args.layer(On::Lines, &NUMBER)?, shade: args.layer(On::Cells, &MARK)? })
    }),
    ("rooms(least, most)", |args, ()| {
        let least = args.number(1, MAX_ROOM)?;
        let most = args.number(least, MAX_ROOM)?;
        args.in_rooms().map(|()| Step::Rooms { least: least as usize, most: most as usize })
    }),
    ("scatter(percentage, word, …)", |args, ()| {
        let percent = args.number(0, 100)?;
        let mut layers = vec![args.layer(On::Cells, &SIGNS)?];
        while args.has_more() {
            layers.push(args.layer(On::Cells, &SIGNS)?);
        }
        Ok(Step::Scatter { layers, percent })
    }),
    ("size(rows, columns)", |args, ()| {
        let rows = args.number(1, MAX_SIDE)?;
        Ok(Step::Usual(Size::new(rows as u16, args.number(1, MAX_SIDE)? as u16)))
    }),
    ("sizes(number, predicate)", |args, ()| {
        Ok(Step::Sizes { number: args.layer(On::Cells, &NUMBER)?, layer: args.layer(On::Anywhere, &MARK)? })
    }),
    ("square", |_, ()| Ok(Step::Square)),
    ("sums(right, below, word, function)", |args, ()| {
        let [right, below] = [args.layer(On::Cells, &NUMBER)?, args.layer(On::Cells, &NUMBER)?];
        let wall = args.layer(On::Cells, &SIGN)?;
        Ok(Step::Sums { givens: [right, below, wall], digit: args.layer(On::Cells, &FUNCTION)? })
    }),
    ("without(assert)", |args, ()| Ok(Step::Without(args.assert()?))),
];

/// Maximum number of rows or columns, and of cells of a room.
const MAX_SIDE: u32 = 200;
const MAX_ROOM: u32 = 900;

fn fits(args: &mut Args<'_>, all_stay: bool) -> Result<Step, ParseError> {
    let layer = args.layer(On::Anywhere, &GIVEN)?;
    let instead = if args.has_more() { Some(args.layer(On::Cells, &SIGN)?) } else { None };
    Ok(Step::Fits { layer, instead, all_stay })
}

/// What a part of version 0.1, which is read until the next version, is today, with a sentence about it.
pub(crate) fn former(part: &Code) -> Option<(Code, String)> {
    let CodeKind::Part(name, args) = &part.kind else { return None };
    let args = match (name.name.as_str(), &args[..]) {
        ("arrows", _) => args.clone(),
        ("scatter", [word, percent @ Code { kind: CodeKind::Number(_), .. }]) => {
            vec![percent.clone(), word.clone()]
        }
        _ => return None,
    };
    let name = Ident { name: "scatter".into(), ..name.clone() };
    let now = Code { kind: CodeKind::Part(name, args), ..part.clone() };
    let note = format!("the page's '{part}' is a word of a former version; write '{now}'");
    Some((now, note))
}

impl Step {
    /// Why there is no board of this size, if there is none.
    pub fn why_not(&self, title: &str, size: Size) -> Option<String> {
        let (least, most) = (size.rows.min(size.cols), size.rows.max(size.cols));
        let a = if title.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
        match *self {
            Step::Square if least != most => Some(format!("{a} {title} board must be square; {size} is not")),
            Step::Even if !least.is_multiple_of(2) || !most.is_multiple_of(2) => {
                Some(format!("{title} needs an even number of rows and columns; {size} is not even"))
            }
            Step::Deal { .. } if most != least + 1 => Some(format!(
                "{a} {title} board has one column more than rows, or one row more than columns; {size} has not"
            )),
            Step::Least { each, longer } if least < each || most < longer => Some(match each {
                1 => format!(
                    "{a} {title} board needs at least {longer} rows or {longer} columns; {size} is too small"
                ),
                _ => format!(
                    "{a} {title} board needs at least {each} rows and {each} columns; {size} is too small"
                ),
            }),
            _ => None,
        }
    }

    /// Whether its result before there is a solution is random.
    pub fn is_by_lot(&self) -> bool {
        matches!(
            self,
            Step::Rooms { .. }
                | Step::Dominoes(_)
                | Step::Scatter { .. }
                | Step::Blacks { .. }
                | Step::One { .. }
        )
    }

    /// Whether it makes a board and its solution together.
    pub fn draws(&self) -> bool {
        matches!(
            self,
            Step::Islands { .. }
                | Step::Picture { .. }
                | Step::Latin { .. }
                | Step::Paths { .. }
                | Step::Deal { .. }
                | Step::Galaxies { .. }
        )
    }

    /// Whether its result says something about the solution.
    pub fn tells(&self) -> bool {
        !matches!(
            self,
            Step::Square
                | Step::Even
                | Step::Usual(_)
                | Step::One { .. }
                | Step::Least { .. }
                | Step::Rooms { .. }
                | Step::Dominoes(_)
                | Step::Fleet(_)
                | Step::Scatter { .. }
                | Step::Blacks { .. }
                | Step::Without(_)
                | Step::Most(_)
                | Step::Around { .. }
        )
    }

    /// Whether boards keep their first solution.
    pub fn keeps_solution(&self) -> bool {
        self.draws() || matches!(self, Step::Rooms { .. } | Step::Around { .. } | Step::Between { .. })
    }

    /// Whether its result is changed a little if a board has other solutions.
    pub fn changes(&self) -> bool {
        matches!(
            self,
            Step::Rooms { .. }
                | Step::Around { .. }
                | Step::Sizes { .. }
                | Step::Latin { .. }
                | Step::Deal { .. }
                | Step::Between { .. }
        )
    }
}
