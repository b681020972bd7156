//! The referee: the rules as people say them, on pieces in cells, without any notion of variables or clauses.

use std::{collections::HashMap, fmt::Write};

use jigsat_grid::{Cell, Direction};
use jigsat_solve::Violation;

use crate::{Color, EdgeMatching, Edges, Solution};

/// Maximum number of pairs of differing edges that a sentence names.
const NAMED: usize = 12;

/// How complete a solution is that breaks no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All cells are filled, so it is a solution.
    Complete,
    /// Some are not.
    Partial {
        /// The first cell without a piece.
        empty: Cell,
    },
}

/// Whether it solves the puzzle, which must be valid ([`EdgeMatching::validate`]).
///
/// # Errors
///
/// The first broken rule; for touching edges that differ, every pair.
pub fn check(puzzle: &EdgeMatching, solution: &Solution) -> Result<(), Violation> {
    match check_so_far(puzzle, solution)? {
        Progress::Complete => Ok(()),
        Progress::Partial { empty } => Err(Violation::new(format!("{empty} has no piece"))),
    }
}

/// Whether it breaks no rule so far; cells may be empty. It may still be impossible to go on.
///
/// # Errors
///
/// As [`check`].
pub fn check_so_far(puzzle: &EdgeMatching, solution: &Solution) -> Result<Progress, Violation> {
    let board = Board::lay(puzzle, solution)?;
    board.keeps_hints()?;
    board.keeps_frame()?;
    let differing: Vec<String> = board.differing().collect();
    if !differing.is_empty() {
        let more = differing.len().saturating_sub(NAMED);
        let mut sentence = differing[..differing.len() - more].join("; ");
        if more > 0 {
            let _ = write!(sentence, "; and {more} more pairs differ");
        }
        return Err(Violation::new(sentence));
    }
    let empty = puzzle.size.cells().find(|&cell| board.piece_at(cell).is_none());
    Ok(empty.map_or(Progress::Complete, |empty| Progress::Partial { empty }))
}

/// The number of pairs of touching edges that agree, if they need not, and the number of all pairs.
///
/// # Errors
///
/// Any other mistake: a cell without a piece, a piece used twice, a hint or the frame not kept.
pub fn matched(puzzle: &EdgeMatching, solution: &Solution) -> Result<(usize, usize), Violation> {
    let board = Board::lay(puzzle, solution)?;
    board.keeps_hints()?;
    board.keeps_frame()?;
    if let Some(empty) = puzzle.size.cells().find(|&cell| board.piece_at(cell).is_none()) {
        return Err(Violation::new(format!("{empty} has no piece")));
    }
    let pairs = puzzle.touching().count();
    Ok((pairs - board.differing().count(), pairs))
}

/// The pieces as they lie, turned.
pub(crate) struct Board<'p> {
    puzzle: &'p EdgeMatching,
    /// Piece from 1, how it is turned, and its edges as they are seen.
    cells: HashMap<Cell, (usize, u8, Edges)>,
}

impl<'p> Board<'p> {
    /// Lays the pieces out, each on a cell of its own.
    pub(crate) fn lay(puzzle: &'p EdgeMatching, solution: &Solution) -> Result<Self, Violation> {
        let mut cells = HashMap::new();
        let mut used: HashMap<usize, Cell> = HashMap::new();
        for placement in &solution.placements {
            let (cell, piece) = (placement.cell(), placement.piece);
            if !puzzle.size.contains(cell) {
                return Err(Violation::new(format!("{cell} is off the board of {}", puzzle.size)));
            }
            let Some(&edges) = piece.checked_sub(1).and_then(|index| puzzle.pieces.get(index)) else {
                let last = puzzle.pieces.len();
                return Err(Violation::new(format!(
                    "{cell} has piece {piece}, but pieces go from 1 to {last}"
                )));
            };
            match placement.rotation {
                4.. => {
                    return Err(Violation::new(format!(
                        "the piece in {cell} is turned by more than 3 quarter turns"
                    )));
                }
                1.. if !puzzle.rotate => {
                    let sentence = format!("{cell} has piece {piece} turned, but pieces may not be turned");
                    return Err(Violation::new(sentence));
                }
                _ => {}
            }
            if let Some(other) = used.insert(piece, cell).filter(|other| *other != cell) {
                return Err(Violation::new(format!("piece {piece} lies in {other} and in {cell}")));
            }
            let seen = (0..placement.rotation).fold(edges, |edges, _| quarter_turn(edges));
            if cells.insert(cell, (piece, placement.rotation, seen)).is_some() {
                return Err(Violation::new(format!("{cell} has two pieces")));
            }
        }
        Ok(Board { puzzle, cells })
    }

    fn piece_at(&self, cell: Cell) -> Option<usize> {
        self.cells.get(&cell).map(|&(piece, _, _)| piece)
    }

    /// The colour on that side of the cell.
    pub(crate) fn seen(&self, cell: Cell, side: Direction) -> Option<Color> {
        let &(_, _, [right, up, left, down]) = self.cells.get(&cell)?;
        Some(match side {
            Direction::Right => right,
            Direction::Up => up,
            Direction::Left => left,
            Direction::Down => down,
        })
    }

    fn keeps_hints(&self) -> Result<(), Violation> {
        for hint in &self.puzzle.hints {
            let (piece, cell) = (hint.piece + 1, hint.cell);
            match self.cells.get(&cell) {
                Some(&(other, _, _)) if other != piece => {
                    let sentence = format!("{cell} has piece {other}, but piece {piece} is given there");
                    return Err(Violation::new(sentence));
                }
                Some(&(_, turned, _)) if hint.rotation.is_some_and(|given| given != turned) => {
                    let given = hint.rotation.unwrap_or_default();
                    let sentence = format!(
                        "{cell} has piece {piece} turned by {turned}, but it is given turned by {given}"
                    );
                    return Err(Violation::new(sentence));
                }
                _ => {}
            }
            if let Some((&other, _)) = self.cells.iter().find(|(at, held)| held.0 == piece && **at != cell) {
                return Err(Violation::new(format!(
                    "piece {piece} lies in {other}, but it is given in {cell}"
                )));
            }
        }
        Ok(())
    }

    fn keeps_frame(&self) -> Result<(), Violation> {
        let Some(frame) = self.puzzle.frame else { return Ok(()) };
        for cell in self.puzzle.size.cells() {
            for side in Direction::ALL {
                let is_rim = self.puzzle.size.step(cell, side).is_none();
                if let Some(color) = self.seen(cell, side).filter(|&color| is_rim && color != frame) {
                    let name = |color| self.puzzle.colors.name(color);
                    let (color, frame) = (name(color), name(frame));
                    let side = word(side);
                    let sentence = format!("{cell} shows {color} {side} to the frame, which is {frame}");
                    return Err(Violation::new(sentence));
                }
            }
        }
        Ok(())
    }

    /// Each pair of touching edges that differ, in words.
    fn differing(&self) -> impl Iterator<Item = String> {
        self.mismatches().map(|(cell, side, color, other, seen)| {
            let name = |color| self.puzzle.colors.name(color);
            let (this, that) = (word(side), word(side.opposite()));
            format!("{cell} shows {} {this}, but {other} shows {} {that}", name(color), name(seen))
        })
    }

    /// Each pair of touching edges that differ: cell, side and colour of one, cell and colour of the other.
    pub(crate) fn mismatches(&self) -> impl Iterator<Item = (Cell, Direction, Color, Cell, Color)> {
        let seen = |cell, side| self.seen(cell, side);
        self.puzzle.touching().filter_map(move |(cell, side, other)| {
            let (one, two) = (seen(cell, side)?, seen(other, side.opposite())?);
            (self.puzzle.colors.mate(one) != two).then_some((cell, side, one, other, two))
        })
    }
}

/// A quarter turn counter-clockwise: the edge on the right moves to the top.
fn quarter_turn([right, up, left, down]: Edges) -> Edges {
    [down, right, up, left]
}

fn word(side: Direction) -> &'static str {
    match side {
        Direction::Right => "on the right",
        Direction::Up => "above",
        Direction::Left => "on the left",
        Direction::Down => "below",
    }
}
