//! Cells have variables of their own: which piece covers them. Placements state what they cover, and a cell is covered
//! by one piece.
//!
//! The channelling between two viewpoints that B. M. W. Cheng, K. M. F. Choi, J. H. M. Lee and J. C. K. Wu describe
//! (Increasing constraint propagation by redundant modeling, Constraints 4, 1999); one viewpoint is cells whose value
//! is a piece. Cells need no pairs of placements: those of different pieces exclude each other through the cell, those
//! of one piece by 'once'. Copies of a piece are distinguished by their corners, so pairs of them that overlap are
//! written out.

use jigsat_cnf::{Literal, Rule, Stop, pos};

use super::{Atom, Writer};
use crate::Cover;

const LIES: Rule =
    Rule::new("lies", "{0} is covered by piece {1} if and only if one of its placements covers it");
const ONE_PIECE: Rule = Rule::new("one-piece", "{0} is covered by exactly one piece");
const NO_TWO: Rule = Rule::new("no-two", "{0} is covered by at most one piece");
const COPIES: Rule = Rule::new("copies", "{0} is covered by at most one copy of piece {1}");

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    w.somewhere()?;
    w.once()?;
    for cell in w.cells() {
        let arg = w.cell_arg(cell);
        let mut pieces: Vec<Literal<Atom>> = Vec::new();
        for places in w.covering_by_kind(cell) {
            let kind = w.kind_of(places[0]);
            let covers = Atom::Covers { cell: cell as u32, kind: kind as u32 };
            w.e.declare(covers)?;
            let args = [arg, w.kinds[kind].into()];
            w.e.group(&LIES, args)?.equals_any(covers, places.iter().copied());
            if w.puzzle.kinds()[kind].max > 1 && places.len() > 1 {
                w.e.group(&COPIES, args)?.at_most_one(places);
            }
            pieces.push(pos(covers));
        }
        match w.puzzle.spec().cover {
            Cover::All => w.e.group(&ONE_PIECE, [arg])?.exactly_one(pieces),
            Cover::Some => w.e.group(&NO_TWO, [arg])?.at_most_one(pieces),
        };
    }
    Ok(())
}

impl Writer<'_> {
    /// The kind of a placement's literal.
    pub(super) fn kind_of(&self, literal: Literal<Atom>) -> usize {
        match literal.variable {
            jigsat_cnf::Variable::Atom(Atom::Place(placement)) => self.puzzle.placements().kind(placement),
            _ => unreachable!("only placements are asked about"),
        }
    }
}
