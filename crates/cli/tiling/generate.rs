//! Cutting new puzzles.

use clap::Args;
use jigsat_cnf::Choice;
use jigsat_solve::Limits;
use jigsat_tiling::{Board, Cut, Freedom, GenerateError, Tiling as Puzzle, Way};

use crate::{args::choices, exit::Failure, family::Made};

/// Which board to cut.
#[derive(Debug, Args)]
pub struct GenerateOptions {
    /// Rows and columns of the board, or layers, rows and columns
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "6x10")]
    size: String,
    /// Into how many pieces it is cut; left out, pieces have about five cells
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// Lets pieces be turned and turned over; some are then given in their places
    #[arg(long)]
    turn: bool,
    /// Along which lines it is cut: even, into pieces of any outline and about one size; grown, into pieces of any outline and
    /// size; straight, into rectangles
    #[arg(long, value_name = "WAY", default_value = "even", value_parser = choices::<Way>())]
    cut: Way,
    /// Leaves it at the cut: the pieces may fit together in any number of ways
    #[arg(long)]
    any: bool,
}

impl GenerateOptions {
    fn board(&self) -> Result<Board, Failure> {
        match Board::parse_size(&self.size) {
            Some(size) if size.iter().product::<usize>() <= 10_000 => Ok(Board::full(size)),
            Some(_) => Err(Failure::usage(format!(
                "a board of {} is too large, expected at most 10000 cells",
                self.size
            ))),
            None => {
                Err(Failure::usage(format!("'{}' is no size, expected one such as 6x10 or 3x4x5", self.size)))
            }
        }
    }
}

/// Cuts a board into pieces, and sees to it that they fit together in one way only unless any number was asked for.
pub fn cut(own: &GenerateOptions, seed: u64, limits: &Limits) -> Result<Made<Puzzle>, Failure> {
    let board = own.board()?;
    let pieces = own.pieces.unwrap_or_else(|| board.area().div_ceil(5));
    let freedom = Freedom { rotate: own.turn, mirror: own.turn && board.is_flat() };
    let cut = Cut { board, pieces, way: own.cut, freedom };
    let made = if own.any {
        jigsat_tiling::cut_at_random(&cut, seed).map(Ok).map_err(GenerateError::from)
    } else {
        jigsat_tiling::generate(&cut, seed, limits)
    };
    match made {
        Ok(Ok(generated)) => {
            let mut source = format!("jigsat tiling generate, {} in {pieces}", own.size);
            if own.cut != Way::default() {
                source += &format!(", cut {}", own.cut.name());
            }
            if own.turn {
                source += ", pieces turn";
            }
            if own.any {
                source += ", any number of solutions";
            }
            source += &format!(", seed {seed}");
            Ok(Made::Puzzle { puzzle: generated.puzzle.with_source(source), short_of: None })
        }
        Ok(Err(stop)) => Ok(Made::Stopped(stop)),
        Err(GenerateError::Solver(error)) => Err(error.into()),
        Err(error) => Err(Failure::usage(error.to_string())),
    }
}
