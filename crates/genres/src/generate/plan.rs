//! What a page says about making boards: `generate: rooms(3, 7), fits(number)`.

use jigsat_grid::Size;

use crate::{Page, page::Part};

/// A step of making a board. Those of the first group come before there is a solution, the others after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step<'p> {
    /// Boards have as many rows as columns.
    Square,
    /// Boards have an even number of rows, and of columns.
    Even,
    /// Boards have at least `each` rows and columns, and at least `longer` in one of the two directions.
    Least { each: u16, longer: u16 },
    /// Rooms with this many cells.
    Rooms { least: usize, most: usize },
    /// Sets the constant to the largest fleet that has room on the board.
    Fleet(&'p str),
    /// This percentage of the cells has this word.
    Scatter { layer: &'p str, percent: u32 },
    /// A pattern of black cells, first row and column included, that leaves no white cell alone in its row or column.
    Blacks { layer: &'p str },
    /// This assert is about later steps: the first solution need not satisfy it.
    Without(&'p str),
    /// Islands and bridges that lead from one to the next.
    Islands { number: &'p str, bridge: &'p str },
    /// A picture, and the runs of its lines.
    Picture { clue: &'p str, shade: &'p str },
    /// Lines and the numbers at their ends.
    Paths { number: &'p str, line: &'p str },
    /// Galaxies that grow around their stars.
    Galaxies { star: &'p str, galaxy: &'p str },
    /// This percentage of the cells has one of these words.
    Arrows { layers: &'p [String], percent: u32 },
    /// In each connected piece of unchosen cells, or between borders, the number of its cells.
    Sizes { number: &'p str, layer: &'p str },
    /// Numbers that differ in rows and columns, except those that are shaded.
    Latin { number: &'p str, shade: &'p str },
    /// The sums of runs of digits, in black cells before them.
    Sums { right: &'p str, below: &'p str, wall: &'p str, digit: &'p str },
    /// A number for each cage, with a sign.
    Cages(Vec<&'p str>),
    /// Rooms that grow around the chosen cells of the solution, one for each.
    Around { layer: &'p str },
    /// Everything that fits the solution; if a second layer is named, it replaces words of that. Values that are not
    /// needed are removed.
    Fits { layer: &'p str, instead: Option<&'p str> },
    /// As `Fits`, but nothing is removed.
    All { layer: &'p str, instead: Option<&'p str> },
}

/// The steps; `None` if the page doesn't say how boards are made.
pub(super) fn plan(page: &Page) -> Option<Vec<Step<'_>>> {
    let steps: Option<Vec<Step<'_>>> = page.generate.iter().map(step).collect();
    steps.filter(|steps| !steps.is_empty())
}

fn step(part: &Part) -> Option<Step<'_>> {
    let name = |place: usize| part.args.get(place).map(String::as_str);
    let number = |place: usize| name(place)?.parse().ok();
    Some(match part.name.as_str() {
        "square" => Step::Square,
        "even" => Step::Even,
        "least" => Step::Least { each: number(0)? as u16, longer: number(1)? as u16 },
        "rooms" => Step::Rooms { least: number(0)?, most: number(1)? },
        "fleet" => Step::Fleet(name(0)?),
        "scatter" => Step::Scatter { layer: name(0)?, percent: number(1)? as u32 },
        "blacks" => Step::Blacks { layer: name(0)? },
        "without" => Step::Without(name(0)?),
        "islands" => Step::Islands { number: name(0)?, bridge: name(1)? },
        "picture" => Step::Picture { clue: name(0)?, shade: name(1)? },
        "paths" => Step::Paths { number: name(0)?, line: name(1)? },
        "galaxies" => Step::Galaxies { star: name(0)?, galaxy: name(1)? },
        "arrows" => Step::Arrows { percent: number(0)? as u32, layers: &part.args[1..] },
        "sizes" => Step::Sizes { number: name(0)?, layer: name(1)? },
        "latin" => Step::Latin { number: name(0)?, shade: name(1)? },
        "sums" => Step::Sums { right: name(0)?, below: name(1)?, wall: name(2)?, digit: name(3)? },
        "cages" => Step::Cages(part.args.iter().map(String::as_str).collect()),
        "around" => Step::Around { layer: name(0)? },
        "fits" => Step::Fits { layer: name(0)?, instead: name(1) },
        "all" => Step::All { layer: name(0)?, instead: name(1) },
        _ => return None,
    })
}

impl Step<'_> {
    /// Why there is no board of this size, if there is none.
    pub fn why_not(&self, title: &str, size: Size) -> Option<String> {
        let (least, most) = (size.rows.min(size.cols), size.rows.max(size.cols));
        match *self {
            Step::Square if least != most => Some(format!("a {title} board must be square; {size} is not")),
            Step::Even if !least.is_multiple_of(2) || !most.is_multiple_of(2) => {
                Some(format!("{title} needs an even number of rows and columns; {size} is not even"))
            }
            Step::Least { each, longer } if least < each || most < longer => Some(match each {
                1 => format!(
                    "a {title} board needs at least {longer} rows or {longer} columns; {size} is too small"
                ),
                _ => format!(
                    "a {title} board needs at least {each} rows and {each} columns; {size} is too small"
                ),
            }),
            _ => None,
        }
    }

    /// Whether its result before there is a solution is random.
    pub fn is_by_lot(&self) -> bool {
        matches!(self, Step::Rooms { .. } | Step::Scatter { .. } | Step::Blacks { .. } | Step::Arrows { .. })
    }

    /// Whether it makes a board and its solution together.
    pub fn draws(&self) -> bool {
        matches!(
            self,
            Step::Islands { .. }
                | Step::Picture { .. }
                | Step::Latin { .. }
                | Step::Paths { .. }
                | Step::Galaxies { .. }
        )
    }

    /// Whether its result says something about the solution.
    pub fn tells(&self) -> bool {
        !matches!(
            self,
            Step::Square
                | Step::Even
                | Step::Least { .. }
                | Step::Rooms { .. }
                | Step::Fleet(_)
                | Step::Scatter { .. }
                | Step::Blacks { .. }
                | Step::Without(_)
                | Step::Around { .. }
                | Step::Arrows { .. }
        )
    }

    /// Whether boards keep their first solution.
    pub fn keeps_solution(&self) -> bool {
        self.draws() || matches!(self, Step::Rooms { .. } | Step::Around { .. })
    }

    /// Whether its result is changed a little if a board has other solutions.
    pub fn changes(&self) -> bool {
        matches!(self, Step::Rooms { .. } | Step::Around { .. } | Step::Sizes { .. } | Step::Latin { .. })
    }
}
