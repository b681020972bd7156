use std::sync::OnceLock;

use jigsat_input::About;

use crate::{
    Cover, Invalid, Kind, Spec,
    board::{Board, CellName, Place},
    kinds::kinds,
    placements::Placements,
    symmetry::Symmetry,
};

/// A tiling puzzle with all its placements.
#[derive(Clone, Debug)]
pub struct Tiling {
    spec: Spec,
    pub(crate) about: About,
    kinds: Vec<Kind>,
    offsets: Vec<usize>,
    placements: Placements,
    given: Vec<u32>,
    solid: bool,
    /// Computed on first use.
    pub(crate) symmetries: OnceLock<Vec<Symmetry>>,
}

/// Everything else follows from the specification.
impl PartialEq for Tiling {
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec
    }
}

impl Eq for Tiling {}

impl Tiling {
    /// Finds all placements of the pieces on the boards.
    ///
    /// # Errors
    ///
    /// A piece without cells or name, with more cells than any board, or that fits nowhere; repeated names; given
    /// pieces that can't lie where they are; a board without cells; or more than [`crate::MAX_PLACEMENTS`] placements.
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
            about: About::default(),
            kinds,
            offsets,
            placements,
            given: Vec::new(),
            solid,
            symmetries: OnceLock::new(),
        };
        tiling.given = crate::given::given(&tiling)?;
        Ok(tiling)
    }

    /// Its specification.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The kinds of pieces: equal pieces are one kind.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Every way to place a piece on a board.
    #[must_use]
    pub fn placements(&self) -> &Placements {
        &self.placements
    }

    /// The placements of the given pieces.
    #[must_use]
    pub fn given(&self) -> &[u32] {
        &self.given
    }

    /// Whether it is in space: a board or a piece has several layers.
    #[must_use]
    pub fn is_solid(&self) -> bool {
        self.solid
    }

    /// The number of cells of the boards, without holes.
    #[must_use]
    pub fn area(&self) -> usize {
        self.spec.boards.iter().map(Board::area).sum()
    }

    /// Whether every cell must be covered, and the pieces have exactly that many cells: then all are needed.
    #[must_use]
    pub fn needs_every_piece(&self) -> bool {
        let all: u64 = self.kinds.iter().map(|kind| u64::from(kind.max) * kind.size() as u64).sum();
        self.spec.cover == Cover::All && all == self.area() as u64
    }

    /// The number of cells of all boards, including holes: numbers of cells are below that.
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

    /// The cell with a number.
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

    /// The same puzzle, with the metadata of its file.
    #[must_use]
    pub fn with_about(mut self, about: About) -> Self {
        self.about = about;
        self
    }

    /// The same puzzle, with a text about its origin.
    #[must_use]
    pub fn with_source(mut self, source: String) -> Self {
        self.spec.source = source;
        self
    }
}
