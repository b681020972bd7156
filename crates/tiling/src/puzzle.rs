use std::sync::OnceLock;

use jigsat_cnf::Choice;
use serde::{Deserialize, Serialize};

use crate::{
    Invalid,
    board::{Board, CellName, Place},
    placements::Placements,
    shape::Shape,
    symmetry::Symmetry,
    turn::{Freedom, Point, Turn},
};

/// Whether every cell must be covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cover {
    /// Every cell exactly once.
    #[default]
    All,
    /// Every cell at most once.
    Some,
}

impl Choice for Cover {
    const ALL: &'static [Self] = &[Cover::All, Cover::Some];

    fn name(self) -> &'static str {
        match self {
            Cover::All => "all",
            Cover::Some => "some",
        }
    }
}

/// A piece of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is called.
    pub name: String,
    /// Its cells, in the orientation in which it is given.
    pub shape: Shape,
    /// How many copies must be used.
    pub min: u32,
    /// How many copies there are, at least `min`.
    pub max: u32,
    /// How it may be turned.
    pub freedom: Freedom,
}

/// A piece that lies on the board from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The piece, by its place in the list.
    pub piece: usize,
    /// Where.
    pub cells: Vec<Place>,
}

/// What a puzzle is made of; [`Tiling::new`] makes a puzzle of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// What the puzzle is called; empty for nothing.
    pub title: String,
    /// Where it comes from; empty for nothing.
    pub source: String,
    /// The boards, at least one.
    pub boards: Vec<Board>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// Whether every cell must be covered.
    pub cover: Cover,
    /// What lies on the boards from the start.
    pub given: Vec<Given>,
}

/// A tiling puzzle with all its placements.
#[derive(Clone, Debug)]
pub struct Tiling {
    spec: Spec,
    kinds: Vec<Kind>,
    offsets: Vec<usize>,
    placements: Placements,
    given: Vec<u32>,
    solid: bool,
    /// Found when they are first asked for.
    pub(crate) symmetries: OnceLock<Vec<Symmetry>>,
}

/// All else follows from what it was made of.
impl PartialEq for Tiling {
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec
    }
}

impl Eq for Tiling {}

/// Pieces that look the same and turn in the same way. Solutions that exchange them are one solution,
/// so encodings and engines know kinds, not pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The pieces, by their places in the list; the first one names the kind.
    pub pieces: Vec<usize>,
    /// How many copies must be used in all.
    pub min: u32,
    /// How many copies there are in all.
    pub max: u32,
    /// What it looks like in each allowed orientation, each once.
    pub orientations: Vec<(Turn, Shape)>,
}

/// A tiling, whole or partial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// The pieces that lie on the boards.
    pub placements: Vec<Placed>,
}

/// A piece on a board. x goes right, y down, z from layer to layer, all from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// The piece's name.
    pub piece: String,
    /// Which copy of it, from 1.
    pub copy: u32,
    /// Which board, from 1, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<usize>,
    /// The column of its bounding box.
    pub x: i32,
    /// The row of its bounding box.
    pub y: i32,
    /// The layer of its bounding box, in space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// Degrees clockwise on flat boards; in space the number of the rotation among [`Turn::all`].
    pub rotation: u32,
    /// Whether it was mirrored from left to right before it was rotated.
    pub mirrored: bool,
    /// Its cells as `[x, y]`, in space `[x, y, z]`.
    pub cells: Vec<Vec<i32>>,
}

impl Tiling {
    /// Finds all placements of the pieces on the boards.
    ///
    /// # Errors
    ///
    /// A piece without cells or name, of more cells than any board or that fits nowhere, names that occur twice,
    /// given pieces that can't lie where they are, a board without cells, or more than
    /// [`crate::MAX_PLACEMENTS`] placements.
    pub fn new(spec: Spec) -> Result<Self, Invalid> {
        let solid = spec.boards.iter().any(|board| !board.is_flat())
            || spec.pieces.iter().any(|piece| piece.shape.extent()[2] > 1);
        crate::valid::pieces(&spec, solid)?;
        let kinds = kinds(&spec.pieces, solid);
        let offsets: Vec<usize> = spec
            .boards
            .iter()
            .scan(0, |next, board| {
                let offset = *next;
                *next += board.open.len();
                Some(offset)
            })
            .collect();
        let placements = Placements::of(&spec.boards, &kinds)?;
        let mut tiling = Tiling {
            spec,
            kinds,
            offsets,
            placements,
            given: Vec::new(),
            solid,
            symmetries: OnceLock::new(),
        };
        tiling.given = crate::valid::given(&tiling)?;
        Ok(tiling)
    }

    /// What it was made of.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The pieces, equal ones put together.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Every way to lay a piece on a board.
    #[must_use]
    pub fn placements(&self) -> &Placements {
        &self.placements
    }

    /// The placements of the given pieces.
    #[must_use]
    pub fn given(&self) -> &[u32] {
        &self.given
    }

    /// Whether it plays in space: a board of several layers, or a piece.
    #[must_use]
    pub fn is_solid(&self) -> bool {
        self.solid
    }

    /// How many cells the boards have, holes left out.
    #[must_use]
    pub fn area(&self) -> usize {
        self.spec.boards.iter().map(Board::area).sum()
    }

    /// Whether every cell must be covered, and the pieces have just as many cells: then all are needed.
    #[must_use]
    pub fn needs_every_piece(&self) -> bool {
        let all: u64 = self.kinds.iter().map(|kind| u64::from(kind.max) * kind.size() as u64).sum();
        self.spec.cover == Cover::All && all == self.area() as u64
    }

    /// How many cells all boards have, holes counted: cells are numbered below that.
    #[must_use]
    pub fn places(&self) -> usize {
        self.spec.boards.iter().map(|board| board.open.len()).sum()
    }

    /// The number of a cell among those of all boards.
    #[must_use]
    pub fn number(&self, place: Place) -> Option<usize> {
        let board = self.spec.boards.get(place.board)?;
        Some(self.offsets[place.board] + board.index(place.at)?)
    }

    /// The cell of a number.
    #[must_use]
    pub fn place(&self, number: usize) -> Place {
        let board = self.offsets.partition_point(|&offset| offset <= number) - 1;
        Place { board, at: self.spec.boards[board].at(number - self.offsets[board]) }
    }

    /// The numbers of the cells that are part of a board, in order.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        let boards = self.offsets.iter().zip(&self.spec.boards);
        boards.flat_map(|(&offset, board)| {
            (0..board.open.len()).filter(|&index| board.open[index]).map(move |index| offset + index)
        })
    }

    /// The name of a cell, such as `r1c2`.
    #[must_use]
    pub fn cell_name(&self, number: usize) -> String {
        self.place_name(self.place(number))
    }

    pub(crate) fn place_name(&self, place: Place) -> String {
        CellName { place, several: self.spec.boards.len() > 1, solid: self.solid }.to_string()
    }

    /// The solution made of these placements: copies get their numbers in the order of placements.
    #[must_use]
    pub fn solution(&self, placements: impl IntoIterator<Item = u32>) -> Solution {
        let mut chosen: Vec<u32> = placements.into_iter().collect();
        chosen.sort_unstable();
        let mut used = vec![0; self.kinds.len()];
        let mut placed: Vec<(usize, u32, Placed)> = chosen
            .into_iter()
            .map(|placement| {
                let kind = self.placements.kind(placement);
                let (piece, copy) = self.label(kind, used[kind]);
                used[kind] += 1;
                (piece, copy, self.placed(placement, piece, copy))
            })
            .collect();
        placed.sort_by_key(|&(piece, copy, _)| (piece, copy));
        Solution { placements: placed.into_iter().map(|(_, _, placed)| placed).collect() }
    }

    /// Which piece, and which copy of it, the use of a kind with this number (from 0) is.
    /// What must be used comes before what may be.
    fn label(&self, kind: usize, used: u32) -> (usize, u32) {
        let pieces = &self.kinds[kind].pieces;
        let mut left = used;
        for &piece in pieces {
            let min = self.spec.pieces[piece].min;
            if left < min {
                return (piece, left + 1);
            }
            left -= min;
        }
        for &piece in pieces {
            let piece_ref = &self.spec.pieces[piece];
            let spare = piece_ref.max - piece_ref.min;
            if left < spare {
                return (piece, piece_ref.min + left + 1);
            }
            left -= spare;
        }
        // More than there are, in a formula without that rule: the referee will say so.
        (pieces[0], self.spec.pieces[pieces[0]].max + left + 1)
    }

    fn placed(&self, placement: u32, piece: usize, copy: u32) -> Placed {
        let kind = &self.kinds[self.placements.kind(placement)];
        let (_, shape) = &kind.orientations[self.placements.orientation(placement)];
        let places: Vec<Place> =
            self.placements.cells(placement).iter().map(|&cell| self.place(cell as usize)).collect();
        let least = [0, 1, 2].map(|axis| places.iter().map(|place| place.at[axis]).min().unwrap_or(0));
        let own = &self.spec.pieces[piece];
        let (rotation, mirrored) = self.turn_of(own, shape);
        Placed {
            piece: own.name.clone(),
            copy,
            board: (self.spec.boards.len() > 1).then(|| places[0].board + 1),
            x: least[0],
            y: least[1],
            z: self.solid.then_some(least[2]),
            rotation,
            mirrored,
            cells: places.iter().map(|place| self.coordinates(place.at)).collect(),
        }
    }

    /// The first allowed turn of a piece that gives the shape, as rotation and mirror.
    fn turn_of(&self, piece: &Piece, shape: &Shape) -> (u32, bool) {
        let orientations = piece.shape.orientations(piece.freedom, self.solid);
        let turn =
            orientations.iter().find(|(_, own)| own == shape).map_or(Turn::IDENTITY, |(turn, _)| *turn);
        if self.solid {
            let number = Turn::all().iter().position(|&one| one == turn).unwrap_or(0);
            (number as u32, turn.mirrors())
        } else {
            let number = Turn::in_plane().iter().position(|&one| one == turn).unwrap_or(0);
            (number as u32 % 4 * 90, number >= 4)
        }
    }

    fn coordinates(&self, at: Point) -> Vec<i32> {
        at[..if self.solid { 3 } else { 2 }].to_vec()
    }
}

impl Kind {
    /// How many cells a copy has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.orientations[0].1.cells().len()
    }
}

fn kinds(pieces: &[Piece], solid: bool) -> Vec<Kind> {
    let mut kinds: Vec<(Vec<Shape>, Kind)> = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        let orientations = piece.shape.orientations(piece.freedom, solid);
        let mut shapes: Vec<Shape> = orientations.iter().map(|(_, shape)| shape.clone()).collect();
        shapes.sort();
        match kinds.iter_mut().find(|(known, _)| *known == shapes) {
            Some((_, kind)) => {
                kind.pieces.push(number);
                kind.min = kind.min.saturating_add(piece.min);
                kind.max = kind.max.saturating_add(piece.max);
            }
            None => kinds
                .push((shapes, Kind { pieces: vec![number], min: piece.min, max: piece.max, orientations })),
        }
    }
    kinds.into_iter().map(|(_, kind)| kind).collect()
}

impl Tiling {
    /// How many solutions a solution stands for when copies of pieces are told apart, and turns that leave a piece as it
    /// looks, too. At most `u128::MAX`.
    #[must_use]
    pub fn labels(&self, placements: &[u32]) -> u128 {
        let mut used = vec![0_u32; self.kinds.len()];
        for &placement in placements {
            used[self.placements.kind(placement)] += 1;
        }
        let each = used.into_iter().enumerate().map(|(kind, used)| self.labels_of_kind(kind, used));
        each.fold(1, u128::saturating_mul)
    }

    /// The same for all solutions at once, where each uses the same pieces.
    #[must_use]
    pub fn labels_of_all(&self) -> Option<u128> {
        let copies = |kind: &Kind| {
            let forced = self.kinds.len() == 1 && self.spec.cover == Cover::All;
            match kind.min == kind.max {
                true => Some(kind.min),
                false => forced.then_some((self.area() / kind.size()) as u32),
            }
        };
        let each: Option<Vec<u128>> = (0..self.kinds.len())
            .map(|kind| copies(&self.kinds[kind]).map(|used| self.labels_of_kind(kind, used)))
            .collect();
        each.map(|each| each.into_iter().fold(1, u128::saturating_mul))
    }

    fn labels_of_kind(&self, kind: usize, used: u32) -> u128 {
        let kind = &self.kinds[kind];
        // Any number of copies is as many as fit: then only those that are used are told apart.
        let there = (kind.max as usize).min(self.area() / kind.size()).max(used as usize) as u128;
        let arrangements = (0..u128::from(used)).fold(1_u128, |all, one| all.saturating_mul(there - one));
        let freedom = self.spec.pieces[kind.pieces[0]].freedom;
        let looks = Turn::allowed(freedom, self.solid).len() / kind.orientations.len();
        (0..used).fold(arrangements, |all, _| all.saturating_mul(looks as u128))
    }
}

impl Tiling {
    /// The placements of a solution, rising; what is none of this puzzle's is left out.
    #[must_use]
    pub fn find(&self, solution: &Solution) -> Vec<u32> {
        let mut all = Vec::new();
        for placed in &solution.placements {
            let is_it = |&piece: &usize| self.spec.pieces[piece].name == placed.piece;
            let kind = self.kinds.iter().position(|kind| kind.pieces.iter().any(is_it));
            let board = placed.board.map_or(0, |board| board.wrapping_sub(1));
            let cells = placed.cells.iter().filter_map(|cell| {
                let value = |axis: usize| cell.get(axis).copied().unwrap_or(0);
                self.number(Place { board, at: [value(0), value(1), value(2)] })
            });
            let mut cells: Vec<u32> = cells.map(|cell| cell as u32).collect();
            cells.sort_unstable();
            all.extend(kind.and_then(|kind| self.placements.find(kind, &cells)));
        }
        all.sort_unstable();
        all
    }

    /// The same puzzle, with a word about where it comes from.
    #[must_use]
    pub fn with_source(mut self, source: String) -> Self {
        self.spec.source = source;
        self
    }
}
