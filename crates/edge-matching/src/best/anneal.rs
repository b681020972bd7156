//! A good assembly to start from, by simulated annealing: two pieces change places, each in its best rotation.
//!
//! S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi: Optimization by simulated annealing, Science 1983.

use jigsat_grid::Cell;
use jigsat_solve::Limits;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Color, EdgeMatching, Placement, SIDES, Solution};

/// Number of exchanges tried for each cell, and the maximum in all.
const TRIALS_A_CELL: u32 = 20_000;
const TRIALS: u32 = 4_000_000;
/// Start of the temperature: a loss of one edge is accepted with probability 1/e, and almost never at the end.
const HOT: f64 = 1.0;
const COLD: f64 = 0.12;
/// Number of exchanges between two checks of the clock.
const PATIENCE: u32 = 4096;

/// Pieces on a board, and those left over.
struct Board<'p> {
    puzzle: &'p EdgeMatching,
    /// Piece (from 0) and rotation of each cell, then of the places outside the board.
    lies: Vec<(usize, u8)>,
    /// The neighbour on each side of each cell, in the order of [`SIDES`].
    beside: Vec<[Option<usize>; 4]>,
    /// By piece and place, the rotations that the frame and the hints allow, as bits.
    allowed: Vec<u8>,
    places: usize,
}

/// An assembly that keeps frame and hints and in which many edges agree; `None` if no assembly keeps them. The same
/// seed gives the same assembly, unless a limit stops it.
pub(super) fn anneal(puzzle: &EdgeMatching, seed: u64, limits: &Limits) -> Option<Solution> {
    let mut board = Board::new(puzzle)?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let cells = puzzle.size.area();
    let trials = TRIALS.min(TRIALS_A_CELL * cells as u32);
    let mut matched: i32 = board.matched();
    let mut best = (matched, board.lies.clone());
    for trial in 0..trials {
        if trial % PATIENCE == 0 && limits.reached().is_some() {
            break;
        }
        let done = f64::from(trial) / f64::from(trials);
        let heat = HOT * (COLD / HOT).powf(done);
        let (one, other) = (rng.random_range(0..cells), rng.random_range(0..board.places));
        let before = (board.lies[one], board.lies[other]);
        let old = board.around(one, other);
        let Some(new) = board.exchange(one, other) else { continue };
        let gain = new - old;
        if gain < 0 && rng.random::<f64>() >= (f64::from(gain) / heat).exp() {
            (board.lies[one], board.lies[other]) = before;
            continue;
        }
        matched += gain;
        if matched > best.0 {
            best = (matched, board.lies.clone());
        }
    }
    let placement = |(cell, (piece, rotation)): (Cell, (usize, u8))| Placement {
        row: cell.row,
        col: cell.col,
        piece: piece + 1,
        rotation,
    };
    Some(Solution::new(puzzle.size.cells().zip(best.1).map(placement).collect()))
}

impl<'p> Board<'p> {
    /// Places pieces so that frame and hints are kept: a matching of cells and pieces, by augmenting paths.
    fn new(puzzle: &'p EdgeMatching) -> Option<Self> {
        let size = puzzle.size;
        let neighbours = |cell| SIDES.map(|side| size.step(cell, side).map(|other| size.index(other)));
        let beside: Vec<[Option<usize>; 4]> = size.cells().map(neighbours).collect();
        let places = puzzle.pieces.len();
        let mut board = Board { puzzle, lies: Vec::new(), beside, allowed: Vec::new(), places };
        let pairs = (0..places).flat_map(|piece| (0..places).map(move |place| (piece, place)));
        board.allowed = pairs.map(|(piece, place)| board.allow(piece, place)).collect();
        let mut place_of: Vec<Option<usize>> = vec![None; places];
        for cell in 0..size.area() {
            if !board.find_piece(cell, &mut vec![false; places], &mut place_of) {
                return None;
            }
        }
        // Pieces left over lie outside the board.
        let mut rest = size.area()..places;
        for place in &mut place_of {
            *place = place.or_else(|| rest.next());
        }
        board.lies = vec![(0, 0); places];
        for (piece, place) in place_of.into_iter().enumerate() {
            let place = place?;
            let turn = board.allowed[piece * places + place].trailing_zeros() as u8;
            board.lies[place] = (piece, if place < size.area() { turn } else { 0 });
        }
        Some(board)
    }

    /// Finds a piece for a cell, if necessary by finding another one for the cell that has it.
    fn find_piece(&self, cell: usize, is_asked: &mut [bool], place_of: &mut [Option<usize>]) -> bool {
        for piece in 0..self.places {
            if is_asked[piece] || self.allowed[piece * self.places + cell] == 0 {
                continue;
            }
            is_asked[piece] = true;
            if place_of[piece].is_none_or(|other| self.find_piece(other, is_asked, place_of)) {
                place_of[piece] = Some(cell);
                return true;
            }
        }
        false
    }

    /// The rotations in which a piece may lie at a place, as bits.
    fn allow(&self, piece: usize, place: usize) -> u8 {
        let puzzle = self.puzzle;
        let cell = (place < puzzle.size.area()).then(|| puzzle.size.cell(place));
        let hint = puzzle.hints.iter().find(|hint| hint.piece == piece || Some(hint.cell) == cell);
        let is_kept = hint.is_none_or(|hint| hint.piece == piece && Some(hint.cell) == cell);
        let fits = |turn: &u8| {
            let is_inside = |side: usize| cell.is_none() || self.beside[place][side].is_some();
            let shows = |side, frame| self.seen((piece, *turn), side) == frame;
            let frame = |side| puzzle.frame.is_none_or(|frame| is_inside(side) || shows(side, frame));
            hint.and_then(|hint| hint.rotation).is_none_or(|given| given == *turn) && (0..4).all(frame)
        };
        let turns = if puzzle.rotate { 0..4 } else { 0..1 };
        turns.filter(|turn| is_kept && fits(turn)).fold(0, |bits, turn| bits | 1 << turn)
    }

    /// The colour of a piece on a side, in this rotation.
    fn seen(&self, (piece, turn): (usize, u8), side: usize) -> Color {
        self.puzzle.pieces[piece][(side + 4 - usize::from(turn)) % 4]
    }

    fn agrees(&self, cell: usize, side: usize) -> bool {
        self.beside[cell][side].is_some_and(|other| {
            let (own, theirs) =
                (self.seen(self.lies[cell], side), self.seen(self.lies[other], (side + 2) % 4));
            self.puzzle.colors.mate(own) == theirs
        })
    }

    /// The number of matching edges around two places; an edge between them counts once.
    fn around(&self, one: usize, other: usize) -> i32 {
        let count = |cell: usize, but: usize| {
            let sides =
                (0..4).filter(|&side| self.beside[cell][side] != Some(but) && self.agrees(cell, side));
            sides.map(|_| 1).sum::<i32>()
        };
        let of_other = if other == one || other >= self.beside.len() { 0 } else { count(other, one) };
        count(one, usize::MAX) + of_other
    }

    fn matched(&self) -> i32 {
        let after = (0..self.beside.len()).flat_map(|cell| [(cell, 0), (cell, 3)]);
        after.filter(|&(cell, side)| self.agrees(cell, side)).map(|_| 1).sum()
    }

    /// Exchanges two pieces in the rotations with the most matching edges, and returns that number; `None` if they may
    /// not lie there. If both places are the same, turns its piece.
    fn exchange(&mut self, one: usize, other: usize) -> Option<i32> {
        let (to_one, to_other) = (self.lies[other].0, self.lies[one].0);
        let bits = |piece: usize, place: usize| self.allowed[piece * self.places + place];
        let (of_one, of_other) = (bits(to_one, one), bits(to_other, other));
        let mut best: Option<(i32, u8, u8)> = None;
        let before = (self.lies[one], self.lies[other]);
        for turn in (0..4).filter(|turn| of_one >> turn & 1 == 1) {
            for other_turn in (0..4).filter(|turn| of_other >> turn & 1 == 1) {
                // Outside the board, and for a piece turned in its place, one rotation is enough.
                if (other >= self.beside.len() && other_turn > 0) || (one == other && turn != other_turn) {
                    continue;
                }
                self.lies[one] = (to_one, turn);
                self.lies[other] = (to_other, other_turn);
                let count = self.around(one, other);
                if best.is_none_or(|(most, _, _)| count > most) {
                    best = Some((count, turn, other_turn));
                }
            }
        }
        (self.lies[one], self.lies[other]) = before;
        let (count, turn, other_turn) = best?;
        self.lies[one] = (to_one, turn);
        self.lies[other] = (to_other, other_turn);
        Some(count)
    }
}
