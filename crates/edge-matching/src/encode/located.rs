//! The place and the rotation of each piece, and the colour of each edge: the model of the Four Squares notes.
//!
//! Course notes on Four Squares, with their index corrected: edges are numbered 1 to 4 counter-clockwise from the
//! right, and edge e of a piece turned by k quarter turns is its own edge ((e-1-k) mod 4)+1. The pieces' edges are
//! facts, evaluated while the formula is written.
//!
//! On 2x2 with four colours: 96 variables (16 l, 16 r, 64 m) and 28+28+28 + 256 + 96 + 32 = 468 clauses with pairwise
//! encodings, one more with the first piece in the first corner. The rules on frames, equal pieces, hints and surplus
//! pieces are additions.

use jigsat_cnf::{Model, Rule, Stop, neg};
use jigsat_grid::Cell;
use jigsat_solve::Violation;

use super::{
    Atom, HINT, Writer, cell_arg,
    symmetry::{CENTRE, SYMMETRY, words},
};
use crate::{EdgeMatching, Kinds, SIDES};

const SQUARE: Rule = Rule::new("square", "square {0} holds exactly one piece");
const PIECE: Rule = Rule::new("piece", "piece {0} is in exactly one square");
const USED: Rule = Rule::new("piece-once", "piece {0} is in at most one square");
const ROTATION: Rule = Rule::new("rotation", "piece {0} has exactly one rotation");
const CHANNEL: Rule =
    Rule::new("channel", "if square {0} holds piece {1}, its edges show the colours of that piece");
const COLOR: Rule = Rule::new("color", "edge {1} of square {0} has at most one colour");
const AGREE: Rule = Rule::new("agree", "the touching edges of squares {0} and {1} agree");
const FRAME: Rule = Rule::new("frame", "the edges of square {0} on the rim have the colour of the frame");
const EQUAL: Rule = Rule::new("equal", "of the identical pieces {0} and {1}, piece {0} comes first");
const UNUSED: Rule = Rule::new("unused", "piece {0} is not rotated if it is left over");

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    let puzzle = w.puzzle;
    let squares = 0..puzzle.size.area() as u16;
    let pieces = 0..puzzle.pieces.len() as u16;
    for square in squares.clone() {
        for piece in pieces.clone() {
            w.e.declare_projected(l(square, piece))?;
        }
    }
    for piece in pieces.clone() {
        for turn in 0..period(w, piece) {
            w.e.declare_projected(r(piece, turn))?;
        }
    }
    for square in squares.clone() {
        for edge in 0..4 {
            for color in puzzle.colors.all() {
                w.e.declare(Atom::Marked { square, edge, color })?;
            }
        }
    }
    for square in squares.clone() {
        w.e.group(&SQUARE, (square + 1,))?.exactly_one(pieces.clone().map(|piece| l(square, piece)));
    }
    for piece in pieces.clone() {
        let places = squares.clone().map(|square| l(square, piece));
        match puzzle.surplus() {
            0 => w.e.group(&PIECE, (piece + 1,))?.exactly_one(places),
            _ => w.e.group(&USED, (piece + 1,))?.at_most_one(places),
        };
    }
    for piece in pieces.clone() {
        let turns = 0..period(w, piece);
        w.e.group(&ROTATION, (piece + 1,))?.exactly_one(turns.map(|turn| r(piece, turn)));
    }
    for square in squares.clone() {
        for piece in pieces.clone() {
            channel(w, square, piece)?;
        }
    }
    for square in squares.clone() {
        for edge in 0..4 {
            let colors = puzzle.colors.all().map(|color| Atom::Marked { square, edge, color });
            w.e.group(&COLOR, (square + 1, edge + 1))?.at_most_one(colors);
        }
    }
    agree(w)?;
    frame(w)?;
    if puzzle.surplus() > 0 {
        for piece in pieces {
            let used = squares.clone().map(|square| l(square, piece));
            w.e.group(&UNUSED, (piece + 1,))?.clause(used.chain([r(piece, 0)]));
        }
    }
    equal_pieces(w)?;
    hints(w)?;
    break_symmetry(w)
}

fn l(square: u16, piece: u16) -> Atom {
    Atom::Located { square, piece }
}

fn r(piece: u16, turn: u8) -> Atom {
    Atom::Rotated { piece, turn }
}

/// The number of rotations in which the piece looks different.
fn period(w: &Writer<'_>, piece: u16) -> u8 {
    w.kinds.all[w.kinds.of_piece[usize::from(piece)].0].period
}

// ANCHOR: channel
/// l(s,p) and r(p,k) imply m(s,e,n), where n is the colour of the piece's own edge e-k.
fn channel(w: &mut Writer<'_>, square: u16, piece: u16) -> Result<(), Stop> {
    let edges = w.puzzle.pieces[usize::from(piece)];
    let turns = 0..period(w, piece);
    let mut group = w.e.group(&CHANNEL, (square + 1, piece + 1))?;
    for turn in turns {
        for edge in 0..4 {
            let color = edges[usize::from((edge + 4 - turn) % 4)];
            group.implies([l(square, piece), r(piece, turn)], [Atom::Marked { square, edge, color }]);
        }
    }
    Ok(())
}
// ANCHOR_END: channel

/// m(s1,e1,n) if and only if m(s2,e2,n), or its mate if colours are signed.
fn agree(w: &mut Writer<'_>) -> Result<(), Stop> {
    let size = w.puzzle.size;
    for (cell, side, other) in w.puzzle.touching() {
        let number = |cell: Cell| size.index(cell) as u16;
        let edge = |side| SIDES.iter().position(|&known| known == side).unwrap_or_default() as u8;
        let (one, two) = (number(cell), number(other));
        let (at, beside) = (edge(side), edge(side.opposite()));
        let mut group = w.e.group(&AGREE, (one + 1, two + 1))?;
        for color in w.puzzle.colors.all() {
            let mate = w.puzzle.colors.mate(color);
            let here = Atom::Marked { square: one, edge: at, color };
            let there = Atom::Marked { square: two, edge: beside, color: mate };
            group.implies([here], [there]).implies([there], [here]);
        }
    }
    Ok(())
}

fn frame(w: &mut Writer<'_>) -> Result<(), Stop> {
    let Some(color) = w.puzzle.frame else { return Ok(()) };
    let size = w.puzzle.size;
    for cell in size.cells() {
        let square = size.index(cell) as u16;
        let rim = |edge: &u8| size.step(cell, SIDES[usize::from(*edge)]).is_none();
        let rim: Vec<u8> = (0..4).filter(rim).collect();
        if !rim.is_empty() {
            let mut group = w.e.group(&FRAME, (square + 1,))?;
            for edge in rim {
                group.clause([Atom::Marked { square, edge, color }]);
            }
        }
    }
    Ok(())
}

/// Of two equal pieces, the second lies after the first; hinted pieces stay in their places.
fn equal_pieces(w: &mut Writer<'_>) -> Result<(), Stop> {
    let squares = 0..w.puzzle.size.area() as u16;
    for kind in w.kinds() {
        let is_free = |piece: &usize| w.puzzle.hints.iter().all(|hint| hint.piece != *piece);
        let free: Vec<u16> =
            w.kinds.all[kind].pieces.iter().copied().filter(is_free).map(|piece| piece as u16).collect();
        for pair in free.windows(2) {
            let mut group = w.e.group(&EQUAL, (pair[0] + 1, pair[1] + 1))?;
            for square in squares.clone() {
                group.implies([l(square, pair[1])], (0..square).map(|before| l(before, pair[0])));
            }
        }
    }
    Ok(())
}

fn hints(w: &mut Writer<'_>) -> Result<(), Stop> {
    for hint in &w.puzzle.hints {
        let piece = hint.piece as u16;
        let square = w.puzzle.size.index(hint.cell) as u16;
        let turn = hint.rotation.map(|turn| turn % period(w, piece));
        let mut group = w.e.group(&HINT, [(piece + 1).into(), cell_arg(hint.cell)])?;
        group.clause([l(square, piece)]);
        if let Some(turn) = turn {
            group.clause([r(piece, turn)]);
        }
    }
    Ok(())
}

fn break_symmetry(w: &mut Writer<'_>) -> Result<(), Stop> {
    let Some(anchor) = w.anchor() else { return Ok(()) };
    let piece = w.number(anchor.kind);
    let square = |cell: Cell| w.puzzle.size.index(cell) as u16;
    let region: Vec<Atom> = anchor.cells.iter().map(|&cell| l(square(cell), piece)).collect();
    let centre = anchor.centre.map(square);
    let cells = w.e.name(words(&anchor.cells));
    w.e.group(&SYMMETRY, [(piece + 1).into(), cells.into()])?.clause(region);
    if let Some(square) = centre {
        let mut group = w.e.group(&CENTRE, (piece + 1, anchor.turns))?;
        for turn in anchor.turns..4 {
            group.clause([neg(l(square, piece)), neg(r(piece, turn))]);
        }
    }
    Ok(())
}

/// The kind of piece in each cell, and its rotation.
pub(super) fn decode(
    puzzle: &EdgeMatching,
    kinds: &Kinds,
    model: &Model<'_, Atom>,
) -> Result<Vec<(Cell, usize, u8)>, Violation> {
    let mut turn_of = vec![None; puzzle.pieces.len()];
    let mut board = Vec::with_capacity(puzzle.size.area());
    for atom in model.true_atoms() {
        if let Atom::Rotated { piece, turn } = atom {
            turn_of[usize::from(piece)] = Some(turn);
        }
    }
    for cell in puzzle.size.cells() {
        let square = puzzle.size.index(cell) as u16;
        let mut held = (0..puzzle.pieces.len() as u16).filter(|&piece| model.holds(l(square, piece)));
        let piece = match (held.next(), held.next()) {
            (Some(piece), None) => usize::from(piece),
            (None, _) => return Err(Violation::new(format!("{cell} has no piece"))),
            (Some(_), Some(_)) => return Err(Violation::new(format!("{cell} has two pieces"))),
        };
        let Some(turn) = turn_of[piece] else {
            return Err(Violation::new(format!("piece {} is turned in no way", piece + 1)));
        };
        let (kind, offset) = kinds.of_piece[piece];
        board.push((cell, kind, (turn + offset) % kinds.all[kind].period));
    }
    Ok(board)
}
