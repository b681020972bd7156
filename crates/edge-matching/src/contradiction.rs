//! Reasons why a puzzle is plainly impossible, found by counting, before any search.

use std::collections::BTreeMap;

use jigsat_cnf::rarely;
use jigsat_grid::{Cell, Direction};

use crate::{Color, EdgeMatching, Edges, Placement, Solution, check::check_so_far, puzzle::shown};

impl EdgeMatching {
    /// Why there can't be a solution, if counting edges shows it: hints that clash, a frame that the pieces can't make or
    /// that would be inside, or colours that can't be paired.
    #[must_use]
    pub fn contradiction(&self) -> Option<String> {
        let reasons = [
            Self::hints_clash,
            Self::frame_fails,
            Self::frame_is_inside,
            Self::colors_are_odd,
            Self::colors_are_alone,
        ];
        reasons.iter().find_map(|reason| reason(self))
    }

    /// What is unusual about the puzzle: more edges of the frame's colour than the rim needs.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let frame = self.frame.filter(|_| self.surplus() == 0)?;
        let (edges, perimeter) = (self.edges_of(frame), self.perimeter());
        let more = edges.checked_sub(perimeter).filter(|&more| more > 0)?;
        let name = self.colors.name(frame);
        Some(format!(
            "the pieces have {edges} edges of the rim's colour {name}, but the rim needs only {perimeter}: {more} must touch each other inside"
        ))
    }

    /// Whether the inside can't have edges of the frame's colour, because the rim needs all of them.
    pub(crate) fn frame_is_outside(&self) -> bool {
        self.surplus() == 0 && self.frame.is_some_and(|frame| self.edges_of(frame) == self.perimeter())
    }

    /// The number of edges of all pieces with that colour.
    pub(crate) fn edges_of(&self, color: Color) -> usize {
        self.pieces.iter().flatten().filter(|&&other| other == color).count()
    }

    /// The number of cell edges on the rim.
    pub(crate) fn perimeter(&self) -> usize {
        2 * (usize::from(self.size.rows) + usize::from(self.size.cols))
    }

    fn hints_clash(&self) -> Option<String> {
        let turned = self.hints.iter().filter_map(|hint| {
            let rotation = if self.rotate { hint.rotation? } else { 0 };
            let (row, col) = (hint.cell.row, hint.cell.col);
            Some(Placement { row, col, piece: hint.piece + 1, rotation })
        });
        let given = Solution::new(turned.collect());
        let unhinted = EdgeMatching { hints: Vec::new(), ..self.clone() };
        if let Err(violation) = check_so_far(&unhinted, &given) {
            return Some(format!("the hints alone break a rule: {violation}"));
        }
        let stuck = self.hints.iter().find(|hint| !self.can_lie(self.pieces[hint.piece], hint.cell))?;
        let (piece, cell) = (stuck.piece + 1, stuck.cell);
        Some(format!("piece {piece} is given in {cell}, where it can't show the frame's colour to the rim"))
    }

    fn frame_fails(&self) -> Option<String> {
        let frame = self.frame?;
        let name = self.colors.name(frame);
        let (edges, perimeter) = (self.edges_of(frame), self.perimeter());
        if edges < perimeter {
            return Some(format!(
                "the rim needs {perimeter} edges of colour {name}, but the pieces have only {edges}"
            ));
        }
        // Cells that demand most of a piece come first; a piece that fits there fits in the others, too.
        for (what, asked) in [("corners", 2), ("border cells", 1)] {
            let cells = self.size.cells().filter(|&cell| self.rim_sides(cell).count() >= asked);
            let cells: Vec<Cell> = cells.collect();
            let fits = |edges: &&Edges| cells.iter().any(|&cell| self.can_lie(**edges, cell));
            let pieces = self.pieces.iter().filter(fits).count();
            if pieces < cells.len() {
                let cells = cells.len();
                let what =
                    if asked == 1 && cells > 4 { "cells of the rim, including the corners" } else { what };
                return Some(format!(
                    "only {pieces} pieces have the frame edges that the {cells} {what} need"
                ));
            }
        }
        None
    }

    /// If the rim needs all edges of its colour: a piece that would have one inside where it is given.
    fn frame_is_inside(&self) -> Option<String> {
        let frame = self.frame.filter(|_| self.frame_is_outside())?;
        let fits = |piece: usize, cell: Cell, turn: Option<u8>| {
            let turns = match turn {
                Some(turn) => turn..turn + 1,
                None if self.rotate => 0..4,
                None => 0..1,
            };
            let at_rim = |side| self.size.step(cell, side).is_none();
            let is_right = |turn, side| (shown(self.pieces[piece], turn, side) == frame) == at_rim(side);
            turns.into_iter().any(|turn| Direction::ALL.into_iter().all(|side| is_right(turn, side)))
        };
        let hint = self.hints.iter().find(|hint| !fits(hint.piece, hint.cell, hint.rotation))?;
        let (name, perimeter) = (self.colors.name(frame), self.perimeter());
        Some(format!(
            "piece {} is given in {}, where an edge of the rim's colour {name} would be inside, but the rim needs all {perimeter} of them",
            hint.piece + 1,
            hint.cell
        ))
    }

    /// More edges without a partner than the rim, if any colour may be there, and the surplus pieces have.
    fn colors_are_alone(&self) -> Option<String> {
        let of = |color| (color, self.colors.mate(color));
        let inner: Vec<_> = self.colors.all().filter(|&color| Some(color) != self.frame).map(of).collect();
        let alone = |&(color, mate): &(Color, Color)| match self.edges_of(color) {
            edges if color == mate => edges % 2,
            edges => edges.saturating_sub(self.edges_of(mate)),
        };
        let total: usize = inner.iter().map(alone).sum();
        let at_rim = if self.frame.is_none() { self.perimeter() } else { 0 };
        let room = at_rim + 4 * self.surplus();
        if total <= room {
            return None;
        }
        let (color, mate) = inner.into_iter().max_by_key(alone)?;
        let example = match (self.colors.name(color), self.edges_of(color), self.edges_of(mate)) {
            (name, edges, _) if color == mate => format!("colour {name} is on {edges}"),
            (name, edges, others) => {
                format!("colour {name} is on {edges} and its mate {} on {others}", self.colors.name(mate))
            }
        };
        let left = if room == 0 {
            String::new()
        } else {
            format!(", and only {room} may be at the rim or on pieces left over")
        };
        Some(format!("{total} edges have no partner ({example}){left}"))
    }

    /// With a frame and no surplus, the edges of a colour that is not on the rim come in touching pairs.
    fn colors_are_odd(&self) -> Option<String> {
        let frame = self.frame.filter(|_| self.surplus() == 0)?;
        self.colors.all().find_map(|color| {
            let mate = self.colors.mate(color);
            let inside = |color| self.edges_of(color) - if color == frame { self.perimeter() } else { 0 };
            let (here, there) = (inside(color), inside(mate));
            let (name, other) = (self.colors.name(color), self.colors.name(mate));
            if mate == color && !here.is_multiple_of(2) {
                Some(format!("{here} inner edges have colour {name}: an odd number cannot be paired"))
            } else if here != there {
                Some(format!("{here} inner edges have colour {name}, but {there} have its mate {other}"))
            } else {
                None
            }
        })
    }

    /// The least number of seams that differ in any assembly that keeps the frame, found by counting colours. With a
    /// frame and no surplus, an edge without a partner is at a seam that differs, and each such seam has two.
    pub(crate) fn least_differences(&self) -> usize {
        let Some(frame) = self.frame.filter(|_| self.surplus() == 0) else { return 0 };
        let inside = |color| {
            let rim = if color == frame { self.perimeter() } else { 0 };
            self.edges_of(color).saturating_sub(rim)
        };
        let lonely = |color: Color| match self.colors.mate(color) {
            mate if mate == color => inside(color) % 2,
            mate => inside(color).saturating_sub(inside(mate)),
        };
        self.colors.all().map(lonely).sum::<usize>().div_ceil(2)
    }

    /// Whether all colours inside occur equally often, up to one seam, as the generator makes them if it is asked for that: then none of
    /// them is rare enough to place a piece by it.
    pub(crate) fn colors_are_even(&self) -> bool {
        let is_inner = |edges: &&Edges| self.frame.is_none_or(|frame| !edges.contains(&frame));
        let inner = self.pieces.iter().filter(is_inner).flatten();
        let mut counts: BTreeMap<Color, usize> = rarely::map(inner.map(|&color| (color, 0)));
        for color in self.pieces.iter().flatten() {
            if let Some(count) = counts.get_mut(color) {
                *count += 1;
            }
        }
        let (most, fewest) = (counts.values().max(), counts.values().min());
        most.zip(fewest).is_some_and(|(most, fewest)| most - fewest <= 2)
    }

    fn rim_sides(&self, cell: Cell) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&side| self.size.step(cell, side).is_none())
    }

    /// Whether some rotation of the piece fits the rim in that cell.
    fn can_lie(&self, edges: Edges, cell: Cell) -> bool {
        let turns = if self.rotate { 0..4 } else { 0..1 };
        let frame = |turn, side| self.frame.is_none_or(|frame| shown(edges, turn, side) == frame);
        turns.into_iter().any(|turn| self.rim_sides(cell).all(|side| frame(turn, side)))
    }
}
