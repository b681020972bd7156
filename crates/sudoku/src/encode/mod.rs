//! The encodings, one file each; what they share is here.

mod course;
mod extended;
mod minimal;
mod triads;
mod variants;

use std::fmt;

use jigsat_cnf::{Choice, Encoding, Literal, Model, Rule, neg, pos};
use jigsat_grid::Cell;
use jigsat_solve::Flaw;

use crate::{Solution, Sudoku, candidates::Candidates};

/// The variables of all encodings. Rows, columns, regions from 0, digits from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The cell holds the digit: `r1c2=5`. The key atoms.
    Is {
        /// Where.
        cell: Cell,
        /// What.
        digit: u16,
    },
    /// The digit stands where the row and the region meet: `r1b2=5`.
    InRow {
        /// Which row.
        row: u16,
        /// Which region.
        region: u16,
        /// What.
        digit: u16,
    },
    /// The digit stands where the column and the region meet: `c1b2=5`.
    InColumn {
        /// Which column.
        column: u16,
        /// Which region.
        region: u16,
        /// What.
        digit: u16,
    },
}

/// Which encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum How {
    /// At least one digit in each cell; at most one in each cell, row, column and box.
    #[default]
    Course,
    /// The same without 'at most one in each cell', which follows.
    Minimal,
    /// Exactly one in each cell, row, column and box.
    Extended,
    /// Rows, columns and boxes speak of where a row or column meets a box.
    Triads,
}

impl Choice for How {
    const ALL: &'static [Self] = &[How::Course, How::Minimal, How::Extended, How::Triads];

    fn name(self) -> &'static str {
        match self {
            How::Course => "course",
            How::Minimal => "minimal",
            How::Extended => "extended",
            How::Triads => "triads",
        }
    }
}

const RULED_OUT: Rule = Rule::new("ruled-out", "the givens leave {0} without these digits");

/// Writes the formula of one puzzle: what all encodings share, around what each is itself.
pub(crate) fn encode(puzzle: &Sudoku, how: How, e: &mut Encoding<Atom>) {
    let mut writer = Writer { puzzle, open: None, e };
    writer.declare();
    if writer.e.prunes() {
        writer.prune();
    }
    match how {
        How::Course => course::encode(&mut writer),
        How::Minimal => minimal::encode(&mut writer),
        How::Extended => extended::encode(&mut writer),
        How::Triads => triads::encode(&mut writer),
    }
    variants::encode(&mut writer);
}

/// A puzzle whose formula is being written.
struct Writer<'w> {
    puzzle: &'w Sudoku,
    /// What the givens leave open, where the formula is pruned.
    open: Option<Candidates>,
    e: &'w mut Encoding<Atom>,
}

impl Writer<'_> {
    /// Digit k+1 in row i, column j gets variable n²i + nj + k + 1, all from 0, as courses number them.
    fn declare(&mut self) {
        for cell in self.puzzle.cells() {
            for digit in self.puzzle.digits() {
                self.e.declare_key(Atom::Is { cell, digit });
            }
        }
    }

    fn prune(&mut self) {
        let open = Candidates::of(self.puzzle);
        for cell in self.puzzle.cells() {
            let closed = self.puzzle.digits().filter(|&digit| !open.has(cell, digit));
            let closed: Vec<u16> = closed.collect();
            if !closed.is_empty() {
                let mut group = self.e.group(&RULED_OUT, [cell_arg(cell)]);
                for digit in closed {
                    group.clause([neg(Atom::Is { cell, digit })]);
                }
            }
        }
        self.open = Some(open);
    }

    /// Whether the digit may still stand there; always true of an unpruned formula.
    fn is_open(&self, cell: Cell, digit: u16) -> bool {
        self.open.as_ref().is_none_or(|open| open.has(cell, digit))
    }

    /// The literals of a digit in some cells.
    fn places(&self, cells: &[Cell], digit: u16) -> Vec<Literal<Atom>> {
        let open = cells.iter().filter(|&&cell| self.is_open(cell, digit));
        open.map(|&cell| pos(Atom::Is { cell, digit })).collect()
    }

    /// The literals of all digits in a cell.
    fn values(&self, cell: Cell) -> Vec<Literal<Atom>> {
        let open = self.puzzle.digits().filter(|&digit| self.is_open(cell, digit));
        open.map(|digit| pos(Atom::Is { cell, digit })).collect()
    }
}

fn cell_arg(cell: Cell) -> jigsat_cnf::Arg {
    jigsat_cnf::Arg::Cell(cell.row, cell.col)
}

/// Writes an atom's name.
pub(crate) fn name(atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match atom {
        Atom::Is { cell, digit } => write!(f, "{cell}={digit}"),
        Atom::InRow { row, region, digit } => write!(f, "r{}b{}={digit}", row + 1, region + 1),
        Atom::InColumn { column, region, digit } => write!(f, "c{}b{}={digit}", column + 1, region + 1),
    }
}

/// The cells that an atom speaks of.
pub(crate) fn cells_of(puzzle: &Sudoku, atom: Atom) -> Vec<Cell> {
    match atom {
        Atom::Is { cell, .. } => vec![cell],
        Atom::InRow { row, region, .. } => {
            puzzle.cells().filter(|&cell| cell.row == row && puzzle.region_of(cell) == region).collect()
        }
        Atom::InColumn { column, region, .. } => {
            puzzle.cells().filter(|&cell| cell.col == column && puzzle.region_of(cell) == region).collect()
        }
    }
}

/// Reads the digit of each cell from a model.
pub(crate) fn decode(puzzle: &Sudoku, model: &Model<'_, Atom>) -> Result<Solution, Flaw> {
    let digit_at = |cell: Cell| {
        let mut digits = puzzle.digits().filter(|&digit| model.holds(Atom::Is { cell, digit }));
        match (digits.next(), digits.next()) {
            (Some(digit), None) => Ok(digit),
            (None, _) => Err(Flaw::new(format!("{cell} has no digit"))),
            (Some(one), Some(other)) => Err(Flaw::new(format!("{cell} is both {one} and {other}"))),
        }
    };
    let side = puzzle.side();
    let row = |row| (0..side).map(|col| digit_at(Cell { row, col })).collect();
    Ok(Solution { grid: (0..side).map(row).collect::<Result<_, Flaw>>()? })
}
