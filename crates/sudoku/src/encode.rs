//! The encodings, one file each, and the code that they share.

mod atom;
mod course;
mod extended;
mod minimal;
mod triads;
mod variants;

use jigsat_cnf::{Draft, Literal, Model, Rule, Stop, choice, neg, pos};
use jigsat_grid::Cell;
use jigsat_solve::Violation;
use strum::{IntoStaticStr, VariantArray};

use crate::{Solution, Sudoku, candidates::Candidates};
pub use atom::Atom;
pub(crate) use atom::name;

/// Which encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Encoding {
    /// At least one digit in each cell; at most one in each cell, row, column and box.
    #[default]
    Course,
    /// The same without 'at most one in each cell', which follows.
    Minimal,
    /// Exactly one in each cell, row, column and box.
    Extended,
    /// Rows, columns and boxes are about where a row or column meets a box.
    Triads,
}

choice!(Encoding);

const RULED_OUT: Rule = Rule::new("ruled-out", "the givens rule out these digits for {0}");

/// Writes the formula of one puzzle: the shared parts, and those of the encoding.
pub(crate) fn encode(puzzle: &Sudoku, encoding: Encoding, e: Draft<'_, Atom>) -> Result<(), Stop> {
    let mut writer = Writer { puzzle, open: None, e };
    writer.declare()?;
    if writer.e.prunes() {
        writer.prune()?;
    }
    match encoding {
        Encoding::Course => course::encode(&mut writer)?,
        Encoding::Minimal => minimal::encode(&mut writer)?,
        Encoding::Extended => extended::encode(&mut writer)?,
        Encoding::Triads => triads::encode(&mut writer)?,
    }
    variants::encode(&mut writer)
}

/// A puzzle whose formula is being written.
struct Writer<'w> {
    puzzle: &'w Sudoku,
    /// The candidates that the givens leave open, if the formula is pruned.
    open: Option<Candidates>,
    e: Draft<'w, Atom>,
}

impl Writer<'_> {
    /// Digit k+1 in row i, column j gets variable n²i + nj + k + 1, all from 0, as courses number them.
    fn declare(&mut self) -> Result<(), Stop> {
        for cell in self.puzzle.cells() {
            for digit in self.puzzle.digits() {
                self.e.declare_projected(Atom::Is { cell, digit })?;
            }
        }
        Ok(())
    }

    fn prune(&mut self) -> Result<(), Stop> {
        let open = Candidates::of(self.puzzle, self.e.interrupt());
        for cell in self.puzzle.cells() {
            let closed = self.puzzle.digits().filter(|&digit| !open.has(cell, digit));
            let closed: Vec<u16> = closed.collect();
            if !closed.is_empty() {
                let mut group = self.e.group(&RULED_OUT, [cell_arg(cell)])?;
                for digit in closed {
                    group.clause([neg(Atom::Is { cell, digit })]);
                }
            }
        }
        self.open = Some(open);
        Ok(())
    }

    /// Whether the cell may still have the digit; always true for an unpruned formula.
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

/// The cells that an atom is about.
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
pub(crate) fn decode(puzzle: &Sudoku, model: &Model<'_, Atom>) -> Result<Solution, Violation> {
    let digit_at = |cell: Cell| {
        let mut digits = puzzle.digits().filter(|&digit| model.holds(Atom::Is { cell, digit }));
        match (digits.next(), digits.next()) {
            (Some(digit), None) => Ok(digit),
            (None, _) => Err(Violation::new(format!("{cell} has no digit"))),
            (Some(one), Some(other)) => Err(Violation::new(format!("{cell} is both {one} and {other}"))),
        }
    };
    let side = puzzle.side();
    let row = |row| (0..side).map(|col| digit_at(Cell { row, col })).collect();
    Ok(Solution { grid: (0..side).map(row).collect::<Result<_, Violation>>()? })
}
