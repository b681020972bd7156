//! What Sokoban's verbs are told besides.

use std::{fs::File, path::PathBuf, sync::Mutex};

use clap::Args;
use jigsat_grid::Size;
use jigsat_sokoban::Objective;

use super::tally::Tally;
use crate::args::choices;

/// Which level, and what about it.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Options {
    /// Which level of a collection: a number, a range such as 1-20, or a title (repeatable)
    #[arg(long, value_name = "LEVEL")]
    pub level: Vec<String>,
    /// How many steps the formula has, counted as the encoding does; if not given, as many as proven necessary
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=60_000))]
    pub steps: Option<u16>,
    /// What is to be least: pushes, if not told otherwise ('check' then asks whether the plan is best)
    #[arg(long, value_name = "WHAT", value_parser = choices::<Objective>())]
    pub optimal: Option<Objective>,
    /// Lets the SVG picture of a plan move
    #[arg(long)]
    pub animate: bool,
}

/// Options of `solve` alone.
#[derive(Debug, Args)]
#[group(skip)]
pub struct SolveOptions {
    /// Looks for no plan of more than N steps, counted as the encoding does
    #[arg(long, value_name = "N", conflicts_with = "at_most")]
    pub max_steps: Option<u32>,
    /// Asks whether there is a plan of at most N pushes (moves with '--optimal moves')
    #[arg(long, value_name = "N")]
    pub at_most: Option<u32>,
    /// Tells on the standard error what each formula said: steps, clauses, conflicts, seconds
    #[arg(long)]
    pub log: bool,
    /// Plays the plan in the terminal; Enter pauses it and lets it go on
    #[arg(long)]
    pub play: bool,
    /// How many moves a second are played
    #[arg(long, value_name = "N", default_value_t = 8, requires = "play", value_parser = clap::value_parser!(u16).range(1..=200))]
    pub speed: u16,
    /// Writes the levels with their plans into a .sok file
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    #[arg(skip)]
    pub sink: Mutex<Option<File>>,
    #[arg(skip)]
    pub tally: Mutex<Tally>,
}

/// What a new level is to be like.
#[derive(Debug, Args)]
#[group(skip)]
pub struct GenerateOptions {
    /// Rows and columns, the walls around included
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "8x9")]
    pub size: Size,
    /// How many boxes
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=50))]
    pub boxes: u16,
    /// How many walls within, of a hundred squares
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u16).range(0..=70))]
    pub walls: u16,
    /// How many pushes the best plan has at least
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub pushes: u32,
}
