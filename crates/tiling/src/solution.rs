use jigsat_cnf::rarely;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Symmetry;
use crate::{
    Piece, Place, Shape, Tiling,
    turn::{Point, Turn},
};

/// A tiling, complete or partial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Solution {
    /// The pieces on the boards.
    pub placements: Vec<Placed>,
}

/// A piece on a board. x goes right, y down, z from layer to layer; all count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Placed {
    /// The piece's name.
    pub piece: String,
    /// The number of the copy, from 1.
    pub copy: u32,
    /// The number of the board, from 1, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<usize>,
    /// The first column of its bounding box.
    pub x: i32,
    /// The first row of its bounding box.
    pub y: i32,
    /// The first layer of its bounding box, in space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// Degrees clockwise on flat boards; in space, the number of one of the 48 symmetries of a cube, from 0.
    pub rotation: u32,
    /// Whether it was mirrored from left to right before it was rotated.
    pub mirrored: bool,
    /// Its cells as `[x, y]`, or as `[x, y, z]` in space.
    pub cells: Vec<Vec<i32>>,
}

impl Tiling {
    /// The image of a solution under a symmetry.
    #[must_use]
    pub fn image(&self, solution: &Solution, symmetry: &Symmetry) -> Solution {
        let placements = self.find(solution);
        self.solution(placements.into_iter().map(|placement| symmetry.placements[placement as usize]))
    }

    /// The solution with these placements: copies get their numbers in the order of placements.
    #[must_use]
    pub fn solution(&self, placements: impl IntoIterator<Item = u32>) -> Solution {
        self.solution_of(placements.into_iter().collect())
    }

    /// Compiled once, for whatever yields the placements.
    fn solution_of(&self, mut chosen: Vec<u32>) -> Solution {
        chosen.sort_unstable();
        let mut used = vec![0; self.kinds().len()];
        let mut placed: Vec<(usize, u32, Placed)> = chosen
            .into_iter()
            .map(|placement| {
                let kind = self.placements().kind(placement);
                let (piece, copy) = self.label(kind, used[kind]);
                used[kind] += 1;
                (piece, copy, self.placed(placement, piece, copy))
            })
            .collect();
        rarely::sort_by_key(&mut placed, |&(piece, copy, _)| (piece, copy));
        Solution { placements: placed.into_iter().map(|(_, _, placed)| placed).collect() }
    }

    /// The piece and its copy for the use of a kind with this number (from 0). Copies that must be used come before
    /// those that may be.
    fn label(&self, kind: usize, used: u32) -> (usize, u32) {
        let pieces = &self.kinds()[kind].pieces;
        let mut left = used;
        for &piece in pieces {
            let min = self.spec().pieces[piece].min;
            if left < min {
                return (piece, left + 1);
            }
            left -= min;
        }
        for &piece in pieces {
            let piece_ref = &self.spec().pieces[piece];
            let spare = piece_ref.max - piece_ref.min;
            if left < spare {
                return (piece, piece_ref.min + left + 1);
            }
            left -= spare;
        }
        // More than there are, in a formula without that rule: the referee will reject it.
        (pieces[0], self.spec().pieces[pieces[0]].max + left + 1)
    }

    fn placed(&self, placement: u32, piece: usize, copy: u32) -> Placed {
        let kind = &self.kinds()[self.placements().kind(placement)];
        let (turn, shape) = &kind.orientations[self.placements().orientation(placement)];
        let places: Vec<Place> =
            self.placements().cells(placement).iter().map(|&cell| self.place(cell as usize)).collect();
        let least = [0, 1, 2].map(|axis| places.iter().map(|place| place.at[axis]).min().unwrap_or(0));
        let own = &self.spec().pieces[piece];
        // The orientations of a kind are those of its first piece.
        let is_first = kind.pieces.first() == Some(&piece);
        let (rotation, mirrored) = self.named(if is_first { *turn } else { self.turn_of(own, shape) });
        Placed {
            piece: own.name.clone(),
            copy,
            board: (self.spec().boards.len() > 1).then(|| places[0].board + 1),
            x: least[0],
            y: least[1],
            z: self.is_solid().then_some(least[2]),
            rotation,
            mirrored,
            cells: places.iter().map(|place| self.coordinates(place.at)).collect(),
        }
    }

    /// The first allowed turn of a piece that gives the shape.
    fn turn_of(&self, piece: &Piece, shape: &Shape) -> Turn {
        let orientations = piece.shape.orientations(piece.freedom, self.is_solid());
        orientations.iter().find(|(_, own)| own == shape).map_or(Turn::IDENTITY, |(turn, _)| *turn)
    }

    /// A turn as rotation and mirror.
    fn named(&self, turn: Turn) -> (u32, bool) {
        if self.is_solid() {
            let number = Turn::all().iter().position(|&one| one == turn).unwrap_or(0);
            (number as u32, turn.mirrors())
        } else {
            let number = Turn::in_plane().iter().position(|&one| one == turn).unwrap_or(0);
            (number as u32 % 4 * 90, number >= 4)
        }
    }

    fn coordinates(&self, at: Point) -> Vec<i32> {
        at[..if self.is_solid() { 3 } else { 2 }].to_vec()
    }

    /// The placements of a solution in ascending order, without those that this puzzle doesn't have.
    #[must_use]
    pub fn find(&self, solution: &Solution) -> Vec<u32> {
        let mut all = Vec::new();
        for placed in &solution.placements {
            let is_it = |&piece: &usize| self.spec().pieces[piece].name == placed.piece;
            let kind = self.kinds().iter().position(|kind| kind.pieces.iter().any(is_it));
            let board = placed.board.map_or(0, |board| board.wrapping_sub(1));
            let cells = placed.cells.iter().filter_map(|cell| {
                let value = |axis: usize| cell.get(axis).copied().unwrap_or(0);
                self.number(Place { board, at: [value(0), value(1), value(2)] })
            });
            let mut cells: Vec<u32> = cells.map(|cell| cell as u32).collect();
            cells.sort_unstable();
            all.extend(kind.and_then(|kind| self.placements().find(kind, &cells)));
        }
        all.sort_unstable();
        all
    }
}
