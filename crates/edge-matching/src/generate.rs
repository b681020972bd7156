//! New puzzles: a board with random seams, cut into pieces.

use std::ops::Range;

use jigsat_grid::{Cell, Direction, Size};
use jigsat_solve::{Answer, Attempt, BuildOptions, Error, Limits, Session, Solver};
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::{Color, Colors, EdgeMatching, Edges, Encoding, Kinds, Placement, Solution, check};

/// The puzzle to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The board.
    pub size: Size,
    /// Number of colours of the seams along the rim, where border pieces touch each other; 0 for a board without a
    /// frame.
    pub frame_colors: u16,
    /// Number of colours of the other seams; without a frame, of all seams and the rim.
    pub inner_colors: u16,
    /// Whether the colours of the frame's seams are equally frequent, as nearly as possible, and those of the other
    /// seams, too; otherwise each seam's colour is drawn independently.
    pub uniform: bool,
    /// The seed: the same seed makes the same puzzle.
    pub seed: u64,
    /// Whether it must have exactly one solution, not counting rotations of the board.
    pub unique: bool,
}

/// A puzzle, and the solution that it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: EdgeMatching,
    /// Its solution.
    pub solution: Solution,
    /// The number of boards made until one met the requirements.
    pub boards: u64,
}

/// Makes a puzzle that has a solution: the same puzzle for the same requirements. With `unique`, makes boards until a
/// solver proves that one has no other solution. Returns `Stopped` if a limit comes first.
///
/// # Errors
///
/// Those of the solver.
pub fn generate(wanted: &Wanted, limits: &Limits) -> Result<Attempt<Generated>, Error> {
    let mut rng = ChaCha8Rng::seed_from_u64(wanted.seed);
    for boards in 1.. {
        if let Some(stop) = limits.reached() {
            return Ok(Attempt::Stopped(stop));
        }
        let (puzzle, solution) = board(wanted, &mut rng);
        debug_assert!(check(&puzzle, &solution).is_ok(), "a board is its own solution");
        let generated = Generated { puzzle, solution, boards };
        if !wanted.unique {
            return Ok(Attempt::Success(generated));
        }
        match Error::unless_stopped(is_unique(&generated.puzzle, limits))? {
            Ok(true) => return Ok(Attempt::Success(generated)),
            Ok(false) => {}
            Err(stop) => return Ok(Attempt::Stopped(stop)),
        }
    }
    unreachable!("a seed has no end of boards")
}

/// Whether it is proved that there is no second solution that is not a rotation of the first.
fn is_unique(puzzle: &EdgeMatching, limits: &Limits) -> Result<bool, Error> {
    // Without an anchor, rotations would count as other solutions.
    if puzzle.turns().len() > 1 && puzzle.anchor(&Kinds::of(puzzle)).is_none() {
        return Ok(false);
    }
    let puzzle = EdgeMatching { turns_are_one: true, ..puzzle.clone() };
    let options = BuildOptions { prunes: true, limits: limits.clone(), ..BuildOptions::default() };
    let mut session = Session::new(&puzzle, Encoding::default(), &options, &Solver::default(), None)?;
    for unique in [false, true] {
        match session.solve(limits)? {
            Answer::Impossible(_) => return Ok(unique),
            Answer::Unknown(stop) => return Err(stop.into()),
            _ => {}
        }
    }
    Ok(false)
}

/// The colours of some seams.
struct Palette {
    colors: Range<Color>,
    /// Colours that are dealt out and not yet drawn.
    dealt: Vec<Color>,
}

impl Palette {
    fn new(colors: Range<Color>) -> Palette {
        Palette { colors, dealt: Vec::new() }
    }

    /// Deals out this many colours, as equally as possible, in random order.
    fn deal(&mut self, count: usize, rng: &mut ChaCha8Rng) {
        self.dealt = self.colors.clone().cycle().take(count).collect();
        self.dealt.shuffle(rng);
    }

    /// The next colour: the next one dealt out, otherwise a random one.
    fn draw(&mut self, rng: &mut ChaCha8Rng) -> Color {
        self.dealt.pop().unwrap_or_else(|| rng.random_range(self.colors.clone()))
    }
}

/// A board with random colours, its pieces in random order and rotations, and their places on the board.
fn board(wanted: &Wanted, rng: &mut ChaCha8Rng) -> (EdgeMatching, Solution) {
    let size = wanted.size;
    let framed = wanted.frame_colors > 0;
    // 0 is the frame; then the colours of the seams along it, then those inside.
    let inner = if framed { wanted.frame_colors + 1 } else { 0 };
    let is_rim = |cell| size.neighbours(cell).count() < 4;
    let is_along = |cell: Cell, other, side| {
        let along = if side == Direction::Right {
            cell.row == 0 || cell.row + 1 == size.rows
        } else {
            cell.col == 0 || cell.col + 1 == size.cols
        };
        framed && along && is_rim(cell) && is_rim(other)
    };
    let seams = || {
        let sides = [(Direction::Right, 0), (Direction::Down, 3)];
        let of = move |cell| sides.into_iter().map(move |(side, place)| (cell, side, place));
        let to = move |(cell, side, place)| Some((cell, size.step(cell, side)?, side, place));
        size.cells().flat_map(of).filter_map(to)
    };
    let (mut of_frame, mut of_inner) =
        (Palette::new(1..inner), Palette::new(inner..inner + wanted.inner_colors));
    if wanted.uniform {
        let along = seams().filter(|&(cell, other, side, _)| is_along(cell, other, side)).count();
        let rim = if framed { 0 } else { 2 * (usize::from(size.rows) + usize::from(size.cols)) };
        of_frame.deal(along, rng);
        of_inner.deal(seams().count() - along + rim, rng);
    }
    let mut edges: Vec<Edges> = vec![[0; 4]; size.area()];
    for cell in size.cells() {
        let at = size.index(cell);
        for (side, place) in [(Direction::Right, 0), (Direction::Down, 3)] {
            let Some(other) = size.step(cell, side) else { continue };
            let palette = if is_along(cell, other, side) { &mut of_frame } else { &mut of_inner };
            let color = palette.draw(rng);
            edges[at][place] = color;
            edges[size.index(other)][(place + 2) % 4] = color;
        }
        if !framed {
            for (place, side) in crate::SIDES.into_iter().enumerate() {
                if size.step(cell, side).is_none() {
                    edges[at][place] = of_inner.draw(rng);
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..size.area()).collect();
    order.shuffle(rng);
    let mut pieces = Vec::with_capacity(order.len());
    let mut placements = Vec::with_capacity(order.len());
    for (number, &at) in order.iter().enumerate() {
        // The piece is turned by `rotation`, so the edge at a place of the board is its own edge that many places back.
        let rotation = rng.random_range(0..4_u8);
        let mut piece = edges[at];
        piece.rotate_left(usize::from(rotation));
        pieces.push(piece);
        let cell = size.cell(at);
        placements.push(Placement { row: cell.row, col: cell.col, piece: number + 1, rotation });
    }
    let name = |color: Color| (color + u16::from(!framed)).to_string();
    let names: Vec<String> = pieces.iter().flatten().map(|&color| name(color)).collect();
    let colors = Colors::plain(names.iter().map(String::as_str));
    let number = |color: Color| colors.named(&name(color)).expect("each colour of a piece is named");
    let pieces = pieces.iter().map(|edges: &Edges| edges.map(number)).collect();
    let frame = framed.then(|| number(0));
    let puzzle = EdgeMatching { frame, ..EdgeMatching::new(size, colors, pieces) };
    (puzzle, Solution::new(placements))
}
