//! n queens on a board of n x n squares, none of which attacks another.

// ANCHOR: imports
use std::fmt;

use jigsat_cnf::{Choice, Formula, Literal, Model, Rule, pos};
use jigsat_solve::{Puzzle, Violation};
use serde::{Deserialize, Serialize};
// ANCHOR_END: imports

// ANCHOR: types
/// A board, and queens that stand on it from the start.
pub struct Queens {
    /// Rows and columns.
    pub n: u8,
    /// Row and column of each given queen, from 0.
    pub given: Vec<(u8, u8)>,
}

/// The variables: a queen stands in this row and column, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Queen {
    /// Which row.
    pub row: u8,
    /// Which column.
    pub col: u8,
}

/// For each row the column of its queen, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// The columns, top row first.
    pub columns: Vec<u8>,
}
// ANCHOR_END: types

// ANCHOR: encodings
/// Which encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Rows have exactly one queen, all other lines at most one.
    Rows,
    /// Columns have exactly one as well, which follows.
    Both,
}

impl Choice for Encoding {
    const ALL: &'static [Self] = &[Encoding::Rows, Encoding::Both];

    fn name(self) -> &'static str {
        match self {
            Encoding::Rows => "rows",
            Encoding::Both => "both",
        }
    }
}
// ANCHOR_END: encodings

// ANCHOR: rules
const ROW: Rule = Rule::new("row", "row {0} has exactly one queen");
const COLUMN: Rule = Rule::new("column", "column {0} has at most one queen");
const COLUMN_TOO: Rule = Rule::new("column", "column {0} has exactly one queen");
const FALLING: Rule = Rule::new("falling", "the diagonal down from {0} has at most one queen");
const RISING: Rule = Rule::new("rising", "the diagonal up from {0} has at most one queen");
// ANCHOR_END: rules

// ANCHOR: impl
impl Puzzle for Queens {
    type Atom = Queen;
    type Encoding = Encoding;
    type Solution = Solution;
    // ANCHOR_END: impl

    // ANCHOR: name
    fn name(&self, queen: Queen, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "queen{}{}", queen.row + 1, letter(queen.col))
    }
    // ANCHOR_END: name

    // ANCHOR: encode
    fn encode(&self, encoding: Encoding, e: &mut Formula<Queen>) {
        let n = self.n;
        for row in 0..n {
            for col in 0..n {
                e.declare_projected(Queen { row, col });
            }
        }
        for line in 0..n {
            e.group(&ROW, (line + 1,)).exactly_one((0..n).map(|col| Queen { row: line, col }));
            let column = (0..n).map(|row| Queen { row, col: line });
            let name = e.name(letter(line).to_string());
            match encoding {
                Encoding::Rows => e.group(&COLUMN, (name,)).at_most_one(column),
                Encoding::Both => e.group(&COLUMN_TOO, (name,)).exactly_one(column),
            };
        }
        // Each diagonal starts at the left side, or at the top (falling) or bottom (rising).
        for k in 0..n {
            let starts = if k == 0 { vec![(0, 0)] } else { vec![(k, 0), (0, k)] };
            for (down, col) in starts {
                let length = n - k;
                let falling = (0..length).map(|i| Queen { row: down + i, col: col + i });
                let rising = (0..length).map(|i| Queen { row: n - 1 - down - i, col: col + i });
                if length > 1 {
                    let from = e.name(square(down, col));
                    e.group(&FALLING, (from,)).at_most_one(falling);
                    let from = e.name(square(n - 1 - down, col));
                    e.group(&RISING, (from,)).at_most_one(rising);
                }
            }
        }
    }

    fn givens(&self) -> Vec<Literal<Queen>> {
        self.given.iter().map(|&(row, col)| pos(Queen { row, col })).collect()
    }
    // ANCHOR_END: encode

    // ANCHOR: decode
    fn decode(&self, _encoding: Encoding, model: &Model<'_, Queen>) -> Result<Solution, Violation> {
        let column = |row| {
            let found = (0..self.n).find(|&col| model.holds(Queen { row, col }));
            found.ok_or_else(|| Violation::new(format!("row {} has no queen", row + 1)))
        };
        Ok(Solution { columns: (0..self.n).map(column).collect::<Result<_, _>>()? })
    }
    // ANCHOR_END: decode

    // ANCHOR: check
    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        let queens: Vec<(u8, u8)> = (0..).zip(solution.columns.iter().copied()).collect();
        if queens.len() != usize::from(self.n) {
            return Err(Violation::new(format!("there are {} queens, not {}", queens.len(), self.n)));
        }
        for (index, &(row, col)) in queens.iter().enumerate() {
            if col >= self.n {
                return Err(Violation::new(format!("row {} has its queen off the board", row + 1)));
            }
            for &(other_row, other_col) in &queens[..index] {
                let apart = col.abs_diff(other_col);
                if apart == 0 || apart == row - other_row {
                    let (a, b) = (square(other_row, other_col), square(row, col));
                    return Err(Violation::new(format!("the queens on {a} and {b} attack each other")));
                }
            }
        }
        match self.given.iter().find(|given| !queens.contains(given)) {
            Some(&(row, col)) => Err(Violation::new(format!("there is no queen on {}", square(row, col)))),
            None => Ok(()),
        }
    }
    // ANCHOR_END: check
}

// ANCHOR: squares
/// A square's name: its row from 1 at the top, its column as a letter.
fn square(row: u8, col: u8) -> String {
    format!("{}{}", row + 1, letter(col))
}

/// A column's letter; boards of more than 26 columns continue with the characters after `z`.
fn letter(col: u8) -> char {
    char::from(b'a'.saturating_add(col))
}
// ANCHOR_END: squares
