//! What edge-matching may be told on the command line.

use clap::Args;
use jigsat_cnf::Choice;
use jigsat_grid::Size;

use crate::args::choices;

/// Which puzzle is meant.
#[derive(Debug, Args)]
pub struct Options {
    /// Whether pieces may be turned, whatever the puzzle says
    #[arg(long, value_name = "WHEN", value_parser = choices::<Rotate>())]
    pub rotate: Option<Rotate>,
    /// Whether assemblies that are turns of each other are one, where a piece tells them apart, or are each its own
    #[arg(long, value_name = "HOW", value_parser = choices::<Turns>(), default_value = "one")]
    pub turns: Turns,
}

/// How to solve.
#[derive(Debug, Args)]
pub struct SolveOptions {
    /// Where the board can't be completed, matches as many edges as can be; better answers come on the standard error
    #[arg(long, conflicts_with_all = ["all", "limit", "unique"])]
    pub best: bool,
}

/// Which puzzle to make.
#[derive(Debug, Args)]
pub struct GenerateOptions {
    /// The board
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "5x5")]
    pub size: Size,
    /// How many colours are seen between the pieces of the border; 0 makes a board without frame
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub frame_colors: u16,
    /// How many colours are seen elsewhere
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub inner_colors: u16,
    /// Makes boards until one has a single solution, turns of the board not counted
    #[arg(long)]
    pub unique: bool,
}

/// Whether pieces may be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotate {
    Always,
    Never,
}

impl Choice for Rotate {
    const ALL: &'static [Self] = &[Rotate::Always, Rotate::Never];

    fn name(self) -> &'static str {
        match self {
            Rotate::Always => "always",
            Rotate::Never => "never",
        }
    }
}

/// What turns of an assembly are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    One,
    Apart,
}

impl Choice for Turns {
    const ALL: &'static [Self] = &[Turns::One, Turns::Apart];

    fn name(self) -> &'static str {
        match self {
            Turns::One => "one",
            Turns::Apart => "apart",
        }
    }
}
