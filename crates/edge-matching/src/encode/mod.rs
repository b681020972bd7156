//! The encodings, one file each; what they share is here.

mod compact;
mod counted;
mod located;
mod placement;
mod seams;
mod symmetry;
mod two_level;

use std::{fmt, ops::Range};

use jigsat_cnf::{Arg, Choice, Encoding, Literal, Model, Rule};
use jigsat_grid::{Cell, Direction};
use jigsat_solve::Flaw;

use crate::{Color, EdgeMatching, Kinds, Solution, puzzle::shown, symmetry::Anchor};
pub use seams::Seam;

/// The variables of all encodings. Pieces and kinds of pieces from 0; a kind is named by its first piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The notes' l: the square, counted from 0 row by row, holds the piece: `l(1,2)`.
    Located {
        /// Which square.
        square: u16,
        /// Which piece.
        piece: u16,
    },
    /// The notes' r: the piece is turned so often: `r(2,0)`.
    Rotated {
        /// Which piece.
        piece: u16,
        /// By how many quarter turns, counter-clockwise.
        turn: u8,
    },
    /// The notes' m: the square's edge, counter-clockwise from the right, has the colour: `m(1,3,4)`.
    Marked {
        /// Which square.
        square: u16,
        /// Which edge, from 0.
        edge: u8,
        /// What colour.
        color: Color,
    },
    /// The cell holds a piece of the kind: `r1c2=3`.
    Holds {
        /// Where.
        cell: Cell,
        /// Which kind.
        kind: u16,
    },
    /// The cell holds a piece of the kind, turned so often: `r1c2=3/1`.
    Placed {
        /// Where.
        cell: Cell,
        /// Which kind.
        kind: u16,
        /// By how many quarter turns, counter-clockwise, against the kind's first piece.
        turn: u8,
    },
    /// Where two cells touch, or on the rim, this colour is seen: `r1c2.right=4`.
    Shows {
        /// Where.
        seam: Seam,
        /// What colour the seam's own cell shows there.
        color: Color,
    },
}

/// Which encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum How {
    /// A variable for each placement (piece, cell and rotation), for each piece in a cell, and for each colour of a seam.
    #[default]
    TwoLevel,
    /// `two-level`, and how often each colour is seen.
    Counted,
    /// A variable for each placement and for each colour of a seam.
    Placement,
    /// A variable for each piece in a cell and for each colour of a seam; rotations are seen from the colours.
    Compact,
    /// Where each piece is, how it is turned, and what colour each edge has: the course's model.
    Located,
}

impl Choice for How {
    const ALL: &'static [Self] = &[How::TwoLevel, How::Counted, How::Placement, How::Compact, How::Located];

    fn name(self) -> &'static str {
        match self {
            How::TwoLevel => "two-level",
            How::Counted => "counted",
            How::Placement => "placement",
            How::Compact => "compact",
            How::Located => "located",
        }
    }
}

const HINT: Rule = Rule::new("hint", "piece {0} is given in {1}");

/// Writes the formula of one puzzle.
pub(crate) fn encode(puzzle: &EdgeMatching, how: How, e: &mut Encoding<Atom>) {
    let mut writer = Writer::new(puzzle, e);
    match how {
        How::TwoLevel => two_level::encode(&mut writer),
        How::Counted => counted::encode(&mut writer),
        How::Placement => placement::encode(&mut writer),
        How::Compact => compact::encode(&mut writer),
        How::Located => located::encode(&mut writer),
    }
}

/// Writes an atom's name.
pub(crate) fn name(puzzle: &EdgeMatching, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let color_name = |color| puzzle.colors.name(color);
    match atom {
        Atom::Located { square, piece } => write!(f, "l({},{})", square + 1, piece + 1),
        Atom::Rotated { piece, turn } => write!(f, "r({},{turn})", piece + 1),
        Atom::Marked { square, edge, color } => {
            write!(f, "m({},{},{})", square + 1, edge + 1, color_name(color))
        }
        Atom::Holds { cell, kind } => write!(f, "{cell}={}", kind + 1),
        Atom::Placed { cell, kind, turn } => write!(f, "{cell}={}/{turn}", kind + 1),
        Atom::Shows { seam, color } => write!(f, "{seam}={}", color_name(color)),
    }
}

/// The cells that an atom speaks of: both where two touch; none of a piece alone.
pub(crate) fn cells_of(puzzle: &EdgeMatching, atom: Atom) -> Vec<Cell> {
    match atom {
        Atom::Located { square, .. } | Atom::Marked { square, .. } => {
            puzzle.size.cells().nth(usize::from(square)).into_iter().collect()
        }
        Atom::Rotated { .. } => Vec::new(),
        Atom::Holds { cell, .. } | Atom::Placed { cell, .. } => vec![cell],
        Atom::Shows { seam, .. } => {
            std::iter::once(seam.cell).chain(puzzle.size.step(seam.cell, seam.side)).collect()
        }
    }
}

/// Reads the solution from a model.
pub(crate) fn decode(puzzle: &EdgeMatching, how: How, model: &Model<'_, Atom>) -> Result<Solution, Flaw> {
    let kinds = Kinds::of(puzzle);
    let board = match how {
        How::TwoLevel | How::Counted | How::Placement => placement::decode(puzzle, &kinds, model)?,
        How::Compact => compact::decode(puzzle, &kinds, model)?,
        How::Located => located::decode(puzzle, &kinds, model)?,
    };
    Ok(kinds.assign(puzzle, &board))
}

/// A puzzle whose formula is being written.
struct Writer<'w> {
    puzzle: &'w EdgeMatching,
    kinds: Kinds,
    /// Whether the frame's colour can't be seen inside.
    frame_is_outside: bool,
    e: &'w mut Encoding<Atom>,
}

impl<'w> Writer<'w> {
    fn new(puzzle: &'w EdgeMatching, e: &'w mut Encoding<Atom>) -> Self {
        let frame_is_outside = puzzle.frame_is_outside();
        Writer { puzzle, kinds: Kinds::of(puzzle), frame_is_outside, e }
    }

    /// The kinds, each by the number of its first piece, which names it in atoms.
    fn kinds(&self) -> Range<usize> {
        0..self.kinds.all.len()
    }

    /// The number by which atoms name a kind: its first piece.
    fn number(&self, kind: usize) -> u16 {
        self.kinds.all[kind].pieces[0] as u16
    }

    /// How a piece of the kind may be turned in that cell: so that the rim shows the frame, and,
    /// where all its edges are needed there, the inside does not.
    fn turns(&self, kind: usize, cell: Cell) -> Vec<u8> {
        let Some(frame) = self.puzzle.frame else { return (0..self.kinds.all[kind].period).collect() };
        let kind = &self.kinds.all[kind];
        let fits = |turn: u8, side: Direction| {
            let is_frame = shown(kind.edges, turn, side) == frame;
            match self.puzzle.size.step(cell, side) {
                None => is_frame,
                Some(_) => !(is_frame && self.frame_is_outside),
            }
        };
        (0..kind.period).filter(|&turn| Direction::ALL.iter().all(|&side| fits(turn, side))).collect()
    }

    /// The anchor, where turns of an assembly are one and the puzzle has one.
    fn anchor(&self) -> Option<Anchor> {
        if self.puzzle.turns_are_one { self.puzzle.anchor(&self.kinds) } else { None }
    }

    /// A group that says how many cells a kind takes: as many as it has pieces, or fewer where some are left over.
    fn take(&mut self, rule: &Rule, kind: usize, cells: Vec<Literal<Atom>>) {
        let pieces = self.kinds.all[kind].pieces.len();
        let mut group = self.e.group(rule, (self.kinds.all[kind].pieces[0] + 1,));
        match (pieces, self.puzzle.surplus()) {
            (1, 0) => group.exactly_one(cells),
            (1, _) => group.at_most_one(cells),
            (_, 0) => group.count(jigsat_cnf::Bound::Exactly(pieces as u64), cells),
            _ => group.count(jigsat_cnf::Bound::AtMost(pieces as u64), cells),
        };
    }
}

fn cell_arg(cell: Cell) -> Arg {
    Arg::Cell(cell.row, cell.col)
}
