//! The encodings, one file each, and the code that they share.

mod atom;
mod compact;
mod counted;
mod located;
mod placement;
mod seams;
pub(crate) mod symmetry;
mod two_level;

use std::ops::Range;

use jigsat_cnf::{Arg, Draft, Literal, Model, Rule, Stop, choice};
use jigsat_grid::{Cell, Direction};
use jigsat_solve::Violation;
use strum::{IntoStaticStr, VariantArray};

use crate::{EdgeMatching, Kinds, Solution, puzzle::shown, symmetry::Anchor};
pub use atom::Atom;
pub(crate) use atom::name;
pub use seams::Seam;

/// Which encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Encoding {
    /// A variable for each placement (piece, cell and rotation), for each piece in a cell, and for each colour of a seam.
    #[default]
    TwoLevel,
    /// `two-level`, plus the number of times that each colour shows.
    Counted,
    /// A variable for each placement and for each colour of a seam.
    Placement,
    /// A variable for each piece in a cell and for each colour of a seam; the colours determine rotations.
    Compact,
    /// The place and the rotation of each piece, and the colour of each edge: the course's model.
    Located,
}

choice!(Encoding);

const HINT: Rule = Rule::new("hint", "piece {0} is given in {1}").clue();

/// Writes the formula of one puzzle.
pub(crate) fn encode(puzzle: &EdgeMatching, encoding: Encoding, e: Draft<'_, Atom>) -> Result<(), Stop> {
    let mut writer = Writer::new(puzzle, e);
    match encoding {
        Encoding::TwoLevel => two_level::encode(&mut writer)?,
        Encoding::Counted => counted::encode(&mut writer)?,
        Encoding::Placement => placement::encode(&mut writer)?,
        Encoding::Compact => compact::encode(&mut writer)?,
        Encoding::Located => located::encode(&mut writer)?,
    }
    Ok(())
}

/// The cells that an atom is about: for a seam, both cells; for an atom about a piece alone, none.
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
pub(crate) fn decode(
    puzzle: &EdgeMatching,
    encoding: Encoding,
    model: &Model<'_, Atom>,
) -> Result<Solution, Violation> {
    let kinds = Kinds::of(puzzle);
    let board = match encoding {
        Encoding::TwoLevel | Encoding::Counted | Encoding::Placement => {
            placement::decode(puzzle, &kinds, model)?
        }
        Encoding::Compact => compact::decode(puzzle, &kinds, model)?,
        Encoding::Located => located::decode(puzzle, &kinds, model)?,
    };
    Ok(kinds.assign(puzzle, &board))
}

/// A puzzle whose formula is being written.
struct Writer<'w> {
    puzzle: &'w EdgeMatching,
    kinds: Kinds,
    /// Whether the frame's colour can't show inside.
    frame_is_outside: bool,
    e: Draft<'w, Atom>,
}

impl<'w> Writer<'w> {
    fn new(puzzle: &'w EdgeMatching, e: Draft<'w, Atom>) -> Self {
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

    /// The rotations of a piece of the kind in that cell: those in which the rim shows the frame and, if all edges of
    /// the frame's colour are needed there, the inside does not.
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

    /// The anchor, if rotations of an assembly count as one and the puzzle has an anchor.
    fn anchor(&self) -> Option<Anchor> {
        if self.puzzle.turns_are_one { self.puzzle.anchor(&self.kinds) } else { None }
    }

    /// Adds a group that says how many cells a kind takes: as many as it has pieces, or fewer if some are left over.
    fn take(&mut self, kind: usize, cells: Vec<Literal<Atom>>) -> Result<(), Stop> {
        let pieces = self.kinds.all[kind].pieces.len();
        let rule = piece_rule(self.puzzle, &self.kinds);
        let mut group = self.e.group(&rule, (self.kinds.all[kind].pieces[0] + 1,))?;
        match (pieces, self.puzzle.surplus()) {
            (1, 0) => group.exactly_one(cells),
            (1, _) => group.at_most_one(cells),
            (_, 0) => group.count(jigsat_cnf::Bound::Exactly(pieces as u64), cells),
            _ => group.count(jigsat_cnf::Bound::AtMost(pieces as u64), cells),
        };
        Ok(())
    }
}

/// How many times the pieces are used, in words for this puzzle: with or without copies, with or without surplus
/// pieces.
pub(crate) fn piece_rule(puzzle: &EdgeMatching, kinds: &Kinds) -> Rule {
    let has_copies = kinds.all.iter().any(|kind| kind.pieces.len() > 1);
    let sentence = match (has_copies, puzzle.surplus()) {
        (false, 0) => "piece {0} is used exactly once",
        (false, _) => "piece {0} is used at most once",
        (true, 0) => "each copy of piece {0} is used exactly once",
        (true, _) => "each copy of piece {0} is used at most once",
    };
    Rule::new("piece", sentence)
}

fn cell_arg(cell: Cell) -> Arg {
    Arg::Cell(cell.row, cell.col)
}
